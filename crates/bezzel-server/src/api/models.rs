//! The problem as a model for external solvers, and their answers.

use super::ask;
use super::download::file;
use crate::app::App;
use crate::error::{ApiError, ErrorBody};
use crate::extract::Input;
use crate::stream;
use axum::Json;
use axum::extract::State;
use axum::response::Response;
use bezzel::{ExportRequest, ImportAnswer, ImportRequest, Problem};
use std::sync::Arc;

/// Refuses boards that are too large for a model.
fn small(app: &App, problem: &Problem) -> Result<(), ApiError> {
    let most = app.limits.model_rows;
    ask::within(problem, most)?;
    match problem.size().width() {
        width if width > most => Err(ApiError::too_large("the number of columns", width, most)),
        _ => Ok(()),
    }
}

/// The problem as a model for a solver, as text
#[utoipa::path(
    post, path = "/export", request_body = ExportRequest,
    responses(
        (status = 200, description = "the model", body = String, content_type = "text/plain"),
        (status = "4XX", body = ErrorBody), (status = 503, description = "busy", body = ErrorBody)
    )
)]
pub async fn export(
    State(app): State<Arc<App>>,
    Input(request): Input<ExportRequest>,
) -> Result<Response, ApiError> {
    small(&app, &request.problem)?;
    let name = format!("queens-{}", request.problem.size());
    let extension = bezzel::extension(&request.format)?;
    let body = stream::body(&app, move |control, out| {
        bezzel::export(&request, control, out)?;
        Ok(())
    });
    Ok(file(&name, extension, "text/plain; charset=utf-8", body.await?))
}

/// Read and verify a solver's answer
#[utoipa::path(
    post, path = "/import", request_body = ImportRequest,
    responses((status = 200, body = ImportAnswer), (status = "4XX", body = ErrorBody))
)]
pub async fn import(
    State(app): State<Arc<App>>,
    Input(request): Input<ImportRequest>,
) -> Result<Json<ImportAnswer>, ApiError> {
    small(&app, &request.problem)?;
    let read = app.quick.run(move |control| bezzel::import(&request, control));
    Ok(Json(read.await??))
}
