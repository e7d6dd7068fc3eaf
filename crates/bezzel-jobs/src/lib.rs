//! Counting jobs with a ledger that survives crashes.
//!
//! A job is an engine's [`Plan`](bezzel_engines::Plan): a list of units whose subtotals add up to
//! the total. [`run`] counts the missing units on all workers and splits those that are too large
//! for one; a [`Ledger`] keeps each result, so that a job can be killed, resumed, split over
//! machines, merged and verified. Nothing here prints, reads arguments or installs signal handlers.
//!
//! ```
//! use bezzel_board::{Problem, Stop};
//! use bezzel_engines::{Engine, Enumerate, SimdLevel};
//! use bezzel_jobs::{Ledger, RunOptions, VerifyOptions, processors, run, verify};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let folder = tempfile::tempdir()?;
//! # let file = folder.path().join("8.ledger");
//! let prepared = Enumerate.prepare(&Problem::queens(8), &Stop::new())?;
//! let hire = || processors(&prepared, 2, SimdLevel::best());
//!
//! let mut ledger = Ledger::open_or_create(&file, prepared.plan(), &Stop::new())?;
//! let result = run(&prepared, &hire, Some(&mut ledger), &RunOptions::default(), &mut |progress| {
//!     let _bar = (progress.fraction(), progress.eta);
//! })?;
//! assert_eq!(result.outcome.total(), Some(92));
//! assert_eq!(result.provenance.results_resumed, 0);
//!
//! let found = verify(&prepared, &hire, &mut ledger, &VerifyOptions::default(), &mut |_| {})?;
//! assert!(found.confirms());
//! # Ok(())
//! # }
//! ```
//!
//! # The file
//!
//! One SQLite database, readable with any SQLite tool: application id "Bezl", user version =
//! format (2).
//!
//! | table | holds |
//! |---|---|
//! | `job` | one row: problem (JSON), engine, its revision, what it counts, divisor, number of units, plan digest, share, program version, time of creation, checksum |
//! | `units` | the whole plan: the label of each unit, in order |
//! | `splits` | every unit that was split: its label, the labels of its parts (JSON), program version, time, checksum |
//! | `results` | one row per finished unit or part: label, subtotal (text), program version, engine revision, device, host, microseconds, processor microseconds, attempt, time, checksum |
//! | `checks` | every recount: label, recorded and recounted subtotal, method, the sample's seed, program version, device, host, microseconds, time, checksum |
//! | `discarded` | how many results of a unit were discarded |
//! | `state` | whether the job is paused; how often results were discarded |
//!
//! The plan digest is SHA-256 over engine, revision, problem, divisor and all labels in order; each
//! row's checksum is SHA-256 over the digest and the row's content, so that a row fits one plan
//! only. What units cost is not in the file: it is an estimate of the program that reads it.
//!
//! # Guarantees
//!
//! - **A result reported is a result kept.** `run` calls `progress` after the commit, and a commit
//!   returns after the disk has it (rollback journal, `synchronous = EXTRA`; `schema.rs` says why).
//!   A kill or a power cut at any time loses only unfinished units: those being counted, or in the
//!   current commit.
//! - **Nothing is counted twice.** A unit has one row. Runs of several processes may share a
//!   ledger: each reads the others' rows under the write lock before it adds its own. A second
//!   result for a unit must agree; if not, both numbers are kept as a dispute.
//! - **Damaged ledgers are refused.** Opening checks tables, pages, digest, every checksum and
//!   label and the size of each subtotal. [`salvage`] saves the valid rows.
//! - **Only checked totals are shown.** One function, in [`trust`], decides what may be shown as a
//!   total.
//!
//! SQLite's locks need a local disk or a network file system with working locks; otherwise
//! [split](Ledger::split) the job and [`merge`] the ledgers. While a process is dead in the
//! middle of a commit, `FILE-journal` belongs to the ledger: open it once before copying it.

mod bounds;
mod digest;
mod disk;
mod error;
mod export;
mod header;
mod instead;
mod known;
mod ledger;
mod list;
mod lister;
mod merge;
mod names;
mod outcome;
mod record;
mod rows;
mod run;
mod salvage;
mod sample;
mod schema;
mod seen;
mod share;
mod status;
mod subtotals;
pub mod trust;
mod verify;
mod write;

pub use digest::plan_digest;
pub use disk::{Disk, Entry, Links, Place, RealDisk};
pub use error::JobError;
pub use header::Header;
pub use ledger::Ledger;
pub use list::list;
pub use merge::{Merged, merge};
pub use names::{printable, shown};
pub use outcome::{JobOutcome, JobResult, Provenance};
pub use record::{Check, PROGRAM, Row, Split, host_name};
pub use run::{Hire, Progress, RunOptions, Trouble, panicked, processor_time, processors, run};
pub use salvage::{Salvaged, salvage};
pub use share::Share;
pub use status::{Status, UnitStatus};
pub use trust::Alarm;
pub use verify::{Coverage, Mismatch, Verification, VerifyOptions, verify};
