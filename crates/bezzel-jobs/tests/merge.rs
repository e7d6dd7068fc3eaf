//! Splitting, merging, verifying, exporting and reading back.

mod common;

use bezzel_jobs::{
    JobError, Ledger, Outcome, Part, RunOptions, StopReason, VerifyOptions, merge, run, verify,
};
use common::{Tiny, quick_folder, quietly, sql};
use std::path::PathBuf;

#[test]
fn split_run_and_merge_give_the_whole_for_every_number_of_parts() {
    let folder = quick_folder();
    let at = |name: String| folder.path().join(name);
    let tiny = Tiny::new(8, 2).ready();
    let origin = at("origin".into());
    let mut whole = Ledger::create(&origin, tiny.plan(), None).unwrap();
    let some = RunOptions { threads: 2, max_units: Some(9), ..RunOptions::default() };
    run(&tiny, Some(&mut whole), &some, &mut |_| {}).unwrap();
    for of in 1..=7 {
        let files: Vec<PathBuf> = Part::all(of)
            .map(|part| {
                let file = at(format!("{}of{of}", part.number()));
                let mut ledger = whole.split(part, &file).unwrap();
                assert_eq!(ledger.header().part, Some(part));
                let report = quietly(&tiny, Some(&mut ledger));
                if of > 1 {
                    let Outcome::AtLeast { because, .. } = report.outcome else { panic!() };
                    assert_eq!(because, StopReason::PartDone(part));
                }
                let status = Ledger::open(&file).unwrap().status(1).unwrap();
                assert_eq!(status.units_done, status.units_total);
                file
            })
            .collect();
        let target = at(format!("merged{of}"));
        let merged = merge(&target, &files).unwrap();
        assert_eq!((merged.units_done, merged.units_total), (42, 42));
        let mut ledger = Ledger::open(&target).unwrap();
        assert_eq!(ledger.status(1).unwrap().outcome, Some(Outcome::Exact { total: 92 }));
        assert_eq!(quietly(&tiny, Some(&mut ledger)).provenance.units_now, 0);
        // Again, into the same file and with itself among the sources: nothing changes.
        let again = merge(&target, &[files.clone(), vec![target.clone(), origin.clone()]].concat());
        assert_eq!(again.unwrap().units_added, 0);
        assert_eq!(Ledger::open(&target).unwrap().rows().unwrap().len(), 42);
    }
}

/// Parts merged one after the other make the whole job, which can be run again.
#[test]
fn parts_can_be_merged_one_by_one() {
    let folder = quick_folder();
    let tiny = Tiny::new(8, 2).ready();
    let target = folder.path().join("target");
    for part in Part::all(2) {
        let file = folder.path().join(part.number().to_string());
        let mut ledger = Ledger::create(&file, tiny.plan(), Some(part)).unwrap();
        quietly(&tiny, Some(&mut ledger));
        merge(&target, &[file]).unwrap();
    }
    let mut ledger = Ledger::open(&target).unwrap();
    assert_eq!(ledger.header().part, None);
    ledger.discard(3).unwrap();
    let report = quietly(&tiny, Some(&mut ledger));
    assert_eq!(report.outcome, Outcome::Exact { total: 92 });
    assert_eq!(report.provenance.units_now, 1);
}

#[test]
fn a_ledger_of_one_part_runs_no_other() {
    let folder = quick_folder();
    let tiny = Tiny::new(8, 2).ready();
    let part = Part::new(1, 3).unwrap();
    let file = folder.path().join("part");
    let mut ledger = Ledger::create(&file, tiny.plan(), Some(part)).unwrap();
    let options = RunOptions { part: Some(Part::new(2, 3).unwrap()), ..RunOptions::default() };
    let error = run(&tiny, Some(&mut ledger), &options, &mut |_| {}).unwrap_err().to_string();
    assert!(error.contains("part 1/3") && error.contains("not 2/3"), "{error}");
}

