//! How far a run is and when it will be done, from measured seconds per cost.

use crate::StopReason;
use crate::record::decimal;
use crate::tally::Tally;
use serde::Serialize;
use std::time::{Duration, Instant};

/// A moment of a run; one line of JSON when serialised.
///
/// Units and costs are those of the run's part; without a part, of the whole job.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Progress {
    /// Finished units, with those from the ledger.
    pub units_done: usize,
    /// All units.
    pub units_total: usize,
    /// Units that this run finished.
    pub units_now: usize,
    /// Units being counted at this moment.
    pub in_flight: usize,
    /// Expected work of the finished units, in the plan's own measure.
    pub cost_done: f64,
    /// Expected work of all units.
    pub cost_total: f64,
    /// Units that this run finishes per second.
    pub units_per_second: Option<f64>,
    /// Seconds since the run began.
    pub elapsed: f64,
    /// Seconds to the end; none while nothing was measured.
    pub eta: Option<f64>,
    /// The total is this or more.
    #[serde(with = "decimal")]
    pub at_least: u128,
    /// Set once no more units are begun.
    pub stopping: Option<StopReason>,
}

impl Progress {
    /// The finished share of the expected work, from 0 to 1.
    #[must_use]
    pub fn fraction(&self) -> f64 {
        if self.cost_total > 0.0 { (self.cost_done / self.cost_total).clamp(0.0, 1.0) } else { 1.0 }
    }
}

/// Costs that can be added and divided by: what is not a positive number becomes the average of
/// the others, so that an engine without a cost model still has an ETA.
pub(crate) fn sound_costs(costs: impl IntoIterator<Item = f64>) -> Vec<f64> {
    let sound = |cost: f64| (cost.is_normal() && cost > 0.0 && cost < 1e200).then_some(cost);
    let costs: Vec<_> = costs.into_iter().map(sound).collect();
    let known = costs.iter().flatten().count();
    let average = match known {
        0 => 1.0,
        _ => costs.iter().flatten().sum::<f64>() / known as f64,
    };
    costs.into_iter().map(|cost| cost.unwrap_or(average)).collect()
}

/// Thread-seconds that some cost took.
#[derive(Clone, Copy, Debug, Default)]
struct Measured {
    units: usize,
    cost: f64,
    seconds: f64,
}

impl Measured {
    fn add(&mut self, cost: f64, seconds: f64) {
        self.units += 1;
        self.cost += cost;
        self.seconds += seconds;
    }

    fn seconds_per_cost(self) -> Option<f64> {
        (self.cost > 0.0).then(|| self.seconds / self.cost)
    }
}

/// Keeps the measurements of a run.
pub(crate) struct Meter {
    started: Instant,
    threads: usize,
    costs: Vec<f64>,
    counted: Vec<bool>,
    units_total: usize,
    cost_total: f64,
    all: Measured,
    now: Measured,
}

impl Meter {
    /// A meter over the units in `scope`.
    pub(crate) fn new(costs: Vec<f64>, scope: impl Fn(usize) -> bool, threads: usize) -> Meter {
        let in_scope = || costs.iter().enumerate().filter(|(unit, _)| scope(*unit));
        Meter {
            started: Instant::now(),
            threads,
            units_total: in_scope().count(),
            cost_total: in_scope().map(|(_, cost)| cost).sum(),
            // Units out of scope count as seen, so that they never count as done.
            counted: (0..costs.len()).map(|unit| !scope(unit)).collect(),
            costs,
            all: Measured::default(),
            now: Measured::default(),
        }
    }

