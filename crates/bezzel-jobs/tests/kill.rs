//! A process that counts is killed at random times: only unfinished units are lost.
//!
//! Counts, spectra and stacks by the engines that count them, two workers, 50 kills each way:
//! SIGKILL, SIGTERM, and a copy of the file cut at any byte. `BEZZEL_DEEP` multiplies the number of
//! kills.

use crate::common;
use bezzel_board::{Problem, Size, Stop};
use bezzel_engines::stacks::StacksEngine;
use bezzel_engines::{
    Colour, Device, Engine, EngineError, Plan, Prepared, SimdLevel, Subtotal, Transform, Unit,
    WorkError, Worker,
};
use bezzel_jobs::{JobError, JobOutcome, Ledger, RunOptions, processors, run, salvage};
use std::collections::BTreeSet;
use std::fs::{File, OpenOptions};
use std::hash::{BuildHasher, RandomState};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::Duration;
use tempfile::tempdir;

const LEDGER: &str = "BEZZEL_JOBS_TEST_LEDGER";
const PACE: &str = "BEZZEL_JOBS_TEST_PACE";
const KIND: &str = "BEZZEL_JOBS_TEST_KIND";
const WORKERS: usize = 2;

/// What is counted.
const KINDS: [&str; 3] = ["count", "spectrum", "stacks"];

/// Milliseconds per unit: most of the time goes into counting.
const SLOW: u64 = 12;

/// Any engine, with a pause before each unit and a log of what begins and ends.
struct Paced {
    inner: Arc<dyn Prepared>,
    pace: Duration,
    log: Option<Arc<File>>,
}

struct PacedWorker {
    inner: Box<dyn Worker>,
    pace: Duration,
    log: Option<Arc<File>>,
}

fn prepared(kind: &str, pace: u64, log: Option<Arc<File>>) -> Arc<dyn Prepared> {
    let inner = match kind {
        "count" => Colour.prepare(&Problem::queens(15), &Stop::new()).unwrap(),
        "spectrum" => {
            let cube = Problem::new(Size::cube(7, 3).unwrap());
            Transform::with_table(8).prepare(&cube, &Stop::new()).unwrap()
        }
        _ => StacksEngine.prepare(&Problem::queens(11), &Stop::new()).unwrap(),
    };
    Arc::new(Paced { inner, pace: Duration::from_millis(pace), log })
}

fn is_right(outcome: &JobOutcome) -> bool {
    match outcome.spectrum() {
        Some(spectrum) => spectrum.total(3).to_string() == bezzel_data::space(7, 3).unwrap(),
        None => [Some(2_279_184), Some(8)].contains(&outcome.total()),
    }
}

impl Prepared for Paced {
    fn plan(&self) -> &Plan {
        self.inner.plan()
    }

    fn cost(&self, unit: &Unit) -> f64 {
        self.inner.cost(unit)
    }

    fn split(&self, unit: &Unit) -> Vec<Unit> {
        self.inner.split(unit)
    }

    fn worker(&self, level: SimdLevel) -> Result<Box<dyn Worker>, EngineError> {
        let inner = self.inner.worker(level)?;
        Ok(Box::new(PacedWorker { inner, pace: self.pace, log: self.log.clone() }))
    }
}

impl PacedWorker {
    /// One write per line: a kill leaves whole lines.
    fn say(&self, what: char, unit: &Unit) {
        if let Some(log) = &self.log {
            (&**log).write_all(format!("{what} {unit}\n").as_bytes()).unwrap();
        }
    }
}

impl Worker for PacedWorker {
    fn device(&self) -> &Device {
        self.inner.device()
    }

    fn count(&mut self, unit: &Unit, stop: &Stop) -> Result<Subtotal, WorkError> {
        self.say('b', unit);
        common::pause(self.pace, stop)?;
        let subtotal = self.inner.count(unit, stop)?;
        self.say('e', unit);
        Ok(subtotal)
    }

    fn recount(&mut self, unit: &Unit, stop: &Stop) -> Result<Subtotal, WorkError> {
        self.inner.recount(unit, stop)
    }

    fn recounts_by(&self) -> &'static str {
        self.inner.recounts_by()
    }
}

