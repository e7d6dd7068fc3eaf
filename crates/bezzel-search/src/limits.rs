//! When a search must stop.

use crate::Memory;
use bezzel_board::Stop;
use std::time::Duration;

/// Limits of a run; without any, it runs until it finishes or memory is exhausted.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Stop after this time.
    pub time: Option<Duration>,
    /// Stop before placing more queens than this.
    pub visits: Option<u64>,
    /// Stop after this many solutions.
    pub solutions: Option<u64>,
    /// Do not start if the process would need more memory than this; stop soon after it uses more.
    pub memory: Memory,
    /// Stop soon after this flag is set.
    pub stop: Stop,
}

impl Limits {
    /// No limits except the machine's memory.
    #[must_use]
    pub fn none() -> Limits {
        Limits::default()
    }

    /// The same limits, with this stop flag.
    #[must_use]
    pub fn with_stop(mut self, stop: &Stop) -> Limits {
        self.stop = stop.clone();
        self
    }

    /// The same limits, with at most this many solutions.
    #[must_use]
    pub fn with_solutions(mut self, solutions: u64) -> Limits {
        self.solutions = Some(solutions);
        self
    }

    /// The same limits, with at most this many visits.
    #[must_use]
    pub fn with_visits(mut self, visits: u64) -> Limits {
        self.visits = Some(visits);
        self
    }
}
