//! Why and where a permutation is not a solution.

use std::fmt;

/// The first fault that keeps the columns from being a solution: the rows before it are correct.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// A column that is not on the board.
    OffBoard {
        /// The row.
        row: u64,
        /// Its column.
        column: u64,
        /// Side of the board.
        n: u64,
    },
    /// Two queens attack each other.
    Clash {
        /// The row of the later queen.
        row: u64,
        /// Its column.
        column: u64,
        /// The line they share; the first of several.
        along: Along,
        /// The row of the earlier queen. A single pass with bitmaps finds the line but not the row.
        earlier: Option<u64>,
    },
    /// There are columns after row n − 1.
    TooManyRows {
        /// Side of the board.
        n: u64,
    },
    /// The columns end before row n − 1.
    TooFewRows {
        /// The number of rows.
        rows: u64,
        /// Side of the board.
        n: u64,
    },
}

/// The lines two queens of different rows may share.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Along {
    /// The same column.
    Column,
    /// The same row − column.
    Diagonal,
    /// The same row + column.
    AntiDiagonal,
}

impl Along {
    /// All three, in the order they are checked.
    pub const ALL: [Along; 3] = [Along::Column, Along::Diagonal, Along::AntiDiagonal];

    /// Which line of its kind goes through a square.
    #[must_use]
    pub fn through(self, row: u64, column: u64) -> i128 {
        let (row, column) = (i128::from(row), i128::from(column));
        match self {
            Along::Column => column,
            Along::Diagonal => row - column,
            Along::AntiDiagonal => row + column,
        }
    }
}

impl fmt::Display for Along {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Along::Column => "column",
            Along::Diagonal => "diagonal row - column =",
            Along::AntiDiagonal => "anti-diagonal row + column =",
        })
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::OffBoard { row, column, n } => {
                write!(f, "the queen of row {row} is in column {column}; columns go from 0 to ")?;
                write!(f, "{}", i128::from(*n) - 1)
            }
            Fault::Clash { row, column, along, earlier } => {
                match earlier {
                    Some(other) => {
                        let seen = along.through(*row, *column);
                        // On a column the two squares agree, on a diagonal they mirror the rows.
                        let their = match along {
                            Along::Column => seen,
                            Along::Diagonal => i128::from(*other) - seen,
                            Along::AntiDiagonal => seen - i128::from(*other),
                        };
                        write!(f, "the queens on ({other}, {their}) and ({row}, {column}) ")?;
                        f.write_str("attack each other")?;
                    }
                    None => write!(f, "the queen on ({row}, {column}) attacks an earlier one")?,
                }
                write!(f, " along {along} {}", along.through(*row, *column))
            }
            Fault::TooManyRows { n } => {
                write!(f, "there are more than {n} rows; a solution has one column for each")
            }
            Fault::TooFewRows { rows, n } => {
                write!(f, "there are only {rows} of {n} rows")
            }
        }
    }
}
