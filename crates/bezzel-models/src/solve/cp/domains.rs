//! The remaining columns of each row, and the two simple propagation levels.

use super::super::bits::Bits;
use crate::Model;
use bezzel_board::Topology;

/// The remaining columns of each row.
#[derive(Clone)]
pub struct Domains {
    columns: usize,
    torus: bool,
    left: Vec<Bits>,
    /// Rows whose queen has been placed by the search.
    placed: Vec<bool>,
}

impl Domains {
    pub fn new(model: &Model) -> Domains {
        let size = model.problem().size();
        let (rows, columns) = (size.rows() as usize, size.columns() as usize);
        let mut left = vec![Bits::none(columns); rows];
        for (_, square) in model.squares() {
            left[square.row as usize].insert(square.column as usize);
        }
        let torus = model.problem().topology() == Topology::Torus;
        Domains { columns, torus, left, placed: vec![false; rows] }
    }

    pub fn rows(&self) -> usize {
        self.left.len()
    }

    /// Number of the lines through a square: column, diagonal, anti-diagonal.
    pub fn lines(&self, row: usize, column: usize) -> [usize; 3] {
        let (difference, sum) = (row + self.columns - column, row + column);
        match self.torus {
            true => [column, difference % self.columns, sum % self.columns],
            false => [column, difference, sum],
        }
    }

    pub fn columns(&self, row: usize) -> impl Iterator<Item = usize> + '_ {
        self.left[row].iter()
    }

    /// The remaining columns of a row, ordered by how many choices they leave for the other rows,
    /// most first.
    pub fn least_constraining(&self, row: usize) -> Vec<usize> {
        let mut columns: Vec<usize> = self.columns(row).collect();
        columns.sort_by_cached_key(|&column| {
            let others = (0..self.rows()).filter(|&other| other != row && !self.placed[other]);
            let lost = |other: usize| {
                self.attacked(row, column, other).filter(|&c| self.left[other].contains(c)).count()
            };
            others.map(lost).sum::<usize>()
        });
        columns
    }

    pub fn assign(&mut self, row: usize, column: usize) {
        self.left[row] = Bits::none(self.columns);
        self.left[row].insert(column);
        self.placed[row] = true;
    }

    /// Removes a column from a row; returns whether it was there.
    pub fn remove(&mut self, row: usize, column: usize) -> bool {
        self.left[row].remove(column)
    }

    pub fn has_empty_row(&self) -> bool {
        self.left.iter().any(Bits::is_empty)
    }

    /// The row without a queen that has the fewest columns left, with ties broken towards the
    /// middle of the board.
    pub fn tightest(&self) -> Option<usize> {
        (0..self.rows())
            .filter(|&row| !self.placed[row])
            .min_by_key(|&row| (self.left[row].len(), (2 * row).abs_diff(self.rows() - 1)))
    }

    /// Every row with its first remaining column: the solution once all queens are placed.
    pub fn queens(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        self.left.iter().enumerate().filter_map(|(row, left)| Some((row, left.first()?)))
    }

    /// Forward checking: removes what the queen of a row attacks. Returns whether every row has a
    /// column.
    pub fn forget_attacked_by(&mut self, row: usize) -> bool {
        let Some(column) = self.left[row].first() else { return false };
        for other in 0..self.rows() {
            if other == row {
                continue;
            }
            for attacked in self.attacked(row, column, other) {
                self.left[other].remove(attacked);
            }
            if self.left[other].is_empty() {
                return false;
            }
        }
        true
    }

    /// Arc consistency: removes columns that attack all remaining columns of another row, until
    /// nothing changes. Returns whether every row has a column.
    pub fn make_arc_consistent(&mut self) -> bool {
        if self.has_empty_row() {
            return false;
        }
        let mut changed: Vec<usize> = (0..self.rows()).collect();
        let mut waits = vec![true; self.rows()];
        while let Some(row) = changed.pop() {
            waits[row] = false;
            // A queen attacks at most three columns of another row, so a row with more always keeps
            // one.
            let left: Vec<usize> = self.left[row].iter().take(4).collect();
            if left.len() > 3 {
                continue;
            }
            for other in (0..self.rows()).filter(|&other| other != row) {
                for column in self.attacked(row, left[0], other) {
                    let attacks_all = left[1..]
                        .iter()
                        .all(|&c| self.attacked(row, c, other).any(|a| a == column));
                    if attacks_all && self.left[other].remove(column) {
                        if self.left[other].is_empty() {
                            return false;
                        }
                        if !waits[other] {
                            waits[other] = true;
                            changed.push(other);
                        }
                    }
                }
            }
        }
        true
    }

    /// The columns of another row that a queen attacks: straight down and along both diagonals. On
    /// a torus some may be listed twice.
    fn attacked(
        &self,
        row: usize,
        column: usize,
        other: usize,
    ) -> impl Iterator<Item = usize> + use<> {
        let (columns, torus) = (self.columns, self.torus);
        let distance = row.abs_diff(other);
        let left = match column.checked_sub(distance) {
            None if torus => Some((column + columns - distance) % columns),
            left => left,
        };
        let right = match column + distance {
            beyond if beyond >= columns => torus.then(|| beyond % columns),
            right => Some(right),
        };
        [Some(column), left, right].into_iter().flatten()
    }
}
