//! The back-end as typed.

use super::Names;
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
}
