//! Solutions that share no square: as many as there are, or a given number.

use super::{at_least_one, line};
use crate::deadline::Deadline;
use crate::{Control, Error, ErrorKind, RunLimits, Schema};
use bezzel_board::{Placement, Stop};
use bezzel_engines::stacks::{self, Disjoint, StackError};
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
    /// How many solutions; as many as there are by default.
    #[serde(default)]
    pub number: Option<u32>,
    /// When each search stops; only the time limit applies here.
    #[serde(default)]
    pub limits: RunLimits,
}

impl DisjointRequest {
    /// The most disjoint solutions of these sides.
    #[must_use]
    pub fn new(sides: Vec<u32>) -> DisjointRequest {
        DisjointRequest { sides, number: None, limits: RunLimits::default() }
    }
}

/// Solutions that share no square.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct DisjointAnswer {
    /// `bezzel/disjoint/2`.
    pub schema: Schema,
    /// The sides, up to the first about which nothing is proven.
    pub sides: Vec<DisjointSide>,
    /// Why some sides are missing.
    pub stopped: Option<StopReason>,
    /// Why nothing is known about the next side, if so.
    pub unknown: Option<String>,
}

/// The solutions of one side.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct DisjointSide {
    /// The side.
    pub n: u32,
    /// The largest number, if no number was asked for; n if they are a stack.
    pub max_disjoint: Option<usize>,
    /// That many solutions, or as many as asked, in one-line notation; none if it is proven that so
    /// many do not exist.
    pub solutions: Vec<String>,
    /// Seconds it took.
    pub seconds: f64,
}

/// Finds the most solutions that share no square and proves that there are no more, or as many as
/// asked.
pub fn disjoint(request: &DisjointRequest, control: &Control) -> Result<DisjointAnswer, Error> {
    request.sides.iter().try_for_each(|&n| at_least_one(n))?;
    request.limits.only_time()?;
    if request.number == Some(0) {
        return Err(Error::bad("number is 0").advice("choose a number from 1"));
    }
    let mut answer = DisjointAnswer {
        schema: Schema::new("bezzel/disjoint/2"),
        sides: Vec::new(),
        stopped: None,
        unknown: None,
    };
    for &n in &request.sides {
        let deadline = Deadline::new(&request.limits, control)?;
        let started = Instant::now();
        let found = match request.number {
            None => largest(n, deadline.stop()),
            Some(number) => family(n, number, deadline.stop()),
        };
        match found {
            Ok(floors) => answer.sides.push(DisjointSide {
                n,
                max_disjoint: request.number.is_none().then_some(floors.len()),
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
            let found = stacks::largest_disjoint(n, stop).ok_or(StackError::Stopped { n })?;
            Ok(columns(&found))
        }
        Err(error) => Err(error),
    }
}

/// This many floors of a stack if there is one, the search otherwise.
fn family(n: u32, number: u32, stop: &Stop) -> Result<Vec<Vec<u32>>, StackError> {
    match stacks::one(n, stop) {
        Ok(found) if number <= n => {
            Ok(found.stack.floors().into_iter().take(number as usize).collect())
        }
        // Every solution has a queen in the first row, so no more than n share no square.
        Ok(_) => Ok(Vec::new()),
        Err(StackError::None { .. }) => {
            let found = stacks::disjoint(n, number, stop);
            let found = found.map_err(|stacks::Stopped| StackError::Stopped { n })?;
            Ok(found.as_ref().map_or_else(Vec::new, columns))
        }
        Err(error) => Err(error),
    }
}

fn columns(found: &Disjoint) -> Vec<Vec<u32>> {
    let columns =
        |solution: &Placement| solution.squares().iter().map(|queen| queen.column).collect();
    found.solutions.iter().map(columns).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn families_share_no_square_or_are_proven_not_to_exist() {
        let mut request = DisjointRequest::new(vec![8]);
        for (number, found) in [(1, 1), (4, 4), (6, 6), (7, 0), (8, 0), (9, 0)] {
            request.number = Some(number);
            let answer = disjoint(&request, &Control::new()).unwrap();
            let side = &answer.sides[0];
            assert_eq!((side.max_disjoint, side.solutions.len()), (None, found), "{number}");
            let squares: BTreeSet<(usize, &str)> = (side.solutions.iter())
                .flat_map(|solution| solution.split(',').enumerate())
                .collect();
            assert_eq!(squares.len(), 8 * found);
        }
        request = DisjointRequest::new(vec![12]);
        for (number, found) in [(7, 7), (13, 0)] {
            request.number = Some(number);
            let answer = disjoint(&request, &Control::new()).unwrap();
            assert_eq!(answer.sides[0].solutions.len(), found);
        }
    }
}
