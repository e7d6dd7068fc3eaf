//! Splitting over machines, merging and verifying.

use crate::common::{
    Double, Late, Manner, Tiny, WITHOUT_CORNER, honest, quick_folder, quietly, sql, units, with,
};
use bezzel_board::{Problem, Square, Stop};
use bezzel_engines::{Prepared, Subtotal};
use bezzel_jobs::{JobError, Ledger, RunOptions, Share, VerifyOptions, merge, run, verify};
use bezzel_search::StopReason;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};
use std::time::Duration;

#[test]
fn split_run_and_merge_give_the_whole_for_every_number_of_shares() {
    let folder = quick_folder();
    let at = |name: String| folder.path().join(name);
    let tiny = Tiny::new(8, 2).ready();
    let origin = at("origin".into());
    let mut whole = Ledger::create(&origin, tiny.plan(), None, &Stop::new()).unwrap();
    with(&tiny, Some(&mut whole), &units(9)).unwrap();
    for of in 1..=7 {
        let files: Vec<PathBuf> = Share::all(of)
            .map(|share| {
                let file = at(format!("{}of{of}", share.number()));
                let mut ledger = whole.split(share, &file, &Stop::new()).unwrap();
                assert_eq!(ledger.header().share, Some(share));
                let result = quietly(&tiny, Some(&mut ledger));
                if of > 1 {
                    assert_eq!(result.outcome.because(), Some(StopReason::ShareDone));
                }
                let status = Ledger::open(&file).unwrap().status(Ok(&*tiny), 1);
                assert_eq!(status.units_done, status.units_total);
                file
            })
            .collect();
        let target = at(format!("merged{of}"));
        let merged = merge(&target, &files, &Stop::new()).unwrap();
        assert_eq!((merged.units_done, merged.units_total), (42, 42));
        let mut ledger = Ledger::open(&target).unwrap();
        assert_eq!(ledger.status(Ok(&*tiny), 1).outcome.unwrap().total(), Some(92));
        assert_eq!(quietly(&tiny, Some(&mut ledger)).provenance.results_now, 0);
        // Again, into the same file and with itself among the sources: nothing changes.
        let again = merge(
            &target,
            [files.clone(), vec![target.clone(), origin.clone()]].concat(),
            &Stop::new(),
        );
        assert_eq!(again.unwrap().results_added, 0);
        assert_eq!(Ledger::open(&target).unwrap().rows().unwrap().len(), 42);
    }
}

/// Shares merged one by one give the whole job, which can be run again.
#[test]
fn shares_can_be_merged_one_by_one() {
    let folder = quick_folder();
    let tiny = Tiny::new(8, 2).ready();
    let target = folder.path().join("target");
    for share in Share::all(2) {
        let file = folder.path().join(share.number().to_string());
        let mut ledger = Ledger::create(&file, tiny.plan(), Some(share), &Stop::new()).unwrap();
        quietly(&tiny, Some(&mut ledger));
        merge(&target, [file], &Stop::new()).unwrap();
    }
    let mut ledger = Ledger::open(&target).unwrap();
    assert_eq!(ledger.header().share, None);
    ledger.discard("3 0 ").unwrap();
    let result = quietly(&tiny, Some(&mut ledger));
    assert_eq!(result.outcome.total(), Some(92));
    assert_eq!(result.provenance.results_now, 1);
}

#[test]
fn a_ledger_of_one_share_runs_no_other() {
    let folder = quick_folder();
    let tiny = Tiny::new(8, 2).ready();
    let file = folder.path().join("share");
    let mut ledger =
        Ledger::create(&file, tiny.plan(), Some(Share::new(1, 3).unwrap()), &Stop::new()).unwrap();
    let share = Some(Share::new(2, 3).unwrap());
    let options = RunOptions::default().with_share(share);
    let error = with(&tiny, Some(&mut ledger), &options).unwrap_err().to_string();
    assert!(error.contains("share 1/3") && error.contains("not 2/3"), "{error}");
}

/// A finished ledger, perhaps counted by a worker with a wrong result.
fn finished(file: &Path, tiny: &Tiny, lies: Option<Manner>) -> Ledger {
    let prepared: Arc<dyn Prepared> = Arc::new(tiny.clone());
    let mut ledger = Ledger::create(file, tiny.plan(), None, &Stop::new()).unwrap();
    let hire = || match lies {
        Some(manner) => Ok(vec![Double::boxed(tiny, manner)]),
        None => Ok(honest(&prepared, 2)),
    };
    run(&prepared, &hire, Some(&mut ledger), &RunOptions::default(), &mut |_| {}).unwrap();
    ledger
}

/// Units of one row, all of which are split.
fn coarse() -> Tiny {
    let cost: fn(&str) -> f64 = |label| 1e18 / 1e9_f64.powi(label.len() as i32 / 2);
    let mut tiny = Tiny { cost: Some(cost), ..Tiny::without_corner() };
    tiny.plan.units = Tiny::of(&tiny.plan.problem, 1).plan.units;
    tiny
}

