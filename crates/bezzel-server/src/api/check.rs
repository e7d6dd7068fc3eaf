//! Whether a placement or a stream of columns is a solution, and whether a proof is one.

use super::ask;
use crate::app::App;
use crate::error::{ApiError, ErrorBody};
use crate::extract::Input;
use axum::Json;
use axum::extract::State;
use bezzel::{
    CheckAnswer, CheckProofAnswer, CheckProofRequest, CheckRequest, CheckStreamAnswer,
    CheckStreamRequest, ColumnSource, ErrorKind,
};
use serde::Deserialize;
use std::sync::Arc;
use utoipa::ToSchema;

/// Most faults that are named.
const FAULTS: usize = 1000;

/// Most bytes of bitmaps: they need five bits for each column, and a body holds a few million.
const BITMAPS: u64 = 16 << 20;

/// Check a placement
#[utoipa::path(
    post, path = "/check", request_body = CheckRequest,
    responses(
        (status = 200, body = CheckAnswer), (status = "4XX", body = ErrorBody),
        (status = 503, description = "busy", body = ErrorBody)
    )
)]
pub async fn check(
    State(app): State<Arc<App>>,
    Input(request): Input<CheckRequest>,
) -> Result<Json<CheckAnswer>, ApiError> {
    let most = if request.looks_at_pairs() { app.limits.trace_rows } else { app.limits.solve_rows };
    if let Some(problem) = &request.problem {
        ask::within(problem, most)?;
    }
    let queens = request.most_queens();
    if queens > 2 * most as usize {
        return Err(ApiError::too_large("the number of queens", queens, 2 * most));
    }
    if request.faults > FAULTS {
        return Err(ApiError::too_large("faults", request.faults, FAULTS));
    }
    let answer = app.quick.run(move |control| bezzel::check(&request, control));
    Ok(Json(answer.await??))
}

/// A stream of columns.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct StreamBody {
    /// How it is checked.
    check: CheckStreamRequest,
    /// The columns.
    columns: String,
}

/// Check a stream of columns up to its first fault
#[utoipa::path(
    post, path = "/check-stream", request_body = StreamBody,
    responses(
        (status = 200, body = CheckStreamAnswer), (status = "4XX", body = ErrorBody),
        (status = 503, description = "busy", body = ErrorBody)
    )
)]
pub async fn stream(
    State(app): State<Arc<App>>,
    Input(StreamBody { mut check, columns }): Input<StreamBody>,
) -> Result<Json<CheckStreamAnswer>, ApiError> {
    check.memory = check.memory.min(BITMAPS);
    let answer = app.quick.run(move |control| {
        bezzel::check_stream(&check, ColumnSource::Once(&mut columns.as_bytes()), control)
    });
    let answer = answer.await?.map_err(|mut error| {
        // What cannot be read came with the request, not from a file.
        if error.kind == ErrorKind::Io {
            error.kind = ErrorKind::BadRequest;
        }
        error
    });
    Ok(Json(answer?))
}

/// A formula, and a proof that it has no solution.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ProofBody {
    /// The formula in DIMACS form.
    formula: String,
    /// The proof in LRAT form.
    proof: String,
}

/// Check that a proof refutes a formula
#[utoipa::path(
    post, path = "/check-proof", request_body = ProofBody,
    responses(
        (status = 200, body = CheckProofAnswer), (status = "4XX", body = ErrorBody),
        (status = 503, description = "busy", body = ErrorBody)
    )
)]
pub async fn proof(
    State(app): State<Arc<App>>,
    Input(ProofBody { formula, proof }): Input<ProofBody>,
) -> Result<Json<CheckProofAnswer>, ApiError> {
    let answer = app.quick.run(move |control| {
        let (mut formula, mut proof) = (formula.as_bytes(), proof.as_bytes());
        bezzel::check_proof(CheckProofRequest::new(&mut formula, &mut proof), control)
    });
    Ok(Json(answer.await??))
}
