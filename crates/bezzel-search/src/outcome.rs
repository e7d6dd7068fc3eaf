//! What a search found, and how much work it took.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::time::Duration;

/// How many solutions there are: all of them, or a lower bound that says so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The search ran to its end: this is the total.
    Exact {
        /// Number of solutions.
        total: u128,
    },
    /// The search was stopped: there are at least this many.
    AtLeast {
        /// Solutions found so far.
        total: u128,
        /// What stopped it.
        because: StopReason,
    },
}

/// Why a search or a counting job ended early.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum StopReason {
    /// The time limit.
    Time,
    /// The limit on visits.
    Visits,
    /// The limit on solutions.
    Solutions,
    /// The limit on memory.
    Memory,
    /// It was asked to stop.
    Stopped,
    /// The probe asked to stop.
    Enough,
    /// The algorithm does not look for all solutions.
    Incomplete,
    /// The solver could not finish, for example because of rounding errors.
    GaveUp,
    /// The limit on units of a counting job.
    Units,
    /// The job is paused.
    Paused,
    /// This share of the units is counted; the others are elsewhere.
    ShareDone,
    /// Nobody has finished the job yet.
    Unfinished,
}

impl fmt::Display for StopReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            StopReason::Time => "the time limit was reached",
            StopReason::Visits => "the limit on visits was reached",
            StopReason::Solutions => "the limit on solutions was reached",
            StopReason::Memory => "it would take more memory than the limit",
            StopReason::Stopped => "it was stopped",
            StopReason::Enough => "no more was asked for",
            StopReason::Incomplete => "the algorithm does not look for all of them",
            StopReason::GaveUp => "the solver gave up, so nothing more is proven",
            StopReason::Units => "the limit on units was reached",
            StopReason::Paused => "the job is paused",
            StopReason::ShareDone => "this share is done and the others are elsewhere",
            StopReason::Unfinished => "it is not finished yet",
        })
    }
}

/// Elementary work. What a test, a trial and a backtrack are is said by each algorithm's
/// [`Info`](crate::Info); a visit is always one queen placed (a queen moved is placed anew).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Work {
    /// Queens placed.
    pub visits: u64,
    /// Safety tests made.
    pub tests: u64,
    /// Candidates tried.
    pub trials: u64,
    /// Times the search went back.
    pub backtracks: u64,
    /// Times a randomised search started again.
    pub restarts: u64,
}

/// The result of a run of an algorithm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchResult {
    /// What was found.
    pub outcome: Outcome,
    /// What it took.
    pub work: Work,
    /// How long it took.
    pub elapsed: Duration,
}
