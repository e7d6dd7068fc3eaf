//! `symmetry`: the images of a placement, or the fundamental solutions of a board.

use crate::{Control, Decimal, Error, ErrorKind, Schema};
use bezzel_board::{Notation, Placement, Problem, Size, Symmetry};
use bezzel_search::{Fundamental, Limits, Outcome, Settings, StepProbe, StopReason, algorithms};
use serde::{Deserialize, Serialize};
use std::ops::ControlFlow;

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
    /// Regions that hold one queen each, as in a problem; only symmetries that keep them count.
    #[serde(default)]
    pub regions: Option<String>,
    /// The attack rule, as in a problem.
    #[serde(default)]
    pub rule: Option<String>,
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
        let notation = Notation::default();
        SymmetryRequest { size, regions: None, rule: None, placement: None, notation }
    }

    /// The problem whose symmetries and solutions are meant.
    fn problem(&self) -> Result<Problem, Error> {
        let rule = self.rule.as_deref().map(str::parse).transpose()?.unwrap_or_default();
        let regions = self.regions.as_deref().unwrap_or_default().parse()?;
        Ok(Problem::new(self.size).with_rule(rule)?.with_regions(regions)?)
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
    let problem = request.problem()?;
    match &request.placement {
        Some(text) => answer.class = Some(class(text, &problem, notation)?),
        None => answer.fundamental = Some(list(&problem, notation, control)?),
    }
    Ok(answer)
}

fn class(text: &str, problem: &Problem, notation: Notation) -> Result<PlacementClass, Error> {
    let size = problem.size();
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
    let group = Symmetry::of_problem(problem);
    let orbit = orbit(&placement, &group, size);
    let images = group.iter().map(|&symmetry| {
        Ok(Image { symmetry, placement: write(&symmetry.image(&placement, size))? })
    });
    Ok(PlacementClass {
        images: images.collect::<Result<_, Error>>()?,
        canonical: write(&orbit[0])?,
        orbit: orbit.iter().map(write).collect::<Result<_, _>>()?,
        stabiliser: stabiliser(&placement, &group, size),
    })
}

/// The different images, the smallest first.
fn orbit(placement: &Placement, group: &[Symmetry], size: Size) -> Vec<Placement> {
    let mut images: Vec<Placement> =
        group.iter().map(|symmetry| symmetry.image(placement, size)).collect();
    images.sort_unstable();
    images.dedup();
    images
}

fn stabiliser(placement: &Placement, group: &[Symmetry], size: Size) -> Vec<Symmetry> {
    let keeps = |symmetry: &&Symmetry| symmetry.image(placement, size) == *placement;
    group.iter().filter(keeps).copied().collect()
}

/// Keeps the smallest solution of each class.
struct Classes {
    size: Size,
    group: Vec<Symmetry>,
    found: Vec<Fundamental>,
}

impl StepProbe for Classes {
    fn solution(&mut self, columns: &[u32]) -> ControlFlow<()> {
        let solution = Placement::from_columns(columns);
        let orbit = orbit(&solution, &self.group, self.size);
        if orbit[0] == solution {
            let stabiliser = stabiliser(&solution, &self.group, self.size);
            self.found.push(Fundamental { solution, stabiliser, orbit: orbit.len() });
        }
        ControlFlow::Continue(())
    }
}

fn list(
    problem: &Problem,
    notation: Notation,
    control: &Control,
) -> Result<FundamentalList, Error> {
    let size = problem.size();
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
    // Bit masks are faster; backtracking knows regions and every rule.
    let is_plain = *problem == Problem::new(size);
    let by = algorithms::find(if is_plain { "bitmask" } else { "backtracking" })?;
    let settings = Settings::default();
    by.supports(problem, &settings)?;
    let mut classes = Classes { size, group: Symmetry::of_problem(problem), found: Vec::new() };
    let limits = Limits::none().with_stop(control.stop());
    let result = by.run(problem, &settings, &limits, &mut classes);
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
    let solutions = classes.found.iter().map(entry).collect::<Result<_, Error>>()?;
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

    /// Regions leave only the symmetries that keep them, and the classes add up to all solutions.
    #[test]
    fn regions_divide_the_classes() {
        let classes = |regions: Option<&str>, rule: Option<&str>| {
            let mut request = SymmetryRequest::new("6".parse().unwrap());
            request.regions = regions.map(str::to_owned);
            request.rule = rule.map(str::to_owned);
            let list = symmetry(&request, &Control::new()).unwrap().fundamental.unwrap();
            let solutions: Vec<(String, usize)> =
                list.solutions.iter().map(|one| (one.solution.clone(), one.orbit)).collect();
            assert_eq!(list.total, Some(Decimal(list.in_orbits() as u128)));
            solutions
        };
        assert_eq!(classes(None, None).len(), 1);
        // With rows as regions nothing changes except that a quarter-turn does not keep them.
        let rows = "AAAAAA/BBBBBB/CCCCCC/DDDDDD/EEEEEE/FFFFFF";
        assert_eq!(
            classes(Some(rows), None),
            [("1,3,5,0,2,4".to_owned(), 2), ("2,5,1,4,0,3".to_owned(), 2)]
        );
        // 90 permutations of six have no neighbours that differ by one, and they come in classes.
        let touching = classes(None, Some("touching"));
        assert_eq!(touching.iter().map(|(_, orbit)| orbit).sum::<usize>(), 90);
        let mut placed = SymmetryRequest::new("6".parse().unwrap());
        placed.placement = Some("1,3,5,0,2,4".to_owned());
        placed.regions = Some(rows.to_owned());
        let class = symmetry(&placed, &Control::new()).unwrap().class.unwrap();
        assert_eq!((class.images.len(), class.orbit.len()), (4, 2));
        placed.regions = Some("AB/CD".to_owned());
        assert!(symmetry(&placed, &Control::new()).is_err());
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
