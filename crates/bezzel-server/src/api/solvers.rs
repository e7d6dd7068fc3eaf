//! Solvers inside: one solution, or all counted, by another formulation.

use super::ask::{self, ProblemForm};
use crate::app::App;
use crate::error::{ApiError, ErrorBody};
use crate::extract::Input;
use axum::Json;
use axum::extract::State;
use bezzel_board::{Notation, Placement, Problem};
use bezzel_models::solve::{self, Backends, SolveError};
use bezzel_search::{Limits, Outcome};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use utoipa::ToSchema;

/// A solver inside.
#[derive(Serialize, ToSchema)]
pub struct BackendCard {
    /// Its name.
    id: &'static str,
    /// What it is.
    title: &'static str,
    /// The formulation it solves.
    about: &'static str,
    /// What its answers are worth.
    guarantee: &'static str,
    /// Most open squares it takes.
    most_squares: u32,
    /// Whether its solver is there; one that is loaded at run time may be missing.
    available: bool,
}

/// Every solver inside.
pub fn cards(backends: &Backends) -> Vec<BackendCard> {
    let cards = backends.iter().map(|backend| {
        let info = backend.info();
        BackendCard {
            id: info.id,
            title: info.title,
            about: info.formulation,
            guarantee: info.guarantee,
            most_squares: info.most_squares,
            available: backend.ready().is_ok(),
        }
    });
    cards.collect()
}

/// What to solve, and with what.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SolveWithRequest {
    /// The problem.
    #[schema(value_type = ProblemForm)]
    problem: Problem,
    /// The solver's name.
    backend: String,
    /// Whether all solutions are counted.
    #[serde(default)]
    count: bool,
    /// Most seconds.
    seconds: Option<f64>,
}

/// What a solver inside found.
#[derive(Serialize, ToSchema)]
pub struct SolvedWith {
    /// `solution`, `none` or `unknown`.
    answer: &'static str,
    /// A solution in one-line notation, verified.
    solution: Option<String>,
    /// All solutions, where all were counted.
    total: Option<String>,
    /// How many were found.
    at_least: String,
    /// How it was obtained, and why it is not all where it is not.
    how: String,
    /// What the answer is worth.
    guarantee: &'static str,
    /// Seconds it took.
    seconds: f64,
}

/// Solve with a solver inside
#[utoipa::path(
    post, path = "/solve-with", request_body = SolveWithRequest,
    responses(
        (status = 200, body = SolvedWith), (status = "4XX", body = ErrorBody),
        (status = 503, description = "busy", body = ErrorBody)
    )
)]
pub async fn solve_with(
    State(app): State<Arc<App>>,
    Input(asked): Input<SolveWithRequest>,
) -> Result<Json<SolvedWith>, ApiError> {
    let SolveWithRequest { problem, backend, count, seconds } = asked;
    ask::within(&problem, app.limits.model_rows)?;
    let backend = app.backends.find(&backend)?;
    let time = ask::seconds(seconds, app.limits.solve_seconds as f64)?;
    let size = problem.size();
    let run = app.long.run(move |stop| -> Result<_, SolveError> {
        let limits = Limits {
            time: Some(time),
            solutions: (!count).then_some(1),
            stop: Arc::clone(stop).into(),
            ..Limits::none()
        };
        let mut first: Option<Placement> = None;
        let mut hear = |found: &Placement| {
            first.get_or_insert_with(|| found.clone());
        };
        let report = solve::run(backend, &problem, &limits, &mut hear)?;
        Ok((first, report))
    });
    let (first, report) = run.await??;
    let (found, total, end) = match report.outcome {
        Outcome::Exact { total } => (total, Some(total), String::new()),
        Outcome::AtLeast { total, because } if count || total == 0 => {
            (total, None, format!(", {because}"))
        }
        Outcome::AtLeast { total, .. } => (total, None, String::new()),
    };
    Ok(Json(SolvedWith {
        answer: match (&first, total) {
            (Some(_), _) => "solution",
            (None, Some(_)) => "none",
            (None, None) => "unknown",
        },
        solution: first.map(|it| Notation::OneLine.write(&it, size)).transpose()?,
        total: total.map(|total| total.to_string()),
        at_least: found.to_string(),
        how: format!("{}{end}", backend.info().title),
        guarantee: backend.info().guarantee,
        seconds: report.elapsed.as_secs_f64(),
    }))
}
