//! Q(n,d) for one n and every dimension d at once, by a sum over sets of pairs of layers.
//!
//! Barr and Rao put one queen into each of the n layers of the last axis. Queens in layers i and j
//! attack each other exactly when in **every** other coordinate they differ by 0, +|i−j| or −|i−j|.
//! So the d − 1 other coordinates are independent of each other: each is a vector c of n values,
//! one for each layer, with its set E(c) of pairs {i, j} that differ in this way, and d − 1 vectors
//! are a solution exactly when no pair is in all of their sets. By inclusion–exclusion, with N(S)
//! the number of vectors that have all pairs of S,
//!
//! ```text
//!   Q(n,d) = Σ_S (−1)^|S| N(S)^(d−1)          S over all sets of the n(n−1)/2 pairs
//!
//!   n = 3, pairs 01, 12, 02:    S    {}  01  12  02  01,12  01,02  12,02  all
//!                               N    27  21  21  15   17     11     11     9
//!   Q(3,d) = 27^m − 2·21^m − 15^m + 17^m + 2·11^m − 9^m,  m = d − 1:  0, 72, 4632, 198096, …
//! ```
//!
//! The numbers N(S) are superset sums of a histogram of all n^n vectors by their sets. Only how
//! often each number occurs matters: that is a [`Spectrum`], a few thousand terms.
//!
//! # Units
//! A unit fixes which pairs of neighbouring layers (the *path*) are in S: 2^(n−1) patterns, of
//! which one of each pair of mirror images is processed and counts twice, because reversing the
//! layers changes nothing. Within a unit further pairs are fixed in every combination until
//! [`TABLE_BITS`] pairs are left for a table, which is filled with the vectors that have the fixed
//! pairs and then traversed depth first. So the memory is that of one small table, whatever n is.
//!
//! A unit is split by the next pair in the same order: `path 0110` into `path 0110 then 0`, the sets
//! without it, and `path 0110 then 1`, and these by the pair after that.
//!
//! With [`Order::Stars`] a unit fixes the pairs of layer 0 instead (`star 0110`), and all 2^(n−1)
//! patterns are processed, because reversing the layers gives the star of another layer.
//!
//! Spectra of units add up, so units may run in any order and anywhere.

mod pairs;
mod recount;
mod spectrum;
mod walk;

pub use pairs::Order;
pub use spectrum::{Spectrum, SpectrumError};

use crate::error::Refusal;
use crate::{
    Counted, Device, Engine, EngineError, Info, Plan, Prepared, SimdLevel, Subtotal, Unit,
    WorkError, Worker,
};
use bezzel_board::{Problem, Rule, Stop};
use pairs::Pairs;
use std::sync::Arc;
use walk::Terms;

/// The largest side: beyond it N(S) exceeds 2^32 for non-empty sets, and 2^55 sets are too many.
pub const LARGEST: u32 = 10;

/// Default number of pairs in the table.
pub const TABLE_BITS: u32 = 21;

/// Maximum number of pairs in a table: 4 GiB.
pub const MOST_TABLE_BITS: u32 = 30;

/// The engine for boards of one side in every dimension at once.
#[derive(Clone, Copy, Debug)]
pub struct Transform {
    table_bits: u32,
    order: Order,
}

impl Default for Transform {
    fn default() -> Transform {
        Transform { table_bits: TABLE_BITS, order: Order::Path }
    }
}

static INFO: Info = Info {
    id: Transform::ID,
    title: "Sum over sets of pairs of layers",
    counts: Counted::EveryDimension,
    boards: "boards of one side up to 10 in every dimension, under Barr and Rao's rule",
    method: "inclusion–exclusion over sets of pairs of layers, by superset sums",
    recounts_by: "sorted lists",
    source: "Bezzel",
    revision: 2,
};

impl Transform {
    /// The engine's name.
    pub const ID: &'static str = "transform";

    /// The engine with tables of at most this many pairs: 4 · 2^pairs bytes for each worker.
    #[must_use]
    pub const fn with_table(table_bits: u32) -> Transform {
        Transform { table_bits, order: Order::Path }
    }

    /// The engine with pairs decided in this order, for a second run of a whole side.
    #[must_use]
    pub const fn with_order(order: Order) -> Transform {
        Transform { table_bits: TABLE_BITS, order }
    }
}

impl Engine for Transform {
    fn info(&self) -> &Info {
        &INFO
    }

