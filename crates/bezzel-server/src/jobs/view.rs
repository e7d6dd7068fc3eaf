//! A counting job as it is shown.

use crate::api::ProblemForm;
use bezzel_board::Problem;
use bezzel_engines::Classes;
use bezzel_jobs::{JobError, Ledger, Outcome, Progress, Report, Status, StopReason};
use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

/// Sides up to which every total is put to the symmetry check, which then takes under a second.
const CHECKED: u32 = 24;

/// Most units that are shown one by one; more are shown in stretches.
const SINGLE: usize = 2_000;

/// Where a job is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum JobState {
    /// Others are counted first.
    Waiting,
    /// It is being counted.
    Running,
    /// It stands still until it is resumed.
    Paused,
    /// It has its total.
    Done,
    /// It cannot be counted.
    Failed,
}

/// Units of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Units {
    /// All.
    pub total: usize,
    /// Finished.
    pub done: usize,
}

/// A counting job.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct JobView {
    /// Its name: the ledger is `jobs/ID.ledger` in the data folder.
    pub id: String,
    /// What is counted.
    #[schema(value_type = ProblemForm)]
    pub problem: Problem,
    /// The engine.
    pub engine: String,
    /// `solutions` or `stacks`.
    pub counts: &'static str,
    /// Where it is.
    pub state: JobState,
    /// Its units.
    pub units: Units,
    /// Finished share of the expected work, from 0 to 1.
    pub fraction: f64,
    /// Thread-seconds of the finished units when the ledger was last read.
    pub seconds: f64,
    /// Seconds of the run going on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub elapsed: Option<f64>,
    /// Seconds to the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub eta: Option<f64>,
    /// Units per second.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rate: Option<f64>,
    /// The total, once it is exact.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub total: Option<String>,
    /// What the finished units alone prove.
    pub at_least: String,
    /// Solutions up to symmetry, where they follow from the total.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fundamental: Option<String>,
    /// How the total was obtained.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Object)]
    pub provenance: Option<Value>,
    /// Why it cannot be counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// When its ledger was made, in seconds since 1970 (UTC).
    pub created: u64,
}

impl JobView {
    /// From a ledger that nobody counts at the moment.
    pub fn of_ledger(id: &str, ledger: &Ledger, threads: usize) -> Result<JobView, JobError> {
        let status = ledger.status(threads)?;
        let mut view = JobView {
            id: id.to_owned(),
            problem: status.problem.clone(),
            engine: status.engine.clone(),
            counts: if status.engine == "stacks" { "stacks" } else { "solutions" },
            state: if status.paused { JobState::Paused } else { JobState::Waiting },
            units: Units { total: status.units_total, done: status.units_done },
            fraction: status.fraction,
            seconds: status.seconds,
            elapsed: None,
            eta: status.eta,
            rate: None,
            total: None,
            at_least: "0".to_owned(),
            fundamental: None,
            provenance: None,
            error: None,
            created: status.created,
        };
        view.settle(&status);
        Ok(view)
    }

    fn settle(&mut self, status: &Status) {
        match &status.outcome {
            None => {
                let units: Vec<String> = status.disputed.iter().map(ToString::to_string).collect();
                self.fail(format!(
                    "recounts of the units {} differ; 'bezzel job discard' drops their results",
                    units.join(", ")
                ));
            }
            Some(Outcome::AtLeast { total, because, .. }) => self.lower_bound(*total, *because),
            Some(Outcome::Exact { total }) => {
                let provenance = json!({
                    "how": "from the ledger",
                    "engine": status.engine,
                    "simd": status.simd,
                    "hosts": status.hosts,
                    "digest": status.digest,
                    "program": status.program,
                    "units_recounted": status.units_recounted,
                    "seconds_total": status.seconds,
                });
                self.finish(*total, provenance);
            }
        }
    }

    /// A moment of a run.
    pub fn progress(&mut self, progress: &Progress) {
        self.state = JobState::Running;
        self.units = Units { total: progress.units_total, done: progress.units_done };
        self.fraction = progress.fraction();
        self.elapsed = Some(progress.elapsed);
        self.eta = progress.eta;
        self.rate = progress.units_per_second;
        self.at_least = progress.at_least.to_string();
    }

