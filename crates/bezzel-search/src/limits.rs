//! When a search must stop.

use crate::Memory;
use bezzel_board::Stop;
use std::time::Duration;

/// Bounds on a run; without any, it runs to its end or to that of the machine's memory.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Stop after this time.
    pub time: Option<Duration>,
    /// Stop before placing more queens than this.
    pub visits: Option<u64>,
    /// Stop after this many solutions.
    pub solutions: Option<u64>,
    /// Do not start, or stop soon, where the process would take or has taken more memory.
    pub memory: Memory,
    /// Stop soon after this asks.
    pub stop: Stop,
}

impl Limits {
    /// No bounds but the machine's memory.
    #[must_use]
    pub fn none() -> Limits {
        Limits::default()
    }

    /// The same bounds, and this flag.
    #[must_use]
    pub fn with_stop(mut self, stop: &Stop) -> Limits {
        self.stop = stop.clone();
        self
    }

    /// The same bounds, and no more than this many solutions.
    #[must_use]
    pub fn with_solutions(mut self, solutions: u64) -> Limits {
        self.solutions = Some(solutions);
        self
    }

    /// The same bounds, and no more than this many visits.
    #[must_use]
    pub fn with_visits(mut self, visits: u64) -> Limits {
        self.visits = Some(visits);
        self
    }
}
