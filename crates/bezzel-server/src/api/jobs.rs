//! Counting jobs: created, followed, paused, resumed, removed.

use super::ask;
use crate::app::App;
use crate::error::{ApiError, ErrorBody};
use crate::extract::{At, Input};
use crate::jobs::{Keeper, KeptJob};
use crate::lane::StopGuard;
use crate::stream::Answering;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::sse::{Event, KeepAlive, Sse};
use bezzel::{JobAnswer, JobStartRequest, JobState, JobUnitsAnswer, Workers, job_plan};
use serde::Serialize;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;
use tokio_stream::wrappers::WatchStream;
use tokio_stream::{Stream, StreamExt};
use utoipa::ToSchema;

/// Time between two messages about a job.
const RHYTHM: Duration = Duration::from_millis(200);

/// All jobs.
#[derive(Serialize, ToSchema)]
pub struct Jobs {
    /// Oldest first.
    jobs: Vec<JobAnswer>,
}

/// Count all solutions of a problem
///
/// The id is a digest of the plan, so requesting the same count again gives the same job.
#[utoipa::path(
    post, path = "/jobs", request_body = JobStartRequest,
    responses(
        (status = 201, description = "a new job", body = JobAnswer),
        (status = 200, description = "the job exists already", body = JobAnswer),
        (status = "4XX", body = ErrorBody), (status = 503, description = "busy", body = ErrorBody)
    )
)]
pub async fn create(
    State(app): State<Arc<App>>,
    Input(request): Input<JobStartRequest>,
) -> Result<(StatusCode, Json<JobAnswer>), ApiError> {
    ask::within(&request.problem, app.limits.count_rows)?;
    let threads = request.threads.unwrap_or(app.limits.count_threads);
    if threads == 0 || threads > app.limits.count_threads {
        return Err(ApiError::too_large("threads", threads, app.limits.count_threads));
    }
    let handle = tokio::runtime::Handle::current();
    let keeper = Arc::clone(&app);
    let made = app.plans.run(move |control| {
        let _entered = handle.enter();
        let plan = job_plan(&request, control)?;
        let mut workers = Workers::default();
        (workers.threads, workers.device) = (Some(threads), request.device);
        keeper.jobs.create(&keeper, &plan, workers, control)
    });
    let (job, is_new) = made.await??;
    let status = if is_new { StatusCode::CREATED } else { StatusCode::OK };
    let view = job.view.borrow().clone();
    Ok((status, Json(view)))
}

/// All jobs
#[utoipa::path(get, path = "/jobs", responses((status = 200, body = Jobs)))]
pub async fn list(State(app): State<Arc<App>>) -> Result<Json<Jobs>, ApiError> {
    look(&app).await?;
    Ok(Json(Jobs { jobs: app.jobs.list() }))
}

/// A job
#[utoipa::path(
    get, path = "/jobs/{id}", params(("id" = String, Path)),
    responses((status = 200, body = JobAnswer), (status = "4XX", body = ErrorBody))
)]
pub async fn show(
    State(app): State<Arc<App>>,
    At(id): At<String>,
) -> Result<Json<JobAnswer>, ApiError> {
    let job = found(&app, &id).await?;
    if job.is_stale() {
        look(&app).await?;
    }
    let view = job.view.borrow().clone();
    Ok(Json(view))
}

/// Notices what the command line did to the ledgers.
pub async fn look(app: &Arc<App>) -> Result<(), ApiError> {
    let handle = tokio::runtime::Handle::current();
    let keeper = Arc::clone(app);
    let looked = app.files.run(move |control| {
        let _entered = handle.enter();
        keeper.jobs.look_and_queue(&keeper, control);
    });
    looked.await
}

/// The job with this id, even if its ledger has only just been put into the folder.
pub async fn found(app: &Arc<App>, id: &str) -> Result<Arc<KeptJob>, ApiError> {
    match app.jobs.find(id) {
        Ok(job) => Ok(job),
        Err(_) => {
            look(app).await?;
            app.jobs.find(id)
        }
    }
}

/// Remove a job and its ledger
#[utoipa::path(
    delete, path = "/jobs/{id}", params(("id" = String, Path)),
    responses((status = 204, description = "removed"), (status = "4XX", body = ErrorBody))
)]
pub async fn delete(
    State(app): State<Arc<App>>,
    At(id): At<String>,
) -> Result<StatusCode, ApiError> {
    found(&app, &id).await?;
    app.jobs.delete(&id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Pause a job
#[utoipa::path(
    post, path = "/jobs/{id}/pause", params(("id" = String, Path)),
    responses((status = 200, body = JobAnswer), (status = "4XX", body = ErrorBody))
)]
pub async fn pause(
    State(app): State<Arc<App>>,
    At(id): At<String>,
) -> Result<Json<JobAnswer>, ApiError> {
    let job = found(&app, &id).await?;
    let paused = Arc::clone(&job);
    let pausing = app.files.run(move |control| Keeper::pause(&paused, control));
    pausing.await??;
    // The run ends within a fraction of a second, and its state is then final.
    let mut view = job.view.subscribe();
    let ended = view.wait_for(|view| view.state != JobState::Running);
    let _ = tokio::time::timeout(Duration::from_secs(2), ended).await;
    let view = job.view.borrow().clone();
    Ok(Json(view))
}

/// Resume a job
#[utoipa::path(
    post, path = "/jobs/{id}/resume", params(("id" = String, Path)),
    responses((status = 200, body = JobAnswer), (status = "4XX", body = ErrorBody))
)]
pub async fn resume(
    State(app): State<Arc<App>>,
    At(id): At<String>,
) -> Result<Json<JobAnswer>, ApiError> {
    let job = found(&app, &id).await?;
    app.jobs.resume(&app, &job).await?;
    let view = job.view.borrow().clone();
    Ok(Json(view))
}

/// The units of a job
#[utoipa::path(
    get, path = "/jobs/{id}/units", params(("id" = String, Path)),
    responses((status = 200, body = JobUnitsAnswer), (status = "4XX", body = ErrorBody))
)]
pub async fn units(
    State(app): State<Arc<App>>,
    At(id): At<String>,
) -> Result<Json<JobUnitsAnswer>, ApiError> {
    let job = found(&app, &id).await?;
    Ok(Json(app.files.run(move |_| Keeper::units(&job)).await??))
}

/// Follow a job
///
/// Server-sent events `progress`, `done` and `failed`, each with the job; the stream ends with the
/// job.
#[utoipa::path(
    get, path = "/jobs/{id}/events", params(("id" = String, Path)),
    responses(
        (status = 200, description = "events", content_type = "text/event-stream"),
        (status = "4XX", body = ErrorBody)
    )
)]
pub async fn events(
    State(app): State<Arc<App>>,
    At(id): At<String>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, ApiError> {
    let job = found(&app, &id).await?;
    let views = WatchStream::new(job.view.subscribe()).throttle(RHYTHM);
    let is_over = |view: &JobAnswer| matches!(view.state, JobState::Done | JobState::Failed);
    let guard = StopGuard::default();
    let messages = Answering::new(&app, views, guard, is_over).map(|view| {
        let name = match view.state {
            JobState::Done => "done",
            JobState::Failed => "failed",
            _ => "progress",
        };
        Ok(Event::default().event(name).json_data(&view).unwrap_or_default())
    });
    Ok(Sse::new(messages).keep_alive(KeepAlive::default()))
}
