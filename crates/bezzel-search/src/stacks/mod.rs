//! Algorithms that build stacks, in a registry of their own: what they find is no placement.
//!
//! They are written, watched, limited and replayed like all others. A solution they report is the
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
