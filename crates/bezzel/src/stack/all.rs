//! Every stack of a side.

use super::{StackTable, at_least_one};
use crate::deadline::Deadline;
use crate::{Control, Decimal, Error, ErrorKind, RunLimits, Schema};
use bezzel_board::Problem;
use bezzel_engines::EngineError;
use bezzel_engines::stacks::{LARGEST_TORUS, PreparedStacks, all_on_torus};
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
    /// Whether every floor must be a solution of the torus.
    #[serde(default)]
    pub torus: bool,
    /// When it stops; only the time limit applies here.
    #[serde(default)]
    pub limits: RunLimits,
}

impl StacksRequest {
    /// All stacks of this side.
    #[must_use]
    pub fn new(n: u32) -> StacksRequest {
        StacksRequest { n, torus: false, limits: RunLimits::default() }
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
    let (n, stop) = (request.n, deadline.stop());
    let found = if request.torus {
        if n > LARGEST_TORUS {
            let what = format!("the stacks of a torus of side {n} are too many to search");
            let advice = format!("choose a side of up to {LARGEST_TORUS}");
            return Err(Error::new(ErrorKind::TooLarge, what).advice(advice));
        }
        all_on_torus(n, stop).ok()
    } else {
        match PreparedStacks::new(&Problem::queens(n), stop) {
            Err(EngineError::Stopped) => None,
            prepared => prepared?.all(stop).ok(),
        }
    };
    let seconds = started.elapsed().as_secs_f64();
    let mut answer = StacksAnswer {
        schema: Schema::new("bezzel/stacks/2"),
        n,
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
