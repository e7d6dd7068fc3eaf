//! The line along which one queen attacks another.

use crate::Square;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A line of the board: the reason two queens attack each other.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Line {
    /// All squares of this row; on the Möbius strip also those of the row that continues it.
    Row(u32),
    /// All squares of this column.
    Column(u32),
    /// All squares with row − column equal to this (mod the number of columns where edges are
    /// joined, and mod twice that number on the Möbius strip, where a diagonal continues as an
    /// anti-diagonal).
    Diagonal(i64),
    /// All squares with row + column equal to this (mod the number of columns where edges are
    /// joined).
    AntiDiagonal(i64),
    /// Where touching pieces attack each other: the four squares whose first one is this.
    Block(Square),
    /// Two squares that are a knight's move apart.
    Leap([Square; 2]),
    /// All squares of this region.
    Region(char),
    /// On a board with pawns: the squares of a row, column or diagonal from this one to that one,
    /// with no pawn between them.
    Between([Square; 2]),
    /// In more than two dimensions: the step from one queen towards the other, axis by axis.
    Direction(Vec<i64>),
    /// The hyperplane rule: a combination with coefficients −1, 0, 1 that has the same value mod n
    /// for both.
    Hyperplane(Vec<i64>),
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Line::Row(row) => write!(f, "row {row}"),
            Line::Column(column) => write!(f, "column {column}"),
            Line::Diagonal(difference) => write!(f, "diagonal row - column = {difference}"),
            Line::AntiDiagonal(sum) => write!(f, "anti-diagonal row + column = {sum}"),
            Line::Block(square) => write!(f, "the four squares at {square}"),
            Line::Leap([from, to]) => write!(f, "the knight's move from {from} to {to}"),
            Line::Region(name) => write!(f, "region {name}"),
            Line::Between([first, last]) => write!(f, "the line from {first} to {last}"),
            Line::Direction(step) => write!(f, "direction {}", Vector(step)),
            Line::Hyperplane(normal) => write!(f, "hyperplane {}", Vector(normal)),
        }
    }
}

/// `(+1, 0, -1)`.
struct Vector<'a>(&'a [i64]);

impl fmt::Display for Vector<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("(")?;
        for (place, component) in self.0.iter().enumerate() {
            if place > 0 {
                f.write_str(", ")?;
            }
            match component {
                0 => f.write_str("0")?,
                _ => write!(f, "{component:+}")?,
            }
        }
        f.write_str(")")
    }
}
