//! `bezzel draw tree` and `bezzel draw trace`: a running algorithm as a tree or an animation.

use super::target::TargetArgs;
use crate::args::{AlgorithmArgs, LimitArgs, ProblemArgs, needed, within};
use crate::failure::Failure;
use crate::output::{self, Out};
use bezzel::{PictureRequest, TracePicture, TreePicture};
use clap::Args;

/// Arguments shared by tree and trace.
#[derive(Args)]
#[command(mut_arg("algorithm", needed))]
struct SearchArgs {
    #[command(flatten)]
    problem: ProblemArgs,
    #[command(flatten)]
    algorithm: AlgorithmArgs,
    #[command(flatten)]
    limits: LimitArgs,
}

/// The search tree of an algorithm
///
/// Every queen placed is a node, labelled with its column.
#[derive(Args)]
pub struct TreeVerb {
    #[command(flatten)]
    search: SearchArgs,
    /// Stop at the first solution
    #[arg(long)]
    first: bool,
    /// Show nodes down to this depth and count those below
    #[arg(long, value_name = "DEPTH", value_parser = within::<usize>(0..=1_000_000), allow_negative_numbers = true)]
    depth: Option<usize>,
    /// Also show squares that were tried and rejected
    #[arg(long)]
    refused: bool,
    #[command(flatten)]
    target: TargetArgs,
}

/// The steps of an algorithm as an animation
#[derive(Args)]
pub struct TraceVerb {
    #[command(flatten)]
    search: SearchArgs,
    /// Continue to all solutions instead of stopping at the first
    #[arg(long)]
    all: bool,
    /// Only steps that change the board
    #[arg(long)]
    moves: bool,
    /// Leave out the pseudocode
    #[arg(long)]
    no_code: bool,
    /// Milliseconds per step
    #[arg(long, value_name = "MILLISECONDS", default_value_t = 400, value_parser = within::<u32>(20..=10_000), allow_negative_numbers = true)]
    delay: u32,
    #[command(flatten)]
    target: TargetArgs,
}

impl TreeVerb {
    pub fn run(&self, out: &mut Out) -> Result<(), Failure> {
        self.target.check(out, false)?;
        let (algorithm, settings) = self.search.algorithm.typed();
        let problem = self.search.problem.one()?;
        let mut tree = TreePicture::new(problem, algorithm.unwrap_or_default());
        (tree.settings, tree.limits) = (settings, self.search.limits.typed()?);
        (tree.first, tree.depth, tree.refused) = (self.first, self.depth, self.refused);
        let answer = self.target.draw(PictureRequest::Tree(tree), out)?;
        if let Some(shown) = answer.tree.filter(|tree| tree.folded && self.depth.is_none()) {
            output::note(&format!(
                "{} nodes: shown to depth {}; --depth chooses another",
                shown.nodes, shown.depth
            ));
        }
        Failure::unless_finished(answer.stopped)
    }
}

impl TraceVerb {
    pub fn run(&self, out: &mut Out) -> Result<(), Failure> {
        self.target.check(out, true)?;
        let (algorithm, settings) = self.search.algorithm.typed();
        let problem = self.search.problem.one()?;
        let mut trace = TracePicture::new(problem, algorithm.unwrap_or_default());
        (trace.settings, trace.limits) = (settings, self.search.limits.typed()?);
        (trace.all, trace.moves) = (self.all, self.moves);
        (trace.no_code, trace.delay) = (self.no_code, self.delay);
        let answer = self.target.draw(PictureRequest::Trace(trace), out)?;
        Failure::unless_finished(answer.stopped)
    }
}
