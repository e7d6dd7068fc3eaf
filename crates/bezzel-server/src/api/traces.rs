//! Traces: recorded once, then read by page, by step, as a timeline and as a tree.

use super::ask::{self, GoalName, SettingValues};
use crate::app::App;
use crate::error::{ApiError, ErrorBody};
use crate::extract::{Asked, At, Input};
use crate::trace::{Bucket, Full, Kept, Kind, Recorder, Tally, TreeView};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use bezzel_board::Problem;
use bezzel_search::{Choice, Event, Frame, Limits, Outcome, StopReason, Values, Work};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;
use utoipa::{IntoParams, ToSchema};

/// What to record.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TraceRequest {
    /// The problem, as Bezzel writes it: `{"version":1,"size":"8"}`.
    #[schema(value_type = Object)]
    problem: Problem,
    /// The algorithm's id.
    algorithm: String,
    /// Values of its settings.
    #[serde(default)]
    settings: SettingValues,
    /// How far it goes.
    #[serde(default)]
    goal: GoalName,
    /// When it stops.
    #[serde(default)]
    limits: TraceLimits,
}

/// When a trace stops.
#[derive(Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TraceLimits {
    /// Most steps.
    steps: Option<u64>,
}

/// What is known about a trace.
#[derive(Serialize, ToSchema)]
pub struct TraceSummary {
    /// The same for the same request.
    pub id: String,
    /// The algorithm's id.
    pub algorithm: &'static str,
    /// The problem.
    #[schema(value_type = Object)]
    pub problem: Problem,
    /// All settings of the algorithm, defaults too.
    pub settings: BTreeMap<&'static str, String>,
    /// How far it goes.
    pub goal: GoalName,
    /// Number of steps.
    pub steps: u32,
    /// Whether it goes to the end of the run.
    pub complete: bool,
    /// Why the run ended, if not because everything was searched: `solutions` (the first was asked
    /// for), `incomplete` (the algorithm looks no further), `steps`, `memory`, `time`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub because: Option<String>,
    /// Solutions found, as a string.
    pub solutions: String,
    /// Work done.
    #[schema(value_type = Object)]
    pub work: Work,
    /// Seconds it took to record.
    pub seconds: f64,
    /// Bytes it takes in memory.
    pub bytes: usize,
    #[serde(skip)]
    pub choice: Choice,
}

/// A trace at hand.
pub type KeptTrace = Kept<TraceSummary>;

/// Record a trace
///
/// The id is a digest of the request: the same request gives the same trace, also after a restart.
#[utoipa::path(
    post, path = "/traces", request_body = TraceRequest,
    responses(
        (status = 201, description = "recorded", body = TraceSummary),
        (status = 200, description = "was at hand already", body = TraceSummary),
        (status = "4XX", body = ErrorBody), (status = 503, description = "busy", body = ErrorBody)
    )
)]
pub async fn record(
    State(app): State<Arc<App>>,
    Input(asked): Input<TraceRequest>,
) -> Result<(StatusCode, Json<Shared>), ApiError> {
    let choice = ask::choice(&asked.algorithm, &asked.settings)?;
    ask::within(&asked.problem, app.limits.trace_rows)?;
    choice.algorithm.supports(&asked.problem, &choice.settings)?;
    let steps = match asked.limits.steps {
        None => app.limits.trace_steps,
        Some(0) => return Err(ApiError::bad_value("a trace of 0 steps", "ask for 1 or more")),
        Some(steps) => (u32::try_from(steps).ok())
            .filter(|&steps| steps <= app.limits.trace_steps)
            .ok_or_else(|| ApiError::too_large("limits.steps", steps, app.limits.trace_steps))?,
    };
    let settings = effective(&choice);
    let id = digest(&asked.problem, &choice, &settings, asked.goal, steps);
    let compute = async || {
        let limits = Limits {
            time: Some(Duration::from_secs(app.limits.trace_seconds)),
            solutions: (asked.goal == GoalName::First).then_some(1),
            ..Limits::none()
        };
        let recorder = Recorder::new(steps, app.limits.trace_bytes);
        let order = Order { id: id.clone(), problem: asked.problem, choice, settings, limits };
        app.quick.run(move |stop| order.carry_out(recorder, asked.goal, stop)).await
    };
    let (kept, new) = app.traces.find_or(&id, compute).await?;
    let status = if new { StatusCode::CREATED } else { StatusCode::OK };
    Ok((status, Json(Shared(kept))))
}

/// A trace to be recorded.
struct Order {
    id: String,
    problem: Problem,
    choice: Choice,
    settings: BTreeMap<&'static str, String>,
    limits: Limits,
}

