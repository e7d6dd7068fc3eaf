//! Counts the units of a job that are still missing, on all workers, into its ledger.

mod crew;
mod hand;
mod options;
mod progress;
mod queue;
mod rates;
mod recount;
mod state;
mod store;
mod tried;
mod trouble;

pub use crew::{panicked, processor_time};
pub use options::RunOptions;
pub(crate) use progress::Meter;
pub use progress::Progress;
pub(crate) use queue::sound_cost;
pub(crate) use recount::{Recounts, can_check, methods_of, recount};
pub(crate) use store::{Store, confirmed_results};
pub use trouble::Trouble;

use crate::record::{PROGRAM, host_name, micros, now};
use crate::seen::News;
use crate::write::Batch;
use crate::{JobError, JobResult, Ledger, Provenance, Row, Share, Split, trust};
use bezzel_engines::{Elsewhere, EngineError, Prepared, SimdLevel, Unit, Worker};
use bezzel_search::StopReason;
use crew::{Crew, Duty, Finished, Orders};
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

/// How often a run checks its flags and what other processes wrote.
pub(crate) const TICK: Duration = Duration::from_millis(50);

/// Creates the workers of a run. They may be of different kinds.
pub type Hire<'a> = dyn Fn() -> Result<Vec<Box<dyn Worker>>, EngineError> + 'a;

/// This many workers on cores of this processor.
pub fn processors(
    prepared: &Arc<dyn Prepared>,
    threads: usize,
    level: SimdLevel,
) -> Result<Vec<Box<dyn Worker>>, EngineError> {
    (0..threads).map(|_| prepared.worker(level)).collect()
}

/// Counts what is missing and returns the job's total.
///
/// With a ledger, results are on the disk before `progress` reports them: whatever happens to the
/// process, only unfinished units (being counted, or waiting for the current commit) are lost.
/// Without one the run lives in memory. `progress` is called on the caller's thread, at the start,
/// several times a second and at the end.
///
/// Several runs may share a ledger. Each takes the missing units in an order of its own, largest
/// first by powers of two, and skips what another has finished; when two count the same unit, their
/// subtotals must agree. That needs no locks that a dead process would leave behind.
pub fn run(
    prepared: &Arc<dyn Prepared>,
    hire: &Hire<'_>,
    ledger: Option<&mut Ledger>,
    options: &RunOptions,
    progress: &mut dyn FnMut(&Progress),
) -> Result<JobResult, JobError> {
    let mut run = Run::new(prepared, ledger, options)?;
    if !run.decide() && run.is_open() {
        let workers = hire()?;
        run.start_up = run.meter.elapsed();
        run.count(workers, progress)?;
    } else {
        progress(&run.progress(None));
    }
    if options.recount && run.store.subtotals().is_complete() && !run.decide() {
        run.recount(hire()?)?;
    }
    run.result()
}

struct Run<'a> {
    prepared: Arc<dyn Prepared>,
    store: Store<'a>,
    options: &'a RunOptions,
    share: Option<Share>,
    meter: Meter,
    start_up: Duration,
    host: String,
    stopping: Option<StopReason>,
    reached_most: bool,
    /// Records that are not written yet.
    waiting: Batch,
    workers: usize,
    devices: BTreeSet<String>,
    resumed: usize,
    new: usize,
    repeated: usize,
    micros_now: u64,
    troubles: Vec<Trouble>,
}

