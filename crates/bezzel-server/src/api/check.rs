//! Whether a placement is a solution, and every fault of one that is not.

use super::ask;
use crate::app::App;
use crate::error::{ApiError, ErrorBody};
use crate::extract::Input;
use axum::Json;
use axum::extract::State;
use bezzel_board::{Notation, Placement, Problem, Square};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use utoipa::ToSchema;

/// Most faults that are named.
const FAULTS: usize = 100;

/// What to check.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CheckRequest {
    /// The problem it should solve.
    #[schema(value_type = Object)]
    problem: Problem,
    /// The placement as text.
    text: Option<String>,
    /// The placement as squares, instead.
    #[schema(value_type = Option<Vec<[u32; 2]>>)]
    squares: Option<Placement>,
    /// How the text is written: one-line if nothing is said.
    notation: Option<String>,
}

/// What was found.
#[derive(Serialize, ToSchema)]
pub struct Verdict {
    /// Whether it is a solution.
    solution: bool,
    /// The first faults, in words.
    faults: Vec<String>,
    /// Faults in all.
    faults_in_all: usize,
    /// The queens as they were read.
    #[schema(value_type = Vec<[u32; 2]>)]
    squares: Vec<Square>,
}

/// Check a placement
#[utoipa::path(
    post, path = "/check", request_body = CheckRequest,
    responses((status = 200, body = Verdict), (status = "4XX", body = ErrorBody))
)]
pub async fn check(
    State(app): State<Arc<App>>,
    Input(asked): Input<CheckRequest>,
) -> Result<Json<Verdict>, ApiError> {
    let problem = &asked.problem;
    ask::within(problem, app.limits.solve_rows)?;
    let placement = match (&asked.text, asked.squares) {
        (Some(text), None) => {
            let notation = asked.notation.as_deref().map_or(Ok(Notation::OneLine), str::parse)?;
            let (placement, size) = notation.read(text.trim_end(), Some(problem.size()))?;
            if size != problem.size() {
                let message = format!("the placement is of the {size} board");
                let hint = format!("the problem is of the {} board", problem.size());
                return Err(ApiError::bad_value(message, hint));
            }
            placement
        }
        (None, Some(squares)) => squares,
        _ => {
            let hint = "send either text or squares";
            return Err(ApiError::bad_value("one placement is checked", hint));
        }
    };
    let faults = problem.faults(&placement);
    Ok(Json(Verdict {
        solution: faults.is_empty(),
        faults_in_all: faults.len(),
        faults: faults.into_iter().take(FAULTS).collect(),
        squares: placement.squares().to_vec(),
    }))
}
