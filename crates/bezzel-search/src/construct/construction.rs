//! Constructions as algorithms.

use super::{MOST_QUEENS, Runs, prove};
use crate::{Boards, Info, Probe, Search, SearchError, Settings, Step, solves};
use bezzel_board::{Instead, Problem, Square};
use std::ops::ControlFlow;

/// The boards of every construction: the plane with equal sides. Up to ten million rows it runs as
/// a search, which holds the complete solution in memory; larger ones are streamed.
pub const BOARDS: Boards = Boards {
    torus: false,
    rectangles: false,
    space: false,
    free: false,
    rows: 10_000_000,
    width: 10_000_000,
};

/// A method that computes a solution without search. It is an algorithm like any other: as a
/// [`Search`] it places its queens row by row and finds one solution.
pub trait Construction: Sync {
    /// Its card. The guarantee says for which n it works.
    const INFO: Info;

    /// The solution for n = 1 or n ≥ 4, or why this method has none.
    fn runs(&self, n: u64, settings: &Settings) -> Result<Runs, SearchError>;

    /// The error for an unsupported n, with the reason and a method that works.
    fn not_for(&self, n: u64, because: &str) -> SearchError {
        SearchError::Unsupported {
            algorithm: Self::INFO.id,
            what: format!("n = {n} ({because})"),
            instead: Instead::set("algorithm", "bernhardsson"),
        }
    }
}

impl<C: Construction> Search for C {
    const INFO: Info = C::INFO;

    fn construct(&self, n: u64, settings: &Settings) -> Option<Result<Runs, SearchError>> {
        Some(match n {
            0 => Ok(Runs::new()),
            2 | 3 => Err(SearchError::NoSolution { n }),
            _ if n > MOST_QUEENS => Err(SearchError::Unsupported {
                algorithm: C::INFO.id,
                what: format!("n = {n}"),
                instead: Instead::advice("n goes up to 10^18"),
            }),
            // The proof takes microseconds, so every solution is proved before it is returned.
            _ => self.runs(n, settings).and_then(|runs| match prove(&runs, n) {
                Ok(()) => Ok(runs),
                Err(fault) => Err(self.not_for(n, &fault.to_string())),
            }),
        })
    }

    fn search<P: Probe>(
        &self,
        problem: &Problem,
        settings: &Settings,
        probe: &mut P,
    ) -> ControlFlow<P::Stop> {
        let n = u64::from(problem.size().rows());
        // If the method has no solution it finds none; `supports` gives the reason in advance.
        let Some(Ok(runs)) = self.construct(n, settings) else {
            return ControlFlow::Continue(());
        };
        let mut columns = Vec::new();
        let mut last_line = 1;
        for run in runs.list() {
            for column in run.columns() {
                let square = Square::new(columns.len() as u32, column as u32);
                probe.step(run.line, Step::Place(square))?;
                columns.push(column as u32);
            }
            last_line = run.line;
        }
        // The proof was for the plane; on the torus the solution itself is checked.
        if problem.wraps() && !solves(problem, &columns) {
            return ControlFlow::Continue(());
        }
        probe.solution(last_line, &columns)
    }
}
