//! Units that wait to be counted, and the choice of one for a worker.
//!
//! Costs are only estimates, so units are ordered by powers of two of them, the largest first; with
//! several processes on one ledger, each takes units of about the same size in its own random
//! order, so that they rarely count the same one.

use crate::sample::mix;
use bezzel_engines::{Prepared, Unit};
use std::collections::{BTreeMap, HashMap};
use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;

/// A unit that waits.
#[derive(Clone, Debug)]
pub(crate) struct Waiting {
    pub(crate) unit: Unit,
    pub(crate) cost: f64,
    /// The workers that stopped it because it took too long, once for each time.
    pub(crate) overdue_on: Vec<usize>,
    /// The workers that failed on it, once for each time.
    pub(crate) failed_on: Vec<usize>,
}

impl Waiting {
    /// Whether no worker has given it back yet.
    pub(crate) fn is_untried(&self) -> bool {
        self.failed_on.is_empty() && self.overdue_on.is_empty()
    }
}

/// Size, then chance, then order of arrival.
type Key = (i32, u64, u64);

/// The units that wait.
pub(crate) struct Queue {
    prepared: Arc<dyn Prepared>,
    waiting: BTreeMap<Key, Waiting>,
    keys: HashMap<String, Key>,
    cost: f64,
    arrivals: u64,
    chance: RandomState,
}

/// A unit that was split, and into what.
pub(crate) type Split = (Unit, Vec<Unit>);

impl Queue {
    pub(crate) fn new(prepared: &Arc<dyn Prepared>) -> Queue {
        Queue {
            prepared: Arc::clone(prepared),
            waiting: BTreeMap::new(),
            keys: HashMap::new(),
            cost: 0.0,
            arrivals: 0,
            chance: RandomState::new(),
        }
    }

    /// Adds a unit that no worker has tried yet.
    pub(crate) fn add(&mut self, unit: Unit) {
        let waiting = self.fresh(unit);
        self.put(waiting);
    }

    /// A unit that no worker has tried yet.
    pub(crate) fn fresh(&self, unit: Unit) -> Waiting {
        let cost = sound_cost(&*self.prepared, &unit);
        Waiting { unit, cost, overdue_on: Vec::new(), failed_on: Vec::new() }
    }

    /// Puts a unit back.
    pub(crate) fn put(&mut self, waiting: Waiting) {
        self.arrivals += 1;
        let chance = mix(self.chance.hash_one(waiting.unit.label()));
        let key = (size(waiting.cost), chance, self.arrivals);
        self.cost += waiting.cost;
        self.keys.insert(waiting.unit.label().to_owned(), key);
        self.waiting.insert(key, waiting);
    }

    /// Takes a unit out because it is done, or split, elsewhere; whether it was there.
    pub(crate) fn remove(&mut self, label: &str) -> bool {
        let Some(key) = self.keys.get(label).copied() else {
            return false;
        };
        self.pull(key).is_some()
    }

    fn pull(&mut self, key: Key) -> Option<Waiting> {
        let waiting = self.waiting.remove(&key)?;
        self.keys.remove(waiting.unit.label());
        // Rounding errors of adding and subtracting in a different order are not a cost.
        self.cost = if self.waiting.is_empty() { 0.0 } else { self.cost - waiting.cost };
        Some(waiting)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    /// The expected cost of all waiting units.
    pub(crate) fn cost(&self) -> f64 {
        self.cost
    }

    /// The largest unit of at most this cost that may be given out. If all are larger, the smallest
    /// is split until a part of it fits or nothing can be split further.
    pub(crate) fn take(
        &mut self,
        most: f64,
        splits: &mut Vec<Split>,
        may_have: impl Fn(&Waiting) -> bool,
    ) -> Option<Waiting> {
        let fits = |waiting: &Waiting| waiting.cost <= most;
        let up_to = ..=(size(most), u64::MAX, u64::MAX);
        let mut fitting = self.waiting.range(up_to).rev();
        let found = fitting.find(|(_, waiting)| fits(waiting) && may_have(waiting));
        let found = found.or_else(|| self.waiting.iter().find(|(_, waiting)| may_have(waiting)));
        let mut waiting = self.pull(*found?.0)?;
        while !fits(&waiting) {
            let Some(first) = self.split(&waiting, splits) else {
                break;
            };
            waiting = first;
        }
        Some(waiting)
    }

    /// Splits a unit, puts its parts into the queue and takes the largest of them out again; `None`
    /// if it cannot be split.
    pub(crate) fn split(&mut self, waiting: &Waiting, splits: &mut Vec<Split>) -> Option<Waiting> {
        let parts = self.prepared.split(&waiting.unit);
        if parts.is_empty() {
            return None;
        }
        let cost = |unit: &Unit| sound_cost(&*self.prepared, unit);
        let mut fresh: Vec<Waiting> = (parts.iter())
            .map(|unit| Waiting { unit: unit.clone(), cost: cost(unit), ..waiting.clone() })
            .map(|part| Waiting { overdue_on: Vec::new(), ..part })
            .collect();
        let largest = (0..fresh.len()).max_by(|&a, &b| fresh[a].cost.total_cmp(&fresh[b].cost))?;
        let first = fresh.swap_remove(largest);
        fresh.into_iter().for_each(|part| self.put(part));
        splits.push((waiting.unit.clone(), parts));
        Some(first)
    }
}

/// The power of two of a cost.
fn size(cost: f64) -> i32 {
    cost.log2().floor() as i32
}

/// A cost that can be added and divided by: anything but a positive number counts as 1.
pub(crate) fn sound_cost(prepared: &dyn Prepared, unit: &Unit) -> f64 {
    let cost = prepared.cost(unit);
    if cost.is_normal() && cost > 0.0 && cost < 1e100 { cost } else { 1.0 }
}
