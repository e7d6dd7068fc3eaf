//! Solvers inside.

use serde::Serialize;
use utoipa::ToSchema;

/// A solver inside.
#[derive(Serialize, ToSchema)]
pub struct BackendCard {
    /// Its name.
    id: &'static str,
    /// What it is.
    about: String,
    /// Whether this program has it.
    available: bool,
}

/// Every solver inside.
pub fn backends() -> Vec<BackendCard> {
    Vec::new()
}
