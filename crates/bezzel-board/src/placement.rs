//! Queens on a board, complete or not, attacking or not.

use crate::{Notation, NotationError, Size, Square};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// A set of queens. It may be partial and its queens may attack each other; a *solution* is a
/// placement that [`Problem::is_solution`](crate::Problem::is_solution) accepts.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(from = "Vec<Square>", into = "Vec<Square>")]
pub struct Placement {
    /// Sorted row by row, without duplicates.
    squares: Vec<Square>,
}

impl Placement {
    /// The placement with one queen in each row, in these columns.
    #[must_use]
    pub fn from_columns(columns: &[u32]) -> Placement {
        let mut placement = Placement::default();
        placement.set_columns(columns);
        placement
    }

    /// The same, in the memory of this placement.
    pub fn set_columns(&mut self, columns: &[u32]) {
        self.squares.clear();
        self.squares.extend((0..).zip(columns).map(|(row, &column)| Square::new(row, column)));
    }

    /// The queens, row by row.
    #[must_use]
    pub fn squares(&self) -> &[Square] {
        &self.squares
    }

    /// Number of queens.
    #[must_use]
    pub fn len(&self) -> usize {
        self.squares.len()
    }

    /// Whether there are no queens.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.squares.is_empty()
    }

    /// Whether a queen stands on `square`.
    #[must_use]
    pub fn contains(&self, square: Square) -> bool {
        self.squares.binary_search(&square).is_ok()
    }

    /// The notation that [`Display`](fmt::Display) writes: one-line, or squares if a row has several
    /// queens.
    #[must_use]
    pub fn usual_notation(&self) -> Notation {
        let shares_a_row = self.squares.windows(2).any(|pair| pair[0].row == pair[1].row);
        if shares_a_row { Notation::Squares } else { Notation::OneLine }
    }

    /// Puts a queen on `square`; returns whether the square was free.
    pub fn place(&mut self, square: Square) -> bool {
        match self.squares.binary_search(&square) {
            Ok(_) => false,
            Err(place) => {
                self.squares.insert(place, square);
                true
            }
        }
    }

    /// Removes the queen from `square`; returns whether there was one.
    pub fn remove(&mut self, square: Square) -> bool {
        match self.squares.binary_search(&square) {
            Ok(place) => {
                self.squares.remove(place);
                true
            }
            Err(_) => false,
        }
    }

    /// The column of each row, if every row of the board holds at most one queen.
    #[must_use]
    pub fn columns(&self, size: Size) -> Option<Vec<Option<u32>>> {
        let mut columns = vec![None; size.rows() as usize];
        for square in &self.squares {
            let slot = columns.get_mut(square.row as usize)?;
            if slot.replace(square.column).is_some() {
                return None;
            }
        }
        Some(columns)
    }
}

impl From<Vec<Square>> for Placement {
    fn from(mut squares: Vec<Square>) -> Placement {
        squares.sort_unstable();
        squares.dedup();
        Placement { squares }
    }
}

impl From<Placement> for Vec<Square> {
    fn from(placement: Placement) -> Vec<Square> {
        placement.squares
    }
}

impl FromIterator<Square> for Placement {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Placement {
        squares.into_iter().collect::<Vec<_>>().into()
    }
}

/// The column of each row, `-` where a row is empty: `1,3,0,2`. Squares, `0,1 0,2`, where a row has
/// several queens. [`Notation`](crate::Notation) has more forms.
impl fmt::Display for Placement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shares_a_row = self.usual_notation() == Notation::Squares;
        let mut row = 0;
        for (place, square) in self.squares.iter().enumerate() {
            if shares_a_row {
                let space = if place > 0 { " " } else { "" };
                write!(f, "{space}{},{}", square.row, square.column)?;
                continue;
            }
            if place > 0 {
                f.write_str(",")?;
            }
            for _ in row..square.row {
                f.write_str("-,")?;
            }
            write!(f, "{}", square.column)?;
            row = square.row + 1;
        }
        Ok(())
    }
}

/// What [`Display`](fmt::Display) writes.
///
/// ```
/// use bezzel_board::{Placement, Problem};
///
/// let placement: Placement = "1,3,0,2".parse()?;
/// assert!(Problem::queens(4).is_solution(&placement));
/// # Ok::<(), bezzel_board::NotationError>(())
/// ```
impl FromStr for Placement {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Placement, NotationError> {
        let words = || text.split_whitespace();
        let mut placement = Placement::default();
        if words().nth(1).is_some() {
            for word in words() {
                let pair = word.split_once(',');
                let number = |text: &str| text.parse::<u32>().ok();
                let square = pair.and_then(|(row, column)| Some((number(row)?, number(column)?)));
                let Some(square) = square else {
                    return Err(unreadable("squares", text, word, "a square such as 2,1"));
                };
                placement.place(square.into());
            }
            return Ok(placement);
        }
        let columns = words().next().map(|line| line.split(','));
        for (row, word) in (0..).zip(columns.into_iter().flatten()) {
            match word.parse() {
                Ok(column) => _ = placement.place(Square::new(row, column)),
                Err(_) if word == "-" => {}
                Err(_) => {
                    let expected = "a column from 0, or - for a row without a queen";
                    return Err(unreadable("one-line", text, word, expected));
                }
            }
        }
        Ok(placement)
    }
}

fn unreadable(
    notation: &'static str,
    text: &str,
    word: &str,
    expected: &'static str,
) -> NotationError {
    // The word is a part of the text.
    let bytes = word.as_ptr() as usize - text.as_ptr() as usize;
    let at = text[..bytes].chars().count() + 1;
    let problem = format!("'{word}' is not {expected}");
    NotationError { notation, at, problem, instead: Vec::new() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placing_and_removing_keep_the_queens_sorted() {
        let mut placement = Placement::default();
        assert!(placement.is_empty());
        for (row, column) in [(2, 0), (0, 1), (1, 3)] {
            assert!(placement.place(Square::new(row, column)));
        }
        assert!(!placement.place(Square::new(0, 1)), "the square is taken");
        let size = Size::square(4).unwrap();
        assert_eq!(placement.columns(size), Some(vec![Some(1), Some(3), Some(0), None]));
        assert!(placement.remove(Square::new(1, 3)));
        assert!(!placement.remove(Square::new(1, 3)));
        assert_eq!(placement.squares(), [Square::new(0, 1), Square::new(2, 0)]);
    }

    #[test]
    fn two_queens_in_a_row_have_no_one_line_form() {
        let placement: Placement = [Square::new(0, 1), Square::new(0, 2)].into_iter().collect();
        assert_eq!(placement.columns(Size::square(4).unwrap()), None);
    }

    #[test]
    fn text_is_read_back() {
        for text in ["", "1,3,0,2", "-,-,4", "0,-,2", "0,1 0,2 3,3"] {
            let placement: Placement = text.parse().unwrap();
            assert_eq!(placement.to_string(), text);
        }
        let error = "1,3,x".parse::<Placement>().unwrap_err();
        assert_eq!((error.notation, error.at), ("one-line", 5));
        let error = "0,1 x".parse::<Placement>().unwrap_err();
        assert_eq!((error.notation, error.at), ("squares", 5));
    }
}
