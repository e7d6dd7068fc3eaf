//! Everything that can go wrong with a job, each with what to do next.

use crate::names::{printable, shown};
use crate::{Share, trust::Alarm};
use bezzel_engines::{EngineError, Subtotal};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why a job or its ledger cannot be used.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum JobError {
    /// There is no such file.
    #[error("there is no ledger {}", shown(file))]
    Missing {
        /// The file asked for.
        file: PathBuf,
    },
    /// A new ledger would overwrite a file.
    #[error("{} already exists", shown(file))]
    Exists {
        /// The file in the way.
        file: PathBuf,
    },
    /// The folder of a new ledger does not exist.
    #[error("there is no folder {}", shown(folder))]
    NoFolder {
        /// The folder.
        folder: PathBuf,
    },
    /// The file or its folder cannot be written.
    #[error("cannot write {}: {why}", shown(file))]
    NotWritable {
        /// The ledger.
        file: PathBuf,
        /// What the system said.
        why: String,
    },
    /// The file is something else.
    #[error("{} is not a ledger of this program{}", shown(file), because(why))]
    NotALedger {
        /// The file.
        file: PathBuf,
        /// How this was recognised, if that is worth saying.
        why: String,
    },
    /// The ledger comes from a newer program.
    #[error("{} has ledger format {found}, this program reads up to {known}", shown(file))]
    NewerFormat {
        /// The ledger.
        file: PathBuf,
        /// Its format.
        found: i64,
        /// The newest format this program reads.
        known: i64,
    },
    /// The ledger comes from an older program with different units.
    #[error("{} was made by {}, and this program has different units", shown(file), printable(by))]
    OlderFormat {
        /// The ledger.
        file: PathBuf,
        /// The program that made it, and how far it got.
        by: String,
    },
    /// The file as a whole is damaged.
    #[error("{} is damaged ({})", shown(file), printable(what))]
    Damaged {
        /// The ledger.
        file: PathBuf,
        /// What is wrong.
        what: String,
    },
    /// Neither the list of units nor the header it could be rebuilt from is valid.
    #[error(
        "{}: nothing can be salvaged, its header is damaged or its plan is from another program",
        shown(file)
    )]
    BeyondSalvage {
        /// The ledger.
        file: PathBuf,
    },
    /// One row is damaged.
    #[error(
        "{}: row {row} of {table} (unit {}) is damaged: {}",
        shown(file),
        printable(label),
        printable(what)
    )]
    DamagedRow {
        /// The ledger.
        file: PathBuf,
        /// The table the row is in.
        table: &'static str,
        /// The row's number.
        row: i64,
        /// The unit it claims to belong to.
        label: String,
        /// What is wrong.
        what: String,
    },
    /// The ledger belongs to another job.
    #[error("{} belongs to another plan: {} (this one is {ours})", shown(file), printable(theirs))]
    OtherPlan {
        /// The ledger.
        file: PathBuf,
        /// Problem, engine and digest in the ledger.
        theirs: String,
        /// Problem, engine and digest asked for.
        ours: String,
    },
    /// No engine of this program produces the ledger's plan.
    #[error(
        "{}: the plan of this ledger, {}, is unknown to this program ({}), so its subtotals \
         prove nothing",
        shown(file),
        printable(plan),
        printable(why)
    )]
    UnknownPlan {
        /// The ledger.
        file: PathBuf,
        /// Problem, engine and digest in the ledger.
        plan: String,
        /// Why there is no such plan.
        why: String,
    },
    /// A verification by listing, of an engine that has no third count.
    #[error("engine {engine} has no third count that lists solutions")]
    NoThirdCount {
        /// The engine.
        engine: &'static str,
    },
    /// Planning, reading or writing a ledger was stopped; nothing was changed.
    #[error("it was stopped before anything was written")]
    Stopped,
    /// No engine can plan this.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The subtotals cannot be right.
    #[error(transparent)]
    Alarm(#[from] Alarm),
    /// Two ledgers disagree on a unit.
    #[error(
        "unit {} is {first} in {} but {second} in {}, so nothing was merged",
        printable(label),
        shown(first_file),
        shown(second_file)
    )]
    MergeConflict {
        /// The unit.
        label: String,
        /// Its subtotal in the first file.
        first: Box<Subtotal>,
        /// The first file.
        first_file: PathBuf,
        /// Its subtotal in the second file.
        second: Box<Subtotal>,
        /// The second file.
        second_file: PathBuf,
    },
    /// Nothing to merge.
    #[error("there is nothing to merge")]
    NothingToMerge,
    /// The unit is not in the ledger.
    #[error("the ledger has no unit {:?}", printable(label))]
    NoSuchUnit {
        /// The unit asked for.
        label: String,
    },
    /// The unit has no result yet.
    #[error("unit {} has no result in this ledger", printable(label))]
    NotCounted {
        /// The unit.
        label: String,
    },
    /// Nothing to verify.
    #[error("{} has no counted unit to verify", shown(file))]
    NothingCounted {
        /// The ledger.
        file: PathBuf,
    },
    /// Everything was counted in the way that the workers recount.
    #[error("{} has no unit for {by} to check: all were counted in that way", shown(file))]
    NotIndependent {
        /// The ledger.
        file: PathBuf,
        /// How the workers recount.
        by: String,
    },
    /// A share that does not exist.
    #[error("there is no share {:?}", printable(text))]
    BadShare {
        /// What was asked for.
        text: String,
    },
    /// The ledger holds a different share from the one asked for.
    #[error("{} is for share {has} of the job, not {asked}", shown(file))]
    OtherShare {
        /// The ledger.
        file: PathBuf,
        /// Its share.
        has: Share,
        /// The share asked for.
        asked: Share,
    },
    /// There are no workers.
    #[error("a run needs at least one worker")]
    NoWorkers,
    /// No worker could count these units.
    #[error(
        "{units} units could not be counted, first {} on {}: {}",
        printable(label),
        printable(device),
        printable(why)
    )]
    UnitsFailed {
        /// How many.
        units: usize,
        /// The first of them.
        label: String,
        /// What it was tried on.
        device: String,
        /// What the worker said.
        why: String,
    },
    /// Another process holds the ledger for too long.
    #[error("{} is held by another program", shown(file))]
    Busy {
        /// The ledger.
        file: PathBuf,
    },
    /// The disk is full.
    #[error("no space is left for {}", shown(file))]
    DiskFull {
        /// The ledger.
        file: PathBuf,
    },
    /// A line of an export cannot be read back.
    #[error("line {line} of the export is wrong: {}", printable(what))]
    BadExport {
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        what: String,
    },
    /// An export cannot be written or read.
    #[error("cannot write or read the export: {0}")]
    Stream(#[from] std::io::Error),
    /// Any other error of the database.
    #[error("{}: {source}", shown(file))]
    Database {
        /// The ledger.
        file: PathBuf,
        /// The database's error.
        source: rusqlite::Error,
    },
}

