//! Boards of more than two dimensions.

use super::ask::{self, ProblemForm};
use crate::app::App;
use crate::error::{ApiError, ErrorBody};
use crate::extract::Asked;
use crate::lane::control;
use axum::Json;
use axum::extract::State;
use bezzel::{Conclusion, CountRequest, Provenance, SolveRequest};
use bezzel_board::{Problem, Rule, Size};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};
use utoipa::{IntoParams, ToSchema};

/// The largest side whose total is computed while somebody waits: milliseconds.
const QUICK: u32 = 6;

/// Longest time for one answer, unless the server's limit is shorter.
const TIME: Duration = Duration::from_secs(15);

/// Which board.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub struct SpaceQuery {
    /// Its side.
    n: u32,
    /// Its dimension.
    d: u32,
    /// queen, two-axis or hyperplane.
    #[serde(default)]
    rule: String,
}

/// A board of many dimensions.
#[derive(Serialize, ToSchema)]
pub struct SpaceView {
    /// The problem.
    #[schema(value_type = ProblemForm)]
    problem: Problem,
    /// One solution: the position inside each layer.
    solution: Option<String>,
    /// The same by coordinates, the layer last.
    queens: Option<Vec<Vec<u32>>>,
    /// Whether it is certain that there is none, if there is none.
    proven: bool,
    /// How it was found.
    how: String,
    /// All solutions, where that is quick to compute.
    total: Option<String>,
    /// Where the total comes from.
    provenance: Option<String>,
    /// Seconds it took.
    seconds: f64,
}

/// A solution in many dimensions, and how many there are where that is quick
#[utoipa::path(
    get, path = "/space", params(SpaceQuery),
    responses((status = 200, body = SpaceView), (status = "4XX", body = ErrorBody))
)]
pub async fn space(
    State(app): State<Arc<App>>,
    Asked(SpaceQuery { n, d, rule }): Asked<SpaceQuery>,
) -> Result<Json<SpaceView>, ApiError> {
    let rule: Rule = if rule.is_empty() { Rule::Queen } else { rule.parse()? };
    let problem = Problem::new(Size::cube(n, d)?).with_rule(rule)?;
    ask::within(&problem, app.limits.trace_rows)?;
    let time = TIME.min(Duration::from_secs(app.limits.solve_seconds));
    let view = app.quick.run(move |stop| look(problem, time, stop)).await??;
    Ok(Json(view))
}

fn look(problem: Problem, time: Duration, stop: &Arc<AtomicBool>) -> Result<SpaceView, ApiError> {
    let started = Instant::now();
    let mut request = SolveRequest::new(problem.clone());
    request.limits.time = Some(time.as_secs_f64());
    let solved = bezzel::solve(&request, &control(stop))?;
    let end = match solved.stopped {
        Some(because) => format!(", {because}"),
        None => String::new(),
    };
    let size = problem.size();
    let queens = (solved.placement.as_ref())
        .map(|solution| solution.squares().iter().map(|&queen| size.coordinates(queen)).collect());
    let (total, provenance) = total(&problem, stop)?.unzip();
    Ok(SpaceView {
        problem,
        solution: solved.solution,
        queens,
        proven: solved.conclusion != Conclusion::Unknown,
        how: format!("{} ({}){end}", solved.by, solved.why),
        total,
        provenance,
        seconds: started.elapsed().as_secs_f64(),
    })
}

/// The total by the transform, where it takes milliseconds.
fn total(problem: &Problem, stop: &Arc<AtomicBool>) -> Result<Option<(String, String)>, ApiError> {
    if problem.rule() != Rule::Queen || problem.size().rows() > QUICK {
        return Ok(None);
    }
    let answer = bezzel::count(&CountRequest::new(problem.clone()), &control(stop))?;
    let counted = answer.totals.into_iter().next();
    Ok(counted.and_then(|counted| match (counted.total, counted.provenance) {
        (Some(total), Provenance::Engine(run)) => {
            Some((total.to_string(), format!("computed now by engine {}", run.engine)))
        }
        _ => None,
    }))
}
