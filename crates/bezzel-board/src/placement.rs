//! Queens on a board, complete or not, attacking or not.

use crate::{Size, Square};
use serde::{Deserialize, Serialize};

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
        let rows = 0..columns.len() as u32;
        Placement { squares: rows.zip(columns).map(|(r, &c)| Square::new(r, c)).collect() }
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
}
