//! Errors in board descriptions: what is wrong, and what would be right.

use crate::{Explain, Instead, Line, Square, Topology};
use thiserror::Error;

/// An invalid size, problem or name, and what would be valid.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum BoardError {
    /// The text is not a size.
    #[error("'{text}' is not a board size")]
    NotASize {
        /// The invalid text.
        text: String,
    },
    /// The side is too large for the program's integers.
    #[error("'{text}' is too large a board")]
    HugeSide {
        /// The invalid text.
        text: String,
    },
    /// More rows than columns.
    #[error("a board has no more rows than columns")]
    Tall {
        /// Requested rows.
        rows: u32,
        /// Requested columns.
        columns: u32,
    },
    /// A dimension below 2.
    #[error("a board of dimension {dimension} has no queen moves")]
    Dimension {
        /// The requested dimension.
        dimension: u32,
    },
    /// n^(d−1) exceeds 2^32.
    #[error("{n}^{dimension} squares are too many")]
    TooLarge {
        /// Side.
        n: u32,
        /// Dimension.
        dimension: u32,
    },
    /// The torus and the modular rule need equal sides.
    #[error("{what} needs a board with equal sides, not {rows}x{columns}")]
    NeedsEqualSides {
        /// The requested topology or rule.
        what: &'static str,
        /// Rows.
        rows: u32,
        /// Columns.
        columns: u32,
    },
    /// A square that is not on the board.
    #[error("square {square} is not on the {size} board")]
    OffBoard {
        /// The square.
        square: Square,
        /// The board's size as text.
        size: String,
        /// Largest row.
        last_row: i64,
        /// Largest column.
        last_column: i64,
    },
    /// Two given queens attack each other.
    #[error("the given queens on {first} and {second} attack each other along {line}")]
    GivenAttack {
        /// One queen.
        first: Square,
        /// The other.
        second: Square,
        /// The line they share.
        line: Line,
    },
    /// Two given queens in one layer of a d-dimensional board.
    #[error(
        "the given queens on {first} and {second} share a layer, but each layer holds one queen"
    )]
    GivenLayer {
        /// One queen.
        first: Square,
        /// The other.
        second: Square,
    },
    /// A square that is both given and blocked.
    #[error("square {square} is both given and blocked")]
    BlockedGiven {
        /// The square.
        square: Square,
    },
    /// Regions that do not divide the board.
    #[error("the regions {why}")]
    Regions {
        /// What is wrong with them.
        why: String,
    },
    /// The rule of touching queens on a board that has no neighbours in that sense.
    #[error("the rule touching is for two-dimensional boards with edges")]
    TouchingPlane,
    /// A part of a problem that only two-dimensional boards have.
    #[error("{what} is for two-dimensional boards with lines")]
    FlatOnly {
        /// The requested part.
        what: String,
    },
    /// Semi-queens where left and right cannot be told apart.
    #[error("a Möbius strip does not tell the two diagonals apart, so it has no semi-queens")]
    NoSides,
    /// Pawns where lines close.
    #[error("pawns are for boards with four edges, not the {topology}")]
    PawnsPlane {
        /// The requested topology.
        topology: Topology,
    },
    /// The JSON form of a problem in another version.
    #[error("problem version {version} is not supported")]
    OtherVersion {
        /// Its version.
        version: u32,
        /// The version that can be read.
        known: u32,
    },
    /// More pieces than squares.
    #[error("{pieces} pieces do not fit on {squares} squares")]
    TooManyPieces {
        /// The requested number.
        pieces: u32,
        /// Squares of the board.
        squares: u64,
    },
    /// More squares than can be numbered as positions of pieces.
    #[error(
        "where a row may hold any number of pieces a board has at most 4294967295 squares, not {squares}"
    )]
    TooManySquares {
        /// Squares of the board.
        squares: u64,
    },
    /// More given pieces than pieces.
    #[error("{given} queens are given, but a solution has {pieces}")]
    TooManyGiven {
        /// Given pieces.
        given: usize,
        /// Pieces of a solution.
        pieces: u32,
    },
    /// The text is not a number of pieces.
    #[error("'{text}' is not a number of pieces")]
    NotANumberOfPieces {
        /// The invalid text.
        text: String,
    },
    /// The text is not a diagonal.
    #[error("'{text}' is not a diagonal")]
    NotADiagonal {
        /// The invalid text.
        text: String,
    },
    /// A diagonal that the board does not have.
    #[error("the {board} board has no {line}")]
    NoDiagonal {
        /// The diagonal.
        line: Line,
        /// The board's size as text.
        board: String,
    },
    /// A placement that a notation cannot express.
    #[error("{notation} notation cannot show this placement: {why}")]
    NoNotation {
        /// The notation.
        notation: &'static str,
        /// Why not.
        why: &'static str,
    },
    /// An unknown name.
    #[error("'{text}' is not a {what}")]
    UnknownName {
        /// The invalid text.
        text: String,
        /// What kind of name was expected.
        what: &'static str,
        /// All valid names.
        known: String,
    },
}

