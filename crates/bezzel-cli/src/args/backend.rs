//! The back-end as typed.

use super::Names;
use crate::failure::Failure;
use bezzel_models::solve::{Backend, SolveError};
use clap::Args;

/// A model and a solver instead of an algorithm.
#[derive(Args)]
pub struct BackendArgs {
    /// Solve a model: sat, ip, highs, cp, cp:forward-checking, cp:all-different, exact-cover, clique or stable-set
    #[arg(long = "with", value_name = "BACK-END", conflicts_with = "algorithm",
          value_parser = Names::backends(), hide_possible_values = true)]
    with: Option<String>,
}

impl BackendArgs {
    /// The name that was typed.
    pub fn name(&self) -> Option<String> {
        self.with.clone()
    }

    /// The back-end asked for, if one is.
    pub fn backend(&self) -> Result<Option<&'static dyn Backend>, Failure> {
        Ok(self.with.as_deref().map(|id| bezzel_solvers::backends().find(id)).transpose()?)
    }
}

impl From<SolveError> for Failure {
    fn from(error: SolveError) -> Failure {
        match error {
            SolveError::WrongAnswer { .. }
            | SolveError::Failed { .. }
            | SolveError::NotThere { .. }
            | SolveError::File { .. } => Failure::Io(error.to_string()),
            _ => Failure::Usage(error.to_string()),
        }
    }
}
