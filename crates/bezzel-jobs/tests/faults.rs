//! Every operation on the disk fails once, in every way: what was reported as done is kept.
//!
//! Each scenario is repeated with the fault at each of its operations in turn, until it finishes
//! without meeting the fault. After a restart every ledger opens, or does not exist yet, has every
//! unit that was reported as done, and finishes with the right total. `BEZZEL_DEEP` runs longer
//! scenarios with more ways of losing what was not synced.

use crate::common::Tiny;
use bezzel_board::Stop;
use bezzel_engines::{Prepared, SimdLevel, Subtotal, Unit};
use bezzel_faults::{Cut, Fault, FaultyDisk, Kind};
use bezzel_jobs::{JobError, Ledger, RunOptions, Share, merge, processors, run, salvage};
use std::collections::BTreeSet;
use std::sync::Arc;

/// What was reported as done to a scenario: units by ledger.
type Reported = BTreeSet<(&'static str, String)>;

/// A scenario on a disk, which may end with any error.
type Scenario = fn(&Arc<FaultyDisk>, &mut Reported) -> Result<(), JobError>;

/// 6 queens in few units, one of which is always split: 4 solutions.
fn tiny() -> Arc<dyn Prepared> {
    let cost: fn(&str) -> f64 = |label| if label == "2 " { 1e30 } else { 1.0 };
    Tiny { cost: Some(cost), ..Tiny::new(6, 1) }.ready()
}

const TOTAL: u128 = 4;

/// Counts at most this many units, one commit each, and records what progress reports as done.
fn count(
    ledger: &mut Ledger,
    name: &'static str,
    most: usize,
    reported: &mut Reported,
) -> Result<(), JobError> {
    let tiny = tiny();
    for _ in 0..most {
        let options = RunOptions::default().with_max_units(Some(1));
        let hire = || processors(&tiny, 1, SimdLevel::Scalar);
        let mut done = 0;
        let result = run(&tiny, &hire, Some(ledger), &options, &mut |progress| {
            done = progress.results_now;
        });
        // What `progress` reported must be kept, even if the run then failed.
        if done > 0 {
            reported.extend(ledger.rows()?.into_iter().map(|row| (name, row.label)));
        }
        if result?.outcome.is_exact() {
            break;
        }
    }
    Ok(())
}

fn start_and_run(disk: &Arc<FaultyDisk>, reported: &mut Reported) -> Result<(), JobError> {
    let mut ledger = Ledger::create(disk.place("a"), tiny().plan(), None, &Stop::new())?;
    count(&mut ledger, "a", if is_deep() { 20 } else { 3 }, reported)
}

fn resume_and_discard(disk: &Arc<FaultyDisk>, reported: &mut Reported) -> Result<(), JobError> {
    let mut ledger = Ledger::open_or_create(disk.place("a"), tiny().plan(), &Stop::new())?;
    count(&mut ledger, "a", 2, reported)?;
    drop(ledger);
    let mut ledger = Ledger::open(disk.place("a"))?;
    ledger.pause()?;
    ledger.resume()?;
    let label = ledger.rows()?[0].label.clone();
    // From here on it may be missing.
    reported.remove(&("a", label.clone()));
    ledger.discard(&label)?;
    count(&mut ledger, "a", 1, reported)
}

fn split_and_merge(disk: &Arc<FaultyDisk>, reported: &mut Reported) -> Result<(), JobError> {
    let whole = Ledger::create(disk.place("a"), tiny().plan(), None, &Stop::new())?;
    for (share, name) in Share::all(2).zip(["b", "c"]) {
        let mut ledger = whole.split(share, disk.place(name), &Stop::new())?;
        count(&mut ledger, name, if is_deep() { 20 } else { 1 }, reported)?;
    }
    drop(whole);
    let merged = merge(disk.place("a"), [disk.place("b"), disk.place("c")], &Stop::new())?;
    assert!(merged.results_added >= 2);
    reported.extend(Ledger::open(disk.place("a"))?.rows()?.into_iter().map(|row| ("a", row.label)));
    // Into a new file as well.
    merge(disk.place("d"), [disk.place("b"), disk.place("c")], &Stop::new())?;
    reported.extend(Ledger::open(disk.place("d"))?.rows()?.into_iter().map(|row| ("d", row.label)));
    Ok(())
}

fn export_and_import(disk: &Arc<FaultyDisk>, reported: &mut Reported) -> Result<(), JobError> {
    let mut ledger = Ledger::create(disk.place("a").private(), tiny().plan(), None, &Stop::new())?;
    count(&mut ledger, "a", 2, reported)?;
    let mut text = Vec::new();
    ledger.export(None, &mut text, &Stop::new())?;
    let copy = Ledger::import(disk.place("b"), &mut text.as_slice(), &Stop::new())?;
    reported.extend(copy.rows()?.into_iter().map(|row| ("b", row.label)));
    Ok(())
}

fn salvage_what_is_left(disk: &Arc<FaultyDisk>, reported: &mut Reported) -> Result<(), JobError> {
    let mut ledger = Ledger::create(disk.place("a"), tiny().plan(), None, &Stop::new())?;
    count(&mut ledger, "a", 2, reported)?;
    drop(ledger);
    let saved = salvage(disk.place("a"), disk.place("b"), &Stop::new())?;
    assert!(saved.results == 2 || !saved.lost.is_empty(), "what could not be read is named");
    reported.extend(Ledger::open(disk.place("b"))?.rows()?.into_iter().map(|row| ("b", row.label)));
    Ok(())
}

/// After a restart: every ledger is valid or does not exist, has what was reported, and gives the
/// right total.
fn check(disk: &Arc<FaultyDisk>, reported: &Reported, case: &str) {
    let tiny = tiny();
    for name in ["a", "b", "c", "d"] {
        let place = disk.place(name);
        let expected = || reported.iter().filter(|(ledger, _)| *ledger == name);
        if !disk.names().contains(place.path()) {
            assert_eq!(expected().count(), 0, "{case}: {name} is gone");
            continue;
        }
        let ledger = match Ledger::open(place.clone()) {
            Ok(ledger) => ledger,
            // Nothing was ever committed to it.
            Err(JobError::NotALedger { .. }) => {
                assert_eq!(expected().count(), 0, "{case}: {name} is gone");
                Ledger::open_or_create(place, tiny.plan(), &Stop::new())
                    .unwrap_or_else(|error| panic!("{case}: {name} cannot be made again: {error}"))
            }
            Err(error) => panic!("{case}: {name}: {error}"),
        };
        for (_, label) in expected() {
            let right = 2 * Tiny::new(6, 1).below(label).unwrap();
            let found = ledger.subtotal(label);
            assert_eq!(found, Some(Subtotal::Count(right)), "{case}: {name} has lost {label:?}");
        }
        let rows = ledger.rows().unwrap();
        let labels: BTreeSet<&str> = rows.iter().map(|row| row.label.as_str()).collect();
        assert_eq!(labels.len(), rows.len(), "{case}: a unit has one row");
        let share = ledger.header().share;
        finish(ledger, share, case);
    }
    assert!(tiny.split(&Unit::new("2 ")).len() > 1, "the scenario includes a split");
}

fn finish(mut ledger: Ledger, share: Option<Share>, case: &str) {
    let tiny = tiny();
    if ledger.is_paused() {
        ledger.resume().unwrap();
    }
    let hire = || processors(&tiny, 1, SimdLevel::Scalar);
    let result = run(&tiny, &hire, Some(&mut ledger), &RunOptions::default(), &mut |_| {}).unwrap();
    match share {
        None => assert_eq!(result.outcome.total(), Some(TOTAL), "{case}"),
        Some(_) => assert!(result.outcome.at_least() <= Some(TOTAL), "{case}"),
    }
}

/// Runs a scenario with a fault at every operation; returns how many there were.
fn every_operation(scenario: Scenario, kind: impl Fn(usize) -> Kind) -> usize {
    for at in 0.. {
        let disk = FaultyDisk::new();
        let mut reported = Reported::new();
        disk.fail(Fault { at, kind: kind(at) });
        // The program recovers from some faults: by a second try, or by rolling back a journal.
        let end = scenario(&disk, &mut reported);
        let case = format!("{:?} at operation {at}", kind(at));
        let has_failed = disk.has_failed();
        disk.restart();
        if !has_failed {
            end.unwrap_or_else(|error| panic!("{case} was not met, but {error}"));
            assert!(!reported.is_empty(), "{case}: nothing was reported as done");
            check(&disk, &reported, &case);
            return at;
        }
        check(&disk, &reported, &case);
    }
    unreachable!("a scenario comes to its end")
}

fn is_deep() -> bool {
    std::env::var_os("BEZZEL_DEEP").is_some()
}

fn all_kinds(scenario: Scenario) {
    let any = |seed: usize| move |at: usize| Kind::PowerCut(Cut::Some((1000 * seed + at) as u64));
    let operations = [
        every_operation(scenario, |_| Kind::Error),
        every_operation(scenario, |_| Kind::Full),
        every_operation(scenario, |_| Kind::Short),
        every_operation(scenario, |_| Kind::PowerCut(Cut::Nothing)),
        every_operation(scenario, any(0)),
    ];
    assert!(operations.iter().all(|operations| *operations > 50), "{operations:?}");
    if is_deep() {
        every_operation(scenario, |_| Kind::PowerCut(Cut::Everything));
        (1..10).for_each(|seed| _ = every_operation(scenario, any(seed)));
    }
}

#[test]
fn starting_and_running() {
    all_kinds(start_and_run);
}

#[test]
fn resuming_pausing_and_discarding() {
    all_kinds(resume_and_discard);
}

#[test]
fn splitting_and_merging() {
    all_kinds(split_and_merge);
}

#[test]
fn exporting_and_importing() {
    all_kinds(export_and_import);
}

#[test]
fn salvaging() {
    all_kinds(salvage_what_is_left);
}

/// The disk really loses data: without the syncs of a commit, its results would be gone.
#[test]
fn what_is_not_synced_is_lost() {
    let disk = FaultyDisk::new();
    let ledger = Ledger::create(disk.place("a"), tiny().plan(), None, &Stop::new()).unwrap();
    drop(ledger);
    let place = disk.place("a");
    let connection = rusqlite::Connection::open_with_flags_and_vfs(
        place.path(),
        rusqlite::OpenFlags::SQLITE_OPEN_READ_WRITE,
        place.disk().vfs().unwrap(),
    )
    .unwrap();
    connection.pragma_update(None, "synchronous", "OFF").unwrap();
    connection.execute("UPDATE state SET paused = 1", []).unwrap();
    let paused = || Ledger::open(disk.place("a")).unwrap().is_paused();
    assert!(paused());
    disk.fail(Fault { at: 0, kind: Kind::PowerCut(Cut::Nothing) });
    assert!(connection.execute("UPDATE state SET paused = 1", []).is_err());
    drop(connection);
    disk.restart();
    assert!(!paused());
}
