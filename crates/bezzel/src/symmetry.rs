//! `symmetry`: the images of a placement, or the fundamental solutions of a board.

use crate::{Control, Decimal, Error, ErrorKind, Schema};
use bezzel_board::{Motion, Notation, Placement, Problem};
use bezzel_search::{Limits, Outcome, Settings, StepProbe, StopReason, algorithms};
use serde::{Deserialize, Serialize};
use std::ops::ControlFlow;

/// Most columns of a board whose fundamental solutions are listed (at 18 there are 83,263,591).
const MOST_COLUMNS: u32 = 14;

/// Most motions of a board whose images are listed: those of a torus of side 50.
const MOST_MOTIONS: u64 = 20_000;

/// A placement for its images, or a problem for its fundamental solutions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct SymmetryRequest {
    /// The problem: a two-dimensional board. Only motions that keep all of it count.
    pub problem: Problem,
    /// The placement; without one the fundamental solutions of the problem are listed.
    #[serde(default)]
    pub placement: Option<String>,
    /// How placements are written, here and in the answer; by default in one-line notation, or as
    /// squares if a row may hold several queens.
    #[serde(default)]
    pub notation: Option<Notation>,
}

impl SymmetryRequest {
    /// The fundamental solutions of a problem.
    #[must_use]
    pub fn new(problem: Problem) -> SymmetryRequest {
        SymmetryRequest { problem, placement: None, notation: None }
    }
}

/// The class of a placement, or all classes of solutions.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct SymmetryAnswer {
    /// `bezzel/symmetry/3`.
    pub schema: Schema,
    /// The problem.
    pub problem: Problem,
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
    /// The image under each motion of the problem.
    pub images: Vec<Image>,
    /// The smallest image.
    pub canonical: String,
    /// The different images.
    pub orbit: Vec<String>,
    /// The motions that leave the placement unchanged.
    pub stabiliser: Vec<Motion>,
}

/// The image of a placement.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct Image {
    /// The motion: R1 to R4, D1 to D4, and where edges are joined `R1+2,3` for a shift by 2 rows and 3
    /// columns that R1 follows.
    pub symmetry: Motion,
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
    /// The motions that leave it unchanged.
    pub stabiliser: Vec<Motion>,
}

/// The images of a placement under the motions of its problem, or the fundamental solutions.
///
/// ```
/// use bezzel::{Control, Problem, SymmetryRequest, symmetry};
///
/// let answer = symmetry(&SymmetryRequest::new(Problem::queens(8)), &Control::new())?;
/// assert_eq!(answer.fundamental.unwrap().solutions.len(), 12);
/// // All 28 solutions on the torus of side 7 are shifts, turns and reflections of one.
/// let answer = symmetry(&SymmetryRequest::new("7 torus".parse()?), &Control::new())?;
/// assert_eq!(answer.fundamental.unwrap().solutions[0].orbit, 28);
/// # Ok::<(), bezzel::Error>(())
/// ```
pub fn symmetry(request: &SymmetryRequest, control: &Control) -> Result<SymmetryAnswer, Error> {
    let problem = &request.problem;
    let notation = request.notation.unwrap_or_else(|| problem.usual_notation());
    let size = problem.size();
    if size.dimension() > 2 {
        return Err(Error::new(ErrorKind::Unsupported, format!("{size} is not a flat board"))
            .advice("the symmetries are those of a flat board, for example 8"));
    }
    let group = motions(problem)?;
    let mut answer = SymmetryAnswer {
        schema: Schema::new("bezzel/symmetry/3"),
        problem: problem.clone(),
        notation,
        class: None,
        fundamental: None,
    };
    match &request.placement {
        Some(text) => answer.class = Some(class(text, problem, group, notation)?),
        None => answer.fundamental = Some(list(problem, group, notation, control)?),
    }
    Ok(answer)
}

/// The motions of a problem; boards with too many are refused.
pub fn motions(problem: &Problem) -> Result<Vec<Motion>, Error> {
    let number = Motion::number(problem);
    if number > MOST_MOTIONS {
        let what = format!("{problem}: the board has {number} motions, more than {MOST_MOTIONS}");
        return Err(Error::new(ErrorKind::TooLarge, what).advice("choose a smaller board"));
    }
    Ok(Motion::of_problem(problem))
}