impl Order {
    fn carry_out(
        self,
        mut recorder: Recorder,
        goal: GoalName,
        stop: &Arc<std::sync::atomic::AtomicBool>,
    ) -> KeptTrace {
        let limits = Limits { cancel: Some(Arc::clone(stop)), ..self.limits };
        let Order { id, problem, choice, settings, .. } = self;
        let report = choice.algorithm.run(&problem, &choice.settings, &limits, &mut recorder);
        let (recording, full) = recorder.finish();
        let (complete, because) = match (full, report.outcome) {
            (Some(Full::Steps), _) => (false, Some("steps".to_owned())),
            (Some(Full::Memory), _) => (false, Some("memory".to_owned())),
            (None, Outcome::Exact { .. }) => (true, None),
            (None, Outcome::AtLeast { because, .. }) => {
                let reached = matches!(because, StopReason::Solutions | StopReason::Incomplete);
                (reached, Some(word(because)))
            }
        };
        let summary = TraceSummary {
            id,
            algorithm: choice.algorithm.info().id,
            problem,
            settings,
            goal,
            steps: recording.steps(),
            complete,
            because,
            solutions: recording.solutions.to_string(),
            work: report.work,
            seconds: report.elapsed.as_secs_f64(),
            bytes: recording.bytes(),
            choice,
        };
        Kept { recording, summary }
    }
}

fn word(because: StopReason) -> String {
    let word = serde_json::to_value(because).unwrap_or_default();
    word.as_str().unwrap_or("stopped").to_owned()
}

/// The summary of a kept trace, written without copying it.
#[derive(ToSchema)]
#[schema(as = TraceSummary, value_type = TraceSummary)]
pub struct Shared(Arc<KeptTrace>);

impl Serialize for Shared {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.summary.serialize(serializer)
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

fn digest(
    problem: &Problem,
    choice: &Choice,
    settings: &BTreeMap<&'static str, String>,
    goal: GoalName,
    steps: u32,
) -> String {
    let parts = (env!("CARGO_PKG_VERSION"), problem, choice.algorithm.info().id, settings);
    let text = serde_json::to_vec(&(parts, goal, steps)).expect("plain data");
    Sha256::digest(text)[..16].iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The trace with this id, or where it went.
pub fn kept(app: &App, id: &str) -> Result<Arc<KeptTrace>, ApiError> {
    app.traces.find(id).ok_or_else(|| {
        let hint = "POST the request again; it gives the same id";
        ApiError::missing("trace-gone", "this trace is not at hand", hint)
    })
}

/// What is known about a trace
#[utoipa::path(
    get, path = "/traces/{id}", params(("id" = String, Path)),
    responses((status = 200, body = TraceSummary), (status = "4XX", body = ErrorBody))
)]
pub async fn summary(
    State(app): State<Arc<App>>,
    At(id): At<String>,
) -> Result<Json<Shared>, ApiError> {
    Ok(Json(Shared(kept(&app, &id)?)))
}

/// Which events.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub struct PageQuery {
    /// Number of the first event, from 1.
    #[serde(default = "one")]
    from: u32,
    /// How many.
    #[serde(default = "hundred")]
    count: u32,
}

fn one() -> u32 {
    1
}

fn hundred() -> u32 {
    100
}

/// A page of a trace.
#[derive(Serialize, ToSchema)]
pub struct Page {
    /// Number of the first event.
    from: u32,
    /// Events in all.
    total: u32,
    /// The state before the first event of the page.
    #[schema(value_type = Object)]
    before: Frame,
    /// The counters before the first event of the page.
    tally: Tally,
    /// The events.
    events: Vec<EventView>,
}

/// An event as it is shown.
#[derive(Serialize, ToSchema)]
pub struct EventView {
    /// Number, line of the pseudocode, and step.
    #[serde(flatten)]
    #[schema(value_type = Object)]
    event: Event,
    /// The step in words.
    text: String,
}

impl From<Event> for EventView {
    fn from(event: Event) -> EventView {
        let text = event.step.to_string();
        EventView { event, text }
    }
}

/// A page of events
#[utoipa::path(
    get, path = "/traces/{id}/events", params(("id" = String, Path), PageQuery),
    responses((status = 200, body = Page), (status = "4XX", body = ErrorBody))
)]
pub async fn events(
    State(app): State<Arc<App>>,
    At(id): At<String>,
    Asked(PageQuery { from, count }): Asked<PageQuery>,
) -> Result<Json<Page>, ApiError> {
    let kept = kept(&app, &id)?;
    if from == 0 {
        return Err(ApiError::bad_value("from is 0", "events count from 1"));
    }
    if count > app.limits.page_events {
        return Err(ApiError::too_large("count", count, app.limits.page_events));
    }
    let (before, events) = kept.recording.page(from, count);
    let events = events.into_iter().map(EventView::from).collect();
    let total = kept.recording.steps();
    Ok(Json(Page { from, total, before: before.frame, tally: before.tally, events }))
}

/// A moment of a trace.
#[derive(Serialize, ToSchema)]
pub struct MomentView {
    /// Steps made.
    step: u32,
    /// The state after them.
    #[schema(value_type = Object)]
    frame: Frame,
    /// The counters after them.
    tally: Tally,
    /// The last of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    event: Option<EventView>,
}

