//! Dancing links: the problem as an exact cover, rows and columns once, diagonals at most once.
//!
//! ```text
//!   option (i, j) covers   row i, column j   |  i − j, i + j
//!                          primary: once     |  secondary: at most once
//! ```
//!
//! Cost: exponential, but with the fewest visits of all algorithms here, because the next row or
//! column to fill is always the one with the fewest squares left. A trial is an option chosen;
//! nothing is tested. With fewer rows than columns the columns are secondary too. Solutions come in
//! no particular order.

use crate::exact_cover::CoverProbe;
use crate::{Boards, Category, Effort, ExactCover, Info, Probe, Search, Settings, Step};
use bezzel_board::{Line, Problem, Square};
use std::ops::ControlFlow;

/// See the [module](self).
pub struct DancingLinks;

impl Search for DancingLinks {
    const INFO: Info = Info {
        id: "dancing-links",
        title: "Dancing links on the exact-cover form",
        category: Category::AllSolutions,
        reference: "Knuth 2000, \"Dancing links\"",
        guarantee: "every solution once, in no particular order",
        counts: "trial: an option chosen (there are no tests); backtrack: an option undone",
        corrections: "none",
        pseudocode: &[
            "search: if every row and column is covered then print",
            "  take the row or column with the fewest options left; if it has none return",
            "  for each of its options",
            "    choose the option: place the queen, cover its row, column and diagonals",
            "    search",
            "    uncover them in reverse; take the queen back",
        ],
        settings: &[],
        boards: Boards {
            torus: true,
            rectangles: true,
            space: false,
            free: false,
            rows: 500,
            width: 500,
        },
    };

    fn search<P: Probe>(
        &self,
        problem: &Problem,
        _: &Settings,
        probe: &mut P,
    ) -> ControlFlow<P::Stop> {
        let (rows, columns) = (problem.size().rows() as usize, problem.size().columns() as usize);
        let squares: Vec<Square> = problem.size().iter().filter(|&s| problem.allows(s)).collect();
        let primary = if rows == columns { rows + columns } else { rows };
        let mut cover = ExactCover::new(primary, 2 * (rows + columns) + columns);
        for square in &squares {
            let (row, column) = (square.row as usize, square.column as usize);
            let (diagonal, anti_diagonal) = match problem.wraps() {
                false => (row + columns - column, row + column),
                true => ((row + columns - column) % columns, (row + column) % columns),
            };
            let diagonals = rows + columns;
            cover.add_option(&[
                row,
                rows + column,
                diagonals + diagonal,
                diagonals + rows + columns + anti_diagonal,
            ]);
        }
        let mut placing = Placing { squares: &squares, rows, columns: vec![0; rows], probe };
        cover.solve(&mut placing)
    }
}

/// Turns options back into squares.
struct Placing<'a, P> {
    squares: &'a [Square],
    rows: usize,
    columns: Vec<u32>,
    probe: &'a mut P,
}

impl<P: Probe> CoverProbe for Placing<'_, P> {
    type Stop = P::Stop;

    fn choose(&mut self, option: usize) -> ControlFlow<P::Stop> {
        let square = self.squares[option];
        self.probe.work(Effort::Trial);
        self.columns[square.row as usize] = square.column;
        self.probe.step(4, Step::Place(square))
    }

    fn undo(&mut self, option: usize) -> ControlFlow<P::Stop> {
        self.probe.work(Effort::Backtrack);
        self.probe.step(6, Step::Remove(self.squares[option]))
    }

    fn stuck(&mut self, item: usize) -> ControlFlow<P::Stop> {
        let line = match item.checked_sub(self.rows) {
            Some(column) => Line::Column(column as u32),
            None => Line::Row(item as u32),
        };
        self.probe.step(2, Step::DeadEnd(line))
    }

    fn covered(&mut self) -> ControlFlow<P::Stop> {
        self.probe.solution(1, &self.columns)
    }
}
