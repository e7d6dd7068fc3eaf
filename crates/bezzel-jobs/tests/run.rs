//! Runs with and without a ledger: totals, limits, stopping, parts, provenance.

mod common;

use bezzel_jobs::{JobError, Ledger, Outcome, Part, Progress, RunOptions, StopReason, run};
use common::{TOTALS, TWO, Tiny, quick_folder, quietly};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

#[test]
fn totals_are_right_for_every_thread_count_with_and_without_a_ledger() {
    let folder = quick_folder();
    for (n, total) in TOTALS.into_iter().enumerate() {
        let tiny = Tiny::new(n as u32, 2).ready();
        for threads in [1, 2, 5] {
            let options = RunOptions { threads, ..TWO };
            let report = run(&tiny, None, &options, &mut |_| {}).unwrap();
            assert_eq!(report.outcome, Outcome::Exact { total }, "n = {n}");
            assert_eq!(report.provenance.units_now, tiny.plan().units.len());
        }
        let file = folder.path().join(format!("{n}.ledger"));
        let mut ledger = Ledger::create(&file, tiny.plan(), None).unwrap();
        assert_eq!(quietly(&tiny, Some(&mut ledger)).outcome, Outcome::Exact { total });
    }
}

#[test]
fn a_run_goes_on_where_the_last_one_ended() {
    let folder = quick_folder();
    let file = folder.path().join("8.ledger");
    let tiny = Tiny::new(8, 2).ready();
    let options = RunOptions { max_units: Some(15), ..TWO };
    let mut seen = 0;
    for round in 0..3 {
        let mut ledger = Ledger::open_or_create(&file, tiny.plan()).unwrap();
        let report = run(&tiny, Some(&mut ledger), &options, &mut |_| {}).unwrap();
        let from = report.provenance;
        assert_eq!((from.units_resumed, from.units_now), (seen, (42 - seen).min(15)));
        assert_eq!((from.simd, from.engine.as_str()), (vec!["scalar".to_string()], "tiny"));
        seen += from.units_now;
        match report.outcome {
            Outcome::AtLeast { total, units_done, units_total, because } => {
                assert!(round < 2 && total <= 92);
                assert_eq!((units_done, units_total), (seen, 42));
                assert_eq!(because, StopReason::UnitLimit);
            }
            Outcome::Exact { total } => assert_eq!((round, total), (2, 92)),
        }
    }
    let mut ledger = Ledger::open(&file).unwrap();
    let again = quietly(&tiny, Some(&mut ledger));
    assert_eq!((again.outcome.exact(), again.provenance.units_now), (Some(92), 0));
    assert!(again.provenance.seconds_now == 0.0);
}

#[test]
fn an_unfinished_count_says_so() {
    let tiny = Tiny::new(8, 2).ready();
    let options = RunOptions { max_units: Some(20), ..TWO };
    let report = run(&tiny, None, &options, &mut |_| {}).unwrap();
    assert_eq!(report.outcome.exact(), None);
    let text = report.outcome.to_string();
    assert!(text.starts_with("at least ") && text.contains("20 of 42 units"), "{text}");
}

#[test]
fn the_stop_flag_finishes_units_in_flight_and_abandoning_does_not() {
    let stop = AtomicBool::new(false);
    // Far more units than are counted until the flag is seen, however late that is.
    let tiny = Tiny::paced(9, 3, 40).ready();
    let mut raise = |progress: &Progress| {
        if progress.units_now >= 4 {
            stop.store(true, Ordering::Relaxed);
        }
    };
    let report = run(&tiny, None, &RunOptions { stop: &stop, ..TWO }, &mut raise).unwrap();
    let Outcome::AtLeast { units_done, because, .. } = report.outcome else { panic!() };
    assert_eq!(because, StopReason::Stopped);
    assert!((4..tiny.plan().units.len()).contains(&units_done), "{units_done}");

    let folder = quick_folder();
    let file = folder.path().join("8.ledger");
    // A unit of minutes, so that nobody can have waited for one.
    let slow = Tiny::paced(8, 2, 600_000).ready();
    let mut ledger = Ledger::create(&file, slow.plan(), None).unwrap();
    let start = Instant::now();
    let options = RunOptions { abandon: &stop, ..TWO };
    let report = run(&slow, Some(&mut ledger), &options, &mut |_| {}).unwrap();
    assert!(start.elapsed() < Duration::from_secs(120));
    assert_eq!(report.outcome.exact(), None);

    let abandon = AtomicBool::new(false);
    let options = RunOptions { abandon: &abandon, ..TWO };
    let mut raise = |progress: &Progress| {
        assert!(progress.in_flight <= 2);
        abandon.store(start.elapsed() > Duration::from_millis(300), Ordering::Relaxed);
    };
    let report = run(&slow, Some(&mut ledger), &options, &mut raise).unwrap();
    assert!(start.elapsed() < Duration::from_secs(240));
    let Outcome::AtLeast { because, .. } = report.outcome else { panic!() };
    assert_eq!(because, StopReason::Abandoned);
    // The threads that were left alone write nothing any more; the ledger can be used at once.
    let fast = Tiny::new(8, 2).ready();
    assert_eq!(quietly(&fast, Some(&mut ledger)).outcome, Outcome::Exact { total: 92 });
}

