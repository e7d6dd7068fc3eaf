//! Actions on ledgers that do not count.

use super::JobAnswer;
use crate::{Control, Decimal, Error, Schema};
use bezzel_board::Stop;
use bezzel_jobs::{Ledger, Merged, Place, Salvaged, Share, merge, salvage};
use serde::Serialize;
use std::io::{self, BufRead, Write};

/// The job whose state is wanted.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct JobStatusRequest {
    /// The ledger.
    pub ledger: Place,
    /// Workers that the time left is for; by default one per core.
    pub workers: Option<usize>,
}

impl JobStatusRequest {
    /// The state of this ledger.
    #[must_use]
    pub fn new(ledger: impl Into<Place>) -> JobStatusRequest {
        JobStatusRequest { ledger: ledger.into(), workers: None }
    }
}

/// The state of a job.
pub fn job_status(request: &JobStatusRequest, control: &Control) -> Result<JobAnswer, Error> {
    Ok(shown(&Ledger::open(request.ledger.clone())?, request.workers, control.stop()))
}

/// The current state of a ledger.
fn shown(ledger: &Ledger, workers: Option<usize>, stop: &Stop) -> JobAnswer {
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    JobAnswer::of_ledger(ledger, ledger.prepare(stop), workers.unwrap_or_else(cores))
}

/// The job to pause.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct JobPauseRequest {
    /// The ledger.
    pub ledger: Place,
}

impl JobPauseRequest {
    /// The job of this ledger.
    #[must_use]
    pub fn new(ledger: impl Into<Place>) -> JobPauseRequest {
        JobPauseRequest { ledger: ledger.into() }
    }
}

/// Stops every run of a job, in any process, within a second.
pub fn job_pause(request: &JobPauseRequest, control: &Control) -> Result<JobAnswer, Error> {
    let mut ledger = Ledger::open(request.ledger.clone())?;
    ledger.pause()?;
    Ok(shown(&ledger, None, control.stop()))
}

/// The job whose pause ends.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct JobUnpauseRequest {
    /// The ledger.
    pub ledger: Place,
}

impl JobUnpauseRequest {
    /// The job of this ledger.
    #[must_use]
    pub fn new(ledger: impl Into<Place>) -> JobUnpauseRequest {
        JobUnpauseRequest { ledger: ledger.into() }
    }
}

/// Ends a pause; the caller then continues the count.
pub fn job_unpause(request: &JobUnpauseRequest, control: &Control) -> Result<JobAnswer, Error> {
    let mut ledger = Ledger::open(request.ledger.clone())?;
    ledger.resume()?;
    Ok(shown(&ledger, None, control.stop()))
}

/// A share of a job that is to have a ledger of its own.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct JobSplitRequest {
    /// The ledger of the whole job.
    pub ledger: Place,
    /// Which share.
    pub share: Share,
    /// The ledger to make.
    pub to: Place,
}

impl JobSplitRequest {
    /// This share of a ledger, in another one.
    #[must_use]
    pub fn new(ledger: impl Into<Place>, share: Share, to: impl Into<Place>) -> JobSplitRequest {
        JobSplitRequest { ledger: ledger.into(), share, to: to.into() }
    }
}

/// Creates a ledger for one share of the units, to be counted elsewhere.
pub fn job_split(request: &JobSplitRequest, control: &Control) -> Result<JobAnswer, Error> {
    let JobSplitRequest { ledger, share, to } = request.clone();
    let made = Ledger::open(ledger)?.split(share, to, control.stop())?;
    Ok(shown(&made, None, control.stop()))
}

/// Ledgers of the same job.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct JobMergeRequest {
    /// The ledger that receives the results; it is created if it does not exist.
    pub target: Place,
    /// The ledgers to merge.
    pub sources: Vec<Place>,
}

impl JobMergeRequest {
    /// Merges these ledgers into the first.
    #[must_use]
    pub fn new<P: Into<Place>>(
        target: impl Into<Place>,
        sources: impl IntoIterator<Item = P>,
    ) -> JobMergeRequest {
        JobMergeRequest {
            target: target.into(),
            sources: sources.into_iter().map(Into::into).collect(),
        }
    }
}

/// The merged results of several ledgers.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct JobMergeAnswer {
    /// `bezzel/job-merge/1`.
    pub schema: Schema,
    /// Finished units in the merged ledger.
    pub units_done: usize,
    /// All units of the job.
    pub units_total: usize,
    /// Results that were new to the target.
    pub results_added: usize,
    /// Results that more than one ledger had, with the same subtotal.
    pub results_repeated: usize,
}

