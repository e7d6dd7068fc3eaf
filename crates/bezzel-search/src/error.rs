//! Why a search cannot be started.

use thiserror::Error;

/// A request that no algorithm can fulfil, and what would be possible.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SearchError {
    /// No algorithm has this name.
    #[error("'{id}' is not an algorithm{}", did_you_mean(*nearest))]
    UnknownAlgorithm {
        /// The requested name or value.
        id: String,
        /// The name that was probably meant, if any is like it.
        nearest: Option<&'static str>,
    },
    /// The algorithm does not work on such a board.
    #[error("algorithm {algorithm} does not work on {what}; use {instead}")]
    Unsupported {
        /// The algorithm.
        algorithm: &'static str,
        /// What it does not support.
        what: String,
        /// What does: an algorithm, or another verb of the program.
        instead: &'static str,
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
    #[error("algorithm {algorithm} has no setting '{name}'; it has {}", list(known))]
    UnknownSetting {
        /// The algorithm.
        algorithm: &'static str,
        /// The requested name or value.
        name: String,
        /// The settings it has.
        known: Vec<&'static str>,
    },
    /// The setting has no such value.
    #[error("'{value}' is not a value of {setting}; there are {known}")]
    UnknownValue {
        /// The setting.
        setting: &'static str,
        /// The requested name or value.
        value: String,
        /// The values it has.
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

fn did_you_mean(name: Option<&str>) -> String {
    name.map_or_else(String::new, |name| format!("; did you mean {name}?"))
}

fn list(names: &[&'static str]) -> String {
    if names.is_empty() { "none".to_owned() } else { names.join(", ") }
}
