//! Everything that can go wrong with a job, each with the next step.

use crate::Part;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why a job or its ledger cannot be used.
#[derive(Debug, Error)]
pub enum JobError {
    /// There is no such file.
    #[error("there is no ledger {}; start a job to make one", file.display())]
    Missing {
        /// The file asked for.
        file: PathBuf,
    },
    /// A new ledger would overwrite a file.
    #[error("{} already exists; run or resume it, or choose another name", file.display())]
    Exists {
        /// The file in the way.
        file: PathBuf,
    },
    /// The folder of a new ledger does not exist.
    #[error("there is no folder {}; make it first, or choose another", folder.display())]
    NoFolder {
        /// The folder.
        folder: PathBuf,
    },
    /// The file or its folder cannot be written.
    #[error(
        "cannot write {}: {why}; the ledger and its folder must both be writable",
        file.display()
    )]
    NotWritable {
        /// The ledger.
        file: PathBuf,
        /// What the system said.
        why: String,
    },
    /// The file is something else.
    #[error("{} is not a ledger of this program; choose another file", file.display())]
    NotALedger {
        /// The file.
        file: PathBuf,
    },
    /// The ledger comes from a newer program.
    #[error(
        "{} has ledger format {found}; this program knows up to {known}; use a newer one",
        file.display()
    )]
    NewerFormat {
        /// The ledger.
        file: PathBuf,
        /// Its format.
        found: i64,
        /// The newest format known here.
        known: i64,
    },
    /// The file as a whole is damaged.
    #[error(
        "{} is damaged ({what}); use a copy of it, salvage its sound rows into a new ledger, \
         or start the job again",
        file.display()
    )]
    Damaged {
        /// The ledger.
        file: PathBuf,
        /// What does not fit.
        what: String,
    },
    /// Neither the list of units nor what it could be made from is sound.
    #[error(
        "{}: nothing can be salvaged, its header is damaged or of another program's plan; start the \
         job again",
        file.display()
    )]
    Hopeless {
        /// The ledger.
        file: PathBuf,
    },
    /// One row is damaged.
    #[error(
        "{}: row {row} of {table} (unit {unit}) is damaged: {what}; use a copy of the ledger, \
         or salvage the sound rows into a new one",
        file.display()
    )]
    DamagedRow {
        /// The ledger.
        file: PathBuf,
        /// The table the row is in.
        table: &'static str,
        /// The row's number.
        row: i64,
        /// The unit it says it belongs to.
        unit: i64,
        /// What does not fit.
        what: String,
    },
    /// The ledger belongs to another job.
    #[error(
        "{} belongs to another plan: {theirs}; this one is {ours}; choose another file",
        file.display()
    )]
    OtherPlan {
        /// The ledger.
        file: PathBuf,
        /// Problem, engine and digest in the ledger.
        theirs: String,
        /// Problem, engine and digest asked for.
        ours: String,
    },
    /// Two counts of one unit differ, here and now.
    #[error(
        "unit {unit} ({label}) was counted as {recorded} before and as {counted} now; \
         one of them is wrong: discard the unit and count it again on a sound machine"
    )]
    Disagreement {
        /// The unit.
        unit: usize,
        /// Its label.
        label: String,
        /// The subtotal in the ledger.
        recorded: u128,
        /// The other subtotal.
        counted: u128,
    },
    /// The ledger remembers a recount that differs.
    #[error(
        "unit {unit} ({label}) is disputed: recorded as {recorded}, recounted as {recount}; \
         discard the unit to count it again"
    )]
    Disputed {
        /// The unit.
        unit: usize,
        /// Its label.
        label: String,
        /// The subtotal in the ledger.
        recorded: u128,
        /// What a recount gave.
        recount: u128,
    },
    /// Two ledgers disagree on a unit.
    #[error(
        "unit {unit} ({label}) is {first} in {} but {second} in {}; nothing was merged: \
         verify both ledgers and discard the wrong one's unit",
        first_file.display(), second_file.display()
    )]
    MergeConflict {
        /// The unit.
        unit: usize,
        /// Its label.
        label: String,
        /// Its subtotal in the first file.
        first: u128,
        /// The first file.
        first_file: PathBuf,
        /// Its subtotal in the second file.
        second: u128,
        /// The second file.
        second_file: PathBuf,
    },
    /// Nothing to merge.
    #[error("there is nothing to merge; name at least one ledger")]
    NothingToMerge,
    /// The unit is not in the plan.
    #[error(
        "the plan of {units} units has no unit {unit}{}; units go from 0 to {}",
        if label.is_empty() { String::new() } else { format!(" ({label})") },
        units.saturating_sub(1)
    )]
    NoSuchUnit {
        /// The unit asked for.
        unit: usize,
        /// Its label, where one was given.
        label: String,
        /// Number of units.
        units: usize,
    },
    /// The unit has no result yet.
    #[error("unit {unit} has no result in this ledger; run the job first")]
    NotCounted {
        /// The unit.
        unit: usize,
    },
    /// A part that does not exist.
    #[error("there is no part {text:?}; write r/m with 1 <= r <= m, such as 2/7")]
    BadPart {
        /// What was asked for.
        text: String,
    },
    /// The ledger holds another part than the one asked for.
    #[error(
        "{} is for part {has} of the job, not {asked}; choose that part or another ledger",
        file.display()
    )]
    OtherPart {
        /// The ledger.
        file: PathBuf,
        /// Its part.
        has: Part,
        /// The part asked for.
        asked: Part,
    },
    /// No threads to work with.
    #[error("a run needs at least one thread")]
    NoThreads,
    /// The subtotals do not make a total.
    #[error(
        "the subtotals add up to {sum}, which is not a multiple of {divisor}: \
         some subtotal is wrong; verify the ledger"
    )]
    NotDivisible {
        /// Sum of all subtotals.
        sum: u128,
        /// The plan's divisor.
        divisor: u128,
    },
    /// A subtotal larger than the board can have.
    #[error(
        "unit {unit} ({label}) gave {subtotal}, more than the whole board can have; \
         this is a fault of the engine: report it"
    )]
    Impossible {
        /// The unit.
        unit: usize,
        /// Its label.
        label: String,
        /// What the engine said.
        subtotal: u128,
    },
    /// The engine broke down on a unit.
    #[error("the engine failed on unit {unit} ({label}): {message}; all finished units are kept")]
    UnitFailed {
        /// The unit.
        unit: usize,
        /// Its label.
        label: String,
        /// What the engine said.
        message: String,
    },
    /// Another process holds the ledger for too long.
    #[error("{} is held by another program; try again when it is done", file.display())]
    Busy {
        /// The ledger.
        file: PathBuf,
    },
    /// The disk is full.
    #[error("no space left for {}; free some and resume: nothing is lost", file.display())]
    DiskFull {
        /// The ledger.
        file: PathBuf,
    },
    /// A line of an export cannot be read back.
    #[error("line {line} of the export does not fit: {what}; export the ledger again")]
    BadExport {
        /// The line, from 1.
        line: usize,
        /// What does not fit.
        what: String,
    },
    /// An export cannot be written or read.
    #[error("cannot write or read the export: {0}; check the file and its folder")]
    Stream(#[from] std::io::Error),
    /// Anything else the database says.
    #[error("{}: {source}; check the disk, then try again", file.display())]
    Database {
        /// The ledger.
        file: PathBuf,
        /// What the database said.
        source: rusqlite::Error,
    },
}

/// Says in our words what SQLite said about this file.
pub(crate) fn explain(file: &Path, source: rusqlite::Error) -> JobError {
    use rusqlite::ErrorCode as Code;
    let file = file.to_path_buf();
    match source.sqlite_error_code() {
        Some(Code::NotADatabase) => JobError::NotALedger { file },
        Some(Code::DatabaseBusy | Code::DatabaseLocked) => JobError::Busy { file },
        Some(Code::DiskFull) => JobError::DiskFull { file },
        Some(Code::ReadOnly | Code::CannotOpen | Code::PermissionDenied) => {
            JobError::NotWritable { file, why: source.to_string() }
        }
        Some(Code::DatabaseCorrupt) => JobError::Damaged { file, what: source.to_string() },
        _ => JobError::Database { file, source },
    }
}