#[test]
fn ledgers_that_disagree_are_not_merged() {
    let folder = quick_folder();
    let (one, two) = (folder.path().join("one"), folder.path().join("two"));
    let (fresh, old) = (folder.path().join("fresh"), folder.path().join("old"));
    let right = Tiny::new(8, 2).ready();
    let wrong = Tiny { wrong: vec![(17, 2)], ..Tiny::new(8, 2) }.ready();
    let finished = |file, tiny: &std::sync::Arc<dyn bezzel_engines::Prepared>| {
        let mut ledger = Ledger::create(file, tiny.plan(), None).unwrap();
        quietly(tiny, Some(&mut ledger));
        ledger
    };
    let good = finished(&one, &right);
    finished(&two, &wrong);
    drop(Ledger::create(&old, right.plan(), None).unwrap());
    for target in [&fresh, &old] {
        let error = merge(target, &[one.clone(), two.clone()]).unwrap_err();
        let JobError::MergeConflict { unit: 17, first, second, .. } = &error else {
            panic!("{error}")
        };
        assert_eq!((*first, *second), (good.subtotal(17).unwrap(), first + 2));
        let text = error.to_string();
        for word in ["unit 17", &first.to_string(), &second.to_string(), "one", "two"] {
            assert!(text.contains(word), "{text}");
        }
    }
    assert!(!fresh.exists());
    assert_eq!(Ledger::open(&old).unwrap().rows().unwrap().len(), 0);
    assert!(merge(&two, &[one]).is_err());

    let nine = Tiny::new(9, 2).ready();
    let other = folder.path().join("nine");
    drop(Ledger::create(&other, nine.plan(), None).unwrap());
    let error = merge(&fresh, &[two.clone(), other]).unwrap_err().to_string();
    assert!(error.contains("9 queens") && error.contains("8 queens"), "{error}");
    assert!(matches!(merge(&fresh, &[]), Err(JobError::NothingToMerge)));
    let missing = folder.path().join("missing");
    assert!(matches!(merge(&fresh, &[missing]), Err(JobError::Missing { .. })));
    sql(&two, "UPDATE results SET subtotal = '1' WHERE row = 1");
    assert!(matches!(merge(&old, &[two]), Err(JobError::DamagedRow { row: 1, .. })));
}

#[test]
fn verifying_recounts_a_seeded_sample_and_remembers_it() {
    let folder = quick_folder();
    let file = folder.path().join("8.ledger");
    let tiny = Tiny::new(8, 2).ready();
    let mut ledger = Ledger::create(&file, tiny.plan(), None).unwrap();
    quietly(&tiny, Some(&mut ledger));
    let options = VerifyOptions { sample: 6, seed: Some(5), ..VerifyOptions::default() };
    let mut heard = 0;
    let first = verify(&tiny, &mut ledger, &options, &mut |so_far| {
        heard = so_far.checks.len();
    });
    let first = first.unwrap();
    assert!(first.confirms());
    assert_eq!((first.seed, first.checks.len(), heard), (5, 6, 6));
    let units = |checks: &[bezzel_jobs::Check]| {
        let mut units: Vec<usize> = checks.iter().map(|check| check.unit).collect();
        units.sort_unstable();
        units
    };
    let again = verify(&tiny, &mut ledger, &options, &mut |_| {}).unwrap();
    assert_eq!(units(&again.checks), units(&first.checks));
    let mut ledger = Ledger::open(&file).unwrap();
    assert_eq!(ledger.confirmed().len(), 6);
    assert_eq!(quietly(&tiny, Some(&mut ledger)).provenance.units_recounted, 6);
    let all = VerifyOptions { sample: 1000, ..VerifyOptions::default() };
    assert_eq!(verify(&tiny, &mut ledger, &all, &mut |_| {}).unwrap().checks.len(), 42);
}

