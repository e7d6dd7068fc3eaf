//! Modular queens: whether a solution exists, how many linear ones there are, how many queens fit.

use crate::{Control, Error, ErrorKind, Schema, Whole};
use bezzel_board::{Placement, Problem, Rule};
use bezzel_engines::modular::{self, Existence, linear};
use serde::{Deserialize, Serialize};
use std::time::Instant;

/// Visits after which branch and bound gives a bound, and most slopes that are counted.
const MOST_VISITS: u64 = 1_000_000_000;

/// The same for true queens in space, where a visit takes microseconds: about a minute.
const MOST_VISITS_IN_SPACE: u64 = 10_000_000;

/// A question about modular queens; exactly one of the three.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct ModularRequest {
    /// The boards; with the rule hyperplane unless the maximum is asked for.
    pub problems: Vec<Problem>,
    /// Whether a complete solution exists, and why.
    #[serde(default)]
    pub exists: bool,
    /// How many solutions are linear.
    #[serde(default)]
    pub linear: bool,
    /// The most queens that fit anywhere on the board.
    #[serde(default)]
    pub maximum: bool,
    /// Most queens placed in the search for the maximum, and most slopes that are counted.
    #[serde(default)]
    pub visits: Option<u64>,
}

impl ModularRequest {
    /// A request about these boards, without a question yet.
    #[must_use]
    pub fn new(problems: Vec<Problem>) -> ModularRequest {
        ModularRequest { problems, exists: false, linear: false, maximum: false, visits: None }
    }
}

/// What is known about modular queens.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct ModularAnswer {
    /// `bezzel/modular/2`.
    pub schema: Schema,
    /// One for each board.
    pub answers: Vec<ModularFinding>,
}

/// What is known about one board.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct ModularFinding {
    /// The board.
    pub problem: Problem,
    /// Whether a complete solution exists, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exists: Option<Exists>,
    /// How that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// The number of linear solutions, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub linear: Option<Whole>,
    /// The slopes of a linear solution, one for each axis but the last.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub slopes: Option<Vec<u32>>,
    /// The most queens that fit, if requested and proven.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub maximum: Option<usize>,
    /// If it is not proven: this many queens fit, and perhaps more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub maximum_at_least: Option<usize>,
    /// That many queens, as row and column.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub queens: Option<Vec<[u32; 2]>>,
    /// Visits of the search for them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub visits: Option<u64>,
    /// Seconds it took.
    pub seconds: f64,
}

/// Whether a complete solution exists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Exists {
    /// One does.
    Yes,
    /// None does, proven.
    No,
    /// It is not known.
    Unknown,
}

/// Answers the question about each board. All answers but the maximum take at most seconds, so the
/// stop flag is checked between boards.
pub fn modular(request: &ModularRequest, control: &Control) -> Result<ModularAnswer, Error> {
    let ModularRequest { problems, exists, linear, maximum, .. } = request;
    let visits = request.visits.unwrap_or(MOST_VISITS);
    if [exists, linear, maximum].into_iter().filter(|asked| **asked).count() != 1 {
        let error = Error::bad("exactly one of exists, linear and maximum is needed");
        return Err(error.set("exists", "true"));
    }
    let mut answers = Vec::new();
    for problem in problems {
        if control.stop().is_asked() {
            break;
        }
        let start = Instant::now();
        let mut finding = match (maximum, linear) {
            (true, _) => most(problem, request.visits, control)?,
            (_, true) => count_linear(problem, visits)?,
            _ => existence(problem)?,
        };
        finding.seconds = start.elapsed().as_secs_f64();
        answers.push(finding);
    }
    Ok(ModularAnswer { schema: Schema::new("bezzel/modular/2"), answers })
}

fn finding(problem: &Problem) -> ModularFinding {
    ModularFinding {
        problem: problem.clone(),
        exists: None,
        why: None,
        linear: None,
        slopes: None,
        maximum: None,
        maximum_at_least: None,
        queens: None,
        visits: None,
        seconds: 0.0,
    }
}

fn squares(placement: &Placement) -> Vec<[u32; 2]> {
    placement.squares().iter().map(|square| [square.row, square.column]).collect()
}

fn most(
    problem: &Problem,
    visits: Option<u64>,
    control: &Control,
) -> Result<ModularFinding, Error> {
    let is_deep = !problem.is_flat() && problem.rule() != Rule::Hyperplane;
    let visits = visits.unwrap_or(if is_deep { MOST_VISITS_IN_SPACE } else { MOST_VISITS });
    let most = modular::most_queens(problem, visits, control.stop())?;
    let queens = most.placement.len();
    Ok(ModularFinding {
        maximum: most.proved.then_some(queens),
        maximum_at_least: (!most.proved).then_some(queens),
        queens: Some(squares(&most.placement)),
        visits: Some(most.visits),
        ..finding(problem)
    })
}

/// Refuses boards other than those of modular queens.
fn only_modular(problem: &Problem) -> Result<(u32, u32), Error> {
    let size = problem.size();
    if problem.rule() == Rule::Hyperplane && problem.is_plain() && size.rows() > 0 {
        return Ok((size.rows(), size.dimension()));
    }
    let what =
        format!("modular queens stand on full boards with the rule hyperplane, not {problem}");
    Err(Error::new(ErrorKind::Unsupported, what).set("rule", "hyperplane"))
}

fn count_linear(problem: &Problem, visits: u64) -> Result<ModularFinding, Error> {
    let (n, d) = only_modular(problem)?;
    let largest = linear::primes(n).last().copied().unwrap_or(1);
    if u64::from(largest).saturating_pow(d) > visits {
        let what =
            format!("counting the slopes modulo {largest} in dimension {d} would take too long");
        return Err(Error::new(ErrorKind::TooLarge, what).set("exists", "true"));
    }
    Ok(ModularFinding {
        linear: Some(Whole(linear::number_of_solutions(n, d))),
        slopes: linear::slopes(n, d),
        ..finding(problem)
    })
}

fn existence(problem: &Problem) -> Result<ModularFinding, Error> {
    let (n, d) = only_modular(problem)?;
    let existence = modular::existence(n, d)?;
    let why = match &existence {
        Existence::Linear { slopes } => format!("queens at slopes {slopes:?} are a solution"),
        Existence::Found { .. } => "a solution was found by search".to_owned(),
        Existence::SmallPrime { prime } => {
            format!("the prime {prime}, below 2 x {d}, divides {n}")
        }
        Existence::Searched => "an exhaustive search found none".to_owned(),
        Existence::Open => "neither linear nor settled by a short search".to_owned(),
    };
    Ok(ModularFinding {
        exists: Some(match existence.answer() {
            Some(true) => Exists::Yes,
            Some(false) => Exists::No,
            None => Exists::Unknown,
        }),
        why: Some(why),
        queens: match &existence {
            Existence::Found { solution } => Some(squares(solution)),
            _ => None,
        },
        slopes: match existence {
            Existence::Linear { slopes } => Some(slopes),
            _ => None,
        },
        ..finding(problem)
    })
}
