//! A tiny engine for the tests: bit-mask backtracking below each placement of the first rows.

mod doubles;
mod forge;

pub use doubles::{Clerk, Double, Late, Manner, Stuck};
pub use forge::{forge, forge_split, row};

use bezzel_board::{Problem, Square, Stop};
use bezzel_engines::{
    Counted, Device, DeviceKind, EngineError, Plan, Prepared, SimdLevel, Subtotal, Unit, WorkError,
    Worker,
};
use bezzel_jobs::{JobError, JobResult, Ledger, RunOptions, run};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// Totals for n = 0, 1, 2, … (OEIS A000170).
pub const TOTALS: [u128; 11] = [1, 1, 0, 0, 2, 10, 4, 40, 92, 352, 724];

/// Solutions of 8 queens without square (0, 0), a total that is in no table.
pub const WITHOUT_CORNER: u128 = 88;

/// Called when a unit begins or ends.
type OnUnit = dyn Fn(&str, bool) + Send + Sync;

/// Every subtotal is doubled and the divisor is 2, so that dividing is tested too. A unit is the
/// columns of the first rows, `3 0 4 `; it is split by one row more.
#[derive(Clone)]
pub struct Tiny {
    pub plan: Plan,
    /// Makes each unit take this long.
    pub pace: Duration,
    /// The claimed cost of each unit; 1 by default.
    pub cost: Option<fn(&str) -> f64>,
    /// Told when a unit begins (`false`) and ends (`true`).
    pub watch: Option<Arc<OnUnit>>,
    /// How many units were counted.
    pub counted: Arc<AtomicUsize>,
}

impl Tiny {
    /// Units of this many rows on the full board.
    pub fn new(n: u32, rows: u32) -> Tiny {
        Tiny::of(&Problem::queens(n), rows)
    }

    /// 8 queens without square (0, 0), in units of two rows.
    pub fn without_corner() -> Tiny {
        Tiny::of(&Problem::queens(8).with_blocked([Square::new(0, 0)]).unwrap(), 2)
    }

    pub fn of(problem: &Problem, rows: u32) -> Tiny {
        let plan = Plan {
            engine: "tiny",
            revision: 1,
            problem: problem.clone(),
            units: vec![Unit::new("")],
            divisor: 2,
            counted: Counted::Solutions,
        };
        let mut tiny =
            Tiny { plan, pace: Duration::ZERO, cost: None, watch: None, counted: Arc::default() };
        for _ in 0..rows.min(problem.size().rows()) {
            tiny.plan.units = tiny.plan.units.iter().flat_map(|unit| tiny.split(unit)).collect();
        }
        tiny
    }

    pub fn paced(n: u32, rows: u32, millis: u64) -> Tiny {
        Tiny { pace: Duration::from_millis(millis), ..Tiny::new(n, rows) }
    }

    pub fn ready(self) -> Arc<dyn Prepared> {
        Arc::new(self)
    }

    fn n(&self) -> u32 {
        self.plan.problem.size().rows()
    }

    /// Solutions below these columns; none if they are not a placement.
    pub fn below(&self, label: &str) -> Option<u128> {
        let mut columns = Vec::new();
        for word in label.split_terminator(' ') {
            columns.push(word.parse::<u32>().ok().filter(|column| *column < self.n())?);
            let last = columns.len() - 1;
            if !self.is_safe(&columns[..last], columns[last]) {
                return None;
            }
        }
        Some(self.count(&mut columns))
    }

    fn is_safe(&self, above: &[u32], column: u32) -> bool {
        let row = above.len() as u32;
        self.plan.problem.allows(Square::new(row, column))
            && (0..row)
                .zip(above)
                .all(|(other, &taken)| taken != column && taken.abs_diff(column) != row - other)
    }

    fn count(&self, columns: &mut Vec<u32>) -> u128 {
        if columns.len() as u32 == self.n() {
            return 1;
        }
        let mut found = 0;
        for column in 0..self.n() {
            if self.is_safe(columns, column) {
                columns.push(column);
                found += self.count(columns);
                columns.pop();
            }
        }
        found
    }
}

impl Prepared for Tiny {
    fn plan(&self) -> &Plan {
        &self.plan
    }

    fn cost(&self, unit: &Unit) -> f64 {
        self.cost.map_or(1.0, |cost| cost(unit.label()))
    }

