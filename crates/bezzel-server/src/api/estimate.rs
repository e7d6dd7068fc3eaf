//! Estimates of the work and the number of solutions by random descents or walks.

use super::ask;
use crate::app::App;
use crate::error::{ApiError, ErrorBody};
use crate::extract::Input;
use axum::Json;
use axum::extract::State;
use bezzel::{EstimateAnswer, EstimateRequest};
use std::sync::Arc;

/// Estimate the work and the number of solutions
#[utoipa::path(
    post, path = "/estimate", request_body = EstimateRequest,
    responses(
        (status = 200, body = EstimateAnswer), (status = "4XX", body = ErrorBody),
        (status = 503, description = "busy", body = ErrorBody)
    )
)]
pub async fn estimate(
    State(app): State<Arc<App>>,
    Input(mut request): Input<EstimateRequest>,
) -> Result<Json<EstimateAnswer>, ApiError> {
    request.problems.iter().try_for_each(|problem| ask::within(problem, app.limits.trace_rows))?;
    let most = app.limits.solve_seconds as f64 / request.problems.len().max(1) as f64;
    request.time = Some(ask::time(request.time, most)?);
    let answer = app.long.run(move |control| bezzel::estimate(&request, control));
    Ok(Json(answer.await??))
}
