//! A process that counts is killed at random instants: nothing but units in flight is lost.

mod common;

use bezzel_jobs::{JobError, Ledger, Outcome, RunOptions, run};
use common::{TOTALS, Tiny, quietly};
use std::collections::BTreeSet;
use std::fs::OpenOptions;
use std::hash::{BuildHasher, RandomState};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use tempfile::tempdir;

const LEDGER: &str = "BEZZEL_JOBS_TEST_LEDGER";
const PACE: &str = "BEZZEL_JOBS_TEST_PACE";
const THREADS: usize = 2;
const N: u32 = 9;

/// Milliseconds per unit: most of the time goes into counting.
const SLOW: u64 = 12;

fn engine(pace: u64) -> Tiny {
    Tiny::paced(N, 3, pace)
}

/// Not a test by itself: what the killed process does. It writes a line for each unit that
/// begins (b), ends (e), and for each progress (p), which comes after a commit.
#[test]
fn child() {
    let Some(file) = std::env::var_os(LEDGER).map(PathBuf::from) else {
        return;
    };
    let log =
        OpenOptions::new().append(true).create(true).open(file.with_extension("log")).unwrap();
    let mut lines = log.try_clone().unwrap();
    let pace = std::env::var(PACE).unwrap().parse().unwrap();
    let mut tiny = engine(pace);
    tiny.watch = Some(Box::new(move |unit, end| {
        // One write per line: a kill leaves whole lines.
        (&log).write_all(format!("{} {unit}\n", if end { 'e' } else { 'b' }).as_bytes()).unwrap();
    }));
    let tiny = tiny.ready();
    let mut ledger = Ledger::open_or_create(&file, tiny.plan()).unwrap();
    let options = RunOptions { threads: THREADS, ..RunOptions::default() };
    let report = run(&tiny, Some(&mut ledger), &options, &mut |progress| {
        lines.write_all(format!("p {}\n", progress.units_done).as_bytes()).unwrap();
    });
    assert_eq!(report.unwrap().outcome, Outcome::Exact { total: TOTALS[N as usize] });
}

fn start(file: &Path, pace: u64) -> Child {
    Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "child", "--nocapture"])
        .env(LEDGER, file)
        .env(PACE, pace.to_string())
        .stdout(Stdio::null())
        .spawn()
        .unwrap()
}

