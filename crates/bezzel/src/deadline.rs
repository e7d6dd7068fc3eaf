//! One flag for the caller's stop and the time limit.

use crate::{Control, Error, ErrorKind, RunLimits};
use bezzel_board::Stop;
use bezzel_search::StopReason;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How often the watching thread checks the caller's flag.
const TICK: Duration = Duration::from_millis(20);

/// Asks a computation to stop when the caller does or when the time is up.
pub(crate) struct Deadline {
    stop: Stop,
    asked: Stop,
    /// Set when the computation has ended; wakes the watching thread.
    ended: Arc<(Mutex<bool>, Condvar)>,
}

impl Deadline {
    /// Watches the caller's flag and the time from now on.
    pub(crate) fn new(limits: &RunLimits, control: &Control) -> Result<Deadline, Error> {
        let asked = control.stop().clone();
        let ended = Arc::<(Mutex<bool>, Condvar)>::default();
        let Some(time) = limits.duration()? else {
            return Ok(Deadline { stop: asked.clone(), asked, ended });
        };
        let stop = Stop::new();
        let deadline = Deadline { stop: stop.clone(), asked: asked.clone(), ended: ended.clone() };
        if time.is_zero() {
            stop.ask();
            return Ok(deadline);
        }
        let started = Instant::now();
        let watch = move || {
            let (over, woken) = &*ended;
            let mut over = over.lock().unwrap_or_else(PoisonError::into_inner);
            while !*over {
                let left = time.saturating_sub(started.elapsed());
                if left.is_zero() || asked.is_asked() {
                    return stop.ask();
                }
                let waited = woken.wait_timeout(over, left.min(TICK));
                over = waited.unwrap_or_else(PoisonError::into_inner).0;
            }
        };
        match std::thread::Builder::new().spawn(watch) {
            Ok(_) => Ok(deadline),
            Err(error) => Err(Error::new(
                ErrorKind::Busy,
                format!("the system gives no thread to watch the time: {error}"),
            )),
        }
    }

    /// The flag for the computation.
    pub(crate) fn stop(&self) -> &Stop {
        &self.stop
    }

    /// Why the flag was raised.
    pub(crate) fn because(&self) -> StopReason {
        if self.asked.is_asked() { StopReason::Stopped } else { StopReason::Time }
    }
}

impl Drop for Deadline {
    fn drop(&mut self) {
        let (over, woken) = &*self.ended;
        *over.lock().unwrap_or_else(PoisonError::into_inner) = true;
        woken.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limits(time: Option<f64>) -> RunLimits {
        RunLimits { time, ..RunLimits::default() }
    }

    #[test]
    fn the_time_limit_is_distinguished_from_a_stop() {
        let control = Control::new();
        let late = Deadline::new(&limits(Some(0.0)), &control).unwrap();
        assert!(late.stop().is_asked());
        assert_eq!(late.because(), StopReason::Time);
        for time in [None, Some(1e9)] {
            let control = Control::new();
            let deadline = Deadline::new(&limits(time), &control).unwrap();
            assert!(!deadline.stop().is_asked());
            control.stop().ask();
            while !deadline.stop().is_asked() {
                std::thread::yield_now();
            }
            assert_eq!(deadline.because(), StopReason::Stopped);
        }
        assert!(Deadline::new(&limits(Some(-1.0)), &control).is_err());
    }
}
