//! Recounts a sample of finished units by the second method.

use crate::lister::listers;
use crate::record::text;
use crate::run::{Hire, Recounts, Store, Trouble, can_check, methods_of, recount, sound_cost};
use crate::sample::{draw, random_seed};
use crate::subtotals::Subtotals;
use crate::{Check, JobError, Ledger};
use bezzel_board::Stop;
use bezzel_engines::{Prepared, Subtotal, Unit};
use serde::Serialize;
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

/// What to verify.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct VerifyOptions {
    /// How many units; all finished ones if there are fewer.
    pub sample: usize,
    /// Which sample; if none is given, a random one, which is reported.
    pub seed: Option<u64>,
    /// Count by listing solutions one by one instead of by the second method. That takes as long as
    /// there are solutions.
    pub list: bool,
    /// Stops it soon after it is asked, with the recounts finished so far.
    pub stop: Stop,
    /// See [`RunOptions::patience`](crate::RunOptions).
    pub patience: Duration,
}

impl Default for VerifyOptions {
    fn default() -> Self {
        let patience = Duration::from_secs(60);
        VerifyOptions { sample: 10, seed: None, list: false, stop: Stop::new(), patience }
    }
}

impl VerifyOptions {
    /// The same, with this many units.
    #[must_use]
    pub fn with_sample(mut self, units: usize) -> VerifyOptions {
        self.sample = units;
        self
    }

    /// The same, with this seed.
    #[must_use]
    pub fn with_seed(mut self, seed: Option<u64>) -> VerifyOptions {
        self.seed = seed;
        self
    }

    /// The same, listing solutions or not.
    #[must_use]
    pub fn with_list(mut self, list: bool) -> VerifyOptions {
        self.list = list;
        self
    }

    /// The same, stopped by this flag.
    #[must_use]
    pub fn with_stop(mut self, stop: &Stop) -> VerifyOptions {
        self.stop = stop.clone();
        self
    }

    /// The same, with this patience.
    #[must_use]
    pub fn with_patience(mut self, patience: Duration) -> VerifyOptions {
        self.patience = patience;
        self
    }
}

/// What a verification found.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Verification {
    /// The sample's seed.
    pub seed: u64,
    /// The second method.
    pub by: String,
    /// Units in the sample.
    pub sample: usize,
    /// Every recount that was finished.
    pub checks: Vec<Check>,
    /// The recounts that differ.
    pub mismatches: Vec<Mismatch>,
    /// What this sample has covered.
    pub covered: Coverage,
    /// What all recounts of this ledger have covered.
    pub covered_so_far: Coverage,
    /// Workers that returned without a result.
    pub troubles: Vec<Trouble>,
}

impl Verification {
    /// Whether the whole sample was recounted and agrees.
    #[must_use]
    pub fn confirms(&self) -> bool {
        self.checks.len() == self.sample && self.mismatches.is_empty()
    }
}

/// A unit whose two counts differ.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Mismatch {
    /// The unit's label.
    pub label: String,
    /// The subtotal in the ledger.
    #[serde(with = "text")]
    pub recorded: Subtotal,
    /// The result of the recount.
    #[serde(with = "text")]
    pub recount: Subtotal,
}

/// How much of a job recounts have confirmed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Coverage {
    /// Results that were recounted and agree.
    pub results: usize,
    /// All results.
    pub of: usize,
    /// Their share of the expected work, from 0 to 1.
    pub work: f64,
    /// Their share of the sum of all subtotals; none if subtotals are signed or all 0.
    pub total: Option<f64>,
    /// The chance that one wrong unit, hit in proportion to the work it took, is not among them.
    pub unseen: f64,
}

