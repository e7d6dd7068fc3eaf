//! Counts the units of a job that are still missing, on all threads, into its ledger.

use crate::outcome::{Outcome, Provenance, Report, StopReason};
use crate::pool::{Event, Finished, Pool, Task};
use crate::progress::{Meter, Progress, sound_costs};
use crate::record::{host_name, micros, now};
use crate::rows::{self, Recorded};
use crate::sample::{mix, random_seed};
use crate::tally::Tally;
use crate::{JobError, Ledger, Part, Row, plan_digest};
use bezzel_board::Stop;
use bezzel_engines::{Plan, Prepared, SimdLevel, Subtotal, Unit, WorkError, Worker};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// How often a run looks at its flags and at what other processes wrote.
pub(crate) const TICK: Duration = Duration::from_millis(100);

/// A flag that nobody raises.
pub(crate) static NEVER: AtomicBool = AtomicBool::new(false);

/// How to run a job.
#[derive(Clone, Copy, Debug)]
pub struct RunOptions<'a> {
    /// Threads that count.
    pub threads: usize,
    /// Count only this part. A ledger made for a part has it already.
    pub part: Option<Part>,
    /// Raise it to begin no more units; the run returns when those in flight are finished.
    pub stop: &'a AtomicBool,
    /// Raise it to return at once; units in flight are given up and counted again next time.
    pub abandon: &'a AtomicBool,
    /// Begin at most this many units.
    pub max_units: Option<usize>,
    /// Begin no unit after this time; those in flight are finished.
    pub time_limit: Option<Duration>,
    /// The level the engine was prepared with, for provenance.
    pub simd: SimdLevel,
}

impl Default for RunOptions<'_> {
    /// Everything, on all processors, without end.
    fn default() -> Self {
        RunOptions {
            threads: std::thread::available_parallelism().map_or(1, usize::from),
            part: None,
            stop: &NEVER,
            abandon: &NEVER,
            max_units: None,
            time_limit: None,
            simd: SimdLevel::best(),
        }
    }
}

/// Counts what is missing and says what the job's total is.
///
/// With a ledger, results are on the disk before `progress` hears of them: whatever happens to
/// the process, only units in flight (being counted, or waiting for the commit under way) are
/// lost. Without one the run lives in memory. `progress` is called on the caller's thread, at
/// the start, several times a second and at the end.
///
/// Several runs may share a ledger. Each takes the missing units in an order of its own, largest
/// first by powers of two, and skips what another has finished; when two meet on a unit, their
/// subtotals must agree. That needs no locks that a dead process would leave behind.
pub fn run(
    prepared: &Arc<dyn Prepared>,
    ledger: Option<&mut Ledger>,
    options: &RunOptions<'_>,
    progress: &mut dyn FnMut(&Progress),
) -> Result<Report, JobError> {
    if options.threads == 0 {
        return Err(JobError::NoThreads);
    }
    let mut run = Run::new(prepared.as_ref(), ledger, options)?;
    run.decide();
    let queue = run.queue();
    let task = counting(prepared, options.simd, |worker, unit, stop| worker.count(unit, stop));
    let pool = Pool::start(options.threads, run.plan.units.len(), queue, &task);
    progress(&run.progress(&pool));
    loop {
        let mut event = pool.wait(TICK);
        let ended = matches!(event, Event::End);
        run.look(&pool)?;
        if run.decide() {
            pool.halt();
        }
        let abandoned = run.stopping == Some(StopReason::Abandoned);
        while let Event::Finished(batch) = event {
            run.take(batch, &pool);
            event = if abandoned { pool.wait(Duration::ZERO) } else { Event::Nothing };
        }
        run.settle(&pool, ended || abandoned)?;
        progress(&run.progress(&pool));
        if ended {
            pool.join();
            return run.report();
        }
        if abandoned {
            return run.report();
        }
    }
}

/// Makes a task for each thread: a worker that counts units in this way.
pub(crate) fn counting(
    prepared: &Arc<dyn Prepared>,
    simd: SimdLevel,
    count: fn(&mut dyn Worker, &Unit, &Stop) -> Result<Subtotal, WorkError>,
) -> Task {
    let prepared = prepared.clone();
    Arc::new(move |stop: &Stop| {
        let (prepared, stop) = (prepared.clone(), stop.clone());
        let mut worker = prepared.worker(simd).map_err(|error| error.to_string());
        Box::new(move |unit: usize| {
            let worker = worker.as_mut().map_err(|error| error.clone())?;
            let unit = &prepared.plan().units[unit];
            let counted = count(worker.as_mut(), unit, &stop).map_err(|error| error.to_string())?;
            counted.count().ok_or_else(|| format!("{unit} has a spectrum, not a number"))
        })
    })
}

