//! What to do instead when a job or its ledger cannot be used.

use crate::JobError;
use crate::trust::Alarm;
use bezzel_board::{Explain, Instead};

impl Explain for JobError {
    fn instead(&self) -> Vec<Instead> {
        let advice = match self {
            JobError::Engine(error) => return error.instead(),
            JobError::Alarm(alarm) => return alarm.instead(),
            // The message itself says what it needs.
            JobError::NoWorkers => return Vec::new(),
            JobError::Missing { .. } => "start a job to make one",
            JobError::Exists { .. } => "run or resume it, or choose another name",
            JobError::NoFolder { .. } => "make it first, or choose another",
            JobError::NotWritable { .. } => "the ledger and its folder must both be writable",
            JobError::NotALedger { .. } | JobError::OtherPlan { .. } => "choose another file",
            JobError::NewerFormat { .. } => "use a newer program",
            JobError::OlderFormat { .. } => {
                "finish it with that program, or start the job again here"
            }
            JobError::Damaged { .. } => {
                "use a copy of it, salvage its valid rows into a new ledger, or start the job again"
            }
            JobError::BeyondSalvage { .. } => "start the job again",
            JobError::DamagedRow { .. } => {
                "use a copy of the ledger, or salvage the valid rows into a new one"
            }
            JobError::UnknownPlan { .. } => "use the program that made it",
            JobError::NoThirdCount { .. } => "verify with its second count",
            JobError::Stopped => "try again",
            JobError::MergeConflict { .. } => {
                "verify both ledgers and discard the wrong one's unit"
            }
            JobError::NothingToMerge => "name at least one ledger",
            JobError::NoSuchUnit { .. } => "its export lists them",
            JobError::NotCounted { .. } | JobError::NothingCounted { .. } => "run the job first",
            JobError::NotIndependent { .. } => "recount on the processor",
            JobError::BadShare { .. } => "write k/m with 1 <= k <= m, such as 2/7",
            JobError::OtherShare { .. } => "choose that share or another ledger",
            JobError::UnitsFailed { .. } => "run it again: all finished units are kept",
            JobError::Busy { .. } => "try again when it is done",
            JobError::DiskFull { .. } => "free some and resume: nothing is lost",
            JobError::BadExport { .. } => "export the ledger again",
            JobError::Stream(_) => "check the file and its folder",
            JobError::Database { .. } => "check the disk, then try again",
        };
        vec![Instead::advice(advice)]
    }
}

impl Explain for Alarm {
    fn instead(&self) -> Vec<Instead> {
        vec![Instead::advice(match self {
            Alarm::Disputed { .. } => "discard the unit and count it again on a reliable machine",
            Alarm::WrongSplit { .. } => "start the job again",
            Alarm::NotDivisible { .. }
            | Alarm::TooLarge
            | Alarm::Asymmetric(_)
            | Alarm::Contradicted { .. } => "verify the ledger",
        })]
    }
}
