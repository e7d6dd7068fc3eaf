//! Solutions of any size without search, in constant memory.
//!
//! A [`Construction`] gives its solution as a few [`Runs`] of queens in arithmetic progression.
//! Everything else works on the runs without ever holding n numbers: [`write`](write()) streams
//! them out, [`prove`] shows that they are a solution in a time that does not depend on n, and
//! [`Check`] verifies any permutation read from a stream.
//!
//! ```
//! use bezzel_search::construct::{self, Format};
//! use bezzel_search::{Settings, algorithms};
//!
//! let pauls = algorithms::find("pauls").unwrap();
//! let runs = pauls.construct(1_000_000_000, &Settings::default()).unwrap().unwrap();
//! assert_eq!(runs.list().len(), 2);
//! assert_eq!(construct::prove(&runs, 1_000_000_000), Ok(()));
//!
//! let mut text = Vec::new();
//! let eight = pauls.construct(8, &Settings::default()).unwrap().unwrap();
//! construct::write(&eight, Format::Commas, &mut text).unwrap();
//! assert_eq!(text, b"3,5,7,1,6,0,2,4\n");
//! ```

mod check;
mod construction;
mod domain;
mod fault;
mod proof;
mod read;
mod run;
mod write;

pub use check::{Check, CheckError, CheckResult, Method, bitmap_bytes};
pub use construction::{BOARDS, Construction};
pub use domain::domain;
pub use fault::{Along, Fault};
pub use proof::prove;
pub use read::{Columns, ReadError};
pub use run::{MOST_QUEENS, Run, Runs};
pub use write::{Format, write};
