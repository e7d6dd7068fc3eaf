//! Magic squares by the uniform step method, and conversions from and to solutions on the torus.
//!
//! The method walks the board with one step and, after every n numbers, with a second one:
//!
//! ```text
//!   number k stands in row a·k + b·⌊k/n⌋, column c·k + d·⌊k/n⌋  (mod n)
//!
//!    0 19  8 22 11      n = 5, step (1, 2), then (2, 1) more: each row, column and diagonal, broken
//!   23 12  1 15  9      diagonals too, sums to 60. The numbers 0 to 4 are a solution on the torus,
//!   16  5 24 13  2      so are 5 to 9, and so on; so are 0, 5, 10, 15, 20, and 1, 6, 11, 16, 21, …
//!   14  3 17  6 20
//!    7 21 10  4 18
//! ```
//!
//! Reference: Lehmer 1929 for the method; Erbas, Rafraf and Tanik 1991 and Demirörs, Rafraf and
//! Tanik 1992 for the connection with queens (their texts were not available: the constructions
//! here are proved in the comments and checked in the tests).

use bezzel_board::{Explain, Instead};
use std::collections::HashSet;
use thiserror::Error;

/// A square of the numbers 0 to n² − 1 whose rows, columns and both diagonals have the same sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MagicSquare {
    n: u32,
    numbers: Vec<u64>,
    kind: Kind,
}

/// How magic a square is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Rows, columns and the two diagonals.
    Magic,
    /// The broken diagonals as well.
    Pandiagonal,
}

/// Why there is no magic square.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum MagicError {
    /// The walk visits a square twice.
    #[error("the uniform steps visit the square ({row}, {column}) twice")]
    Twice {
        /// Row of the square.
        row: u32,
        /// Column of the square.
        column: u32,
        /// Side.
        n: u32,
    },
    /// A line with another sum.
    #[error("{line} sums to {sum}, not to {constant}")]
    Sum {
        /// The line in words.
        line: String,
        /// Its sum.
        sum: u64,
        /// The required sum of every line.
        constant: u64,
    },
    /// The queens attack each other on the torus.
    #[error("rows {first} and {second} attack each other on the torus")]
    NotOnTorus {
        /// One row.
        first: u32,
        /// The other.
        second: u32,
    },
}

impl Explain for MagicError {
    fn instead(&self) -> Vec<Instead> {
        vec![Instead::advice(match self {
            MagicError::Twice { n, .. } => {
                format!("a·d - b·c and n = {n} must have no common divisor")
            }
            MagicError::Sum { .. } => return Vec::new(),
            MagicError::NotOnTorus { .. } => {
                "a magic square needs a solution there, which n = 1, 5, 7, 11, … have".to_owned()
            }
        })]
    }
}

impl MagicSquare {
    /// The square of side n walked from the square `start` with `step` (rows, columns) from each
    /// number to the next, and with an additional `break_move` after every n numbers.
    ///
    /// ```
    /// # use bezzel_search::MagicSquare;
    /// let drawn = MagicSquare::uniform_step(5, (0, 0), (1, 2), (2, 1)).unwrap();
    /// assert_eq!((0..5).map(|column| drawn.number(1, column)).collect::<Vec<_>>(), [23, 12, 1, 15, 9]);
    /// // The siamese method: up and to the right, and where that is taken one down instead.
    /// let lo_shu = MagicSquare::uniform_step(3, (0, 1), (2, 1), (2, 2)).unwrap();
    /// let numbers: Vec<u64> = (0..9).map(|k| lo_shu.number(k / 3, k % 3) + 1).collect();
    /// assert_eq!(numbers, [8, 1, 6, 3, 5, 7, 4, 9, 2]);
    /// ```
    pub fn uniform_step(
        n: u32,
        start: (u32, u32),
        step: (u32, u32),
        break_move: (u32, u32),
    ) -> Result<MagicSquare, MagicError> {
        let side = u64::from(n);
        let mut numbers = vec![u64::MAX; (side * side) as usize];
        for k in 0..side * side {
            let at = |start: u32, step: u32, more: u32| {
                (u64::from(start) + u64::from(step) * k + u64::from(more) * (k / side)) % side
            };
            let row = at(start.0, step.0, break_move.0);
            let column = at(start.1, step.1, break_move.1);
            let slot = &mut numbers[(row * side + column) as usize];
            if *slot != u64::MAX {
                return Err(MagicError::Twice { row: row as u32, column: column as u32, n });
            }
            *slot = k;
        }
        MagicSquare::from_numbers(n, numbers)
    }

