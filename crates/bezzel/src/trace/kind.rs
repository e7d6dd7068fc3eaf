//! The kind of a step in one byte: enough to find steps and to draw a timeline.

use bezzel_search::{Production, Stacking, Step};
use serde::Deserialize;

/// The kind of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
#[repr(u8)]
#[non_exhaustive]
pub enum StepKind {
    /// A queen, or a floor, is placed.
    Place,
    /// A queen, or a floor, is taken back.
    Backtrack,
    /// A candidate is rejected.
    Reject,
    /// Nothing fits any more. Nilsson's FAIL is not a dead end: it follows one, or every rule was
    /// tried.
    DeadEnd,
    /// A solution.
    Solution,
    /// A search restarts.
    Restart,
    /// Anything else; it cannot be searched for.
    #[serde(skip)]
    Other,
}

impl StepKind {
    pub(super) fn of(step: &Step<'_>) -> StepKind {
        match step {
            Step::Place(_)
            | Step::Move(..)
            | Step::Swap(..)
            | Step::Board(_)
            | Step::Stacking(Stacking::Put { .. }) => StepKind::Place,
            Step::Remove(_) | Step::Stacking(Stacking::TakeOff { .. }) => StepKind::Backtrack,
            Step::Reject(..) | Step::Discard(_) | Step::Stacking(Stacking::Above { .. }) => {
                StepKind::Reject
            }
            Step::DeadEnd(_) | Step::Production(Production::Deadend(true)) => StepKind::DeadEnd,
            Step::Solution => StepKind::Solution,
            Step::Restart(_) => StepKind::Restart,
            _ => StepKind::Other,
        }
    }
}
