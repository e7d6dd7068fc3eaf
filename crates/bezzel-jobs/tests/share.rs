//! Several runs and programs on one ledger: sharing, pausing, waiting, disagreeing.

use crate::common::{self, Tiny, honest, quick_folder, quietly, sql, with};
use bezzel_board::Stop;
use bezzel_engines::{Prepared, Subtotal};
use bezzel_jobs::{Alarm, JobError, Ledger, Progress, Row, RunOptions, run};
use bezzel_search::StopReason;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Barrier};
use std::time::Duration;

#[test]
fn pausing_from_another_connection_stops_a_run_until_it_is_resumed() {
    let folder = quick_folder();
    let file = folder.path().join("9.ledger");
    // Far more units than are counted before the pause is seen, however late that is.
    let tiny = Tiny::paced(9, 3, 20).ready();
    let mut ledger = Ledger::create(&file, tiny.plan(), None, &Stop::new()).unwrap();
    let mut paused = false;
    let mut pause = |progress: &Progress| {
        if progress.results_now >= 3 && !paused {
            Ledger::open(&file).unwrap().pause().unwrap();
            paused = true;
        }
    };
    let hire = || Ok(honest(&tiny, 2));
    let result = run(&tiny, &hire, Some(&mut ledger), &RunOptions::default(), &mut pause).unwrap();
    assert_eq!(result.outcome.because(), Some(StopReason::Paused));
    assert!((3..tiny.plan().units.len()).contains(&result.units_done), "{}", result.units_done);

    let tiny = Tiny::new(9, 3).ready();
    let still = quietly(&tiny, Some(&mut ledger));
    assert_eq!(still.provenance.results_now, 0);
    assert_eq!(still.outcome.because(), Some(StopReason::Paused));
    Ledger::open(&file).unwrap().resume().unwrap();
    assert_eq!(quietly(&tiny, Some(&mut ledger)).outcome.total(), Some(352));
}

/// A run of two workers on a ledger; its result and how many units it counted.
fn one_of_several(tiny: Tiny, file: &std::path::Path) -> (bezzel_jobs::JobResult, usize) {
    let counted = Arc::clone(&tiny.counted);
    let prepared: Arc<dyn Prepared> = tiny.ready();
    let mut ledger = Ledger::open(file).unwrap();
    let result = quietly(&prepared, Some(&mut ledger));
    (result, counted.load(Ordering::Relaxed))
}

#[test]
fn three_runs_on_one_ledger_share_the_work() {
    let folder = quick_folder();
    let file = folder.path().join("10.ledger");
    drop(Ledger::create(&file, Tiny::new(10, 2).plan(), None, &Stop::new()).unwrap());
    let (results, counted): (Vec<_>, Vec<_>) = std::thread::scope(|scope| {
        let runs: Vec<_> =
            (0..3).map(|_| scope.spawn(|| one_of_several(Tiny::paced(10, 2, 40), &file))).collect();
        runs.into_iter().map(|run| run.join().unwrap()).unzip()
    });
    for result in &results {
        assert_eq!(result.outcome.total(), Some(724));
    }
    let now: usize = results.iter().map(|result| result.provenance.results_now).sum();
    let repeated: usize = results.iter().map(|result| result.provenance.results_repeated).sum();
    assert_eq!(now, 72, "each unit has one row and one run that wrote it");
    assert_eq!(counted.iter().sum::<usize>(), now + repeated);
    assert!(repeated < 72, "runs skip what others have finished, {repeated} repeated");
    assert_eq!(Ledger::open(&file).unwrap().rows().unwrap().len(), 72);
}

#[test]
fn runs_that_split_the_same_units_agree() {
    let folder = quick_folder();
    let file = folder.path().join("9.ledger");
    // A unit of one row is far too large for the speed that a run assumes before any result.
    let cost: fn(&str) -> f64 = |label| 1e18 / 1e9_f64.powi(label.len() as i32 / 2);
    let tiny = || Tiny { cost: Some(cost), ..Tiny::paced(9, 1, 10) };
    drop(Ledger::create(&file, tiny().plan(), None, &Stop::new()).unwrap());
    // All three begin before any of them writes a result, so each makes its own splits.
    let all_begun = Barrier::new(3);
    let one = || {
        let tiny = tiny().ready();
        let mut ledger = Ledger::open(&file).unwrap();
        let mut has_begun = false;
        let hire = || Ok(honest(&tiny, 2));
        run(&tiny, &hire, Some(&mut ledger), &RunOptions::default(), &mut |_| {
            if !has_begun {
                has_begun = true;
                all_begun.wait();
            }
        })
        .unwrap()
    };
    let results: Vec<_> = std::thread::scope(|scope| {
        let runs: Vec<_> = (0..3).map(|_| scope.spawn(one)).collect();
        runs.into_iter().map(|run| run.join().unwrap()).collect()
    });
    for result in results {
        assert_eq!(result.outcome.total(), Some(352));
    }
    let splits = Ledger::open(&file).unwrap().splits().unwrap();
    for unit in &tiny().plan().units {
        let made = splits.iter().filter(|split| split.label == unit.label()).count();
        assert_eq!(made, 1, "{} is split once, by one of the runs", unit.label());
    }
}

