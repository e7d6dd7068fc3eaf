//! The state of a job.

use crate::run::{Meter, confirmed_results};
use crate::trust::{self, Case};
use crate::{Header, JobError, JobOutcome, Ledger};
use bezzel_engines::{DeviceKind, Prepared, Subtotal};
use bezzel_search::StopReason;

/// A job at one moment.
#[derive(Debug)]
pub struct Status {
    /// What the ledger says about its job.
    pub header: Header,
    /// When the last unit was finished.
    pub last_finished: Option<u64>,
    /// Whether the job is paused.
    pub paused: bool,
    /// Finished units of the share, or of the whole job.
    pub units_done: usize,
    /// All units of the share, or of the whole job.
    pub units_total: usize,
    /// Results, of whole units and of parts.
    pub results: usize,
    /// Results that a recount has confirmed.
    pub results_recounted: usize,
    /// Units that were split.
    pub splits: usize,
    /// Finished share of the expected work, from 0 to 1; none for a plan that is unknown to this
    /// program.
    pub fraction: Option<f64>,
    /// Worker-seconds of all results.
    pub seconds: f64,
    /// Seconds to the end with the given number of workers; none while nothing was measured, or if a card has counted.
    pub eta: Option<f64>,
    /// Every device that took part.
    pub devices: Vec<String>,
    /// Every machine that took part.
    pub hosts: Vec<String>,
    /// Every version of the program that took part.
    pub programs: Vec<String>,
    /// The answer so far, or why there is none.
    pub outcome: Result<JobOutcome, JobError>,
}

/// A unit of the plan at one moment.
#[derive(Clone, Debug)]
pub struct UnitStatus {
    /// Its label.
    pub label: String,
    /// Whether it is done, by itself or by all its parts.
    pub is_done: bool,
    /// Worker-seconds of it or of its finished parts.
    pub seconds: f64,
    /// What it counted, once it is done.
    pub subtotal: Option<Subtotal>,
}

impl Ledger {
    /// The state of the job, according to the current plan ([`Ledger::prepare`]); the ETA is for a
    /// run with this many workers of the kind that has counted so far. How fast cards are says nothing about
    /// processors.
    #[must_use]
    pub fn status(&self, today: Result<&dyn Prepared, JobError>, workers: usize) -> Status {
        let header = self.header();
        let subtotals = self.subtotals();
        let in_share = || (0..subtotals.plan_units()).filter(|&place| header.has(place));
        let units_done = in_share().filter(|&place| subtotals.is_done(place)).count();
        let units_total = in_share().count();
        let because = match header.share {
            Some(_) if units_done == units_total => StopReason::ShareDone,
            _ if self.is_paused() => StopReason::Paused,
            _ => StopReason::Unfinished,
        };
        let mut status = Status {
            header: header.clone(),
            last_finished: subtotals.last_finished(),
            paused: self.is_paused(),
            units_done,
            units_total,
            results: subtotals.results(),
            results_recounted: confirmed_results(subtotals, self.checks()),
            splits: subtotals.splits().count(),
            fraction: None,
            seconds: subtotals.seconds(),
            eta: None,
            devices: subtotals.devices(),
            hosts: subtotals.hosts(),
            programs: subtotals.programs(),
            outcome: Err(JobError::NoWorkers),
        };
        match today {
            Err(error) => status.outcome = Err(error),
            Ok(today) => {
                let meter = Meter::new(subtotals, today, header.share);
                let progress = meter.progress(subtotals, header.divisor, None, None);
                let left = progress.cost_total - progress.cost_done;
                status.fraction = Some(progress.fraction());
                let is_card = |device: &String| device.starts_with(DeviceKind::Gpu.name());
                let rate = meter.rate().filter(|_| !status.devices.iter().any(is_card));
                let rate = rate.map(|rate| rate * workers.max(1) as f64);
                status.eta = if units_done == units_total {
                    Some(0.0)
                } else {
                    rate.map(|rate| left.max(0.0) / rate)
                };
                status.outcome = trust::outcome(&self.case(), today, because);
            }
        }
        status
    }

    /// Every unit of the plan, in order, and its state.
    #[must_use]
    pub fn units(&self) -> Vec<UnitStatus> {
        let subtotals = self.subtotals();
        let seconds = |place: usize| {
            let (mut micros, mut waiting) = (0, vec![place]);
            while let Some(place) = waiting.pop() {
                match subtotals.own(place) {
                    Some(done) => micros += done.micros,
                    None => waiting.extend(subtotals.below(place)),
                }
            }
            micros as f64 / 1e6
        };
        (0..subtotals.plan_units())
            .map(|place| UnitStatus {
                label: subtotals.label(place).to_owned(),
                is_done: subtotals.is_done(place),
                seconds: seconds(place),
                subtotal: subtotals.value(place),
            })
            .collect()
    }

    pub(crate) fn case(&self) -> Case<'_> {
        Case {
            file: self.file(),
            header: self.header(),
            subtotals: self.subtotals(),
            checks: self.checks(),
        }
    }
}
