//! How long a count would take.

use super::ask;
use crate::app::App;
use crate::error::{ApiError, ErrorBody};
use crate::extract::Input;
use axum::Json;
use axum::extract::State;
use bezzel::{ForecastAnswer, ForecastRequest};
use std::sync::Arc;

/// How long a count would take, without counting
#[utoipa::path(
    post, path = "/forecast", request_body = ForecastRequest,
    responses(
        (status = 200, body = ForecastAnswer), (status = "4XX", body = ErrorBody),
        (status = 503, description = "busy", body = ErrorBody)
    )
)]
pub async fn forecast(
    State(app): State<Arc<App>>,
    Input(request): Input<ForecastRequest>,
) -> Result<Json<ForecastAnswer>, ApiError> {
    ask::within(&request.problem, app.limits.trace_rows)?;
    let answer = app.quick.run(move |control| bezzel::forecast(&request, control));
    Ok(Json(answer.await??))
}