    fn split(&self, unit: &Unit) -> Vec<Unit> {
        let columns: Vec<u32> =
            unit.label().split_terminator(' ').filter_map(|word| word.parse().ok()).collect();
        if columns.len() as u32 == self.n() {
            return Vec::new();
        }
        let free = (0..self.n()).filter(|&column| self.is_safe(&columns, column));
        let parts: Vec<Unit> =
            free.map(|column| Unit::new(format!("{}{column} ", unit.label()))).collect();
        parts
    }

    fn worker(&self, _: SimdLevel) -> Result<Box<dyn Worker>, EngineError> {
        Ok(Box::new(TinyWorker::new(self)))
    }
}

/// Counts units of [`Tiny`].
pub struct TinyWorker {
    tiny: Tiny,
    device: Device,
}

impl TinyWorker {
    pub fn new(tiny: &Tiny) -> TinyWorker {
        let (name, instructions) = ("double".to_owned(), "none".to_owned());
        let device = Device { kind: DeviceKind::Test, name, instructions };
        TinyWorker { tiny: tiny.clone(), device }
    }

    fn watch(&self, unit: &Unit, end: bool) {
        self.tiny.watch.as_ref().inspect(|watch| watch(unit.label(), end));
    }

    fn truth(&self, unit: &Unit) -> Result<Subtotal, WorkError> {
        let label = unit.label().to_owned();
        let found = self.tiny.below(&label).ok_or(WorkError::UnknownUnit { label })?;
        Ok(Subtotal::Count(2 * found))
    }
}

impl Worker for TinyWorker {
    fn device(&self) -> &Device {
        &self.device
    }

    fn count(&mut self, unit: &Unit, stop: &Stop) -> Result<Subtotal, WorkError> {
        self.watch(unit, false);
        pause(self.tiny.pace, stop)?;
        let subtotal = self.truth(unit)?;
        self.tiny.counted.fetch_add(1, Ordering::Relaxed);
        self.watch(unit, true);
        Ok(subtotal)
    }

    fn recount(&mut self, unit: &Unit, _: &Stop) -> Result<Subtotal, WorkError> {
        self.watch(unit, false);
        let subtotal = self.truth(unit)?;
        self.watch(unit, true);
        Ok(subtotal)
    }

    fn recounts_by(&self) -> &'static str {
        "hand"
    }
}

/// Sleeps, but checks the flag as a worker must.
pub fn pause(time: Duration, stop: &Stop) -> Result<(), WorkError> {
    let start = Instant::now();
    while start.elapsed() < time {
        if stop.is_asked() {
            return Err(WorkError::Stopped);
        }
        std::thread::sleep((time - start.elapsed().min(time)).min(Duration::from_millis(10)));
    }
    Ok(())
}

/// Workers that behave correctly.
pub fn honest(prepared: &Arc<dyn Prepared>, workers: usize) -> Vec<Box<dyn Worker>> {
    bezzel_jobs::processors(prepared, workers, SimdLevel::Scalar).unwrap()
}

/// Runs on two workers and ignores progress.
pub fn quietly(prepared: &Arc<dyn Prepared>, ledger: Option<&mut Ledger>) -> JobResult {
    with(prepared, ledger, &RunOptions::default()).unwrap()
}

/// Runs on two workers with these options.
pub fn with(
    prepared: &Arc<dyn Prepared>,
    ledger: Option<&mut Ledger>,
    options: &RunOptions,
) -> Result<JobResult, JobError> {
    run(prepared, &|| Ok(honest(prepared, 2)), ledger, options, &mut |_| {})
}

/// At most this many units.
pub fn units(most: usize) -> RunOptions {
    RunOptions::default().with_max_units(Some(most))
}

/// A folder in memory, if the system has one: tests of content need not wait for the disk.
pub fn quick_folder() -> TempDir {
    tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir()).unwrap()
}

/// A ledger of 8 queens with this many of its 42 units.
pub fn ledger_with(most: usize) -> (TempDir, PathBuf, Arc<dyn Prepared>) {
    let folder = quick_folder();
    let file = folder.path().join("8.ledger");
    let tiny = Tiny::new(8, 2).ready();
    let mut ledger = Ledger::create(&file, tiny.plan(), None, &Stop::new()).unwrap();
    with(&tiny, Some(&mut ledger), &units(most)).unwrap();
    (folder, file, tiny)
}

/// A change of the file that bypasses the library.
pub fn sql(ledger: &Path, change: &str) {
    rusqlite::Connection::open(ledger).unwrap().execute_batch(change).unwrap();
}
