//! The regions of a divided board: thick lines between them, so that nothing depends on colour.

use super::board::Board;
use crate::color::INK;
use crate::scene::{Ink, Item, Path};
use bezzel_board::Square;

impl Board {
    /// The edges between squares of different regions.
    pub(super) fn regions(&self, cell: f64, items: &mut Vec<Item>) {
        let regions = self.problem.regions();
        let mut path = Path::default();
        for square in self.size().iter() {
            let Square { row, column } = square;
            let differs = |other: Square| {
                regions.of(other).is_some_and(|name| Some(name) != regions.of(square))
            };
            let (x, y) = (f64::from(column + 1) * cell, f64::from(row + 1) * cell);
            if differs(Square::new(row, column + 1)) {
                path.line_through(&[(x, y - cell), (x, y)]);
            }
            if differs(Square::new(row + 1, column)) {
                path.line_through(&[(x - cell, y), (x, y)]);
            }
        }
        if !path.is_empty() {
            items.push(Item::Path { path, ink: Ink::stroke(INK, (cell / 12.0).max(1.0)) });
        }
    }
}
