//! Every stack of a side.

use super::{StackTable, at_least_one};
use crate::deadline::Deadline;
use crate::{Control, Decimal, Error, RunLimits, Schema};
use bezzel_board::Problem;
use bezzel_engines::EngineError;
use bezzel_engines::stacks::PreparedStacks;
use bezzel_search::StopReason;
use serde::{Deserialize, Serialize};
use std::time::Instant;

/// Which stacks to list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct StacksRequest {
    /// Their side.
    pub n: u32,
    /// When it gives up; only the time limit applies here.
    #[serde(default)]
    pub limits: RunLimits,
}

impl StacksRequest {
    /// All stacks of this side.
    #[must_use]
    pub fn new(n: u32) -> StacksRequest {
        StacksRequest { n, limits: RunLimits::default() }
    }
}

/// All stacks of a side.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct StacksAnswer {
    /// `bezzel/stacks/2`.
    pub schema: Schema,
    /// The side.
    pub n: u32,
    /// How many there are as sets of floors, if the search finished.
    pub unordered: Option<Decimal>,
    /// The stacks, smallest first, each checked; none if the search was stopped.
    pub stacks: Vec<StackTable>,
    /// Why the search was stopped, if it was.
    pub stopped: Option<StopReason>,
    /// Seconds it took.
    pub seconds: f64,
}

/// Lists every stack of a side.
pub fn stacks(request: &StacksRequest, control: &Control) -> Result<StacksAnswer, Error> {
    at_least_one(request.n)?;
    request.limits.only_time()?;
    let deadline = Deadline::new(&request.limits, control)?;
    let started = Instant::now();
    let found = match PreparedStacks::new(&Problem::queens(request.n), deadline.stop()) {
        Err(EngineError::Stopped) => None,
        prepared => prepared?.all(deadline.stop()).ok(),
    };
    let seconds = started.elapsed().as_secs_f64();
    let mut answer = StacksAnswer {
        schema: Schema::new("bezzel/stacks/2"),
        n: request.n,
        unordered: None,
        stacks: Vec::new(),
        stopped: None,
        seconds,
    };
    match found {
        Some(found) => {
            answer.unordered = Some(Decimal(found.len() as u128));
            answer.stacks = found.into_iter().map(StackTable::from).collect();
        }
        None => answer.stopped = Some(deadline.because()),
    }
    Ok(answer)
}
