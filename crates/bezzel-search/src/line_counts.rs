//! The number of queens on each column and diagonal, for local searches.

use bezzel_board::{Problem, Square};

/// The number of queens on every line of a flat board except its rows.
pub(crate) struct LineCounts {
    width: usize,
    torus: bool,
    columns: Vec<u32>,
    diagonals: Vec<u32>,
    anti_diagonals: Vec<u32>,
}

impl LineCounts {
    /// The counts of the empty board.
    pub(crate) fn new(problem: &Problem) -> LineCounts {
        let (rows, width) = (problem.size().rows() as usize, problem.size().columns() as usize);
        LineCounts {
            width,
            torus: problem.wraps(),
            columns: vec![0; width],
            diagonals: vec![0; rows + width],
            anti_diagonals: vec![0; rows + width],
        }
    }

    /// Removes all queens.
    pub(crate) fn clear(&mut self) {
        self.columns.fill(0);
        self.diagonals.fill(0);
        self.anti_diagonals.fill(0);
    }

    /// Puts a queen on a square; returns the number of other queens on its column, diagonal and
    /// anti-diagonal.
    #[inline]
    pub(crate) fn add(&mut self, queen: Square) -> [u32; 3] {
        let met = self.on_lines(queen);
        let (column, diagonal, anti_diagonal) = self.lines(queen);
        self.columns[column] += 1;
        self.diagonals[diagonal] += 1;
        self.anti_diagonals[anti_diagonal] += 1;
        met
    }

    /// Removes a queen from a square; returns the number of remaining queens on its column,
    /// diagonal and anti-diagonal.
    #[inline]
    pub(crate) fn remove(&mut self, queen: Square) -> [u32; 3] {
        let (column, diagonal, anti_diagonal) = self.lines(queen);
        self.columns[column] -= 1;
        self.diagonals[diagonal] -= 1;
        self.anti_diagonals[anti_diagonal] -= 1;
        self.on_lines(queen)
    }

    /// Queens that attack this square along these lines; a queen on the square itself counts three
    /// times.
    #[inline]
    pub(crate) fn attackers(&self, square: Square) -> u32 {
        self.on_lines(square).iter().sum()
    }

    /// The queens on the square's column, diagonal and anti-diagonal.
    #[inline]
    pub(crate) fn on_lines(&self, square: Square) -> [u32; 3] {
        let (column, diagonal, anti_diagonal) = self.lines(square);
        [self.columns[column], self.diagonals[diagonal], self.anti_diagonals[anti_diagonal]]
    }

    /// Whether two squares share a column or a diagonal.
    pub(crate) fn share_a_line(&self, a: Square, b: Square) -> bool {
        let (a, b) = (self.lines(a), self.lines(b));
        a.0 == b.0 || a.1 == b.1 || a.2 == b.2
    }

    #[inline]
    fn lines(&self, square: Square) -> (usize, usize, usize) {
        let (row, column) = (square.row as usize, square.column as usize);
        let fold =
            |line: usize| if self.torus && line >= self.width { line - self.width } else { line };
        (column, fold(row + self.width - column), fold(row + column))
    }
}
