//! Errors in models and answers: what is wrong, and what would be right.

use bezzel_board::{Explain, Instead, Square};
use thiserror::Error;

/// A problem without a model, or an invalid answer.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ModelError {
    /// The board has no lines.
    #[error(
        "models are for two-dimensional boards and every rule but hyperplane, not for {problem}"
    )]
    NotFlat {
        /// The problem in words.
        problem: String,
    },
    /// More squares than solvers can have variables.
    #[error("{squares} squares are too many")]
    TooLarge {
        /// Squares of the board.
        squares: u64,
    },
    /// More queens than a definition can be checked for.
    #[error("{queens} queens are too many")]
    TooManyQueens {
        /// Queens, or the side of the board.
        queens: usize,
        /// The maximum.
        most: usize,
    },
    /// No variable is left.
    #[error("no square is open, so there is nothing to model")]
    NothingOpen,
    /// A variable without a square.
    #[error("there is no variable {number}")]
    NoVariable {
        /// The variable, from 1.
        number: u32,
        /// Variables of the model.
        variables: u32,
    },
    /// A format that cannot express a part of the problem.
    #[error("the format {format} cannot express {what}")]
    NoFormat {
        /// The format.
        format: &'static str,
        /// The part.
        what: &'static str,
    },
    /// An unknown name.
    #[error("'{text}' is not {} {what}", article(what))]
    UnknownName {
        /// The invalid name.
        text: String,
        /// What kind of name was expected.
        what: &'static str,
        /// All valid names.
        known: String,
    },
    /// A colouring of a problem with given queens.
    #[error("a colouring treats all open squares alike, so no queens can be given")]
    GivenColour,
    /// A question about the whole board with given queens.
    #[error("the question is about the whole board, without given queens")]
    GivenExtreme,
    /// A square without a colour, or with a colour that does not exist.
    #[error("the square {square} has none of the colours")]
    NoColour {
        /// The square.
        square: Square,
    },
    /// An answer that does not solve the problem.
    #[error("{fault}{}", more(*.others))]
    Wrong {
        /// Its first fault.
        fault: String,
        /// The number of further faults.
        others: usize,
    },
}

impl Explain for ModelError {
    fn instead(&self) -> Vec<Instead> {
        vec![Instead::advice(match self {
            ModelError::TooLarge { .. } => "solvers number variables up to 2147483647".to_owned(),
            ModelError::TooManyQueens { most, .. } => {
                format!("definitions are checked for at most {most}")
            }
            ModelError::NothingOpen => "block fewer squares".to_owned(),
            ModelError::NoVariable { variables, .. } => {
                format!("the model has {variables}, numbered from 1")
            }
            ModelError::UnknownName { known, .. } => format!("there are {known}"),
            ModelError::GivenColour | ModelError::GivenExtreme => {
                "leave the given queens out".to_owned()
            }
            ModelError::NoFormat { .. } => return vec![Instead::set("format", "cnf")],
            ModelError::NotFlat { .. } => {
                return vec![Instead::ask("count", "counts these without a model")];
            }
            // The message itself says what is wrong with an answer.
            ModelError::NoColour { .. } | ModelError::Wrong { .. } => return Vec::new(),
        })]
    }
}

fn article(word: &str) -> &'static str {
    if word.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" }
}

fn more(others: usize) -> String {
    if others == 0 { String::new() } else { format!(" (and {others} more faults)") }
}
