//! `sample`: random solutions, each exactly as likely as any other, or nearly so on large boards.

mod by_colour;
mod numbered;
mod walks;

pub use walks::SampleWalks;

use crate::count::conflict;
use crate::{Control, Decimal, Error, ErrorKind, Schema};
use bezzel_board::{Notation, Placement, Problem, Rule};
use bezzel_search::{Chain, Random, StopReason};
use by_colour::ByColour;
use numbered::{Numbered, Unfinished};
use serde::{Deserialize, Serialize};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Instant;

/// Most columns without a ledger: a sample of side 18 takes about ten seconds on two cores, of side
/// 19 a minute or two.
const MOST_COLUMNS: u32 = 18;

/// Most columns where queens do not attack along diagonals: side 12 has 64 million solutions.
const MOST_COLUMNS_TOUCHING: u32 = 12;

/// Most solutions of one sample.
const MOST_DRAWN: u64 = 1_000_000;

/// What to draw.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct SampleRequest {
    /// The problem.
    pub problem: Problem,
    /// How many solutions to draw.
    #[serde(default = "one")]
    pub number: u64,
    /// Seed of the random numbers; the same seed gives the same solutions.
    #[serde(default = "one")]
    pub seed: u64,
    /// How solutions are written; by default in one-line notation, or as squares if a row may hold several
    /// queens.
    #[serde(default)]
    pub notation: Option<Notation>,
    /// Draw from random walks: for large boards, and only approximately uniform.
    #[serde(default)]
    pub approximate: bool,
    /// Keeps the counts that an exact sample of a large board needs in this file, and resumes from
    /// it. Not part of the JSON form: a remote request names no files.
    #[serde(skip)]
    pub ledger: Option<PathBuf>,
}

fn one() -> u64 {
    1
}

impl SampleRequest {
    /// One random solution.
    #[must_use]
    pub fn new(problem: Problem) -> SampleRequest {
        SampleRequest {
            problem,
            number: one(),
            seed: one(),
            notation: None,
            approximate: false,
            ledger: None,
        }
    }

    /// Whether solutions are counted before they are drawn, which limits the board: walks need no
    /// counts.
    #[must_use]
    pub fn needs_counts(&self) -> bool {
        !self.approximate
    }
}

/// A solution that was drawn.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct SampledSolution {
    /// Its number from 0 in the order that the answer names; missing if it was drawn from a walk.
    pub number: Option<Decimal>,
    /// The solution in the notation asked for.
    pub solution: String,
    /// The solution itself.
    #[serde(skip)]
    pub placement: Placement,
}

/// How uniform a sample is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Uniform {
    /// Every solution was exactly as likely as any other, independently in each draw.
    Exactly,
    /// Draws come from random walks, and are uniform only in the limit of endless ones.
    Approximately,
}

/// The order in which solutions are numbered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum SampleOrder {
    /// By the column of the first row, then of the second …
    Lexicographic,
    /// The order of the units of engine `colour`, within a unit by row and column sets.
    Colour,
}

/// How a sample was drawn.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct SampleAnswer {
    /// `bezzel/sample/2`.
    pub schema: Schema,
    /// The problem.
    pub problem: Problem,
    /// How solutions are written.
    pub notation: Notation,
    /// The seed.
    pub seed: u64,
    /// Solutions drawn, with repetition.
    pub drawn: u64,
    /// Whether each solution was exactly as likely as any other.
    pub uniform: Uniform,
    /// All solutions; missing if it was stopped, and for walks, which do not count them.
    pub total: Option<Decimal>,
    /// How solutions are numbered; missing for walks.
    pub order: Option<SampleOrder>,
    /// How the walks went; missing for exact samples.
    pub walks: Option<SampleWalks>,
    /// Why it ended early, if it did.
    pub stopped: Option<StopReason>,
    /// Seconds it took.
    pub seconds: f64,
}

