//! Subtotals counted on a graphics card that are kept in the repository.

use bezzel_board::{Problem, Stop};
use bezzel_engines::{Colour, Engine, SimdLevel, Subtotal, Unit};
use std::collections::BTreeMap;

/// The units of 26 queens as counted on a card: all of them and nothing else, they make up the known
/// total, and the processor counts the same where that takes no time.
#[test]
fn subtotals_of_26_queens() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../records/26.tsv");
    let text = std::fs::read_to_string(file).expect("the record");
    let counted: BTreeMap<&str, u128> = (text.lines())
        .map(|line| line.split_once('\t').expect("a label and a count"))
        .map(|(label, count)| (label, count.parse().expect("a count")))
        .collect();
    assert_eq!(counted.len(), text.lines().count(), "a unit stands there twice");
    let stop = Stop::new();
    let prepared = Colour.prepare(&Problem::queens(26), &stop).expect("a plan");
    let plan = prepared.plan();
    assert_eq!(counted.len(), plan.units.len());
    assert!(plan.units.iter().all(|unit| counted.contains_key(unit.label())));
    let sum = Subtotal::Count(counted.values().sum());
    assert_eq!(plan.total(&sum), Some(Subtotal::Count(22_317_699_616_364_044)));

    let mut some: Vec<&Unit> = plan.units.iter().filter(|unit| counted[unit.label()] > 0).collect();
    some.sort_by(|x, y| prepared.cost(x).total_cmp(&prepared.cost(y)));
    let mut worker = prepared.worker(SimdLevel::best()).expect("a worker");
    for unit in some.into_iter().take(3) {
        let here = worker.count(unit, &stop).expect("a count");
        assert_eq!(here, Subtotal::Count(counted[unit.label()]), "{unit}");
    }
}
