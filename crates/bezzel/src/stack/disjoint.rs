//! The largest number of solutions that share no square.

use super::{at_least_one, line};
use crate::deadline::Deadline;
use crate::{Control, Error, ErrorKind, RunLimits, Schema};
use bezzel_board::{Placement, Stop};
use bezzel_engines::stacks::{self, StackError};
use bezzel_search::StopReason;
use serde::{Deserialize, Serialize};
use std::time::Instant;

/// For which sides to search.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct DisjointRequest {
    /// The sides.
    pub sides: Vec<u32>,
    /// When each search gives up; only the time limit applies here.
    #[serde(default)]
    pub limits: RunLimits,
}

impl DisjointRequest {
    /// The most disjoint solutions of these sides.
    #[must_use]
    pub fn new(sides: Vec<u32>) -> DisjointRequest {
        DisjointRequest { sides, limits: RunLimits::default() }
    }
}

/// The most solutions that share no square.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct DisjointAnswer {
    /// `bezzel/disjoint/2`.
    pub schema: Schema,
    /// The sides, up to the first whose maximum is not proven.
    pub sides: Vec<DisjointSide>,
    /// Why some sides are missing.
    pub stopped: Option<StopReason>,
    /// Why nothing is known about the next side, if so.
    pub unknown: Option<String>,
}

/// The most solutions of one side.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct DisjointSide {
    /// The side.
    pub n: u32,
    /// How many there are; n if they are a stack.
    pub max_disjoint: usize,
    /// That many solutions, in one-line notation.
    pub solutions: Vec<String>,
    /// Seconds it took.
    pub seconds: f64,
}

/// Finds the most solutions that share no square, and proves that there are no more.
pub fn disjoint(request: &DisjointRequest, control: &Control) -> Result<DisjointAnswer, Error> {
    request.sides.iter().try_for_each(|&n| at_least_one(n))?;
    request.limits.only_time()?;
    let mut answer = DisjointAnswer {
        schema: Schema::new("bezzel/disjoint/2"),
        sides: Vec::new(),
        stopped: None,
        unknown: None,
    };
    for &n in &request.sides {
        let deadline = Deadline::new(&request.limits, control)?;
        let started = Instant::now();
        match largest(n, deadline.stop()) {
            Ok(floors) => answer.sides.push(DisjointSide {
                n,
                max_disjoint: floors.len(),
                solutions: floors.iter().map(|floor| line(floor)).collect(),
                seconds: started.elapsed().as_secs_f64(),
            }),
            Err(StackError::Stopped { .. }) => {
                answer.stopped = Some(deadline.because());
                break;
            }
            Err(error @ StackError::TooLarge { .. }) => {
                return Err(Error::of(ErrorKind::TooLarge, &error));
            }
            Err(error) => {
                answer.unknown = Some(error.to_string());
                break;
            }
        }
    }
    Ok(answer)
}

/// A stack if there is one, the search otherwise.
fn largest(n: u32, stop: &Stop) -> Result<Vec<Vec<u32>>, StackError> {
    match stacks::one(n, stop) {
        Ok(found) => Ok(found.stack.floors()),
        Err(StackError::None { .. }) => {
            let found = stacks::largest_disjoint(n, stop);
            let found = found.ok_or(StackError::Stopped { n })?;
            let columns = |solution: &Placement| {
                solution.squares().iter().map(|queen| queen.column).collect()
            };
            Ok(found.solutions.iter().map(columns).collect())
        }
        Err(error) => Err(error),
    }
}
