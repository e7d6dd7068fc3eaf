//! Why a back-end has no answer, in words a user can act on.

use crate::ModelError;
use thiserror::Error;

/// A request that a back-end does not take, or an answer it should not have given.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SolveError {
    /// A name nobody knows.
    #[error("'{text}' is not a back-end; there are {known}")]
    UnknownBackend {
        /// What was written.
        text: String,
        /// All names there are.
        known: String,
    },
    /// Proofs and colourings are asked for where no SAT solver is.
    #[error("this build has no SAT solver; build it with the cargo feature 'cadical' to have one")]
    NoSat,
    /// A solver that is loaded at run time cannot be.
    #[error("{id} is not on this machine: {why}")]
    NotThere {
        /// The back-end.
        id: &'static str,
        /// What is missing, and what brings it.
        why: String,
    },
    /// More squares than the back-end can hold.
    #[error("{id} takes up to {most} open squares, not {squares}; exact-cover and sat take more")]
    TooLarge {
        /// The back-end.
        id: &'static str,
        /// Open squares of the problem.
        squares: u32,
        /// Most it takes.
        most: u32,
    },
    /// A limit on visits, where none are counted.
    #[error("{id} counts no visits, so they cannot be limited; limit the time")]
    NoVisits {
        /// The back-end.
        id: &'static str,
    },
    /// The solver gave something that is no solution: a bug, here or there.
    #[error("{id} gave a wrong answer, which was not used: {error}")]
    WrongAnswer {
        /// The back-end.
        id: &'static str,
        /// What is wrong with it.
        error: ModelError,
    },
    /// A proof in a file with another ending.
    #[error("'{name}' does not say how the proof is written; end it with .drat or .lrat")]
    ProofName {
        /// The name given.
        name: String,
    },
    /// A file that cannot be written.
    #[error("{path}: {why}")]
    File {
        /// The file.
        path: String,
        /// What the system says.
        why: String,
    },
    /// The solver did not do its work.
    #[error("{id} failed: {why}")]
    Failed {
        /// The back-end.
        id: &'static str,
        /// What it said.
        why: String,
    },
    /// The problem has no model.
    #[error(transparent)]
    Model(#[from] ModelError),
}