fn class(
    text: &str,
    problem: &Problem,
    group: Vec<Motion>,
    notation: Notation,
) -> Result<PlacementClass, Error> {
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
    let classes = Classes { problem, group, found: Vec::new() };
    let orbit = classes.orbit(&placement);
    let images = classes.group.iter().map(|&symmetry| {
        Ok(Image { symmetry, placement: write(&symmetry.image(&placement, problem))? })
    });
    Ok(PlacementClass {
        images: images.collect::<Result<_, Error>>()?,
        canonical: write(&orbit[0])?,
        orbit: orbit.iter().map(write).collect::<Result<_, _>>()?,
        stabiliser: classes.stabiliser(&placement),
    })
}

/// The motions of a problem, and the smallest solution of each class found so far.
struct Classes<'a> {
    problem: &'a Problem,
    group: Vec<Motion>,
    found: Vec<Placement>,
}

impl Classes<'_> {
    /// The image under each motion.
    fn images<'a>(&'a self, placement: &'a Placement) -> impl Iterator<Item = Placement> + 'a {
        self.group.iter().map(|motion| motion.image(placement, self.problem))
    }

    /// The different images, the smallest first.
    fn orbit(&self, placement: &Placement) -> Vec<Placement> {
        let mut images: Vec<Placement> = self.images(placement).collect();
        images.sort_unstable();
        images.dedup();
        images
    }

    fn stabiliser(&self, placement: &Placement) -> Vec<Motion> {
        let keeps = |motion: &&Motion| motion.image(placement, self.problem) == *placement;
        self.group.iter().filter(keeps).copied().collect()
    }
}

impl StepProbe for Classes<'_> {
    fn solution(&mut self, numbers: &[u32]) -> ControlFlow<()> {
        let solution = self.problem.placement(numbers);
        if self.images(&solution).all(|image| image >= solution) {
            self.found.push(solution);
        }
        ControlFlow::Continue(())
    }
}

fn list(
    problem: &Problem,
    group: Vec<Motion>,
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
    // Bit masks are faster; backtracking knows every problem.
    let is_plain = *problem == Problem::new(size);
    let by = algorithms::find(if is_plain { "bitmask" } else { "backtracking" })?;
    let settings = Settings::default();
    by.supports(problem, &settings)?;
    let mut classes = Classes { problem, group, found: Vec::new() };
    let limits = Limits::none().with_stop(control.stop());
    let result = by.run(problem, &settings, &limits, &mut classes);
    let entry = |solution: &Placement| {
        Ok(FundamentalSolution {
            solution: notation.write(solution, size)?,
            orbit: classes.orbit(solution).len(),
            stabiliser: classes.stabiliser(solution),
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
    use bezzel_board::Rule;

    #[test]
    fn boards_and_placements_that_do_not_fit_are_refused() {
        let refused = |size: &str, placement: Option<&str>| {
            let mut request = SymmetryRequest::new(size.parse().unwrap());
            request.placement = placement.map(str::to_owned);
            symmetry(&request, &Control::new()).unwrap_err()
        };
        assert_eq!(refused("4^3", None).kind, ErrorKind::Unsupported);
        assert_eq!(refused("18", None).kind, ErrorKind::TooLarge);
        assert_eq!(refused("200 torus", Some("0")).kind, ErrorKind::TooLarge);
        assert_eq!(refused("8", Some("0,9")).kind, ErrorKind::BadRequest);
        assert_eq!(refused("8", Some("x")).kind, ErrorKind::BadRequest);
    }

    /// Regions leave only the symmetries that keep them, and the classes add up to all solutions.
    #[test]
    fn regions_divide_the_classes() {
        let classes = |regions: Option<&str>, rule: Option<&str>| {
            let problem = Problem::queens(6)
                .with_rule(rule.map_or(Ok(Rule::Queen), str::parse).unwrap())
                .and_then(|board| board.with_regions(regions.unwrap_or_default().parse()?));
            let request = SymmetryRequest::new(problem.unwrap());
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
        let problem = Problem::queens(6).with_regions(rows.parse().unwrap()).unwrap();
        let mut placed = SymmetryRequest::new(problem);
        placed.placement = Some("1,3,5,0,2,4".to_owned());
        let class = symmetry(&placed, &Control::new()).unwrap().class.unwrap();
        assert_eq!((class.images.len(), class.orbit.len()), (4, 2));
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
