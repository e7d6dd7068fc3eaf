//! Why a picture cannot be drawn.

use bezzel_board::{Explain, Instead};
use thiserror::Error;

/// Why a picture cannot be drawn.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum DrawError {
    /// The picture is too large for the medium.
    #[error("{what} is too large for {medium}: the limit is {limit}")]
    TooLarge {
        /// What is too large, and its size.
        what: String,
        /// The medium.
        medium: &'static str,
        /// The largest that works.
        limit: String,
        /// What would work.
        instead: Instead,
    },
    /// The picture is not available in this format.
    #[error("{what} cannot be written as {format}")]
    NoForm {
        /// The picture.
        what: &'static str,
        /// The format.
        format: &'static str,
        /// The formats it is available in.
        instead: &'static str,
    },
    /// It was stopped.
    #[error("the drawing was stopped")]
    Stopped,
    /// The data cannot be drawn.
    #[error("{why}")]
    Unfit {
        /// What is wrong.
        why: String,
        /// What could be drawn.
        instead: Vec<Instead>,
    },
}

impl DrawError {
    /// Data that cannot be drawn, and what could be.
    pub(crate) fn unfit(why: impl Into<String>, advice: impl Into<String>) -> DrawError {
        DrawError::Unfit { why: why.into(), instead: vec![Instead::advice(advice)] }
    }
}

impl Explain for DrawError {
    fn instead(&self) -> Vec<Instead> {
        match self {
            DrawError::TooLarge { instead, .. } => vec![instead.clone()],
            DrawError::NoForm { instead, .. } => vec![Instead::advice(format!("use {instead}"))],
            DrawError::Stopped => {
                vec![Instead::advice("use fewer steps, a smaller board or svg")]
            }
            DrawError::Unfit { instead, .. } => instead.clone(),
        }
    }
}
