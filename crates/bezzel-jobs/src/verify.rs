//! Recounts a random sample of finished units by the other engine.

use crate::pool::{Event, Pool};
use crate::record::{decimal, host_name, micros, now};
use crate::run::{NEVER, TICK, counting};
use crate::sample::{choose, random_seed};
use crate::{Check, JobError, Ledger};
use bezzel_engines::{Prepared, SimdLevel, registry};
use serde::Serialize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// What to verify.
#[derive(Clone, Copy, Debug)]
pub struct VerifyOptions<'a> {
    /// How many units; all finished ones if there are fewer.
    pub sample: usize,
    /// Which sample; chosen at random and reported if none.
    pub seed: Option<u64>,
    /// Threads that count.
    pub threads: usize,
    /// Raise it to return at once with the recounts finished so far.
    pub stop: &'a AtomicBool,
}

impl Default for VerifyOptions<'_> {
    fn default() -> Self {
        VerifyOptions {
            sample: 10,
            seed: None,
            threads: std::thread::available_parallelism().map_or(1, usize::from),
            stop: &NEVER,
        }
    }
}

/// What a verification found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Verification {
    /// The sample's seed.
    pub seed: u64,
    /// The other way of counting: an engine, or a plain method.
    pub by: &'static str,
    /// Units in the sample.
    pub sample: usize,
    /// Every recount that was finished.
    pub checks: Vec<Check>,
    /// The recounts that differ.
    pub mismatches: Vec<Mismatch>,
}

impl Verification {
    /// Whether the whole sample was recounted and agrees.
    #[must_use]
    pub fn confirms(&self) -> bool {
        self.checks.len() == self.sample && self.mismatches.is_empty()
    }
}

/// A unit whose two counts differ.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Mismatch {
    /// The unit.
    pub unit: usize,
    /// Its label.
    pub label: String,
    /// The subtotal in the ledger.
    #[serde(with = "decimal")]
    pub recorded: u128,
    /// What the recount gave.
    #[serde(with = "decimal")]
    pub recount: u128,
}

/// Recounts a sample and writes each recount into the ledger; `progress` hears of each.
///
/// A mismatch does not change the unit's result, but the job has no exact total until the unit
/// is [discarded](Ledger::discard) and counted again.
pub fn verify(
    prepared: &Arc<dyn Prepared>,
    ledger: &mut Ledger,
    options: &VerifyOptions<'_>,
    progress: &mut dyn FnMut(&Verification),
) -> Result<Verification, JobError> {
    if options.threads == 0 {
        return Err(JobError::NoThreads);
    }
    ledger.belongs_to(prepared.plan())?;
    ledger.prove_writable()?;
    ledger.reload()?;
    let units = prepared.plan().units.len();
    let finished = (0..units).filter(|&unit| ledger.subtotal(unit).is_some()).collect();
    let seed = options.seed.unwrap_or_else(random_seed);
    let queue = choose(finished, options.sample, seed);
    let mut found = Verification {
        seed,
        by: registry::find(prepared.plan().engine).map_or("", |engine| engine.info().recounts_by),
        sample: queue.len(),
        checks: Vec::new(),
        mismatches: Vec::new(),
    };
    let simd = SimdLevel::best();
    let task = counting(prepared, simd, |worker, unit, stop| worker.recount(unit, stop));
    let pool = Pool::start(options.threads, units, queue, &task);
    loop {
        match pool.wait(TICK) {
            Event::End => return Ok(found),
            Event::Nothing => {}
            Event::Finished(batch) => {
                let mut checks = Vec::with_capacity(batch.len());
                for done in batch {
                    let unit = done.unit;
                    let label = ledger.job.labels[unit].clone();
                    let recount = (done.result).map_err(|message| JobError::UnitFailed {
                        unit,
                        label,
                        message,
                    })?;
                    // Discarded meanwhile: there is nothing to compare with.
                    let Some(recorded) = ledger.subtotal(unit) else {
                        continue;
                    };
                    checks.push(Check {
                        unit,
                        recorded,
                        recount,
                        seed: Some(seed),
                        micros: micros(done.took),
                        host: host_name(),
                        finished: now(),
                    });
                }
                ledger.record_checks(&checks)?;
                found.take(checks, &ledger.job.labels);
                progress(&found);
            }
        }
        if options.stop.load(Ordering::Relaxed) {
            return Ok(found);
        }
    }
}

impl Verification {
    fn take(&mut self, checks: Vec<Check>, labels: &[String]) {
        let differ = checks.iter().filter(|check| !check.agrees());
        self.mismatches.extend(differ.map(|check| Mismatch {
            unit: check.unit,
            label: labels[check.unit].clone(),
            recorded: check.recorded,
            recount: check.recount,
        }));
        self.checks.extend(checks);
    }
}
