//! The ledger of a job: verified, merged with others, exported.

use super::count::bound;
use super::download::file;
use super::jobs::{found, look};
use crate::app::App;
use crate::error::{ApiError, ErrorBody};
use crate::extract::{At, Input};
use crate::stream;
use axum::Json;
use axum::extract::State;
use axum::response::Response;
use bezzel::{
    JobExportRequest, JobMergeAnswer, JobMergeRequest, JobVerifyAnswer, JobVerifyRequest,
    RunLimits, job_export, job_merge, job_verify,
};
use serde::Deserialize;
use std::sync::Arc;
use utoipa::ToSchema;

/// Most units of one recount.
const SAMPLE: usize = 1000;

/// Which ledgers to merge.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct MergeBody {
    /// Ids of jobs whose results are added: shares of the same count.
    sources: Vec<String>,
}

/// Recount some units of a job by another method
#[utoipa::path(
    post, path = "/jobs/{id}/verify", params(("id" = String, Path)),
    request_body = JobVerifyRequest,
    responses(
        (status = 200, body = JobVerifyAnswer), (status = "4XX", body = ErrorBody),
        (status = 503, description = "busy", body = ErrorBody)
    )
)]
pub async fn verify(
    State(app): State<Arc<App>>,
    At(id): At<String>,
    Input(mut request): Input<JobVerifyRequest>,
) -> Result<Json<JobVerifyAnswer>, ApiError> {
    if request.sample > SAMPLE {
        return Err(ApiError::too_large("sample", request.sample, SAMPLE));
    }
    // A recount stops when its client goes; only its threads are limited.
    bound(&mut request.workers, &mut RunLimits::default(), 1, &app.limits)?;
    let place = found(&app, &id).await?.place.clone();
    let verified = app.plans.run(move |control| job_verify(&request, place, control)).await??;
    look(&app).await?;
    Ok(Json(verified))
}

/// Add the results of other ledgers of the same count
#[utoipa::path(
    post, path = "/jobs/{id}/merge", params(("id" = String, Path)), request_body = MergeBody,
    responses((status = 200, body = JobMergeAnswer), (status = "4XX", body = ErrorBody))
)]
pub async fn merge(
    State(app): State<Arc<App>>,
    At(id): At<String>,
    Input(body): Input<MergeBody>,
) -> Result<Json<JobMergeAnswer>, ApiError> {
    super::count::few("the number of sources", body.sources.len())?;
    let target = found(&app, &id).await?.place.clone();
    let mut sources = Vec::new();
    for source in &body.sources {
        sources.push(found(&app, source).await?.place.clone());
    }
    let request = JobMergeRequest::new(target, sources);
    let merged = app.files.run(move |control| job_merge(&request, control)).await??;
    look(&app).await?;
    Ok(Json(merged))
}

/// The ledger of a job as lines of JSON that other programs can check
#[utoipa::path(
    get, path = "/jobs/{id}/export", params(("id" = String, Path)),
    responses(
        (status = 200, description = "lines of JSON", content_type = "application/x-ndjson"),
        (status = "4XX", body = ErrorBody), (status = 503, description = "busy", body = ErrorBody)
    )
)]
pub async fn export(State(app): State<Arc<App>>, At(id): At<String>) -> Result<Response, ApiError> {
    let request = JobExportRequest::new(found(&app, &id).await?.place.clone());
    let body = stream::body(&app, move |control, out| {
        job_export(&request, control, out)?;
        Ok(())
    });
    Ok(file(&id, "jsonl", "application/x-ndjson", body.await?))
}
