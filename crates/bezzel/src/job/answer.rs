//! A counting job as every front shows it.

use crate::troubles::distinct;
use crate::{Decimal, Schema, Trouble};
use bezzel_board::{Explain, Instead, Problem};
use bezzel_engines::{Classes, Counted, Prepared};
use bezzel_jobs::{JobError, JobOutcome, JobResult, Ledger, Progress, Share, Status};
use bezzel_search::StopReason;
use serde::Serialize;
use std::sync::Arc;

/// The state of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum JobState {
    /// It is not being counted.
    Waiting,
    /// It is being counted.
    Running,
    /// It is paused until it is resumed.
    Paused,
    /// It has its total, or all of its share.
    Done,
    /// It cannot be counted, or its subtotals cannot be right.
    Failed,
}

/// Units of a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct JobUnits {
    /// All.
    pub total: usize,
    /// Finished.
    pub done: usize,
}

/// Where a job's numbers come from.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct JobProvenance {
    /// `computed now`, `resumed` or `from the ledger`.
    pub how: &'static str,
    /// The engine.
    pub engine: String,
    /// The engine's revision.
    pub revision: u32,
    /// Identity of the plan.
    pub digest: String,
    /// Every device that took part.
    pub devices: Vec<String>,
    /// Every machine that took part.
    pub hosts: Vec<String>,
    /// Every version of the program that took part.
    pub programs: Vec<String>,
    /// Results, of whole units and of parts they were split into.
    pub results: usize,
    /// Results of the last run, if this is the answer of a run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub results_now: Option<usize>,
    /// Results that were there before that run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub results_resumed: Option<usize>,
    /// Results that other runs added in the meantime.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub results_elsewhere: Option<usize>,
    /// Results that a recount by another method has confirmed.
    pub results_recounted: usize,
    /// Workers of the last run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub workers: Option<usize>,
}

/// A counting job.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct JobAnswer {
    /// `bezzel/job/2`.
    pub schema: Schema,
    /// Its name: that of its ledger without the extension.
    pub id: String,
    /// What is counted on.
    pub problem: Problem,
    /// The engine.
    pub engine: String,
    /// `solutions`, `stacks` or `every-dimension`.
    pub counts: &'static str,
    /// The only share of the units that this ledger is for.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<String>))]
    pub share: Option<Share>,
    /// Its state.
    pub state: JobState,
    /// Its units, or those of its share.
    pub units: JobUnits,
    /// Units that were split.
    pub splits: usize,
    /// Finished share of the expected work, from 0 to 1.
    pub fraction: f64,
    /// Worker-seconds of all results.
    pub seconds: f64,
    /// Seconds since this run began.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub elapsed: Option<f64>,
    /// Seconds to the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub eta: Option<f64>,
    /// Results per second.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rate: Option<f64>,
    /// What it is being counted on. Those that have counted something are in its provenance.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub devices: Vec<String>,
    /// The total, once every unit is counted and every check is passed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub total: Option<Decimal>,
    /// The closed form for every dimension, once it is complete.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub closed_form: Option<String>,
    /// The lower bound from the finished units.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_least: Option<Decimal>,
    /// Why it is not finished.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub because: Option<StopReason>,
    /// Solutions up to symmetry, if they follow from the total.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fundamental: Option<Decimal>,
    /// Where its numbers come from.
    pub provenance: JobProvenance,
    /// What went wrong with workers in the last run.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub troubles: Vec<Trouble>,
    /// Why there is no number, or why a run ended early.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// What to do about it, in the words of the requests.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
    /// The same as facts, for a front with words of its own.
    #[serde(skip)]
    pub instead: Vec<Instead>,
    /// When its ledger was made, in seconds since 1970 (UTC).
    pub created: u64,
    /// When its last unit was finished.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_finished: Option<u64>,
}

/// Sides up to which fundamental solutions are computed from a total, which takes milliseconds.
const QUICK: u32 = 20;

impl JobAnswer {
    pub(crate) const SCHEMA: Schema = Schema::new("bezzel/job/2");

