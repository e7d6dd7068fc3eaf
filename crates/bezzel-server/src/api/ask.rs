//! Parts of requests that several resources share.

use crate::error::ApiError;
use bezzel::Problem;

/// Most squares of a row, or of a layer in space: searches keep tables of this size.
const WIDTH: u32 = 100_000;

/// Most dimensions. With two squares a side the limit on squares comes first; with one there would
/// be no limit.
const DIMENSIONS: u32 = 32;

/// Refuses boards with too many rows, too long rows or too many dimensions.
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

/// The requested seconds, or the most allowed.
pub fn time(asked: Option<f64>, most: f64) -> Result<f64, ApiError> {
    match asked {
        None => Ok(most),
        Some(time) if time > most => Err(ApiError::too_large("time", time, most)),
        Some(time) => Ok(time),
    }
}
