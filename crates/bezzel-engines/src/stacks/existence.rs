//! Whether "a stack exists if there are at least n solutions" (Chakiat et al., section 5) holds.

use super::count;
use super::disjoint::largest_disjoint;
use super::floors;
use bezzel_board::Stop;
use std::ops::RangeInclusive;

/// The facts about stacks of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Evidence {
    /// The side.
    pub n: u32,
    /// Solutions on one board.
    pub solutions: u64,
    /// Stacks, unordered.
    pub stacks: u128,
    /// The maximum number of solutions that share no square; n exactly when there is a stack.
    pub disjoint: u32,
}

impl Evidence {
    /// Whether the paper's rule holds for this side.
    #[must_use]
    pub fn agrees(&self) -> bool {
        (self.solutions >= u64::from(self.n)) == (self.stacks > 0)
    }
}

/// Recomputes everything for these sides, which go up to 11 (a fraction of a second each).
#[must_use]
pub fn existence(sides: RangeInclusive<u32>) -> Vec<Evidence> {
    let never = Stop::new();
    sides
        .map(|n| {
            let stacks = count(n).expect("a plain board of a small side").unordered;
            let disjoint = largest_disjoint(n, &never).expect("it is not stopped");
            let disjoint = disjoint.solutions.len() as u32;
            let solutions = floors::solutions(n, &never).expect("it is not stopped").len() as u64;
            Evidence { n, solutions, stacks, disjoint }
        })
        .collect()
}
