//! Brute force: every choice of n squares out of all squares, tested when complete.
//!
//! ```text
//!   Q Q Q Q      first choice of 4 × 4, and the next:    Q Q Q .
//!   . . . .                                              Q . . .
//! ```
//!
//! Cost: C(n², n) complete choices (4,426,165,368 for n = 8), memory n. Each queen chosen is a
//! visit, each complete choice a trial and a test. Do not use it beyond n = 7. The other algorithms
//! are checked against it, because it assumes nothing about the board.

use crate::lines::{Open, attacked};
use crate::{Boards, Category, Effort, Info, Probe, Search, Settings, Step};
use bezzel_board::{Problem, Square};
use std::ops::ControlFlow;

/// See the [module](self).
pub struct BruteForce;

impl Search for BruteForce {
    const INFO: Info = Info {
        id: "brute-force",
        title: "Brute force over all choices of squares",
        category: Category::AllSolutions,
        reference: "Criseno and Vizconde, section 2.1; tutorial, methodology 1, step 1",
        guarantee: "every solution once, in lexicographic order",
        counts: "test, trial: a complete choice of squares; backtrack: a queen removed",
        corrections: "none",
        pseudocode: &[
            "choose(k, first): squares are numbered row by row",
            "  for square := first to last",
            "    put queen k on the square",
            "    if k < n then choose(k + 1, square + 1)",
            "    else if no two queens attack each other then print",
            "    take queen k back",
        ],
        settings: &[],
        boards: Boards {
            torus: true,
            rectangles: true,
            space: true,
            free: true,
            rows: 100,
            width: 10_000,
        },
    };

    fn search<P: Probe>(
        &self,
        problem: &Problem,
        _: &Settings,
        probe: &mut P,
    ) -> ControlFlow<P::Stop> {
        let open = Open::new(problem);
        let squares: Vec<Square> =
            problem.size().iter().filter(|&square| open.forbids(square).is_none()).collect();
        let pieces = problem.pieces() as usize;
        let queens = Vec::with_capacity(pieces);
        Combinations { problem, squares: &squares, pieces, queens, probe }.choose(0)
    }

    /// The choices of as many squares as there are rows.
    fn least_visits(&self, problem: &Problem) -> Option<u128> {
        let (rows, squares) = (problem.size().rows(), u128::from(problem.size().squares()));
        let next = |choices: u128, k: u128| Some(choices.checked_mul(squares - k)? / (k + 1));
        let choices = (0..u128::from(rows)).try_fold(1, next);
        problem.is_plain().then(|| choices.unwrap_or(u128::MAX))
    }
}

struct Combinations<'a, P> {
    problem: &'a Problem,
    squares: &'a [Square],
    pieces: usize,
    queens: Vec<Square>,
    probe: &'a mut P,
}

impl<P: Probe> Combinations<'_, P> {
    fn choose(&mut self, first: usize) -> ControlFlow<P::Stop> {
        let missing = self.pieces - self.queens.len();
        if missing == 0 {
            return self.test();
        }
        // A choice with too few squares left cannot be completed to n squares.
        let end = (self.squares.len() + 1).saturating_sub(missing);
        for place in first..end {
            let square = self.squares[place];
            self.probe.step(3, Step::Place(square))?;
            self.queens.push(square);
            self.choose(place + 1)?;
            self.queens.pop();
            self.probe.work(Effort::Backtrack);
            self.probe.step(6, Step::Remove(square))?;
        }
        ControlFlow::Continue(())
    }

    fn test(&mut self) -> ControlFlow<P::Stop> {
        self.probe.work(Effort::Trial);
        self.probe.work(Effort::Test);
        let queens = &self.queens;
        let has_given = self.problem.given().squares().iter().all(|given| queens.contains(given));
        if !has_given {
            return ControlFlow::Continue(());
        }
        let has_one_per_row = self.problem.has_one_per_row();
        for (k, &square) in queens.iter().enumerate() {
            // In space two queens of one layer need not attack each other, but each layer may hold
            // only one.
            if has_one_per_row && square.row as usize != k {
                return ControlFlow::Continue(());
            }
            if let Some(&by) =
                queens[..k].iter().find(|&&q| self.problem.attack(q, square).is_some())
            {
                let reason = attacked(self.problem, square, by);
                return self.probe.step(5, Step::Reject(square, reason));
            }
        }
        let size = self.problem.size();
        let number = |queen: &Square| match has_one_per_row {
            true => queen.column,
            false => size.position(*queen) as u32,
        };
        let numbers: Vec<u32> = queens.iter().map(number).collect();
        self.probe.solution(5, &numbers)
    }
}
