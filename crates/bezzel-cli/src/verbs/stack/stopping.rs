//! One flag for Ctrl-C and the time limit.

use crate::failure::Failure;
use bezzel_search::Limits;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// A flag that is raised when the time is up or somebody interrupts.
pub struct Stopping {
    pub flag: Arc<AtomicBool>,
    interrupted: Arc<AtomicBool>,
}

impl Stopping {
    /// Watches these limits from now on.
    pub fn new(limits: &Limits) -> Stopping {
        let interrupted = limits.stop.flag().clone();
        let Some(time) = limits.time else {
            return Stopping { flag: interrupted.clone(), interrupted };
        };
        let flag = Arc::new(AtomicBool::new(time.is_zero()));
        let stopping = Stopping { flag: flag.clone(), interrupted: interrupted.clone() };
        let started = Instant::now();
        // Ends with the program: nobody waits for it.
        std::thread::spawn(move || {
            while started.elapsed() < time && !interrupted.load(Ordering::Relaxed) {
                let left = time.saturating_sub(started.elapsed());
                std::thread::sleep(left.min(Duration::from_millis(20)));
            }
            flag.store(true, Ordering::Relaxed);
        });
        stopping
    }

    /// The failure a stopped search ends with.
    pub fn failure(&self) -> Failure {
        if self.interrupted.load(Ordering::Relaxed) { Failure::Interrupted } else { Failure::Limit }
    }
}
