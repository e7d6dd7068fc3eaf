//! The solutions of a problem, one by one.

use super::ask;
use crate::app::App;
use crate::error::{ApiError, ErrorBody};
use crate::extract::Input;
use crate::stream;
use axum::extract::State;
use axum::response::Response;
use bezzel::{ListAnswer, ListRequest, ListedSolution};
use serde::Serialize;
use std::sync::Arc;
use utoipa::ToSchema;

/// A line of a list.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "only its description is used")]
enum ListLine {
    /// A solution.
    Solution(ListedSolution<'static>),
    /// The last line.
    Answer(Box<ListAnswer>),
}

/// List solutions
///
/// One line of JSON for each solution; the last line is the closing document.
#[utoipa::path(
    post, path = "/list", request_body = ListRequest,
    responses(
        (status = 200, description = "lines of JSON, the last one the closing document",
         body = ListLine, content_type = "application/x-ndjson"),
        (status = "4XX", body = ErrorBody), (status = 503, description = "busy", body = ErrorBody)
    )
)]
pub async fn list(
    State(app): State<Arc<App>>,
    Input(mut request): Input<ListRequest>,
) -> Result<Response, ApiError> {
    ask::within(&request.problem, app.limits.trace_rows)?;
    request.limits.time = Some(ask::time(request.limits.time, app.limits.solve_seconds as f64)?);
    stream::lines(&app, move |control, lines| {
        bezzel::list(&request, control, &mut |one| lines.item(&one))
    })
    .await
}
