//! Trial and error: every vector of n columns, tested when complete.
//!
//! ```text
//!   x = (0, 0, 0, 0), (0, 0, 0, 1), …, (3, 3, 3, 3):  one queen per row, columns may repeat
//! ```
//!
//! Cost: n^n vectors, memory n. Each queen set is a visit, each complete vector a trial and a test.
//! The survey's first and worst algorithm; do not use it beyond n = 8.

use crate::lines::{Open, attacked};
use crate::{Boards, Category, Effort, Info, Probe, Search, Settings, Step};
use bezzel_board::{Problem, Square};
use std::ops::ControlFlow;

/// See the [module](self).
pub struct TrialAndError;

impl Search for TrialAndError {
    const INFO: Info = Info {
        id: "trial-and-error",
        title: "Trial and error over all vectors",
        category: Category::AllSolutions,
        reference: "Erbas, Sarkeshik and Tanik, section 3.1",
        guarantee: "every solution once, in lexicographic order",
        counts: "test, trial: a complete vector; backtrack: a queen removed",
        corrections: "none",
        pseudocode: &[
            "choose(i)",
            "  for x[i] := 0 to N - 1",
            "    if i < N - 1 then choose(i + 1)",
            "    else if f(x[0], ..., x[N - 1]) then print x",
        ],
        settings: &[],
        boards: Boards {
            torus: true,
            rectangles: true,
            space: true,
            free: false,
            rows: 100,
            width: 1_000_000,
        },
    };

    fn search<P: Probe>(
        &self,
        problem: &Problem,
        _: &Settings,
        probe: &mut P,
    ) -> ControlFlow<P::Stop> {
        let open = Open::new(problem);
        Trial { problem, open, columns: Vec::new(), probe }.choose()
    }

    /// The vectors.
    fn least_visits(&self, problem: &Problem) -> Option<u128> {
        let size = problem.size();
        problem.is_plain().then(|| u128::from(size.width()).saturating_pow(size.rows()))
    }
}

struct Trial<'a, P> {
    problem: &'a Problem,
    open: Open<'a>,
    columns: Vec<u32>,
    probe: &'a mut P,
}

impl<P: Probe> Trial<'_, P> {
    fn choose(&mut self) -> ControlFlow<P::Stop> {
        let row = self.columns.len() as u32;
        if row == self.problem.size().rows() {
            return self.test();
        }
        for column in 0..self.problem.size().width() {
            let square = Square::new(row, column);
            if let Some(reason) = self.open.forbids(square) {
                self.probe.step(2, Step::Reject(square, reason))?;
                continue;
            }
            self.probe.step(2, Step::Place(square))?;
            self.columns.push(column);
            self.choose()?;
            self.columns.pop();
            self.probe.work(Effort::Backtrack);
            self.probe.step(2, Step::Remove(square))?;
        }
        ControlFlow::Continue(())
    }

    fn test(&mut self) -> ControlFlow<P::Stop> {
        self.probe.work(Effort::Trial);
        self.probe.work(Effort::Test);
        match first_attack(self.problem, &self.columns) {
            Some((by, square)) => {
                let reason = attacked(self.problem, square, by);
                self.probe.step(4, Step::Reject(square, reason))
            }
            None => self.probe.solution(4, &self.columns),
        }
    }
}

/// The first queen, row by row, that an earlier one attacks, preceded by that one.
pub(super) fn first_attack(problem: &Problem, columns: &[u32]) -> Option<(Square, Square)> {
    let queens = || (0..).zip(columns).map(|(row, &column)| Square::new(row, column));
    queens().find_map(|queen| {
        let attacker =
            queens().take(queen.row as usize).find(|&by| problem.attack(by, queen).is_some())?;
        Some((attacker, queen))
    })
}
