//! Counting jobs with a ledger that survives anything.
//!
//! A job is an engine's [`Plan`](bezzel_engines::Plan): a list of units whose subtotals add up to
//! the total. [`run`] counts the missing units on all threads; a [`Ledger`] keeps each result, so
//! that a job can be killed, resumed, split over machines, merged and verified. Nothing here
//! prints, reads arguments or installs signal handlers.
//!
//! ```
//! use bezzel_board::{Problem, Stop};
//! use bezzel_engines::{Engine, Enumerate};
//! use bezzel_jobs::{Ledger, Outcome, RunOptions, VerifyOptions, run, verify};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let folder = tempfile::tempdir()?;
//! # let file = folder.path().join("8.ledger");
//! let prepared = Enumerate.prepare(&Problem::queens(8), &Stop::new())?;
//!
//! let mut ledger = Ledger::open_or_create(&file, prepared.plan())?;
//! let options = RunOptions { threads: 2, ..RunOptions::default() };
//! let report = run(&prepared, Some(&mut ledger), &options, &mut |progress| {
//!     let _bar = (progress.fraction(), progress.eta);
//! })?;
//! assert_eq!(report.outcome, Outcome::Exact { total: 92 });
//! assert_eq!(report.provenance.units_now, 4);
//!
//! let found = verify(&prepared, &mut ledger, &VerifyOptions::default(), &mut |_| {})?;
//! assert!(found.confirms());
//! # Ok(())
//! # }
//! ```
//!
//! # The file
//!
//! One SQLite database, readable with any SQLite tool: application id "Bezl", user version =
//! format (1).
//!
//! | table | holds |
//! |---|---|
//! | `job` | one row: problem (JSON), engine, divisor, number of units, plan digest, part, program version, time of creation, checksum |
//! | `units` | the whole plan: index, label, expected cost, attempts discarded |
//! | `results` | one row per finished unit: index, label, subtotal (decimal text), engine, SIMD level, microseconds, host, attempt, time, checksum |
//! | `checks` | every recount: unit, recorded and recounted subtotal, the sample's seed, microseconds, host, time, checksum |
//! | `state` | whether the job is paused; how many rows were ever discarded |
//!
//! The plan digest is SHA-256 over engine, problem, divisor and all labels in order; each row's
//! checksum is SHA-256 over the digest and the row's content, so that a row fits one plan only.
//! Because the ledger carries its plan, only running and verifying need an engine.
//!
//! # What is promised
//!
//! - **A result reported is a result kept.** `run` calls `progress` after the commit, and a commit
//!   returns after the disk has it (rollback journal, `synchronous = EXTRA`; `schema.rs` says why).
//!   A kill or a power cut at any instant loses only units in flight: being counted, or in the
//!   commit under way.
//! - **Nothing is counted twice.** A unit has one row. Runs of several processes may share a
//!   ledger: each looks at the others' rows under the write lock before it adds its own. A second
//!   result for a unit must agree; if not, both numbers are kept as a dispute.
//! - **Damage is refused, not averaged.** Opening checks pages, digest, every checksum, index,
//!   label and the size of the sum. [`salvage`] saves the sound rows.
//! - **No answer that is not one.** [`Outcome::Exact`] needs every unit, a sum that the divisor
//!   divides and no dispute. Everything else is [`Outcome::AtLeast`] or an error.
//!
//! SQLite's locks need a local disk or a network file system with working locks; otherwise
//! [split](Ledger::split) the job and [`merge`] the ledgers. While a process is dead in the
//! middle of a commit, `FILE-journal` belongs to the ledger: open it once before copying it.

mod digest;
mod error;
mod export;
mod job;
mod ledger;
mod list;
mod merge;
mod outcome;
mod part;
mod pool;
mod progress;
mod record;
mod rows;
mod run;
mod salvage;
mod sample;
mod schema;
mod seen;
mod spectra;
mod status;
mod tally;
mod verify;
mod write;

pub use digest::plan_digest;
pub use error::JobError;
pub use job::Header;
pub use ledger::Ledger;
pub use list::list;
pub use merge::{Merged, merge};
pub use outcome::{Outcome, Provenance, Report, StopReason};
pub use part::Part;
pub use progress::Progress;
pub use record::{Check, Row};
pub use rows::Recorded;
pub use run::{RunOptions, run};
pub use salvage::{Salvaged, salvage};
pub use spectra::{SpectrumLedger, run_transform};
pub use status::Status;
pub use verify::{Mismatch, Verification, VerifyOptions, verify};
