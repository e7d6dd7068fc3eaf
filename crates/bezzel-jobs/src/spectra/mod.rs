//! Jobs of the transform engine: units that give a spectrum instead of a number.
//!
//! A [`SpectrumLedger`] keeps the spectrum of each finished unit, so that a side whose units take
//! hours together can be stopped at any moment and taken up again.

mod ledger;

pub use ledger::SpectrumLedger;

use crate::pool::{Event, Pool, Task};
use crate::run::TICK;
use crate::{JobError, Progress};
use bezzel_board::Stop;
use bezzel_engines::{Prepared, SimdLevel, Spectrum};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// Counts the units that are missing, on so many threads.
///
/// Returns the spectrum of the side, or nothing if `stop` was raised before the end: units in
/// flight are then given up at once, and finished ones are in the ledger. A unit is on the disk
/// before `progress` hears of it. A unit's share of a total may be negative, so the
/// lower bound in what `progress` hears stays 0.
pub fn run_transform(
    prepared: &Arc<dyn Prepared>,
    mut ledger: Option<&mut SpectrumLedger>,
    threads: usize,
    stop: &AtomicBool,
    progress: &mut dyn FnMut(&Progress),
) -> Result<Option<Spectrum>, JobError> {
    if threads == 0 {
        return Err(JobError::NoThreads);
    }
    let plan = prepared.plan();
    let (n, units) = (plan.problem.size().rows(), &plan.units);
    let mut spectra: Vec<Option<Spectrum>> = (0..units.len())
        .map(|unit| ledger.as_ref().and_then(|ledger| ledger.spectrum_of(unit)).cloned())
        .collect();
    let mut queue: Vec<usize> = (0..units.len()).filter(|&unit| spectra[unit].is_none()).collect();
    // Largest first, so that no thread is left alone with a large unit at the end.
    queue.sort_by(|&a, &b| prepared.cost(&units[b]).total_cmp(&prepared.cost(&units[a])));
    let mut meter = Meter::new(prepared.as_ref(), &spectra);
    let counting = Arc::clone(prepared);
    let task: Task<Spectrum> = Arc::new(move |stop: &Stop| {
        let (counting, stop) = (counting.clone(), stop.clone());
        let mut worker = counting.worker(SimdLevel::best()).map_err(|error| error.to_string());
        Box::new(move |unit: usize| {
            let unit = &counting.plan().units[unit];
            let worker = worker.as_mut().map_err(|error| error.clone())?;
            let counted = worker.count(unit, &stop).map_err(|error| error.to_string())?;
            counted.spectrum().cloned().ok_or_else(|| format!("{unit} has no spectrum"))
        })
    });
    let pool = Pool::start(threads, units.len(), queue, &task);
    loop {
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        progress(&meter.look(pool.in_flight().len()));
        let batch = match pool.wait(TICK) {
            Event::Finished(batch) => batch,
            Event::Nothing => continue,
            Event::End => break,
        };
        for finished in batch {
            let unit = finished.unit;
            let spectrum = finished.result.map_err(|message| JobError::UnitFailed {
                unit,
                label: units[unit].label().to_owned(),
                message,
            })?;
            if let Some(ledger) = &mut ledger {
                ledger.record(unit, &spectrum)?;
            }
            spectra[unit] = Some(spectrum);
            meter.finished(prepared.cost(&units[unit]));
        }
    }
    pool.join();
    let sum = spectra.into_iter().try_fold(Spectrum::new(n, []), |sum, part| sum.plus(&part?));
    Ok(sum)
}

/// Expected work done before and now.
struct Meter {
    start: Instant,
    units_before: usize,
    units_total: usize,
    units_now: usize,
    cost_before: f64,
    cost_total: f64,
    cost_now: f64,
}

impl Meter {
    fn new(prepared: &dyn Prepared, spectra: &[Option<Spectrum>]) -> Meter {
        let units = &prepared.plan().units;
        let done = || units.iter().zip(spectra).filter(|(_, done)| done.is_some());
        Meter {
            start: Instant::now(),
            units_before: done().count(),
            units_total: units.len(),
            units_now: 0,
            cost_before: done().map(|(unit, _)| prepared.cost(unit)).sum(),
            cost_total: units.iter().map(|unit| prepared.cost(unit)).sum(),
            cost_now: 0.0,
        }
    }

    fn finished(&mut self, cost: f64) {
        self.units_now += 1;
        self.cost_now += cost;
    }

    fn look(&self, in_flight: usize) -> Progress {
        let elapsed = self.start.elapsed().as_secs_f64();
        let cost_done = self.cost_before + self.cost_now;
        let is_measured = self.units_now > 0;
        Progress {
            units_done: self.units_before + self.units_now,
            units_total: self.units_total,
            units_now: self.units_now,
            in_flight,
            cost_done,
            cost_total: self.cost_total,
            units_per_second: is_measured.then(|| self.units_now as f64 / elapsed),
            elapsed,
            eta: is_measured.then(|| elapsed * (self.cost_total - cost_done) / self.cost_now),
            at_least: 0,
            stopping: None,
        }
    }
}
