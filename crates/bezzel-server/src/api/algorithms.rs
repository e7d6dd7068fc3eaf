//! The registry of algorithms.

use crate::error::{ApiError, ErrorBody};
use crate::extract::Asked;
use axum::Json;
use bezzel::{AlgorithmsAnswer, AlgorithmsRequest};

/// Every algorithm with its pseudocode and settings
#[utoipa::path(
    get, path = "/algorithms", params(AlgorithmsRequest),
    responses((status = 200, body = AlgorithmsAnswer), (status = "4XX", body = ErrorBody))
)]
pub async fn algorithms(
    Asked(request): Asked<AlgorithmsRequest>,
) -> Result<Json<AlgorithmsAnswer>, ApiError> {
    Ok(Json(bezzel::algorithms(&request)?))
}
