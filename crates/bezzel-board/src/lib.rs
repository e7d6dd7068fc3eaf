//! The vocabulary and rules of the N-Queens problem: sizes, squares, lines, placements, problems,
//! symmetries and notations.
//!
//! Nothing here searches, prints, reads files or starts threads. A [`Problem`] is the description
//! that every other crate uses.
//!
//! ```
//! use bezzel_board::{Placement, Problem, Size};
//!
//! let problem = Problem::queens(4);
//! let placement = Placement::from_columns(&[1, 3, 0, 2]);
//! assert!(problem.is_solution(&placement));
//! // . Q . .
//! // . . . Q
//! // Q . . .
//! // . . Q .
//! # assert_eq!(problem.size(), Size::square(4).unwrap());
//! ```

mod direction;
mod error;
mod excluded;
mod instead;
mod json;
mod line;
mod lines;
mod motion;
mod notation;
mod placement;
mod problem;
mod refused;
mod regions;
mod rule;
mod size;
mod square;
mod stack;
mod stop;
mod storage;
mod symmetry;
mod topology;

pub use error::{BoardError, NotationError};
pub use excluded::Excluded;
pub use instead::{Explain, Instead};
pub use line::Line;
pub use motion::Motion;
pub use notation::Notation;
pub use placement::Placement;
pub use problem::{Conflict, Problem};
pub use refused::Refused;
pub use regions::Regions;
pub use rule::Rule;
pub use size::Size;
pub use square::Square;
pub use stack::{Stack, StackFault};
pub use stop::Stop;
pub use storage::{Access, Reading};
pub use symmetry::Symmetry;
pub use topology::Topology;

/// The example of the README, which is compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