    /// Every dimension of a side has the same plan, which names the board of two dimensions.
    fn prepare(&self, problem: &Problem, _: &Stop) -> Result<Arc<dyn Prepared>, EngineError> {
        let (refuse, size) = (Refusal(Self::ID), problem.size());
        if problem.wraps() || problem.rule() != Rule::Queen {
            refuse.of("other rules than Barr and Rao's", &["barr-rao"])?;
        }
        if !problem.is_plain() {
            refuse.of("given queens, blocked squares and regions", &["barr-rao"])?;
        }
        if !size.is_square() {
            refuse.of("boards of unequal sides", &["enumerate"])?;
        }
        let n = size.rows();
        if n > LARGEST {
            let pairs = u64::from(n) * u64::from(n - 1) / 2;
            return Err(EngineError::TooManySets { engine: Self::ID, largest: LARGEST, n, pairs });
        }
        if self.table_bits > MOST_TABLE_BITS {
            let need = 4_u128 << self.table_bits.min(120);
            return Err(EngineError::Memory { engine: Self::ID, need, most: 4 << MOST_TABLE_BITS });
        }
        Ok(Arc::new(Planned(Arc::new(Ready::new(n, self.table_bits, self.order)))))
    }
}

/// The unit of the sets with these pairs of the path or of the star, and with the next pairs or
/// without them.
fn unit(order: Order, path: u32, chosen: u64, next: &[bool]) -> Unit {
    let name = if order == Order::Path { "path" } else { "star" };
    let mut label = match path {
        0 => "all".to_owned(),
        _ => format!("{name} {chosen:0width$b}", width = path as usize),
    };
    if !next.is_empty() {
        label.push_str(" then ");
        label.extend(next.iter().map(|is_in| if *is_in { '1' } else { '0' }));
    }
    Unit::new(label)
}

/// The pairs of the path that a unit has in S, layer 0 in the highest bit.
#[derive(Clone, Copy)]
struct Start {
    path: u64,
    /// 2 if the mirror image is another set.
    weight: i128,
}

/// What all workers share.
struct Ready {
    n: u32,
    order: Order,
    plan: Plan,
    pairs: Pairs,
    table_bits: u32,
    starts: Vec<Start>,
}

impl Ready {
    fn new(n: u32, table_bits: u32, order: Order) -> Ready {
        let pairs = Pairs::new(n, order);
        let path = pairs.path();
        let table_bits = table_bits.min(pairs.len() - path);
        let starts: Vec<Start> = (0..1_u64 << path)
            .filter_map(|chosen| {
                let is_own_mirror = path == 0 || order == Order::Stars;
                let mirror =
                    if is_own_mirror { chosen } else { chosen.reverse_bits() >> (64 - path) };
                (chosen <= mirror)
                    .then(|| Start { path: chosen, weight: 1 + i128::from(chosen != mirror) })
            })
            .collect();
        let plan = Plan {
            engine: INFO.id,
            revision: INFO.revision,
            problem: Problem::queens(n),
            units: starts.iter().map(|start| unit(order, path, start.path, &[])).collect(),
            divisor: 1,
            counted: INFO.counts,
        };
        Ready { n, order, plan, pairs, table_bits, starts }
    }

    /// The start of a unit, and which of the next pairs it has in S, if it is one of the plan or one
    /// that those split into.
    fn read(&self, unit: &Unit) -> Option<(Start, Vec<bool>)> {
        let (first, next) = unit.label().split_once(" then ").unwrap_or((unit.label(), ""));
        let place = self.plan.units.iter().position(|other| other.label() == first)?;
        let (start, path) = (self.starts[place], self.pairs.path());
        let next: Vec<bool> = next.chars().map(|bit| bit == '1').collect();
        // Each unit has one text: anything else is not what `unit` writes.
        let is_planned = next.len() <= (self.pairs.len() - path) as usize
            && self::unit(self.order, path, start.path, &next) == *unit;
        is_planned.then_some((start, next))
    }
}

/// A planned side.
struct Planned(Arc<Ready>);

impl Prepared for Planned {
    fn plan(&self) -> &Plan {
        &self.0.plan
    }

    /// Measured at n = 9: seconds by the number of path pairs in S. A pair more leaves about half of
    /// the sets. Side 8 takes 0.7 s where this would give 125 s; other sides follow that ratio.
    fn cost(&self, unit: &Unit) -> f64 {
        self.0.read(unit).map_or(0.0, |(start, next)| {
            let seconds = 0.2 + 16.0 * 0.45_f64.powi(start.path.count_ones() as i32);
            seconds * 0.5_f64.powi(next.len() as i32) * 180_f64.powi(self.0.n as i32 - 9)
        })
    }

    fn split(&self, unit: &Unit) -> Vec<Unit> {
        let path = self.0.pairs.path();
        match self.0.read(unit) {
            Some((start, next)) if (next.len() as u32) < self.0.pairs.len() - path => {
                let with = |is_in: bool| [&next[..], &[is_in]].concat();
                [false, true]
                    .map(|is_in| self::unit(self.0.order, path, start.path, &with(is_in)))
                    .to_vec()
            }
            _ => Vec::new(),
        }
    }

