//! Published totals, each with its source.

use crate::error::{ApiError, ErrorBody};
use crate::extract::Asked;
use axum::Json;
use bezzel::{KnownAnswer, KnownRequest};

/// Published totals
#[utoipa::path(
    get, path = "/known", params(KnownRequest),
    responses((status = 200, body = KnownAnswer), (status = "4XX", body = ErrorBody))
)]
pub async fn known(Asked(request): Asked<KnownRequest>) -> Result<Json<KnownAnswer>, ApiError> {
    Ok(Json(bezzel::known(&request)?))
}