/// Recounts a sample and writes each recount into the ledger; `progress` receives each.
///
/// Only units that these workers can [check](bezzel_engines::Worker::can_check) are recounted. They
/// are drawn in proportion to their expected cost, by the engine's own estimate: nothing in the file
/// affects which units are drawn. A mismatch does not change the unit's result, but the job has no
/// total until the unit is [discarded](Ledger::discard) and counted again.
pub fn verify(
    prepared: &Arc<dyn Prepared>,
    hire: &Hire<'_>,
    ledger: &mut Ledger,
    options: &VerifyOptions,
    progress: &mut dyn FnMut(&Verification),
) -> Result<Verification, JobError> {
    ledger.belongs_to(prepared.plan())?;
    ledger.prove_writable()?;
    ledger.reload()?;
    let file = ledger.file().to_path_buf();
    let costs = Costs::new(ledger.subtotals(), prepared);
    if costs.units.is_empty() {
        return Err(JobError::NothingCounted { file });
    }
    let seed = options.seed.unwrap_or_else(random_seed);
    let mut workers = hire()?;
    if options.list {
        workers = listers(workers, prepared.plan().engine)?;
    }
    let checkable = costs.units.iter().filter(|unit| can_check(&workers, &unit.device));
    let weighed: Vec<(&str, f64)> =
        checkable.map(|unit| (unit.label.as_str(), unit.cost)).collect();
    if weighed.is_empty() {
        let by = methods_of(&workers);
        return Err(JobError::NotIndependent { file, by });
    }
    let units = draw(&weighed, options.sample, seed);
    let mut found = Verification {
        seed,
        by: methods_of(&workers),
        sample: units.len(),
        checks: Vec::new(),
        mismatches: Vec::new(),
        covered: costs.coverage(&BTreeSet::new()),
        covered_so_far: costs.coverage(&ledger.confirmed()),
        troubles: Vec::new(),
    };
    let recounts = Recounts { units, seed: Some(seed), stop: options.stop.clone() };
    let mut store = Store::Ledger(ledger);
    recount(
        prepared,
        workers,
        &mut store,
        &recounts,
        options.patience,
        &mut |checks, troubles| {
            if !checks.is_empty() || !troubles.is_empty() {
                found.take(checks, troubles, &costs);
                progress(&found);
            }
            if options.stop.is_asked() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        },
    )?;
    found.covered_so_far = costs.coverage(&ledger.confirmed());
    Ok(found)
}

impl Verification {
    fn take(&mut self, checks: &[Check], troubles: &[Trouble], costs: &Costs) {
        let differ = checks.iter().filter(|check| !check.agrees());
        self.mismatches.extend(differ.map(|check| Mismatch {
            label: check.label.clone(),
            recorded: check.recorded.clone(),
            recount: check.recount.clone(),
        }));
        self.checks.extend_from_slice(checks);
        self.troubles.extend_from_slice(troubles);
        let agreeing = self.checks.iter().filter(|check| check.agrees());
        self.covered = costs.coverage(&agreeing.map(|check| check.label.as_str()).collect());
    }
}

/// The expected cost and the subtotal of every result.
struct Costs {
    units: Vec<Costed>,
}

struct Costed {
    label: String,
    cost: f64,
    count: Option<u128>,
    device: Arc<str>,
}

impl Costs {
    fn new(subtotals: &Subtotals, prepared: &Arc<dyn Prepared>) -> Costs {
        let units = subtotals.counting().map(|(place, done)| {
            let label = subtotals.label(place).to_owned();
            let cost = sound_cost(&**prepared, &Unit::new(label.as_str()));
            let (count, device) = (done.subtotal.count(), Arc::clone(&done.device));
            Costed { label, cost, count, device }
        });
        Costs { units: units.collect() }
    }

    fn coverage(&self, confirmed: &BTreeSet<&str>) -> Coverage {
        let covered = || self.units.iter().filter(|unit| confirmed.contains(unit.label.as_str()));
        let cost: f64 = self.units.iter().map(|unit| unit.cost).sum();
        // The sum of nothing is -0, which would be shown with its sign.
        let work = (covered().map(|unit| unit.cost).sum::<f64>() + 0.0) / cost;
        let sum: Option<u128> = self.units.iter().map(|unit| unit.count).sum();
        let part: Option<u128> = covered().map(|unit| unit.count).sum();
        let total = sum.zip(part).filter(|(sum, _)| *sum > 0);
        Coverage {
            results: covered().count(),
            of: self.units.len(),
            work,
            total: total.map(|(sum, part)| part as f64 / sum as f64),
            unseen: (1.0 - work).max(0.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_covered_is_shown_without_a_sign() {
        let unit = Costed { label: "1".into(), cost: 2.0, count: Some(3), device: "cpu".into() };
        let none = Costs { units: vec![unit] }.coverage(&BTreeSet::new());
        assert_eq!(format!("{:.2} {:?}", none.work, none.total), "0.00 Some(0.0)");
    }
}
