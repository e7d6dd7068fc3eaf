//! `trace`: every step of an algorithm, handed over as it happens or recorded to be browsed.

mod counts;
mod kind;
mod paused;
mod recorder;
mod recording;
mod tree;

pub use bezzel_search::algorithms::guldal::{Entry as MatrixEntry, matrix as guldal_matrix};
pub use counts::StepCounts;
pub use kind::StepKind;
pub use paused::{PausedRun, RecordedPart, record_part};
pub use recorder::record;
pub use recording::{
    Bucket, Direction, FoundStep, Overview, Recording, RecordingSummary, TraceMoment, TracePage,
};
pub use tree::{Branch, Branches, DensityCut, NodeState, TreeCut, TreeDensity, TreeNode, TreeView};

use crate::algorithm::{self, SettingValues};
use crate::{Control, Decimal, Error, ErrorKind, Instead, RunLimits, Schema};
use bezzel_board::Problem;
use bezzel_search::algorithms::guldal::Guldal;
use bezzel_search::algorithms::gunther::{self, Gunther};
use bezzel_search::{
    Choice, Event, Frame, Limits, Outcome, Search, Step, StepProbe, StopReason, Values, Work,
    stacks,
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// What to trace.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct TraceRequest {
    /// The problem.
    pub problem: Problem,
    /// The algorithm.
    pub algorithm: String,
    /// Values of its settings.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(value_type = BTreeMap<String, crate::SettingValue>))]
    pub settings: SettingValues,
    /// Whether to continue to all solutions; otherwise the trace ends at the first, unless the
    /// limits name another number.
    #[serde(default)]
    pub all: bool,
    /// When it stops.
    #[serde(default)]
    pub limits: RunLimits,
    /// Most steps.
    #[serde(default)]
    pub steps: Option<u64>,
    /// Steps to skip before the first one.
    #[serde(default)]
    pub after: u64,
}

impl TraceRequest {
    /// An algorithm with its own settings, to the first solution.
    #[must_use]
    pub fn new(problem: Problem, algorithm: impl Into<String>) -> TraceRequest {
        TraceRequest {
            problem,
            algorithm: algorithm.into(),
            settings: SettingValues::new(),
            all: false,
            limits: RunLimits::default(),
            steps: None,
            after: 0,
        }
    }

    /// How a stack of this side is built, to the first one.
    #[must_use]
    pub fn stack(n: u32) -> TraceRequest {
        TraceRequest::new(Problem::queens(n), stacks::ALL[0].info().id)
    }

    /// The header of the trace, if the request is valid.
    pub fn start(&self) -> Result<TraceStart, Error> {
        Ok(Plan::new(self)?.start)
    }
}

/// The header of a trace.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct TraceStart {
    /// The problem.
    pub problem: Problem,
    /// The algorithm's id.
    pub algorithm: &'static str,
    /// Its title.
    pub title: &'static str,
    /// All its settings, defaults too.
    pub settings: BTreeMap<&'static str, String>,
    /// The algorithm with its settings, as it is named elsewhere.
    pub by: String,
    /// The lines of its pseudocode; steps name the line they come from.
    pub pseudocode: &'static [&'static str],
}

impl TraceStart {
    /// Güldal's matrix before the first step.
    #[must_use]
    pub fn matrix(&self) -> Option<Vec<MatrixEntry>> {
        let is_guldal = self.algorithm == Guldal::INFO.id;
        is_guldal.then(|| guldal_matrix(&self.problem, &Frame::default()))
    }
}

/// A numbered step.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct TraceEvent {
    /// Place in the trace, from 1.
    pub number: u64,
    /// Line of the pseudocode, from 1.
    pub line: u8,
    /// The step.
    #[cfg_attr(feature = "schema", schema(value_type = Step<'static>))]
    pub step: Step<'static>,
    /// The step as text.
    pub text: String,
}

impl From<Event> for TraceEvent {
    fn from(event: Event) -> TraceEvent {
        let Event { number, line, step } = event;
        let text = step.to_string();
        TraceEvent { number, line, step, text }
    }
}

