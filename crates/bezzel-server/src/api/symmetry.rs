//! Images of a placement under the symmetries of its board, and fundamental solutions.

use super::ask;
use crate::app::App;
use crate::error::{ApiError, ErrorBody};
use crate::extract::Input;
use axum::Json;
use axum::extract::State;
use bezzel::{SymmetryAnswer, SymmetryRequest};
use std::sync::Arc;

/// The images of a placement, or the fundamental solutions of a board
#[utoipa::path(
    post, path = "/symmetry", request_body = SymmetryRequest,
    responses(
        (status = 200, body = SymmetryAnswer), (status = "4XX", body = ErrorBody),
        (status = 503, description = "busy", body = ErrorBody)
    )
)]
pub async fn symmetry(
    State(app): State<Arc<App>>,
    Input(request): Input<SymmetryRequest>,
) -> Result<Json<SymmetryAnswer>, ApiError> {
    let (columns, most) = (request.problem.size().columns(), app.limits.fundamental_columns);
    ask::within(&request.problem, app.limits.trace_rows)?;
    if request.placement.is_none() && columns > most {
        return Err(ApiError::too_large("the number of columns", columns, most));
    }
    let answer = app.quick.run(move |control| bezzel::symmetry(&request, control));
    Ok(Json(answer.await??))
}
