//! Whether a placement is a solution, and every fault of one that is not.

use super::ask;
use crate::app::App;
use crate::error::{ApiError, ErrorBody};
use crate::extract::Input;
use axum::Json;
use axum::extract::State;
use bezzel::{CheckAnswer, CheckRequest};
use std::sync::Arc;

/// Most faults that are named.
const FAULTS: usize = 1000;

/// Check a placement
#[utoipa::path(
    post, path = "/check", request_body = CheckRequest,
    responses(
        (status = 200, body = CheckAnswer), (status = "4XX", body = ErrorBody),
        (status = 503, description = "busy", body = ErrorBody)
    )
)]
pub async fn check(
    State(app): State<Arc<App>>,
    Input(request): Input<CheckRequest>,
) -> Result<Json<CheckAnswer>, ApiError> {
    // The check of a flat board looks at each queen once; of other boards, a torus and definitions
    // at each pair.
    let is_flat = request.problem.as_ref().map_or(!request.torus, bezzel::Problem::is_flat);
    let by_pairs = !is_flat || request.definition.is_some();
    let most = if by_pairs { app.limits.trace_rows } else { app.limits.solve_rows };
    if let Some(problem) = &request.problem {
        ask::within(problem, most)?;
    }
    let queens = match (&request.squares, &request.placement) {
        (Some(squares), _) => squares.len() as u64,
        // Every notation separates queens or rows by one of these.
        (None, Some(text)) => text.split([',', ' ', '\n', '/']).count() as u64,
        _ => 0,
    };
    if queens > 2 * u64::from(most) {
        return Err(ApiError::too_large("the number of queens", queens, 2 * most));
    }
    if request.faults > FAULTS {
        return Err(ApiError::too_large("faults", request.faults, FAULTS));
    }
    let answer = app.quick.run(move |_| bezzel::check(&request));
    Ok(Json(answer.await??))
}
