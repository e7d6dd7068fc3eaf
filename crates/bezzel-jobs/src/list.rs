//! Lists all solutions on several threads, in lexicographic order.

use bezzel_engines::Listing;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
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
/// Most bytes of solutions that are kept for their mirror images: all that 16 queens need.
const KEPT: usize = 1 << 27;

/// Hands every solution of the listing to `found`, as its numbers, in lexicographic order, and asks
/// `look` from time to time whether to continue. Breaks as soon as one of them does.
///
/// The threads take the units in order and the caller's thread puts them together: the first
/// solutions come at once, and memory stays bounded however long the list is. On a board that is its own
/// mirror image the second half of the list is the first half, reversed and reflected; as much of
/// the first half as fits is kept, so that its images need no search.
pub fn list(
    listing: &Listing,
    threads: usize,
    look: impl FnMut() -> ControlFlow<()>,
    found: impl FnMut(&[u8]) -> ControlFlow<()>,
) -> ControlFlow<()> {
    list_keeping(KEPT, listing, threads, look, found)
}

fn list_keeping(
    most: usize,
    listing: &Listing,
    threads: usize,
    mut look: impl FnMut() -> ControlFlow<()>,
    mut found: impl FnMut(&[u8]) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let stop = AtomicBool::new(false);
    let kept = Kept::new(most, listing);
    let look = &mut look;
    let found = &mut found;
    let (senders, receivers): (Vec<_>, Vec<_>) =
        (0..listing.units()).map(|_| sync_channel(WAITING)).unzip();
    let queue = Mutex::new(senders.into_iter().enumerate());
    std::thread::scope(|scope| {
        let work = || {
            let take = || queue.lock().unwrap_or_else(PoisonError::into_inner).next();
            while let Some((unit, sender)) = take() {
                if send(listing, unit, &sender, &kept, &stop).is_break() {
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
        let pieces = listing.pieces();
        let result =
            (receivers.into_iter()).try_for_each(|unit| receive(&unit, pieces, look, found));
        stop.store(true, Ordering::Relaxed);
        result
    })
}

/// Solutions of units of the first half, until their mirror images are listed.
struct Kept {
    most: usize,
    /// Bytes kept now.
    bytes: AtomicUsize,
    /// The numbers of all solutions of a unit, if it is complete.
    units: Vec<Mutex<Option<Vec<u8>>>>,
}

impl Kept {
    fn new(most: usize, listing: &Listing) -> Kept {
        let units = (0..listing.units() / 2).map(|_| Mutex::new(None)).collect();
        Kept { most, bytes: AtomicUsize::new(0), units }
    }

    /// Adds to the solutions of a unit, which are given up when they do not fit.
    fn extend(&self, unit: &mut Option<Vec<u8>>, numbers: &[u8]) {
        let Some(solutions) = unit else { return };
        let bytes = self.bytes.fetch_add(numbers.len(), Ordering::Relaxed) + numbers.len();
        solutions.extend_from_slice(numbers);
        if bytes > self.most {
            self.release(solutions);
            *unit = None;
        }
    }

    fn release(&self, solutions: &[u8]) {
        self.bytes.fetch_sub(solutions.len(), Ordering::Relaxed);
    }

    fn slot(&self, unit: usize) -> std::sync::MutexGuard<'_, Option<Vec<u8>>> {
        self.units[unit].lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Some solutions: the numbers of each, one solution after the next.
#[derive(Default)]
struct Chunk {
    solutions: usize,
    numbers: Vec<u8>,
}

/// Collects the solutions of one unit and sends them in chunks.
struct Outbox<'a> {
    sender: &'a SyncSender<Chunk>,
    chunk: Chunk,
    full: usize,
    kept: &'a Kept,
    /// What this unit keeps for its mirror image.
    keep: Option<Vec<u8>>,
}

impl Outbox<'_> {
    /// Breaks when the receiver has gone.
    fn add(&mut self, numbers: impl Iterator<Item = u8>) -> ControlFlow<()> {
        self.chunk.numbers.extend(numbers);
        self.chunk.solutions += 1;
        if self.chunk.solutions < self.full {
            return ControlFlow::Continue(());
        }
        self.full = CHUNK.min(2 * self.full);
        self.flush()
    }

    fn flush(&mut self) -> ControlFlow<()> {
        self.kept.extend(&mut self.keep, &self.chunk.numbers);
        let chunk = std::mem::take(&mut self.chunk);
        go_on(chunk.solutions == 0 || self.sender.send(chunk).is_ok())
    }
}

fn go_on(yes: bool) -> ControlFlow<()> {
    if yes { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
}

/// Walks one unit, or reflects the one it is the mirror image of, and sends what it finds; breaks when
/// the receiver has gone.
fn send(
    listing: &Listing,
    unit: usize,
    sender: &SyncSender<Chunk>,
    kept: &Kept,
    stop: &AtomicBool,
) -> ControlFlow<()> {
    let mirror = listing.mirror(unit);
    let is_first = mirror.is_some_and(|mirror| unit < mirror);
    let keep = is_first.then(Vec::new);
    let mut outbox = Outbox { sender, chunk: Chunk::default(), full: 1, kept, keep };
    let first = mirror.filter(|&mirror| mirror < unit);
    if let Some(solutions) = first.and_then(|first| kept.slot(first).take()) {
        let mut images = solutions.chunks_exact(listing.pieces()).rev();
        images.try_for_each(|solution| outbox.add(listing.reflected(solution)))?;
        kept.release(&solutions);
        return outbox.flush();
    }
    let look = || go_on(!stop.load(Ordering::Relaxed));
    listing.list(unit, look, |numbers| outbox.add(numbers.iter().copied()))?;
    outbox.flush()?;
    if is_first {
        *kept.slot(unit) = outbox.keep;
    }
    ControlFlow::Continue(())
}

/// Hands over the solutions of one unit.
fn receive(
    unit: &Receiver<Chunk>,
    pieces: usize,
    look: &mut impl FnMut() -> ControlFlow<()>,
    found: &mut impl FnMut(&[u8]) -> ControlFlow<()>,
) -> ControlFlow<()> {
    loop {
        look()?;
        match unit.recv_timeout(TICK) {
            Ok(chunk) => {
                let solution = |k: usize| found(&chunk.numbers[k * pieces..(k + 1) * pieces]);
                (0..chunk.solutions).try_for_each(solution)?;
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return ControlFlow::Continue(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bezzel_board::{Problem, Square};

    fn listed(problem: &Problem, most: usize, threads: usize) -> Vec<Vec<u8>> {
        let listing = Listing::new(problem).unwrap();
        let mut all = Vec::new();
        let end = list_keeping(
            most,
            &listing,
            threads,
            || go_on(true),
            |columns| {
                all.push(columns.to_vec());
                go_on(true)
            },
        );
        assert!(end.is_continue());
        all
    }

    #[test]
    fn the_list_is_the_same_however_much_is_kept_for_mirror_images() {
        let symmetric =
            Problem::queens(11).with_blocked([Square::new(0, 5), Square::new(3, 5)]).unwrap();
        let other = Problem::queens(11).with_blocked([Square::new(0, 1)]).unwrap();
        for problem in [Problem::queens(10), Problem::queens(11), symmetric, other] {
            let searched = listed(&problem, 0, 1);
            assert!(searched.len() > 300 && searched.is_sorted());
            for (most, threads) in [(100, 1), (5000, 2), (KEPT, 1), (KEPT, 3)] {
                assert_eq!(
                    listed(&problem, most, threads),
                    searched,
                    "{problem}: {most} bytes, {threads} threads"
                );
            }
        }
    }

    #[test]
    fn the_second_half_needs_no_search_and_gives_its_memory_back() {
        let listing = Listing::new(&Problem::queens(10)).unwrap();
        let kept = Kept::new(KEPT, &listing);
        let stop = AtomicBool::new(false);
        for unit in 0..listing.units() {
            if unit == listing.units() / 2 {
                assert_eq!(kept.bytes.load(Ordering::Relaxed), 724 / 2 * 10);
            }
            let (sender, receiver) = sync_channel(1000);
            assert!(send(&listing, unit, &sender, &kept, &stop).is_continue());
            drop(receiver);
        }
        // Released only where images are listed from what was kept.
        assert_eq!(kept.bytes.load(Ordering::Relaxed), 0);
    }
}
