//! How many stacks there are: on all threads, with a ledger if one is named.

use super::at_least_one;
use crate::count::{Units, engine_run};
use crate::deadline::Deadline;
use crate::{Control, Decimal, Error, Note, Provenance, RunLimits, Schema, Whole, Workers};
use bezzel_board::Problem;
use bezzel_engines::stacks::PreparedStacks;
use bezzel_engines::{EngineError, Prepared};
use bezzel_jobs::Ledger;
use bezzel_search::StopReason;
use num_bigint::BigUint;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;
use std::sync::Arc;

/// From this side on a count takes hours and should have a ledger.
const LONG: u32 = 13;

/// Which stacks to count.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct StackCountRequest {
    /// The sides.
    pub sides: Vec<u32>,
    /// Count everything twice, the second time by another method, and compare.
    #[serde(default)]
    pub verify: bool,
    /// What counts.
    #[serde(default)]
    pub workers: Workers,
    /// When each count stops; only the time limit applies here.
    #[serde(default)]
    pub limits: RunLimits,
    /// Keeps every finished unit in this file and resumes from it. Not part of the JSON form.
    #[serde(skip)]
    pub ledger: Option<PathBuf>,
}

impl StackCountRequest {
    /// The stacks of these sides.
    #[must_use]
    pub fn new(sides: Vec<u32>) -> StackCountRequest {
        let (workers, limits) = (Workers::default(), RunLimits::default());
        StackCountRequest { sides, verify: false, workers, limits, ledger: None }
    }
}

/// Numbers of stacks.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct StackCountAnswer {
    /// `bezzel/stack-count/2`.
    pub schema: Schema,
    /// The sides, the last perhaps unfinished.
    pub counts: Vec<StackCounted>,
}

/// The number of stacks of one side. An unfinished count has only a lower bound.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct StackCounted {
    /// The side.
    pub n: u32,
    /// Sets of floors.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unordered: Option<Decimal>,
    /// With the floors in every order: n! times as many.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ordered: Option<Whole>,
    /// Up to the symmetries of the square.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fundamental: Option<Decimal>,
    /// The lower bound of an unfinished count: there are this many sets of floors or more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unordered_at_least: Option<Decimal>,
    /// Why the count is unfinished.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub because: Option<StopReason>,
    /// How it was counted; `None` if it was stopped before it began.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub provenance: Option<Provenance>,
}

/// Counts all stacks of the sides.
pub fn stack_count(
    request: &StackCountRequest,
    control: &Control,
) -> Result<StackCountAnswer, Error> {
    request.sides.iter().try_for_each(|&n| at_least_one(n))?;
    request.limits.only_time()?;
    if request.ledger.is_some() && request.sides.len() > 1 {
        return Err(Error::bad("a ledger keeps one count, and there are several sides")
            .advice("give one side"));
    }
    let mut answer =
        StackCountAnswer { schema: Schema::new("bezzel/stack-count/2"), counts: Vec::new() };
    for &n in &request.sides {
        let counted = one(request, n, control)?;
        let is_stopped = counted.because.is_some();
        answer.counts.push(counted);
        if is_stopped {
            break;
        }
    }
    Ok(answer)
}

fn one(request: &StackCountRequest, n: u32, control: &Control) -> Result<StackCounted, Error> {
    if n >= LONG && request.ledger.is_none() {
        control.note(Note::WorthALedger { n });
    }
    let deadline = Deadline::new(&request.limits, control)?;
    let mut counted = StackCounted {
        n,
        unordered: None,
        ordered: None,
        fundamental: None,
        unordered_at_least: None,
        because: None,
        provenance: None,
    };
    let prepared = match PreparedStacks::new(&Problem::queens(n), deadline.stop()) {
        Err(EngineError::Stopped) => {
            counted.unordered_at_least = Some(Decimal(0));
            counted.because = Some(deadline.because());
            return Ok(counted);
        }
        prepared => Arc::new(prepared?),
    };
    let plan = prepared.plan();
    let mut ledger = match &request.ledger {
        Some(file) => Some(Ledger::open_or_create(file, plan, control.stop())?),
        None => None,
    };
    let (workers, limits) = (&request.workers, &request.limits);
    let units = Units { workers, limits, verify: request.verify, control };
    let shared: Arc<dyn Prepared> = prepared.clone();
    let result = units.count(&shared, ledger.as_mut())?;
    let number = result.outcome.at_least().unwrap_or_default();
    let mut because = result.outcome.because();
    counted.provenance = Some(Provenance::Engine(engine_run(&result)));
    if because.is_none() {
        match prepared.counts(number, deadline.stop()) {
            Ok(count) => {
                let orders: BigUint = (1..=n).map(BigUint::from).product();
                counted.unordered = Some(Decimal(count.unordered));
                counted.ordered = Some(Whole(orders * count.unordered));
                counted.fundamental = Some(Decimal(count.fundamental));
            }
            Err(_) => because = Some(deadline.because()),
        }
    }
    if because.is_some() {
        counted.unordered_at_least = Some(Decimal(number));
        counted.because = because;
    }
    Ok(counted)
}
