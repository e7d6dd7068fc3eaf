//! Güldal's hybrid of sets and backtracking: a queen deletes the squares it threatens from a
//! matrix.
//!
//! ```text
//!   cells 0 … 15 by rows;  queen on 0 deletes {1,2,3,4,5,8,10,12,15}
//!   {cell, row}  threatened                   Q x x x
//!   {0, 0}  {1,2,3,4,5,8,10,12,15}            x x . .     left in row 1: cells 6 and 7,
//!   {6, 1}  {1,2,3,4,5,7,9,10,11,12,14}       x . x .     so the next queen needs no test
//!   …                                         x . . x     (the paper counts from 1)
//! ```
//!
//! Cost: exponential; memory n² sets of up to 4n squares. No square is ever tested: a queen is
//! placed only where the matrix still has a cell. A trial is a queen placed. With `rows = strict` a
//! row without cells ends the branch at once; with `rows = skip` the search continues with the next
//! row that has cells and notices only at the end that queens are missing, as the worked example
//! does at first.

use crate::lines::Open;
use crate::{
    Boards, Category, Effort, Frame, Info, Probe, Search, Setting, Settings, Step, Values,
};
use bezzel_board::{Line, Problem, Square};
use std::borrow::Cow;
use std::ops::ControlFlow;

/// See the [module](self).
pub struct Guldal;

const ROWS: Setting = Setting {
    name: "rows",
    values: Values::Words(&["strict", "skip"]),
    about: "whether a row without free cells ends the branch (strict) or is skipped",
};

impl Search for Guldal {
    const INFO: Info = Info {
        id: "guldal",
        title: "Güldal's hybrid of sets and backtracking",
        category: Category::AllSolutions,
        reference: "Criseno and Vizconde, section 4; Güldal, Baugh and Allehaibi 2016",
        guarantee: "every solution once, in lexicographic order",
        counts: "trial: a queen placed (there are no tests); backtrack: a queen removed",
        corrections: "the worked example skips a row without cells; the text then ends the branch there",
        pseudocode: &[
            "make the matrix of (cell, row, threatened set)",
            "place(queens): take the first row below the last queen that has a cell in the matrix",
            "  if rows are strict and that is not the next row then return",
            "  for each cell of the row in the matrix",
            "    save the matrix; place a queen on the cell",
            "    eliminate the cells it threatens",
            "    if queens + 1 = n then print else place(queens + 1)",
            "    restore the matrix; take the queen back",
        ],
        settings: &[ROWS],
        boards: Boards {
            torus: true,
            rectangles: true,
            space: true,
            free: false,
            rows: 100,
            width: 1000,
        },
    };

    fn search<P: Probe>(
        &self,
        problem: &Problem,
        settings: &Settings,
        probe: &mut P,
    ) -> ControlFlow<P::Stop> {
        let size = problem.size();
        let open = Open::new(problem);
        let forbidden: Vec<Square> = size.iter().filter(|&s| open.forbids(s).is_some()).collect();
        let mut hybrid = Hybrid {
            problem,
            strict: settings.word(&ROWS) == "strict",
            threatened: size.iter().map(|square| threatened(problem, square)).collect(),
            free: size.iter().map(|square| open.forbids(square).is_none()).collect(),
            queens: Vec::new(),
            probe,
        };
        if !forbidden.is_empty() {
            hybrid.probe.step(1, Step::Eliminate(Cow::Borrowed(&forbidden)))?;
        }
        hybrid.place(0)
    }
}

struct Hybrid<'a, P> {
    problem: &'a Problem,
    strict: bool,
    threatened: Vec<Vec<Square>>,
    /// Cells that are neither occupied nor eliminated, by position.
    free: Vec<bool>,
    queens: Vec<Square>,
    probe: &'a mut P,
}

impl<P: Probe> Hybrid<'_, P> {
    fn place(&mut self, below: u32) -> ControlFlow<P::Stop> {
        let size = self.problem.size();
        if self.queens.len() == size.rows() as usize {
            let columns: Vec<u32> = self.queens.iter().map(|queen| queen.column).collect();
            return self.probe.solution(7, &columns);
        }
        let Some(row) = (below..size.rows()).find(|&row| self.has_cell(row)) else {
            return self.probe.step(2, Step::DeadEnd(Line::Row(below.min(size.rows() - 1))));
        };
        if row != below && self.strict {
            return self.probe.step(3, Step::DeadEnd(Line::Row(below)));
        }
        for column in 0..size.width() {
            let square = Square::new(row, column);
            let cell = size.position(square) as usize;
            if !self.free[cell] {
                continue;
            }
            self.probe.work(Effort::Trial);
            self.probe.step(5, Step::Place(square))?;
            self.free[cell] = false;
            self.queens.push(square);
            let eliminated: Vec<Square> = (self.threatened[cell].iter().copied())
                .filter(|&threatened| self.free[size.position(threatened) as usize])
                .collect();
            self.mark(&eliminated, false);
            self.probe.step(6, Step::Eliminate(Cow::Borrowed(&eliminated)))?;
            self.place(row + 1)?;
            self.mark(&eliminated, true);
            self.probe.step(8, Step::Restore(Cow::Borrowed(&eliminated)))?;
            self.queens.pop();
            self.free[cell] = true;
            self.probe.work(Effort::Backtrack);
            self.probe.step(8, Step::Remove(square))?;
        }
        ControlFlow::Continue(())
    }

    fn has_cell(&self, row: u32) -> bool {
        let width = self.problem.size().width() as usize;
        self.free[row as usize * width..][..width].contains(&true)
    }

    fn mark(&mut self, cells: &[Square], free: bool) {
        for &cell in cells {
            self.free[self.problem.size().position(cell) as usize] = free;
        }
    }
}

/// The squares a queen threatens: the third part of a matrix entry. In space this includes the rest
/// of the queen's layer, because each layer holds one queen.
fn threatened(problem: &Problem, queen: Square) -> Vec<Square> {
    let hit = |&square: &Square| {
        square != queen && (square.row == queen.row || problem.attack(queen, square).is_some())
    };
    problem.size().iter().filter(hit).collect()
}

/// One line of the matrix, cells and rows counted from 0 like squares; the paper counts from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Cell number.
    pub cell: u64,
    /// Row number.
    pub row: u32,
    /// Cells a queen there threatens.
    pub threatened: Vec<u64>,
}

/// The matrix at a moment of a trace: one entry for each queen and each cell not eliminated.
#[must_use]
pub fn matrix(problem: &Problem, frame: &Frame) -> Vec<Entry> {
    let number = |square: Square| problem.size().position(square);
    (problem.size().iter())
        .filter(|square| !frame.eliminated.contains(square))
        .map(|square| Entry {
            cell: number(square),
            row: square.row,
            threatened: threatened(problem, square).into_iter().map(number).collect(),
        })
        .collect()
}
