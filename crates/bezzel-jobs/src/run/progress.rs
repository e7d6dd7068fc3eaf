//! The progress of a run and when it will be done, from measured seconds per cost.

use super::queue::sound_cost;
use super::trouble::Trouble;
use crate::Share;
use crate::subtotals::Subtotals;
use bezzel_engines::{Prepared, Unit};
use bezzel_search::StopReason;
use serde::{Serialize, Serializer};
use std::time::{Duration, Instant};

/// A moment of a run; one line of JSON when serialised.
///
/// Units and costs are those of the run's share; without a share, of the whole job. Units are those
/// of the plan: one that was split counts as done when all its parts are.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Progress {
    /// Finished units, with those from the ledger.
    pub units_done: usize,
    /// All units.
    pub units_total: usize,
    /// Results of this run, of whole units and of parts.
    pub results_now: usize,
    /// Units being counted now.
    pub in_flight: usize,
    /// Expected work that is done, in the plan's own measure.
    pub cost_done: f64,
    /// Expected work of all units.
    pub cost_total: f64,
    /// Results of this run per second.
    pub results_per_second: Option<f64>,
    /// Seconds since the run began.
    pub elapsed: f64,
    /// Seconds to the end; none while nothing was measured.
    pub eta: Option<f64>,
    /// The total is this or more; none if the sum means nothing before it is complete.
    #[serde(serialize_with = "maybe_decimal")]
    pub at_least: Option<u128>,
    /// Set once no more units are begun.
    pub stopping: Option<StopReason>,
    /// What the workers are on, each device once. Workers that pass units on, as on a cluster, are on a device that
    /// counts nothing, so it is not serialised.
    #[serde(skip)]
    pub devices: Vec<String>,
    /// What went wrong so far with workers. Not serialised: it would be repeated several times a second.
    #[serde(skip)]
    pub troubles: Vec<Trouble>,
}

fn maybe_decimal<S: Serializer>(value: &Option<u128>, to: S) -> Result<S::Ok, S::Error> {
    match value {
        Some(value) => to.collect_str(value),
        None => to.serialize_none(),
    }
}

impl Progress {
    /// The finished share of the expected work, from 0 to 1.
    #[must_use]
    pub fn fraction(&self) -> f64 {
        if self.cost_total > 0.0 { (self.cost_done / self.cost_total).clamp(0.0, 1.0) } else { 1.0 }
    }
}

/// Keeps the measurements of a run.
pub(crate) struct Meter {
    started: Instant,
    share: Option<Share>,
    /// Expected work by place. The parts of a unit share its weight, so that splitting does not
    /// change how much is left.
    weights: Vec<f64>,
    /// Weight and seconds of everything measured, including other runs.
    measured: f64,
    seconds: f64,
    results_now: usize,
}

/// The part of a run that is not recorded yet.
pub(crate) struct Flight {
    /// Units being counted.
    pub(crate) units: usize,
    /// The estimated work done on them.
    pub(crate) done: f64,
    /// Work per second of all workers together.
    pub(crate) rate: f64,
}

impl Meter {
    /// A meter over the units of a share.
    pub(crate) fn new(
        subtotals: &Subtotals,
        prepared: &dyn Prepared,
        share: Option<Share>,
    ) -> Meter {
        let mut meter = Meter {
            started: Instant::now(),
            share,
            weights: Vec::new(),
            measured: 0.0,
            seconds: 0.0,
            results_now: 0,
        };
        meter.weigh(subtotals, prepared);
        for (place, done) in subtotals.counting() {
            meter.measured += meter.weights[place];
            meter.seconds += done.micros as f64 / 1e6;
        }
        meter
    }

    /// Assigns weights to new places.
    pub(crate) fn weigh(&mut self, subtotals: &Subtotals, prepared: &dyn Prepared) {
        let cost = |place: usize| sound_cost(prepared, &Unit::new(subtotals.label(place)));
        let known = self.weights.len();
        if known == subtotals.len() {
            return;
        }
        let plan = known..subtotals.plan_units().max(known);
        self.weights.extend(plan.map(cost));
        self.weights.resize(subtotals.len(), 0.0);
        // A unit comes before its parts, so its weight is known when theirs are needed.
        for (place, below) in subtotals.splits().filter(|(_, below)| below[0] >= known) {
            let costs: Vec<f64> = below.iter().map(|&part| cost(part)).collect();
            let all: f64 = costs.iter().sum();
            for (&part, cost) in below.iter().zip(costs) {
                self.weights[part] = self.weights[place] * cost / all;
            }
        }
    }

    /// Records a result, of this run (`now`) or of another.
    pub(crate) fn finished(&mut self, place: usize, micros: u64, now: bool) {
        self.measured += self.weights[place];
        self.seconds += micros as f64 / 1e6;
        self.results_now += usize::from(now);
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Work per second of one worker, according to the records.
    pub(crate) fn rate(&self) -> Option<f64> {
        (self.seconds > 0.0 && self.measured > 0.0).then(|| self.measured / self.seconds)
    }

    fn in_share(&self, place: usize) -> bool {
        self.share.is_none_or(|share| share.contains(place))
    }

    fn done_below(&self, subtotals: &Subtotals, place: usize) -> f64 {
        if subtotals.is_done(place) {
            return self.weights[place];
        }
        subtotals.below(place).iter().map(|&part| self.done_below(subtotals, part)).sum()
    }

    pub(crate) fn progress(
        &self,
        subtotals: &Subtotals,
        divisor: u128,
        flight: Option<&Flight>,
        stopping: Option<StopReason>,
    ) -> Progress {
        let elapsed = self.elapsed().as_secs_f64();
        let units = || (0..subtotals.plan_units()).filter(|&place| self.in_share(place));
        let cost_total: f64 = units().map(|place| self.weights[place]).sum();
        // The sum of no numbers is -0, which would be shown.
        let cost_done = 0.0 + units().map(|place| self.done_below(subtotals, place)).sum::<f64>();
        let units_done = units().filter(|&place| subtotals.is_done(place)).count();
        let units_total = units().count();
        let left = (cost_total - cost_done - flight.map_or(0.0, |flight| flight.done)).max(0.0);
        let eta = match flight {
            _ if units_done == units_total => Some(0.0),
            // Workers that have finished may leave results that are not recorded yet.
            Some(flight) if flight.rate == 0.0 => self.rate().map(|rate| left / rate),
            Some(flight) if self.measured > 0.0 => Some(left / flight.rate),
            _ => None,
        };
        let is_measured = self.results_now > 0 && elapsed > 0.0;
        Progress {
            units_done,
            units_total,
            results_now: self.results_now,
            in_flight: flight.map_or(0, |flight| flight.units),
            cost_done,
            cost_total,
            results_per_second: is_measured.then(|| self.results_now as f64 / elapsed),
            elapsed,
            eta,
            at_least: subtotals.count_so_far().map(|sum| sum / divisor),
            stopping,
            devices: Vec::new(),
            troubles: Vec::new(),
        }
    }
}