/// Draws random solutions.
///
/// An exact sample numbers the solutions, draws a random number and finds its solution from exact
/// counts: of how many solutions begin with each square, or, with a ledger, of how many belong to
/// each unit of engine `colour`. An approximate one takes solutions from random walks.
///
/// ```
/// use bezzel::{Control, Problem, SampleRequest, sample};
/// use std::ops::ControlFlow;
///
/// let mut request = SampleRequest::new(Problem::queens(8));
/// request.number = 3;
/// let mut drawn = Vec::new();
/// let answer = sample(&request, &Control::new(), &mut |one| {
///     drawn.push(one.solution);
///     ControlFlow::Continue(())
/// })?;
/// assert_eq!((answer.total.unwrap().0, drawn.len()), (92, 3));
/// # Ok::<(), bezzel::Error>(())
/// ```
pub fn sample(
    request: &SampleRequest,
    control: &Control,
    each: &mut dyn FnMut(SampledSolution) -> ControlFlow<()>,
) -> Result<SampleAnswer, Error> {
    let SampleRequest { problem, seed, .. } = request;
    let notation = request.notation.unwrap_or_else(|| problem.usual_notation());
    // A notation that cannot show the board is refused before anything is counted.
    notation.admits(problem.size())?;
    check(request)?;
    let started = Instant::now();
    let mut answer = SampleAnswer {
        schema: Schema::new("bezzel/sample/2"),
        problem: problem.clone(),
        notation,
        seed: *seed,
        drawn: 0,
        uniform: if request.approximate { Uniform::Approximately } else { Uniform::Exactly },
        total: None,
        order: None,
        walks: None,
        stopped: None,
        seconds: 0.0,
    };
    let mut hand_over = |number, columns: &[u32]| -> Result<ControlFlow<()>, Error> {
        let placement = problem.placement(columns);
        let solution = notation.write(&placement, problem.size())?;
        answer.drawn += 1;
        let flow = each(SampledSolution { number, solution, placement });
        if flow.is_break() {
            answer.stopped = Some(StopReason::Enough);
        }
        Ok(flow)
    };
    let ended = if request.approximate {
        let walks = walks::draw(request, control, &mut |columns| hand_over(None, columns));
        walks.map(|walks| answer.walks = Some(walks))
    } else {
        draw(request, control).and_then(|Exact { total, order, solutions }| {
            for (number, columns) in &solutions {
                if hand_over(Some(*number), columns)?.is_break() {
                    break;
                }
            }
            (answer.total, answer.order) = (Some(Decimal(total)), Some(order));
            Ok(())
        })
    };
    match ended {
        Ok(()) => {}
        Err(Unfinished::Stopped) => answer.stopped = Some(StopReason::Stopped),
        Err(Unfinished::Failed(error)) => return Err(error),
    }
    answer.seconds = started.elapsed().as_secs_f64();
    Ok(answer)
}

/// An exact sample.
struct Exact {
    total: u128,
    order: SampleOrder,
    /// The solutions drawn, with their numbers.
    solutions: Vec<(Decimal, Vec<u32>)>,
}

/// Draws numbers and finds their solutions.
fn draw(request: &SampleRequest, control: &Control) -> Result<Exact, Unfinished> {
    let SampleRequest { problem, number, seed, .. } = request;
    let mut random = Random::seeded(*seed);
    let mut numbers = |total: u128| -> Vec<u128> {
        let number = if total == 0 { 0 } else { *number };
        (0..number).map(|_| random.below_wide(total)).collect()
    };
    let (total, order, numbers, found) = if let Some(file) = &request.ledger {
        let by_colour = ByColour::new(problem, file, control)?;
        let numbers = numbers(by_colour.total());
        let found = by_colour.find(&numbers)?;
        (by_colour.total(), SampleOrder::Colour, numbers, found)
    } else {
        let numbered = Numbered::new(control.stop());
        let total = numbered.total(problem)?;
        let numbers = numbers(total);
        let found = numbered.find(problem, total, &numbers)?;
        (total, SampleOrder::Lexicographic, numbers, found)
    };
    let solutions = numbers.into_iter().map(Decimal).zip(found).collect();
    Ok(Exact { total, order, solutions })
}

