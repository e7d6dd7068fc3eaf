//! When a search must stop.

use bezzel_board::Stop;
use std::time::Duration;

/// Bounds on a run; without any, it runs to its end.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Stop after this time.
    pub time: Option<Duration>,
    /// Stop before placing more queens than this.
    pub visits: Option<u64>,
    /// Stop after this many solutions.
    pub solutions: Option<u64>,
    /// Stop soon after this asks.
    pub stop: Stop,
}

impl Limits {
    /// No bounds.
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