    fn worker(&self, level: SimdLevel) -> Result<Box<dyn Worker>, EngineError> {
        let level = level.available()?;
        Ok(Box::new(Core { ready: Arc::clone(&self.0), level, device: Device::cpu(level) }))
    }
}

/// One thread's worker.
struct Core {
    ready: Arc<Ready>,
    level: SimdLevel,
    device: Device,
}

impl Worker for Core {
    fn device(&self) -> &Device {
        &self.device
    }

    fn count(&mut self, unit: &Unit, stop: &Stop) -> Result<Subtotal, WorkError> {
        let (Start { path, weight }, next) = self.ready.read(unit).ok_or_else(|| unit.unknown())?;
        let Ready { n, pairs, .. } = &*self.ready;
        let fixed = next.iter().fold(path, |fixed, is_in| fixed << 1 | u64::from(*is_in));
        let left = pairs.len() - pairs.path() - next.len() as u32;
        let table_bits = self.ready.table_bits.min(left);
        let between = left - table_bits;
        let mut table = vec![0; 1 << table_bits];
        let mut terms = Terms::new();
        let mut corrections = Vec::new();
        for middle in 0..1_u64 << between {
            let chosen = (fixed << between | middle) << table_bits;
            let sign = if chosen.count_ones().is_multiple_of(2) { 1 } else { -1 };
            table.fill(0);
            pairs.add_vectors(chosen, &mut table, stop);
            walk::walk(self.level, &mut table, sign, &mut terms, stop);
            // A stopped count returns early with what it has, which is meaningless.
            if stop.is_asked() {
                return Err(WorkError::Stopped);
            }
            if chosen == 0 {
                // N of the empty set is n^n, the only number that exceeds 2^32 (at n = 10, where
                // the empty set is reached: at n = 2 all vectors have the pair, and it cancels).
                let all = u64::from(*n).pow(*n);
                corrections = vec![(all & u64::from(u32::MAX), -1), (all, 1)];
            }
        }
        let found = terms.into_pairs().map(|(value, count)| (value, i128::from(count)));
        let weighted = found.chain(corrections).map(|(value, count)| (value, weight * count));
        Ok(Subtotal::Spectrum(Spectrum::new(*n, weighted)))
    }

    fn recount(&mut self, unit: &Unit, stop: &Stop) -> Result<Subtotal, WorkError> {
        let (Start { path, .. }, next) = self.ready.read(unit).ok_or_else(|| unit.unknown())?;
        let Ready { n, pairs, .. } = &*self.ready;
        let path: Vec<bool> = (0..pairs.path()).rev().map(|i| path >> i & 1 == 1).collect();
        // Whether reversing the layers gives another set, determined again and not taken from the plan.
        let is_alone = self.ready.order == Order::Stars || path.iter().eq(path.iter().rev());
        let images = if is_alone { 1 } else { 2 };
        let fixed = path.into_iter().chain(next);
        let (mut inside, mut open) = (Vec::new(), pairs.order().to_vec());
        for (&pair, is_in) in pairs.order().iter().zip(fixed) {
            open.retain(|other| *other != pair);
            if is_in {
                inside.push(pair);
            }
        }
        let found = recount::count(*n as usize, &inside, &open, stop).ok_or(WorkError::Stopped)?;
        let weighted = found.into_iter().map(|(value, count)| (value, images * count));
        Ok(Subtotal::Spectrum(Spectrum::new(*n, weighted)))
    }

    fn recounts_by(&self) -> &'static str {
        INFO.recounts_by
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::units_that_differ;

    #[test]
    fn the_second_count_finds_a_wrong_weight() {
        let mut ready = Ready::new(4, TABLE_BITS, Order::Path);
        ready.starts[1].weight = 1;
        assert_eq!(units_that_differ(&Planned(Arc::new(ready))), ["path 001"]);
        for order in [Order::Path, Order::Stars] {
            let ready = Ready::new(4, TABLE_BITS, order);
            assert!(units_that_differ(&Planned(Arc::new(ready))).is_empty());
        }
    }

    /// Another split into units and another order give the same spectrum, without any symmetry.
    #[test]
    fn both_orders_give_the_same_spectrum() {
        for n in 0..=6 {
            let [path, stars] = [Order::Path, Order::Stars].map(|order| {
                let prepared = Transform::with_order(order);
                let prepared = prepared.prepare(&Problem::queens(n), &Stop::new()).unwrap();
                let units = prepared.plan().units.len();
                (units, prepared.count_all(SimdLevel::best(), &Stop::new()).unwrap())
            });
            assert_eq!(path.1, stars.1, "n = {n}");
            assert_eq!(stars.0, 1 << n.saturating_sub(1), "n = {n}");
        }
    }
}
