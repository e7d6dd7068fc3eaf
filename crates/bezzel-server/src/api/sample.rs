//! Random solutions, all equally likely or nearly so.

use super::ask;
use crate::app::App;
use crate::error::{ApiError, ErrorBody};
use crate::extract::Input;
use crate::stream;
use axum::extract::State;
use axum::response::Response;
use bezzel::{SampleAnswer, SampleRequest, SampledSolution};
use serde::Serialize;
use std::sync::Arc;
use utoipa::ToSchema;

/// A line of a sample.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "only its description is used")]
enum SampleLine {
    /// A solution.
    Solution(SampledSolution),
    /// The last line.
    Answer(Box<SampleAnswer>),
}

/// Draw random solutions
///
/// One line of JSON for each solution; the last line is the closing document.
#[utoipa::path(
    post, path = "/sample", request_body = SampleRequest,
    responses(
        (status = 200, description = "lines of JSON, the last one the closing document",
         body = SampleLine, content_type = "application/x-ndjson"),
        (status = "4XX", body = ErrorBody), (status = 503, description = "busy", body = ErrorBody)
    )
)]
pub async fn sample(
    State(app): State<Arc<App>>,
    Input(request): Input<SampleRequest>,
) -> Result<Response, ApiError> {
    let (columns, most) = (request.problem.size().columns(), app.limits.sample_columns);
    ask::within(&request.problem, app.limits.trace_rows)?;
    if columns > most && request.needs_counts() {
        return Err(ApiError::too_large("the number of columns", columns, most));
    }
    stream::lines(&app, move |control, lines| {
        bezzel::sample(&request, control, &mut |one| lines.item(&one))
    })
    .await
}