fn because(why: &str) -> String {
    if why.is_empty() { String::new() } else { format!(" ({})", printable(why)) }
}

/// Translates an error of SQLite about this file.
pub(crate) fn explain(file: &Path, source: rusqlite::Error) -> JobError {
    use rusqlite::ErrorCode as Code;
    let file = file.to_path_buf();
    match source.sqlite_error_code() {
        Some(Code::NotADatabase) => JobError::NotALedger { file, why: String::new() },
        Some(Code::DatabaseBusy | Code::DatabaseLocked) => JobError::Busy { file },
        Some(Code::DiskFull) => JobError::DiskFull { file },
        Some(Code::ReadOnly | Code::CannotOpen | Code::PermissionDenied) => {
            JobError::NotWritable { file, why: source.to_string() }
        }
        Some(Code::DatabaseCorrupt) => JobError::Damaged { file, what: source.to_string() },
        _ => JobError::Database { file, source },
    }
}

/// An error while reading what this program wrote: unless the disk fails or the file is merely out
/// of reach, it is damaged.
pub(crate) fn unreadable(file: &Path, source: rusqlite::Error) -> JobError {
    if source.sqlite_error_code() == Some(rusqlite::ErrorCode::SystemIoFailure) {
        return explain(file, source);
    }
    match explain(file, source) {
        JobError::Database { file, source } => JobError::Damaged { file, what: source.to_string() },
        other => other,
    }
}

/// Translates an error of the file system about this file.
pub(crate) fn refused(file: &Path, error: &std::io::Error) -> JobError {
    JobError::NotWritable { file: file.to_path_buf(), why: error.to_string() }
}
