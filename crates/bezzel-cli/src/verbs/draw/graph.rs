//! `bezzel draw graph`.

use super::board::typed;
use super::target::TargetArgs;
use crate::args::ProblemArgs;
use crate::failure::Failure;
use crate::output::Out;
use bezzel::{GraphPicture, PictureRequest};
use clap::Args;

/// The queen graph of a small board, or its complement
///
/// Squares are vertices. An edge joins two squares on a common line; in the complement, two squares
/// on no common line.
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
        let mut graph = GraphPicture::new(self.problem.one()?);
        graph.placement = typed(self.placement.as_deref())?;
        graph.notation = self.problem.notation.chosen()?;
        graph.complement = self.complement;
        self.target.draw(PictureRequest::Graph(graph), out)?;
        Ok(())
    }
}