    /// Takes note of a finished unit, here (`now`) or elsewhere; each unit once.
    pub(crate) fn finished(&mut self, unit: usize, micros: u64, now: bool) {
        if std::mem::replace(&mut self.counted[unit], true) {
            return;
        }
        let (cost, seconds) = (self.costs[unit], micros as f64 / 1e6);
        self.all.add(cost, seconds);
        if now {
            self.now.add(cost, seconds);
        }
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// The cost of a unit, sound.
    pub(crate) fn cost(&self, unit: usize) -> f64 {
        self.costs[unit]
    }

    /// This machine's own speed once it has shown it; before that, everyone's in the ledger.
    fn seconds_per_cost(&self) -> Option<f64> {
        let shown = self.now.units >= 4 * self.threads;
        if shown { self.now } else { self.all }.seconds_per_cost()
    }

    /// Seconds to the end. Time already spent on units in flight counts, up to what such a unit
    /// is expected to take.
    fn eta(&self, in_flight: &[(usize, Duration)]) -> Option<f64> {
        let units_left = self.units_total - self.all.units;
        if units_left == 0 {
            return Some(0.0);
        }
        let pace = self.seconds_per_cost()?;
        let work = (self.cost_total - self.all.cost).max(0.0) * pace;
        let spent: f64 = (in_flight.iter())
            .map(|(unit, since)| since.as_secs_f64().min(self.costs[*unit] * pace))
            .sum();
        let threads = self.threads.min(units_left) as f64;
        Some((work - spent).max(0.0) / threads)
    }

    pub(crate) fn progress(
        &self,
        tally: &Tally,
        divisor: u128,
        in_flight: &[(usize, Duration)],
        stopping: Option<StopReason>,
    ) -> Progress {
        let elapsed = self.elapsed().as_secs_f64();
        let rate = (self.now.units > 0 && elapsed > 0.0).then(|| self.now.units as f64 / elapsed);
        Progress {
            units_done: self.all.units,
            units_total: self.units_total,
            units_now: self.now.units,
            in_flight: in_flight.len(),
            cost_done: self.all.cost,
            cost_total: self.cost_total,
            units_per_second: rate,
            elapsed,
            eta: self.eta(in_flight),
            at_least: tally.sum() / divisor,
            stopping,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_eta_is_right_after_a_resume_and_never_infinite() {
        // Ten units of cost 1 to 10, two seconds per cost; the first four come from the ledger.
        let costs: Vec<f64> = (1..=10).map(f64::from).collect();
        let mut meter = Meter::new(costs, |_| true, 2);
        assert_eq!(meter.eta(&[]), None);
        for unit in 0..4 {
            meter.finished(unit, 2_000_000 * (unit as u64 + 1), false);
            meter.finished(unit, 9, true); // told twice, counted once
        }
        assert_eq!(meter.eta(&[]), Some(45.0));
        // Unit 9 (20 s) has run for 6 s, unit 4 (10 s) longer than expected.
        let in_flight = [(9, Duration::from_secs(6)), (4, Duration::from_secs(60))];
        assert_eq!(meter.eta(&in_flight), Some((90.0 - 6.0 - 10.0) / 2.0));
        for unit in 4..10 {
            meter.finished(unit, 0, false);
        }
        assert_eq!(meter.eta(&[]), Some(0.0));
    }

    #[test]
    fn a_machine_twice_as_slow_as_the_ledger_says_so_soon() {
        let mut meter = Meter::new(vec![1.0; 100], |_| true, 1);
        (0..50).for_each(|unit| meter.finished(unit, 1_000_000, false));
        assert_eq!(meter.eta(&[]), Some(50.0));
        (50..54).for_each(|unit| meter.finished(unit, 2_000_000, true));
        assert_eq!(meter.eta(&[]), Some(92.0));
    }

    #[test]
    fn odd_costs_do_no_harm() {
        assert_eq!(
            sound_costs([f64::NAN, 1.0, 0.0, 3.0, f64::INFINITY, -1.0]),
            [2.0, 1.0, 2.0, 3.0, 2.0, 2.0]
        );
        assert_eq!(sound_costs([0.0, f64::NAN]), [1.0, 1.0]);
        assert!(sound_costs([]).is_empty());
    }
}
