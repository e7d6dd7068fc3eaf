//! Images of a placement under the symmetries of its board, and fundamental solutions.

use super::ask::ProblemForm;
use crate::app::App;
use crate::error::{ApiError, ErrorBody};
use crate::extract::{Asked, Input};
use axum::Json;
use axum::extract::State;
use bezzel_board::{Notation, Placement, Problem, Size, Symmetry};
use bezzel_search::{Limits, Outcome, fundamental as sift};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use utoipa::{IntoParams, ToSchema};

/// Which placement.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SymmetryRequest {
    /// The placement, in one-line notation unless another is named.
    solution: String,
    /// The size of the board, where the notation does not tell it: `8`, `5x8`.
    size: Option<String>,
    /// How it is written.
    notation: Option<String>,
}

/// The class of a placement.
#[derive(Serialize, ToSchema)]
pub struct Images {
    /// Its images under the symmetries of the board.
    images: Vec<Image>,
    /// The symmetries that keep it.
    stabiliser: Vec<String>,
    /// Its different images.
    orbit: Vec<String>,
    /// The smallest of them.
    canonical: String,
}

/// An image.
#[derive(Serialize, ToSchema)]
pub struct Image {
    /// The symmetry: R1 to R4, D1 to D4.
    name: String,
    /// The placement.
    solution: String,
}

/// The images of a placement
#[utoipa::path(
    post, path = "/symmetry", request_body = SymmetryRequest,
    responses((status = 200, body = Images), (status = "4XX", body = ErrorBody))
)]
pub async fn symmetry(
    State(app): State<Arc<App>>,
    Input(asked): Input<SymmetryRequest>,
) -> Result<Json<Images>, ApiError> {
    let notation = asked.notation.as_deref().map_or(Ok(Notation::OneLine), str::parse)?;
    let size = asked.size.as_deref().map(flat).transpose()?;
    if let Some(size) = size {
        super::ask::within(&Problem::new(size), app.limits.trace_rows)?;
    }
    let (placement, size) = notation.read(asked.solution.trim_end(), size)?;
    if size.dimension() > 2 || size.rows() > app.limits.trace_rows {
        return Err(ApiError::too_large("the board", size, app.limits.trace_rows));
    }
    if let Some(off) = placement.squares().iter().find(|&&queen| !size.contains(queen)) {
        let hint = "say its size";
        return Err(ApiError::bad_value(format!("{off} is not on the {size} board"), hint));
    }
    let write = |placement: &Placement| notation.write(placement, size);
    let images = Symmetry::of_size(size).iter().map(|symmetry| {
        let solution = write(&symmetry.image(&placement, size))?;
        Ok(Image { name: symmetry.to_string(), solution })
    });
    let orbit = Symmetry::orbit(&placement, size);
    Ok(Json(Images {
        images: images.collect::<Result<_, ApiError>>()?,
        stabiliser: names(&Symmetry::stabiliser(&placement, size)),
        orbit: orbit.iter().map(write).collect::<Result<_, _>>()?,
        canonical: write(&Symmetry::canonical(&placement, size))?,
    }))
}

fn flat(text: &str) -> Result<Size, ApiError> {
    let size: Size = text.parse()?;
    match size.dimension() {
        2 => Ok(size),
        _ => Err(ApiError::bad_value(
            format!("{size} is not a flat board"),
            "the eight symmetries are those of a flat board; give a size like 8",
        )),
    }
}

fn names(symmetries: &[Symmetry]) -> Vec<String> {
    symmetries.iter().map(ToString::to_string).collect()
}

/// Which board.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub struct FundamentalQuery {
    /// Its size: 8 or 5x8.
    n: String,
}

/// The fundamental solutions of a board.
#[derive(Serialize, ToSchema)]
pub struct FundamentalList {
    /// The problem.
    #[schema(value_type = ProblemForm)]
    problem: Problem,
    /// One solution of each class.
    fundamental: Vec<Class>,
    /// All solutions: the sum of the orbits.
    total: String,
    /// Whether they are all there are.
    complete: bool,
}

/// A class of solutions.
#[derive(Serialize, ToSchema)]
pub struct Class {
    /// Its smallest solution, in one-line notation.
    solution: String,
    /// How many solutions it has.
    orbit: usize,
    /// The symmetries that keep them.
    stabiliser: Vec<String>,
}

/// The fundamental solutions of a board
#[utoipa::path(
    get, path = "/fundamental", params(FundamentalQuery),
    responses((status = 200, body = FundamentalList), (status = "4XX", body = ErrorBody))
)]
pub async fn fundamental(
    State(app): State<Arc<App>>,
    Asked(FundamentalQuery { n }): Asked<FundamentalQuery>,
) -> Result<Json<FundamentalList>, ApiError> {
    let size = flat(&n)?;
    if size.columns() > app.limits.fundamental_columns {
        let most = app.limits.fundamental_columns;
        return Err(ApiError::too_large("the number of columns", size.columns(), most));
    }
    let sifted = app.quick.run(move |stop| {
        let limits = Limits::none().with_stop(&Arc::clone(stop).into());
        sift(size, &limits)
    });
    let (found, report) = sifted.await?;
    let total: usize = found.iter().map(|one| one.orbit).sum();
    let classes = found.iter().map(|one| {
        let solution = Notation::OneLine.write(&one.solution, size)?;
        Ok(Class { solution, orbit: one.orbit, stabiliser: names(&one.stabiliser) })
    });
    Ok(Json(FundamentalList {
        problem: Problem::new(size),
        fundamental: classes.collect::<Result<_, ApiError>>()?,
        total: total.to_string(),
        complete: matches!(report.outcome, Outcome::Exact { .. }),
    }))
}