/// The state after a step
#[utoipa::path(
    get, path = "/traces/{id}/frames/{step}", params(("id" = String, Path), ("step" = u32, Path)),
    responses((status = 200, body = MomentView), (status = "4XX", body = ErrorBody))
)]
pub async fn frame(
    State(app): State<Arc<App>>,
    At((id, step)): At<(String, u32)>,
) -> Result<Json<MomentView>, ApiError> {
    let kept = kept(&app, &id)?;
    let total = kept.recording.steps();
    if step > total {
        return Err(ApiError::missing(
            "no-such-step",
            format!("the trace has no step {step}"),
            &format!("it has {total} steps; 0 is the state before the first"),
        ));
    }
    let (moment, event) = kept.recording.moment(step);
    let (frame, tally) = (moment.frame, moment.tally);
    Ok(Json(MomentView { step, frame, tally, event: event.map(EventView::from) }))
}

/// What to look for.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub struct FindQuery {
    /// The step to look from, which is not looked at itself.
    #[serde(default)]
    from: u32,
    /// solution, backtrack, dead-end, restart, reject or place.
    kind: String,
    /// next or previous.
    #[serde(default)]
    direction: Direction,
}

/// Where to look.
#[derive(Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Direction {
    /// Towards the end.
    #[default]
    Next,
    /// Towards the beginning.
    Previous,
}

/// A step that was looked for.
#[derive(Serialize, ToSchema)]
pub struct Found {
    /// Its number, or nothing.
    step: Option<u32>,
}

/// The nearest step of a kind
#[utoipa::path(
    get, path = "/traces/{id}/find", params(("id" = String, Path), FindQuery),
    responses((status = 200, body = Found), (status = "4XX", body = ErrorBody))
)]
pub async fn find(
    State(app): State<Arc<App>>,
    At(id): At<String>,
    Asked(asked): Asked<FindQuery>,
) -> Result<Json<Found>, ApiError> {
    let kept = kept(&app, &id)?;
    let kind = Kind::named(&asked.kind).ok_or_else(|| {
        let kinds = "there are solution, backtrack, dead-end, restart, reject, place";
        ApiError::bad_value(format!("'{}' is not a kind of step", asked.kind), kinds)
    })?;
    let forwards = asked.direction == Direction::Next;
    Ok(Json(Found { step: kept.recording.find(asked.from, kind, forwards) }))
}

/// How fine.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub struct OverviewQuery {
    /// How many stretches of equal length.
    #[serde(default = "hundred")]
    buckets: u32,
}

/// A trace as a timeline.
#[derive(Serialize, ToSchema)]
pub struct Overview {
    /// Its stretches, in order; fewer than asked for where there are fewer steps.
    buckets: Vec<Bucket>,
}

/// The whole trace in stretches
#[utoipa::path(
    get, path = "/traces/{id}/overview", params(("id" = String, Path), OverviewQuery),
    responses((status = 200, body = Overview), (status = "4XX", body = ErrorBody))
)]
pub async fn overview(
    State(app): State<Arc<App>>,
    At(id): At<String>,
    Asked(OverviewQuery { buckets }): Asked<OverviewQuery>,
) -> Result<Json<Overview>, ApiError> {
    let kept = kept(&app, &id)?;
    match buckets {
        0 => Err(ApiError::bad_value("buckets is 0", "ask for 1 or more")),
        _ if buckets > app.limits.overview_buckets => {
            Err(ApiError::too_large("buckets", buckets, app.limits.overview_buckets))
        }
        _ => Ok(Json(Overview { buckets: kept.recording.overview(buckets) })),
    }
}

/// How much of the tree.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub struct TreeQuery {
    /// After which step; the last if nothing is said.
    at: Option<u32>,
    /// Greatest depth at which everything is shown.
    depth: Option<u16>,
    /// Most nodes.
    #[serde(default = "five_hundred")]
    limit: u32,
    /// Whether refused squares are shown.
    #[serde(default)]
    refused: bool,
}

fn five_hundred() -> u32 {
    500
}

/// The search tree as grown up to a step
#[utoipa::path(
    get, path = "/traces/{id}/tree", params(("id" = String, Path), TreeQuery),
    responses((status = 200, body = TreeView), (status = "4XX", body = ErrorBody))
)]
pub async fn tree(
    State(app): State<Arc<App>>,
    At(id): At<String>,
    Asked(asked): Asked<TreeQuery>,
) -> Result<Json<TreeView>, ApiError> {
    let kept = kept(&app, &id)?;
    if asked.limit == 0 || asked.limit > app.limits.tree_nodes {
        return Err(ApiError::too_large("limit", asked.limit, app.limits.tree_nodes));
    }
    let steps = kept.recording.steps();
    let (at, depth) = (asked.at.unwrap_or(steps).min(steps), asked.depth.unwrap_or(u16::MAX));
    Ok(Json(kept.recording.tree.view(at, depth, asked.limit as usize, asked.refused)))
}
