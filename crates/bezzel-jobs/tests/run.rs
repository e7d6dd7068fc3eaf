//! Runs with and without a ledger: totals, limits, stopping, shares, provenance.

use crate::common::{Clerk, TOTALS, Tiny, TinyWorker, honest, quick_folder, quietly, units, with};
use bezzel_board::Stop;
use bezzel_engines::Worker;
use bezzel_jobs::{JobError, Ledger, Progress, RunOptions, Share, run};
use bezzel_search::StopReason;
use std::collections::HashMap;
use std::time::Duration;

#[test]
fn totals_are_right_for_every_number_of_workers_with_and_without_a_ledger() {
    let folder = quick_folder();
    for (n, total) in TOTALS.into_iter().enumerate() {
        let tiny = Tiny::new(n as u32, 2).ready();
        for workers in [1, 2, 5] {
            let hire = || Ok(honest(&tiny, workers));
            let result = run(&tiny, &hire, None, &RunOptions::default(), &mut |_| {}).unwrap();
            assert_eq!(result.outcome.total(), Some(total), "n = {n}");
            assert_eq!(result.provenance.results_now, tiny.plan().units.len());
            assert_eq!(result.units_done, result.units_total);
        }
        let file = folder.path().join(format!("{n}.ledger"));
        let mut ledger = Ledger::create(&file, tiny.plan(), None, &Stop::new()).unwrap();
        assert_eq!(quietly(&tiny, Some(&mut ledger)).outcome.total(), Some(total));
    }
}

#[test]
fn a_run_resumes_where_the_last_one_ended() {
    let folder = quick_folder();
    let file = folder.path().join("8.ledger");
    let tiny = Tiny::new(8, 2).ready();
    let mut seen = 0;
    for round in 0..3 {
        let mut ledger = Ledger::open_or_create(&file, tiny.plan(), &Stop::new()).unwrap();
        let result = with(&tiny, Some(&mut ledger), &units(15)).unwrap();
        let from = result.provenance;
        assert_eq!((from.results_resumed, from.results_now), (seen, (42 - seen).min(15)));
        assert_eq!(from.devices, ["test double, none"]);
        assert_eq!((from.engine.as_str(), from.revision, from.workers), ("tiny", 1, 2));
        seen += from.results_now;
        assert_eq!((result.units_done, result.units_total), (seen, 42));
        match result.outcome.because() {
            Some(because) => {
                assert!(round < 2 && result.outcome.at_least() <= Some(92));
                assert_eq!(because, StopReason::Units);
                assert!(result.outcome.to_string().starts_with("at least "));
            }
            None => assert_eq!((round, result.outcome.total()), (2, Some(92))),
        }
    }
    let mut ledger = Ledger::open(&file).unwrap();
    let again = quietly(&tiny, Some(&mut ledger));
    assert_eq!((again.outcome.total(), again.provenance.results_now), (Some(92), 0));
    assert!(again.provenance.seconds_now == 0.0 && again.provenance.workers == 0);
}

#[test]
fn every_result_names_what_counted_it() {
    let folder = quick_folder();
    let file = folder.path().join("8.ledger");
    let tiny = Tiny::new(8, 2).ready();
    let mut ledger = Ledger::create(&file, tiny.plan(), None, &Stop::new()).unwrap();
    quietly(&tiny, Some(&mut ledger));
    for row in ledger.rows().unwrap() {
        assert_eq!((row.program.as_str(), row.revision), (env!("CARGO_PKG_VERSION"), 1));
        assert_eq!((row.device.as_str(), row.attempt), ("test double, none", 1));
        assert!(!row.host.is_empty() && row.finished > 1_700_000_000);
    }
}

#[test]
fn a_stopped_run_does_not_finish_its_units() {
    let stop = Stop::new();
    // Far more units than are counted before the flag is seen, however late that is.
    let tiny = Tiny::paced(9, 3, 40).ready();
    let mut ask = |progress: &Progress| {
        assert!(progress.in_flight <= 2);
        if progress.results_now >= 4 {
            stop.ask();
        }
    };
    let options = RunOptions::default().with_stop(&stop);
    let result = run(&tiny, &|| Ok(honest(&tiny, 2)), None, &options, &mut ask).unwrap();
    assert_eq!(result.outcome.because(), Some(StopReason::Stopped));
    assert!((4..tiny.plan().units.len()).contains(&result.units_done), "{}", result.units_done);

    let folder = quick_folder();
    let file = folder.path().join("8.ledger");
    // Units that take minutes, so that the run cannot have waited for one.
    let slow = Tiny::paced(8, 2, 600_000).ready();
    let mut ledger = Ledger::create(&file, slow.plan(), None, &Stop::new()).unwrap();
    let stop = Stop::new();
    let mut ask = |progress: &Progress| {
        if progress.in_flight == 2 {
            stop.ask();
        }
    };
    let options = RunOptions::default().with_stop(&stop);
    let hire = || Ok(honest(&slow, 2));
    let result = run(&slow, &hire, Some(&mut ledger), &options, &mut ask).unwrap();
    assert_eq!(result.outcome.because(), Some(StopReason::Stopped));
    assert_eq!(result.outcome.at_least(), Some(0));
    let fast = Tiny::new(8, 2).ready();
    assert_eq!(quietly(&fast, Some(&mut ledger)).outcome.total(), Some(92));
}

