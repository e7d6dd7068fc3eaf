//! Stacks by exact cover: one, all, their number, symmetric ones, and the maximum number of
//! disjoint solutions.
//!
//! A stack is a choice of n solutions that cover every square once. Only solutions that have a
//! queen on both main diagonals can be floors: the L squares of a diagonal of length L lie on L
//! different floors, so it is missed by exactly n − L of them, and the two longest by none.
//!
//! ```text
//!   n                    8     9    10     11      12      13
//!   solutions           92   352   724   2680   14200   73712
//!   of them floors      48   232   544   1744    9440   52008
//!   through a corner     4    26    56     72     450    2338
//! ```
//!
//! - `cover`: squares as bits, the square with the fewest tiles first; `corners`: the four corner
//!   floors before that.
//! - [`StacksEngine`]: units by the floor through a corner, up to symmetry; for one, all, a count.
//! - [`symmetric`]: stacks that a symmetry of the board leaves unchanged, by covering with orbits
//!   of floors.
//! - `turned`: stacks of odd sides that the half-turn leaves unchanged, by covering half of the board.
//! - `quarters`: stacks that both reflections leave unchanged, floor by floor at random.
//! - [`disjoint()`]: the largest number of solutions no two of which share a square, or as many as asked.
//! - `torus`: partitions of the torus into solutions of the torus.
//! - [`construct`]: stacks without search, by lines on the torus and by composition.

pub mod construct;
mod corners;
mod count;
mod cover;
pub mod disjoint;
mod engine;
mod existence;
mod floors;
mod one;
mod quarters;
mod recount;
pub mod symmetric;
mod torus;
mod turned;

pub use count::{StackCount, all, count};
pub use disjoint::{Disjoint, disjoint, largest_disjoint};
pub use engine::{LARGEST, PreparedStacks, StacksEngine};
pub use existence::{Evidence, existence};
pub use one::{Found, LARGEST as LARGEST_SHOWN, StackError, Way, one};
pub use symmetric::Stopped;
pub use torus::{LARGEST_TORUS, all_on_torus};
