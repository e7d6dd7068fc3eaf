//! Parts of requests that several resources share.

use crate::error::ApiError;
use bezzel_board::Problem;
use std::time::Duration;
use utoipa::ToSchema;

/// A problem as Bezzel writes it everywhere; read by `bezzel_board`, here for the document.
#[derive(ToSchema)]
#[schema(as = Problem)]
#[expect(dead_code, reason = "only its description is used")]
pub struct ProblemForm {
    /// 1.
    version: u32,
    /// `8`, `5x8` (rows x columns) or `4^3` (side^dimension).
    #[schema(example = "8")]
    size: String,
    /// plane or torus.
    topology: Option<String>,
    /// queen, two-axis or hyperplane.
    rule: Option<String>,
    /// Queens already there, as row and column from 0.
    given: Option<Vec<[u32; 2]>>,
    /// Squares no queen may take.
    blocked: Option<Vec<[u32; 2]>>,
}

/// Most squares of a row, or of a layer in space: what searches keep tables of.
const WIDTH: u32 = 100_000;

/// Most dimensions. With two squares a side there cannot be as many; with one there is no end.
const DIMENSIONS: u32 = 32;

/// Refuses boards with more rows than a limit, with rows that are too long, or in too many
/// dimensions.
pub fn within(problem: &Problem, most: u32) -> Result<(), ApiError> {
    let size = problem.size();
    for (what, number, most) in [
        ("the number of rows", size.rows(), most),
        ("the number of squares of a row", size.width(), WIDTH),
        ("the number of dimensions", size.dimension(), DIMENSIONS),
    ] {
        if number > most {
            return Err(ApiError::too_large(what, number, most));
        }
    }
    Ok(())
}

/// The time that was asked for, or all there may be.
pub fn seconds(asked: Option<f64>, most: f64) -> Result<Duration, ApiError> {
    match asked.unwrap_or(most) {
        seconds if seconds > 0.0 && seconds <= most => Ok(Duration::from_secs_f64(seconds)),
        seconds if seconds > most => Err(ApiError::too_large("seconds", seconds, most)),
        seconds => Err(ApiError::bad_value(format!("seconds is {seconds}"), "ask for more than 0")),
    }
}

/// The same in seconds, as requests of the library have it.
pub fn time(asked: Option<f64>, most: f64) -> Result<f64, ApiError> {
    match asked {
        None => Ok(most),
        Some(time) if time > most => Err(ApiError::too_large("time", time, most)),
        Some(time) => Ok(time),
    }
}