#[test]
fn ledgers_that_disagree_are_not_merged() {
    let folder = quick_folder();
    let at = |name: &str| folder.path().join(name);
    let (one, two, fresh, old) = (at("one"), at("two"), at("fresh"), at("old"));
    let tiny = Tiny::without_corner();
    let label = "3 0 ";
    let good = finished(&one, &tiny, None);
    finished(&two, &tiny, Some(Manner::Lies(label, 2)));
    drop(Ledger::create(&old, tiny.plan(), None, &Stop::new()).unwrap());
    for target in [&fresh, &old] {
        let error = merge(target, [&one, &two], &Stop::new()).unwrap_err();
        let JobError::MergeConflict { first, second, .. } = &error else { panic!("{error}") };
        assert_eq!(**first, good.subtotal(label).unwrap());
        let text = error.to_string();
        for word in ["unit 3 0", &first.to_string(), &second.to_string(), "one", "two"] {
            assert!(text.contains(word), "{text}");
        }
    }
    assert!(!fresh.exists());
    assert_eq!(Ledger::open(&old).unwrap().rows().unwrap().len(), 0);
    assert!(merge(&two, [&one], &Stop::new()).is_err());

    let nine = Tiny::new(9, 2).ready();
    let other = at("nine");
    drop(Ledger::create(&other, nine.plan(), None, &Stop::new()).unwrap());
    let error = merge(&fresh, [&two, &other], &Stop::new()).unwrap_err().to_string();
    assert!(error.contains("9 queens") && error.contains("8 queens"), "{error}");
    assert!(matches!(
        merge(&fresh, Vec::<PathBuf>::new(), &Stop::new()),
        Err(JobError::NothingToMerge)
    ));
    assert!(matches!(merge(&fresh, [at("missing")], &Stop::new()), Err(JobError::Missing { .. })));
    sql(&two, "UPDATE results SET subtotal = '1' WHERE row = 1");
    assert!(matches!(merge(&old, [two], &Stop::new()), Err(JobError::DamagedRow { row: 1, .. })));
}

#[test]
fn units_counted_in_parts_and_as_a_whole_merge_if_they_agree() {
    let folder = quick_folder();
    let at = |name: &str| folder.path().join(name);
    let split = coarse();
    let whole = Tiny { cost: None, ..split.clone() };
    let prepared: Arc<dyn Prepared> = Arc::new(whole.clone());
    finished(&at("parts"), &split, None);
    finished(&at("whole"), &whole, None);
    finished(&at("wrong"), &whole, Some(Manner::Lies("3 ", 4)));
    assert_eq!(Ledger::open(at("parts")).unwrap().splits().unwrap().len(), 7);
    assert_eq!(Ledger::open(at("whole")).unwrap().splits().unwrap().len(), 0);
    for (target, sources) in [("a", ["parts", "whole"]), ("b", ["whole", "parts"])] {
        let merged = merge(at(target), sources.map(at), &Stop::new()).unwrap();
        assert_eq!((merged.units_done, merged.units_total), (7, 7));
        let ledger = Ledger::open(at(target)).unwrap();
        let outcome = ledger.status(Ok(&*prepared), 1).outcome.unwrap();
        assert_eq!(outcome.total(), Some(WITHOUT_CORNER));
    }
    for sources in [["parts", "wrong"], ["wrong", "parts"]] {
        let error = merge(at("c"), sources.map(at), &Stop::new()).unwrap_err();
        assert!(matches!(error, JobError::MergeConflict { .. }), "{error}");
        assert!(!at("c").exists());
    }
}

fn labels(checks: &[bezzel_jobs::Check]) -> Vec<&str> {
    let mut labels: Vec<&str> = checks.iter().map(|check| check.label.as_str()).collect();
    labels.sort_unstable();
    labels
}

