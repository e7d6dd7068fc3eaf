//! What every engine must do, whatever it is.
//!
//! Each function takes an engine and panics with its id when something is wrong.

use crate::golden;
use bezzel_board::{Problem, Topology};
use bezzel_engines::{Engine, Prepared, SimdLevel};
use bezzel_search::{Settings, algorithms};
use std::collections::BTreeSet;

/// The levels of vector instructions this processor has.
pub fn levels() -> impl Iterator<Item = SimdLevel> {
    SimdLevel::ALL.into_iter().filter(|&level| level <= SimdLevel::best())
}

/// The total of all units.
#[must_use]
pub fn total(prepared: &dyn Prepared) -> u128 {
    let sum = (0..prepared.plan().units.len()).map(|unit| prepared.count(unit)).sum();
    prepared.plan().total(sum).expect("the divisor divides the sum of all units")
}

/// Known totals of full boards up to this side, at every level.
pub fn totals(engine: &dyn Engine, largest: u32) {
    for n in 0..=largest {
        let plane = Problem::queens(n);
        let torus = plane.clone().on_torus().expect("square");
        for (problem, known) in [(plane, golden::total(n)), (torus, golden::torus_total(n))] {
            for level in levels() {
                let Ok(prepared) = engine.prepare(&problem, level) else { continue };
                let found = total(&*prepared);
                assert_eq!(found, known, "{}, {problem}, {level}", engine.id());
            }
        }
    }
}

/// The same total as the readable bit-mask algorithm, at every level, and the same plan.
pub fn agrees(engine: &dyn Engine, problem: &Problem) {
    let bitmask = algorithms::find("bitmask").expect("it is in the registry");
    let mut known = None;
    let mut labels: Option<Vec<String>> = None;
    for level in levels() {
        let Ok(prepared) = engine.prepare(problem, level) else { continue };
        let known =
            *known.get_or_insert_with(|| bitmask.count(problem, &Settings::default()).into());
        assert_eq!(total(&*prepared), known, "{}, {problem:?}, {level}", engine.id());
        let these: Vec<String> =
            prepared.plan().units.iter().map(|unit| unit.label.clone()).collect();
        let different: BTreeSet<&String> = these.iter().collect();
        assert_eq!(different.len(), these.len(), "{}: a label is used twice", engine.id());
        // A ledger begun on one machine is continued on another.
        assert_eq!(*labels.get_or_insert(these.clone()), these, "{}: plans differ", engine.id());
    }
}

/// Units counted again by the other method give the same integers; every `stride`-th is tried.
pub fn recounts(engine: &dyn Engine, problem: &Problem, stride: usize) {
    for level in levels() {
        let Ok(prepared) = engine.prepare(problem, level) else { continue };
        for unit in (0..prepared.plan().units.len()).step_by(stride) {
            assert_eq!(
                prepared.count(unit),
                prepared.recount(unit),
                "{}, {problem}, {level}, unit {}",
                engine.id(),
                prepared.plan().units[unit].label
            );
        }
    }
}

/// Costs are numbers and the plan names the engine and the problem it is for.
pub fn plans(engine: &dyn Engine) {
    for n in [4, 9, 14, 16] {
        for topology in [Topology::Plane, Topology::Torus] {
            let problem = match topology {
                Topology::Plane => Problem::queens(n),
                Topology::Torus => Problem::queens(n).on_torus().expect("square"),
            };
            let Ok(prepared) = engine.prepare(&problem, SimdLevel::best()) else { continue };
            let plan = prepared.plan();
            assert_eq!((plan.engine, &plan.problem), (engine.id(), &problem));
            assert!(plan.units.iter().all(|unit| unit.cost >= 0.0 && unit.cost.is_finite()));
        }
    }
}
