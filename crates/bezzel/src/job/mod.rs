//! `job`: counts that outlive the program, one ledger each; a request and an answer for every verb.

mod answer;
mod elsewhere;
mod manage;
mod run;
mod units;
mod verify;

pub use answer::{JobAnswer, JobProvenance, JobState, JobUnits};
pub use elsewhere::{
    CountedUnit, CountedUnits, FailedUnit, JobCounter, JobHire, job_run_on, job_verify_on,
};
pub use manage::{
    JobDiscardRequest, JobExportAnswer, JobExportRequest, JobImportRequest, JobMergeAnswer,
    JobMergeRequest, JobPauseRequest, JobSalvageAnswer, JobSalvageRequest, JobSplitRequest,
    JobStatusRequest, JobUnpauseRequest, job_discard, job_export, job_import, job_merge, job_pause,
    job_salvage, job_split, job_status, job_unpause,
};
pub use run::{JobPlan, JobRunRequest, JobStartRequest, job_open, job_plan, job_run, job_start};
pub use units::{JobStretch, JobUnit, JobUnitsAnswer, job_units};
pub use verify::{JobCoverage, JobMismatch, JobVerifyAnswer, JobVerifyRequest, job_verify};

use crate::{Error, ErrorKind};
use bezzel_jobs::JobError;

impl From<JobError> for Error {
    fn from(error: JobError) -> Error {
        let kind = match error {
            JobError::Stopped => ErrorKind::Stopped,
            JobError::NoThirdCount { .. } => ErrorKind::Unsupported,
            JobError::Exists { .. } => ErrorKind::Exists,
            JobError::Busy { .. } => ErrorKind::Busy,
            JobError::OtherPlan { .. }
            | JobError::OtherShare { .. }
            | JobError::BadShare { .. }
            | JobError::NothingToMerge
            | JobError::NothingCounted { .. }
            | JobError::NotIndependent { .. }
            | JobError::NoSuchUnit { .. }
            | JobError::NotCounted { .. } => ErrorKind::BadRequest,
            JobError::UnitsFailed { .. } => ErrorKind::Failed,
            // The message has both numbers: some count is wrong.
            JobError::Alarm(_) | JobError::UnknownPlan { .. } => ErrorKind::Alarm,
            JobError::Damaged { .. }
            | JobError::DamagedRow { .. }
            | JobError::BeyondSalvage { .. }
            | JobError::NotALedger { .. }
            | JobError::NewerFormat { .. }
            | JobError::OlderFormat { .. }
            | JobError::BadExport { .. } => ErrorKind::Damaged,
            JobError::Engine(error) => return error.into(),
            _ => ErrorKind::Io,
        };
        Error::of(kind, &error)
    }
}
