//! Traces: recorded once, under an id that the same request gives again.

use super::ask::{self, GoalName, ProblemForm, SettingValues};
use crate::app::App;
use crate::error::{ApiError, ErrorBody};
use crate::extract::{At, Input};
use crate::trace::{Full, Kept, Recorder};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use bezzel_board::Problem;
use bezzel_search::{Choice, Limits, Outcome, StopReason, Values, Work};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;
use utoipa::ToSchema;

/// What to record.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TraceRequest {
    /// The problem, as Bezzel writes it: `{"version":1,"size":"8"}`.
    #[schema(value_type = ProblemForm)]
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
    #[schema(value_type = ProblemForm)]
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
        let limits = Limits { stop: Arc::clone(stop).into(), ..self.limits };
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