    /// The magic square n·L + M made from a solution on the torus, by the column of each row.
    ///
    /// L(i, j) = j − σ(i) and M(i, j) = i + j + (n + 1)/2, both mod n. On the torus σ(i), σ(i) − i
    /// and σ(i) + i are permutations, so L has every number once in each row, column and broken
    /// diagonal, and no pair (L, M) occurs twice because L − M = −σ(i) − i + … differs from row to
    /// row. M is a permutation on every line but the anti-diagonals, where it is constant, and on
    /// the main one the constant is (n − 1)/2, the mean. So every solution on the torus works.
    pub fn from_solution(columns: &[u32]) -> Result<MagicSquare, MagicError> {
        let n = columns.len() as u32;
        on_torus(columns)?;
        let number = |i: u32, j: u32| {
            let l = (j + n - columns[i as usize]) % n;
            let m = (i + j + n.div_ceil(2)) % n;
            u64::from(n) * u64::from(l) + u64::from(m)
        };
        let numbers = (0..n).flat_map(|i| (0..n).map(move |j| (i, j))).map(|(i, j)| number(i, j));
        MagicSquare::from_numbers(n, numbers.collect())
    }

    /// A square of given numbers, if it is magic.
    fn from_numbers(n: u32, numbers: Vec<u64>) -> Result<MagicSquare, MagicError> {
        let mut square = MagicSquare { n, numbers, kind: Kind::Pandiagonal };
        for place in 0..n {
            square.sums_to_constant(&format!("row {place}"), |i| (place, i))?;
            square.sums_to_constant(&format!("column {place}"), |i| (i, place))?;
        }
        square.sums_to_constant("the diagonal", |i| (i, i))?;
        square.sums_to_constant("the anti-diagonal", |i| (i, n - 1 - i))?;
        let all = (0..n).all(|d| {
            square.sums_to_constant("", |i| (i, (i + d) % n)).is_ok()
                && square.sums_to_constant("", |i| (i, (n + d - i) % n)).is_ok()
        });
        if !all {
            square.kind = Kind::Magic;
        }
        Ok(square)
    }

    fn sums_to_constant(
        &self,
        line: &str,
        square: impl Fn(u32) -> (u32, u32),
    ) -> Result<(), MagicError> {
        let sum = (0..self.n).map(square).map(|(row, column)| self.number(row, column)).sum();
        let constant = self.constant();
        if sum == constant {
            return Ok(());
        }
        Err(MagicError::Sum { line: line.to_owned(), sum, constant })
    }

    /// Side.
    #[must_use]
    pub fn side(&self) -> u32 {
        self.n
    }

    /// The number in a square, from 0.
    #[must_use]
    pub fn number(&self, row: u32, column: u32) -> u64 {
        self.numbers[row as usize * self.n as usize + column as usize]
    }

    /// The sum of every line: n (n² − 1) / 2.
    #[must_use]
    pub fn constant(&self) -> u64 {
        let n = u64::from(self.n);
        n * (n * n).saturating_sub(1) / 2
    }

    /// How magic it is.
    #[must_use]
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// The solutions on the torus that it contains: those of the n blocks of n consecutive numbers
    /// and the n classes of numbers equal mod n whose squares form a solution.
    #[must_use]
    pub fn solutions(&self) -> Vec<Vec<u32>> {
        let side = self.n as usize;
        // By row, first for the blocks, then for the classes. Each has n numbers: one in every row,
        // unless some row has two and another none.
        let mut columns = vec![vec![None; side]; 2 * side];
        for (place, &number) in self.numbers.iter().enumerate() {
            let (row, column, number) = (place / side, (place % side) as u32, number as usize);
            columns[number / side][row] = Some(column);
            columns[side + number % side][row] = Some(column);
        }
        let complete = columns.into_iter().filter_map(|rows| rows.into_iter().collect());
        complete.filter(|columns: &Vec<u32>| on_torus(columns).is_ok()).collect()
    }
}

/// Whether the queens do not attack each other on the torus.
fn on_torus(columns: &[u32]) -> Result<(), MagicError> {
    let n = columns.len() as u32;
    let mut lines = HashSet::new();
    let through = |row: u32| {
        let column = columns[row as usize] % n;
        [(0, column), (1, (column + n - row) % n), (2, (column + row) % n)]
    };
    for second in 0..n {
        if !through(second).map(|line| lines.insert(line)).into_iter().all(|free| free) {
            let shared = |&first: &u32| (0..3).any(|k| through(first)[k] == through(second)[k]);
            let first = (0..second).find(shared).expect("an earlier queen has taken the line");
            return Err(MagicError::NotOnTorus { first, second });
        }
    }
    Ok(())
}
