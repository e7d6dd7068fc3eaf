//! Which lines of the board are occupied, and by which queen.

use crate::Reason;
use bezzel_board::{Problem, Square};

/// The rows, columns and diagonals occupied by the queens of a flat board.
///
/// A test makes four look-ups, whatever the number of queens. Each entry holds the row of the queen
/// that occupies the line, plus one; 0 means free.
pub(crate) struct Lines<'p> {
    problem: &'p Problem,
    rows: Vec<u32>,
    columns: Vec<u32>,
    diagonals: Vec<u32>,
    anti_diagonals: Vec<u32>,
}

impl<'p> Lines<'p> {
    pub(crate) fn new(problem: &'p Problem) -> Lines<'p> {
        let (rows, columns) = (problem.size().rows() as usize, problem.size().columns() as usize);
        Lines {
            problem,
            // The column of the row's queen, plus one.
            rows: vec![0; rows],
            columns: vec![0; columns],
            diagonals: vec![0; rows + columns],
            anti_diagonals: vec![0; rows + columns],
        }
    }

    pub(crate) fn is_safe(&self, square: Square) -> bool {
        let (diagonal, anti_diagonal) = self.slopes(square);
        self.rows[square.row as usize]
            | self.columns[square.column as usize]
            | self.diagonals[diagonal]
            | self.anti_diagonals[anti_diagonal]
            == 0
    }

    pub(crate) fn place(&mut self, queen: Square) {
        self.mark(queen, queen.row + 1, queen.column + 1);
    }

    pub(crate) fn remove(&mut self, queen: Square) {
        self.mark(queen, 0, 0);
    }

    /// Why a square is not safe.
    pub(crate) fn reason(&self, square: Square) -> Reason {
        let (diagonal, anti_diagonal) = self.slopes(square);
        let in_row = |row: u32| Square::new(row, self.rows[row as usize] - 1);
        let takers = [
            self.columns[square.column as usize],
            self.diagonals[diagonal],
            self.anti_diagonals[anti_diagonal],
        ];
        let by = match takers.into_iter().find(|&taker| taker != 0) {
            Some(taker) => in_row(taker - 1),
            None => in_row(square.row),
        };
        attacked(self.problem, square, by)
    }

    fn mark(&mut self, queen: Square, row: u32, column: u32) {
        let (diagonal, anti_diagonal) = self.slopes(queen);
        self.rows[queen.row as usize] = column;
        self.columns[queen.column as usize] = row;
        self.diagonals[diagonal] = row;
        self.anti_diagonals[anti_diagonal] = row;
    }

    fn slopes(&self, square: Square) -> (usize, usize) {
        let (row, column) = (square.row as usize, square.column as usize);
        let width = self.columns.len();
        match self.problem.wraps() {
            false => (row + width - 1 - column, row + column),
            true => ((row + width - column) % width, (row + column) % width),
        }
    }
}

/// The reason why a queen on `by` makes `square` unsafe.
pub(crate) fn attacked(problem: &Problem, square: Square, by: Square) -> Reason {
    let along = problem.attack(by, square).expect("the queen attacks the square");
    Reason::Attacked { by, along }
}

/// What the problem itself allows.
pub(crate) struct Open<'p> {
    problem: &'p Problem,
    /// Nothing is given or blocked, so the loops need not check.
    plain: bool,
}

impl<'p> Open<'p> {
    pub(crate) fn new(problem: &'p Problem) -> Open<'p> {
        Open { problem, plain: problem.is_plain() }
    }

    /// Why the problem forbids this square, if it does.
    pub(crate) fn forbids(&self, square: Square) -> Option<Reason> {
        if self.plain || self.problem.allows(square) {
            return None;
        }
        match self.problem.given_in_row(square.row) {
            Some(given) if given != square => Some(Reason::GivenElsewhere(given)),
            _ => Some(Reason::Blocked),
        }
    }
}