/// An item of a trace, in order: the header, then its steps.
#[derive(Debug, Serialize)]
#[serde(untagged)]
#[non_exhaustive]
pub enum TraceItem<'a> {
    /// The header.
    Start(&'a TraceStart),
    /// A step.
    Step(TraceStep<'a>),
}

/// A step and the state after it.
#[derive(Debug, Serialize)]
#[non_exhaustive]
pub struct TraceStep<'a> {
    /// The step.
    #[serde(flatten)]
    pub event: TraceEvent,
    /// The board and the algorithm's own state after it.
    #[serde(skip)]
    pub frame: &'a Frame,
    #[serde(skip)]
    problem: &'a Problem,
    #[serde(skip)]
    algorithm: &'a str,
}

impl TraceStep<'_> {
    /// Güldal's matrix, after a step that has changed it.
    #[must_use]
    pub fn matrix(&self) -> Option<Vec<MatrixEntry>> {
        let changed = matches!(self.event.step, Step::Eliminate(_) | Step::Restore(_));
        let is_guldal = self.algorithm == Guldal::INFO.id;
        (changed && is_guldal).then(|| guldal_matrix(self.problem, self.frame))
    }

    /// Günther's term of the determinant, after a step that has changed it: the elements taken.
    #[must_use]
    pub fn term(&self) -> Option<Vec<String>> {
        let changed = matches!(self.event.step, Step::Place(_) | Step::Remove(_));
        let element = |&square| gunther::element(self.problem, square);
        let is_gunther = self.algorithm == Gunther::INFO.id;
        (changed && is_gunther).then(|| self.frame.queens.squares().iter().map(element).collect())
    }
}

/// Why a trace ended before everything was searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum TraceEnd {
    /// The time limit.
    Time,
    /// The limit on visits.
    Visits,
    /// The requested number of solutions.
    Solutions,
    /// The caller asked it to stop.
    Stopped,
    /// The receiver of the steps broke off.
    Enough,
    /// The algorithm does not search for all solutions.
    Incomplete,
    /// The requested number of steps.
    Steps,
    /// The limit on memory, or on the bytes of a recording.
    Memory,
    /// The solver gave up.
    GaveUp,
}

impl From<StopReason> for TraceEnd {
    fn from(reason: StopReason) -> TraceEnd {
        match reason {
            StopReason::Time => TraceEnd::Time,
            StopReason::Visits => TraceEnd::Visits,
            StopReason::Solutions => TraceEnd::Solutions,
            StopReason::Enough => TraceEnd::Enough,
            StopReason::Incomplete => TraceEnd::Incomplete,
            StopReason::Memory => TraceEnd::Memory,
            StopReason::GaveUp => TraceEnd::GaveUp,
            // It was asked to stop; the other reasons occur only in counting jobs.
            _ => TraceEnd::Stopped,
        }
    }
}

/// How a trace ended.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct TraceAnswer {
    /// `bezzel/trace/2`.
    pub schema: Schema,
    /// The problem.
    pub problem: Problem,
    /// The algorithm with its settings.
    pub by: String,
    /// Number of steps.
    pub steps: u64,
    /// Whether the trace reached its requested end.
    pub complete: bool,
    /// Why it ended before everything was searched.
    pub stopped: Option<TraceEnd>,
    /// All solutions; missing if the run was stopped.
    pub total: Option<Decimal>,
    /// Solutions found, if the run was stopped.
    pub at_least: Option<Decimal>,
    /// Work done.
    pub work: Work,
    /// Seconds it took.
    pub seconds: f64,
}

/// A validated request.
pub(crate) struct Plan {
    pub start: TraceStart,
    pub choice: Choice,
    /// Whether the trace ends at the first solution.
    to_first: bool,
    most_steps: u64,
    bounds: RunLimits,
}

impl Plan {
    pub fn new(request: &TraceRequest) -> Result<Plan, Error> {
        let TraceRequest { problem, settings, .. } = request;
        let choice = algorithm::choice(Some(&request.algorithm), settings)?.ok_or_else(|| {
            let error = Error::bad("a trace needs an algorithm");
            error.or(Instead::choose("algorithm"))
        })?;
        choice.algorithm.supports(problem, &choice.settings)?;
        if request.steps == Some(0) {
            return Err(Error::bad("a trace of 0 steps shows nothing").set("steps", "1"));
        }
        let to_first = !request.all && request.limits.solutions.is_none();
        let bounds = RunLimits {
            solutions: if to_first { Some(1) } else { request.limits.solutions },
            ..request.limits
        };
        let info = choice.algorithm.info();
        let start = TraceStart {
            problem: problem.clone(),
            algorithm: info.id,
            title: info.title,
            settings: effective(&choice),
            by: choice.name_with_seed(),
            pseudocode: info.pseudocode,
        };
        Ok(Plan { start, choice, to_first, most_steps: request.steps.unwrap_or(u64::MAX), bounds })
    }

