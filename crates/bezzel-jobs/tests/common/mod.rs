//! A tiny engine for the tests: bit-mask backtracking below each placement of the first rows.

#![allow(dead_code, missing_docs)] // each test file uses its own share

use bezzel_board::{Problem, Stop};
use bezzel_engines::{
    Counted, Device, DeviceKind, EngineError, Plan, Prepared, SimdLevel, Subtotal, Unit, WorkError,
    Worker,
};
use bezzel_jobs::{Ledger, Progress, Report, RunOptions, run};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;
use tempfile::TempDir;

/// Totals for n = 0, 1, 2, … (OEIS A000170).
pub const TOTALS: [u128; 11] = [1, 1, 0, 0, 2, 10, 4, 40, 92, 352, 724];

/// Every subtotal is doubled and the divisor is 2, so that dividing is tested too.
pub struct Tiny {
    pub plan: Plan,
    pub n: u32,
    pub prefixes: Vec<[u32; 3]>,
    /// Makes each unit take this long.
    pub pace: Duration,
    /// Units that `count` gets wrong by this much.
    pub wrong: Vec<(usize, u128)>,
    /// A unit that panics.
    pub broken: Option<usize>,
    /// Told when a unit begins (`false`) and ends (`true`).
    pub watch: Option<Box<dyn Fn(usize, bool) + Send + Sync>>,
    /// How many units were counted.
    pub counted: AtomicUsize,
}

impl Tiny {
    pub fn new(n: u32, rows: u32) -> Tiny {
        let mut prefixes = vec![[0; 3]];
        let mut labels = vec![String::new()];
        for _ in 0..rows.min(n) {
            let children = prefixes.iter().zip(&labels).flat_map(|(&state, label)| {
                free(n, state).map(move |bit| {
                    (place(state, bit), format!("{label}{} ", bit.trailing_zeros()))
                })
            });
            (prefixes, labels) = children.collect();
        }
        let plan = Plan {
            engine: "tiny",
            revision: 1,
            problem: Problem::queens(n),
            units: labels.into_iter().map(Unit::new).collect(),
            divisor: 2,
            counted: Counted::Solutions,
        };
        Tiny {
            plan,
            n,
            prefixes,
            pace: Duration::ZERO,
            wrong: Vec::new(),
            broken: None,
            watch: None,
            counted: AtomicUsize::new(0),
        }
    }

    pub fn paced(n: u32, rows: u32, millis: u64) -> Tiny {
        Tiny { pace: Duration::from_millis(millis), ..Tiny::new(n, rows) }
    }

    pub fn ready(self) -> Arc<dyn Prepared> {
        Arc::new(Ready(Arc::new(self)))
    }
}

pub struct Ready(pub Arc<Tiny>);

impl Prepared for Ready {
    fn plan(&self) -> &Plan {
        &self.0.plan
    }

    fn cost(&self, _: &Unit) -> f64 {
        1.0
    }

    fn split(&self, _: &Unit) -> Vec<Unit> {
        Vec::new()
    }

    fn worker(&self, _: SimdLevel) -> Result<Box<dyn Worker>, EngineError> {
        let name = "a test".to_owned();
        let device = Device { kind: DeviceKind::Test, name, instructions: String::new() };
        Ok(Box::new(TinyWorker(self.0.clone(), device)))
    }
}

struct TinyWorker(Arc<Tiny>, Device);

impl TinyWorker {
    fn place(&self, unit: &Unit) -> usize {
        self.0.plan.units.iter().position(|other| other == unit).unwrap()
    }
}

impl Worker for TinyWorker {
    fn device(&self) -> &Device {
        &self.1
    }

    fn count(&mut self, unit: &Unit, _: &Stop) -> Result<Subtotal, WorkError> {
        Ok(Subtotal::Count(self.0.count(self.place(unit))))
    }

    fn recount(&mut self, unit: &Unit, _: &Stop) -> Result<Subtotal, WorkError> {
        Ok(Subtotal::Count(self.0.recount(self.place(unit))))
    }

    fn recounts_by(&self) -> &'static str {
        "hand"
    }
}

impl Tiny {
    fn count(&self, unit: usize) -> u128 {
        assert!(self.broken != Some(unit), "a fault in the kernel");
        let watch = |end| self.watch.as_ref().inspect(|watch| watch(unit, end));
        watch(false);
        std::thread::sleep(self.pace);
        let wrong = self.wrong.iter().find(|(wrong, _)| *wrong == unit).map_or(0, |wrong| wrong.1);
        let subtotal = self.recount(unit) + wrong;
        self.counted.fetch_add(1, Ordering::Relaxed);
        watch(true);
        subtotal
    }

    fn recount(&self, unit: usize) -> u128 {
        2 * below(self.n, self.prefixes[unit])
    }
}

fn free(n: u32, [columns, left, right]: [u32; 3]) -> impl Iterator<Item = u32> {
    let open = ((1 << n) - 1) & !(columns | left | right);
    (0..n).map(|column| 1 << column).filter(move |bit| open & bit != 0)
}

fn place([columns, left, right]: [u32; 3], bit: u32) -> [u32; 3] {
    [columns | bit, (left | bit) << 1, (right | bit) >> 1]
}

fn below(n: u32, state: [u32; 3]) -> u128 {
    if state[0].count_ones() == n {
        return 1;
    }
    free(n, state).map(|bit| below(n, place(state, bit))).sum()
}

/// Two threads, no limits.
pub const TWO: RunOptions<'static> = RunOptions {
    threads: 2,
    part: None,
    stop: &NEVER,
    abandon: &NEVER,
    max_units: None,
    time_limit: None,
    simd: SimdLevel::Scalar,
};
static NEVER: AtomicBool = AtomicBool::new(false);

/// Runs on two threads and hears nothing.
pub fn quietly(prepared: &Arc<dyn Prepared>, ledger: Option<&mut Ledger>) -> Report {
    let options = RunOptions { threads: 2, ..RunOptions::default() };
    run(prepared, ledger, &options, &mut |_: &Progress| {}).unwrap()
}

/// A folder in memory where there is one: tests about content need not wait for the disk.
pub fn quick_folder() -> TempDir {
    tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir()).unwrap()
}

/// A ledger of 8 queens with this many of its 42 units.
pub fn ledger_with(units: usize) -> (TempDir, PathBuf, Arc<dyn Prepared>) {
    let folder = quick_folder();
    let file = folder.path().join("8.ledger");
    let tiny = Tiny::new(8, 2).ready();
    let mut ledger = Ledger::create(&file, tiny.plan(), None).unwrap();
    let options = RunOptions { threads: 2, max_units: Some(units), ..RunOptions::default() };
    run(&tiny, Some(&mut ledger), &options, &mut |_| {}).unwrap();
    (folder, file, tiny)
}

/// A change of the file by other means than the library.
pub fn sql(ledger: &Path, change: &str) {
    rusqlite::Connection::open(ledger).unwrap().execute_batch(change).unwrap();
}