impl<'a> Run<'a> {
    fn new(
        prepared: &Arc<dyn Prepared>,
        ledger: Option<&'a mut Ledger>,
        options: &'a RunOptions,
    ) -> Result<Run<'a>, JobError> {
        let mut share = options.share;
        let mut store = Store::new(prepared.plan(), ledger)?;
        if let Store::Ledger(ledger) = &mut store {
            share = ledger.share_to_run(share)?;
        }
        trust::refuse_disputes(&store.case())?;
        if let Store::Ledger(ledger) = &mut store
            && !ledger.subtotals().is_complete()
        {
            // A finished job can be read from read-only media too.
            ledger.prove_writable()?;
        }
        Ok(Run {
            meter: Meter::new(store.subtotals(), &**prepared, share),
            resumed: store.subtotals().results(),
            prepared: Arc::clone(prepared),
            store,
            options,
            share,
            start_up: Duration::ZERO,
            host: host_name(),
            stopping: None,
            reached_most: false,
            waiting: Batch::default(),
            workers: 0,
            devices: BTreeSet::new(),
            new: 0,
            repeated: 0,
            micros_now: 0,
            troubles: Vec::new(),
        })
    }

    /// The smallest units that are still to be counted.
    fn open(&self) -> Vec<Unit> {
        let subtotals = self.store.subtotals();
        let mut open = Vec::new();
        for place in 0..subtotals.plan_units() {
            if self.share.is_none_or(|share| share.contains(place)) {
                subtotals.open_below(place, &mut open);
            }
        }
        open.into_iter().map(|place| Unit::new(subtotals.label(place))).collect()
    }

    fn is_open(&self) -> bool {
        !self.open().is_empty()
    }

    /// Counts until everything is done or the run must end.
    fn count(
        &mut self,
        workers: Vec<Box<dyn Worker>>,
        progress: &mut dyn FnMut(&Progress),
    ) -> Result<(), JobError> {
        if workers.is_empty() {
            return Err(JobError::NoWorkers);
        }
        self.workers = recount::counting(&workers).count();
        let devices = recount::counting(&workers).map(|worker| worker.device().to_string());
        self.devices = devices.collect();
        let kinds = workers.iter().map(|worker| worker.device().kind);
        let orders = Orders {
            duty: Duty::Count,
            most: self.options.max_units.unwrap_or(usize::MAX),
            patience: self.options.patience,
            rates: rates::assumed(self.store.subtotals(), &*self.prepared, kinds),
            bounds: self.store.subtotals().bounds(),
            stop: self.options.stop.clone(),
        };
        let crew = Crew::start(&self.prepared, workers, self.open(), &orders)?;
        progress(&self.progress(Some(&crew)));
        loop {
            let (batch, is_over) = crew.wait(TICK);
            let news = self.store.look()?;
            self.elsewhere(&news, &crew);
            crew.look_after();
            if self.decide() {
                crew.stop();
            }
            self.take(batch, &crew);
            self.settle(&crew, is_over)?;
            progress(&self.progress(Some(&crew)));
            if is_over {
                self.reached_most = crew.reached_most();
                return Ok(());
            }
        }
    }

    /// Turns what the workers did into records that wait to be written.
    fn take(&mut self, batch: Vec<Finished>, crew: &Crew) {
        for (unit, parts) in crew.take_splits() {
            self.waiting.splits.push(Split {
                label: unit.label().to_owned(),
                into: parts.iter().map(|part| part.label().to_owned()).collect(),
                program: PROGRAM.to_owned(),
                made: now(),
            });
        }
        for finished in batch {
            let at = finished.elsewhere.unwrap_or_else(|| Elsewhere {
                host: self.host.clone(),
                device: crew.device(finished.worker).to_string(),
                program: PROGRAM.to_owned(),
                took: finished.took,
                processor: finished.processor,
            });
            self.waiting.rows.push(Row {
                label: finished.unit.label().to_owned(),
                subtotal: finished.subtotal,
                program: at.program,
                revision: self.prepared.plan().revision,
                device: at.device,
                host: at.host,
                micros: micros(at.took),
                processor_micros: micros(at.processor),
                attempt: 1,
                finished: now(),
            });
        }
        self.troubles.extend(crew.take_troubles());
    }

    /// Writes all waiting records in one commit.
    fn settle(&mut self, crew: &Crew, last: bool) -> Result<(), JobError> {
        if self.waiting.rows.is_empty() && self.waiting.splits.is_empty() {
            return Ok(());
        }
        let recorded = match self.store.record(&self.waiting) {
            // Another process holds the lock: the results are worth another try.
            Err(JobError::Busy { .. }) if !last => return Ok(()),
            recorded => recorded?,
        };
        self.elsewhere(&recorded.news, crew);
        self.meter.weigh(self.store.subtotals(), &*self.prepared);
        for row in std::mem::take(&mut self.waiting).rows {
            self.micros_now = self.micros_now.saturating_add(row.micros);
            if let Some(place) = self.store.subtotals().place(&row.label) {
                self.meter.finished(place, row.micros, true);
            }
        }
        self.new += recorded.new;
        self.repeated += recorded.repeated;
        Ok(())
    }

    /// Reads what other processes did to the ledger.
    fn elsewhere(&mut self, news: &News, crew: &Crew) {
        let subtotals = self.store.subtotals();
        self.meter.weigh(subtotals, &*self.prepared);
        for label in &news.split {
            if let Some(place) = subtotals.place(label) {
                let mut open = Vec::new();
                subtotals.open_below(place, &mut open);
                let open = open.into_iter().map(|place| Unit::new(subtotals.label(place)));
                crew.replace(label, open);
            }
        }
        for label in &news.done {
            crew.skip(label);
            if let Some(place) = subtotals.place(label)
                && let Some(done) = subtotals.own(place)
            {
                self.meter.finished(place, done.micros, false);
            }
        }
    }

    /// Whether the run must end, and why.
    fn decide(&mut self) -> bool {
        if self.stopping.is_none() {
            let late = (self.options.time_limit).is_some_and(|limit| self.meter.elapsed() >= limit);
            self.stopping = match () {
                () if self.options.stop.is_asked() => Some(StopReason::Stopped),
                () if self.store.is_paused() => Some(StopReason::Paused),
                () if late => Some(StopReason::Time),
                () => None,
            };
        }
        self.stopping.is_some()
    }

    /// Recounts by the second method everything that no recount has confirmed.
    fn recount(&mut self, mut workers: Vec<Box<dyn Worker>>) -> Result<(), JobError> {
        let devices = self.store.subtotals().devices();
        if !devices.iter().all(|device| can_check(&workers, device)) {
            // Cores can check everything.
            let cores = std::thread::available_parallelism().map_or(1, usize::from);
            workers = processors(&self.prepared, cores, SimdLevel::best())?;
        }
        self.workers = recount::counting(&workers).count();
        let stop = self.options.stop.clone();
        let recounts = Recounts { units: recount::unconfirmed(&self.store), seed: None, stop };
        let Run { store, prepared, options, meter, troubles, stopping, .. } = self;
        let late = || options.time_limit.is_some_and(|limit| meter.elapsed() >= limit);
        recount(prepared, workers, store, &recounts, options.patience, &mut |_, trouble| {
            troubles.extend_from_slice(trouble);
            *stopping = match () {
                () if options.stop.is_asked() => Some(StopReason::Stopped),
                () if late() => Some(StopReason::Time),
                () => return ControlFlow::Continue(()),
            };
            ControlFlow::Break(())
        })
    }

    fn progress(&self, crew: Option<&Crew>) -> Progress {
        let flight = crew.map(Crew::flight);
        let divisor = self.prepared.plan().divisor;
        let subtotals = self.store.subtotals();
        let progress = self.meter.progress(subtotals, divisor, flight.as_ref(), self.stopping);
        let devices = self.devices.iter().cloned().collect();
        Progress { devices, troubles: self.troubles.clone(), ..progress }
    }

    /// The answer, from the records on the disk.
    fn result(mut self) -> Result<JobResult, JobError> {
        if let Store::Ledger(ledger) = &mut self.store {
            ledger.reload()?;
        }
        self.refuse_failures()?;
        let because = self.because();
        let case = self.store.case();
        let outcome = trust::outcome(&case, &*self.prepared, because)?;
        let (plan, subtotals) = (self.prepared.plan(), self.store.subtotals());
        let provenance = Provenance {
            engine: plan.engine.to_string(),
            revision: plan.revision,
            digest: case.header.digest.clone(),
            devices: subtotals.devices(),
            hosts: subtotals.hosts(),
            programs: subtotals.programs(),
            results: subtotals.results(),
            results_now: self.new,
            results_resumed: self.resumed,
            results_elsewhere: subtotals.results().saturating_sub(self.resumed + self.new),
            results_repeated: self.repeated,
            results_recounted: self.store.recounted(),
            seconds_now: self.micros_now as f64 / 1e6,
            seconds_total: subtotals.seconds(),
            elapsed: self.meter.elapsed().as_secs_f64(),
            start_up: self.start_up.as_secs_f64(),
            workers: self.workers,
        };
        Ok(JobResult {
            outcome,
            units_done: subtotals.units_done(),
            units_total: subtotals.plan_units(),
            provenance,
            troubles: self.troubles,
        })
    }

    /// Units that no worker could count end the run with an error; everything else is counted.
    fn refuse_failures(&self) -> Result<(), JobError> {
        let open = self.open().len();
        let failed = self.troubles.iter().rev();
        let mut failed = failed.filter_map(|trouble| Some((trouble.unit.as_ref()?, trouble)));
        match failed.next() {
            Some((unit, trouble)) if open > 0 && self.stopping.is_none() && !self.reached_most => {
                Err(JobError::UnitsFailed {
                    units: open,
                    label: unit.clone(),
                    device: trouble.place(),
                    why: trouble.why.clone(),
                })
            }
            _ => Ok(()),
        }
    }

    /// Why units are missing, if some are.
    fn because(&self) -> StopReason {
        match (self.share, self.stopping) {
            (Some(_), _) if !self.is_open() => StopReason::ShareDone,
            (_, Some(reason)) => reason,
            (_, None) if self.reached_most => StopReason::Units,
            _ => StopReason::Unfinished,
        }
    }
}
