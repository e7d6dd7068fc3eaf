//! Integer programming by microlp: a 0/1 column for each open square, a row for each line.
//!
//! There is nothing to optimise; the first feasible point is an answer. The columns have weights
//! nevertheless: without them all points of the relaxation are equally good and the search has no
//! direction. With them the completion of a hundred queens in the tests took 3 s; without them it
//! was not found in 20 s. Each solution found is cut off by a row that forbids all its queens
//! together, until the program is infeasible.
//!
//! The program is stated with good_lp and solved by microlp itself: an interrupted search can then be
//! resumed, so that it runs in short slices with a check of the clock between them. The `solve` of
//! good_lp 1.15 drops the search when its time is over, and has no other way to stop it.

use super::{Backend, Clock, Info, SearchEnd, SolutionProbe};
use crate::{Model, Need, Variable};
use bezzel_search::StopReason;
use good_lp::{Expression, ProblemVariables, SolverModel, variable};
use microlp::{ComparisonOp, Error, LinearExpr, SolveOptions, SolveOutcome};
use std::time::Duration;

/// See the [module](self).
pub struct Ip;

const INFO: Info = Info {
    id: "ip",
    title: "microlp on the integer program",
    formulation: "0/1 integer programming",
    proves: false,
    guarantee: "a verified solution; or no solution, up to the solver's tolerance of 1e-6 on 0/1 \
                numbers; or no answer; counts by cutting off each solution found",
    // A hundred queens: with more it takes seconds between two checks of the clock.
    most_squares: 10_000,
    visit: None,
};

/// How long the solver runs between two checks of the clock.
const SLICE: Duration = Duration::from_millis(20);

/// A gap so wide that the first 0/1 point is good enough.
const ANY_POINT: f64 = 1e12;

/// The weight of a queen on this square: anything that differs between neighbours.
fn weight(square: u32) -> f64 {
    f64::from(1 + square % 7)
}

impl Backend for Ip {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn search(&self, model: &Model, probe: &mut SolutionProbe<'_>) -> Result<(), SearchEnd> {
        let mut columns = ProblemVariables::new();
        let queens = columns.add_vector(variable().binary(), model.variables() as usize);
        let weighed = |square: usize| weight(square as u32) * queens[square];
        let objective: Expression = (0..queens.len()).map(weighed).sum();
        let mut program = columns.maximise(objective).using(good_lp::microlp);
        for group in model.groups() {
            let squares = model.on_line(&group.line);
            let row: Expression = squares.map(|(square, _)| queens[square.index() as usize]).sum();
            program.add_constraint(match group.need {
                Need::ExactlyOne => row.eq(1),
                Need::AtMostOne => row.leq(1),
            });
        }
        if let Some(total) = model.total() {
            let all: Expression = queens.iter().sum();
            program.add_constraint(all.eq(f64::from(total)));
        }
        let mut options = SolveOptions::default();
        (options.time_limit, options.mip_gap) = (Some(SLICE), ANY_POINT);
        let mut outcome = program.as_inner().solve_with(options);
        while let Some(point) = next(outcome, probe.clock())? {
            let chosen: Vec<_> = (point.iter().zip(0..))
                .filter(|((_, value), _)| *value > 0.5)
                .map(|((column, _), square)| (column, Variable::from_index(square)))
                .collect();
            probe.found(chosen.iter().map(|&(_, queen)| queen))?;
            let cut: LinearExpr = chosen.iter().map(|&(column, _)| (column, 1.0)).collect();
            let most = f64::from(model.queens()) - 1.0;
            outcome = point.add_constraint(cut, ComparisonOp::Le, most);
        }
        Ok(())
    }
}

/// The next point, or `None` if there is none.
fn next(
    mut outcome: Result<SolveOutcome, Error>,
    clock: &Clock,
) -> Result<Option<microlp::Solution>, SearchEnd> {
    loop {
        match outcome {
            Ok(SolveOutcome::Solution(point)) => return Ok(Some(point)),
            Ok(interrupted) => {
                if let Some(reason) = clock.stop() {
                    return Err(SearchEnd::Stop(reason));
                }
                outcome = interrupted.resume();
            }
            Err(Error::Infeasible) => return Ok(None),
            // Failed because of rounding errors: the solutions found are valid, but nothing more is
            // claimed.
            Err(_) => return Err(SearchEnd::Stop(StopReason::GaveUp)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Clock, Error, SearchEnd, StopReason, next};

    #[test]
    fn only_an_infeasible_program_is_an_end() {
        let clock = Clock::default();
        assert!(matches!(next(Err(Error::Infeasible), &clock), Ok(None)));
        for error in [Error::InternalError("singular".to_owned()), Error::Unbounded] {
            let ended = next(Err(error), &clock);
            assert!(matches!(ended, Err(SearchEnd::Stop(StopReason::GaveUp))));
        }
    }
}
