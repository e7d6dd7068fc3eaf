//! Lists all solutions on several threads, in lexicographic order.

use bezzel_engines::Listing;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// Most solutions of a chunk. The first of a unit has one, each further one twice as many, so that
/// rare solutions are not held back.
const CHUNK: usize = 1024;
/// Chunks of one unit that may wait for their turn; then its thread waits too.
const WAITING: usize = 64;
/// The longest time between two calls of `look`.
const TICK: Duration = Duration::from_millis(50);

/// Hands every solution of the listing to `found`, as the column of each row, in lexicographic
/// order, and asks `look` from time to time whether to continue. Breaks as soon as one of them
/// does.
///
/// The threads take the units in order and the caller's thread puts them together: the first
/// solutions come at once, and memory stays bounded however long the list is.
pub fn list(
    listing: &Listing,
    threads: usize,
    mut look: impl FnMut() -> ControlFlow<()>,
    mut found: impl FnMut(&[u8]) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let stop = AtomicBool::new(false);
    let look = &mut look;
    let found = &mut found;
    let (senders, receivers): (Vec<_>, Vec<_>) =
        (0..listing.units()).map(|_| sync_channel(WAITING)).unzip();
    let queue = Mutex::new(senders.into_iter().enumerate());
    std::thread::scope(|scope| {
        let work = || {
            let take = || queue.lock().unwrap_or_else(PoisonError::into_inner).next();
            while let Some((unit, sender)) = take() {
                if send(listing, unit, &sender, &stop).is_break() {
                    return;
                }
            }
        };
        let wanted = threads.clamp(1, listing.units().max(1));
        let start = |_: &usize| std::thread::Builder::new().spawn_scoped(scope, work).is_ok();
        // If the system gives no more threads, the running ones do the work, or this one does.
        if (0..wanted).take_while(start).count() == 0 {
            let mut units = 0..listing.units();
            return units.try_for_each(|unit| listing.list(unit, &mut *look, &mut *found));
        }
        let rows = listing.rows();
        let result = (receivers.into_iter()).try_for_each(|unit| receive(&unit, rows, look, found));
        stop.store(true, Ordering::Relaxed);
        result
    })
}

/// Some solutions: the columns of each, one solution after the next.
#[derive(Default)]
struct Chunk {
    solutions: usize,
    columns: Vec<u8>,
}

/// Walks one unit and sends what it finds, in chunks; breaks when the receiver has gone.
fn send(
    listing: &Listing,
    unit: usize,
    sender: &SyncSender<Chunk>,
    stop: &AtomicBool,
) -> ControlFlow<()> {
    let go_on = |yes: bool| if yes { ControlFlow::Continue(()) } else { ControlFlow::Break(()) };
    let (mut chunk, mut full) = (Chunk::default(), 1);
    listing.list(
        unit,
        || go_on(!stop.load(Ordering::Relaxed)),
        |columns| {
            chunk.columns.extend_from_slice(columns);
            chunk.solutions += 1;
            if chunk.solutions < full {
                return ControlFlow::Continue(());
            }
            full = CHUNK.min(2 * full);
            go_on(sender.send(std::mem::take(&mut chunk)).is_ok())
        },
    )?;
    go_on(chunk.solutions == 0 || sender.send(chunk).is_ok())
}

/// Hands over the solutions of one unit.
fn receive(
    unit: &Receiver<Chunk>,
    rows: usize,
    look: &mut impl FnMut() -> ControlFlow<()>,
    found: &mut impl FnMut(&[u8]) -> ControlFlow<()>,
) -> ControlFlow<()> {
    loop {
        look()?;
        match unit.recv_timeout(TICK) {
            Ok(chunk) => {
                let solution = |k: usize| found(&chunk.columns[k * rows..(k + 1) * rows]);
                (0..chunk.solutions).try_for_each(solution)?;
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return ControlFlow::Continue(()),
        }
    }
}
