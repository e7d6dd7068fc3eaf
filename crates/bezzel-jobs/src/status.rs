//! Where a job stands, from its ledger alone.

use crate::progress::{Meter, sound_costs};
use crate::{JobError, Ledger, Outcome, Part, StopReason};
use bezzel_board::Problem;
use serde::Serialize;

/// A job at one moment.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Status {
    /// The problem.
    pub problem: Problem,
    /// The engine.
    pub engine: String,
    /// Identity of the plan.
    pub digest: String,
    /// The part this ledger is for.
    pub part: Option<Part>,
    /// Version of the program that made the ledger.
    pub program: String,
    /// When the ledger was made, in seconds since 1970 (UTC).
    pub created: u64,
    /// When the last unit was finished.
    pub last_finished: Option<u64>,
    /// Whether the job is paused.
    pub paused: bool,
    /// Finished units of the part, or of the whole job.
    pub units_done: usize,
    /// All units of the part, or of the whole job.
    pub units_total: usize,
    /// Finished share of the expected work, from 0 to 1.
    pub fraction: f64,
    /// Thread-seconds of all finished units.
    pub seconds: f64,
    /// Seconds to the end with the threads asked about; none while nothing was measured.
    pub eta: Option<f64>,
    /// Every level of vector instructions that took part.
    pub simd: Vec<String>,
    /// Every machine that took part.
    pub hosts: Vec<String>,
    /// Units that a recount has confirmed.
    pub units_recounted: usize,
    /// Units whose recount differs, to be discarded and counted again.
    pub disputed: Vec<usize>,
    /// The answer so far; none while a unit is disputed.
    pub outcome: Option<Outcome>,
}

impl Ledger {
    /// Where the job stands; the ETA is for a run with this many threads.
    pub fn status(&self, threads: usize) -> Result<Status, JobError> {
        let header = self.header();
        let tally = &self.seen.tally;
        let in_part = |unit| header.part.is_none_or(|part| part.contains(unit));
        let costs = sound_costs(self.job.costs.iter().copied());
        let mut meter = Meter::new(costs, in_part, threads.max(1));
        for unit in 0..tally.len() {
            if let Some(done) = tally.done(unit) {
                meter.finished(unit, done.micros, false);
            }
        }
        let progress = meter.progress(tally, header.divisor, &[], None);
        let because = match header.part {
            Some(part) if progress.units_done == progress.units_total => StopReason::PartDone(part),
            _ if self.is_paused() => StopReason::Paused,
            _ => StopReason::Unfinished,
        };
        let mut disputed: Vec<usize> = self.disputed().map(|check| check.unit).collect();
        disputed.sort_unstable();
        disputed.dedup();
        let outcome = match disputed.is_empty() {
            true => Some(Outcome::of(tally, header.divisor, because)?),
            false => None,
        };
        Ok(Status {
            problem: header.problem.clone(),
            engine: header.engine.clone(),
            digest: header.digest.clone(),
            part: header.part,
            program: header.program.clone(),
            created: header.created,
            last_finished: tally.last_finished(),
            paused: self.is_paused(),
            units_done: progress.units_done,
            units_total: progress.units_total,
            fraction: progress.fraction(),
            seconds: tally.seconds(),
            eta: progress.eta,
            simd: tally.simd(),
            hosts: tally.hosts(),
            units_recounted: self.confirmed().len(),
            disputed,
            outcome,
        })
    }
}
