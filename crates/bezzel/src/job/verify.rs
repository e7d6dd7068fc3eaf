//! Recounting a sample of finished units by the second method.

use super::JobHire;
use crate::troubles::Told;
use crate::{Control, Error, Progress, Schema, Workers};
use bezzel_jobs::{Coverage, Ledger, Place, Verification, VerifyOptions, printable, verify};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// What to verify.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(default, deny_unknown_fields)]
#[non_exhaustive]
pub struct JobVerifyRequest {
    /// How many units to recount.
    pub sample: usize,
    /// Which sample; a random one by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// List the solutions one by one instead of using the second method: a third count, for small
    /// boards.
    pub list: bool,
    /// What counts.
    pub workers: Workers,
}

impl Default for JobVerifyRequest {
    fn default() -> Self {
        JobVerifyRequest { sample: 10, seed: None, list: false, workers: Workers::default() }
    }
}

/// A unit whose two counts differ.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct JobMismatch {
    /// The unit's label.
    pub label: String,
    /// The subtotal in the ledger.
    pub recorded: String,
    /// The result of the recount.
    pub recount: String,
}

/// How much of a job recounts have confirmed.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct JobCoverage {
    /// Results that were recounted and agree.
    pub results: usize,
    /// All results.
    pub of: usize,
    /// Their share of the expected work, from 0 to 1.
    pub work: f64,
    /// Their share of the sum of all subtotals, if that is meaningful.
    pub total: Option<f64>,
    /// The chance that one wrong unit, hit in proportion to its work, is not among them.
    pub unseen: f64,
}

impl From<Coverage> for JobCoverage {
    fn from(Coverage { results, of, work, total, unseen }: Coverage) -> JobCoverage {
        JobCoverage { results, of, work, total, unseen }
    }
}

/// What a verification found.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct JobVerifyAnswer {
    /// `bezzel/job-verify/1`.
    pub schema: Schema,
    /// The sample's seed, as a string: it may exceed what JSON's numbers hold.
    pub seed: String,
    /// The second method, or the third.
    pub by: String,
    /// Units in the sample.
    pub sample: usize,
    /// Units that were recounted.
    pub recounted: usize,
    /// Units whose recount differs.
    pub mismatches: Vec<JobMismatch>,
    /// What this sample has covered.
    pub covered: JobCoverage,
    /// What all recounts of this ledger have covered.
    pub covered_so_far: JobCoverage,
    /// Whether it was stopped early.
    pub stopped: bool,
    /// Seconds it took.
    pub seconds: f64,
}

impl JobVerifyAnswer {
    /// Whether the whole sample was recounted and agrees.
    #[must_use]
    pub fn confirms(&self) -> bool {
        self.recounted == self.sample && self.mismatches.is_empty()
    }
}

/// Recounts a sample of units, drawn in proportion to their cost, by the second method or the third.
pub fn job_verify(
    request: &JobVerifyRequest,
    ledger: impl Into<Place>,
    control: &Control,
) -> Result<JobVerifyAnswer, Error> {
    request.workers.check()?;
    let patience = VerifyOptions::default().patience;
    let hire: &JobHire<'_> = &|prepared| request.workers.hire(prepared);
    verify_on(request, ledger.into(), hire, patience, control)
}

/// Recounts a sample with the workers that are hired.
pub(super) fn verify_on(
    request: &JobVerifyRequest,
    ledger: Place,
    hire: &JobHire<'_>,
    patience: Duration,
    control: &Control,
) -> Result<JobVerifyAnswer, Error> {
    if request.sample == 0 {
        let error = Error::bad("a sample of 0 units verifies nothing");
        return Err(error.set("sample", "1"));
    }
    let start = std::time::Instant::now();
    let mut ledger = Ledger::open(ledger)?;
    let prepared = ledger.prepare(control.stop())?;
    let hire = hire(&prepared)?;
    let options = VerifyOptions::default()
        .with_sample(request.sample)
        .with_seed(request.seed)
        .with_list(request.list)
        .with_stop(control.stop())
        .with_patience(patience);
    let mut told = Told::default();
    let mut report = |found: &Verification| {
        told.tell(&found.troubles, control);
        let (done, all) = (found.checks.len(), found.sample);
        let elapsed = start.elapsed().as_secs_f64();
        let mut progress = bezzel_jobs::Progress::default();
        (progress.units_done, progress.units_total) = (done, all);
        progress.results_now = done;
        (progress.cost_done, progress.cost_total) = (done as f64, all as f64);
        progress.results_per_second = Some(done as f64 / elapsed);
        progress.elapsed = elapsed;
        progress.eta = (done > 0).then(|| elapsed / done as f64 * (all - done) as f64);
        control.report(&Progress::Units(progress));
    };
    let found = verify(&prepared, &hire, &mut ledger, &options, &mut report)?;
    let mismatches = found.mismatches.iter().map(|mismatch| JobMismatch {
        label: printable(&mismatch.label),
        recorded: mismatch.recorded.to_string(),
        recount: mismatch.recount.to_string(),
    });
    Ok(JobVerifyAnswer {
        schema: Schema::new("bezzel/job-verify/1"),
        seed: found.seed.to_string(),
        by: found.by.clone(),
        sample: found.sample,
        recounted: found.checks.len(),
        mismatches: mismatches.collect(),
        covered: found.covered.into(),
        covered_so_far: found.covered_so_far.into(),
        stopped: control.stop().is_asked(),
        seconds: start.elapsed().as_secs_f64(),
    })
}