/// Where results go.
enum Store<'a> {
    Memory(Tally),
    Ledger(&'a mut Ledger),
}

impl Store<'_> {
    fn tally(&self) -> &Tally {
        match self {
            Store::Memory(tally) => tally,
            Store::Ledger(ledger) => &ledger.seen.tally,
        }
    }

    fn record(&mut self, rows: &[Row]) -> Result<Recorded, JobError> {
        match self {
            Store::Ledger(ledger) => ledger.record(rows),
            Store::Memory(tally) => {
                for row in rows {
                    rows::possible(tally, row)?;
                    tally.add(row).expect("a possible subtotal can be added");
                }
                let new = rows.iter().map(|row| row.unit).collect();
                Ok(Recorded { new, ..Recorded::default() })
            }
        }
    }
}

struct Run<'a> {
    plan: &'a Plan,
    store: Store<'a>,
    options: &'a RunOptions<'a>,
    part: Option<Part>,
    meter: Meter,
    host: String,
    stopping: Option<StopReason>,
    failure: Option<JobError>,
    /// Results that are not written yet.
    waiting: Vec<Row>,
    resumed: usize,
    new: usize,
    repeated: usize,
    micros_now: u64,
}

impl<'a> Run<'a> {
    fn new(
        prepared: &'a dyn Prepared,
        ledger: Option<&'a mut Ledger>,
        options: &'a RunOptions<'a>,
    ) -> Result<Run<'a>, JobError> {
        let plan = prepared.plan();
        let mut part = options.part;
        let store = match ledger {
            None => Store::Memory(Tally::new(plan.units.len(), &plan.problem, plan.divisor)),
            Some(ledger) => {
                ledger.belongs_to(plan)?;
                part = ledger.part_to_run(part)?;
                ledger.reload()?;
                ledger.refuse_disputes()?;
                // A finished job answers from read-only media too.
                if !ledger.seen.tally.is_complete() {
                    ledger.prove_writable()?;
                }
                Store::Ledger(ledger)
            }
        };
        let costs = sound_costs(plan.units.iter().map(|unit| prepared.cost(unit)));
        let in_part = |unit| part.is_none_or(|part| part.contains(unit));
        let mut meter = Meter::new(costs, in_part, options.threads);
        let tally = store.tally();
        for unit in 0..tally.len() {
            if let Some(done) = tally.done(unit) {
                meter.finished(unit, done.micros, false);
            }
        }
        Ok(Run {
            resumed: tally.units_done(),
            plan,
            store,
            options,
            part,
            meter,
            host: host_name(),
            stopping: None,
            failure: None,
            waiting: Vec::new(),
            new: 0,
            repeated: 0,
            micros_now: 0,
        })
    }

    /// The missing units, largest first: the run then ends with small ones on all threads.
    fn queue(&self) -> Vec<usize> {
        if self.stopping.is_some() {
            return Vec::new();
        }
        let mut queue: Vec<usize> = (0..self.plan.units.len())
            .filter(|&unit| self.part.is_none_or(|part| part.contains(unit)))
            .filter(|&unit| self.store.tally().done(unit).is_none())
            .collect();
        match self.store {
            Store::Memory(_) => {
                queue.sort_by(|&a, &b| self.meter.cost(b).total_cmp(&self.meter.cost(a)));
            }
            Store::Ledger(_) => {
                let seed = random_seed();
                let size = |unit| self.meter.cost(unit).log2().floor() as i64;
                queue.sort_by_cached_key(|&unit| (-size(unit), mix(seed ^ unit as u64)));
            }
        }
        queue.truncate(self.options.max_units.unwrap_or(usize::MAX));
        queue
    }

    /// Turns finished units into rows that wait to be written.
    fn take(&mut self, batch: Vec<Finished>, pool: &Pool) {
        for finished in batch {
            let unit = finished.unit;
            let label = self.plan.units[unit].label().to_owned();
            match finished.result {
                Ok(subtotal) => self.waiting.push(Row {
                    unit,
                    label,
                    subtotal,
                    engine: self.plan.engine.to_string(),
                    simd: self.options.simd.to_string(),
                    micros: micros(finished.took),
                    host: self.host.clone(),
                    attempt: 1,
                    finished: now(),
                }),
                Err(message) => {
                    pool.halt();
                    self.failure = Some(JobError::UnitFailed { unit, label, message });
                }
            }
        }
    }

    /// Writes the waiting rows in one commit.
    fn settle(&mut self, pool: &Pool, last: bool) -> Result<(), JobError> {
        if self.waiting.is_empty() {
            return Ok(());
        }
        let recorded = match self.store.record(&self.waiting) {
            // Another process stands still on the lock: what was counted is worth another try.
            Err(JobError::Busy { .. }) if !last => return Ok(()),
            recorded => recorded?,
        };
        self.elsewhere(&recorded.elsewhere, pool);
        for row in std::mem::take(&mut self.waiting) {
            self.micros_now = self.micros_now.saturating_add(row.micros);
            self.meter.finished(row.unit, row.micros, true);
        }
        self.new += recorded.new.len();
        self.repeated += recorded.repeated;
        Ok(())
    }

    /// Sees what other processes did to the ledger.
    fn look(&mut self, pool: &Pool) -> Result<(), JobError> {
        if let Store::Ledger(ledger) = &mut self.store {
            match ledger.refresh() {
                Err(JobError::Busy { .. }) => {}
                units => self.elsewhere(&units?, pool),
            }
        }
        Ok(())
    }

    fn elsewhere(&mut self, units: &[usize], pool: &Pool) {
        for &unit in units {
            pool.skip(unit);
            if let Some(done) = self.store.tally().done(unit) {
                self.meter.finished(unit, done.micros, false);
            }
        }
    }

    /// Whether to begin no more units. Once stopping, only abandoning is more.
    fn decide(&mut self) -> bool {
        let raised = |flag: &AtomicBool| flag.load(Ordering::Relaxed);
        let paused = matches!(&self.store, Store::Ledger(ledger) if ledger.is_paused());
        let late = (self.options.time_limit).is_some_and(|limit| self.meter.elapsed() >= limit);
        if raised(self.options.abandon) {
            self.stopping = Some(StopReason::Abandoned);
        } else if self.stopping.is_none() {
            self.stopping = match () {
                () if raised(self.options.stop) => Some(StopReason::Stopped),
                () if paused => Some(StopReason::Paused),
                () if late => Some(StopReason::TimeLimit),
                () => None,
            };
        }
        self.stopping.is_some()
    }

    fn progress(&self, pool: &Pool) -> Progress {
        let (tally, divisor) = (self.store.tally(), self.plan.divisor);
        self.meter.progress(tally, divisor, &pool.in_flight(), self.stopping)
    }

    /// The answer, from the rows as they stand on the disk.
    fn report(mut self) -> Result<Report, JobError> {
        if let Some(failure) = self.failure {
            return Err(failure);
        }
        let mut recounted = 0;
        if let Store::Ledger(ledger) = &mut self.store {
            ledger.reload()?;
            ledger.refuse_disputes()?;
            recounted = ledger.confirmed().len();
        }
        let tally = self.store.tally();
        let outcome = Outcome::of(tally, self.plan.divisor, self.because())?;
        let provenance = Provenance {
            engine: self.plan.engine.to_string(),
            simd: tally.simd(),
            hosts: tally.hosts(),
            digest: plan_digest(self.plan),
            program: env!("CARGO_PKG_VERSION").to_string(),
            units_now: self.new,
            units_resumed: self.resumed,
            units_elsewhere: tally.units_done().saturating_sub(self.resumed + self.new),
            units_repeated: self.repeated,
            units_recounted: recounted,
            seconds_now: self.micros_now as f64 / 1e6,
            seconds_total: tally.seconds(),
            elapsed: self.meter.elapsed().as_secs_f64(),
            threads: self.options.threads,
        };
        Ok(Report { outcome, provenance })
    }

    /// Why units are missing, if some are.
    fn because(&self) -> StopReason {
        let tally = self.store.tally();
        let missing = |part: Part| {
            (0..tally.len()).any(|unit| part.contains(unit) && tally.done(unit).is_none())
        };
        match (self.part, self.stopping) {
            (Some(part), _) if !missing(part) => StopReason::PartDone(part),
            (_, Some(reason)) => reason,
            (_, None) if self.options.max_units.is_some() => StopReason::UnitLimit,
            _ => StopReason::Unfinished,
        }
    }
}
