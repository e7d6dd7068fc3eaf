//! One solution, by the fastest method unless another is chosen; colourings and other questions.

use super::ask;
use crate::app::App;
use crate::error::{ApiError, ErrorBody};
use crate::extract::Input;
use axum::Json;
use axum::extract::State;
use bezzel::{
    ColourAnswer, ColourRequest, ExtremeAnswer, ExtremeRequest, SolveAnswer, SolveRequest,
};
use std::sync::Arc;

/// Find one solution
#[utoipa::path(
    post, path = "/solve", request_body = SolveRequest,
    responses(
        (status = 200, body = SolveAnswer), (status = "4XX", body = ErrorBody),
        (status = 503, description = "busy", body = ErrorBody)
    )
)]
pub async fn solve(
    State(app): State<Arc<App>>,
    Input(mut request): Input<SolveRequest>,
) -> Result<Json<SolveAnswer>, ApiError> {
    let by_model = request.with.is_some();
    let rows = if by_model { app.limits.model_rows } else { app.limits.solve_rows };
    ask::within(&request.problem, rows)?;
    request.limits.time = Some(ask::time(request.limits.time, app.limits.solve_seconds as f64)?);
    let lane = if by_model { &app.long } else { &app.quick };
    let backends = app.backends.clone();
    let answer =
        lane.run(move |control| bezzel::solve(&request, &control.clone().with_backends(backends)));
    Ok(Json(answer.await??))
}

/// Colour the squares
#[utoipa::path(
    post, path = "/colour", request_body = ColourRequest,
    responses(
        (status = 200, body = ColourAnswer), (status = "4XX", body = ErrorBody),
        (status = 503, description = "busy", body = ErrorBody)
    )
)]
pub async fn colour(
    State(app): State<Arc<App>>,
    Input(mut request): Input<ColourRequest>,
) -> Result<Json<ColourAnswer>, ApiError> {
    ask::within(&request.problem, app.limits.colour_rows)?;
    let (colours, most) = (request.colours.unwrap_or(1), 2 * app.limits.colour_rows);
    if colours > most {
        return Err(ApiError::too_large("colours", colours, most));
    }
    request.limits.time = Some(ask::time(request.limits.time, app.limits.solve_seconds as f64)?);
    let backends = app.backends.clone();
    let answer = app
        .long
        .run(move |control| bezzel::colour(&request, &control.clone().with_backends(backends)));
    Ok(Json(answer.await??))
}

/// Answer a question about the attacks of a board
#[utoipa::path(
    post, path = "/extreme", request_body = ExtremeRequest,
    responses(
        (status = 200, body = ExtremeAnswer), (status = "4XX", body = ErrorBody),
        (status = 503, description = "busy", body = ErrorBody)
    )
)]
pub async fn extreme(
    State(app): State<Arc<App>>,
    Input(mut request): Input<ExtremeRequest>,
) -> Result<Json<ExtremeAnswer>, ApiError> {
    ask::within(&request.problem, app.limits.colour_rows)?;
    request.limits.time = Some(ask::time(request.limits.time, app.limits.solve_seconds as f64)?);
    let backends = app.backends.clone();
    let answer = app
        .long
        .run(move |control| bezzel::extreme(&request, &control.clone().with_backends(backends)));
    Ok(Json(answer.await??))
}
