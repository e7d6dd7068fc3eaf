//! Why a picture cannot be drawn.

use thiserror::Error;

/// Why a picture cannot be drawn.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum DrawError {
    /// The picture is too large for the medium.
    #[error("{what} is too large for {medium}: the limit is {limit}; {instead}")]
    TooLarge {
        /// What is too large, and its size.
        what: String,
        /// The medium.
        medium: &'static str,
        /// The largest that works.
        limit: String,
        /// What would work.
        instead: String,
    },
    /// The picture is not available in this format.
    #[error("{what} cannot be written as {format}; use {instead}")]
    NoForm {
        /// The picture.
        what: &'static str,
        /// The format.
        format: &'static str,
        /// The formats it is available in.
        instead: &'static str,
    },
    /// It was stopped.
    #[error("the drawing was stopped; use fewer steps, a smaller board or svg")]
    Stopped,
    /// The data cannot be drawn.
    #[error("{0}")]
    Unfit(String),
}
