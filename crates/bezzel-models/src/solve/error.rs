//! Why a back-end has no answer, and what to do instead.

use crate::ModelError;
use bezzel_board::{Explain, Instead};
use bezzel_search::{algorithms, nearest};
use thiserror::Error;

/// A request that a back-end does not support, or a wrong answer.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SolveError {
    /// An unknown name.
    #[error("'{text}' is not a back-end")]
    UnknownBackend {
        /// The invalid name.
        text: String,
        /// All valid names.
        known: String,
    },
    /// Proofs and colourings need a SAT solver, but there is none.
    #[error("there is no SAT solver among these back-ends")]
    NoSat,
    /// A solver that is loaded at run time is not available.
    #[error("{id} is not available on this machine: {why}")]
    NotThere {
        /// The back-end.
        id: &'static str,
        /// What is missing.
        why: String,
        /// How to get it.
        instead: Instead,
    },
    /// More squares than the back-end can hold.
    #[error("{id} supports up to {most} open squares, not {squares}")]
    TooLarge {
        /// The back-end.
        id: &'static str,
        /// Open squares of the problem.
        squares: u32,
        /// The maximum.
        most: u32,
    },
    /// A part of the problem that the back-end does not support.
    #[error("{id} does not support {what}")]
    Unsupported {
        /// The back-end.
        id: &'static str,
        /// The part.
        what: &'static str,
    },
    /// A limit on visits, where none are counted.
    #[error("{id} does not count visits, so they cannot be limited")]
    NoVisits {
        /// The back-end.
        id: &'static str,
    },
    /// The solver returned something that is not a solution: a bug in the solver or in this
    /// program.
    #[error("{id} gave a wrong answer, which was not used: {error}")]
    WrongAnswer {
        /// The back-end.
        id: &'static str,
        /// What is wrong with it.
        error: ModelError,
    },
    /// A proof file with an unsupported extension.
    #[error("'{name}' does not name a proof format")]
    ProofName {
        /// The name given.
        name: String,
    },
    /// A file that cannot be written.
    #[error("{path}: {why}")]
    File {
        /// The file.
        path: String,
        /// The system's error.
        why: String,
    },
    /// The solver failed.
    #[error("{id} failed: {why}")]
    Failed {
        /// The back-end.
        id: &'static str,
        /// Its error message.
        why: String,
    },
    /// The problem has no model.
    #[error(transparent)]
    Model(#[from] ModelError),
}

impl Explain for SolveError {
    fn instead(&self) -> Vec<Instead> {
        vec![Instead::advice(match self {
            SolveError::UnknownBackend { text, known } => {
                // Somebody who names an algorithm here needs another option.
                let ids = algorithms::ALL.iter().map(|algorithm| algorithm.info().id);
                let meant = nearest(text, ids).map(|id| Instead::set("algorithm", id));
                let there_are = Instead::advice(format!("there are {known}"));
                return [there_are].into_iter().chain(meant).collect();
            }
            SolveError::NoSat => "add one to the list, such as cdcl".to_owned(),
            SolveError::NotThere { instead, .. } => return vec![instead.clone()],
            SolveError::TooLarge { .. } => "exact-cover and sat support more".to_owned(),
            SolveError::Unsupported { .. } => {
                return ["stable-set", "clique", "sat"].map(|id| Instead::set("with", id)).to_vec();
            }
            SolveError::NoVisits { .. } => "limit the time".to_owned(),
            SolveError::ProofName { .. } => "use the extension .drat or .lrat".to_owned(),
            SolveError::WrongAnswer { .. }
            | SolveError::File { .. }
            | SolveError::Failed { .. } => return Vec::new(),
            SolveError::Model(error) => return error.instead(),
        })]
    }
}