    pub fn limits(&self, control: &Control) -> Result<Limits, Error> {
        self.bounds.with(control)
    }

    /// Whether a run with this end reached its requested end.
    pub fn is_complete(&self, end: Option<TraceEnd>) -> bool {
        match end {
            None | Some(TraceEnd::Incomplete) => true,
            Some(TraceEnd::Solutions) => self.to_first,
            Some(_) => false,
        }
    }
}

/// All settings, chosen or default.
fn effective(choice: &Choice) -> BTreeMap<&'static str, String> {
    let settings = choice.algorithm.info().settings.iter();
    settings
        .map(|setting| {
            let value = match setting.values {
                Values::Words(_) => choice.settings.word(setting).to_owned(),
                Values::Number { .. } => choice.settings.number(setting).to_string(),
            };
            (setting.name, value)
        })
        .collect()
}

/// Runs an algorithm and hands over the header of the trace and then every step, until `each`
/// breaks.
///
/// ```
/// use bezzel::{Control, Problem, TraceItem, TraceRequest, trace};
/// use std::ops::ControlFlow;
///
/// let mut queens = 0;
/// let request = TraceRequest::new(Problem::queens(6), "backtracking");
/// let answer = trace(&request, &Control::new(), &mut |item| {
///     if let TraceItem::Step(step) = item {
///         queens = step.frame.queens.len();
///     }
///     ControlFlow::Continue(())
/// })?;
/// assert!(answer.complete);
/// assert_eq!(queens, 6);
/// # Ok::<(), bezzel::Error>(())
/// ```
pub fn trace(
    request: &TraceRequest,
    control: &Control,
    each: &mut dyn FnMut(TraceItem<'_>) -> ControlFlow<()>,
) -> Result<TraceAnswer, Error> {
    let plan = Plan::new(request)?;
    let limits = plan.limits(control)?;
    let problem = &request.problem;
    let mut handing = Handing {
        problem,
        algorithm: plan.start.algorithm,
        frame: Frame::default(),
        after: request.after,
        most_steps: plan.most_steps,
        steps: 0,
        full: false,
        each,
    };
    if (handing.each)(TraceItem::Start(&plan.start)).is_break() {
        return Err(Error::new(ErrorKind::Io, "the trace has no receiver"));
    }
    let choice = &plan.choice;
    let result = choice.algorithm.run(problem, &choice.settings, &limits, &mut handing);
    let (total, at_least, stopped) = match result.outcome {
        Outcome::Exact { total } => (Some(total.into()), None, None),
        Outcome::AtLeast { total, because } => {
            let end = if handing.full { TraceEnd::Steps } else { because.into() };
            (None, Some(total.into()), Some(end))
        }
    };
    Ok(TraceAnswer {
        schema: Schema::new("bezzel/trace/2"),
        problem: problem.clone(),
        by: plan.start.by.clone(),
        steps: handing.steps,
        complete: plan.is_complete(stopped),
        stopped,
        total,
        at_least,
        work: result.work,
        seconds: result.elapsed.as_secs_f64(),
    })
}

/// Hands over every step, with the state after it.
struct Handing<'a> {
    problem: &'a Problem,
    algorithm: &'a str,
    frame: Frame,
    /// Steps still to skip.
    after: u64,
    most_steps: u64,
    steps: u64,
    /// Whether there was one more step than requested.
    full: bool,
    each: &'a mut dyn FnMut(TraceItem<'_>) -> ControlFlow<()>,
}

impl StepProbe for Handing<'_> {
    fn step(&mut self, event: &Event) -> ControlFlow<()> {
        if self.after > 0 {
            self.after -= 1;
            self.frame.apply(&event.step);
            return ControlFlow::Continue(());
        }
        if self.steps == self.most_steps {
            self.full = true;
            return ControlFlow::Break(());
        }
        self.steps += 1;
        self.frame.apply(&event.step);
        let event = TraceEvent::from(event.clone());
        let (frame, problem, algorithm) = (&self.frame, self.problem, self.algorithm);
        (self.each)(TraceItem::Step(TraceStep { event, frame, problem, algorithm }))
    }

    fn wants_steps(&self) -> bool {
        true
    }
}
