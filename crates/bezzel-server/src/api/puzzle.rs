//! Puzzles with exactly one solution.

use crate::app::App;
use crate::error::{ApiError, ErrorBody};
use crate::extract::Input;
use axum::Json;
use axum::extract::State;
use bezzel::{PuzzleAnswer, PuzzleRequest};
use std::sync::Arc;

/// A puzzle with exactly one solution, of a kind, side and level, or of a day
#[utoipa::path(
    post, path = "/puzzle", request_body = PuzzleRequest,
    responses(
        (status = 200, body = PuzzleAnswer), (status = "4XX", body = ErrorBody),
        (status = 503, description = "busy", body = ErrorBody)
    )
)]
pub async fn puzzle(
    State(app): State<Arc<App>>,
    Input(request): Input<PuzzleRequest>,
) -> Result<Json<PuzzleAnswer>, ApiError> {
    let answer = app.long.run(move |control| bezzel::puzzle(&request, control));
    Ok(Json(answer.await??))
}
