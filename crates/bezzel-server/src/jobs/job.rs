//! One job: its ledger, its state, and the thread that counts it.

use super::view::{JobState, JobView};
use crate::lane::lower_priority;
use bezzel_board::Stop;
use bezzel_engines::{SimdLevel, registry};
use bezzel_jobs::{JobError, Ledger, Report, RunOptions, run};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;
use tokio::sync::watch;

/// The lowest priority there is: stepping an algorithm is never behind a count.
const NICE: i32 = 19;

/// A job.
pub struct Job {
    pub file: PathBuf,
    /// What is shown of it; whoever follows it waits for changes.
    pub view: watch::Sender<JobView>,
    /// Threads to count with.
    pub threads: AtomicUsize,
    /// Whether it is in the queue or being counted.
    pub active: watch::Sender<bool>,
    /// Raised to end the run at once.
    abandon: Mutex<Arc<AtomicBool>>,
    /// When its file was last changed as far as we know.
    seen: Mutex<Option<SystemTime>>,
}

impl Job {
    pub fn new(file: PathBuf, view: JobView, threads: usize) -> Job {
        let job = Job {
            file,
            view: watch::Sender::new(view),
            threads: AtomicUsize::new(threads),
            active: watch::Sender::new(false),
            abandon: Mutex::default(),
            seen: Mutex::default(),
        };
        *lock(&job.seen) = job.changed();
        job
    }

    fn changed(&self) -> Option<SystemTime> {
        self.file.metadata().and_then(|data| data.modified()).ok()
    }

    /// Whether somebody else has written to the ledger since it was read.
    pub fn is_stale(&self) -> bool {
        !*self.active.borrow() && *lock(&self.seen) != self.changed()
    }

    /// Reads the ledger again if that is needed.
    pub fn refresh(&self) -> Result<(), JobError> {
        if !self.is_stale() {
            return Ok(());
        }
        *lock(&self.seen) = self.changed();
        self.reload()
    }

    /// Shows what the ledger says.
    pub fn reload(&self) -> Result<(), JobError> {
        let ledger = Ledger::open(&self.file)?;
        let id = self.view.borrow().id.clone();
        let view = JobView::of_ledger(&id, &ledger, self.threads.load(Ordering::Relaxed))?;
        self.view.send_replace(view);
        Ok(())
    }

    /// Readies it for a run that nobody has abandoned yet.
    pub fn arm(&self) {
        *lock(&self.abandon) = Arc::default();
    }

    /// Makes the run going on, if there is one, end at once. Units in flight are counted again.
    pub fn abandon(&self) {
        lock(&self.abandon).store(true, Ordering::Relaxed);
    }

    /// Whether the run going on was told to end.
    pub fn is_ending(&self) -> bool {
        lock(&self.abandon).load(Ordering::Relaxed)
    }

    /// Counts what is missing, on this thread and those it starts.
    pub fn count(&self) {
        lower_priority(NICE);
        let abandon = Arc::clone(&lock(&self.abandon));
        let counted = self.run(&abandon);
        let paused = Ledger::open(&self.file).is_ok_and(|ledger| ledger.is_paused());
        self.view.send_modify(|view| match &counted {
            Ok(report) => {
                view.rest(if paused { JobState::Paused } else { JobState::Waiting });
                view.report(report);
            }
            Err(error) => view.fail(error.clone()),
        });
        *lock(&self.seen) = self.changed();
    }

    fn run(&self, abandon: &AtomicBool) -> Result<Report, String> {
        let mut ledger = Ledger::open(&self.file).map_err(|error| error.to_string())?;
        let header = ledger.header();
        let simd = SimdLevel::best();
        let engine = registry::find(&header.engine);
        let prepared = engine.and_then(|engine| engine.prepare(&header.problem, &Stop::new()));
        let prepared = prepared.map_err(|error| error.to_string())?;
        let options = RunOptions {
            threads: self.threads.load(Ordering::Relaxed).max(1),
            abandon,
            simd,
            ..RunOptions::default()
        };
        let report = run(&prepared, Some(&mut ledger), &options, &mut |progress| {
            self.view.send_modify(|view| view.progress(progress));
        });
        report.map_err(|error| error.to_string())
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
