//! Several runs and programs on one ledger: sharing, pausing, waiting, disagreeing.

mod common;

use bezzel_jobs::{JobError, Ledger, Outcome, Progress, RunOptions, StopReason, run};
use common::{Ready, TWO, Tiny, quick_folder, quietly};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

#[test]
fn pausing_from_another_connection_stops_a_run_until_it_is_resumed() {
    let folder = quick_folder();
    let file = folder.path().join("9.ledger");
    // Far more units than are counted until the pause is seen, however late that is.
    let tiny = Tiny::paced(9, 3, 20).ready();
    let mut ledger = Ledger::create(&file, tiny.plan(), None).unwrap();
    let mut paused = false;
    let mut pause = |progress: &Progress| {
        if progress.units_now >= 3 && !paused {
            Ledger::open(&file).unwrap().pause().unwrap();
            paused = true;
        }
    };
    let report = run(&tiny, Some(&mut ledger), &TWO, &mut pause).unwrap();
    let Outcome::AtLeast { because, units_done, .. } = report.outcome else { panic!() };
    assert_eq!(because, StopReason::Paused);
    assert!((3..tiny.plan().units.len()).contains(&units_done), "{units_done}");

    let tiny = Tiny::new(9, 3).ready();
    let still = quietly(&tiny, Some(&mut ledger));
    assert_eq!(still.provenance.units_now, 0);
    assert!(still.outcome.to_string().contains("paused"));
    Ledger::open(&file).unwrap().resume().unwrap();
    assert_eq!(quietly(&tiny, Some(&mut ledger)).outcome, Outcome::Exact { total: 352 });
}

#[test]
fn two_runs_on_one_ledger_share_the_work() {
    let folder = quick_folder();
    let file = folder.path().join("10.ledger");
    let plan = Tiny::new(10, 2);
    drop(Ledger::create(&file, &plan.plan, None).unwrap());
    let (reports, counted): (Vec<_>, Vec<_>) = std::thread::scope(|scope| {
        let runs: Vec<_> = (0..3)
            .map(|_| {
                scope.spawn(|| {
                    let tiny = Arc::new(Tiny::paced(10, 2, 40));
                    let prepared: Arc<dyn bezzel_engines::Prepared> = Arc::new(Ready(tiny.clone()));
                    let mut ledger = Ledger::open(&file).unwrap();
                    let report = quietly(&prepared, Some(&mut ledger));
                    (report, tiny.counted.load(Ordering::Relaxed))
                })
            })
            .collect();
        runs.into_iter().map(|run| run.join().unwrap()).unzip()
    });
    for report in &reports {
        assert_eq!(report.outcome, Outcome::Exact { total: 724 });
    }
    let now: usize = reports.iter().map(|report| report.provenance.units_now).sum();
    let repeated: usize = reports.iter().map(|report| report.provenance.units_repeated).sum();
    assert_eq!(now, 72, "each unit has one row and one run that wrote it");
    assert_eq!(counted.iter().sum::<usize>(), now + repeated);
    assert!(repeated < 72, "runs skip what others have finished, {repeated} repeated");
    assert_eq!(Ledger::open(&file).unwrap().rows().unwrap().len(), 72);
}

#[test]
fn a_run_waits_while_another_program_holds_the_ledger() {
    let folder = quick_folder();
    let file = folder.path().join("8.ledger");
    let tiny = Tiny::paced(8, 2, 2).ready();
    let mut ledger = Ledger::create(&file, tiny.plan(), None).unwrap();
    let other = rusqlite::Connection::open(&file).unwrap();
    let mut held = false;
    let options = RunOptions { time_limit: Some(Duration::from_secs(300)), ..TWO };
    let report = std::thread::scope(|scope| {
        let mut other = Some(other);
        run(&tiny, Some(&mut ledger), &options, &mut |progress| {
            if progress.units_now > 3 && !held {
                let other = other.take().unwrap();
                other.execute_batch("BEGIN EXCLUSIVE").unwrap();
                scope.spawn(move || {
                    std::thread::sleep(Duration::from_millis(300));
                    other.execute_batch("COMMIT").unwrap();
                });
                held = true;
            }
        })
        .unwrap()
    });
    assert!(held && report.provenance.elapsed > 0.3);
    assert_eq!(report.outcome, Outcome::Exact { total: 92 });
}

#[test]
fn runs_that_disagree_leave_a_dispute_until_the_unit_is_discarded() {
    let folder = quick_folder();
    let file = folder.path().join("8.ledger");
    let right = Tiny::new(8, 2).ready();
    let mut ledger = Ledger::create(&file, right.plan(), None).unwrap();
    quietly(&right, Some(&mut ledger));
    let mut row = ledger.rows().unwrap().remove(5);
    row.subtotal += 2;
    let error = ledger.record(&[row.clone()]).unwrap_err().to_string();
    assert!(error.contains(&format!("unit {} ", row.unit)), "{error}");
    assert!(error.contains(&row.subtotal.to_string()), "{error}");

    let mut again = Ledger::open(&file).unwrap();
    let error = run(&right, Some(&mut again), &TWO, &mut |_| {}).unwrap_err();
    assert!(matches!(error, JobError::Disputed { unit, .. } if unit == row.unit));
    assert_eq!(again.status(2).unwrap().disputed, [row.unit]);
    assert_eq!(again.status(2).unwrap().outcome, None);
    again.discard(row.unit).unwrap();
    // The first handle sees the discarded row too.
    let report = quietly(&right, Some(&mut ledger));
    assert_eq!((report.outcome.exact(), report.provenance.units_now), (Some(92), 1));
    let rows = ledger.rows().unwrap();
    assert_eq!(rows.iter().find(|other| other.unit == row.unit).unwrap().attempt, 2);
}
