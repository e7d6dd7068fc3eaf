//! One stack.

use super::{StackTable, at_least_one};
use crate::deadline::Deadline;
use crate::{Conclusion, Control, Error, ErrorKind, RunLimits, Schema};
use bezzel_engines::stacks::{self, Found, StackError, Way, construct};
use bezzel_search::StopReason;
use serde::{Deserialize, Serialize};
use std::time::Instant;

/// Which stack to find.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct StackRequest {
    /// Its side.
    pub n: u32,
    /// Whether every floor must be a solution of the torus.
    #[serde(default)]
    pub torus: bool,
    /// When it stops; only the time limit applies here.
    #[serde(default)]
    pub limits: RunLimits,
}

impl StackRequest {
    /// A stack of this side.
    #[must_use]
    pub fn new(n: u32) -> StackRequest {
        StackRequest { n, torus: false, limits: RunLimits::default() }
    }
}

/// A stack, or that there is none, or that none was found.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct StackAnswer {
    /// `bezzel/stack/2`.
    pub schema: Schema,
    /// The side.
    pub n: u32,
    /// What is known now.
    pub conclusion: Conclusion,
    /// The stack, checked.
    pub stack: Option<StackTable>,
    /// How it was found, or why there is none.
    pub how: String,
    /// Why the search was stopped, if it was.
    pub stopped: Option<StopReason>,
    /// Seconds it took.
    pub seconds: f64,
}

/// Finds one stack, by the fastest known method for its side.
pub fn stack(request: &StackRequest, control: &Control) -> Result<StackAnswer, Error> {
    let n = request.n;
    at_least_one(n)?;
    request.limits.only_time()?;
    let deadline = Deadline::new(&request.limits, control)?;
    let started = Instant::now();
    let found = if request.torus { on_torus(n) } else { stacks::one(n, deadline.stop()) };
    let seconds = started.elapsed().as_secs_f64();
    let answer = |conclusion, how: String| StackAnswer {
        schema: Schema::new("bezzel/stack/2"),
        n,
        conclusion,
        stack: None,
        how,
        stopped: None,
        seconds,
    };
    Ok(match found {
        Ok(found) => StackAnswer {
            stack: Some(found.stack.into()),
            ..answer(Conclusion::Solution, found.way.to_string())
        },
        Err(error @ StackError::TooLarge { .. }) => {
            return Err(Error::of(ErrorKind::TooLarge, &error));
        }
        Err(error @ StackError::None { .. }) => answer(Conclusion::None, error.to_string()),
        Err(error @ StackError::Stopped { .. }) => StackAnswer {
            stopped: Some(deadline.because()),
            ..answer(Conclusion::Unknown, error.to_string())
        },
        Err(error) => answer(Conclusion::Unknown, error.to_string()),
    })
}

/// A torus has a solution exactly if its side is coprime to 6, and then lines of slope 2 cover it.
fn on_torus(n: u32) -> Result<Found, StackError> {
    if n > stacks::LARGEST_SHOWN {
        return Err(StackError::TooLarge { n });
    }
    let slope = construct::slopes(n).next().ok_or(StackError::None { n })?;
    let stack = construct::linear(n, slope).expect("the slope is one of those that do");
    Ok(Found { stack, way: Way::Lines { slope } })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_torus_has_stacks_where_it_has_solutions() {
        for (n, exists) in [(1, true), (5, true), (12, false), (14, false), (25, true), (27, false)]
        {
            let mut request = StackRequest::new(n);
            request.torus = true;
            let answer = stack(&request, &Control::new()).unwrap();
            let found = answer.stack.as_ref().map(|stack| stack.toroidal);
            assert_eq!(found, exists.then_some(true), "n = {n}");
            assert_eq!(answer.conclusion == Conclusion::None, !exists, "n = {n}");
        }
    }
}