#[test]
fn the_time_limit_is_an_outcome() {
    // Time for the first unit even if it takes five times as long, and not for all 42.
    let tiny = Tiny::paced(8, 2, 300).ready();
    let options = RunOptions { time_limit: Some(Duration::from_millis(1500)), ..TWO };
    let report = run(&tiny, None, &options, &mut |_| {}).unwrap();
    let Outcome::AtLeast { because, units_done, .. } = report.outcome else { panic!() };
    assert_eq!(because, StopReason::TimeLimit);
    assert!(units_done > 0 && units_done < 42);
}

#[test]
fn a_subtotal_that_does_not_divide_gives_no_total() {
    let tiny = Tiny { wrong: vec![(3, 1)], ..Tiny::new(8, 2) }.ready();
    let error = run(&tiny, None, &TWO, &mut |_| {}).unwrap_err().to_string();
    assert!(error.contains("185") && error.contains("not a multiple of 2"), "{error}");
}

#[test]
fn a_subtotal_that_no_board_can_have_is_not_written() {
    let folder = quick_folder();
    let file = folder.path().join("8.ledger");
    let tiny = Tiny { wrong: vec![(3, 1 << 64)], ..Tiny::new(8, 2) }.ready();
    let mut ledger = Ledger::create(&file, tiny.plan(), None).unwrap();
    let error = run(&tiny, Some(&mut ledger), &TWO, &mut |_| {}).unwrap_err();
    assert!(matches!(error, JobError::Impossible { unit: 3, .. }), "{error}");
    assert_eq!(Ledger::open(&file).unwrap().subtotal(3), None);
}

#[test]
fn an_engine_that_breaks_names_the_unit_and_loses_no_other() {
    let folder = quick_folder();
    let file = folder.path().join("8.ledger");
    let tiny = Tiny { broken: Some(7), ..Tiny::new(8, 2) }.ready();
    let mut ledger = Ledger::create(&file, tiny.plan(), None).unwrap();
    let error = run(&tiny, Some(&mut ledger), &TWO, &mut |_| {}).unwrap_err().to_string();
    assert!(error.contains("unit 7 ") && error.contains("a fault in the kernel"), "{error}");
    let fixed = Tiny::new(8, 2).ready();
    assert_eq!(quietly(&fixed, Some(&mut ledger)).outcome, Outcome::Exact { total: 92 });
}

#[test]
fn the_eta_is_there_at_once_after_a_resume() {
    let folder = quick_folder();
    let file = folder.path().join("8.ledger");
    let tiny = Tiny::paced(8, 2, 20).ready();
    let mut ledger = Ledger::create(&file, tiny.plan(), None).unwrap();
    let mut first = None;
    let options = RunOptions { max_units: Some(10), ..TWO };
    run(&tiny, Some(&mut ledger), &options, &mut |progress| {
        first.get_or_insert(progress.eta);
    })
    .unwrap();
    assert_eq!(first, Some(None), "nothing was measured before the first unit");

    let mut ledger = Ledger::open(&file).unwrap();
    let status = ledger.status(2).unwrap();
    let mut etas = Vec::new();
    run(&tiny, Some(&mut ledger), &TWO, &mut |progress| {
        etas.push((progress.units_done, progress.eta.unwrap()));
        let json = serde_json::to_string(progress).unwrap();
        assert!(json.contains(r#""at_least":""#), "{json}");
        assert!((0.0..=1.0).contains(&progress.fraction()));
    })
    .unwrap();
    // 32 units of a little over 20 ms on two threads.
    let (done, eta) = etas[0];
    assert_eq!(done, 10);
    assert!(eta > 0.25, "{eta}");
    // What is in flight may have begun a while ago.
    assert!(eta <= status.eta.unwrap() + 0.1, "{eta}");
    assert_eq!(etas.last().unwrap(), &(42, 0.0));
    assert!(etas.iter().all(|(_, eta)| eta.is_finite() && *eta >= 0.0));
}

#[test]
fn parts_add_up_to_the_whole_for_every_number_of_parts() {
    let tiny = Tiny::new(9, 2).ready();
    for of in 1..=7 {
        let mut sum = 0;
        for part in Part::all(of) {
            let options = RunOptions { part: Some(part), ..TWO };
            let mut last = None;
            let report = run(&tiny, None, &options, &mut |progress| {
                last = Some(progress.clone());
            })
            .unwrap();
            let last = last.unwrap();
            assert_eq!(last.units_done, last.units_total);
            sum += match report.outcome {
                Outcome::Exact { total } => total,
                Outcome::AtLeast { total, because, units_done, units_total } => {
                    assert_eq!(because, StopReason::PartDone(part));
                    assert!(units_done < units_total);
                    total
                }
            };
        }
        assert_eq!(sum, 352, "{of} parts");
    }
}

#[test]
fn a_part_without_units_is_done_at_once() {
    let tiny = Tiny::new(8, 2).ready();
    let part = Part::new(50, 50).unwrap();
    let options = RunOptions { part: Some(part), ..TWO };
    let report = run(&tiny, None, &options, &mut |progress| {
        assert_eq!((progress.units_total, progress.eta), (0, Some(0.0)));
        assert!(progress.fraction() == 1.0);
    });
    let Outcome::AtLeast { total: 0, because, .. } = report.unwrap().outcome else { panic!() };
    assert_eq!(because, StopReason::PartDone(part));
}

#[test]
fn a_run_without_threads_is_refused() {
    let tiny = Tiny::new(4, 1).ready();
    let options = RunOptions { threads: 0, ..TWO };
    assert!(matches!(run(&tiny, None, &options, &mut |_| {}), Err(JobError::NoThreads)));
}
