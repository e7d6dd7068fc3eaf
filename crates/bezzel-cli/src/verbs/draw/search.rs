//! `bezzel draw tree` and `bezzel draw trace`: a running algorithm as a tree or an animation.

use super::target::TargetArgs;
use crate::args::{AlgorithmArgs, LimitArgs, ProblemArgs, needed, within};
use crate::failure::Failure;
use crate::interrupt;
use crate::output::{self, Out};
use crate::verbs::ending;
use bezzel_board::Problem;
use bezzel_draw::{DrawError, Trace, TraceOptions, TreeBuilder};
use bezzel_search::{Choice, Event, Frame, Outcome, SearchResult, StepProbe, StopReason};
use clap::Args;
use std::ops::ControlFlow;

/// Most nodes shown where no depth is asked for.
const FITTING: usize = 700;
/// Most steps kept for an animation.
const STEPS: usize = 20_000;

/// What tree and trace have in common.
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
    /// Show squares that were tried and refused as well
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
    /// Go on to all solutions instead of stopping at the first
    #[arg(long)]
    all: bool,
    /// Only steps that change the board
    #[arg(long)]
    moves: bool,
    /// Leave the pseudocode out
    #[arg(long)]
    no_code: bool,
    /// Milliseconds for a step
    #[arg(long, value_name = "MILLISECONDS", default_value_t = 400, value_parser = within::<u32>(20..=10_000), allow_negative_numbers = true)]
    delay: u32,
    #[command(flatten)]
    target: TargetArgs,
}

impl SearchArgs {
    fn choice(&self, problem: &Problem) -> Result<Choice, Failure> {
        let choice = self.algorithm.required()?;
        choice.algorithm.info().supports(problem)?;
        Ok(choice)
    }

    fn run(
        &self,
        problem: &Problem,
        choice: &Choice,
        first: bool,
        probe: &mut dyn StepProbe,
    ) -> Result<SearchResult, Failure> {
        let mut limits = self.limits.limits(interrupt::flag())?;
        if first && limits.solutions.is_none() {
            limits.solutions = Some(1);
        }
        Ok(choice.algorithm.run(problem, &choice.settings, &limits, probe))
    }

    /// A run that ends at the first solution because that was asked for has hit no limit.
    fn end(&self, report: &SearchResult) -> Result<(), Failure> {
        match report.outcome {
            Outcome::AtLeast { because: StopReason::Solutions, .. }
                if self.limits.solutions.is_none() =>
            {
                Ok(())
            }
            outcome => ending(outcome),
        }
    }
}

impl TreeVerb {
    pub fn run(&self, out: &mut Out) -> Result<(), Failure> {
        self.target.check(out, false)?;
        let problem = self.search.problem.one()?;
        let choice = self.search.choice(&problem)?;
        let builder = TreeBuilder::new(&problem, self.depth, self.refused);
        let mut grower = Grower { builder, failed: None };
        let report = self.search.run(&problem, &choice, self.first, &mut grower)?;
        if let Some(error) = grower.failed {
            return Err(error.into());
        }
        let end = self.search.end(&report);
        let settings = choice.settings.to_string();
        let mut title = format!("{}, {problem}", choice.algorithm.info().title);
        if !settings.is_empty() {
            title.push_str(&format!(" ({settings})"));
        }
        if let Outcome::AtLeast { because, .. } = report.outcome {
            let why =
                if self.first { "to the first solution".to_owned() } else { because.to_string() };
            title.push_str(&format!(", {why}"));
        }
        let whole = grower.builder.finish(title);
        let tree = if self.depth.is_some() { whole } else { whole.fitting(FITTING) };
        if tree.nodes.iter().any(|node| node.hidden > 0) && self.depth.is_none() {
            output::note(&format!(
                "{} nodes: shown to depth {}; --depth chooses another",
                tree.count(),
                tree.depth()
            ));
        }
        self.target.draw(&tree, out)?;
        end
    }
}

/// Grows the tree as the search goes.
struct Grower {
    builder: TreeBuilder,
    failed: Option<DrawError>,
}

impl StepProbe for Grower {
    fn step(&mut self, event: &Event) -> ControlFlow<()> {
        match self.builder.step(&event.step) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                self.failed = Some(error);
                ControlFlow::Break(())
            }
        }
    }

    fn wants_steps(&self) -> bool {
        true
    }
}

impl TraceVerb {
    pub fn run(&self, out: &mut Out) -> Result<(), Failure> {
        self.target.check(out, true)?;
        let problem = self.search.problem.one()?;
        Trace::admits(&problem)?;
        let choice = self.search.choice(&problem)?;
        let mut recorder = Recorder { events: Vec::new(), full: false };
        let report = self.search.run(&problem, &choice, !self.all, &mut recorder)?;
        if recorder.full {
            return Err(Failure::Usage(format!(
                "the trace has more than {STEPS} steps; take a smaller board or a limit such as --visits 200"
            )));
        }
        let end = self.search.end(&report);
        let trace = Trace {
            problem: &problem,
            info: choice.algorithm.info(),
            events: &recorder.events,
            start: &Frame::default(),
        };
        let options =
            TraceOptions { millis: self.delay, moves: self.moves, pseudocode: !self.no_code };
        self.target.animate(&trace.animation(options)?, out)?;
        end
    }
}

struct Recorder {
    events: Vec<Event>,
    full: bool,
}

impl StepProbe for Recorder {
    fn step(&mut self, event: &Event) -> ControlFlow<()> {
        if self.events.len() >= STEPS {
            self.full = true;
            return ControlFlow::Break(());
        }
        self.events.push(event.clone());
        ControlFlow::Continue(())
    }

    fn wants_steps(&self) -> bool {
        true
    }
}
