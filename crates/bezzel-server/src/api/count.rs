//! Totals: of boards, by first squares, in all dimensions, and of modular queens.

use super::ask;
use crate::app::App;
use crate::config::Limits;
use crate::error::{ApiError, ErrorBody};
use crate::extract::Input;
use axum::Json;
use axum::extract::State;
use bezzel::{
    ClosedFormAnswer, ClosedFormRequest, CountAnswer, CountRequest, DivideAnswer, DivideRequest,
    ModularAnswer, ModularRequest, Problem, RunLimits, SpaceTableAnswer, SpaceTableRequest,
    Workers,
};
use std::sync::Arc;

/// Most boards, sides or dimensions of one request.
const MOST: usize = 64;

/// Most visits of a search for modular queens: about a second.
const VISITS: u64 = 10_000_000;

/// Refuses a request with too many parts.
pub fn few(what: &str, number: usize) -> Result<(), ApiError> {
    if number > MOST { Err(ApiError::too_large(what, number, MOST)) } else { Ok(()) }
}

/// Keeps the threads and the time of a count within the server's limits, which all parts of a
/// request share.
pub fn bound(
    workers: &mut Workers,
    limits: &mut RunLimits,
    parts: usize,
    most: &Limits,
) -> Result<(), ApiError> {
    let threads = workers.threads.unwrap_or(most.count_threads);
    if threads > most.count_threads {
        return Err(ApiError::too_large("threads", threads, most.count_threads));
    }
    workers.threads = Some(threads);
    let seconds = most.count_seconds / parts.max(1) as f64;
    limits.time = Some(ask::time(limits.time, seconds)?);
    Ok(())
}

fn countable(problem: &Problem, most: &Limits) -> Result<(), ApiError> {
    ask::within(problem, most.count_rows)
}

/// Count the solutions
#[utoipa::path(
    post, path = "/count", request_body = CountRequest,
    responses(
        (status = 200, body = CountAnswer), (status = "4XX", body = ErrorBody),
        (status = 503, description = "busy", body = ErrorBody)
    )
)]
pub async fn count(
    State(app): State<Arc<App>>,
    Input(mut request): Input<CountRequest>,
) -> Result<Json<CountAnswer>, ApiError> {
    few("the number of problems", request.problems.len())?;
    request.problems.iter().try_for_each(|problem| countable(problem, &app.limits))?;
    if request.with.is_some() {
        let most = app.limits.model_rows;
        request.problems.iter().try_for_each(|problem| ask::within(problem, most))?;
    }
    let parts = request.problems.len();
    bound(&mut request.workers, &mut request.limits, parts, &app.limits)?;
    let backends = app.backends.clone();
    let answer = app
        .long
        .run(move |control| bezzel::count(&request, &control.clone().with_backends(backends)));
    Ok(Json(answer.await??))
}

/// Count the solutions for each square of the first row
#[utoipa::path(
    post, path = "/divide", request_body = DivideRequest,
    responses(
        (status = 200, body = DivideAnswer), (status = "4XX", body = ErrorBody),
        (status = 503, description = "busy", body = ErrorBody)
    )
)]
pub async fn divide(
    State(app): State<Arc<App>>,
    Input(mut request): Input<DivideRequest>,
) -> Result<Json<DivideAnswer>, ApiError> {
    countable(&request.problem, &app.limits)?;
    let parts = request.problem.size().width() as usize;
    few("the number of squares of a row", parts)?;
    bound(&mut request.workers, &mut request.limits, parts, &app.limits)?;
    let answer = app.long.run(move |control| bezzel::divide(&request, control));
    Ok(Json(answer.await??))
}

/// The totals in all dimensions as one sum for each side
#[utoipa::path(
    post, path = "/closed-form", request_body = ClosedFormRequest,
    responses(
        (status = 200, body = ClosedFormAnswer), (status = "4XX", body = ErrorBody),
        (status = 503, description = "busy", body = ErrorBody)
    )
)]
pub async fn closed_form(
    State(app): State<Arc<App>>,
    Input(mut request): Input<ClosedFormRequest>,
) -> Result<Json<ClosedFormAnswer>, ApiError> {
    few("the number of sides", request.sides.len())?;
    let parts = request.sides.len();
    bound(&mut request.workers, &mut request.limits, parts, &app.limits)?;
    let answer = app.long.run(move |control| bezzel::closed_form(&request, control));
    Ok(Json(answer.await??))
}

/// The table of sides and dimensions beside Barr and Rao's
#[utoipa::path(
    post, path = "/space-table", request_body = SpaceTableRequest,
    responses(
        (status = 200, body = SpaceTableAnswer), (status = "4XX", body = ErrorBody),
        (status = 503, description = "busy", body = ErrorBody)
    )
)]
pub async fn space_table(
    State(app): State<Arc<App>>,
    Input(mut request): Input<SpaceTableRequest>,
) -> Result<Json<SpaceTableAnswer>, ApiError> {
    few("the number of sides", request.sides.len())?;
    few("the number of dimensions", request.dimensions.len())?;
    let parts = request.sides.len();
    bound(&mut request.workers, &mut request.limits, parts, &app.limits)?;
    let answer = app.long.run(move |control| bezzel::space_table(&request, control));
    Ok(Json(answer.await??))
}

/// Modular queens: whether they fit, linear solutions, the largest number that fits
#[utoipa::path(
    post, path = "/modular", request_body = ModularRequest,
    responses(
        (status = 200, body = ModularAnswer), (status = "4XX", body = ErrorBody),
        (status = 503, description = "busy", body = ErrorBody)
    )
)]
pub async fn modular(
    State(app): State<Arc<App>>,
    Input(mut request): Input<ModularRequest>,
) -> Result<Json<ModularAnswer>, ApiError> {
    few("the number of problems", request.problems.len())?;
    request.problems.iter().try_for_each(|problem| countable(problem, &app.limits))?;
    let visits = request.visits.unwrap_or(VISITS);
    if visits > VISITS {
        return Err(ApiError::too_large("visits", visits, VISITS));
    }
    request.visits = Some(visits);
    let answer = app.long.run(move |control| bezzel::modular(&request, control));
    Ok(Json(answer.await??))
}
