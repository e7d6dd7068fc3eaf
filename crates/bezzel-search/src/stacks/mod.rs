//! Algorithms that build stacks, in a separate registry: their results are not placements.
//!
//! They are written, observed, limited and replayed like all others. A solution they report is the
//! level table, row by row: the floor of each square.

mod double_backtracking;

pub use double_backtracking::DoubleBacktracking;

use crate::Algorithm;

/// Every algorithm that builds stacks.
pub static ALL: &[&dyn Algorithm] = &[&DoubleBacktracking];

/// The algorithm with this id.
#[must_use]
pub fn find(id: &str) -> Option<&'static dyn Algorithm> {
    ALL.iter().find(|algorithm| algorithm.info().id == id).copied()
}
