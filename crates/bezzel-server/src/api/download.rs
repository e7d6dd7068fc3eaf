//! A trace as a file: lines of JSON of any length, or a short animation.

use super::draw::{in_time, kind};
use super::traces::kept;
use crate::app::App;
use crate::error::{ApiError, ErrorBody};
use crate::extract::{Asked, At};
use axum::body::Body;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use bezzel::PictureFormat;
use serde::Deserialize;
use serde_json::json;
use std::convert::Infallible;
use std::sync::Arc;
use utoipa::IntoParams;

/// Events written at a time.
const CHUNK: u32 = 1_000;

/// Most steps of an animation; the drawing crate refuses more moments.
const ANIMATED: u32 = 2_000;

/// Which file.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub struct DownloadQuery {
    /// jsonl, gif, apng or svg (animated).
    format: String,
    /// First step.
    from: Option<u32>,
    /// Last step.
    to: Option<u32>,
    /// Milliseconds a step is shown in an animation.
    delay: Option<u32>,
}

/// A trace as a file
#[utoipa::path(
    get, path = "/traces/{id}/download", params(("id" = String, Path), DownloadQuery),
    responses(
        (status = 200, description = "the file", content_type = "application/octet-stream"),
        (status = "4XX", body = ErrorBody)
    )
)]
pub async fn download(
    State(app): State<Arc<App>>,
    At(id): At<String>,
    Asked(asked): Asked<DownloadQuery>,
) -> Result<Response, ApiError> {
    let kept = kept(&app, &id)?;
    let (from, to) = kept.range(asked.from, asked.to)?;
    let summary = kept.summary();
    let name = format!("{}-{}", summary.algorithm, summary.problem.size());
    if asked.format == "jsonl" {
        let head = json!(kept.start());
        let chunks = (from..=to).step_by(CHUNK as usize).map(move |first| {
            let count = CHUNK.min(to - first + 1);
            let events = kept.page(first, count).map_or(Vec::new(), |page| page.events);
            events.iter().map(|event| format!("{}\n", json!(event))).collect::<String>()
        });
        let lines = std::iter::once(format!("{head}\n")).chain(chunks);
        let body = Body::from_stream(tokio_stream::iter(lines.map(Ok::<_, Infallible>)));
        return Ok(file(&name, "jsonl", "application/x-ndjson", body));
    }
    let format: PictureFormat = asked.format.parse().map_err(bezzel::Error::from)?;
    if to - from >= ANIMATED {
        return Err(ApiError::too_large("the number of steps", to - from + 1, ANIMATED));
    }
    let delay = asked.delay.unwrap_or(400);
    let bytes = in_time(&app, move |control| kept.animation(from, to, format, delay, control));
    let (kind, ending) = kind(format);
    Ok(file(&name, ending, kind, Body::from(bytes.await?)))
}

/// A body with a file name.
pub fn file(name: &str, ending: &str, kind: &'static str, body: Body) -> Response {
    // Names come from ids and sizes, which have no quotes; other characters are left out.
    let name: String =
        name.chars().filter(|c| c.is_ascii_alphanumeric() || "-^.".contains(*c)).collect();
    let disposition = format!("attachment; filename=\"{name}.{ending}\"");
    ([(header::CONTENT_TYPE, kind.to_owned()), (header::CONTENT_DISPOSITION, disposition)], body)
        .into_response()
}