#[test]
fn the_time_limit_is_an_outcome() {
    // Not enough time for all 42 units, which sleep.
    let tiny = Tiny::paced(8, 2, 300).ready();
    let time_limit = Some(Duration::from_millis(1500));
    let options = RunOptions::default().with_time_limit(time_limit);
    let result = with(&tiny, None, &options).unwrap();
    assert_eq!(result.outcome.because(), Some(StopReason::Time));
    assert!(result.units_done < 42);
    assert_eq!(result.outcome.total(), None);
}

#[test]
fn the_eta_is_known_at_once_after_a_resume() {
    let folder = quick_folder();
    let file = folder.path().join("8.ledger");
    let tiny = Tiny::paced(8, 2, 20).ready();
    let hire = || Ok(honest(&tiny, 2));
    let mut ledger = Ledger::create(&file, tiny.plan(), None, &Stop::new()).unwrap();
    let mut first = None;
    run(&tiny, &hire, Some(&mut ledger), &units(10), &mut |progress| {
        first.get_or_insert(progress.eta);
    })
    .unwrap();
    assert_eq!(first, Some(None), "nothing was measured before the first unit");

    let mut ledger = Ledger::open(&file).unwrap();
    let status = ledger.status(Ok(&*tiny), 2);
    let mut etas = Vec::new();
    run(&tiny, &hire, Some(&mut ledger), &RunOptions::default(), &mut |progress| {
        etas.push((progress.units_done, progress.eta.unwrap()));
        let json = serde_json::to_string(progress).unwrap();
        assert!(json.contains(r#""at_least":""#), "{json}");
        assert!((0.0..=1.0).contains(&progress.fraction()));
    })
    .unwrap();
    // 32 units of a little over 20 ms on two workers.
    let (done, eta) = etas[0];
    assert_eq!(done, 10);
    assert!(eta > 0.25, "{eta}");
    // Unfinished units may have begun a while ago.
    assert!(eta <= status.eta.unwrap() + 0.1, "{eta}");
    assert_eq!(etas.last().unwrap(), &(42, 0.0));
    assert!(etas.iter().all(|(_, eta)| eta.is_finite() && *eta >= 0.0));
}

#[test]
fn shares_add_up_to_the_whole_for_every_number_of_shares() {
    let tiny = Tiny::new(9, 2).ready();
    for of in 1..=7 {
        let mut sum = 0;
        for share in Share::all(of) {
            let options = RunOptions::default().with_share(Some(share));
            let mut last = None;
            let result = run(&tiny, &|| Ok(honest(&tiny, 2)), None, &options, &mut |progress| {
                last = Some(progress.clone());
            });
            let result = result.unwrap();
            let last = last.unwrap();
            assert_eq!(last.units_done, last.units_total);
            if of > 1 {
                assert_eq!(result.outcome.because(), Some(StopReason::ShareDone));
                assert!(result.units_done < result.units_total);
            }
            sum += result.outcome.at_least().unwrap();
        }
        assert_eq!(sum, 352, "{of} shares");
    }
}

#[test]
fn a_share_without_units_is_done_at_once() {
    let tiny = Tiny::new(8, 2).ready();
    let share = Some(Share::new(50, 50).unwrap());
    let options = RunOptions::default().with_share(share);
    let result = run(&tiny, &|| Ok(honest(&tiny, 2)), None, &options, &mut |progress| {
        assert_eq!((progress.units_total, progress.eta), (0, Some(0.0)));
        assert!(progress.fraction() == 1.0);
    });
    let outcome = result.unwrap().outcome;
    assert_eq!((outcome.at_least(), outcome.because()), (Some(0), Some(StopReason::ShareDone)));
}

#[test]
fn a_run_without_workers_is_refused() {
    let tiny = Tiny::new(4, 1).ready();
    let result = run(&tiny, &|| Ok(Vec::new()), None, &RunOptions::default(), &mut |_| {});
    assert!(matches!(result, Err(JobError::NoWorkers)));
}

#[test]
fn counting_twice_recounts_every_result() {
    let folder = quick_folder();
    let tiny = Tiny::new(8, 2).ready();
    let twice = RunOptions::default().with_recount(true);
    let result = with(&tiny, None, &twice).unwrap();
    assert_eq!((result.outcome.total(), result.provenance.results_recounted), (Some(92), 42));
    let mut ledger =
        Ledger::create(folder.path().join("8"), tiny.plan(), None, &Stop::new()).unwrap();
    with(&tiny, Some(&mut ledger), &units(9)).unwrap();
    let result = with(&tiny, Some(&mut ledger), &twice).unwrap();
    assert_eq!((result.outcome.total(), result.provenance.results_recounted), (Some(92), 42));
    assert_eq!(ledger.checks().len(), 42);
    // Confirmed results are not recounted again.
    with(&tiny, Some(&mut ledger), &twice).unwrap();
    assert_eq!(ledger.checks().len(), 42);
}

/// Stacks of side 14 have five million units: writing them takes a while.
#[test]
fn a_ledger_that_is_stopped_while_it_is_made_does_not_exist() {
    let folder = quick_folder();
    let file = folder.path().join("8");
    let (tiny, asked) = (Tiny::new(8, 2).ready(), Stop::new());
    asked.ask();
    let made = Ledger::create(&file, tiny.plan(), None, &asked);
    assert!(matches!(made, Err(JobError::Stopped)), "{made:?}");
    let made = Ledger::open_or_create(&file, tiny.plan(), &asked);
    assert!(matches!(made, Err(JobError::Stopped)), "{made:?}");
    let ledger = Ledger::create(&file, tiny.plan(), None, &Stop::new()).unwrap();
    assert_eq!(ledger.rows().unwrap().len(), 0);
}

#[test]
fn a_failure_elsewhere_names_its_place_and_costs_no_worker() {
    let passed_on = |failures: usize| {
        let tiny = Tiny::new(8, 2);
        let prepared = tiny.clone().ready();
        let hire = || {
            let (inner, failed) = (TinyWorker::new(&tiny), HashMap::new());
            Ok(vec![Box::new(Clerk { inner, failures, failed }) as Box<dyn Worker>])
        };
        let mut progress = |it: &Progress| {
            let document = serde_json::to_value(it).unwrap();
            assert_eq!(document.get("troubles"), None, "each is told once");
        };
        run(&prepared, &hire, None, &RunOptions::default(), &mut progress)
    };
    let result = passed_on(1).unwrap();
    assert_eq!((result.outcome.total(), result.troubles.len()), (Some(92), 42));
    for trouble in &result.troubles {
        assert_eq!(
            (trouble.device.as_str(), trouble.host.as_deref()),
            ("gpu there", Some("abroad"))
        );
        assert_eq!(trouble.why, "the device is lost");
    }
    let error = passed_on(usize::MAX).unwrap_err();
    assert!(matches!(error, JobError::UnitsFailed { units: 42, .. }), "{error}");
    assert!(error.to_string().contains("on gpu there on abroad: the device is lost"), "{error}");
}

/// Units that nobody could count in years: a worker gets parts of six rows.
fn huge(label: &str) -> f64 {
    1e6 / 8_f64.powi(label.split_terminator(' ').count() as i32)
}

#[test]
fn a_run_ends_soon_where_everything_fails_elsewhere() {
    let folder = quick_folder();
    let tiny = Tiny { cost: Some(huge), ..Tiny::new(8, 1) };
    let prepared = tiny.clone().ready();
    let file = folder.path().join("8");
    let mut ledger = Ledger::create(&file, prepared.plan(), None, &Stop::new()).unwrap();
    let hire = || {
        let (failures, failed) = (usize::MAX, HashMap::new());
        let clerk = || Clerk { inner: TinyWorker::new(&tiny), failures, failed: failed.clone() };
        Ok((0..3).map(|_| Box::new(clerk()) as Box<dyn Worker>).collect())
    };
    let result = run(&prepared, &hire, Some(&mut ledger), &RunOptions::default(), &mut |_| {});
    let error = result.unwrap_err();
    assert!(matches!(error, JobError::UnitsFailed { .. }), "{error}");
    // To try everything, hundreds of units would be split.
    let splits = ledger.splits().unwrap().len();
    assert!(splits < 50, "{splits}");
}