/// Waits until the process has counted and written a unit, however slow the disk is.
fn await_commit(child: &mut Child, log: &Path) {
    let start = Instant::now();
    while child.try_wait().unwrap().is_none() {
        assert!(start.elapsed() < Duration::from_secs(120), "no unit is counted");
        let text = std::fs::read_to_string(log).unwrap_or_default();
        if text.find("e ").is_some_and(|end| text[end..].contains("p ")) {
            return;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// Kills the process; says whether it was still at work.
fn kill(mut child: Child) -> bool {
    let alive = child.try_wait().unwrap().is_none();
    child.kill().unwrap();
    child.wait().unwrap();
    alive
}

/// Units in the ledger; none if the process did not even get to make it.
fn units_in(file: &Path) -> BTreeSet<usize> {
    if file.metadata().map_or(0, |meta| meta.len()) == 0 {
        return BTreeSet::new();
    }
    match Ledger::open(file) {
        Ok(ledger) => {
            let rows = ledger.rows().unwrap();
            let units: BTreeSet<usize> = rows.iter().map(|row| row.unit).collect();
            assert_eq!(units.len(), rows.len(), "a unit has one row");
            units
        }
        // Killed while it made the tables: rolled back to nothing.
        Err(JobError::NotALedger { .. }) if file.metadata().unwrap().len() == 0 => BTreeSet::new(),
        Err(error) => panic!("{error}"),
    }
}

/// What one process's lines say against what the ledger has: only units in flight are missing.
fn check_losses(log: &str, units: &BTreeSet<usize>) {
    let lines: Vec<(&str, usize)> = log
        .lines()
        .map(|line| line.split_once(' ').unwrap())
        .map(|(kind, number)| (kind, number.parse().unwrap()))
        .collect();
    let reported = lines.iter().filter(|line| line.0 == "p").map(|line| line.1).max();
    assert!(units.len() >= reported.unwrap_or(0), "what was reported is on the disk");
    // A unit that ended before the last progress but one was in the commit in between. A thread
    // may stand still between its line and its hand-over, hence one unit of grace each.
    let reports: Vec<usize> =
        (0..lines.len()).rev().filter(|&place| lines[place].0 == "p").collect();
    if let Some(&settled) = reports.get(1) {
        let lost = lines[..settled].iter().filter(|line| line.0 == "e" && !units.contains(&line.1));
        assert!(lost.count() <= THREADS, "only units in flight are lost");
    }
}

#[test]
fn thirty_kills_lose_nothing_but_units_in_flight() {
    let folder = tempdir().unwrap();
    let file = folder.path().join("9.ledger");
    let log = file.with_extension("log");
    let random = RandomState::new();
    let total = engine(0).ready().plan().units.len();
    let (mut before, mut kills, mut grew) = (BTreeSet::new(), 0, 0);
    for round in 0.. {
        if kills == 30 {
            break;
        }
        let mut child = start(&file, SLOW);
        // Half of the kills may hit the start; the others come after some work, so that the job
        // gets on.
        let longest = if round % 2 == 0 { 70_000 } else { 20_000 };
        if round % 2 == 1 {
            await_commit(&mut child, &log);
        }
        std::thread::sleep(Duration::from_micros(random.hash_one(round) % longest));
        let alive = kill(child);
        let units = units_in(&file);
        assert!(units.is_superset(&before), "a row once written stays");
        check_losses(&std::fs::read_to_string(&log).unwrap_or_default(), &units);
        let _ = std::fs::remove_file(&log);
        if alive {
            kills += 1;
            grew += usize::from(units.len() > before.len());
            before = units;
        } else {
            // It came to its end before it was killed: the next one starts over.
            assert_eq!(units.len(), total, "nobody ends before the job is done");
            std::fs::remove_file(&file).unwrap();
            before.clear();
        }
    }
    assert!(grew >= 10, "the killed runs did get somewhere: {grew}");
    let tiny = engine(SLOW).ready();
    let mut ledger = Ledger::open_or_create(&file, tiny.plan()).unwrap();
    let report = quietly(&tiny, Some(&mut ledger));
    assert_eq!(report.outcome, Outcome::Exact { total: 352 });
    assert_eq!(report.provenance.units_resumed, before.len());
    assert_eq!(report.provenance.units_now, total - before.len());
    assert_eq!(units_in(&file).len(), total);
}

#[test]
fn kills_in_the_middle_of_commits_lose_no_more() {
    let folder = tempdir().unwrap();
    let random = RandomState::new();
    let (mut jobs, mut cut) = (0, 0);
    // Whether a kill hits a commit is luck: four jobs, and more until it has.
    while jobs < 4 || cut == 0 {
        assert!(jobs < 100, "some commit must have been cut");
        let file = folder.path().join(format!("{jobs}.ledger"));
        let mut before = BTreeSet::new();
        for round in 0..10 {
            // With units of a millisecond the process hardly does anything but commit.
            let mut child = start(&file, 1);
            await_commit(&mut child, &file.with_extension("log"));
            std::thread::sleep(Duration::from_micros(random.hash_one((jobs, round)) % 6_000));
            kill(child);
            let journal = folder.path().join(format!("{jobs}.ledger-journal"));
            cut += usize::from(journal.exists());
            let units = units_in(&file);
            assert!(units.is_superset(&before), "a row once written stays");
            before = units;
            let _ = std::fs::remove_file(file.with_extension("log"));
        }
        let tiny = engine(0).ready();
        let mut ledger = Ledger::open_or_create(&file, tiny.plan()).unwrap();
        assert_eq!(quietly(&tiny, Some(&mut ledger)).outcome, Outcome::Exact { total: 352 });
        assert_eq!(units_in(&file).len(), tiny.plan().units.len());
        jobs += 1;
    }
}

#[test]
fn a_process_killed_beside_another_does_it_no_harm() {
    let folder = tempdir().unwrap();
    let file = folder.path().join("9.ledger");
    let mut survivor = start(&file, SLOW);
    let random = RandomState::new();
    for round in 0..6 {
        let child = start(&file, SLOW);
        std::thread::sleep(Duration::from_millis(20 + random.hash_one(round) % 80));
        kill(child);
    }
    assert!(survivor.wait().unwrap().success());
    let mut ledger = Ledger::open(&file).unwrap();
    let tiny = engine(SLOW).ready();
    let report = quietly(&tiny, Some(&mut ledger));
    assert_eq!((report.outcome.exact(), report.provenance.units_now), (Some(352), 0));
}
