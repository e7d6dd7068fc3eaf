//! Starting a job and counting what is missing.

use super::{JobAnswer, JobHire};
use crate::forecast::Forecast;
use crate::troubles::Told;
use crate::{Control, Error, Progress, RunLimits, Workers};
use bezzel_board::Problem;
use bezzel_engines::{Prepared, registry};
use bezzel_jobs::{Ledger, Place, RunOptions, Share, plan_digest, run};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::time::Duration;

/// What a new job counts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct JobStartRequest {
    /// The problem.
    pub problem: Problem,
    /// The engine; the fastest by default. `stacks` counts stacks, `transform` every
    /// dimension of a side at once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub engine: Option<String>,
    /// What it will be counted on here, if not on the cores: see `Workers`. Not every engine has
    /// kernels for graphics cards, and not every machine has a card.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub device: Option<String>,
    /// Threads that a server counts it with, all that it allows by default. A ledger does not keep
    /// them: each run says its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub threads: Option<usize>,
}

impl JobStartRequest {
    /// A job that counts this problem by its fastest engine.
    #[must_use]
    pub fn new(problem: Problem) -> JobStartRequest {
        JobStartRequest { problem, engine: None, device: None, threads: None }
    }
}

/// A planned job that has no ledger yet.
pub struct JobPlan(pub(super) Arc<dyn Prepared>);

/// Characters of a plan's digest that name its job.
const NAME: usize = 16;

impl JobPlan {
    /// The beginning of the plan's digest: the same job always has the same name.
    #[must_use]
    pub fn name(&self) -> String {
        plan_digest(self.0.plan())[..NAME].to_owned()
    }
}

/// Plans a job. Planning stops soon after it is asked to.
pub fn job_plan(request: &JobStartRequest, control: &Control) -> Result<JobPlan, Error> {
    let problem = &request.problem;
    let workers = Workers { device: request.device.clone(), ..Workers::default() };
    let engine = match request.engine.as_deref() {
        None | Some("auto") => workers.fastest(problem)?,
        Some(name) => registry::find(name)?,
    };
    workers.find_cards(engine)?;
    Ok(JobPlan(engine.prepare(problem, control.stop())?))
}

/// Plans a job and creates its ledger.
pub fn job_start(
    request: &JobStartRequest,
    ledger: impl Into<Place>,
    control: &Control,
) -> Result<JobAnswer, Error> {
    let JobPlan(prepared) = job_plan(request, control)?;
    let ledger = Ledger::create(ledger, prepared.plan(), None, control.stop())?;
    Ok(JobAnswer::of_ledger(&ledger, Ok(prepared), 1))
}

/// Opens the ledger of a planned job, or creates it.
pub fn job_open(
    plan: &JobPlan,
    ledger: impl Into<Place>,
    control: &Control,
) -> Result<JobAnswer, Error> {
    let ledger = Ledger::open_or_create(ledger, plan.0.plan(), control.stop())?;
    Ok(JobAnswer::of_ledger(&ledger, Ok(Arc::clone(&plan.0)), 1))
}

/// How much of a job to count.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(default, deny_unknown_fields)]
#[non_exhaustive]
pub struct JobRunRequest {
    /// What counts.
    pub workers: Workers,
    /// Only this share of the units, such as `1/4`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<String>))]
    pub share: Option<Share>,
    /// Most units to begin.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub units: Option<usize>,
    /// When it ends; only the time has a meaning here.
    pub limits: RunLimits,
    /// End a pause first.
    pub resume: bool,
}

/// Counts what is missing. Every finished unit is in the ledger, however the run ends.
pub fn job_run(
    request: &JobRunRequest,
    ledger: impl Into<Place>,
    control: &Control,
) -> Result<JobAnswer, Error> {
    request.workers.check()?;
    let patience = RunOptions::default().patience;
    let hire: &JobHire<'_> = &|prepared| request.workers.hire(prepared);
    count_on(request, ledger.into(), hire, patience, control)
}

/// Counts what is missing with the workers that are hired.
pub(super) fn count_on(
    request: &JobRunRequest,
    ledger: Place,
    hire: &JobHire<'_>,
    patience: Duration,
    control: &Control,
) -> Result<JobAnswer, Error> {
    request.limits.only_time()?;
    let mut ledger = Ledger::open(ledger)?;
    if request.resume {
        ledger.resume()?;
    }
    let prepared = ledger.prepare(control.stop())?;
    let options = RunOptions::default()
        .with_share(request.share)
        .with_stop(control.stop())
        .with_max_units(request.units)
        .with_time_limit(request.limits.duration()?)
        .with_patience(patience);
    let (mut forecast, mut told) = (Forecast::default(), Told::default());
    let hire = hire(&prepared)?;
    let result = run(&prepared, &hire, Some(&mut ledger), &options, &mut |progress| {
        if let Some(note) = forecast.note(prepared.plan(), progress) {
            control.note(note);
        }
        told.tell(&progress.troubles, control);
        control.report(&Progress::Units(progress.clone()));
    })?;
    told.tell(&result.troubles, control);
    drop(hire);
    let answer = JobAnswer::of_ledger(&ledger, Ok(prepared), result.provenance.workers.max(1));
    Ok(answer.after(&result))
}
