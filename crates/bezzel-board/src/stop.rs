//! A flag that asks a computation to end early.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Asks a computation to end early. Clones share the flag, so that another thread, a signal handler
/// or a closed connection can ask.
///
/// ```
/// use bezzel_board::Stop;
///
/// let stop = Stop::new();
/// let elsewhere = stop.clone();
/// assert!(!stop.is_asked());
/// elsewhere.ask();
/// assert!(stop.is_asked());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// A flag that is not set.
    #[must_use]
    pub fn new() -> Stop {
        Stop::default()
    }

    /// Asks the computation to end; this cannot be undone.
    pub fn ask(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the computation was asked to end.
    #[inline]
    #[must_use]
    pub fn is_asked(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// The flag itself, for signal handlers.
    #[must_use]
    pub fn flag(&self) -> &Arc<AtomicBool> {
        &self.0
    }
}

impl From<Arc<AtomicBool>> for Stop {
    fn from(flag: Arc<AtomicBool>) -> Stop {
        Stop(flag)
    }
}
