//! One stack.

use super::{StackTable, at_least_one};
use crate::deadline::Deadline;
use crate::{Conclusion, Control, Error, ErrorKind, RunLimits, Schema};
use bezzel_engines::stacks::{self, StackError};
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
    /// When it gives up; only the time limit applies here.
    #[serde(default)]
    pub limits: RunLimits,
}

impl StackRequest {
    /// A stack of this side.
    #[must_use]
    pub fn new(n: u32) -> StackRequest {
        StackRequest { n, limits: RunLimits::default() }
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
    let found = stacks::one(n, deadline.stop());
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
