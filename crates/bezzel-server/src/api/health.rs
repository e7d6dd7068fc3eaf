//! Whether the server is running, its limits, and how busy it is.

use crate::app::App;
use crate::config::Limits;
use axum::Json;
use axum::extract::State;
use serde::Serialize;
use std::sync::Arc;
use utoipa::ToSchema;

/// The state of the server.
#[derive(Serialize, ToSchema)]
pub struct Health {
    /// `ok`.
    status: &'static str,
    /// Version of the program.
    version: &'static str,
    /// What one request may ask for.
    limits: Limits,
    /// Whether a new computation would have to wait.
    busy: bool,
    /// Computations that run now, without counting jobs.
    computing: usize,
    /// Open connections, including this one.
    connections: usize,
    /// Traces in memory.
    traces: usize,
    /// Bytes of the traces in memory.
    trace_bytes: usize,
    /// Counting jobs that run now.
    jobs_running: usize,
}

/// Whether the server is running, and its limits
#[utoipa::path(get, path = "/health", responses((status = 200, body = Health)))]
pub async fn health(State(app): State<Arc<App>>) -> Json<Health> {
    let (traces, trace_bytes) = app.traces.size();
    Json(Health {
        status: "ok",
        version: env!("CARGO_PKG_VERSION"),
        limits: app.limits.clone(),
        busy: app.quick.is_full(),
        computing: app.computing(),
        connections: app.connections(),
        traces,
        trace_bytes,
        jobs_running: app.jobs.running(),
    })
}
