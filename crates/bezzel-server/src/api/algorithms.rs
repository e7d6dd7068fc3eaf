//! The registry of algorithms.

use axum::Json;
use bezzel_search::{Card, algorithms as registry, stacks};
use serde::Serialize;
use utoipa::ToSchema;

/// Every algorithm.
#[derive(Serialize, ToSchema)]
pub struct Algorithms {
    /// The cards, in the order they are taught; the last ones build stacks.
    #[schema(value_type = Vec<Object>)]
    algorithms: Vec<Card>,
}

/// Every algorithm with its pseudocode and settings
#[utoipa::path(get, path = "/algorithms", responses((status = 200, body = Algorithms)))]
pub async fn algorithms() -> Json<Algorithms> {
    let all = registry::ALL.iter().chain(stacks::ALL);
    Json(Algorithms { algorithms: all.map(|algorithm| algorithm.info().card()).collect() })
}
