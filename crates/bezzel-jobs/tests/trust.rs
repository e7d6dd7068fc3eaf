//! What may be shown as a total: forged, altered and impossible ledgers get none.

use crate::common::{self, Tiny, WITHOUT_CORNER, quick_folder, quietly, with};
use bezzel_board::{Problem, Stop};
use bezzel_engines::{Engine, Enumerate, Prepared, SimdLevel, Subtotal};
use bezzel_jobs::{Alarm, JobError, Ledger, RunOptions, Status, processors, run};
use std::path::Path;
use std::sync::Arc;

/// A counted ledger with one subtotal changed and every digest rewritten, as a forger would: by
/// exporting, changing, recomputing checksums and importing.
fn forged(prepared: &Arc<dyn Prepared>, file: &Path, change: impl Fn(u128) -> u128) -> Ledger {
    let honest = file.with_extension("honest");
    let mut ledger = Ledger::create(&honest, prepared.plan(), None, &Stop::new()).unwrap();
    let hire = || processors(prepared, 2, SimdLevel::best());
    run(prepared, &hire, Some(&mut ledger), &RunOptions::default(), &mut |_| {}).unwrap();
    common::forge(&ledger, file, |rows| {
        let row = rows.iter_mut().find(|row| row.subtotal != Subtotal::Count(0)).unwrap();
        row.subtotal = Subtotal::Count(change(row.subtotal.count().unwrap()));
    })
}

fn status(ledger: &Ledger, prepared: &Arc<dyn Prepared>) -> Status {
    ledger.status(Ok(&**prepared), 1)
}

/// What both `status` and a further run say.
fn alarm(ledger: &mut Ledger, prepared: &Arc<dyn Prepared>) -> Alarm {
    let Err(JobError::Alarm(shown)) = status(ledger, prepared).outcome else {
        panic!("a total is shown")
    };
    let Err(JobError::Alarm(told)) = with(prepared, Some(ledger), &RunOptions::default()) else {
        panic!("a total is given")
    };
    assert_eq!(shown, told);
    shown
}

#[test]
fn a_total_that_contradicts_a_published_one_is_an_alarm_with_both_numbers() {
    let folder = quick_folder();
    let prepared = Enumerate.prepare(&Problem::queens(8), &Stop::new()).unwrap();
    let divisor = prepared.plan().divisor;
    for by in [8, 1] {
        let file = folder.path().join(format!("{by}"));
        let mut ledger = forged(&prepared, &file, |it| it + by * divisor);
        let alarm = alarm(&mut ledger, &prepared);
        assert!(matches!(alarm, Alarm::Contradicted { .. }), "{alarm}");
        let text = alarm.to_string();
        assert!(text.contains(&(92 + by).to_string()) && text.contains("92"), "{text}");
        assert!(text.contains("A000170"), "{text}");
    }
}

#[test]
fn a_total_that_contradicts_the_symmetry_of_the_board_is_an_alarm() {
    // A plan for a board beyond the tables of totals, with two wrong units.
    let plan = |units: &[&str]| bezzel_engines::Plan {
        units: units.iter().map(|label| bezzel_engines::Unit::new(*label)).collect(),
        problem: Problem::queens(28),
        divisor: 1,
        ..Tiny::new(4, 1).plan.clone()
    };
    struct Liar(bezzel_engines::Plan);
    impl Prepared for Liar {
        fn plan(&self) -> &bezzel_engines::Plan {
            &self.0
        }
        fn cost(&self, _: &bezzel_engines::Unit) -> f64 {
            1.0
        }
        fn split(&self, _: &bezzel_engines::Unit) -> Vec<bezzel_engines::Unit> {
            Vec::new()
        }
        fn worker(
            &self,
            _: SimdLevel,
        ) -> Result<Box<dyn bezzel_engines::Worker>, bezzel_engines::EngineError> {
            unreachable!("everything is counted")
        }
    }
    let folder = quick_folder();
    let term = |name, n| bezzel_data::sequence(name, n);
    let (half, quarter) = (term("A032522", 28), term("A033148", 28));
    for (name, extra, is_right) in [("right", 0, true), ("off by one", 1, false)] {
        let liar: Arc<dyn Prepared> = Arc::new(Liar(plan(&["only"])));
        let empty =
            Ledger::create(folder.path().join(name), liar.plan(), None, &Stop::new()).unwrap();
        let total = 8 * 1_000_000_000_000 - half - 2 * quarter + extra;
        let ledger = common::forge(&empty, &folder.path().join(format!("{name} f")), |rows| {
            rows.push(common::row("only", total));
        });
        match status(&ledger, &liar).outcome {
            Ok(outcome) => assert!(is_right && outcome.total() == Some(total)),
            Err(JobError::Alarm(Alarm::Asymmetric(_))) => assert!(!is_right),
            Err(error) => panic!("{error}"),
        }
    }
}

