//! Counting by an engine, on all threads, with a ledger if one is named.

use super::{Counted, Counter, EngineRun, How, Provenance, readable};
use crate::forecast::Forecast;
use crate::troubles::Told;
use crate::{Control, Error, Note, Progress, RunLimits, Workers};
use bezzel_board::Problem;
use bezzel_engines::{Engine, EngineError, Prepared, registry};
use bezzel_jobs::{JobError, JobResult, Ledger, RunOptions, run};
use bezzel_search::StopReason;
use std::path::Path;
use std::sync::Arc;

impl Counter<'_> {
    /// By the fastest engine, or by an algorithm if no engine supports the board or its limits.
    pub(super) fn fastest(&self, problem: &Problem) -> Result<Counted, Error> {
        let limits = &self.request.limits;
        let needs_visits = limits.visits.is_some() || limits.solutions.is_some();
        if let Some(file) = &self.request.ledger {
            // An existing ledger names its engine.
            let engine = match engine_of(file, problem) {
                Some(begun) => begun,
                None => self.request.workers.fastest(problem)?,
            };
            return self.by_engine(problem, engine);
        }
        let engine = self.request.workers.fastest(problem)?;
        if !needs_visits {
            match engine.prepare(problem, self.control.stop()) {
                Ok(prepared) => return self.by_prepared(&prepared),
                Err(EngineError::Stopped) => return Ok(self.not_begun(problem, engine)),
                Err(error) if self.request.workers.has_cards()? => return Err(error.into()),
                Err(error) => {
                    let choice = readable::fastest(problem)?;
                    self.control.note(Note::OneByOne {
                        problem: problem.to_string(),
                        algorithm: choice.name(),
                        why: error.to_string(),
                        endless: problem.size().rows() >= readable::ENDLESS,
                    });
                    return self.by_algorithm(problem, &choice);
                }
            }
        }
        self.by_algorithm(problem, &readable::fastest(problem)?)
    }

    /// By this engine.
    pub(super) fn by_engine(
        &self,
        problem: &Problem,
        engine: &dyn Engine,
    ) -> Result<Counted, Error> {
        self.request.limits.only_time()?;
        self.request.workers.find_cards(engine)?;
        match engine.prepare(problem, self.control.stop()) {
            Err(EngineError::Stopped) => Ok(self.not_begun(problem, engine)),
            prepared => self.by_prepared(&prepared?),
        }
    }

    /// A count that was stopped while it was planned.
    fn not_begun(&self, problem: &Problem, engine: &dyn Engine) -> Counted {
        let run = EngineRun {
            how: How::Computed,
            engine: engine.info().id.to_owned(),
            devices: Vec::new(),
            workers: 0,
            results_now: 0,
            results_resumed: 0,
            results_elsewhere: 0,
            results_recounted: 0,
            results: 0,
            units_done: 0,
            units_total: 0,
            seconds: 0.0,
            start_up: 0.0,
        };
        Counted::new(problem, 0, Some(StopReason::Stopped), Provenance::Engine(run))
    }

    fn by_prepared(&self, prepared: &Arc<dyn Prepared>) -> Result<Counted, Error> {
        let plan = prepared.plan();
        let mut ledger = match &self.request.ledger {
            Some(file) => {
                Some(Ledger::open_or_create(file, plan, self.control.stop()).map_err(|error| {
                    let is_other = matches!(error, JobError::OtherPlan { .. });
                    let error = Error::from(error);
                    match is_other {
                        true => error.ask("job run", "resumes the count it was made for"),
                        false => error,
                    }
                })?)
            }
            None => None,
        };
        let units = Units {
            workers: &self.request.workers,
            limits: &self.request.limits,
            verify: self.request.verify,
            control: self.control,
        };
        let result = units.count(prepared, ledger.as_mut())?;
        let (number, because) = (result.outcome.at_least(), result.outcome.because());
        let run = Provenance::Engine(engine_run(&result));
        Ok(Counted::new(&plan.problem, number.unwrap_or_default(), because, run))
    }
}

/// The engine of the existing ledger of this problem, if there is one.
fn engine_of(file: &Path, problem: &Problem) -> Option<&'static dyn Engine> {
    let ledger = Ledger::open(file).ok()?;
    let header = ledger.header();
    registry::find(&header.engine).ok().filter(|_| header.problem == *problem)
}

/// Counts units of any engine under limits, with progress and a forecast.
pub(crate) struct Units<'a> {
    pub(crate) workers: &'a Workers,
    pub(crate) limits: &'a RunLimits,
    /// Count every unit a second time, by the other method.
    pub(crate) verify: bool,
    pub(crate) control: &'a Control,
}

impl Units<'_> {
    /// Counts what is missing. A stop or the time limit ends the count at once: unfinished units
    /// are lost, the others are in the ledger.
    pub(crate) fn count(
        &self,
        prepared: &Arc<dyn Prepared>,
        ledger: Option<&mut Ledger>,
    ) -> Result<JobResult, Error> {
        let plan = prepared.plan();
        let options = RunOptions::default()
            .with_stop(self.control.stop())
            .with_time_limit(self.limits.duration()?)
            .with_recount(self.verify);
        let (mut forecast, mut told) = (Forecast::default(), Told::default());
        let cost: f64 = plan.units.iter().map(|unit| prepared.cost(unit)).sum();
        // What is expected is the time of cores.
        if ledger.is_none()
            && !self.workers.has_cards()?
            && let Some(note) = forecast.before(plan, cost / self.workers.threads()? as f64)
        {
            self.control.note(note);
        }
        let hire = self.workers.hire(prepared)?;
        let result = run(prepared, &hire, ledger, &options, &mut |progress| {
            if let Some(note) = forecast.note(plan, progress) {
                self.control.note(note);
            }
            told.tell(&progress.troubles, self.control);
            self.control.report(&Progress::Units(progress.clone()));
        })?;
        told.tell(&result.troubles, self.control);
        Ok(result)
    }
}

/// How a run of units went.
pub(crate) fn engine_run(result: &JobResult) -> EngineRun {
    let from = &result.provenance;
    EngineRun {
        how: if from.results_resumed > 0 { How::Resumed } else { How::Computed },
        engine: from.engine.clone(),
        devices: from.devices.clone(),
        workers: from.workers,
        results_now: from.results_now,
        results_resumed: from.results_resumed,
        results_elsewhere: from.results_elsewhere,
        results_recounted: from.results_recounted,
        results: from.results,
        units_done: result.units_done,
        units_total: result.units_total,
        seconds: from.elapsed,
        start_up: from.start_up,
    }
}
