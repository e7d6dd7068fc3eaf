//! Formulations and formats: the problem for other people's solvers, and their answers.

use super::ask;
use super::download::file;
use crate::app::App;
use crate::error::{ApiError, ErrorBody};
use crate::extract::Input;
use crate::lane::control;
use crate::stream;
use axum::Json;
use axum::extract::State;
use axum::response::Response;
use bezzel::{ExportRequest, ImportAnswer, ImportRequest, Problem};
use bezzel_models::{Choice, DEFINITIONS, Encoding, FORMATS, GraphKind};
use serde::Serialize;
use std::sync::Arc;
use utoipa::ToSchema;

/// What there is.
#[derive(Serialize, ToSchema)]
pub struct Models {
    /// Formats of solvers.
    formats: Vec<FormatCard>,
    /// The survey's definitions.
    definitions: Vec<DefinitionCard>,
    /// Solvers inside.
    backends: Vec<super::solvers::BackendCard>,
}

/// A format.
#[derive(Serialize, ToSchema)]
pub struct FormatCard {
    /// Its name.
    id: &'static str,
    /// Ending of its files.
    extension: &'static str,
    /// What it is.
    about: &'static str,
    /// Programs that read it.
    solvers: &'static str,
    /// Ways of saying "at most one", where it leaves them open; the default is `sequential`.
    encodings: Vec<&'static str>,
    /// Which graphs, where it is one.
    graphs: Vec<&'static str>,
}

/// A definition.
#[derive(Serialize, ToSchema)]
pub struct DefinitionCard {
    /// Its name.
    id: &'static str,
    /// The survey's heading and section.
    title: &'static str,
    /// What is wrong in print, or that nothing is.
    correction: &'static str,
}

/// Formats, definitions and solvers
#[utoipa::path(get, path = "/models", responses((status = 200, body = Models)))]
pub async fn models(State(app): State<Arc<App>>) -> Json<Models> {
    let formats = FORMATS.iter().map(|format| FormatCard {
        id: format.id,
        extension: format.extension,
        about: format.about,
        solvers: format.solvers,
        encodings: match format.choice {
            Choice::Encoding => Encoding::ALL.iter().map(|(_, name)| *name).collect(),
            _ => Vec::new(),
        },
        graphs: match format.choice {
            Choice::Graph(_) => GraphKind::ALL.iter().map(|(_, name)| *name).collect(),
            _ => Vec::new(),
        },
    });
    let definitions = DEFINITIONS.iter().map(|definition| DefinitionCard {
        id: definition.id,
        title: definition.title,
        correction: definition.correction,
    });
    Json(Models {
        formats: formats.collect(),
        definitions: definitions.collect(),
        backends: super::solvers::cards(&app.backends),
    })
}

/// Refuses boards that are too large for a model.
fn small(app: &App, problem: &Problem) -> Result<(), ApiError> {
    let most = app.limits.model_rows;
    ask::within(problem, most)?;
    match problem.size().width() {
        width if width > most => Err(ApiError::too_large("the number of columns", width, most)),
        _ => Ok(()),
    }
}

/// The problem for a solver, as text
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

/// Read and verify what a solver wrote
#[utoipa::path(
    post, path = "/import", request_body = ImportRequest,
    responses((status = 200, body = ImportAnswer), (status = "4XX", body = ErrorBody))
)]
pub async fn import(
    State(app): State<Arc<App>>,
    Input(request): Input<ImportRequest>,
) -> Result<Json<ImportAnswer>, ApiError> {
    small(&app, &request.problem)?;
    let read = app.quick.run(move |stop| bezzel::import(&request, &control(stop)));
    Ok(Json(read.await??))
}
