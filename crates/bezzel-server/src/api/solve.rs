//! One solution, by the fastest way unless told otherwise.

use super::ask::{self, ProblemForm, SettingValues};
use crate::app::App;
use crate::error::{ApiError, ErrorBody};
use crate::extract::Input;
use axum::Json;
use axum::extract::State;
use bezzel_board::{Notation, Problem};
use bezzel_search::{Limits, Outcome, Solved, Work, solve as find};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use utoipa::ToSchema;

/// What to solve.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SolveRequest {
    /// The problem.
    #[schema(value_type = ProblemForm)]
    problem: Problem,
    /// The algorithm's id; the fastest if nothing is said.
    algorithm: Option<String>,
    /// Values of its settings.
    #[serde(default)]
    settings: SettingValues,
    /// When it gives up.
    #[serde(default)]
    limits: SolveLimits,
}

/// When a search gives up.
#[derive(Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SolveLimits {
    /// Most seconds.
    seconds: Option<f64>,
    /// Most queens placed.
    visits: Option<u64>,
}

/// A solution, or that there is none, or that none was found.
#[derive(Serialize, ToSchema)]
pub struct Solution {
    /// The solution in one-line notation.
    solution: Option<String>,
    /// Whether the answer is certain.
    proven: bool,
    /// `solution`, `none` (proven) or `unknown`.
    answer: &'static str,
    /// How it was obtained.
    how: String,
    /// Work done.
    #[schema(value_type = Object)]
    work: Work,
    /// Seconds it took.
    seconds: f64,
}

/// Find one solution
#[utoipa::path(
    post, path = "/solve", request_body = SolveRequest,
    responses(
        (status = 200, body = Solution), (status = "4XX", body = ErrorBody),
        (status = 503, description = "busy", body = ErrorBody)
    )
)]
pub async fn solve(
    State(app): State<Arc<App>>,
    Input(asked): Input<SolveRequest>,
) -> Result<Json<Solution>, ApiError> {
    ask::within(&asked.problem, app.limits.solve_rows)?;
    let choice = match &asked.algorithm {
        Some(id) => Some(ask::choice(id, &asked.settings)?),
        None if asked.settings.is_empty() => None,
        None => {
            let hint = "name the algorithm the settings belong to";
            return Err(ApiError::bad_value("settings without an algorithm", hint));
        }
    };
    let time = ask::seconds(asked.limits.seconds, app.limits.solve_seconds as f64)?;
    let visits = asked.limits.visits;
    let problem = asked.problem;
    let solved = app.quick.run(move |stop| {
        let limits =
            Limits { time: Some(time), visits, solutions: None, stop: Arc::clone(stop).into() };
        find(&problem, choice, &limits).map(|solved| (solved, problem))
    });
    let (solved, problem) = solved.await??;
    Ok(Json(Solution::new(&solved, &problem)?))
}

impl Solution {
    fn new(solved: &Solved, problem: &Problem) -> Result<Solution, ApiError> {
        let proven = solved.is_proven();
        Ok(match solved {
            Solved::Theorem { by, says } => Solution {
                solution: None,
                proven,
                answer: "none",
                how: format!("{says} ({by})"),
                work: Work::default(),
                seconds: 0.0,
            },
            Solved::Run { choice, why, solution, result } => {
                let text = solution.as_ref();
                let text =
                    text.map(|it| Notation::OneLine.write(it, problem.size())).transpose()?;
                let end = match result.outcome {
                    Outcome::AtLeast { because, .. } if text.is_none() => format!(", {because}"),
                    _ => String::new(),
                };
                Solution {
                    answer: match (&text, proven) {
                        (Some(_), _) => "solution",
                        (None, true) => "none",
                        (None, false) => "unknown",
                    },
                    solution: text,
                    proven,
                    how: format!("{} ({why}){end}", choice.name_with_seed()),
                    work: result.work,
                    seconds: result.elapsed.as_secs_f64(),
                }
            }
        })
    }
}
