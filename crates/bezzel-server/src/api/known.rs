//! Totals from the literature, each with its source.

use crate::error::{ApiError, ErrorBody};
use crate::extract::Asked;
use axum::Json;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};

/// Which sequence.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub struct KnownQuery {
    /// Its number in the OEIS, for example A000170; all if nothing is said.
    sequence: Option<String>,
}

/// Known sequences.
#[derive(Serialize, ToSchema)]
pub struct KnownSequences {
    /// The sequences.
    sequences: Vec<KnownSequence>,
}

/// A known sequence.
#[derive(Serialize, ToSchema)]
pub struct KnownSequence {
    /// Its number in the OEIS.
    id: String,
    /// What it counts.
    name: String,
    /// Where the terms come from.
    source: String,
    /// The terms.
    terms: Vec<Term>,
}

/// A term.
#[derive(Serialize, ToSchema)]
pub struct Term {
    /// Its index.
    n: u64,
    /// Its value, as a string.
    value: String,
}

/// Totals from the literature
#[utoipa::path(
    get, path = "/known", params(KnownQuery),
    responses((status = 200, body = KnownSequences), (status = "4XX", body = ErrorBody))
)]
pub async fn known(
    Asked(KnownQuery { sequence }): Asked<KnownQuery>,
) -> Result<Json<KnownSequences>, ApiError> {
    let all = bezzel_data::sequences().as_object().into_iter().flatten();
    // The table's own remarks stand beside the sequences and have no terms.
    let sequences: Vec<KnownSequence> = all
        .filter(|(id, _)| sequence.as_ref().is_none_or(|asked| asked == *id))
        .filter_map(|(id, table)| read(id, table))
        .collect();
    if sequences.is_empty() {
        let hint = "GET /api/v1/known lists all";
        return Err(ApiError::missing("unknown-sequence", "there is no such sequence", hint));
    }
    Ok(Json(KnownSequences { sequences }))
}

fn read(id: &str, table: &Value) -> Option<KnownSequence> {
    let terms = table["terms"].as_array()?;
    let offset = table["offset"].as_u64().unwrap_or(0);
    let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    Some(KnownSequence {
        id: id.to_owned(),
        name: table["name"].as_str().unwrap_or_default().to_owned(),
        source: table["source"].as_str().map_or_else(|| format!("OEIS {id}"), str::to_owned),
        terms: (offset..).zip(terms).map(|(n, value)| Term { n, value: text(value) }).collect(),
    })
}
