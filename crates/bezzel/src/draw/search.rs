//! A running algorithm as a tree or an animation.

use super::{Drawing, Drawn};
use crate::trace::Plan;
use crate::{Control, Error, ErrorKind, Recording, RunLimits, SettingValues, TraceRequest};
use bezzel_board::Problem;
use bezzel_draw::{DrawError, Format, Options, Trace, TraceOptions, TreeBuilder, animate_until};
use bezzel_search::{Event, Frame, Outcome, SearchResult, StepProbe, StopReason};
use serde::{Deserialize, Serialize};
use std::ops::ControlFlow;

/// Most nodes shown if no depth is requested.
const FITTING: usize = 700;
/// Most steps kept for an animation.
const STEPS: usize = 20_000;
/// Milliseconds for a step.
const DELAY: u32 = 400;

/// The search tree of an algorithm: every queen placed is a node, labelled with its column.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct TreePicture {
    /// The problem.
    pub problem: Problem,
    /// The algorithm.
    pub algorithm: String,
    /// Values of its settings.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(value_type = std::collections::BTreeMap<String, crate::SettingValue>))]
    pub settings: SettingValues,
    /// When it stops.
    #[serde(default)]
    pub limits: RunLimits,
    /// Whether it stops at the first solution.
    #[serde(default)]
    pub first: bool,
    /// Nodes are shown to this depth and counted below; by default to a depth that fits.
    #[serde(default)]
    pub depth: Option<usize>,
    /// Whether rejected squares are shown too.
    #[serde(default)]
    pub refused: bool,
}

/// How much of a search tree is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct TreeShown {
    /// Nodes of the tree.
    pub nodes: u64,
    /// The depth to which it is shown.
    pub depth: usize,
    /// Whether it goes deeper.
    pub folded: bool,
}

impl TreePicture {
    /// The whole tree, to a depth that fits.
    #[must_use]
    pub fn new(problem: Problem, algorithm: impl Into<String>) -> TreePicture {
        TreePicture {
            problem,
            algorithm: algorithm.into(),
            settings: SettingValues::new(),
            limits: RunLimits::default(),
            first: false,
            depth: None,
            refused: false,
        }
    }

    pub(super) fn drawn(&self, control: &Control) -> Result<Drawn, Error> {
        let mut request = TraceRequest::new(self.problem.clone(), &self.algorithm);
        request.settings.clone_from(&self.settings);
        (request.limits, request.all) = (self.limits, !self.first);
        let builder = TreeBuilder::new(&self.problem, self.depth, self.refused);
        let mut grower = Grower { builder, failed: None };
        let (plan, result) = run(&request, control, &mut grower)?;
        if let Some(error) = grower.failed {
            return Err(error.into());
        }
        let settings = plan.choice.settings.to_string();
        let mut title = format!("{}, {}", plan.start.title, self.problem);
        if !settings.is_empty() {
            title.push_str(&format!(" ({settings})"));
        }
        if let Outcome::AtLeast { because, .. } = result.outcome {
            let why =
                if self.first { "to the first solution".to_owned() } else { because.to_string() };
            title.push_str(&format!(", {why}"));
        }
        let whole = grower.builder.finish(title);
        let tree = if self.depth.is_some() { whole } else { whole.fitting(FITTING) };
        let shown = TreeShown {
            nodes: tree.count(),
            depth: tree.depth(),
            folded: tree.nodes.iter().any(|node| node.hidden > 0),
        };
        let stopped = ended_early(&plan, &result);
        Ok(Drawn { stopped, tree: Some(shown), ..Drawn::still(tree) })
    }
}

/// The steps of an algorithm as an animation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct TracePicture {
    /// The problem.
    pub problem: Problem,
    /// The algorithm.
    pub algorithm: String,
    /// Values of its settings.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(value_type = std::collections::BTreeMap<String, crate::SettingValue>))]
    pub settings: SettingValues,
    /// When it stops.
    #[serde(default)]
    pub limits: RunLimits,
    /// Whether it continues to all solutions.
    #[serde(default)]
    pub all: bool,
    /// Whether only steps that change the board are shown.
    #[serde(default)]
    pub moves: bool,
    /// Whether the pseudocode is left out.
    #[serde(default)]
    pub no_code: bool,
    /// Milliseconds for a step, from 20 to 10,000.
    #[serde(default = "delay")]
    pub delay: u32,
}

