//! A permutation of columns and its collisions, for searches that exchange columns.

use crate::line_counts::LineCounts;
use crate::random::Random;
use crate::{Probe, Step};
use bezzel_board::{Problem, Square};
use std::ops::ControlFlow;

/// What counts as a collision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Measure {
    /// Every pair of queens on one diagonal.
    Pairs,
    /// Every queen on a diagonal except the first: the measure of Sosič and Gu.
    Surplus,
}

/// A queen in each row and each column. The given queens stay; a queen on a blocked square is a
/// collision like any other.
pub(crate) struct Swaps<'p> {
    problem: &'p Problem,
    measure: Measure,
    counts: LineCounts,
    /// The column of each row.
    pub(crate) columns: Vec<u32>,
    /// The rows whose queens are not given.
    pub(crate) movable: Vec<u32>,
    /// Collisions on the board.
    pub(crate) collisions: u64,
}

impl<'p> Swaps<'p> {
    /// The board before its first permutation.
    pub(crate) fn new(problem: &'p Problem, measure: Measure) -> Swaps<'p> {
        let rows = 0..problem.size().rows();
        Swaps {
            problem,
            measure,
            counts: LineCounts::new(problem),
            columns: rows.clone().collect(),
            movable: rows.filter(|&row| problem.given_in_row(row).is_none()).collect(),
            collisions: 0,
        }
    }

    /// A random permutation with the given queens in it.
    pub(crate) fn shuffle(&mut self, random: &mut Random) {
        let mut columns: Vec<u32> = (0..self.problem.size().columns()).collect();
        for queen in self.problem.given().squares() {
            self.columns[queen.row as usize] = queen.column;
        }
        if !self.problem.given().is_empty() {
            let mut given: Vec<u32> =
                self.problem.given().squares().iter().map(|queen| queen.column).collect();
            given.sort_unstable();
            columns.retain(|column| given.binary_search(column).is_err());
        }
        random.shuffle(&mut columns);
        for (&row, column) in self.movable.iter().zip(columns) {
            self.columns[row as usize] = column;
        }
        self.count();
    }

    /// Replaces the permutation.
    pub(crate) fn set(&mut self, columns: Vec<u32>) {
        self.columns = columns;
        self.count();
    }

    /// Shows the queens one by one, and the collisions.
    pub(crate) fn show<P: Probe>(&self, line: u8, probe: &mut P) -> ControlFlow<P::Stop> {
        for (row, &column) in (0..).zip(&self.columns) {
            probe.step(line, Step::Place(Square::new(row, column)))?;
        }
        probe.step(line, Step::Collisions(self.collisions))
    }

    /// Whether the queen of this row collides with another or stands on a blocked square.
    pub(crate) fn is_attacked(&self, row: u32) -> bool {
        let queen = self.queen(row);
        let [_, diagonal, anti_diagonal] = self.counts.on_lines(queen);
        diagonal > 1 || anti_diagonal > 1 || self.is_blocked(queen)
    }

    /// The rows of attacked queens that may move.
    pub(crate) fn attacked(&self) -> Vec<u32> {
        self.movable.iter().copied().filter(|&row| self.is_attacked(row)).collect()
    }

    /// Exchanges the columns of two rows if that leaves fewer collisions; returns whether it did.
    pub(crate) fn improve(&mut self, row: u32, other: u32) -> bool {
        let before = self.collisions;
        self.swap(row, other);
        if self.collisions < before {
            return true;
        }
        self.swap(row, other);
        false
    }

    /// Exchanges the columns of two rows.
    pub(crate) fn swap(&mut self, row: u32, other: u32) {
        self.collisions -= self.take_off(row) + self.take_off(other);
        self.columns.swap(row as usize, other as usize);
        self.collisions += self.put_on(row) + self.put_on(other);
    }

    fn count(&mut self) {
        self.counts.clear();
        self.collisions = 0;
        for row in 0..self.problem.size().rows() {
            self.collisions += self.put_on(row);
        }
    }

    /// Puts the queen of a row on the board; returns the new collisions.
    fn put_on(&mut self, row: u32) -> u64 {
        let queen = self.queen(row);
        let met = self.counts.add(queen);
        self.weight(queen, met)
    }

    /// Removes the queen of a row from the board; returns the resolved collisions.
    fn take_off(&mut self, row: u32) -> u64 {
        let queen = self.queen(row);
        let left = self.counts.remove(queen);
        self.weight(queen, left)
    }

    fn weight(&self, queen: Square, others: [u32; 3]) -> u64 {
        let [_, diagonal, anti_diagonal] = others;
        let collisions = match self.measure {
            Measure::Pairs => u64::from(diagonal) + u64::from(anti_diagonal),
            Measure::Surplus => u64::from(diagonal > 0) + u64::from(anti_diagonal > 0),
        };
        collisions + u64::from(self.is_blocked(queen))
    }

    fn queen(&self, row: u32) -> Square {
        Square::new(row, self.columns[row as usize])
    }

    fn is_blocked(&self, square: Square) -> bool {
        !self.problem.blocked().is_empty() && self.problem.blocked().contains(square)
    }
}
