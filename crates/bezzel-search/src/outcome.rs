//! What a search found, and how much work it took.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::time::Duration;

/// The number of solutions: an exact total or a lower bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The search was complete: this is the total.
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
#[non_exhaustive]
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
    /// This share of the units is counted; the others are counted elsewhere.
    ShareDone,
    /// The job is not finished yet.
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
            StopReason::Enough => "no more were requested",
            StopReason::Incomplete => "the algorithm does not look for all of them",
            StopReason::GaveUp => "the solver could not finish, so nothing more is proven",
            StopReason::Units => "the limit on units was reached",
            StopReason::Paused => "the job is paused",
            StopReason::ShareDone => "this share is done; the others are counted elsewhere",
            StopReason::Unfinished => "it is not finished yet",
        })
    }
}

/// Elementary work. Each algorithm defines its tests, trials and backtracks in its
/// [`Info`](crate::Info); a visit is always one queen placed (moving a queen counts as placing it).
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