#[test]
fn a_run_waits_while_another_program_holds_the_ledger() {
    let folder = quick_folder();
    let file = folder.path().join("8.ledger");
    let tiny = Tiny::paced(8, 2, 2).ready();
    let mut ledger = Ledger::create(&file, tiny.plan(), None, &Stop::new()).unwrap();
    let other = rusqlite::Connection::open(&file).unwrap();
    let mut held = false;
    let time_limit = Some(Duration::from_secs(300));
    let options = RunOptions::default().with_time_limit(time_limit);
    let result = std::thread::scope(|scope| {
        let mut other = Some(other);
        let hire = || Ok(honest(&tiny, 2));
        run(&tiny, &hire, Some(&mut ledger), &options, &mut |progress| {
            if progress.results_now > 3 && !held {
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
    assert!(held);
    assert_eq!(result.outcome.total(), Some(92));
}

#[test]
fn runs_that_disagree_leave_a_dispute_until_the_unit_is_discarded() {
    let folder = quick_folder();
    let [file, other] = ["8.ledger", "other.ledger"].map(|name| folder.path().join(name));
    let tiny = Tiny::without_corner().ready();
    let mut ledger = Ledger::create(&file, tiny.plan(), None, &Stop::new()).unwrap();
    quietly(&tiny, Some(&mut ledger));
    // A result of another run, with a valid checksum, for a unit that already has one.
    let label = "3 0 ";
    let right = ledger.subtotal(label).unwrap().count().unwrap();
    drop(common::forge(&ledger, &other, |rows| {
        rows.retain(|row| row.label == label);
        rows[0].subtotal = Subtotal::Count(right + 2);
    }));
    sql(&file, "DELETE FROM results WHERE label = '3 0 '");
    let take = format!(
        "ATTACH '{}' AS other; INSERT INTO results (label, subtotal, program, revision, \
        device, host, micros, processor_micros, attempt, finished, checksum) SELECT label, subtotal, \
        program, revision, device, host, micros, processor_micros, attempt, finished, checksum \
        FROM other.results",
        other.display()
    );
    // A run that is counting this unit finds the other result when it writes its own.
    let mut again = Ledger::open(&file).unwrap();
    let mut taken = false;
    let slow = Tiny { pace: Duration::from_secs(2), ..Tiny::without_corner() }.ready();
    let hire = || Ok(honest(&slow, 1));
    let stubborn = run(&slow, &hire, Some(&mut again), &RunOptions::default(), &mut |progress| {
        if progress.in_flight == 1 && !taken {
            taken = true;
            sql(&file, &take);
        }
    });
    // It either learns in time that the unit is done, or disagrees with it.
    match stubborn {
        Ok(result) => assert_eq!(result.provenance.results_now, 0),
        Err(error) => {
            assert!(matches!(error, JobError::Alarm(Alarm::Disputed { .. })), "{error}");
        }
    }
    let all = RunOptions::default().with_recount(true);
    let mut again = Ledger::open(&file).unwrap();
    let error = with(&tiny, Some(&mut again), &all).unwrap_err();
    assert!(matches!(error, JobError::Alarm(Alarm::Disputed { .. })), "{error}");
    assert!(error.to_string().contains(&(right + 2).to_string()), "{error}");
    assert!(again.status(Ok(&*tiny), 2).outcome.is_err());
    again.discard(label).unwrap();
    assert!(matches!(again.discard(label), Err(JobError::NotCounted { .. })));
    assert!(matches!(again.discard("no"), Err(JobError::NoSuchUnit { .. })));
    // The first handle sees the discarded row too.
    let result = quietly(&tiny, Some(&mut ledger));
    assert_eq!(result.outcome.total(), Some(common::WITHOUT_CORNER));
    assert_eq!(result.provenance.results_now, 1);
    let rows = ledger.rows().unwrap();
    assert_eq!(rows.iter().find(|row| row.label == label).unwrap().attempt, 2);
}

#[test]
fn a_result_of_another_program_is_entered_once_and_disputed_if_it_differs() {
    let folder = quick_folder();
    let tiny = Tiny::without_corner().ready();
    let file = folder.path().join("8.ledger");
    let mut ledger = Ledger::create(&file, tiny.plan(), None, &Stop::new()).unwrap();
    quietly(&tiny, Some(&mut ledger));
    let row = ledger.rows().unwrap().into_iter().find(|row| row.label == "3 0 ").unwrap();
    ledger.discard("3 0 ").unwrap();
    assert!(ledger.enter(row.clone()).unwrap());
    assert!(!ledger.enter(row.clone()).unwrap());
    assert_eq!(quietly(&tiny, Some(&mut ledger)).provenance.results_now, 0);
    let unknown = Row { label: "no".to_owned(), ..row.clone() };
    assert!(matches!(ledger.enter(unknown), Err(JobError::NoSuchUnit { .. })));
    assert!(!ledger.enter(Row { subtotal: Subtotal::Count(1 << 20), ..row }).unwrap());
    let error = with(&tiny, Some(&mut ledger), &RunOptions::default()).unwrap_err();
    assert!(matches!(error, JobError::Alarm(Alarm::Disputed { .. })), "{error}");
}
