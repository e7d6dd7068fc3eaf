//! However units are split, their parts add up to the same total.

use bezzel_board::{Problem, Size, Square, Stop};
use bezzel_engines::{Prepared, SimdLevel, Subtotal, Unit, registry};
use bezzel_search::Random;
use std::collections::HashMap;
use std::sync::Arc;

/// Ways to split that are tried on each board.
const WAYS: u64 = 100;

fn prepared(engine: &str, problem: &Problem) -> Arc<dyn Prepared> {
    registry::find(engine).unwrap().prepare(problem, &Stop::new()).unwrap()
}

/// A unit, or what it is split into if chance will have it so, and so on downwards.
fn leaves(prepared: &dyn Prepared, unit: Unit, dice: &mut Random, into: &mut Vec<Unit>) -> bool {
    let parts = if dice.below_wide(3) == 0 { Vec::new() } else { prepared.split(&unit) };
    if parts.is_empty() {
        into.push(unit);
        return false;
    }
    parts.into_iter().for_each(|part| {
        leaves(prepared, part, dice, into);
    });
    true
}

#[test]
fn a_hundred_ways_to_split_give_one_total() {
    let blocked = Problem::queens(9).with_blocked([Square::new(2, 3), Square::new(7, 0)]).unwrap();
    let given = Problem::queens(10).with_given([Square::new(4, 1)]).unwrap();
    let cube = |n, d| Problem::new(Size::cube(n, d).unwrap());
    for (engine, problem) in [
        ("colour", Problem::queens(10)),
        ("colour", Problem::queens(11)),
        ("colour", blocked.clone()),
        ("enumerate", Problem::queens(10)),
        ("enumerate", Problem::new(Size::rectangle(7, 9).unwrap())),
        ("enumerate", given),
        ("torus", Problem::queens(11).on_torus().unwrap()),
        ("torus", blocked.on_torus().unwrap()),
        ("barr-rao", cube(4, 3)),
        ("barr-rao", Problem::queens(7)),
        ("transform", cube(5, 3)),
        ("stacks", Problem::queens(11)),
    ] {
        let prepared = prepared(engine, &problem);
        let (plan, case) = (prepared.plan(), format!("{engine}, {problem}"));
        let mut worker = prepared.worker(SimdLevel::best()).unwrap();
        let mut known: HashMap<Unit, Subtotal> = HashMap::new();
        let mut count = |unit: &Unit| {
            let counted = || worker.count(unit, &Stop::new()).unwrap();
            known.entry(unit.clone()).or_insert_with(counted).clone()
        };
        let sum = |units: &[Unit], count: &mut dyn FnMut(&Unit) -> Subtotal| {
            units.iter().fold(plan.nothing(), |sum, unit| sum.plus(&count(unit)).unwrap())
        };
        let whole = sum(&plan.units, &mut count);
        let mut has_split = false;
        for seed in 0..WAYS {
            let mut dice = Random::seeded(seed);
            let mut units = Vec::new();
            // A few units at a time are split: all of them would take minutes.
            let chosen = dice.below_wide(plan.units.len() as u128) as usize;
            for (place, unit) in plan.units.iter().enumerate() {
                match place.abs_diff(chosen) < 2 {
                    true => has_split |= leaves(&*prepared, unit.clone(), &mut dice, &mut units),
                    false => units.push(unit.clone()),
                }
            }
            let labels: std::collections::HashSet<&Unit> = units.iter().collect();
            assert_eq!(labels.len(), units.len(), "{case}: a label occurs twice");
            assert_eq!(sum(&units, &mut count), whole, "{case}, seed {seed}");
        }
        assert!(has_split, "{case}: nothing was split");
    }
}

/// Parts are counted by the second method too, and cost no more than the whole.
#[test]
fn parts_can_be_recounted_and_cost_less() {
    for (engine, problem) in [
        ("colour", Problem::queens(10)),
        ("enumerate", Problem::queens(9)),
        ("torus", Problem::queens(7).on_torus().unwrap()),
        ("barr-rao", Problem::new(Size::cube(4, 3).unwrap())),
        ("transform", Problem::queens(5)),
        ("stacks", Problem::queens(7)),
    ] {
        let prepared = prepared(engine, &problem);
        let mut worker = prepared.worker(SimdLevel::best()).unwrap();
        let units = &prepared.plan().units;
        let unit = units.iter().find(|unit| prepared.split(unit).len() > 1).expect(engine);
        let parts = prepared.split(unit);
        let cost: f64 = parts.iter().map(|part| prepared.cost(part)).sum();
        assert!(cost <= 1.5 * prepared.cost(unit), "{engine}: {cost} > {}", prepared.cost(unit));
        // Parts of parts too: the queens after " + " are read from the label again.
        let finer = parts.iter().map(|part| prepared.split(part)).find(|finer| !finer.is_empty());
        assert!(parts.iter().all(|part| prepared.cost(part) > 0.0), "{engine}");
        for part in parts.iter().chain(&finer.unwrap_or_default()) {
            let counted = worker.count(part, &Stop::new()).unwrap();
            assert_eq!(counted, worker.recount(part, &Stop::new()).unwrap(), "{engine}, {part}");
        }
    }
}

/// Labels that no split makes are refused: a ledger could hold anything.
#[test]
fn parts_that_do_not_exist_are_unknown() {
    for (engine, problem, labels) in [
        (
            "enumerate",
            Problem::queens(10),
            &["border 3 + 1", "border 3,1,1,1", "border 9,9,9,9 + 0"][..],
        ),
        ("enumerate", Problem::queens(4), &["border 1,2,2,1 + 0", "border 1,2,2,1 +"]),
        (
            "torus",
            Problem::queens(7).on_torus().unwrap(),
            &["prefix 0,2 + 2", "prefix 0,2 + 4,4", "prefix 0,2 + x"],
        ),
        (
            "barr-rao",
            Problem::new(Size::cube(4, 3).unwrap()),
            &["queens 0,0,0,0,0,0", "queens", "queens 0,"],
        ),
        (
            "transform",
            Problem::queens(5),
            &["path 0000 then 2", "path 0000 then 0000000", "path 0000 then "],
        ),
        ("stacks", Problem::queens(7), &["0 1/1", "1/2", "0,2,4,6,1,3,5 3/2", "0,2,4,6,1,3,5 1/3"]),
    ] {
        let prepared = prepared(engine, &problem);
        let mut worker = prepared.worker(SimdLevel::best()).unwrap();
        for label in labels {
            let unit = Unit::new(*label);
            assert!(worker.count(&unit, &Stop::new()).is_err(), "{engine}, {label}");
            assert!(worker.recount(&unit, &Stop::new()).is_err(), "{engine}, {label}");
            assert!(prepared.split(&unit).is_empty(), "{engine}, {label}");
        }
    }
}