#[test]
fn a_mismatch_is_named_and_bars_the_total() {
    let folder = quick_folder();
    let file = folder.path().join("8.ledger");
    let wrong = Tiny { wrong: vec![(11, 4)], ..Tiny::new(8, 2) }.ready();
    let right = Tiny::new(8, 2).ready();
    let mut ledger = Ledger::create(&file, wrong.plan(), None).unwrap();
    // The fault is even: dividing does not betray it.
    assert_eq!(quietly(&wrong, Some(&mut ledger)).outcome, Outcome::Exact { total: 94 });
    let all = VerifyOptions { sample: 42, ..VerifyOptions::default() };
    let found = verify(&right, &mut ledger, &all, &mut |_| {}).unwrap();
    assert!(!found.confirms());
    let [mismatch] = found.mismatches.as_slice() else { panic!("{found:?}") };
    assert_eq!((mismatch.unit, mismatch.recorded), (11, mismatch.recount + 4));

    let mut ledger = Ledger::open(&file).unwrap();
    let error = run(&right, Some(&mut ledger), &RunOptions::default(), &mut |_| {}).unwrap_err();
    assert!(matches!(error, JobError::Disputed { unit: 11, .. }), "{error}");
    ledger.discard(11).unwrap();
    assert_eq!(quietly(&right, Some(&mut ledger)).outcome, Outcome::Exact { total: 92 });
    assert!(matches!(ledger.discard(42), Err(JobError::NoSuchUnit { .. })));
}

#[test]
fn a_merge_carries_recounts_and_disputes() {
    let folder = quick_folder();
    let (file, target) = (folder.path().join("8"), folder.path().join("target"));
    let wrong = Tiny { wrong: vec![(11, 4)], ..Tiny::new(8, 2) }.ready();
    let mut ledger = Ledger::create(&file, wrong.plan(), None).unwrap();
    quietly(&wrong, Some(&mut ledger));
    let all = VerifyOptions { sample: 42, ..VerifyOptions::default() };
    verify(&wrong, &mut ledger, &all, &mut |_| {}).unwrap();
    for _ in 0..2 {
        merge(&target, std::slice::from_ref(&file)).unwrap();
    }
    let merged = Ledger::open(&target).unwrap();
    assert_eq!((merged.checks().len(), merged.confirmed().len()), (42, 41));
    assert_eq!(merged.status(1).unwrap().disputed, [11]);
}

#[test]
fn an_export_can_be_read_back() {
    let folder = quick_folder();
    let file = folder.path().join("8.ledger");
    let tiny = Tiny::new(8, 2).ready();
    let mut ledger = Ledger::create(&file, tiny.plan(), None).unwrap();
    let some = RunOptions { threads: 2, max_units: Some(30), ..RunOptions::default() };
    run(&tiny, Some(&mut ledger), &some, &mut |_| {}).unwrap();
    verify(&tiny, &mut ledger, &VerifyOptions::default(), &mut |_| {}).unwrap();
    let mut text = Vec::new();
    ledger.export(None, &mut text).unwrap();
    let text = String::from_utf8(text).unwrap();
    assert_eq!(text.lines().count(), 43);
    assert!(
        text.starts_with(
            r#"{"kind":"bezzel-ledger","format":1,"problem":{"version":1,"size":"8"}"#
        )
    );
    assert!(text.contains(r#""subtotal":""#) && text.contains(r#""divisor":"2""#));

    let back = folder.path().join("back.ledger");
    let mut copy = Ledger::import(&back, &mut text.as_bytes()).unwrap();
    assert_eq!(copy.header(), ledger.header());
    assert_eq!((copy.rows().unwrap().len(), copy.confirmed().len()), (30, 10));
    assert_eq!(quietly(&tiny, Some(&mut copy)).outcome, Outcome::Exact { total: 92 });

    let line = text.lines().position(|line| line.contains("subtotal")).unwrap();
    let spoilt = text.replacen(r#""attempt":1"#, r#""attempt":2"#, 1);
    let error = Ledger::import(&folder.path().join("x"), &mut spoilt.as_bytes()).unwrap_err();
    assert!(matches!(error, JobError::BadExport { line: bad, .. } if bad == line + 1), "{error}");
    let cut = text.lines().take(40).collect::<Vec<_>>().join("\n");
    let error = Ledger::import(&folder.path().join("x"), &mut cut.as_bytes()).unwrap_err();
    assert!(error.to_string().contains("only an export of all units"), "{error}");

    let mut part = Vec::new();
    ledger.export(Some(Part::new(2, 4).unwrap()), &mut part).unwrap();
    let part = String::from_utf8(part).unwrap();
    assert_eq!(part.lines().count(), 1 + 11);
    assert!(part.contains(r#""part":"2/4""#));
    assert!(part.lines().skip(1).all(|line| line.contains(r#"{"unit":"#)));
}