#[test]
fn verifying_recounts_a_seeded_sample_and_records_it() {
    let folder = quick_folder();
    let file = folder.path().join("8.ledger");
    let tiny = Tiny::new(8, 2).ready();
    let hire = || Ok(honest(&tiny, 2));
    let mut ledger = Ledger::create(&file, tiny.plan(), None, &Stop::new()).unwrap();
    let options = VerifyOptions::default().with_sample(6).with_seed(Some(5));
    let nothing = verify(&tiny, &hire, &mut ledger, &options, &mut |_| {});
    assert!(matches!(nothing, Err(JobError::NothingCounted { .. })));
    quietly(&tiny, Some(&mut ledger));
    let mut heard = 0;
    let first = verify(&tiny, &hire, &mut ledger, &options, &mut |so_far| {
        heard = so_far.checks.len();
    });
    let first = first.unwrap();
    assert!(first.confirms());
    assert_eq!((first.seed, first.checks.len(), heard), (5, 6, 6));
    assert_eq!((first.by.as_str(), first.checks[0].by.as_str()), ("hand", "hand"));
    // All units cost the same here: six of 42 are a seventh of the work.
    assert_eq!((first.covered.results, first.covered.of), (6, 42));
    assert!((first.covered.work - 1.0 / 7.0).abs() < 1e-12);
    assert!((first.covered.unseen - 6.0 / 7.0).abs() < 1e-12);
    let counted: u128 = first.checks.iter().map(|check| check.recount.count().unwrap()).sum();
    assert!((first.covered.total.unwrap() - counted as f64 / 184.0).abs() < 1e-12);
    let again = verify(&tiny, &hire, &mut ledger, &options, &mut |_| {}).unwrap();
    assert_eq!(labels(&again.checks), labels(&first.checks));
    assert_eq!(again.covered_so_far.results, 6);
    let mut ledger = Ledger::open(&file).unwrap();
    assert_eq!(ledger.confirmed().len(), 6);
    assert_eq!(quietly(&tiny, Some(&mut ledger)).provenance.results_recounted, 6);
    let all = VerifyOptions::default().with_sample(1000);
    let all = verify(&tiny, &hire, &mut ledger, &all, &mut |_| {}).unwrap();
    assert_eq!(all.checks.len(), 42);
    assert_eq!((all.covered_so_far.work, all.covered_so_far.unseen), (1.0, 0.0));
}

/// A board in one unit, which takes half a second. So long a unit is recounted in parts: the first of them is `4 `, which
/// has more solutions than any other.
fn slow() -> Tiny {
    let cost: fn(&str) -> f64 = |label| match label {
        "" => 1.0,
        "4 " => 0.02,
        _ => 0.01,
    };
    // A total that is in no table.
    let problem = Problem::queens(9).with_blocked([Square::new(0, 0)]).unwrap();
    Tiny { pace: Duration::from_millis(500), cost: Some(cost), ..Tiny::of(&problem, 0) }
}

#[test]
fn a_large_unit_is_recounted_in_parts() {
    let folder = quick_folder();
    let mut ledger = finished(&folder.path().join("9"), &slow(), Some(Manner::Lies("", 4)));
    let parts = Arc::new(Mutex::new(Vec::new()));
    let begun = Arc::clone(&parts);
    let watch = move |label: &str, is_end: bool| {
        if !is_end {
            begun.lock().unwrap().push(label.to_owned());
        }
    };
    let prepared = Tiny { watch: Some(Arc::new(watch)), ..slow() }.ready();
    let hire = || Ok(honest(&prepared, 2));
    let all = VerifyOptions::default();
    let found = verify(&prepared, &hire, &mut ledger, &all, &mut |_| {}).unwrap();
    assert_eq!(found.checks.len(), 1);
    let [mismatch] = found.mismatches.as_slice() else { panic!("{found:?}") };
    assert_eq!(mismatch.recount, Subtotal::Count(2 * slow().below("").unwrap()));
    let mut parts = parts.lock().unwrap().clone();
    parts.sort();
    assert_eq!(parts, ["1 ", "2 ", "3 ", "4 ", "5 ", "6 ", "7 ", "8 "]);
    assert_eq!(ledger.splits().unwrap().len(), 0, "recounting splits nothing in the ledger");
}

#[test]
fn a_part_whose_worker_comes_back_late_is_added_once() {
    let folder = quick_folder();
    let mut ledger = finished(&folder.path().join("9"), &slow(), None);
    let turn = Arc::default();
    let hire = || Ok((0..2).map(|_| Late::boxed(&slow(), "4 ", &turn)).collect());
    let options = VerifyOptions::default().with_patience(Duration::from_millis(400));
    let found = verify(&slow().ready(), &hire, &mut ledger, &options, &mut |_| {}).unwrap();
    assert_eq!(turn.load(Ordering::SeqCst), 3, "the first was late");
    assert!(found.troubles.iter().any(|it| it.unit.as_deref() == Some("4 ")));
    assert!(found.confirms(), "{found:?}");
}

#[test]
fn a_merge_keeps_recounts_and_disputes() {
    let folder = quick_folder();
    let (file, target) = (folder.path().join("8"), folder.path().join("target"));
    let tiny = Tiny::without_corner();
    let mut ledger = finished(&file, &tiny, Some(Manner::Lies("3 0 ", 4)));
    let tiny = tiny.ready();
    let all = VerifyOptions::default().with_sample(1000);
    verify(&tiny, &|| Ok(honest(&tiny, 2)), &mut ledger, &all, &mut |_| {}).unwrap();
    let results = ledger.rows().unwrap().len();
    for _ in 0..2 {
        merge(&target, [&file], &Stop::new()).unwrap();
    }
    let merged = Ledger::open(&target).unwrap();
    assert_eq!((merged.checks().len(), merged.confirmed().len()), (results, results - 1));
    assert!(merged.status(Ok(&*tiny), 1).outcome.unwrap_err().to_string().contains("3 0 "));
}
