//! The API, one file for each resource.

#![expect(unused_qualifications, reason = "utoipa writes out the paths of query parameters")]

mod algorithms;
mod ask;
mod browse;
mod catalogue;
mod check;
mod compare;
mod construct;
mod count;
mod download;
mod draw;
mod estimate;
mod forecast;
mod health;
mod jobs;
mod known;
mod ledgers;
mod list;
mod models;
mod papers;
mod puzzle;
mod sample;
mod search;
mod solve;
mod squares;
mod stack;
mod symmetry;
mod traces;

pub use jobs::look as look_at_jobs;

use crate::app::App;
use crate::error::{ApiError, ErrorBody};
use axum::Router;
use axum::http::StatusCode;
use std::sync::Arc;
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// The head of the document; paths and schemas come from the routes themselves.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Bezzel",
        description = "The N-Queens workstation: traces, comparisons, exact counts, symmetries, \
                       stacks, papers and solvers. Counts are strings; errors are \
                       {error: {code, message, hint}}.",
        license(name = "MIT OR Apache-2.0", identifier = "MIT OR Apache-2.0")
    ),
    components(schemas(ErrorBody, bezzel::Direction, bezzel::StepKind))
)]
struct Head;

fn resources() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::with_openapi(Head::openapi())
        .routes(routes!(health::health))
        .routes(routes!(algorithms::algorithms))
        .routes(routes!(traces::trace))
        .routes(routes!(traces::record))
        .routes(routes!(traces::summary))
        .routes(routes!(browse::events))
        .routes(routes!(browse::frame))
        .routes(routes!(browse::find))
        .routes(routes!(browse::overview))
        .routes(routes!(browse::tree))
        .routes(routes!(browse::branches))
        .routes(routes!(browse::density))
        .routes(routes!(download::download))
        .routes(routes!(solve::solve))
        .routes(routes!(solve::colour))
        .routes(routes!(solve::extreme))
        .routes(routes!(compare::compare))
        .routes(routes!(construct::construct))
        .routes(routes!(jobs::create, jobs::list))
        .routes(routes!(jobs::show, jobs::delete))
        .routes(routes!(jobs::pause))
        .routes(routes!(jobs::resume))
        .routes(routes!(jobs::units))
        .routes(routes!(jobs::events))
        .routes(routes!(ledgers::verify))
        .routes(routes!(ledgers::merge))
        .routes(routes!(ledgers::export))
        .routes(routes!(symmetry::symmetry))
        .routes(routes!(estimate::estimate))
        .routes(routes!(forecast::forecast))
        .routes(routes!(squares::squares))
        .routes(routes!(list::list))
        .routes(routes!(sample::sample))
        .routes(routes!(puzzle::puzzle))
        .routes(routes!(known::known))
        .routes(routes!(search::search))
        .routes(routes!(check::check))
        .routes(routes!(check::stream))
        .routes(routes!(check::proof))
        .routes(routes!(count::count))
        .routes(routes!(count::divide))
        .routes(routes!(count::closed_form))
        .routes(routes!(count::space_table))
        .routes(routes!(count::modular))
        .routes(routes!(stack::stack))
        .routes(routes!(stack::stacks))
        .routes(routes!(stack::stack_count))
        .routes(routes!(stack::disjoint))
        .routes(routes!(draw::draw))
        .routes(routes!(papers::papers))
        .routes(routes!(papers::reproduce))
        .routes(routes!(catalogue::catalogue))
        .routes(routes!(catalogue::doctor))
        .routes(routes!(models::export))
        .routes(routes!(models::import))
}

/// Everything under `/api/v1`.
pub fn router() -> Router<Arc<App>> {
    let (router, document) = resources().split_for_parts();
    let document = Arc::new(with_base(document));
    let text = document.to_json().expect("the document is plain data");
    let served = move || {
        let text = text.clone();
        async move { ([(axum::http::header::CONTENT_TYPE, "application/json")], text) }
    };
    router
        .route("/openapi.json", axum::routing::get(served))
        .fallback(unknown)
        .method_not_allowed_fallback(other_method)
}

/// The OpenAPI document.
#[must_use]
pub fn openapi() -> utoipa::openapi::OpenApi {
    with_base(resources().into_openapi())
}

fn with_base(mut document: utoipa::openapi::OpenApi) -> utoipa::openapi::OpenApi {
    document.servers = Some(vec![utoipa::openapi::Server::new("/api/v1")]);
    document.info.version = env!("CARGO_PKG_VERSION").to_owned();
    document
}

async fn unknown() -> ApiError {
    let hint = "GET /api/v1/openapi.json lists all paths";
    ApiError::missing("unknown-path", "there is no such path", hint)
}

async fn other_method() -> ApiError {
    let hint = "GET /api/v1/openapi.json lists all paths";
    let status = StatusCode::METHOD_NOT_ALLOWED;
    ApiError::new(status, "wrong-method", "this path does not support this method", hint)
}
