//! The back-end as typed.

use super::Names;
use clap::Args;

/// A model and a solver instead of an algorithm.
#[derive(Args)]
pub struct BackendArgs {
    #[arg(long = "with", value_name = "BACK-END", conflicts_with = "algorithm",
          help = Names::backends().help("Solve a model with a back-end"),
          value_parser = Names::backends(), hide_possible_values = true)]
    with: Option<String>,
}

impl BackendArgs {
    /// The name that was typed.
    pub fn name(&self) -> Option<String> {
        self.with.clone()
    }
}
