//! What has been counted up to one moment of a trace.

use super::kind::StepKind;
use bezzel_search::Step;
use serde::{Deserialize, Serialize};

/// Steps so far, by kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct StepCounts {
    /// Queens placed; a move counts as a placement.
    pub visits: u64,
    /// Queens taken back.
    pub removes: u64,
    /// Squares rejected.
    pub rejects: u64,
    /// Dead ends.
    pub dead_ends: u64,
    /// Solutions.
    pub solutions: u64,
    /// Solutions left out because another of their class is reported.
    pub discards: u64,
    /// Starts from the beginning.
    pub restarts: u64,
    /// Swaps of two queens.
    pub swaps: u64,
}

impl StepCounts {
    /// One more step.
    pub(super) fn add(&mut self, step: &Step<'_>) {
        self.visits += step.queens_placed();
        let times = match step {
            Step::Remove(_) => &mut self.removes,
            Step::Reject(..) => &mut self.rejects,
            step if StepKind::of(step) == StepKind::DeadEnd => &mut self.dead_ends,
            Step::Solution => &mut self.solutions,
            Step::Discard(_) => &mut self.discards,
            Step::Restart(_) => &mut self.restarts,
            Step::Swap(..) => &mut self.swaps,
            _ => return,
        };
        *times += 1;
    }
}
