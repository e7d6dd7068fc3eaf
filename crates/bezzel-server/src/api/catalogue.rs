//! The available choices, and whether everything works on this machine.

use crate::app::App;
use crate::error::{ApiError, ErrorBody};
use axum::Json;
use axum::extract::State;
use bezzel::{CatalogueAnswer, Control, DoctorAnswer, DoctorRequest};
use std::sync::Arc;

/// Engines, formats, definitions, back-ends, notations and rules
#[utoipa::path(get, path = "/catalogue", responses((status = 200, body = CatalogueAnswer)))]
pub async fn catalogue(State(app): State<Arc<App>>) -> Json<CatalogueAnswer> {
    Json(bezzel::catalogue(&Control::new().with_backends(app.backends.clone())))
}

/// The self-test: every algorithm, engine and back-end on a small board
#[utoipa::path(
    get, path = "/doctor",
    responses(
        (status = 200, body = DoctorAnswer),
        (status = 503, description = "busy", body = ErrorBody)
    )
)]
pub async fn doctor(State(app): State<Arc<App>>) -> Result<Json<DoctorAnswer>, ApiError> {
    let backends = app.backends.clone();
    let answer = app.long.run(move |control| {
        bezzel::doctor(&DoctorRequest::default(), &control.clone().with_backends(backends))
    });
    Ok(Json(answer.await??))
}
