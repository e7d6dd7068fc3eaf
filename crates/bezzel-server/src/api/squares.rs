//! How often each square holds a queen.

use super::ask;
use super::count::bound;
use crate::app::App;
use crate::error::{ApiError, ErrorBody};
use crate::extract::Input;
use axum::Json;
use axum::extract::State;
use bezzel::{Problem, SquaresAnswer, SquaresRequest};
use std::sync::Arc;

/// Most solutions drawn for one answer; beyond that the picture does not change.
const MOST_DRAWN: u64 = 20_000;

/// How often each square holds a queen
#[utoipa::path(
    post, path = "/squares", request_body = SquaresRequest,
    responses(
        (status = 200, body = SquaresAnswer), (status = "4XX", body = ErrorBody),
        (status = 503, description = "busy", body = ErrorBody)
    )
)]
pub async fn squares(
    State(app): State<Arc<App>>,
    Input(mut request): Input<SquaresRequest>,
) -> Result<Json<SquaresAnswer>, ApiError> {
    within(&app, &request.problem, request.number, request.approximate)?;
    let mut workers = request.workers.clone();
    bound(&mut workers, &mut request.limits, 1, &app.limits)?;
    // Random solutions have no choice of workers.
    if request.counts_all() {
        request.workers = workers;
    }
    let answer = app.long.run(move |control| bezzel::squares(&request, control));
    Ok(Json(answer.await??))
}

/// Refuses boards whose random solutions take too long here, and too many of them.
pub fn within(
    app: &App,
    problem: &Problem,
    number: Option<u64>,
    approximate: bool,
) -> Result<(), ApiError> {
    ask::within(problem, app.limits.trace_rows)?;
    let (columns, most) = (problem.size().columns(), app.limits.sample_columns);
    // Walks need no counts: their boards are limited only in rows.
    if columns > most && !approximate {
        return Err(ApiError::too_large("the number of columns", columns, most));
    }
    if let Some(number) = number.filter(|&number| number > MOST_DRAWN) {
        return Err(ApiError::too_large("the number of solutions", number, MOST_DRAWN));
    }
    Ok(())
}
