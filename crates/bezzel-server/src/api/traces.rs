//! Traces: streamed as they happen, or recorded under an id that depends only on the request.

use super::ask;
use crate::app::App;
use crate::error::{ApiError, ErrorBody};
use crate::extract::{At, Input};
use crate::stream;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use bezzel::{Recording, RecordingSummary, TraceAnswer, TraceEvent, TraceRequest, TraceStart};
use serde::Serialize;
use sha2::{Digest, Sha256};
use std::sync::Arc;
use utoipa::ToSchema;

/// What is known about a recorded trace.
#[derive(Serialize, ToSchema)]
pub struct TraceSummary {
    /// The same for the same request.
    id: String,
    #[serde(flatten)]
    summary: RecordingSummary,
}

/// A line of a trace.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "only its description is used")]
enum TraceLine {
    /// The first line.
    Start(TraceStart),
    /// A step.
    Event(TraceEvent),
    /// The last line.
    Answer(TraceAnswer),
}

/// The request with this server's limits.
fn limited(app: &App, mut request: TraceRequest) -> Result<TraceRequest, ApiError> {
    let limits = &app.limits;
    ask::within(&request.problem, limits.trace_rows)?;
    let most = limits.trace_steps_most;
    let steps = request.steps.unwrap_or(limits.trace_steps.into());
    if steps > most.into() {
        return Err(ApiError::too_large("steps", steps, most));
    }
    request.steps = Some(steps);
    request.limits.time = Some(ask::time(request.limits.time, limits.trace_seconds as f64)?);
    Ok(request)
}

/// Every step of an algorithm
///
/// The first line describes the trace, then comes a line for each step; the last line is the
/// closing document.
#[utoipa::path(
    post, path = "/trace", request_body = TraceRequest,
    responses(
        (status = 200, description = "lines of JSON, the last one the closing document",
         body = TraceLine, content_type = "application/x-ndjson"),
        (status = "4XX", body = ErrorBody), (status = 503, description = "busy", body = ErrorBody)
    )
)]
pub async fn trace(
    State(app): State<Arc<App>>,
    Input(request): Input<TraceRequest>,
) -> Result<Response, ApiError> {
    let request = limited(&app, request)?;
    stream::lines(&app, move |control, lines| {
        bezzel::trace(&request, control, &mut |item| lines.item(&item))
    })
    .await
}

/// Record a trace
///
/// The id is a digest of the request: the same request gives the same trace, even after a restart. A
/// request whose `after` is where an earlier trace of the same run was cut goes on from there, as long
/// as the server keeps that run.
#[utoipa::path(
    post, path = "/traces", request_body = TraceRequest,
    responses(
        (status = 201, description = "recorded", body = TraceSummary),
        (status = 200, description = "was recorded already", body = TraceSummary),
        (status = "4XX", body = ErrorBody), (status = 503, description = "busy", body = ErrorBody)
    )
)]
pub async fn record(
    State(app): State<Arc<App>>,
    Input(request): Input<TraceRequest>,
) -> Result<(StatusCode, Json<TraceSummary>), ApiError> {
    let request = limited(&app, request)?;
    let TraceRequest { steps, after, .. } = request;
    let (id, run) = (digest(&request, (steps, after))?, digest(&request, ())?);
    let compute = async || {
        let bytes = app.limits.trace_bytes;
        let paused = app.paused.take(&run, after);
        let recorded = app.quick.run(move |control| match paused {
            Some(paused) => paused.resume(&request, bytes, control),
            None => bezzel::record_part(&request, bytes, control),
        });
        let part = recorded.await??;
        if let Some(rest) = part.rest {
            app.paused.keep(run, rest);
        }
        Ok(part.recording)
    };
    let (recording, new) = app.traces.find_or(&id, compute).await?;
    let status = if new { StatusCode::CREATED } else { StatusCode::OK };
    Ok((status, Json(TraceSummary { id, summary: recording.summary().clone() })))
}

/// The id of a request, or of its run if no part is named. Two spellings of the same settings give the
/// same id.
fn digest(request: &TraceRequest, part: impl Serialize) -> Result<String, ApiError> {
    let start = request.start()?;
    let TraceRequest { all, limits, .. } = request;
    let meant = (env!("CARGO_PKG_VERSION"), start, all, limits, part);
    let text = serde_json::to_vec(&meant).expect("plain data");
    Ok(Sha256::digest(text)[..16].iter().map(|byte| format!("{byte:02x}")).collect())
}

/// The trace with this id, or an error that says how to get it back.
pub fn kept(app: &App, id: &str) -> Result<Arc<Recording>, ApiError> {
    app.traces.find(id).ok_or_else(|| {
        let hint = "POST the request again; it gives the same id";
        ApiError::missing("trace-gone", "this trace is no longer in memory", hint)
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
) -> Result<Json<TraceSummary>, ApiError> {
    let summary = kept(&app, &id)?.summary().clone();
    Ok(Json(TraceSummary { id, summary }))
}
