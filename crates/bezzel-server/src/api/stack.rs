//! Stacks: one, all, how many, and as many disjoint solutions as fit.

use super::count::{bound, few};
use crate::app::App;
use crate::error::{ApiError, ErrorBody};
use crate::extract::Input;
use axum::Json;
use axum::extract::State;
use bezzel::{
    DisjointAnswer, DisjointRequest, RunLimits, StackAnswer, StackCountAnswer, StackCountRequest,
    StackRequest, StacksAnswer, StacksRequest, Workers,
};
use std::sync::Arc;

fn within(app: &App, n: u32, most: u32, limits: &mut RunLimits) -> Result<(), ApiError> {
    if n > most {
        return Err(ApiError::too_large("n", n, most));
    }
    bound(&mut Workers::default(), limits, 1, &app.limits)
}

/// A stack: n solutions that cover the board
#[utoipa::path(
    post, path = "/stack", request_body = StackRequest,
    responses(
        (status = 200, body = StackAnswer), (status = "4XX", body = ErrorBody),
        (status = 503, description = "busy", body = ErrorBody)
    )
)]
pub async fn stack(
    State(app): State<Arc<App>>,
    Input(mut request): Input<StackRequest>,
) -> Result<Json<StackAnswer>, ApiError> {
    within(&app, request.n, app.limits.stack_side, &mut request.limits)?;
    let answer = app.quick.run(move |control| bezzel::stack(&request, control));
    Ok(Json(answer.await??))
}

/// All stacks of a side
#[utoipa::path(
    post, path = "/stacks", request_body = StacksRequest,
    responses(
        (status = 200, body = StacksAnswer), (status = "4XX", body = ErrorBody),
        (status = 503, description = "busy", body = ErrorBody)
    )
)]
pub async fn stacks(
    State(app): State<Arc<App>>,
    Input(mut request): Input<StacksRequest>,
) -> Result<Json<StacksAnswer>, ApiError> {
    within(&app, request.n, app.limits.stack_count_side, &mut request.limits)?;
    let answer = app.long.run(move |control| bezzel::stacks(&request, control));
    Ok(Json(answer.await??))
}

/// Count all stacks of the sides
#[utoipa::path(
    post, path = "/stack-count", request_body = StackCountRequest,
    responses(
        (status = 200, body = StackCountAnswer), (status = "4XX", body = ErrorBody),
        (status = 503, description = "busy", body = ErrorBody)
    )
)]
pub async fn stack_count(
    State(app): State<Arc<App>>,
    Input(mut request): Input<StackCountRequest>,
) -> Result<Json<StackCountAnswer>, ApiError> {
    sides(&app, &request.sides)?;
    let parts = request.sides.len();
    bound(&mut request.workers, &mut request.limits, parts, &app.limits)?;
    let answer = app.long.run(move |control| bezzel::stack_count(&request, control));
    Ok(Json(answer.await??))
}

/// The largest number of solutions that share no square, for each side
#[utoipa::path(
    post, path = "/disjoint", request_body = DisjointRequest,
    responses(
        (status = 200, body = DisjointAnswer), (status = "4XX", body = ErrorBody),
        (status = 503, description = "busy", body = ErrorBody)
    )
)]
pub async fn disjoint(
    State(app): State<Arc<App>>,
    Input(mut request): Input<DisjointRequest>,
) -> Result<Json<DisjointAnswer>, ApiError> {
    sides(&app, &request.sides)?;
    let parts = request.sides.len();
    bound(&mut Workers::default(), &mut request.limits, parts, &app.limits)?;
    let answer = app.long.run(move |control| bezzel::disjoint(&request, control));
    Ok(Json(answer.await??))
}

fn sides(app: &App, sides: &[u32]) -> Result<(), ApiError> {
    few("the number of sides", sides.len())?;
    let most = app.limits.stack_count_side;
    match sides.iter().find(|n| **n > most) {
        Some(n) => Err(ApiError::too_large("n", *n, most)),
        None => Ok(()),
    }
}
