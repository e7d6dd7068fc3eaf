//! Threads that take units from one queue and hand back what they counted.
//!
//! The threads own what they need, so that a caller may walk away from units in flight: a thread
//! that is left alone ends with its unit. A scope would make a stopped run wait for the longest
//! unit, minutes on a large board.

use bezzel_board::Stop;
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Counts one unit; what comes out is a number for most jobs, or what went wrong.
pub(crate) type Count<T> = Box<dyn FnMut(usize) -> Result<T, String>>;

/// Makes what counts on one thread, until the pool is asked to stop.
pub(crate) type Task<T = u128> = Arc<dyn Fn(&Stop) -> Count<T> + Send + Sync>;

/// A unit that a thread is done with.
pub(crate) struct Finished<T = u128> {
    pub(crate) unit: usize,
    /// The count, or what went wrong.
    pub(crate) result: Result<T, String>,
    pub(crate) took: Duration,
}

/// What came out of waiting.
pub(crate) enum Event<T = u128> {
    /// Everything that was finished by then; at least one.
    Finished(Vec<Finished<T>>),
    /// Nothing yet.
    Nothing,
    /// The queue is empty or halted, and all threads are gone.
    End,
}

/// Results taken at a time: enough for one commit.
const BATCH: usize = 4096;

struct Shared {
    queue: Vec<usize>,
    next: AtomicUsize,
    halted: AtomicBool,
    /// Asked when nobody waits for the units in flight any more.
    stop: Stop,
    /// Units that need no counting any more.
    done: Vec<AtomicBool>,
    /// The unit each thread is at, and since when.
    at: Mutex<Vec<Option<(usize, Instant)>>>,
}

/// The threads of one run.
pub(crate) struct Pool<T = u128> {
    shared: Arc<Shared>,
    results: Receiver<Finished<T>>,
    threads: Vec<JoinHandle<()>>,
}

impl<T: Send + 'static> Pool<T> {
    /// Starts the threads on this queue; `units` is the number of units in the plan.
    pub(crate) fn start(
        threads: usize,
        units: usize,
        queue: Vec<usize>,
        task: &Task<T>,
    ) -> Pool<T> {
        let threads = threads.min(queue.len());
        let shared = Arc::new(Shared {
            queue,
            next: AtomicUsize::new(0),
            halted: AtomicBool::new(false),
            stop: Stop::new(),
            done: (0..units).map(|_| AtomicBool::new(false)).collect(),
            at: Mutex::new(vec![None; threads]),
        });
        let (sender, results) = channel();
        let threads = (0..threads)
            .map(|thread| {
                let (shared, task, sender) = (shared.clone(), task.clone(), sender.clone());
                std::thread::spawn(move || shared.work(thread, &task, &sender))
            })
            .collect();
        Pool { shared, results, threads }
    }

    /// Waits for results, at most this long.
    pub(crate) fn wait(&self, patience: Duration) -> Event<T> {
        match self.results.recv_timeout(patience) {
            Ok(first) => {
                let more = self.results.try_iter().take(BATCH - 1);
                Event::Finished(std::iter::once(first).chain(more).collect())
            }
            Err(RecvTimeoutError::Timeout) => Event::Nothing,
            Err(RecvTimeoutError::Disconnected) => Event::End,
        }
    }

    /// Lets the threads finish their units but take no more.
    pub(crate) fn halt(&self) {
        self.shared.halted.store(true, Ordering::Relaxed);
    }

    /// Takes a unit off the queue because its result is known.
    pub(crate) fn skip(&self, unit: usize) {
        self.shared.done[unit].store(true, Ordering::Relaxed);
    }

    /// The units being counted and for how long.
    pub(crate) fn in_flight(&self) -> Vec<(usize, Duration)> {
        let at = self.shared.at.lock().unwrap_or_else(PoisonError::into_inner);
        at.iter().flatten().map(|(unit, since)| (*unit, since.elapsed())).collect()
    }

    /// Waits for the threads, which must have come to their end.
    pub(crate) fn join(mut self) {
        for thread in self.threads.drain(..) {
            thread.join().expect("a thread of the pool catches the engine's panics");
        }
    }
}

impl<T> Drop for Pool<T> {
    fn drop(&mut self) {
        self.shared.stop.ask();
        self.shared.halted.store(true, Ordering::Relaxed);
    }
}

impl Shared {
    fn work<T>(&self, thread: usize, task: &Task<T>, sender: &Sender<Finished<T>>) {
        let mut count = task(&self.stop);
        while let Some(unit) = self.take() {
            let start = Instant::now();
            self.note(thread, Some((unit, start)));
            let result = catch_unwind(AssertUnwindSafe(|| count(unit)))
                .unwrap_or_else(|panic| Err(message(panic.as_ref())));
            let finished = Finished { unit, result, took: start.elapsed() };
            self.note(thread, None);
            if sender.send(finished).is_err() {
                return; // the run has ended without us
            }
        }
    }

    fn take(&self) -> Option<usize> {
        while !self.halted.load(Ordering::Relaxed) {
            let unit = *self.queue.get(self.next.fetch_add(1, Ordering::Relaxed))?;
            if !self.done[unit].load(Ordering::Relaxed) {
                return Some(unit);
            }
        }
        None
    }

    fn note(&self, thread: usize, what: Option<(usize, Instant)>) {
        self.at.lock().unwrap_or_else(PoisonError::into_inner)[thread] = what;
    }
}

fn message(panic: &(dyn Any + Send)) -> String {
    (panic.downcast_ref::<&str>().map(ToString::to_string))
        .or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "it panicked".to_string())
}
