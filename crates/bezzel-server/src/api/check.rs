//! Whether a placement is a solution, and every fault of one that is not.

use super::ask::{self, ProblemForm};
use crate::app::App;
use crate::error::{ApiError, ErrorBody};
use crate::extract::Input;
use axum::Json;
use axum::extract::State;
use bezzel_board::{Notation, Placement, Problem, Square};
use bezzel_models::{Definition, Reading};
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
    #[schema(value_type = ProblemForm)]
    problem: Problem,
    /// The placement as text.
    text: Option<String>,
    /// The placement as squares, instead.
    #[schema(value_type = Option<Vec<[u32; 2]>>)]
    squares: Option<Placement>,
    /// How the text is written: one-line if nothing is said.
    notation: Option<String>,
    /// One of the survey's definitions, to check by it instead of by the rules.
    definition: Option<String>,
    /// With a definition: as the survey prints it, errors and all.
    #[serde(default)]
    printed: bool,
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
    // Flat boards take a look at each queen, all others and the definitions at each pair.
    let by_pairs = !problem.is_flat() || asked.definition.is_some();
    let most = if by_pairs { app.limits.trace_rows } else { app.limits.solve_rows };
    ask::within(problem, most)?;
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
        (None, Some(squares)) if squares.len() as u64 > 2 * u64::from(most) => {
            return Err(ApiError::too_large("the number of squares", squares.len(), 2 * most));
        }
        (None, Some(squares)) => squares,
        _ => {
            let hint = "send either text or squares";
            return Err(ApiError::bad_value("one placement is checked", hint));
        }
    };
    let faults = match &asked.definition {
        None => problem.faults(&placement),
        Some(name) => {
            let definition = Definition::find(name)?;
            let plain =
                problem.size().is_square() && *problem == Problem::queens(problem.size().rows());
            if !plain {
                let hint = "leave the definition out";
                return Err(ApiError::bad_value("the definitions are of plain n x n boards", hint));
            }
            let reading = if asked.printed { Reading::Printed } else { Reading::Corrected };
            definition.faults(problem.size().rows(), &placement, reading)
        }
    };
    Ok(Json(Verdict {
        solution: faults.is_empty(),
        faults_in_all: faults.len(),
        faults: faults.into_iter().take(FAULTS).collect(),
        squares: placement.squares().to_vec(),
    }))
}
