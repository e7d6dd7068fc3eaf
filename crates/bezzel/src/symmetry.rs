//! `symmetry`: the images of a placement, or the fundamental solutions of a board.

use crate::{Control, Decimal, Error, ErrorKind, Schema};
use bezzel_board::{Notation, Placement, Size, Symmetry};
use bezzel_search::{Fundamental, Limits, Outcome, StopReason, fundamental};
use serde::{Deserialize, Serialize};

/// Most columns of a board whose fundamental solutions are listed (at 18 there are 83,263,591).
const MOST_COLUMNS: u32 = 14;

/// A placement for its images, or a board for its fundamental solutions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct SymmetryRequest {
    /// The board: `8` or `5x8`.
    pub size: Size,
    /// The placement; without one the fundamental solutions of the board are listed.
    #[serde(default)]
    pub placement: Option<String>,
    /// How placements are written, here and in the answer.
    #[serde(default)]
    pub notation: Notation,
}

impl SymmetryRequest {
    /// The fundamental solutions of a board.
    #[must_use]
    pub fn new(size: Size) -> SymmetryRequest {
        SymmetryRequest { size, placement: None, notation: Notation::default() }
    }
}

/// The class of a placement, or all classes of solutions.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct SymmetryAnswer {
    /// `bezzel/symmetry/2`.
    pub schema: Schema,
    /// The board.
    pub size: Size,
    /// How placements are written.
    pub notation: Notation,
    /// The class of the placement, if one was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub class: Option<PlacementClass>,
    /// The fundamental solutions, where no placement was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fundamental: Option<FundamentalList>,
}

/// A placement and its images.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct PlacementClass {
    /// The image under each symmetry of the board.
    pub images: Vec<Image>,
    /// The smallest image.
    pub canonical: String,
    /// The different images.
    pub orbit: Vec<String>,
    /// The symmetries that leave the placement unchanged.
    pub stabiliser: Vec<Symmetry>,
}

/// The image of a placement.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct Image {
    /// The symmetry: R1 to R4, D1 to D4.
    pub symmetry: Symmetry,
    /// The image.
    pub placement: String,
}

/// The fundamental solutions of a board.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct FundamentalList {
    /// The smallest solution of each class, in lexicographic order.
    pub solutions: Vec<FundamentalSolution>,
    /// All solutions; missing if the search was stopped.
    pub total: Option<Decimal>,
    /// Why the search was stopped, if it was.
    pub stopped: Option<StopReason>,
}

impl FundamentalList {
    /// The solutions in all classes that were found.
    #[must_use]
    pub fn in_orbits(&self) -> usize {
        self.solutions.iter().map(|entry| entry.orbit).sum()
    }
}

/// A solution that represents its class.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct FundamentalSolution {
    /// The smallest solution of the class.
    pub solution: String,
    /// Solutions in the class.
    pub orbit: usize,
    /// The symmetries that leave it unchanged.
    pub stabiliser: Vec<Symmetry>,
}

/// The images of a placement, or the fundamental solutions of a board.
///
/// ```
/// use bezzel::{Control, SymmetryRequest, symmetry};
///
/// let answer = symmetry(&SymmetryRequest::new("8".parse()?), &Control::new())?;
/// assert_eq!(answer.fundamental.unwrap().solutions.len(), 12);
/// # Ok::<(), bezzel::Error>(())
/// ```
pub fn symmetry(request: &SymmetryRequest, control: &Control) -> Result<SymmetryAnswer, Error> {
    let SymmetryRequest { size, notation, .. } = *request;
    if size.dimension() > 2 {
        return Err(Error::new(ErrorKind::Unsupported, format!("{size} is not a flat board"))
            .advice("the eight symmetries are those of a flat board, for example 8"));
    }
    let mut answer = SymmetryAnswer {
        schema: Schema::new("bezzel/symmetry/2"),
        size,
        notation,
        class: None,
        fundamental: None,
    };
    match &request.placement {
        Some(text) => answer.class = Some(class(text, size, notation)?),
        None => answer.fundamental = Some(list(size, notation, control)?),
    }
    Ok(answer)
}

fn class(text: &str, size: Size, notation: Notation) -> Result<PlacementClass, Error> {
    let (placement, read) = notation.read(text.trim_end(), Some(size))?;
    if read != size {
        return Err(Error::bad(format!("the placement is on a board of size {read}, not {size}"))
            .set("size", read.to_string()));
    }
    if let Some(off) = placement.squares().iter().find(|&&queen| !size.contains(queen)) {
        return Err(
            Error::bad(format!("{off} is not on the {size} board")).advice("choose a larger board")
        );
    }
    let write = |placement: &Placement| notation.write(placement, size);
    let images = Symmetry::of_size(size).iter().map(|&symmetry| {
        Ok(Image { symmetry, placement: write(&symmetry.image(&placement, size))? })
    });
    Ok(PlacementClass {
        images: images.collect::<Result<_, Error>>()?,
        canonical: write(&Symmetry::canonical(&placement, size))?,
        orbit: Symmetry::orbit(&placement, size).iter().map(write).collect::<Result<_, _>>()?,
        stabiliser: Symmetry::stabiliser(&placement, size),
    })
}

fn list(size: Size, notation: Notation, control: &Control) -> Result<FundamentalList, Error> {
    if size.columns() > MOST_COLUMNS {
        return Err(Error::new(
            ErrorKind::TooLarge,
            format!("the {size} board has too many fundamental solutions to list here"),
        )
        .advice(format!("choose a board of up to {MOST_COLUMNS} columns"))
        .ask("list", "writes them one by one"));
    }
    // A notation that cannot show the board is refused before anything runs.
    notation.admits(size)?;
    let (found, result) = fundamental(size, &Limits::none().with_stop(control.stop()));
    let entry = |Fundamental { solution, stabiliser, orbit }: &Fundamental| {
        Ok(FundamentalSolution {
            solution: notation.write(solution, size)?,
            orbit: *orbit,
            stabiliser: stabiliser.clone(),
        })
    };
    let (total, stopped) = match result.outcome {
        Outcome::Exact { total } => (Some(Decimal(total)), None),
        Outcome::AtLeast { because, .. } => (None, Some(because)),
    };
    let solutions = found.iter().map(entry).collect::<Result<_, Error>>()?;
    Ok(FundamentalList { solutions, total, stopped })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_and_placements_that_do_not_fit_are_refused() {
        let refused = |size: &str, placement: Option<&str>| {
            let mut request = SymmetryRequest::new(size.parse().unwrap());
            request.placement = placement.map(str::to_owned);
            symmetry(&request, &Control::new()).unwrap_err()
        };
        assert_eq!(refused("4^3", None).kind, ErrorKind::Unsupported);
        assert_eq!(refused("18", None).kind, ErrorKind::TooLarge);
        assert_eq!(refused("8", Some("0,9")).kind, ErrorKind::BadRequest);
        assert_eq!(refused("8", Some("x")).kind, ErrorKind::BadRequest);
    }

    #[test]
    fn a_stopped_list_has_no_total() {
        let control = Control::new();
        control.stop().ask();
        let answer = symmetry(&SymmetryRequest::new("8".parse().unwrap()), &control).unwrap();
        let list = answer.fundamental.unwrap();
        assert_eq!((list.total, list.stopped), (None, Some(StopReason::Stopped)));
    }
}
