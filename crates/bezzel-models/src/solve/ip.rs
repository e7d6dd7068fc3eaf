//! Integer programming by microlp: a 0/1 column for each open square, a row for each line.
//!
//! There is nothing to optimise; the first feasible point is an answer. The columns have weights
//! nevertheless: without them all points of the relaxation are equally good and the search has no
//! direction. With them the completion of a hundred queens in the tests took 3 s; without them it
//! was not found in 20 s. Each solution found is cut off by a row that forbids all its queens
//! together, until the program is infeasible.
//!
//! microlp is called directly: an interrupted search can then be resumed, so that it runs in short
//! slices with a check of the clock between them. The modelling layer good_lp 1.15 passes a time limit
//! on, but drops the search when it is reached, and has no other way to stop it.

use super::{Backend, Clock, Info, SearchEnd, SolutionProbe};
use crate::{Model, Need, Variable};
use bezzel_search::StopReason;
use microlp::{
    ComparisonOp, Error, LinearExpr, OptimizationDirection, Problem, SolveOptions, SolveOutcome,
};
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
        let mut problem = Problem::new(OptimizationDirection::Maximize);
        let columns: Vec<microlp::Variable> =
            (0..model.variables()).map(|square| problem.add_binary_var(weight(square))).collect();
        let column = |square: Variable| (columns[square.index() as usize], 1.0);
        for group in model.groups() {
            let squares = model.on_line(&group.line);
            let row: LinearExpr = squares.map(|(square, _)| column(square)).collect();
            let need = match group.need {
                Need::ExactlyOne => ComparisonOp::Eq,
                Need::AtMostOne => ComparisonOp::Le,
            };
            problem.add_constraint(row, need, 1.0);
        }
        if let Some(total) = model.total() {
            let all: LinearExpr = columns.iter().map(|&column| (column, 1.0)).collect();
            problem.add_constraint(all, ComparisonOp::Eq, f64::from(total));
        }
        let mut options = SolveOptions::default();
        (options.time_limit, options.mip_gap) = (Some(SLICE), ANY_POINT);
        let mut outcome = problem.solve_with(options);
        while let Some(point) = next(outcome, probe.clock())? {
            let queens: Vec<Variable> = (0..model.variables())
                .map(Variable::from_index)
                .filter(|queen| point[columns[queen.index() as usize]] > 0.5)
                .collect();
            probe.found(queens.iter().copied())?;
            let cut: LinearExpr = queens.iter().map(|&queen| column(queen)).collect();
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
