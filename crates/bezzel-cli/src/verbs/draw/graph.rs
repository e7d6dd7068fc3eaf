//! `bezzel draw graph`.

use super::board::placement;
use super::target::TargetArgs;
use crate::args::ProblemArgs;
use crate::failure::Failure;
use crate::output::Out;
use bezzel_board::{Notation, Placement};
use bezzel_draw::Graph;
use clap::Args;

/// The queen graph of a small board, or its complement
///
/// Squares are vertices. An edge joins squares on a common line; in the complement, squares on none.
#[derive(Args)]
pub struct GraphVerb {
    #[command(flatten)]
    problem: ProblemArgs,
    /// Vertices to mark: a stable set, or a clique of the complement
    #[arg(value_name = "PLACEMENT", allow_hyphen_values = true)]
    placement: Option<String>,
    /// Join squares that share no line instead
    #[arg(long)]
    complement: bool,
    #[command(flatten)]
    target: TargetArgs,
}

impl GraphVerb {
    pub fn run(&self, out: &mut Out) -> Result<(), Failure> {
        self.target.check(out, false)?;
        let problem = self.problem.one()?;
        let marked = match &self.placement {
            Some(text) => placement(&problem, self.problem.notation.or(Notation::OneLine)?, text)?,
            None => Placement::default(),
        };
        self.target.draw(&Graph { problem, complement: self.complement, marked }, out)
    }
}
