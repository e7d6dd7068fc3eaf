//! Wirth's recursive algorithm: column by column, every row of the column tested.
//!
//! ```text
//!   X[0] = 0, X[1] = 2, …:  X[j] is the row of the queen in column j
//! ```
//!
//! Cost: exponential; n tests at every node (15,720 for n = 8), whether the row is free or not;
//! Rohl's algorithms avoid this. Each square tested is a test and a trial. It works column by
//! column as printed, so the board must have equal sides, and the solutions come in the
//! lexicographic order of X, that is of the rows by column.

use crate::lines::{Lines, Open};
use crate::{Boards, Category, Effort, Info, Probe, Search, Settings, Step};
use bezzel_board::{Line, Problem, Square};
use std::ops::ControlFlow;

/// See the [module](self).
pub struct Wirth;

impl Search for Wirth {
    const INFO: Info = Info {
        id: "wirth",
        title: "Wirth's recursive algorithm",
        category: Category::AllSolutions,
        reference: "Erbas, Sarkeshik and Tanik, section 3.2, algorithm 1; Wirth 1971",
        guarantee: "every solution once, in lexicographic order of the rows by column",
        counts: "test, trial: a square tested; backtrack: a queen removed",
        corrections: "i means current_row, X is global, removequeen belongs inside the if",
        pseudocode: &[
            "Trycolumn(j)",
            "  current_row := 0",
            "  repeat",
            "    if (current_row, j) is safe then",
            "      X[j] := current_row; set the queen",
            "      if j < N - 1 then Trycolumn(j + 1) else print X",
            "      remove the queen",
            "    current_row := current_row + 1",
            "  until current_row = N",
        ],
        settings: &[],
        boards: Boards {
            torus: true,
            rectangles: false,
            space: false,
            free: false,
            rows: 1000,
            width: 1000,
        },
    };

    fn search<P: Probe>(
        &self,
        problem: &Problem,
        _: &Settings,
        probe: &mut P,
    ) -> ControlFlow<P::Stop> {
        let n = problem.size().rows();
        let (open, lines) = (Open::new(problem), Lines::new(problem));
        Columns { n, open, lines, x: vec![0; n as usize], probe }.try_column(0)
    }
}

struct Columns<'a, P> {
    n: u32,
    open: Open<'a>,
    lines: Lines<'a>,
    /// The column of each row's queen: the inverse of the printed X, which is by column.
    x: Vec<u32>,
    probe: &'a mut P,
}

impl<P: Probe> Columns<'_, P> {
    fn try_column(&mut self, j: u32) -> ControlFlow<P::Stop> {
        if j == self.n {
            return self.probe.solution(6, &self.x);
        }
        let mut safe = 0;
        for current_row in 0..self.n {
            let square = Square::new(current_row, j);
            if let Some(reason) = self.open.forbids(square) {
                self.probe.step(4, Step::Reject(square, reason))?;
                continue;
            }
            self.probe.work(Effort::Test);
            self.probe.work(Effort::Trial);
            if !self.lines.is_safe(square) {
                if P::WATCHES {
                    self.probe.step(4, Step::Reject(square, self.lines.reason(square)))?;
                }
                continue;
            }
            safe += 1;
            self.probe.step(5, Step::Place(square))?;
            self.x[current_row as usize] = j;
            self.lines.place(square);
            self.try_column(j + 1)?;
            self.lines.remove(square);
            self.probe.work(Effort::Backtrack);
            self.probe.step(7, Step::Remove(square))?;
        }
        if safe == 0 {
            self.probe.step(9, Step::DeadEnd(Line::Column(j)))?;
        }
        ControlFlow::Continue(())
    }
}