    /// The end of a run.
    pub fn report(&mut self, report: &Report) {
        (self.elapsed, self.eta, self.rate) = (None, None, None);
        self.seconds = report.provenance.seconds_total;
        match report.outcome {
            Outcome::AtLeast { total, because, .. } => self.lower_bound(total, because),
            Outcome::Exact { total } => {
                let mut provenance = json!(report.provenance);
                let resumed = report.provenance.units_resumed > 0;
                provenance["how"] = json!(if resumed { "resumed" } else { "computed now" });
                self.finish(total, provenance);
            }
        }
    }

    /// Not all is counted. A ledger made for a part of the units is done with its part.
    fn lower_bound(&mut self, total: u128, because: StopReason) {
        self.at_least = total.to_string();
        if matches!(because, StopReason::PartDone(_)) {
            self.state = JobState::Done;
            let how = format!("{because}; 'bezzel job merge' puts the parts together");
            self.provenance = Some(json!({ "how": how, "engine": self.engine }));
        }
    }

    /// An exact total of the full board must pass the symmetry check: one that does not is wrong,
    /// whatever computed it.
    fn finish(&mut self, total: u128, provenance: Value) {
        let n = self.problem.size().rows();
        if self.counts == "solutions" && n <= CHECKED && Classes::fit(&self.problem) {
            match Classes::of_total(n, total) {
                Ok(classes) => self.fundamental = Some(classes.fundamental().to_string()),
                Err(error) => return self.fail(error.to_string()),
            }
        }
        self.state = JobState::Done;
        self.fraction = 1.0;
        self.units.done = self.units.total;
        self.at_least = total.to_string();
        self.total = Some(total.to_string());
        self.provenance = Some(provenance);
    }

    /// It cannot be counted.
    pub fn fail(&mut self, error: String) {
        (self.elapsed, self.eta, self.rate) = (None, None, None);
        self.state = JobState::Failed;
        self.error = Some(error);
    }

    /// It stands still, or waits.
    pub fn rest(&mut self, state: JobState) {
        (self.elapsed, self.rate) = (None, None);
        self.state = state;
    }
}

/// The units of a job, one by one or in stretches.
#[derive(Serialize, ToSchema)]
pub struct UnitMap {
    /// All units.
    total: usize,
    /// Finished units.
    done: usize,
    /// Every unit, where there are not too many.
    units: Vec<UnitView>,
    /// Stretches of equal length, where there are.
    stretches: Vec<Stretch>,
}

/// A unit.
#[derive(Serialize, ToSchema)]
pub struct UnitView {
    /// Its place in the plan.
    index: usize,
    /// `done` or `open`.
    state: &'static str,
    /// Seconds it took.
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds: Option<f64>,
    /// What it counted, as a string.
    #[serde(skip_serializing_if = "Option::is_none")]
    subtotal: Option<String>,
}

/// Units side by side.
#[derive(Serialize, ToSchema)]
pub struct Stretch {
    /// The first.
    from: usize,
    /// The last.
    to: usize,
    /// How many are finished.
    done: usize,
    /// Seconds those took.
    seconds: f64,
}

impl UnitMap {
    pub fn of_ledger(ledger: &Ledger) -> Result<UnitMap, JobError> {
        let total = ledger.header().units;
        let mut seconds = vec![None; total];
        for row in ledger.rows()? {
            seconds[row.unit] = Some(row.micros as f64 / 1e6);
        }
        let done = seconds.iter().flatten().count();
        let mut map = UnitMap { total, done, units: Vec::new(), stretches: Vec::new() };
        if total <= SINGLE {
            map.units = (seconds.iter().enumerate())
                .map(|(index, &seconds)| UnitView {
                    index,
                    state: if seconds.is_some() { "done" } else { "open" },
                    seconds,
                    subtotal: ledger.subtotal(index).map(|subtotal| subtotal.to_string()),
                })
                .collect();
        } else {
            let length = total.div_ceil(SINGLE / 2);
            map.stretches = (seconds.chunks(length).enumerate())
                .map(|(place, part)| Stretch {
                    from: place * length,
                    to: place * length + part.len() - 1,
                    done: part.iter().flatten().count(),
                    seconds: part.iter().flatten().sum(),
                })
                .collect();
        }
        Ok(map)
    }
}
