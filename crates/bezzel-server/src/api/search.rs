//! Full-text search over the book, the algorithms and the papers.

use crate::book;
use crate::error::{ApiError, ErrorBody};
use crate::extract::Asked;
use axum::Json;
use bezzel::Schema;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// What is looked for.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub struct SearchQuery {
    /// Words; what is found has all of them.
    q: String,
}

/// What was found, the best first.
#[derive(Serialize, ToSchema)]
pub struct SearchAnswer {
    /// `bezzel/search/1`.
    schema: Schema,
    /// Sections of the book, algorithms and papers.
    hits: Vec<SearchHit>,
}

/// A section that was found.
#[derive(Serialize, ToSchema)]
pub struct SearchHit {
    /// `book`, `algorithm` or `paper`.
    kind: &'static str,
    /// The page, algorithm or paper.
    title: &'static str,
    /// The section in it; empty for its start.
    heading: &'static str,
    /// Its address on this server.
    address: &'static str,
    /// Its text around the first word found.
    excerpt: String,
}

/// Most hits of one answer.
const MOST: usize = 20;

/// Longest question: nobody types more, and the words are compared with every word of the book.
const LONGEST: usize = 200;

/// Where these words occur in the book, the algorithms and the papers
#[utoipa::path(
    get, path = "/search", params(SearchQuery),
    responses((status = 200, body = SearchAnswer), (status = "4XX", body = ErrorBody))
)]
pub async fn search(Asked(query): Asked<SearchQuery>) -> Result<Json<SearchAnswer>, ApiError> {
    if query.q.len() > LONGEST {
        return Err(ApiError::too_large("the length of the question", query.q.len(), LONGEST));
    }
    let hits = book::index().find(&query.q, MOST).into_iter();
    let hits = hits.map(|hit| SearchHit {
        kind: hit.section.kind,
        title: &hit.section.title,
        heading: &hit.section.heading,
        address: &hit.section.address,
        excerpt: hit.excerpt,
    });
    Ok(Json(SearchAnswer { schema: Schema::new("bezzel/search/1"), hits: hits.collect() }))
}