/// Merges the results of several ledgers of the same job.
pub fn job_merge(request: &JobMergeRequest, control: &Control) -> Result<JobMergeAnswer, Error> {
    let JobMergeRequest { target, sources } = request.clone();
    let Merged { units_done, units_total, results_added, results_repeated } =
        merge(target, sources, control.stop())?;
    let schema = Schema::new("bezzel/job-merge/1");
    Ok(JobMergeAnswer { schema, units_done, units_total, results_added, results_repeated })
}

/// A result to discard.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct JobDiscardRequest {
    /// The ledger.
    pub ledger: Place,
    /// The unit's label.
    pub unit: String,
}

impl JobDiscardRequest {
    /// The result of this unit.
    #[must_use]
    pub fn new(ledger: impl Into<Place>, unit: impl Into<String>) -> JobDiscardRequest {
        JobDiscardRequest { ledger: ledger.into(), unit: unit.into() }
    }
}

/// Discards the result of one unit, so that it is counted again.
pub fn job_discard(request: &JobDiscardRequest, control: &Control) -> Result<JobAnswer, Error> {
    let mut ledger = Ledger::open(request.ledger.clone())?;
    ledger.discard(&request.unit)?;
    Ok(shown(&ledger, None, control.stop()))
}

/// A damaged ledger.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct JobSalvageRequest {
    /// The damaged ledger; it is not changed.
    pub damaged: Place,
    /// The ledger to make.
    pub to: Place,
}

impl JobSalvageRequest {
    /// Saves one ledger into another.
    #[must_use]
    pub fn new(damaged: impl Into<Place>, to: impl Into<Place>) -> JobSalvageRequest {
        JobSalvageRequest { damaged: damaged.into(), to: to.into() }
    }
}

/// What could be saved of a damaged ledger.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct JobSalvageAnswer {
    /// `bezzel/job-salvage/1`.
    pub schema: Schema,
    /// Units that are done in the new ledger.
    pub units_done: usize,
    /// All units of the job.
    pub units_total: usize,
    /// Results in the new ledger, of whole units and of parts.
    pub results: usize,
    /// What was left behind, and why.
    pub lost: Vec<String>,
}

/// Saves the valid records of a damaged ledger into a new one.
pub fn job_salvage(
    request: &JobSalvageRequest,
    control: &Control,
) -> Result<JobSalvageAnswer, Error> {
    let JobSalvageRequest { damaged, to } = request.clone();
    let Salvaged { units_done, units_total, results, lost } = salvage(damaged, to, control.stop())?;
    let schema = Schema::new("bezzel/job-salvage/1");
    Ok(JobSalvageAnswer { schema, units_done, units_total, results, lost })
}

/// A ledger to write as lines of JSON.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct JobExportRequest {
    /// The ledger.
    pub ledger: Place,
    /// Only the records of this share of the units.
    pub share: Option<Share>,
}

impl JobExportRequest {
    /// All records of this ledger.
    #[must_use]
    pub fn new(ledger: impl Into<Place>) -> JobExportRequest {
        JobExportRequest { ledger: ledger.into(), share: None }
    }
}

/// What was written of a ledger.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct JobExportAnswer {
    /// `bezzel/job-export/1`.
    pub schema: Schema,
    /// Bytes written.
    pub bytes: Decimal,
}

/// Writes a ledger as lines of JSON. If it is stopped, the last line is missing.
pub fn job_export(
    request: &JobExportRequest,
    control: &Control,
    out: &mut dyn Write,
) -> Result<JobExportAnswer, Error> {
    let mut out = Measured { out, bytes: 0 };
    let ledger = Ledger::open(request.ledger.clone())?;
    ledger.export(request.share, &mut out, control.stop())?;
    let schema = Schema::new("bezzel/job-export/1");
    Ok(JobExportAnswer { schema, bytes: out.bytes.into() })
}

/// Counts the bytes that it passes on.
struct Measured<'a> {
    out: &'a mut dyn Write,
    bytes: u64,
}

impl Write for Measured<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes)?;
        self.bytes += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// The ledger that exported lines become.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct JobImportRequest {
    /// The ledger to make.
    pub to: Place,
}

impl JobImportRequest {
    /// Makes this ledger.
    #[must_use]
    pub fn new(to: impl Into<Place>) -> JobImportRequest {
        JobImportRequest { to: to.into() }
    }
}

/// Creates a ledger from exported lines.
pub fn job_import(
    request: &JobImportRequest,
    lines: &mut dyn BufRead,
    control: &Control,
) -> Result<JobAnswer, Error> {
    let made = Ledger::import(request.to.clone(), lines, control.stop())?;
    Ok(shown(&made, None, control.stop()))
}
