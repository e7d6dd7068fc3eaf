//! Why a search cannot be started.

use bezzel_board::{Explain, Instead};
use thiserror::Error;

/// A request that no algorithm can fulfil, and what would be possible.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SearchError {
    /// No algorithm has this name.
    #[error("'{id}' is not an algorithm")]
    UnknownAlgorithm {
        /// The requested name or value.
        id: String,
        /// The name that was probably meant, if one is similar.
        nearest: Option<&'static str>,
    },
    /// The algorithm does not work on such a board.
    #[error("algorithm {algorithm} does not work on {what}")]
    Unsupported {
        /// The algorithm.
        algorithm: &'static str,
        /// What it does not support.
        what: String,
        /// What to do instead, usually another algorithm.
        instead: Instead,
    },
    /// There is nothing to construct.
    #[error("{n} queens have no solution: there is one for n = 1 and for every n from 4 on")]
    NoSolution {
        /// Side of the board.
        n: u64,
    },
    /// There is nothing to construct on the torus.
    #[error("{n} queens have no solution on the torus: n must not be divisible by 2 or 3")]
    NoneOnTorus {
        /// Side of the board.
        n: u64,
    },
    /// The algorithm has no such setting.
    #[error("algorithm {algorithm} has no setting '{name}'")]
    UnknownSetting {
        /// The algorithm.
        algorithm: &'static str,
        /// The requested name or value.
        name: String,
        /// The settings it has.
        known: Vec<&'static str>,
    },
    /// The setting has no such value.
    #[error("'{value}' is not a value of {setting}")]
    UnknownValue {
        /// The setting.
        setting: &'static str,
        /// The requested name or value.
        value: String,
        /// The values it has.
        known: String,
    },
    /// No stream format has this name.
    #[error("'{text}' is not a stream format")]
    UnknownFormat {
        /// The requested name.
        text: String,
        /// The formats there are.
        known: String,
    },
    /// No setting of the algorithm has such a value.
    #[error("'{word}' is not a setting of {algorithm}")]
    UnknownWord {
        /// The algorithm.
        algorithm: &'static str,
        /// The requested name or value.
        word: String,
    },
}

impl Explain for SearchError {
    fn instead(&self) -> Vec<Instead> {
        match self {
            SearchError::UnknownAlgorithm { nearest, .. } => {
                let meant = nearest.map(|name| Instead::advice(format!("did you mean {name}?")));
                meant.into_iter().chain([Instead::ask("algorithms", "lists all")]).collect()
            }
            SearchError::Unsupported { instead, .. } => vec![instead.clone()],
            // The message itself says for which boards there are solutions.
            SearchError::NoSolution { .. } | SearchError::NoneOnTorus { .. } => Vec::new(),
            SearchError::UnknownSetting { known, .. } => {
                vec![Instead::advice(format!("it has {}", list(known)))]
            }
            SearchError::UnknownValue { known, .. } | SearchError::UnknownFormat { known, .. } => {
                vec![Instead::advice(format!("there are {known}"))]
            }
            SearchError::UnknownWord { .. } => {
                vec![Instead::ask("algorithms", "shows what it has")]
            }
        }
    }
}

fn list(names: &[&'static str]) -> String {
    if names.is_empty() { "none".to_owned() } else { names.join(", ") }
}
