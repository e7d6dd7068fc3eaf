//! `sample`: random solutions, each one exactly as likely as any other.

mod numbered;

use crate::{Control, Decimal, Error, ErrorKind, Schema};
use bezzel_board::{Notation, Placement, Problem, Rule};
use bezzel_search::{Random, StopReason};
use numbered::{Numbered, Unfinished};
use serde::{Deserialize, Serialize};
use std::ops::ControlFlow;
use std::time::Instant;

/// Most columns: a sample of side 18 takes about ten seconds on two cores, of side 19 a minute or
/// two.
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
    /// How solutions are written.
    #[serde(default)]
    pub notation: Notation,
}

fn one() -> u64 {
    1
}

impl SampleRequest {
    /// One random solution.
    #[must_use]
    pub fn new(problem: Problem) -> SampleRequest {
        SampleRequest { problem, number: one(), seed: one(), notation: Notation::default() }
    }
}

/// A solution that was drawn.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct SampledSolution {
    /// Its number in lexicographic order, from 0.
    pub number: Decimal,
    /// The solution in the notation asked for.
    pub solution: String,
    /// The solution itself.
    #[serde(skip)]
    pub placement: Placement,
}

/// How a sample was drawn.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct SampleAnswer {
    /// `bezzel/sample/1`.
    pub schema: Schema,
    /// The problem.
    pub problem: Problem,
    /// How solutions are written.
    pub notation: Notation,
    /// The seed.
    pub seed: u64,
    /// Solutions drawn, with repetition.
    pub drawn: u64,
    /// All solutions, counted now; each was equally likely in each draw.
    pub total: Option<Decimal>,
    /// Why nothing was drawn, if it was stopped.
    pub stopped: Option<StopReason>,
    /// Seconds it took.
    pub seconds: f64,
}

/// Draws random solutions, independently and all equally likely.
///
/// Solutions are numbered in lexicographic order. A random number is drawn, and its solution is
/// found from exact counts of how many solutions begin with each square.
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
    let SampleRequest { problem, notation, number, seed } = request;
    // A notation that cannot show the board is refused before anything is counted.
    notation.admits(problem.size())?;
    check(problem, *number)?;
    let started = Instant::now();
    let mut answer = SampleAnswer {
        schema: Schema::new("bezzel/sample/1"),
        problem: problem.clone(),
        notation: *notation,
        seed: *seed,
        drawn: 0,
        total: None,
        stopped: None,
        seconds: 0.0,
    };
    match draw(request, control) {
        Err(Unfinished::Stopped) => answer.stopped = Some(StopReason::Stopped),
        Err(Unfinished::Failed(error)) => return Err(error),
        Ok((total, found)) => {
            answer.total = Some(Decimal(total));
            for (number, placement) in found {
                let solution = notation.write(&placement, problem.size())?;
                answer.drawn += 1;
                let drawn = SampledSolution { number: Decimal(number), solution, placement };
                if each(drawn).is_break() {
                    answer.stopped = Some(StopReason::Enough);
                    break;
                }
            }
        }
    }
    answer.seconds = started.elapsed().as_secs_f64();
    Ok(answer)
}

/// The number of solutions, and the solutions drawn with their numbers.
fn draw(
    request: &SampleRequest,
    control: &Control,
) -> Result<(u128, Vec<(u128, Placement)>), Unfinished> {
    let numbered = Numbered::new(control.stop());
    let total = numbered.total(&request.problem)?;
    if total == 0 {
        return Ok((0, Vec::new()));
    }
    let mut random = Random::seeded(request.seed);
    let numbers: Vec<u128> = (0..request.number).map(|_| random.below_wide(total)).collect();
    let found = numbered.find(&request.problem, total, &numbers)?;
    let found = found.iter().map(|columns| Placement::from_columns(columns));
    Ok((total, numbers.into_iter().zip(found).collect()))
}

/// Refuses what cannot be drawn.
pub(crate) fn check(problem: &Problem, number: u64) -> Result<(), Error> {
    let most = match problem.rule() {
        Rule::Touching => MOST_COLUMNS_TOUCHING,
        _ => MOST_COLUMNS,
    };
    if !problem.has_lines() || problem.size().columns() > most {
        return Err(Error::new(
            ErrorKind::Unsupported,
            format!(
                "a sample needs exact counts, made here for flat boards of up to {MOST_COLUMNS} \
                 columns ({MOST_COLUMNS_TOUCHING} with the rule touching), not for {problem}"
            ),
        )
        .ask(
            "solve",
            "with the algorithm min-conflicts and a seed finds a random solution, though not all \
             are equally likely",
        ));
    }
    if !(1..=MOST_DRAWN).contains(&number) {
        return Err(Error::bad(format!("number is {number}"))
            .advice(format!("draw from 1 to {MOST_DRAWN} solutions")));
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

    #[test]
    fn unsupported_boards_are_refused() {
        let kind = |request: SampleRequest| {
            sample(&request, &Control::new(), &mut |_| panic!("refused")).unwrap_err().kind
        };
        assert_eq!(kind(SampleRequest::new(Problem::queens(40))), ErrorKind::Unsupported);
        let mut request = SampleRequest::new(Problem::queens(8));
        request.number = 0;
        assert_eq!(kind(request), ErrorKind::BadRequest);
    }
}
