//! The result of a run: an exact total or a lower bound, and its provenance.

use crate::run::Trouble;
use bezzel_engines::Spectrum;
use bezzel_search::{Outcome, StopReason};
use serde::Serialize;
use std::fmt;

/// What may be shown of a job. Only [`trust`](crate::trust) creates one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum JobOutcome {
    /// How many solutions or stacks there are.
    Count(Outcome),
    /// The closed form for every dimension, or why there is none: a signed sum means nothing before
    /// it is complete.
    Spectrum(Result<Spectrum, StopReason>),
}

impl JobOutcome {
    /// The total, if it is an exact number.
    #[must_use]
    pub fn total(&self) -> Option<u128> {
        match self {
            JobOutcome::Count(Outcome::Exact { total }) => Some(*total),
            _ => None,
        }
    }

    /// What the finished units prove, if that is a number.
    #[must_use]
    pub fn at_least(&self) -> Option<u128> {
        match self {
            JobOutcome::Count(Outcome::Exact { total } | Outcome::AtLeast { total, .. }) => {
                Some(*total)
            }
            JobOutcome::Spectrum(_) => None,
        }
    }

    /// The spectrum, if there is one.
    #[must_use]
    pub fn spectrum(&self) -> Option<&Spectrum> {
        match self {
            JobOutcome::Spectrum(Ok(spectrum)) => Some(spectrum),
            _ => None,
        }
    }

    /// Why it is not exact; none if it is.
    #[must_use]
    pub fn because(&self) -> Option<StopReason> {
        match self {
            JobOutcome::Count(Outcome::AtLeast { because, .. }) => Some(*because),
            JobOutcome::Spectrum(Err(because)) => Some(*because),
            _ => None,
        }
    }

    /// Whether every unit is counted.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.because().is_none()
    }
}

/// `92`, `at least 17`, or a closed form.
impl fmt::Display for JobOutcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            JobOutcome::Count(Outcome::Exact { total }) => write!(f, "{total}"),
            JobOutcome::Count(Outcome::AtLeast { total, .. }) => write!(f, "at least {total}"),
            JobOutcome::Spectrum(Ok(spectrum)) => write!(f, "{spectrum}"),
            JobOutcome::Spectrum(Err(_)) => f.write_str("no closed form before the end"),
        }
    }
}

/// Where a number comes from.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Provenance {
    /// The engine.
    pub engine: String,
    /// The engine's revision.
    pub revision: u32,
    /// Identity of the plan.
    pub digest: String,
    /// Every device that took part.
    pub devices: Vec<String>,
    /// Every machine that took part.
    pub hosts: Vec<String>,
    /// Every version of the program that took part.
    pub programs: Vec<String>,
    /// Results that the number is made of, of whole units and of parts.
    pub results: usize,
    /// Results of this run.
    pub results_now: usize,
    /// Results that were in the ledger before.
    pub results_resumed: usize,
    /// Results that other runs added to the ledger in the meantime.
    pub results_elsewhere: usize,
    /// Units counted here that another run had counted too, with the same subtotal.
    pub results_repeated: usize,
    /// Results that a recount by the other method has confirmed.
    pub results_recounted: usize,
    /// Worker-seconds of this run.
    pub seconds_now: f64,
    /// Worker-seconds of all results.
    pub seconds_total: f64,
    /// Seconds this run took.
    pub elapsed: f64,
    /// Seconds of these until the workers were ready.
    pub start_up: f64,
    /// Workers of this run.
    pub workers: usize,
}

/// What a run of a job gave.
#[derive(Clone, Debug, PartialEq)]
pub struct JobResult {
    /// The answer.
    pub outcome: JobOutcome,
    /// Units of the plan that are done.
    pub units_done: usize,
    /// All units of the plan.
    pub units_total: usize,
    /// Where the answer comes from.
    pub provenance: Provenance,
    /// Workers that returned without a result, each with its unit.
    pub troubles: Vec<Trouble>,
}
