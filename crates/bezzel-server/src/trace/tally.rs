//! What was counted up to a step, so that counters are right wherever one looks.

use bezzel_search::Step;
use serde::Serialize;
use utoipa::ToSchema;

/// Steps of each sort so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct Tally {
    /// Queens placed: a queen that moves is placed anew, and a swap moves two.
    visits: u64,
    /// Queens taken back.
    removes: u32,
    /// Squares refused.
    rejects: u32,
    /// Rows or columns without a square.
    dead_ends: u32,
    /// Solutions.
    solutions: u32,
    /// Solutions that are images of others.
    discards: u32,
    /// Starts from the beginning.
    restarts: u32,
    /// Rows that exchanged their columns.
    swaps: u32,
}

impl Tally {
    /// One step more.
    pub fn count(&mut self, step: &Step<'_>) {
        self.visits += step.queens_placed();
        match step {
            Step::Remove(_) => self.removes += 1,
            Step::Reject(..) => self.rejects += 1,
            Step::DeadEnd(_) => self.dead_ends += 1,
            Step::Solution => self.solutions += 1,
            Step::Discard(_) => self.discards += 1,
            Step::Restart(_) => self.restarts += 1,
            Step::Swap(..) => self.swaps += 1,
            _ => {}
        }
    }
}
