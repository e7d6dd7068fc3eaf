//! Actions on ledgers that do not count.

use super::JobAnswer;
use crate::{Control, Error, Schema};
use bezzel_board::Stop;
use bezzel_jobs::{Ledger, Merged, Place, Salvaged, Share, merge, salvage};
use serde::Serialize;
use std::io::{BufRead, Write};

/// The state of a job; the time left is for this many workers, by default one per core.
pub fn job_status(
    ledger: impl Into<Place>,
    workers: Option<usize>,
    control: &Control,
) -> Result<JobAnswer, Error> {
    Ok(shown(&Ledger::open(ledger)?, workers, control.stop()))
}

/// The current state of a ledger.
fn shown(ledger: &Ledger, workers: Option<usize>, stop: &Stop) -> JobAnswer {
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    JobAnswer::of_ledger(ledger, ledger.prepare(stop), workers.unwrap_or_else(cores))
}

/// Stops every run of a job, in any process, within a second.
pub fn job_pause(ledger: impl Into<Place>, control: &Control) -> Result<JobAnswer, Error> {
    let mut ledger = Ledger::open(ledger)?;
    ledger.pause()?;
    Ok(shown(&ledger, None, control.stop()))
}

/// Ends a pause; the caller then continues the count.
pub fn job_unpause(ledger: impl Into<Place>, control: &Control) -> Result<JobAnswer, Error> {
    let mut ledger = Ledger::open(ledger)?;
    ledger.resume()?;
    Ok(shown(&ledger, None, control.stop()))
}

/// Creates a ledger for one share of the units, to be counted elsewhere.
pub fn job_split(
    ledger: impl Into<Place>,
    share: Share,
    to: impl Into<Place>,
    control: &Control,
) -> Result<JobAnswer, Error> {
    let made = Ledger::open(ledger)?.split(share, to, control.stop())?;
    Ok(shown(&made, None, control.stop()))
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
pub fn job_merge<P: Into<Place>>(
    target: impl Into<Place>,
    sources: impl IntoIterator<Item = P>,
    control: &Control,
) -> Result<JobMergeAnswer, Error> {
    let Merged { units_done, units_total, results_added, results_repeated } =
        merge(target, sources, control.stop())?;
    let schema = Schema::new("bezzel/job-merge/1");
    Ok(JobMergeAnswer { schema, units_done, units_total, results_added, results_repeated })
}

/// Discards the result of one unit, so that it is counted again.
pub fn job_discard(
    ledger: impl Into<Place>,
    label: &str,
    control: &Control,
) -> Result<JobAnswer, Error> {
    let mut ledger = Ledger::open(ledger)?;
    ledger.discard(label)?;
    Ok(shown(&ledger, None, control.stop()))
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
    damaged: impl Into<Place>,
    to: impl Into<Place>,
    control: &Control,
) -> Result<JobSalvageAnswer, Error> {
    let Salvaged { units_done, units_total, results, lost } = salvage(damaged, to, control.stop())?;
    let schema = Schema::new("bezzel/job-salvage/1");
    Ok(JobSalvageAnswer { schema, units_done, units_total, results, lost })
}

/// Writes a ledger, or the records of one share of its units, as lines of JSON.
pub fn job_export(
    ledger: impl Into<Place>,
    share: Option<Share>,
    out: &mut dyn Write,
    control: &Control,
) -> Result<(), Error> {
    Ok(Ledger::open(ledger)?.export(share, out, control.stop())?)
}

/// Creates a ledger from exported lines.
pub fn job_import(
    to: impl Into<Place>,
    lines: &mut dyn BufRead,
    control: &Control,
) -> Result<JobAnswer, Error> {
    Ok(shown(&Ledger::import(to, lines, control.stop())?, None, control.stop()))
}
