//! Comparisons and experiments: every run as a line of JSON as soon as it ends.

use super::ask;
use crate::app::App;
use crate::error::{ApiError, ErrorBody};
use crate::extract::Input;
use crate::stream;
use axum::extract::State;
use axum::response::Response;
use bezzel::{CompareAnswer, CompareRequest, CompareRun};
use serde::Serialize;
use std::sync::Arc;
use utoipa::ToSchema;

/// Default seconds of one run.
const SECONDS: f64 = 10.0;

/// A line of a comparison.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "only its description is used")]
enum CompareLine {
    /// One run.
    Run(CompareRun),
    /// The last line.
    Answer(CompareAnswer),
}

/// Compare algorithms
///
/// Each line is one run; the last line is the closing document. Closing the connection stops the
/// work.
#[utoipa::path(
    post, path = "/compare", request_body = CompareRequest,
    responses(
        (status = 200, description = "lines of JSON, the last one the closing document",
         body = CompareLine, content_type = "application/x-ndjson"),
        (status = "4XX", body = ErrorBody), (status = 503, description = "busy", body = ErrorBody)
    )
)]
pub async fn compare(
    State(app): State<Arc<App>>,
    Input(mut request): Input<CompareRequest>,
) -> Result<Response, ApiError> {
    let limits = &app.limits;
    request.problems.iter().try_for_each(|problem| ask::within(problem, limits.compare_rows))?;
    let (runs, most) = (request.runs()?, limits.compare_runs as u64);
    if runs > most {
        return Err(ApiError::too_large("the number of runs", runs, most));
    }
    let time = request.limits.time.or(Some(SECONDS.min(limits.compare_seconds)));
    request.limits.time = Some(ask::time(time, limits.compare_seconds)?);
    stream::lines(&app, move |control, lines| {
        bezzel::compare(&request, control, &mut |run| lines.item_at_once(run))
    })
    .await
}