    /// A ledger that is not being counted, according to the current plan.
    pub(crate) fn of_ledger(
        ledger: &Ledger,
        today: Result<Arc<dyn Prepared>, JobError>,
        workers: usize,
    ) -> JobAnswer {
        let status = match today {
            Ok(today) => ledger.status(Ok(&*today), workers),
            Err(error) => ledger.status(Err(error), workers),
        };
        let header = &status.header;
        let counts = Counted::ALL.map(Counted::id);
        let name = ledger.file().file_stem().map(|name| name.to_string_lossy().into_owned());
        let units = JobUnits { total: status.units_total, done: status.units_done };
        let mut answer = JobAnswer {
            schema: JobAnswer::SCHEMA,
            id: bezzel_jobs::printable(&name.unwrap_or_default()),
            problem: header.problem.clone(),
            engine: bezzel_jobs::printable(&header.engine),
            counts: counts.into_iter().find(|word| *word == header.counts).unwrap_or("solutions"),
            share: header.share,
            state: if status.paused { JobState::Paused } else { JobState::Waiting },
            units,
            splits: status.splits,
            fraction: status.fraction.unwrap_or(units.done as f64 / units.total.max(1) as f64),
            seconds: status.seconds,
            elapsed: None,
            eta: status.eta,
            rate: None,
            devices: Vec::new(),
            total: None,
            closed_form: None,
            at_least: None,
            because: None,
            fundamental: None,
            provenance: provenance(&status),
            troubles: Vec::new(),
            error: None,
            hint: None,
            instead: Vec::new(),
            created: header.created,
            last_finished: status.last_finished,
        };
        match &status.outcome {
            Ok(outcome) => answer.settle(outcome),
            Err(error) => answer.fail(error),
        }
        answer
    }

    /// A moment of a run.
    pub fn progress(&mut self, progress: &Progress) {
        self.state = JobState::Running;
        self.units = JobUnits { total: progress.units_total, done: progress.units_done };
        self.fraction = progress.fraction();
        self.elapsed = Some(progress.elapsed);
        self.eta = progress.eta;
        self.rate = progress.results_per_second;
        self.devices = printable(&progress.devices);
        self.at_least = progress.at_least.map(Decimal);
        self.because = Some(StopReason::Unfinished);
        self.troubles = distinct(&progress.troubles);
        (self.error, self.hint) = (None, None);
        self.instead.clear();
    }

    /// How the last run went.
    pub(crate) fn after(mut self, result: &JobResult) -> JobAnswer {
        let from = &result.provenance;
        self.provenance.how = if from.results_resumed > 0 { "resumed" } else { "computed now" };
        self.provenance.results_now = Some(from.results_now);
        self.provenance.results_resumed = Some(from.results_resumed);
        self.provenance.results_elsewhere = Some(from.results_elsewhere);
        self.provenance.workers = Some(from.workers);
        self.elapsed = Some(from.elapsed);
        self.troubles = distinct(&result.troubles);
        self.settle(&result.outcome);
        self
    }

    /// What may be shown of it.
    fn settle(&mut self, outcome: &JobOutcome) {
        self.because = outcome.because();
        self.at_least = outcome.at_least().map(Decimal);
        if outcome.is_exact() {
            self.state = JobState::Done;
            self.fraction = 1.0;
            self.eta = None;
            self.units.done = self.units.total;
            self.total = outcome.total().map(Decimal);
            self.closed_form = outcome.spectrum().map(ToString::to_string);
            self.fundamental = self.fundamental(outcome.total()).map(Decimal);
        } else if self.because == Some(StopReason::ShareDone) {
            self.state = JobState::Done;
            self.eta = None;
        }
    }

    fn fundamental(&self, total: Option<u128>) -> Option<u128> {
        let n = self.problem.size().rows();
        let fits = self.counts == Counted::Solutions.id() && n <= QUICK;
        let fits = fits && Classes::fit(&self.problem);
        Classes::of_total(n, total.filter(|_| fits)?).ok().map(Classes::fundamental)
    }

    /// Marks it as failed, with the reason.
    pub fn fail(&mut self, error: &dyn Explain) {
        (self.elapsed, self.eta, self.rate) = (None, None, None);
        self.devices.clear();
        (self.total, self.at_least, self.closed_form) = (None, None, None);
        (self.fundamental, self.because) = (None, None);
        self.state = JobState::Failed;
        self.error = Some(error.to_string());
        self.instead = error.instead();
        self.hint = Instead::hint(&self.instead, Instead::to_string);
    }

    /// Marks it as paused or waiting.
    pub fn rest(&mut self, state: JobState) {
        (self.elapsed, self.rate) = (None, None);
        self.devices.clear();
        self.state = state;
    }
}

fn printable(names: &[String]) -> Vec<String> {
    names.iter().map(|name| bezzel_jobs::printable(name)).collect()
}

fn provenance(status: &Status) -> JobProvenance {
    JobProvenance {
        how: "from the ledger",
        engine: bezzel_jobs::printable(&status.header.engine),
        revision: status.header.revision,
        digest: status.header.digest.clone(),
        devices: printable(&status.devices),
        hosts: printable(&status.hosts),
        programs: printable(&status.programs),
        results: status.results,
        results_now: None,
        results_resumed: None,
        results_elsewhere: None,
        results_recounted: status.results_recounted,
        workers: None,
    }
}
