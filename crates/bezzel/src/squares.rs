//! `squares`: how often each square holds a queen, over all solutions or over random ones.

use crate::{Control, Decimal, Error, ListRequest, SampleRequest, Schema, list, sample};
use bezzel_board::{Placement, Problem};
use bezzel_search::StopReason;
use serde::{Deserialize, Serialize};
use std::ops::ControlFlow;
use std::time::Instant;

/// Most rows of boards whose solutions are all looked at: side 12 has 14,200.
const MOST_ROWS: u32 = 12;

/// What to look at.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct SquaresRequest {
    /// The problem: a flat board, as for a sample.
    pub problem: Problem,
    /// Random solutions of a board that has too many to look at all.
    #[serde(default = "number")]
    pub number: u64,
    /// Where the random numbers start; the same seed gives the same solutions.
    #[serde(default = "seed")]
    pub seed: u64,
}

fn number() -> u64 {
    2_000
}

fn seed() -> u64 {
    1
}

impl SquaresRequest {
    /// A request with every choice left to the library.
    #[must_use]
    pub fn new(problem: Problem) -> SquaresRequest {
        SquaresRequest { problem, number: number(), seed: seed() }
    }
}

/// How often each square holds a queen.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct SquaresAnswer {
    /// `bezzel/squares/1`.
    pub schema: Schema,
    /// The problem.
    pub problem: Problem,
    /// Solutions looked at.
    pub looked_at: u64,
    /// All solutions of the problem; missing where it was stopped.
    pub total: Option<Decimal>,
    /// The seed, where solutions were drawn at random; missing where all were looked at.
    pub seed: Option<u64>,
    /// How many of them have a queen on each square, row by row.
    pub squares: Vec<Vec<u64>>,
    /// Why it ended early, where it did.
    pub stopped: Option<StopReason>,
    /// Seconds it took.
    pub seconds: f64,
}

/// Counts for each square the solutions that use it: all solutions of boards of up to 12 rows,
/// random ones, all equally likely, of larger boards.
///
/// ```
/// use bezzel::{Control, Problem, SquaresRequest, squares};
///
/// let answer = squares(&SquaresRequest::new(Problem::queens(8)), &Control::new())?;
/// assert_eq!((answer.looked_at, answer.squares[0][0], answer.squares[0][3]), (92, 4, 18));
/// # Ok::<(), bezzel::Error>(())
/// ```
pub fn squares(request: &SquaresRequest, control: &Control) -> Result<SquaresAnswer, Error> {
    let problem = &request.problem;
    let mut drawn = SampleRequest::new(problem.clone());
    (drawn.number, drawn.seed) = (request.number, request.seed);
    // What a sample refuses is refused here for every size.
    sample::check(problem, request.number)?;
    let size = problem.size();
    let mut used = vec![vec![0; size.columns() as usize]; size.rows() as usize];
    let mut looked_at = 0;
    let mut look = |placement: &Placement| {
        looked_at += 1;
        for queen in placement.squares() {
            used[queen.row as usize][queen.column as usize] += 1;
        }
        ControlFlow::Continue(())
    };
    let started = Instant::now();
    let (total, seed, stopped) = if size.rows() <= MOST_ROWS {
        let all = ListRequest::new(problem.clone());
        let answer = list(&all, control, &mut |one| look(one.placement))?;
        (answer.total, None, answer.stopped)
    } else {
        let answer = sample(&drawn, control, &mut |one| look(&one.placement))?;
        (answer.total, Some(request.seed), answer.stopped)
    };
    Ok(SquaresAnswer {
        schema: Schema::new("bezzel/squares/1"),
        problem: problem.clone(),
        looked_at,
        total,
        seed,
        squares: used,
        stopped,
        seconds: started.elapsed().as_secs_f64(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_solutions_are_looked_at_and_the_board_is_symmetric() {
        let answer = squares(&SquaresRequest::new(Problem::queens(6)), &Control::new()).unwrap();
        assert_eq!((answer.looked_at, answer.total), (4, Some(Decimal(4))));
        assert_eq!(answer.seed, None);
        for (row, line) in answer.squares.iter().enumerate() {
            assert_eq!(line.iter().sum::<u64>(), 4);
            for (column, &used) in line.iter().enumerate() {
                assert_eq!(used, answer.squares[column][row]);
                assert_eq!(used, answer.squares[5 - row][column]);
            }
        }
    }

    #[test]
    fn larger_boards_are_sampled() {
        let mut request = SquaresRequest::new(Problem::queens(13));
        request.number = 50;
        let answer = squares(&request, &Control::new()).unwrap();
        assert_eq!((answer.looked_at, answer.total), (50, Some(Decimal(73_712))));
        assert_eq!(answer.seed, Some(1));
        assert!(answer.squares.iter().all(|row| row.iter().sum::<u64>() == 50));
    }

    #[test]
    fn what_cannot_be_sampled_is_refused() {
        assert!(squares(&SquaresRequest::new(Problem::queens(40)), &Control::new()).is_err());
    }
}