/// Refuses what cannot be drawn.
pub(crate) fn check(request: &SampleRequest) -> Result<(), Error> {
    let SampleRequest { problem, number, approximate, ledger, .. } = request;
    if !(1..=MOST_DRAWN).contains(number) {
        return Err(Error::bad(format!("number is {number}"))
            .advice(format!("draw from 1 to {MOST_DRAWN} solutions")));
    }
    if *approximate {
        if ledger.is_some() {
            return Err(conflict("approximate", "ledger"));
        }
        return walks::check(problem);
    }
    let most = match problem.rule() {
        Rule::Touching => MOST_COLUMNS_TOUCHING,
        _ => MOST_COLUMNS,
    };
    if ledger.is_none() && (!problem.has_lines() || problem.size().columns() > most) {
        let error = Error::new(
            ErrorKind::Unsupported,
            format!(
                "an exact sample needs exact counts, made here for flat boards of up to \
                 {MOST_COLUMNS} columns ({MOST_COLUMNS_TOUCHING} with the rule touching), not for \
                 {problem}"
            ),
        );
        if Chain::fits(problem) {
            return Err(error.set("approximate", "true").set("ledger", "FILE"));
        }
        return Err(error.ask("solve", "finds one solution"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The size is checked before anything is written or counted.
    #[test]
    fn a_huge_board_is_refused_at_once() {
        let huge = SampleRequest::new(Problem::queens(4_000_000_000));
        let error = sample(&huge, &Control::new(), &mut |_| ControlFlow::Continue(())).unwrap_err();
        assert_eq!(error.kind, ErrorKind::Unsupported);
    }

    #[test]
    fn a_stopped_sample_draws_nothing_and_says_so() {
        let control = Control::new();
        control.stop().ask();
        let request = SampleRequest::new(Problem::queens(12));
        let answer = sample(&request, &control, &mut |_| ControlFlow::Continue(())).unwrap();
        assert_eq!((answer.drawn, answer.total), (0, None));
        assert_eq!(answer.stopped, Some(StopReason::Stopped));
    }

    #[test]
    fn a_board_without_solutions_has_no_sample() {
        let request = SampleRequest::new(Problem::queens(3));
        let answer = sample(&request, &Control::new(), &mut |_| panic!("there is none")).unwrap();
        assert_eq!((answer.drawn, answer.total), (0, Some(Decimal(0))));
    }

    /// Any number of pieces is drawn from the list of all solutions.
    #[test]
    fn kings_are_drawn() {
        let problem: Problem = "4 king queens=3".parse().unwrap();
        let mut request = SampleRequest::new(problem.clone());
        (request.number, request.notation) = (20, Some(Notation::Squares));
        let mut drawn = Vec::new();
        let answer = sample(&request, &Control::new(), &mut |one| {
            drawn.push(one.placement.clone());
            ControlFlow::Continue(())
        });
        assert_eq!(answer.unwrap().total, Some(Decimal(140)));
        assert!(drawn.len() == 20 && drawn.iter().all(|one| problem.is_solution(one)));
    }

    #[test]
    fn unsupported_boards_are_refused() {
        let kind = |request: SampleRequest| {
            sample(&request, &Control::new(), &mut |_| panic!("refused")).unwrap_err().kind
        };
        assert_eq!(kind(SampleRequest::new(Problem::queens(40))), ErrorKind::Unsupported);
        let mut request = SampleRequest::new(Problem::queens(8));
        request.number = 0;
        assert_eq!(kind(request), ErrorKind::BadRequest);
        let mut request = SampleRequest::new(Problem::new("4x6".parse().unwrap()));
        request.approximate = true;
        assert_eq!(kind(request.clone()), ErrorKind::Unsupported);
        request.problem = Problem::queens(8);
        request.ledger = Some("weights".into());
        assert_eq!(kind(request), ErrorKind::BadRequest);
    }

    #[test]
    fn a_sample_from_walks_says_so_and_has_no_numbers() {
        let mut request = SampleRequest::new(Problem::queens(40));
        (request.approximate, request.number) = (true, 5);
        let mut numbers = Vec::new();
        let answer = sample(&request, &Control::new(), &mut |one| {
            assert!(request.problem.is_solution(&one.placement));
            numbers.push(one.number);
            ControlFlow::Continue(())
        });
        let answer = answer.unwrap();
        assert_eq!((answer.uniform, answer.total), (Uniform::Approximately, None));
        assert_eq!(numbers, [None; 5]);
        let walks = answer.walks.unwrap();
        assert!(walks.samples >= 5 && walks.kept > 0.0 && walks.at_solutions > 0.0, "{walks:?}");
    }
}
