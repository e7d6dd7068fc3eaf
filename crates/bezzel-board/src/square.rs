//! One square of a board, by row and column, both from 0.

use serde::{Deserialize, Serialize};
use std::fmt;

/// A square. Row 0 is the row drawn first, column 0 the column drawn leftmost.
///
/// On a board of more than two dimensions a *row* is a layer of the last axis and the *column* is
/// the position inside that layer (see [`Size`](crate::Size)), so that every board can be treated
/// as a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "(u32, u32)", from = "(u32, u32)")]
pub struct Square {
    /// Row (layer of the last axis), from 0.
    pub row: u32,
    /// Column (position inside the layer), from 0.
    pub column: u32,
}

impl Square {
    /// The square at this row and column.
    #[must_use]
    pub const fn new(row: u32, column: u32) -> Self {
        Square { row, column }
    }
}

impl From<(u32, u32)> for Square {
    fn from((row, column): (u32, u32)) -> Self {
        Square { row, column }
    }
}

impl From<Square> for (u32, u32) {
    fn from(square: Square) -> Self {
        (square.row, square.column)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.row, self.column)
    }
}