fn delay() -> u32 {
    DELAY
}

impl TracePicture {
    /// The steps to the first solution.
    #[must_use]
    pub fn new(problem: Problem, algorithm: impl Into<String>) -> TracePicture {
        TracePicture {
            problem,
            algorithm: algorithm.into(),
            settings: SettingValues::new(),
            limits: RunLimits::default(),
            all: false,
            moves: false,
            no_code: false,
            delay: DELAY,
        }
    }

    pub(super) fn drawn(&self, control: &Control) -> Result<Drawn, Error> {
        let millis = in_range(self.delay)?;
        Trace::admits(&self.problem)?;
        let mut request = TraceRequest::new(self.problem.clone(), &self.algorithm);
        request.settings.clone_from(&self.settings);
        (request.limits, request.all) = (self.limits, self.all);
        let mut steps = Steps { events: Vec::new(), full: false };
        let (plan, result) = run(&request, control, &mut steps)?;
        if steps.full {
            return Err(Error::new(
                ErrorKind::TooLarge,
                format!("the trace has more than {STEPS} steps"),
            )
            .advice("choose a smaller board")
            .set("visits", "200"));
        }
        let trace = Trace {
            problem: &self.problem,
            info: plan.choice.algorithm.info(),
            events: &steps.events,
            start: &Frame::default(),
        };
        let options = TraceOptions::default()
            .with_millis(millis)
            .with_moves(self.moves)
            .with_pseudocode(!self.no_code);
        Ok(Drawn {
            drawing: Drawing::Moving(trace.animation(options)?),
            stopped: ended_early(&plan, &result),
            tree: None,
        })
    }
}

fn in_range(delay: u32) -> Result<u32, Error> {
    match (20..=10_000).contains(&delay) {
        true => Ok(delay),
        false => Err(Error::bad(format!("delay is {delay}")).set("delay", "400")),
    }
}

impl Recording {
    /// Steps `from` to `to` as an animation with this many milliseconds per step: GIF, APNG or SVG.
    pub fn animation(
        &self,
        from: u32,
        to: u32,
        format: Format,
        delay: u32,
        control: &Control,
    ) -> Result<Vec<u8>, Error> {
        let millis = in_range(delay)?;
        if from == 0 || from > to || to > self.steps() {
            return Err(Error::bad(format!("there are no steps from {from} to {to}"))
                .advice(format!("the trace has {} steps", self.steps())));
        }
        let (before, events) = self.stretch(from, to - from + 1);
        let problem = &self.start().problem;
        let trace = Trace { problem, info: self.info, events: &events, start: &before.frame };
        let options = TraceOptions::default().with_millis(millis);
        let animation = trace.animation(options)?;
        let stop = || control.stop().is_asked();
        let options = Options::default().with_scale(1.0);
        Ok(animate_until(&animation, format, &options, &stop)?)
    }
}

fn run(
    request: &TraceRequest,
    control: &Control,
    probe: &mut dyn StepProbe,
) -> Result<(Plan, SearchResult), Error> {
    let plan = Plan::new(request)?;
    let limits = plan.limits(control)?;
    let choice = &plan.choice;
    let result = choice.algorithm.run(&request.problem, &choice.settings, &limits, probe);
    Ok((plan, result))
}

/// Why a run stopped before the requested end.
fn ended_early(plan: &Plan, result: &SearchResult) -> Option<StopReason> {
    match result.outcome {
        Outcome::AtLeast { because, .. } if !plan.is_complete(Some(because.into())) => {
            Some(because)
        }
        _ => None,
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

/// Keeps the steps of an animation.
struct Steps {
    events: Vec<Event>,
    full: bool,
}

impl StepProbe for Steps {
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
