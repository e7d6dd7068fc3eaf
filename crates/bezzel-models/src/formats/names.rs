//! Names of variables and lines in formats that have names.
//!
//! A name has at most eight characters up to a side of 1000, so that even fixed MPS accepts it.

use super::answer::{ReadError, Word};
use crate::{Model, Variable};
use bezzel_board::{Line, Square, Topology};
use std::fmt;

/// `x3_5`: the queen on row 3, column 5.
pub(super) struct Name(pub Square);

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "x{}_{}", self.0.row, self.0.column)
    }
}

/// What names mean, for the comments of a file.
pub(super) fn names(model: &Model) -> String {
    let piece = model.problem().rule().piece();
    let article = if piece == "amazon" { "an" } else { "a" };
    format!("xR_C is 1 if {article} {piece} stands on row R, column C (both from 0)")
}

/// The variable with this name.
pub(super) fn variable(model: &Model, word: &Word) -> Result<Variable, ReadError> {
    let parts = word.text.strip_prefix('x').and_then(|rest| rest.split_once('_'));
    let square =
        parts.and_then(|(row, column)| Some(Square::new(row.parse().ok()?, column.parse().ok()?)));
    let Some(square) = square else {
        let error = word.fault(format!("'{}' is not a variable", word.text));
        return Err(error.advice("they look like x3_5"));
    };
    of_square(model, square, word)
}

/// The variable of a square that a word names.
pub(super) fn of_square(model: &Model, square: Square, word: &Word) -> Result<Variable, ReadError> {
    model.variable(square).ok_or_else(|| {
        word.fault(format!("there is no open square {square} in {}", model.problem()))
    })
}

/// `r3`, `c5`, `d0_3`, `a0_3`, `t0_3`, `gA`: a row, a column, a diagonal, an anti-diagonal or a block
/// of touching squares by its first square, a region; `m3`, `l0_6`, `p0_2`: a diagonal of the Möbius
/// strip, a knight's move or a part of a line by the numbers of its squares.
pub(super) struct LineName<'m>(pub &'m Model, pub Line);

impl fmt::Display for LineName<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let columns = i64::from(self.0.problem().size().columns());
        let torus = self.0.problem().wraps();
        let at = |square: Square| self.0.problem().size().position(square);
        match self.1 {
            Line::Row(row) => write!(f, "r{row}"),
            Line::Column(column) => write!(f, "c{column}"),
            Line::Diagonal(d) if self.0.problem().topology() == Topology::Mobius => {
                write!(f, "m{d}")
            }
            Line::Diagonal(d) if torus => write!(f, "d0_{}", (-d).rem_euclid(columns)),
            Line::Diagonal(d) => write!(f, "d{}_{}", d.max(0), (-d).max(0)),
            Line::AntiDiagonal(s) if torus => write!(f, "a0_{s}"),
            Line::AntiDiagonal(s) => {
                write!(f, "a{}_{}", (s + 1 - columns).max(0), s.min(columns - 1))
            }
            Line::Block(Square { row, column }) => write!(f, "t{row}_{column}"),
            Line::Leap([from, to]) => write!(f, "l{}_{}", at(from), at(to)),
            Line::Between([first, last]) => write!(f, "p{}_{}", at(first), at(last)),
            Line::Region(name) => write!(f, "g{name}"),
            // Models have lines of squares only: no directions and no hyperplanes.
            ref other => unreachable!("a model has no {other}"),
        }
    }
}

/// How the lines of a model are named, for the comments of a file.
pub(super) fn line_names(model: &Model) -> &'static str {
    if model.problem().is_flat() {
        "rR row, cC column, dR_C diagonal and aR_C anti-diagonal by their first square"
    } else if model.problem().variant().is_some() {
        "rR row, cC column, dR_C diagonal, aR_C anti-diagonal or tR_C four touching squares by \
         their first square, mD diagonal of the Moebius strip, lA_B knight's move and pA_B line \
         between pawns by the numbers of its first and last square, gX region X"
    } else {
        "rR row, cC column, dR_C diagonal, aR_C anti-diagonal or tR_C four touching squares by \
         their first square, gX region X"
    }
}
