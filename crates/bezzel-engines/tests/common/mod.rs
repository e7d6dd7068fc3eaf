//! Golden values and small steps shared by the engine tests.

use bezzel_board::{Problem, Square, Stop};
use bezzel_engines::{Engine, Plan, Prepared, SimdLevel, Subtotal, Unit, Worker, plain};
use proptest::prelude::*;
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use std::sync::Arc;

/// All solutions of the full board, from side 0 (OEIS A000170).
pub const TOTALS: [u128; 18] = [
    1, 1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200, 73712, 365_596, 2_279_184, 14_772_512,
    95_815_104,
];

/// The levels this processor has.
pub fn levels() -> impl Iterator<Item = SimdLevel> {
    SimdLevel::ALL.into_iter().filter(|level| level.available().is_ok())
}

/// A planned problem with one worker.
pub struct Bench {
    pub prepared: Arc<dyn Prepared>,
    worker: Box<dyn Worker>,
}

impl Bench {
    pub fn plan(&self) -> &Plan {
        self.prepared.plan()
    }

    pub fn units(&self) -> Vec<Unit> {
        self.plan().units.clone()
    }

    pub fn count(&mut self, unit: &Unit) -> Subtotal {
        self.worker.count(unit, &Stop::new()).unwrap_or_else(|error| panic!("{unit}: {error}"))
    }

    pub fn recount(&mut self, unit: &Unit) -> Subtotal {
        self.worker.recount(unit, &Stop::new()).unwrap_or_else(|error| panic!("{unit}: {error}"))
    }

    /// The third count; panics if the engine has none.
    pub fn list(&mut self, unit: &Unit) -> Subtotal {
        let listed = self.worker.list(unit, &Stop::new());
        listed.unwrap_or_else(|error| panic!("{unit}: {error}"))
    }

    /// Counts some units in both ways, which must agree; their sum.
    pub fn twice<'a>(&mut self, units: impl IntoIterator<Item = &'a Unit>) -> Subtotal {
        let mut sum = self.plan().nothing();
        for unit in units {
            let count = self.count(unit);
            assert_eq!(count, self.recount(unit), "{}, {unit}", self.plan().problem);
            sum = sum.plus(&count).expect("subtotals of one plan");
        }
        sum
    }
}

pub fn prepare(engine: &dyn Engine, problem: &Problem, level: SimdLevel) -> Bench {
    let prepared = engine.prepare(problem, &Stop::new());
    let prepared = prepared.unwrap_or_else(|error| panic!("{problem}: {error}"));
    let worker = prepared.worker(level).expect("a level that is available");
    Bench { prepared, worker }
}

/// The total by adding all units.
pub fn total(engine: &dyn Engine, problem: &Problem, level: SimdLevel) -> u128 {
    let prepared = prepare(engine, problem, level).prepared;
    prepared.count_all(level, &Stop::new()).expect("it is not stopped").count().expect("a number")
}

/// Plain recursion over the open columns: the answer every engine must give.
pub fn plain_total(problem: &Problem) -> u128 {
    u128::from(plain::count(&problem.open_columns().unwrap()))
}

/// The plan of a full board has at most this many units, each with its own name.
pub fn small_plan(engine: &dyn Engine, n: u32, most: usize) {
    let mut units = prepare(engine, &Problem::queens(n), SimdLevel::Scalar).units();
    let number = units.len();
    assert!(number <= most, "n = {n} has {number} units");
    units.sort();
    units.dedup();
    assert_eq!(units.len(), number, "labels repeat at n = {n}");
}

/// Square boards of these sides with some squares blocked.
pub fn blocked_board(sides: std::ops::RangeInclusive<u32>) -> impl Strategy<Value = Problem> {
    (sides, 0.0..0.35, any::<u64>()).prop_map(|(n, share, seed)| {
        let problem = Problem::queens(n);
        let blocked: Vec<Square> =
            (problem.size().iter()).filter(|&square| chance(seed, square) < share).collect();
        problem.with_blocked(blocked).expect("squares of the board")
    })
}

/// A number in 0..1 that looks random but follows from the seed and the square.
pub fn chance(seed: u64, square: Square) -> f64 {
    let of_square = u64::from(square.row * 64 + square.column) << 32;
    (SplitMix64::seed_from_u64(seed ^ of_square).next_u64() >> 11) as f64 / (1_u64 << 53) as f64
}

/// The problem with up to `count` queens given, drawn by `seed`, none attacking another.
pub fn with_some_given(problem: &Problem, count: usize, seed: u64) -> Problem {
    let mut squares: Vec<Square> =
        (problem.size().iter()).filter(|&square| problem.allows(square)).collect();
    squares.sort_by(|&a, &b| chance(seed, a).total_cmp(&chance(seed, b)));
    let mut given: Vec<Square> = Vec::new();
    for square in squares {
        if given.len() < count && given.iter().all(|&q| problem.attack(q, square).is_none()) {
            given.push(square);
        }
    }
    problem.clone().with_given(given).expect("a legal placement")
}

/// A part of a unit, split this many times at random, or the smallest possible one.
pub fn part(prepared: &dyn Prepared, unit: &Unit, times: u32, seed: u64) -> Unit {
    (0..times).fold(unit.clone(), |unit, time| {
        let parts = prepared.split(&unit);
        drawn(&parts, 1, seed + u64::from(time)).pop().unwrap_or(unit)
    })
}

/// Some of these units, drawn at random.
pub fn drawn(units: &[Unit], count: usize, seed: u64) -> Vec<Unit> {
    let mut places: Vec<usize> = (0..units.len()).collect();
    places.sort_by(|&a, &b| {
        let [a, b] = [a, b].map(|unit| chance(seed, Square::new(unit as u32, 0)));
        a.total_cmp(&b)
    });
    places.truncate(count);
    places.iter().map(|&place| units[place].clone()).collect()
}
