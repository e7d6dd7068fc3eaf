//! Requirements for every engine.
//!
//! Each function takes an engine and panics with its id when something is wrong.

use crate::{golden, oracle};
use bezzel_board::{Problem, Stop, Topology};
use bezzel_engines::{Engine, Prepared, SimdLevel, Unit};
use bezzel_search::{Settings, algorithms};
use std::collections::BTreeSet;

/// The levels of vector instructions this processor has.
pub fn levels() -> impl Iterator<Item = SimdLevel> {
    SimdLevel::ALL.into_iter().filter(|level| level.available().is_ok())
}

/// The sum over all units.
#[must_use]
pub fn total(prepared: &dyn Prepared, level: SimdLevel) -> u128 {
    let total = prepared.count_all(level, &Stop::new()).expect("it is not stopped");
    total.count().expect("an engine that counts solutions")
}

/// Known totals of full boards up to this side, at every level.
pub fn totals(engine: &dyn Engine, largest: u32) {
    for n in 0..=largest {
        let plane = Problem::queens(n);
        let torus = plane.clone().on_torus().expect("square");
        for (problem, known) in [(plane, golden::total(n)), (torus, golden::torus_total(n))] {
            let Ok(prepared) = engine.prepare(&problem, &Stop::new()) else { continue };
            for level in levels() {
                let found = total(&*prepared, level);
                assert_eq!(found, known, "{}, {problem}, {level}", engine.info().id);
            }
        }
    }
}

/// The same total as the readable bit-mask algorithm or, where it does not fit, as brute force, and the same plan, at every level.
pub fn agrees(engine: &dyn Engine, problem: &Problem) {
    let bitmask = algorithms::find("bitmask").expect("it is in the registry");
    let Ok(prepared) = engine.prepare(problem, &Stop::new()) else { return };
    let known = match bitmask.supports(problem, &Settings::default()) {
        Ok(()) => bitmask.count(problem, &Settings::default()).into(),
        Err(_) => oracle::solutions(problem).len() as u128,
    };
    for level in levels() {
        let found = total(&*prepared, level);
        assert_eq!(found, known, "{}, {problem:?}, {level}", engine.info().id);
    }
    let units = &prepared.plan().units;
    let different: BTreeSet<&Unit> = units.iter().collect();
    assert_eq!(different.len(), units.len(), "{}: a label is used twice", engine.info().id);
}

/// Recounting units by the other method gives the same integers; every `stride`-th unit is tried.
pub fn recounts(engine: &dyn Engine, problem: &Problem, stride: usize) {
    let Ok(prepared) = engine.prepare(problem, &Stop::new()) else { return };
    let (id, never) = (engine.info().id, Stop::new());
    for level in levels() {
        let mut worker = prepared.worker(level).expect("the level is available");
        for unit in prepared.plan().units.iter().step_by(stride) {
            let counted = worker.count(unit, &never).expect("it is not stopped");
            let again = worker.recount(unit, &never).expect("it is not stopped");
            assert_eq!(counted, again, "{id}, {problem}, {level}, unit {unit}");
        }
    }
}

/// Costs are finite numbers, and the plan names its engine and its problem.
pub fn plans(engine: &dyn Engine) {
    for n in [4, 9, 11, 14, 16] {
        for topology in [Topology::Plane, Topology::Torus] {
            let problem = Problem::queens(n).on(topology).expect("square");
            let Ok(prepared) = engine.prepare(&problem, &Stop::new()) else { continue };
            let (plan, info) = (prepared.plan(), engine.info());
            assert_eq!(plan.engine, info.id);
            // A revision may leave the units of some sides as they were.
            assert!((1..=info.revision).contains(&plan.revision), "{}, {n}", info.id);
            assert_eq!((&plan.problem, plan.counted), (&problem, info.counts));
            let costs = || plan.units.iter().map(|unit| prepared.cost(unit));
            assert!(costs().all(|cost| cost >= 0.0 && cost.is_finite()));
        }
    }
}