impl Explain for BoardError {
    fn instead(&self) -> Vec<Instead> {
        vec![Instead::advice(match self {
            BoardError::NotASize { .. } => {
                "write 8, 5x8 (rows x columns), 4^3 (side^dimension) or 1e6".to_owned()
            }
            BoardError::HugeSide { .. } => "a side goes up to 4294967295".to_owned(),
            BoardError::Tall { rows, columns } => {
                format!("write {columns}x{rows}, not {rows}x{columns}")
            }
            BoardError::Dimension { .. } => "the dimension starts at 2".to_owned(),
            BoardError::TooLarge { .. } => {
                "a board may hold at most 18446744073709551615 squares".to_owned()
            }
            BoardError::OffBoard { last_row, last_column, .. } => {
                format!("rows go from 0 to {last_row} and columns from 0 to {last_column}")
            }
            BoardError::GivenAttack { .. } | BoardError::GivenLayer { .. } => {
                "remove one of them".to_owned()
            }
            BoardError::BlockedGiven { .. } => "remove it from one of the two".to_owned(),
            BoardError::Regions { .. } => {
                "write a letter for each square and / between rows: AAB/ACB/CCB".to_owned()
            }
            BoardError::UnknownName { known, .. } => format!("there are {known}"),
            BoardError::FlatOnly { .. } => "choose a board such as 8 or 5x8".to_owned(),
            BoardError::TooManyPieces { squares, .. } => format!("at most {squares} fit"),
            BoardError::NotANumberOfPieces { .. } => "write a number such as queens=5".to_owned(),
            BoardError::NotADiagonal { .. } => {
                "write d and row - column or s and row + column, such as d-3,s7".to_owned()
            }
            BoardError::NoDiagonal { .. } => "leave it out".to_owned(),
            BoardError::TooManySquares { .. } => "choose a smaller board".to_owned(),
            // The message already says it.
            BoardError::NeedsEqualSides { .. } => return Vec::new(),
            BoardError::TouchingPlane => return vec![Instead::set("rule", "queen")],
            BoardError::NoSides => {
                return vec![Instead::set("rule", "queen"), Instead::set("topology", "cylinder")];
            }
            BoardError::PawnsPlane { .. } => {
                let pawns = Instead::LeaveOut { option: "pawns" };
                return vec![pawns, Instead::set("topology", "plane")];
            }
            BoardError::TooManyGiven { given, .. } => {
                let fewer = Instead::advice("give fewer");
                return vec![Instead::set("queens", given.to_string()), fewer];
            }
            BoardError::OtherVersion { known, .. } => {
                return vec![Instead::set("version", known.to_string())];
            }
            // Squares show every placement.
            BoardError::NoNotation { .. } => return vec![Instead::set("notation", "squares")],
        })]
    }
}

/// A placement that cannot be read, with the position of the error.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{notation} notation, character {at}: {problem}")]
#[non_exhaustive]
pub struct NotationError {
    /// The requested notation.
    pub notation: &'static str,
    /// Position of the offending character, from 1, in characters.
    pub at: usize,
    /// What is wrong.
    pub problem: String,
    /// What would be right, where that does not follow from what is wrong.
    pub instead: Vec<Instead>,
}

impl Explain for NotationError {
    fn instead(&self) -> Vec<Instead> {
        self.instead.clone()
    }
}
