//! The interface of every engine: it plans a problem as units of work and creates workers that
//! count them.

use crate::{Device, EngineError, Info, Plan, SimdLevel, Subtotal, Unit, WorkError};
use bezzel_board::{Problem, Stop};
use std::sync::Arc;
use std::time::Duration;

/// A way of counting.
pub trait Engine: Send + Sync {
    /// The engine's card.
    fn info(&self) -> &Info;

    /// Plans this problem, or says why this engine cannot count it.
    ///
    /// Planning needs little memory and ends soon after it is asked to stop.
    fn prepare(&self, problem: &Problem, stop: &Stop) -> Result<Arc<dyn Prepared>, EngineError>;
}

/// A planned problem: its units and the tables that all its workers share.
pub trait Prepared: Send + Sync {
    /// The units of work and what to divide their sum by.
    fn plan(&self) -> &Plan;

    /// Approximate time of a unit, in seconds on one core. Only ratios within one plan are used:
    /// for the order of work, for progress and for samples. 0 for anything that is not a unit of
    /// the plan.
    fn cost(&self, unit: &Unit) -> f64;

    /// Smaller units whose subtotals add up to that of this one; none if it cannot be split.
    fn split(&self, unit: &Unit) -> Vec<Unit>;

    /// A worker for one thread, which uses vector instructions up to this level.
    fn worker(&self, level: SimdLevel) -> Result<Box<dyn Worker>, EngineError>;

    /// Workers for the graphics cards of this machine, several for each card.
    fn gpu_workers(&self) -> Result<Vec<Box<dyn Worker>>, EngineError> {
        let engine = self.plan().engine;
        Err(EngineError::Gpu { engine, why: "it has no kernels for graphics cards".to_owned() })
    }

    /// Counts all units one after the other on this thread; returns the total.
    fn count_all(&self, level: SimdLevel, stop: &Stop) -> Result<Subtotal, WorkError> {
        let failed = |why: String| WorkError::Failed { why };
        let mut worker = self.worker(level).map_err(|error| failed(error.to_string()))?;
        let plan = self.plan();
        let mut sum = plan.nothing();
        for unit in &plan.units {
            let more = sum.plus(&worker.count(unit, stop)?);
            sum = more.ok_or_else(|| failed(format!("{unit} does not add up with the others")))?;
        }
        plan.total(&sum).ok_or_else(|| failed(format!("{sum} is not divisible")))
    }
}

/// Counts units on a device, one at a time.
///
/// While counting, a worker checks `stop` at least every 100 ms.
pub trait Worker: Send {
    /// What it runs on, for the record.
    fn device(&self) -> &Device;

    /// Which one it is of several devices with the same text. Workers on the same one fail together.
    fn number(&self) -> usize {
        0
    }

    /// Why it can count nothing at all, if that is so, in words that name its device: then it is given no units, and the
    /// run says why.
    fn refuses(&self) -> Option<&str> {
        None
    }

    /// Counts a unit of the plan, or one that such units [split](Prepared::split) into.
    fn count(&mut self, unit: &Unit, stop: &Stop) -> Result<Subtotal, WorkError>;

    /// Counts the same unit by a second method, which shares no kernel, no table and no symmetry code
    /// with [`count`](Worker::count).
    fn recount(&mut self, unit: &Unit, stop: &Stop) -> Result<Subtotal, WorkError>;

    /// The second method's name.
    fn recounts_by(&self) -> &'static str;

    /// Counts the same unit a third time by listing its solutions one by one, which takes as long
    /// as there are solutions: for small boards.
    fn list(&mut self, unit: &Unit, stop: &Stop) -> Result<Subtotal, WorkError> {
        let _ = (unit, stop);
        Err(WorkError::Failed { why: "it has no third method".to_owned() })
    }

    /// The third method's name, if there is one.
    fn lists_by(&self) -> Option<&'static str> {
        None
    }

    /// The solutions of a unit with these numbers, as the column of each row. The numbers are sorted
    /// and below the unit's subtotal; each stands for one solution, and no two for the same one.
    fn draw(
        &mut self,
        unit: &Unit,
        numbers: &[u128],
        stop: &Stop,
    ) -> Result<Vec<Vec<u32>>, WorkError> {
        let _ = (unit, numbers, stop);
        Err(WorkError::Failed { why: "it does not number solutions".to_owned() })
    }

    /// Whether its second method also differs from how this device counts, given as the device's
    /// text. A worker of another kind may count the way this one recounts.
    fn can_check(&self, _device: &str) -> bool {
        true
    }

    /// Where the last unit was counted, if not by this process.
    fn elsewhere(&self) -> Option<&Elsewhere> {
        None
    }
}

/// Where a unit was counted for a worker that only passes it on, for the record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Elsewhere {
    /// The machine.
    pub host: String,
    /// What it was counted on: kind, name and instructions.
    pub device: String,
    /// Version of the program that counted it.
    pub program: String,
    /// How long it took there.
    pub took: Duration,
    /// Processor time it took there.
    pub processor: Duration,
}

/// The units of a plan whose two counts differ.
#[cfg(test)]
pub(crate) fn units_that_differ(prepared: &dyn Prepared) -> Vec<String> {
    let mut worker = prepared.worker(SimdLevel::Scalar).unwrap();
    let mut differing = Vec::new();
    for unit in &prepared.plan().units {
        let stop = Stop::new();
        if worker.count(unit, &stop).unwrap() != worker.recount(unit, &stop).unwrap() {
            differing.push(unit.label().to_owned());
        }
    }
    differing
}