fn finish(file: &Path, kind: &str) -> Result<JobOutcome, JobError> {
    let prepared = prepared(kind, 0, None);
    let mut ledger = Ledger::open_or_create(file, prepared.plan(), &Stop::new())?;
    let hire = || processors(&prepared, WORKERS, SimdLevel::best());
    run(&prepared, &hire, Some(&mut ledger), &RunOptions::default(), &mut |_| {})
        .map(|result| result.outcome)
}

/// Not a test by itself: what the killed process does. It writes a line for each unit that
/// begins (b), ends (e), and for each progress (p), which comes after a commit.
#[test]
fn child() {
    let Some(file) = std::env::var_os(LEDGER).map(PathBuf::from) else {
        return;
    };
    let log = OpenOptions::new().append(true).create(true).open(file.with_extension("log"));
    let log = Arc::new(log.unwrap());
    let kind = std::env::var(KIND).unwrap();
    let pace = std::env::var(PACE).unwrap().parse().unwrap();
    let prepared = prepared(&kind, pace, Some(Arc::clone(&log)));
    let mut ledger = Ledger::open_or_create(&file, prepared.plan(), &Stop::new()).unwrap();
    let hire = || processors(&prepared, WORKERS, SimdLevel::best());
    let options = RunOptions::default();
    let result = run(&prepared, &hire, Some(&mut ledger), &options, &mut |progress| {
        (&*log).write_all(format!("p {}\n", progress.units_done).as_bytes()).unwrap();
    });
    assert!(is_right(&result.unwrap().outcome));
}

fn start(file: &Path, kind: &str, pace: u64) -> Child {
    Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "kill::child", "--nocapture"])
        .env(LEDGER, file)
        .env(KIND, kind)
        .env(PACE, pace.to_string())
        .stdout(Stdio::null())
        .spawn()
        .unwrap()
}

