//! Notations for placements. The caller always names the notation of a text; it is never guessed.
//!
//! Row 0 is the row drawn first, so it is the highest rank of a chess diagram:
//!
//! ```text
//!                  one-line   1,3,0,2            algebraic  b4,d3,a2,c1
//!   4  . Q . .     one-based  2,4,1,3            fen        1Q2/3Q/Q3/2Q1
//!   3  . . . Q     linear     1,7,8,14           leetcode   [".Q..","...Q","Q...","..Q."]
//!   2  Q . . .     squares    0,1 1,3 2,0 3,2    grid       .Q..⏎...Q⏎Q...⏎..Q.
//!   1  . . Q .
//!      a b c d
//! ```

mod read;
mod write;

use crate::{BoardError, NotationError, Placement, Size};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// A notation for placements.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Notation {
    /// The column of each row from 0, `-` for an empty row: the canonical form.
    #[default]
    OneLine,
    /// The same, counted from 1.
    OneBased,
    /// Row and column of each queen from 0.
    Squares,
    /// The number of each square counted row by row from 0.
    Linear,
    /// File letter and rank number of each queen, as in chess.
    Algebraic,
    /// Ranks from the top, runs of empty squares as numbers, `Q` for a queen.
    Fen,
    /// A line of `Q` and `.` for each row.
    Grid,
    /// The same rows as a list of strings.
    #[serde(rename = "leetcode")]
    LeetCode,
}

impl Notation {
    /// Every notation with its name.
    pub const ALL: [(Notation, &'static str); 8] = [
        (Notation::OneLine, "one-line"),
        (Notation::OneBased, "one-based"),
        (Notation::Squares, "squares"),
        (Notation::Linear, "linear"),
        (Notation::Algebraic, "algebraic"),
        (Notation::Fen, "fen"),
        (Notation::Grid, "grid"),
        (Notation::LeetCode, "leetcode"),
    ];

    /// The notation's name.
    #[must_use]
    pub fn name(self) -> &'static str {
        Notation::ALL.iter().find(|(n, _)| *n == self).expect("ALL lists every notation").1
    }

    /// Whether the notation draws the rows of a flat board and so cannot show more dimensions.
    #[must_use]
    pub fn is_flat(self) -> bool {
        use Notation::{Algebraic, Fen, Grid, LeetCode};
        matches!(self, Algebraic | Fen | Grid | LeetCode)
    }

    /// Reads a placement. Notations that show the complete board determine its size; the others
    /// need it.
    ///
    /// ```
    /// # use bezzel_board::Notation;
    /// let (placement, size) = Notation::Grid.read(".Q..\n...Q\nQ...\n..Q.", None).unwrap();
    /// assert_eq!(Notation::OneLine.write(&placement, size).unwrap(), "1,3,0,2");
    /// let error = Notation::OneLine.read("1,3,x", None).unwrap_err();
    /// assert_eq!(error.at, 5);
    /// ```
    pub fn read(self, text: &str, size: Option<Size>) -> Result<(Placement, Size), NotationError> {
        read::read(self, text, size)
    }

    /// Whether this notation can show placements of a board of this size, or why not.
    pub fn admits(self, size: Size) -> Result<(), BoardError> {
        if self.is_flat() && size.dimension() > 2 {
            return Err(BoardError::NoNotation {
                notation: self.name(),
                why: "the board has more than two dimensions",
            });
        }
        Ok(())
    }

    /// Writes a placement, or says why this notation cannot.
    pub fn write(self, placement: &Placement, size: Size) -> Result<String, BoardError> {
        let mut text = String::new();
        self.append(placement, size, &mut text)?;
        Ok(text)
    }

    /// Appends a placement to a text, or says why this notation cannot and leaves the text as it was.
    pub fn append(
        self,
        placement: &Placement,
        size: Size,
        text: &mut String,
    ) -> Result<(), BoardError> {
        write::write(self, placement, size, text)
    }
}

impl fmt::Display for Notation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Notation {
    type Err = BoardError;

    fn from_str(text: &str) -> Result<Notation, BoardError> {
        let found = Notation::ALL.iter().find(|(_, name)| *name == text);
        found.map(|(notation, _)| *notation).ok_or_else(|| BoardError::UnknownName {
            text: text.to_owned(),
            what: "notation",
            known: Notation::ALL.map(|(_, name)| name).join(", "),
        })
    }
}

#[cfg(test)]
mod tests;
