//! The size of a board: a square, a rectangle, or a cube of any dimension.

use crate::{BoardError, Square};
use std::fmt;
use std::str::FromStr;

/// Rows, columns and dimension of a board.
///
/// A board of side n in d dimensions is treated as a table: a row is a layer of the last axis and
/// holds n^(d−1) squares, numbered by Barr and Rao's p = Σ i_j · n^(j−1) over the other axes. In
/// two dimensions that is the ordinary chessboard.
///
/// A board never has more rows than columns: a taller one is the same board rotated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Size {
    rows: u32,
    columns: u32,
    dimension: u32,
}

impl Size {
    /// The board of `n` × `n` squares.
    pub fn square(n: u32) -> Result<Size, BoardError> {
        Size::rectangle(n, n)
    }

    /// The board of `rows` × `columns` squares; one queen goes into each row.
    pub fn rectangle(rows: u32, columns: u32) -> Result<Size, BoardError> {
        if rows > columns {
            return Err(BoardError::Tall { rows, columns });
        }
        Ok(Size { rows, columns, dimension: 2 })
    }

    /// The board of `n`^`dimension` squares; one queen goes into each layer of the last axis.
    pub fn cube(n: u32, dimension: u32) -> Result<Size, BoardError> {
        if dimension < 2 {
            return Err(BoardError::Dimension { dimension });
        }
        if u64::from(n).checked_pow(dimension).is_none() {
            return Err(BoardError::TooLarge { n, dimension });
        }
        Ok(Size { rows: n, columns: n, dimension })
    }

    /// Rows of the board, which is also the number of queens of a solution.
    #[must_use]
    pub fn rows(self) -> u32 {
        self.rows
    }

    /// Columns of the board: squares along every axis except the one counted by
    /// [`rows`](Self::rows).
    #[must_use]
    pub fn columns(self) -> u32 {
        self.columns
    }

    /// Dimension of the board, 2 for the ordinary one.
    #[must_use]
    pub fn dimension(self) -> u32 {
        self.dimension
    }

    /// Squares in one row (one layer), n^(d−1), as far as they have numbers: a layer of more squares
    /// than 32 bits can number counts as one of `u32::MAX`. Such a board has totals, which follow
    /// from its side and its dimension, but no search goes through it.
    #[must_use]
    pub fn width(self) -> u32 {
        u32::try_from(self.layer()).unwrap_or(u32::MAX)
    }

    /// Squares in one layer.
    fn layer(self) -> u64 {
        u64::from(self.columns).pow(self.dimension - 1)
    }

    /// Number of squares of the board.
    #[must_use]
    pub fn squares(self) -> u64 {
        u64::from(self.rows) * self.layer()
    }

    /// Whether all sides are equal.
    #[must_use]
    pub fn is_square(self) -> bool {
        self.rows == self.columns
    }

    /// Whether `square` lies on the board.
    #[must_use]
    pub fn contains(self, square: Square) -> bool {
        square.row < self.rows && square.column < self.width()
    }

    /// The number of a square counted row by row from 0: Barr and Rao's position.
    #[must_use]
    pub fn position(self, square: Square) -> u64 {
        u64::from(square.row) * self.layer() + u64::from(square.column)
    }

    /// The square with this number, if the board has it and 32 bits can number it in its layer.
    #[must_use]
    pub fn at_position(self, position: u64) -> Option<Square> {
        let width = self.layer();
        if position >= self.squares() {
            return None;
        }
        // The row fits: position < rows · width.
        let column = u32::try_from(position % width).ok()?;
        Some(Square::new((position / width) as u32, column))
    }

    /// The coordinates of a square, first axis first, the row last.
    ///
    /// ```
    /// # use bezzel_board::{Size, Square};
    /// let cube = Size::cube(5, 3).unwrap();
    /// assert_eq!(cube.coordinates(Square::new(4, 13)), [3, 2, 4]); // 13 = 3 + 2·5
    /// ```
    #[must_use]
    pub fn coordinates(self, square: Square) -> Vec<u32> {
        let mut rest = square.column;
        let mut coordinates = Vec::with_capacity(self.dimension as usize);
        for _ in 1..self.dimension {
            coordinates.push(rest % self.columns);
            rest /= self.columns;
        }
        coordinates.push(square.row);
        coordinates
    }

