//! The papers: what they print beside what comes out now.

use crate::app::App;
use crate::error::{ApiError, ErrorBody};
use crate::extract::{Asked, At};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use bezzel_papers::{Depth, Report, find, papers as all};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use utoipa::{IntoParams, ToSchema};

/// The papers.
#[derive(Serialize, ToSchema)]
pub struct Papers {
    /// Each with its items.
    papers: Vec<PaperCard>,
}

/// A paper.
#[derive(Serialize, ToSchema)]
pub struct PaperCard {
    /// Its short name.
    paper: &'static str,
    /// Its title.
    title: &'static str,
    /// Who wrote it.
    authors: &'static str,
    /// When, where that is known.
    year: Option<u32>,
    /// Where it appeared.
    published: &'static str,
    /// Its tables, figures and claims.
    items: Vec<ItemCard>,
}

/// A table, a figure or a claim.
#[derive(Serialize, ToSchema)]
pub struct ItemCard {
    /// `paper/item`.
    id: &'static str,
    /// What it is.
    title: &'static str,
    /// Where it stands in the paper.
    source: &'static str,
}

/// The papers and their items
#[utoipa::path(get, path = "/papers", responses((status = 200, body = Papers)))]
pub async fn papers() -> Json<Papers> {
    let item = |item: &bezzel_papers::Item| ItemCard {
        id: item.id,
        title: item.title,
        source: item.source,
    };
    let papers = all().iter().map(|paper| PaperCard {
        paper: paper.id,
        title: paper.title,
        authors: paper.authors,
        year: paper.year,
        published: paper.published,
        items: paper.items.iter().map(item).collect(),
    });
    Json(Papers { papers: papers.collect() })
}

/// How much is computed.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub struct PaperQuery {
    /// quick (seconds) or report (up to minutes).
    #[serde(default)]
    depth: DepthName,
}

/// How much is computed.
#[derive(Clone, Copy, Default, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum DepthName {
    /// Seconds.
    #[default]
    Quick,
    /// Everything that fits into minutes.
    Report,
}

/// An item, computed now
#[utoipa::path(
    get, path = "/papers/{paper}/{item}",
    params(("paper" = String, Path), ("item" = String, Path), PaperQuery),
    responses((status = 200, body = Object), (status = "4XX", body = ErrorBody))
)]
pub async fn item(
    State(app): State<Arc<App>>,
    At((paper, item)): At<(String, String)>,
    Asked(PaperQuery { depth }): Asked<PaperQuery>,
) -> Result<Json<Report>, ApiError> {
    let item = find(&paper, &item).map_err(|error| {
        ApiError::new(
            StatusCode::NOT_FOUND,
            "unknown-item",
            error.to_string(),
            "GET /api/v1/papers lists all",
        )
    })?;
    let depth = match depth {
        DepthName::Quick => Depth::Quick,
        DepthName::Report => Depth::Report,
    };
    let report = app.long.run(move |stop| item.compute(depth, stop)).await?;
    // Only a client that has gone stops it, and that one reads no answer.
    report.map(Json).map_err(|stopped| ApiError::busy(&stopped.to_string()))
}
