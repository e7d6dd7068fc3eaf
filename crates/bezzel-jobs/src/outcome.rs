//! What a run gives: an exact total or a lower bound, and where the number comes from.

use crate::record::decimal;
use crate::tally::Tally;
use crate::{JobError, Part};
use serde::Serialize;
use std::fmt;

/// The answer of a job. An unfinished count has its own form and never looks like a total.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Outcome {
    /// Every unit is counted.
    Exact {
        /// The total.
        #[serde(with = "decimal")]
        total: u128,
    },
    /// Some units are missing: the total is this or more.
    AtLeast {
        /// Sum of the finished units' subtotals by the divisor, rounded down.
        #[serde(with = "decimal")]
        total: u128,
        /// Finished units of the whole job.
        units_done: usize,
        /// All units of the whole job.
        units_total: usize,
        /// Why it is not exact.
        because: StopReason,
    },
}

impl Outcome {
    /// What the subtotals say. Wrong subtotals rarely divide, so that is an error here.
    pub(crate) fn of(
        tally: &Tally,
        divisor: u128,
        because: StopReason,
    ) -> Result<Outcome, JobError> {
        let sum = tally.sum();
        if !tally.is_complete() {
            return Ok(Outcome::AtLeast {
                total: sum / divisor,
                units_done: tally.units_done(),
                units_total: tally.len(),
                because,
            });
        }
        if !sum.is_multiple_of(divisor) {
            return Err(JobError::NotDivisible { sum, divisor });
        }
        Ok(Outcome::Exact { total: sum / divisor })
    }

    /// The total, if it is exact.
    #[must_use]
    pub fn exact(&self) -> Option<u128> {
        match self {
            Outcome::Exact { total } => Some(*total),
            Outcome::AtLeast { .. } => None,
        }
    }
}

/// `92`, or `at least 17 (3 of 8 units, paused)`.
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Exact { total } => write!(f, "{total}"),
            Outcome::AtLeast { total, units_done, units_total, because } => {
                write!(f, "at least {total} ({units_done} of {units_total} units, {because})")
            }
        }
    }
}

/// Why a job is not finished.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum StopReason {
    /// The caller's flag; units in flight were finished.
    Stopped,
    /// The caller's flag; units in flight were given up.
    Abandoned,
    /// The ledger's flag.
    Paused,
    /// As many units as asked for.
    UnitLimit,
    /// As much time as asked for.
    TimeLimit,
    /// All units of this part are counted; the other parts are elsewhere.
    PartDone(Part),
    /// Nobody has finished it yet.
    Unfinished,
}

impl fmt::Display for StopReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StopReason::Stopped => f.write_str("stopped"),
            StopReason::Abandoned => f.write_str("interrupted"),
            StopReason::Paused => f.write_str("paused"),
            StopReason::UnitLimit => f.write_str("unit limit reached"),
            StopReason::TimeLimit => f.write_str("time limit reached"),
            StopReason::PartDone(part) => write!(f, "part {part} is done"),
            StopReason::Unfinished => f.write_str("unfinished"),
        }
    }
}

/// Where a number comes from.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Provenance {
    /// The engine.
    pub engine: String,
    /// Every level of vector instructions that took part.
    pub simd: Vec<String>,
    /// Every machine that took part.
    pub hosts: Vec<String>,
    /// Identity of the plan.
    pub digest: String,
    /// Version of this program.
    pub program: String,
    /// Units counted by this run.
    pub units_now: usize,
    /// Units that were in the ledger before.
    pub units_resumed: usize,
    /// Units that other runs added to the ledger meanwhile.
    pub units_elsewhere: usize,
    /// Units counted here that another run had counted too, with the same subtotal.
    pub units_repeated: usize,
    /// Units that a recount by the other algorithm has confirmed.
    pub units_recounted: usize,
    /// Thread-seconds of this run.
    pub seconds_now: f64,
    /// Thread-seconds of all finished units.
    pub seconds_total: f64,
    /// Seconds this run took.
    pub elapsed: f64,
    /// Threads of this run.
    pub threads: usize,
}

/// What a run gives back.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// The answer.
    pub outcome: Outcome,
    /// Where it comes from.
    pub provenance: Provenance,
}
