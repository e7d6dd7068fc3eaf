//! The squares that each row may still use: what constraint propagation works on.

use crate::lines::Open;
use bezzel_board::{Problem, Square};

/// The domain of every row.
pub(crate) struct Domains {
    width: u32,
    /// Whether a square is in the domain of its row, by position.
    open: Vec<bool>,
    /// The number of squares in each domain.
    left: Vec<u32>,
}

impl Domains {
    /// All squares that the problem allows, and those that it forbids.
    pub(crate) fn new(problem: &Problem) -> (Domains, Vec<Square>) {
        let size = problem.size();
        let mut domains = Domains {
            width: size.width(),
            open: vec![true; size.squares() as usize],
            left: vec![size.width(); size.rows() as usize],
        };
        let open = Open::new(problem);
        let forbidden: Vec<Square> = size.iter().filter(|&s| open.forbids(s).is_some()).collect();
        domains.remove(&forbidden);
        (domains, forbidden)
    }

    /// How many squares a row has left.
    pub(crate) fn left(&self, row: u32) -> u32 {
        self.left[row as usize]
    }

    pub(crate) fn contains(&self, square: Square) -> bool {
        self.open[self.position(square)]
    }

    /// The squares of a row, from the left.
    pub(crate) fn squares(&self, row: u32) -> impl Iterator<Item = Square> + '_ {
        let squares = (0..self.width).map(move |column| Square::new(row, column));
        squares.filter(|&square| self.contains(square))
    }

    /// Takes squares out of their domains.
    pub(crate) fn remove(&mut self, squares: &[Square]) {
        for &square in squares {
            let position = self.position(square);
            debug_assert!(self.open[position], "{square} is removed twice");
            self.open[position] = false;
            self.left[square.row as usize] -= 1;
        }
    }

    /// Puts squares back.
    pub(crate) fn restore(&mut self, squares: &[Square]) {
        for &square in squares {
            let position = self.position(square);
            self.open[position] = true;
            self.left[square.row as usize] += 1;
        }
    }

    fn position(&self, square: Square) -> usize {
        square.row as usize * self.width as usize + square.column as usize
    }
}