#[test]
fn a_lower_bound_above_the_published_total_is_an_alarm() {
    let folder = quick_folder();
    let tiny = Tiny::new(8, 2).ready();
    let mut ledger =
        Ledger::create(folder.path().join("8"), tiny.plan(), None, &Stop::new()).unwrap();
    with(&tiny, Some(&mut ledger), &common::units(20)).unwrap();
    let ledger = common::forge(&ledger, &folder.path().join("f"), |rows| {
        rows[0].subtotal = Subtotal::Count(2000);
    });
    let outcome = status(&ledger, &tiny).outcome;
    assert!(matches!(outcome, Err(JobError::Alarm(Alarm::Contradicted { .. }))), "{outcome:?}");
}

#[test]
fn subtotals_that_do_not_divide_are_an_alarm() {
    let folder = quick_folder();
    let tiny = Tiny::without_corner().ready();
    let mut ledger = forged(&tiny, &folder.path().join("8"), |it| it + 1);
    let alarm = alarm(&mut ledger, &tiny);
    assert_eq!(alarm, Alarm::NotDivisible { sum: 2 * WITHOUT_CORNER + 1, divisor: 2 });
}

#[test]
fn a_split_that_differs_from_the_engines_is_an_alarm() {
    let folder = quick_folder();
    let tiny = Tiny::without_corner().ready();
    let mut ledger =
        Ledger::create(folder.path().join("8"), tiny.plan(), None, &Stop::new()).unwrap();
    quietly(&tiny, Some(&mut ledger));
    // One part replaces all: everything adds up, but the others were left out.
    let mut ledger = common::forge_split(&ledger, &folder.path().join("f"), "3 0 ", &["3 0 2 "]);
    let alarm = alarm(&mut ledger, &tiny);
    assert!(matches!(alarm, Alarm::WrongSplit { .. }), "{alarm}");
    assert!(alarm.to_string().contains("3 0 "), "{alarm}");
}

#[test]
fn a_plan_of_an_unknown_engine_shows_no_total() {
    let folder = quick_folder();
    let tiny = Tiny::new(8, 2).ready();
    let mut ledger =
        Ledger::create(folder.path().join("8"), tiny.plan(), None, &Stop::new()).unwrap();
    assert_eq!(quietly(&tiny, Some(&mut ledger)).outcome.total(), Some(92));
    // No engine of the program is called "tiny".
    let today = ledger.prepare(&Stop::new()).err().expect("there is no such engine");
    let status = ledger.status(Err(today), 1);
    assert!(matches!(status.outcome, Err(JobError::UnknownPlan { .. })));
    assert_eq!((status.units_done, status.fraction), (42, None));
    // Another plan of the same engine is not this one either.
    let mut other = Tiny::new(8, 2);
    other.plan.revision = 9;
    let status = ledger.status(Ok(&other), 1);
    assert!(matches!(status.outcome, Err(JobError::UnknownPlan { .. })));
}
