//! One job: its ledger, its published state, and the thread that counts it.

use crate::lane::lower_priority;
use bezzel::{
    Control, Error, ErrorKind, JobAnswer, JobRunRequest, JobState, JobStatusRequest, Place,
    Progress, Stop, Workers, job_run, job_status,
};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;
use tokio::sync::watch;

/// The lowest priority, so that stepping through an algorithm never waits for a count.
const NICE: i32 = 19;

/// A job.
pub struct KeptJob {
    pub place: Place,
    /// Its published state; clients that follow the job wait for changes.
    pub view: Arc<watch::Sender<JobAnswer>>,
    /// What to count on.
    workers: Mutex<Workers>,
    /// Whether it is in the queue or being counted.
    pub active: watch::Sender<bool>,
    /// Stops the current run.
    stop: Mutex<Stop>,
    /// Whether the current run was stopped because of the memory limit.
    out_of_memory: AtomicBool,
    /// Length and modification time of its file when it was last read.
    seen: Mutex<Option<(u64, Option<SystemTime>)>>,
}

impl KeptJob {
    pub fn new(place: Place, view: JobAnswer, threads: usize) -> KeptJob {
        let mut workers = Workers::like(&view.provenance.devices);
        workers.threads = Some(threads);
        let job = KeptJob {
            place,
            view: Arc::new(watch::Sender::new(view)),
            workers: Mutex::new(workers),
            active: watch::Sender::new(false),
            stop: Mutex::default(),
            out_of_memory: AtomicBool::new(false),
            seen: Mutex::default(),
        };
        *lock(&job.seen) = job.changed();
        job
    }

    fn changed(&self) -> Option<(u64, Option<SystemTime>)> {
        match self.place.look() {
            Ok(Some(bezzel::Entry::File { length, changed })) => Some((length, changed)),
            _ => None,
        }
    }

    /// Whether another program has written to the ledger since it was read.
    pub fn is_stale(&self) -> bool {
        !*self.active.borrow() && *lock(&self.seen) != self.changed()
    }

    /// Counts on these from its next run.
    pub fn count_on(&self, workers: Workers) {
        *lock(&self.workers) = workers;
    }

    /// Reads the ledger again if necessary.
    pub fn refresh(&self, control: &Control) -> Result<(), Error> {
        if !self.is_stale() {
            return Ok(());
        }
        *lock(&self.seen) = self.changed();
        self.reload(control)
    }

    /// Publishes the state in the ledger.
    pub fn reload(&self, control: &Control) -> Result<(), Error> {
        let mut request = JobStatusRequest::new(self.place.clone());
        request.workers = lock(&self.workers).threads;
        self.view.send_replace(job_status(&request, control)?);
        Ok(())
    }

    /// Prepares it for a new run.
    pub fn arm(&self) {
        self.out_of_memory.store(false, Ordering::Relaxed);
        *lock(&self.stop) = Stop::new();
    }

    /// Stops the current run, if there is one. Unfinished units are counted again later.
    pub fn stop(&self) {
        lock(&self.stop).ask();
    }

    /// Stops the current run because the server uses too much memory.
    pub fn stop_out_of_memory(&self) {
        self.out_of_memory.store(true, Ordering::Relaxed);
        self.stop();
    }

    /// Whether the current run was asked to stop.
    pub fn is_ending(&self) -> bool {
        lock(&self.stop).is_asked()
    }

    /// Counts what is missing, on this thread and those it starts.
    pub fn count(&self) {
        lower_priority(NICE);
        let stop = lock(&self.stop).clone();
        let view = Arc::clone(&self.view);
        let control = Control::new().with_stop(stop).with_progress(move |progress| {
            if let Progress::Units(units) = progress {
                view.send_modify(|view| view.progress(units));
            }
        });
        let mut request = JobRunRequest::default();
        request.workers = lock(&self.workers).clone();
        let counted = job_run(&request, self.place.clone(), &control);
        self.view.send_modify(|view| match counted {
            Ok(mut job) => {
                let state = job.state;
                job.rest(state);
                *view = job;
                if state != JobState::Done && self.out_of_memory.load(Ordering::Relaxed) {
                    // Not counted again on its own: it would run out of memory again.
                    view.fail(&short_of_memory());
                }
            }
            Err(error) => view.fail(&error),
        });
        *lock(&self.seen) = self.changed();
    }

    /// Publishes that it is paused, if it was waiting.
    pub fn show_paused(&self) {
        self.view.send_modify(|view| {
            if view.state == JobState::Waiting {
                view.rest(JobState::Paused);
            }
        });
    }
}

fn short_of_memory() -> Error {
    Error::new(ErrorKind::Failed, "the server is short of memory")
        .advice("resume the job with fewer threads")
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
