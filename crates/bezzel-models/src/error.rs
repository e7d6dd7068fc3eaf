//! What can be wrong with a model or an answer, in words a user can act on.

use bezzel_board::Square;
use thiserror::Error;

/// A problem that has no model, or an answer that is none.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ModelError {
    /// The board is not flat.
    #[error("models are for two-dimensional boards with ordinary lines, not for {problem}")]
    NotFlat {
        /// The problem in words.
        problem: String,
    },
    /// More squares than solvers have numbers for variables.
    #[error("{squares} squares are too many; solvers number variables up to 2147483647")]
    TooLarge {
        /// Squares of the board.
        squares: u64,
    },
    /// More queens than a definition is checked for.
    #[error("{queens} queens are too many for a definition; it is checked for {most} at the most")]
    TooManyQueens {
        /// Queens, or the side of the board.
        queens: usize,
        /// The most.
        most: usize,
    },
    /// No variable is left.
    #[error("no square is open, so there is nothing to model; block fewer squares")]
    NothingOpen,
    /// A variable that no square has.
    #[error("there is no variable {number}; the model has {variables}, numbered from 1")]
    NoVariable {
        /// The variable, from 1.
        number: u32,
        /// Variables of the model.
        variables: u32,
    },
    /// A name nobody knows.
    #[error("'{text}' is not {} {what}; there are {known}", article(what))]
    UnknownName {
        /// What was written.
        text: String,
        /// What kind of name was expected.
        what: &'static str,
        /// All names there are.
        known: String,
    },
    /// A colouring of a problem with given queens.
    #[error("a colouring takes all open squares alike; leave the given queens out")]
    GivenColour,
    /// A square that a colouring leaves without a colour, or gives one there is not.
    #[error("the square {square} has none of the colours")]
    NoColour {
        /// The square.
        square: Square,
    },
    /// An answer that does not solve the problem.
    #[error("{fault}{}", more(*.others))]
    Wrong {
        /// The first thing wrong with it.
        fault: String,
        /// How many more there are.
        others: usize,
    },
}

fn article(word: &str) -> &'static str {
    if word.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" }
}

fn more(others: usize) -> String {
    if others == 0 { String::new() } else { format!(" (and {others} more faults)") }
}