/// Waits until the process has counted and written a unit, however slow the disk is.
fn await_commit(child: &mut Child, log: &Path) {
    while child.try_wait().unwrap().is_none() {
        let text = std::fs::read_to_string(log).unwrap_or_default();
        if text.find("e ").is_some_and(|end| text[end..].contains("p ")) {
            return;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// Kills the process with this signal; returns whether it was still running.
fn kill(mut child: Child, politely: bool) -> bool {
    let alive = child.try_wait().unwrap().is_none();
    if politely {
        let name = child.id().to_string();
        let _ = Command::new("kill").args(["-TERM", &name]).status().unwrap();
    } else {
        child.kill().unwrap();
    }
    child.wait().unwrap();
    alive
}

/// Labels in the ledger; none if the process did not get as far as creating it.
fn units_in(file: &Path) -> BTreeSet<String> {
    if file.metadata().map_or(0, |meta| meta.len()) == 0 {
        return BTreeSet::new();
    }
    match Ledger::open(file) {
        Ok(ledger) => {
            let rows = ledger.rows().unwrap();
            let units: BTreeSet<String> = rows.iter().map(|row| row.label.clone()).collect();
            assert_eq!(units.len(), rows.len(), "a unit has one row");
            units
        }
        // Killed while it created the tables: rolled back to an empty file.
        Err(JobError::NotALedger { .. }) if file.metadata().unwrap().len() == 0 => BTreeSet::new(),
        Err(error) => panic!("{error}"),
    }
}

/// Compares the lines of one process with the ledger: only unfinished units are missing.
fn check_losses(log: &str, units: &BTreeSet<String>) {
    let lines: Vec<(&str, &str)> = log.lines().map(|line| line.split_once(' ').unwrap()).collect();
    let reported = lines.iter().filter(|line| line.0 == "p").map(|line| line.1.parse().unwrap());
    assert!(units.len() >= reported.max().unwrap_or(0), "what was reported is on the disk");
    // A unit that ended before the last progress but one was in the commit in between. A worker may
    // be suspended between its line and handing over the result, so one more unit each may be
    // missing.
    let reports: Vec<usize> =
        (0..lines.len()).rev().filter(|&place| lines[place].0 == "p").collect();
    if let Some(&settled) = reports.get(1) {
        let lost = lines[..settled].iter().filter(|line| line.0 == "e" && !units.contains(line.1));
        assert!(lost.count() <= WORKERS, "only unfinished units are lost");
    }
}

/// A copy of the ledger cut at any byte: refused, or complete; what can be salvaged from it is
/// right.
fn check_cut(file: &Path, kind: &str, chance: u64) {
    let [cut, saved] = ["cut", "saved"].map(|name| file.with_extension(name));
    let Ok(bytes) = std::fs::read(file) else { return };
    std::fs::write(&cut, &bytes[..chance as usize % (bytes.len() + 1)]).unwrap();
    match finish(&cut, kind) {
        Ok(outcome) => assert!(is_right(&outcome), "{outcome}"),
        Err(_) => {
            if salvage(&cut, &saved, &Stop::new()).is_ok() {
                assert!(is_right(&finish(&saved, kind).unwrap()));
            }
        }
    }
    for file in [cut, saved] {
        let _ = std::fs::remove_file(file);
    }
}

fn deep() -> usize {
    if std::env::var_os("BEZZEL_DEEP").is_some() { 10 } else { 1 }
}

#[test]
fn fifty_kills_lose_only_unfinished_units() {
    let folder = tempdir().unwrap();
    let random = RandomState::new();
    let (mut kills, mut grew) = (0, 0);
    for (number, kind) in KINDS.iter().cycle().enumerate() {
        if kills >= 50 * deep() {
            break;
        }
        let file = folder.path().join(format!("{number}.ledger"));
        let log = file.with_extension("log");
        let mut before = BTreeSet::new();
        for round in 0..5_u64 {
            let chance = |what: &str| random.hash_one((number, round, what));
            let mut child = start(&file, kind, SLOW);
            // Half of the kills may come at the start; the others come after some work, so that the
            // job makes progress.
            let longest = if round % 2 == 0 { 70_000 } else { 20_000 };
            if round % 2 == 1 {
                await_commit(&mut child, &log);
            }
            std::thread::sleep(Duration::from_micros(chance("instant") % longest));
            let alive = kill(child, chance("signal") % 2 == 0);
            let units = units_in(&file);
            assert!(units.is_superset(&before), "a row once written stays");
            check_losses(&std::fs::read_to_string(&log).unwrap_or_default(), &units);
            check_cut(&file, kind, chance("cut"));
            let _ = std::fs::remove_file(&log);
            kills += usize::from(alive);
            grew += usize::from(units.len() > before.len());
            before = units;
        }
        let done = before.len();
        assert!(is_right(&finish(&file, kind).unwrap()), "{kind}");
        let rows = Ledger::open(&file).unwrap().rows().unwrap();
        assert!(
            rows.len() >= done
                && rows.iter().filter(|row| before.contains(&row.label)).count() == done
        );
    }
    assert!(grew >= 10, "the killed runs made progress: {grew}");
}

#[test]
fn kills_in_the_middle_of_commits_lose_no_more() {
    let folder = tempdir().unwrap();
    let random = RandomState::new();
    let (mut jobs, mut cut) = (0, 0);
    // Whether a kill hits a commit is a matter of chance: two jobs, and more until one does.
    while jobs < 2 || cut == 0 {
        assert!(jobs < 100, "some commit must have been cut");
        let file = folder.path().join(format!("{jobs}.ledger"));
        let mut before = BTreeSet::new();
        for round in 0..10 {
            // With units of a millisecond the process spends most of its time on commits.
            let mut child = start(&file, "count", 1);
            await_commit(&mut child, &file.with_extension("log"));
            std::thread::sleep(Duration::from_micros(random.hash_one((jobs, round)) % 6_000));
            kill(child, false);
            let journal = folder.path().join(format!("{jobs}.ledger-journal"));
            cut += usize::from(journal.exists());
            let units = units_in(&file);
            assert!(units.is_superset(&before), "a row once written stays");
            before = units;
            let _ = std::fs::remove_file(file.with_extension("log"));
        }
        assert!(is_right(&finish(&file, "count").unwrap()));
        jobs += 1;
    }
}

#[test]
fn a_process_killed_beside_another_does_it_no_harm() {
    let folder = tempdir().unwrap();
    let file = folder.path().join("9.ledger");
    let mut survivor = start(&file, "count", SLOW);
    let random = RandomState::new();
    for round in 0..6 {
        let child = start(&file, "count", SLOW);
        std::thread::sleep(Duration::from_millis(20 + random.hash_one(round) % 80));
        kill(child, false);
    }
    assert!(survivor.wait().unwrap().success());
    assert!(is_right(&finish(&file, "count").unwrap()));
    assert!(units_in(&file).len() >= prepared("count", 0, None).plan().units.len());
}
