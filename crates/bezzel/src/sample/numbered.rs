//! Finds solutions by their numbers in lexicographic order.

use crate::count::total;
use crate::{Error, ErrorKind};
use bezzel_board::{Problem, Square, Stop};
use bezzel_search::{Choice, Limits, SearchError, StepProbe, algorithms};
use std::ops::ControlFlow;

/// Up to this many solutions are listed one by one instead of counted separately.
const LISTED: u128 = 100_000;

/// A requested number, and its place among the requested ones.
type Wanted = (u128, usize);

/// Why there is no solution with a number.
#[derive(Debug)]
pub(super) enum Unfinished {
    Stopped,
    Failed(Error),
}

impl From<Error> for Unfinished {
    fn from(error: Error) -> Unfinished {
        Unfinished::Failed(error)
    }
}

impl From<SearchError> for Unfinished {
    fn from(error: SearchError) -> Unfinished {
        Unfinished::Failed(error.into())
    }
}

/// Finds solutions by their numbers.
pub(super) struct Numbered<'a> {
    stop: &'a Stop,
    listed: u128,
}

impl<'a> Numbered<'a> {
    pub(super) fn new(stop: &'a Stop) -> Numbered<'a> {
        Numbered { stop, listed: LISTED }
    }

    pub(super) fn total(&self, problem: &Problem) -> Result<u128, Unfinished> {
        total(problem, self.stop)?.ok_or(Unfinished::Stopped)
    }

    /// The columns of the solutions with these numbers, which are below the total.
    pub(super) fn find(
        &self,
        problem: &Problem,
        total: u128,
        numbers: &[u128],
    ) -> Result<Vec<Vec<u32>>, Unfinished> {
        let mut wanted: Vec<Wanted> = numbers.iter().copied().zip(0..).collect();
        wanted.sort_unstable();
        let mut found = vec![Vec::new(); numbers.len()];
        self.descend(problem, 0, total, &wanted, &mut found)?;
        Ok(found)
    }

    /// Assigns the numbers to the squares of a row by how many solutions each square has.
    fn descend(
        &self,
        problem: &Problem,
        row: u32,
        total: u128,
        wanted: &[Wanted],
        found: &mut [Vec<u32>],
    ) -> Result<(), Unfinished> {
        if wanted.is_empty() {
            return Ok(());
        }
        // Only where each row has one queen do the squares of a row divide the solutions.
        let is_by_rows = problem.has_one_per_row();
        if total <= self.listed || row == problem.size().rows() || !is_by_rows {
            return self.look_through(problem, wanted, found);
        }
        if problem.given_in_row(row).is_some() {
            return self.descend(problem, row + 1, total, wanted, found);
        }
        let (mut before, mut rest) = (0, wanted);
        for square in (0..problem.size().columns()).map(|column| Square::new(row, column)) {
            if rest.is_empty() {
                return Ok(());
            }
            // A square that is blocked, or attacked by a given queen, begins no solution.
            if !problem.allows(square) {
                continue;
            }
            let Ok(begun) = problem.clone().with_given([square]) else { continue };
            let count = self.total(&begun)?;
            let (here, later) = rest.split_at(rest.partition_point(|w| w.0 < before + count));
            let here: Vec<Wanted> = here.iter().map(|&(n, place)| (n - before, place)).collect();
            self.descend(&begun, row + 1, count, &here, found)?;
            (before, rest) = (before + count, later);
        }
        match rest {
            [] => Ok(()),
            _ => Err(wrong("the counts of a row do not add up")),
        }
    }

    /// Lists all remaining solutions, once for all numbers.
    fn look_through(
        &self,
        problem: &Problem,
        wanted: &[Wanted],
        found: &mut [Vec<u32>],
    ) -> Result<(), Unfinished> {
        // Both list in lexicographic order; bit masks are faster but need ordinary lines.
        let id = if problem.is_flat() { "bitmask" } else { "backtracking" };
        let choice = Choice::plain(algorithms::find(id)?);
        choice.algorithm.supports(problem, &choice.settings)?;
        let limits = Limits::none().with_stop(self.stop);
        let mut reader = Reader { number: 0, wanted, found };
        choice.algorithm.run(problem, &choice.settings, &limits, &mut reader);
        match reader.wanted {
            [] => Ok(()),
            _ if self.stop.is_asked() => Err(Unfinished::Stopped),
            _ => Err(wrong("there are fewer solutions than were counted")),
        }
    }
}

fn wrong(what: &str) -> Unfinished {
    Error::new(ErrorKind::Failed, what).advice("please report this").into()
}

/// Keeps the solutions with the wanted numbers.
struct Reader<'a> {
    number: u128,
    wanted: &'a [Wanted],
    found: &'a mut [Vec<u32>],
}

impl StepProbe for Reader<'_> {
    fn solution(&mut self, columns: &[u32]) -> ControlFlow<()> {
        while let Some(((number, place), rest)) = self.wanted.split_first() {
            if *number > self.number {
                break;
            }
            columns.clone_into(&mut self.found[*place]);
            self.wanted = rest;
        }
        self.number += 1;
        if self.wanted.is_empty() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bezzel_board::Placement;

    /// Every number gives its solution, whether it is found by counting or by listing.
    #[test]
    fn numbers_and_solutions_are_each_others_inverse() {
        let queens = [Square::new(3, 1)];
        let problems = [
            Problem::queens(1),
            Problem::queens(6),
            Problem::queens(8),
            Problem::queens(8).with_given(queens).unwrap(),
            Problem::queens(7).with_blocked([Square::new(0, 0), Square::new(2, 4)]).unwrap(),
            Problem::queens(7).on_torus().unwrap(),
            Problem::new("4x6".parse().unwrap()),
            "5 touching".parse().unwrap(),
            "6 regions=AAAAAB/BBBBBB/CCCCCC/DDDDDD/EEEEEE/FFFFFF".parse().unwrap(),
        ];
        let stop = Stop::new();
        for problem in &problems {
            for listed in [0, 3, 1000] {
                let numbered = Numbered { stop: &stop, listed };
                let total = numbered.total(problem).unwrap();
                let numbers: Vec<u128> = (0..total).rev().collect();
                let mut found = numbered.find(problem, total, &numbers).unwrap();
                found.reverse();
                assert_eq!(found.len() as u128, total);
                assert!(found.windows(2).all(|pair| pair[0] < pair[1]), "{problem}, {listed}");
                for columns in &found {
                    assert!(problem.is_solution(&Placement::from_columns(columns)), "{problem}");
                }
            }
        }
    }
}
