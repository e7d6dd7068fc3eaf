//! Reading a trace: by page, by step, as a timeline and as a tree.

use super::traces::kept;
use crate::app::App;
use crate::error::{ApiError, ErrorBody};
use crate::extract::{Asked, At};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use bezzel::{
    Branches, DensityCut, Direction, FoundStep, Overview, StepKind, TraceMoment, TracePage,
    TreeCut, TreeDensity, TreeView,
};
use serde::Deserialize;
use std::sync::Arc;
use utoipa::IntoParams;

/// Which events.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub struct PageQuery {
    /// Number of the first event, from 1.
    #[serde(default = "one")]
    from: u32,
    /// How many.
    #[serde(default = "hundred")]
    count: u32,
}

fn one() -> u32 {
    1
}

fn hundred() -> u32 {
    100
}

/// A page of events
#[utoipa::path(
    get, path = "/traces/{id}/events", params(("id" = String, Path), PageQuery),
    responses((status = 200, body = TracePage), (status = "4XX", body = ErrorBody))
)]
pub async fn events(
    State(app): State<Arc<App>>,
    At(id): At<String>,
    Asked(PageQuery { from, count }): Asked<PageQuery>,
) -> Result<Json<TracePage>, ApiError> {
    let kept = kept(&app, &id)?;
    if count > app.limits.page_events {
        return Err(ApiError::too_large("count", count, app.limits.page_events));
    }
    Ok(Json(kept.page(from, count)?))
}

/// The state after a step
#[utoipa::path(
    get, path = "/traces/{id}/frames/{step}", params(("id" = String, Path), ("step" = u32, Path)),
    responses((status = 200, body = TraceMoment), (status = "4XX", body = ErrorBody))
)]
pub async fn frame(
    State(app): State<Arc<App>>,
    At((id, step)): At<(String, u32)>,
) -> Result<Json<TraceMoment>, ApiError> {
    let moment = kept(&app, &id)?.moment(step);
    Ok(Json(moment.map_err(|error| ApiError::from(error).with_status(StatusCode::NOT_FOUND))?))
}

/// What to search for.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub struct FindQuery {
    /// The step to search from, exclusive.
    #[serde(default)]
    from: u32,
    /// The kind of step.
    kind: StepKind,
    /// In which direction.
    #[serde(default)]
    direction: Direction,
}

/// The nearest step of a kind
#[utoipa::path(
    get, path = "/traces/{id}/find", params(("id" = String, Path), FindQuery),
    responses((status = 200, body = FoundStep), (status = "4XX", body = ErrorBody))
)]
pub async fn find(
    State(app): State<Arc<App>>,
    At(id): At<String>,
    Asked(FindQuery { from, kind, direction }): Asked<FindQuery>,
) -> Result<Json<FoundStep>, ApiError> {
    Ok(Json(kept(&app, &id)?.find(from, kind, direction)))
}

/// The resolution.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub struct OverviewQuery {
    /// How many sections of equal length.
    #[serde(default = "hundred")]
    buckets: u32,
}

/// The whole trace in sections
#[utoipa::path(
    get, path = "/traces/{id}/overview", params(("id" = String, Path), OverviewQuery),
    responses((status = 200, body = Overview), (status = "4XX", body = ErrorBody))
)]
pub async fn overview(
    State(app): State<Arc<App>>,
    At(id): At<String>,
    Asked(OverviewQuery { buckets }): Asked<OverviewQuery>,
) -> Result<Json<Overview>, ApiError> {
    let kept = kept(&app, &id)?;
    if buckets > app.limits.overview_buckets {
        return Err(ApiError::too_large("buckets", buckets, app.limits.overview_buckets));
    }
    Ok(Json(kept.overview(buckets)?))
}

/// How much of the tree.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub struct TreeQuery {
    /// After which step; the last by default.
    at: Option<u32>,
    /// Greatest depth shown in full.
    depth: Option<u16>,
    /// Most nodes.
    #[serde(default = "five_hundred")]
    limit: u32,
    /// Whether rejected squares are shown.
    #[serde(default)]
    refused: bool,
}

fn five_hundred() -> u32 {
    500
}

/// The search tree as it was after a step
#[utoipa::path(
    get, path = "/traces/{id}/tree", params(("id" = String, Path), TreeQuery),
    responses((status = 200, body = TreeView), (status = "4XX", body = ErrorBody))
)]
pub async fn tree(
    State(app): State<Arc<App>>,
    At(id): At<String>,
    Asked(TreeQuery { at, depth, limit, refused }): Asked<TreeQuery>,
) -> Result<Json<TreeView>, ApiError> {
    let kept = kept(&app, &id)?;
    if limit == 0 || limit > app.limits.tree_nodes {
        return Err(ApiError::too_large("limit", limit, app.limits.tree_nodes));
    }
    let (at, depth) = (at.unwrap_or(u32::MAX), depth.unwrap_or(u16::MAX));
    Ok(Json(kept.tree(TreeCut { at, depth, limit: limit as usize, refused })))
}

/// Which part of the tree, how finely.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub struct DensityQuery {
    /// Where the part begins, as a share of all leaves.
    #[serde(default)]
    from: f64,
    /// Where it ends.
    #[serde(default = "whole")]
    to: f64,
    /// Cells across.
    #[serde(default = "five_hundred")]
    width: u32,
}

fn whole() -> f64 {
    1.0
}

/// Most cells across: no screen is wider.
const WIDEST: u32 = 2_000;

/// How many nodes of the whole search tree are where
///
/// For trees of any size: cells across by levels down, with the nodes and solutions of each.
#[utoipa::path(
    get, path = "/traces/{id}/density", params(("id" = String, Path), DensityQuery),
    responses((status = 200, body = TreeDensity), (status = "4XX", body = ErrorBody))
)]
pub async fn density(
    State(app): State<Arc<App>>,
    At(id): At<String>,
    Asked(DensityQuery { from, to, width }): Asked<DensityQuery>,
) -> Result<Json<TreeDensity>, ApiError> {
    let kept = kept(&app, &id)?;
    if width == 0 || width > WIDEST {
        return Err(ApiError::too_large("width", width, WIDEST));
    }
    if !(0.0..1.0).contains(&from) || !(from..=1.0).contains(&to) || from == to {
        let message = format!("from is {from} and to is {to}");
        return Err(ApiError::bad_value(message, "take shares from 0 to 1, the smaller one first"));
    }
    let cut = DensityCut { from, to, width: width as usize };
    Ok(Json(app.quick.run(move |_| kept.density(cut)).await?))
}

/// Which part of the path.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub struct BranchesQuery {
    /// After which step; the last by default.
    at: Option<u32>,
    /// Only nodes deeper than this.
    #[serde(default)]
    below: u16,
    /// Whether rejected squares are shown.
    #[serde(default)]
    refused: bool,
}

/// The path to the last queen after a step, with its branches
///
/// Together with the tree of the last step, cut at some depth, it draws the tree at any step, and
/// no node ever moves.
#[utoipa::path(
    get, path = "/traces/{id}/branches", params(("id" = String, Path), BranchesQuery),
    responses((status = 200, body = Branches), (status = "4XX", body = ErrorBody))
)]
pub async fn branches(
    State(app): State<Arc<App>>,
    At(id): At<String>,
    Asked(BranchesQuery { at, below, refused }): Asked<BranchesQuery>,
) -> Result<Json<Branches>, ApiError> {
    Ok(Json(kept(&app, &id)?.branches(at.unwrap_or(u32::MAX), below, refused)))
}
