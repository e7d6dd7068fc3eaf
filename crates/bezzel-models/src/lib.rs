//! The n-queens problem for solvers: one neutral [`Model`] that every format and solver uses.
//!
//! ```
//! use bezzel_board::Problem;
//! use bezzel_models::{Model, Need};
//!
//! let model = Model::new(Problem::queens(4)).unwrap();
//! assert_eq!(model.variables(), 16);
//! let rows = model.groups().filter(|group| group.need == Need::ExactlyOne).count();
//! assert_eq!(rows, 8); // four rows and four columns
//! ```

mod cnf;
mod colouring;
mod definitions;
mod error;
mod extreme;
mod formats;
#[cfg(unix)]
pub mod judge;
pub mod lrat;
mod model;
pub mod solve;

pub use cnf::{Clauses, Cnf, CnfSize, Encoding};
pub use colouring::{ColourTable, Colouring};
pub use definitions::{DEFINITIONS, Definition, EVERY_SET, Faults, MOST_QUEENS, Reading, Relation};
pub use error::ModelError;
pub use extreme::{Asked, Extreme};
pub use formats::{FORMATS, Format, FormatOption, GraphKind, Options, ReadError, SolverAnswer};
pub use model::{Group, Model, Need, Variable};

/// The example of the README, which is compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