    /// Every square, row by row.
    pub fn iter(self) -> impl Iterator<Item = Square> {
        (0..self.rows)
            .flat_map(move |row| (0..self.width()).map(move |column| Square::new(row, column)))
    }
}

/// `8`, `5x8` or `4^3`: how a size is written on the command line.
impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.dimension, self.is_square()) {
            (2, true) => write!(f, "{}", self.rows),
            (2, false) => write!(f, "{}x{}", self.rows, self.columns),
            (d, _) => write!(f, "{}^{d}", self.columns),
        }
    }
}

impl FromStr for Size {
    type Err = BoardError;

    fn from_str(text: &str) -> Result<Size, BoardError> {
        if let Some((rows, columns)) = text.split_once('x') {
            return Size::rectangle(side(rows, text)?, side(columns, text)?);
        }
        if let Some((n, dimension)) = text.split_once('^') {
            return Size::cube(side(n, text)?, side(dimension, text)?);
        }
        Size::square(side(text, text)?)
    }
}

/// One number of a size: digits, or the short form `1e9`.
fn side(number: &str, text: &str) -> Result<u32, BoardError> {
    let not_a_size = || BoardError::NotASize { text: text.to_owned() };
    let whole = |digits: &str| -> Result<u64, BoardError> {
        if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(not_a_size());
        }
        digits.parse().map_err(|_| BoardError::HugeSide { text: text.to_owned() })
    };
    let value = match number.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => {
            let power = u32::try_from(whole(exponent)?).ok().and_then(|e| 10_u64.checked_pow(e));
            whole(mantissa)?.checked_mul(power.unwrap_or(u64::MAX))
        }
        None => Some(whole(number)?),
    };
    value
        .and_then(|value| u32::try_from(value).ok())
        .ok_or_else(|| BoardError::HugeSide { text: text.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_read_and_write_the_same_text() {
        for text in ["0", "1", "8", "5x8", "4^3", "3^6", "8^12"] {
            assert_eq!(text.parse::<Size>().unwrap().to_string(), text);
        }
        assert_eq!("1e6".parse::<Size>().unwrap().rows(), 1_000_000);
    }

    #[test]
    fn wrong_sizes_are_refused_with_a_suggestion() {
        for text in ["", "-1", "8x", "x8", "8.5", "eight", "1e", "e9", "+8", " 8"] {
            let error = text.parse::<Size>().unwrap_err();
            assert!(matches!(error, BoardError::NotASize { .. }), "{text:?} gave {error}");
        }
        for text in ["1e30", "5000000000", "99999999999999999999999"] {
            let error = text.parse::<Size>().unwrap_err();
            assert!(matches!(error, BoardError::HugeSide { .. }), "{text:?} gave {error}");
        }
        assert!(matches!("8x5".parse::<Size>(), Err(BoardError::Tall { .. })));
        assert!(matches!("9^1".parse::<Size>(), Err(BoardError::Dimension { .. })));
        assert!(matches!("8^22".parse::<Size>(), Err(BoardError::TooLarge { .. })));
    }

    #[test]
    fn a_layer_may_have_more_squares_than_numbers() {
        let vast: Size = "8^12".parse().unwrap();
        assert_eq!((vast.width(), vast.squares()), (u32::MAX, 1 << 36));
        let square = Square::new(1, 5);
        assert_eq!(vast.position(square), (1 << 33) + 5);
        assert_eq!(vast.at_position((1 << 33) + 5), Some(square));
        assert_eq!(vast.at_position((1 << 33) - 1), None);
    }

    #[test]
    fn positions_and_squares_are_each_others_inverse() {
        for text in ["4", "3x7", "3^3", "2^5"] {
            let size: Size = text.parse().unwrap();
            let mut expected = 0;
            for square in size.iter() {
                assert_eq!(size.position(square), expected);
                assert_eq!(size.at_position(expected), Some(square));
                expected += 1;
            }
            assert_eq!(expected, size.squares());
            assert_eq!(size.at_position(expected), None);
        }
    }

    #[test]
    fn position_is_the_sum_of_coordinates_times_powers_of_n() {
        let size = Size::cube(4, 3).unwrap();
        for square in size.iter() {
            let sum: u64 = (size.coordinates(square).iter().zip([1_u64, 4, 16]))
                .map(|(&i, power)| u64::from(i) * power)
                .sum();
            assert_eq!(sum, size.position(square));
        }
    }
}
