//! Why a picture cannot be drawn.

use thiserror::Error;

/// Why a picture cannot be drawn.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum DrawError {
    /// The picture is too large for the medium.
    #[error("{what} is too large for {medium}: the limit is {limit}; {instead}")]
    TooLarge {
        /// What is too large, with its size.
        what: String,
        /// The medium.
        medium: &'static str,
        /// The largest that works.
        limit: String,
        /// What would work.
        instead: String,
    },
    /// The picture has no form in this format.
    #[error("{what} has no {format} form; write {instead}")]
    NoForm {
        /// The picture.
        what: &'static str,
        /// The format.
        format: &'static str,
        /// The formats it has.
        instead: &'static str,
    },
    /// It was told to stop.
    #[error("the drawing was given up; take fewer steps, a smaller board or svg")]
    Stopped,
    /// The data make no picture.
    #[error("{0}")]
    Unfit(String),
}
