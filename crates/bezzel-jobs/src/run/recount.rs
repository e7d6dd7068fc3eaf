//! Recounts units by the second method, and records each recount.
//!
//! A unit that would take a worker long is recounted in parts, as it would be counted; the sum of
//! the parts is compared with the recorded subtotal.

use super::crew::{Crew, Duty, Finished, Orders};
use super::store::Store;
use super::trouble::Trouble;
use super::{TICK, rates};
use crate::ledger::confirmed;
use crate::record::{PROGRAM, host_name, micros, now};
use crate::write::Batch;
use crate::{Check, JobError};
use bezzel_board::Stop;
use bezzel_engines::{Elsewhere, Prepared, Subtotal, Unit, Worker};
use std::collections::{BTreeSet, HashMap};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

/// What is to be recounted.
pub(crate) struct Recounts {
    /// Labels of units with a result.
    pub(crate) units: Vec<String>,
    /// Seed of the sample, if they were drawn.
    pub(crate) seed: Option<u64>,
    /// Ends waiting for results.
    pub(crate) stop: Stop,
}

/// A second count is assumed to take this many times as long as the first, until it is measured.
const SLOWER: f64 = 3.0;

/// Results that no recount has confirmed.
pub(crate) fn unconfirmed(store: &Store<'_>) -> Vec<String> {
    let subtotals = store.subtotals();
    let confirmed = confirmed(subtotals, store.checks());
    let labels = subtotals.counting().map(|(place, _)| subtotals.label(place));
    labels.filter(|label| !confirmed.contains(label)).map(ToOwned::to_owned).collect()
}

/// The workers that count, without those that refuse to.
pub(crate) fn counting(workers: &[Box<dyn Worker>]) -> impl Iterator<Item = &Box<dyn Worker>> {
    workers.iter().filter(|worker| worker.refuses().is_none())
}

/// The methods by which these workers recount.
pub(crate) fn methods_of(workers: &[Box<dyn Worker>]) -> String {
    by_methods(counting(workers).map(|worker| worker.recounts_by()))
}

/// The methods of a recount: more than one if workers of several kinds took part in it.
fn by_methods(methods: impl IntoIterator<Item = &'static str>) -> String {
    BTreeSet::from_iter(methods).into_iter().collect::<Vec<_>>().join(" and ")
}

/// Whether all these workers that count can check what was counted on this device.
pub(crate) fn can_check(workers: &[Box<dyn Worker>], device: &str) -> bool {
    counting(workers).all(|worker| worker.can_check(device))
}

/// Receives recounts and troubles, and may break.
type Each<'a> = dyn FnMut(&[Check], &[Trouble]) -> ControlFlow<()> + 'a;

/// Recounts these units. `each` is called several times a second and receives every recount after
/// it is written and every trouble; it stops the recount by breaking.
pub(crate) fn recount(
    prepared: &Arc<dyn Prepared>,
    workers: Vec<Box<dyn Worker>>,
    store: &mut Store<'_>,
    recounts: &Recounts,
    patience: Duration,
    each: &mut Each<'_>,
) -> Result<(), JobError> {
    if recounts.units.is_empty() {
        return Ok(());
    }
    let methods: Vec<&'static str> = workers.iter().map(|worker| worker.recounts_by()).collect();
    let kinds = workers.iter().map(|worker| worker.device().kind);
    let rates = rates::assumed(store.subtotals(), &**prepared, kinds);
    let orders = Orders {
        duty: Duty::Recount,
        most: usize::MAX,
        patience,
        rates: rates.into_iter().map(|rate| rate / SLOWER).collect(),
        bounds: store.subtotals().bounds(),
        stop: recounts.stop.clone(),
    };
    let units = recounts.units.iter().map(Unit::new);
    let crew = Crew::start(prepared, workers, units, &orders)?;
    let mut open = Open::new(&recounts.units);
    loop {
        let (batch, is_over) = crew.wait(TICK);
        crew.look_after();
        for (unit, parts) in crew.take_splits() {
            open.split(&unit, &parts);
        }
        let done = batch.into_iter().filter_map(|finished| {
            let method = methods[finished.worker];
            open.add(finished, method)
        });
        let done = done.collect::<Vec<_>>();
        let mut checks = Vec::with_capacity(done.len());
        for done in done {
            let subtotals = store.subtotals();
            let place = subtotals.place(&done.label);
            // Discarded in the meantime, so there is nothing to compare with.
            let Some(recorded) = place.and_then(|place| subtotals.value(place)) else {
                continue;
            };
            let (program, device, host) = match done.elsewhere {
                Some(at) => (at.program, at.device, at.host),
                None => (PROGRAM.to_owned(), crew.device(done.worker).to_string(), host_name()),
            };
            checks.push(Check {
                label: done.label,
                recorded,
                recount: done.sum,
                by: by_methods(done.by),
                seed: recounts.seed,
                program,
                device,
                host,
                micros: micros(done.took),
                finished: now(),
            });
        }
        if !checks.is_empty() {
            store.record(&Batch { checks: checks.clone(), ..Batch::default() })?;
        }
        let troubles = crew.take_troubles();
        if each(&checks, &troubles).is_break() {
            crew.stop();
        }
        if is_over {
            return Ok(());
        }
    }
}

/// Units whose parts are not all recounted.
struct Open {
    units: HashMap<String, Sum>,
    /// The parts that are still to be recounted, each with its unit. A worker that was given up may come back
    /// with a part that another one has recounted in the meantime.
    parts: HashMap<String, String>,
}

struct Sum {
    parts_left: usize,
    sum: Option<Subtotal>,
    by: BTreeSet<&'static str>,
    took: Duration,
}

/// A unit that is recounted in full.
struct Done {
    label: String,
    sum: Subtotal,
    by: BTreeSet<&'static str>,
    took: Duration,
    worker: usize,
    /// Where its last part was recounted, if not by this process.
    elsewhere: Option<Elsewhere>,
}

impl Open {
    fn new(labels: &[String]) -> Open {
        let sum = || Sum { parts_left: 1, sum: None, by: BTreeSet::new(), took: Duration::ZERO };
        let units = labels.iter().map(|label| (label.clone(), sum())).collect();
        let parts = labels.iter().map(|label| (label.clone(), label.clone())).collect();
        Open { units, parts }
    }

    fn split(&mut self, unit: &Unit, parts: &[Unit]) {
        let Some(whole) = self.parts.remove(unit.label()) else {
            return;
        };
        if let Some(sum) = self.units.get_mut(&whole) {
            sum.parts_left += parts.len() - 1;
        }
        for part in parts {
            self.parts.insert(part.label().to_owned(), whole.clone());
        }
    }

    /// Adds a part; returns the unit if this was its last.
    fn add(&mut self, finished: Finished, method: &'static str) -> Option<Done> {
        let label = self.parts.remove(finished.unit.label())?;
        let open = self.units.get_mut(&label)?;
        open.took += finished.elsewhere.as_ref().map_or(finished.took, |at| at.took);
        open.by.insert(method);
        open.parts_left -= 1;
        let sum = match open.sum.take() {
            None => finished.subtotal,
            // Possible subtotals of one unit can be added, otherwise the sum is not possible.
            Some(sum) => sum.plus(&finished.subtotal)?,
        };
        if open.parts_left > 0 {
            open.sum = Some(sum);
            return None;
        }
        let Sum { took, by, .. } = self.units.remove(&label)?;
        let (worker, elsewhere) = (finished.worker, finished.elsewhere);
        Some(Done { label, sum, by, took, worker, elsewhere })
    }
}
