//! `estimate`: how large the search is and how many solutions there are, by random descents or walks.

mod limit;
mod walks;

pub use limit::EstimateLimit;
pub use walks::EstimateWalks;

use crate::limits::seconds;
use crate::{Control, Error, ErrorKind, Schema};
use bezzel_board::{Problem, Topology};
use bezzel_search::{Chain, Descents, Mean, StopReason};
use serde::{Deserialize, Serialize};
use std::time::{Duration, Instant};

/// Logarithm of the largest search space: the squares of such numbers still fit into a float.
const LARGEST: f64 = 140.0;

/// Most columns: every descent checks all of them in each row.
const MOST_COLUMNS: u32 = 10_000;

/// Most descents of one estimate.
const MOST_DESCENTS: u64 = 1_000_000_000;

/// Descents between two checks of the clock.
const STRETCH: u64 = 64;

/// What to estimate.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct EstimateRequest {
    /// The problems, estimated in this order up to the first that is stopped.
    pub problems: Vec<Problem>,
    /// How; by default descents on boards that they fit, walks on larger ones.
    #[serde(default)]
    pub method: Option<EstimateMethod>,
    /// Descents for each problem.
    #[serde(default = "descents")]
    pub descents: u64,
    /// Sweeps of a walk at each temperature.
    #[serde(default = "walks::sweeps")]
    pub sweeps: u32,
    /// Seed of the random numbers; the same seed gives the same estimates.
    #[serde(default = "seed")]
    pub seed: u64,
    /// Most seconds for each problem.
    #[serde(default)]
    pub time: Option<f64>,
}

/// How an estimate is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum EstimateMethod {
    /// Random descents (Knuth 1975): the work too, for boards up to side 90.
    Descents,
    /// Random walks on permutations at rising inverse temperature: the solutions of square boards of
    /// up to 2,000 queens.
    Walks,
}

fn descents() -> u64 {
    10_000
}

fn seed() -> u64 {
    1
}

impl EstimateRequest {
    /// Estimates for these problems.
    #[must_use]
    pub fn new(problems: Vec<Problem>) -> EstimateRequest {
        EstimateRequest {
            problems,
            method: None,
            descents: descents(),
            sweeps: walks::sweeps(),
            seed: seed(),
            time: None,
        }
    }
}

/// Estimates, not counts.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct EstimateAnswer {
    /// `bezzel/estimate/3`.
    pub schema: Schema,
    /// The seed.
    pub seed: u64,
    /// One for each problem, up to the one that was stopped.
    pub estimates: Vec<Estimated>,
    /// The constant of very large boards that these estimates imply, from four sides of at least 50.
    pub limit: Option<EstimateLimit>,
    /// Why it was stopped, if it was.
    pub stopped: Option<StopReason>,
    /// Seconds it took.
    pub seconds: f64,
}

/// The estimates for one problem.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct Estimated {
    /// The problem.
    pub problem: Problem,
    /// How.
    pub method: EstimateMethod,
    /// Descents made; missing for walks.
    pub descents: Option<u64>,
    /// Descents that filled the board; missing for walks.
    pub arrived: Option<u64>,
    /// How the walks went; missing for descents.
    pub walks: Option<EstimateWalks>,
    /// Visits of row-by-row backtracking; missing for walks, which do not search.
    pub visits: Option<EstimatedMean>,
    /// Solutions; missing if none was met, and beyond 10^300.
    pub solutions: Option<EstimatedMean>,
    /// Natural logarithm of the number of solutions; missing if none was met.
    pub logarithm: Option<EstimatedMean>,
    /// The constant α of Q(n) = (n · e^(−α))^n for this n; missing for boards other than the full
    /// square one.
    pub constant: Option<EstimatedMean>,
}

/// A mean over all descents or climbs.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct EstimatedMean {
    /// The estimate.
    pub about: f64,
    /// Its standard error.
    pub standard_error: f64,
    /// The true value lies between these two in about 19 of 20 estimates; missing if too few
    /// descents filled the board or too few climbs ended.
    pub low: Option<f64>,
    /// See `low`.
    pub high: Option<f64>,
}

impl From<Mean> for EstimatedMean {
    fn from(mean: Mean) -> EstimatedMean {
        EstimatedMean {
            about: mean.value,
            standard_error: mean.error,
            low: mean.interval.map(|(low, _)| low.max(0.0)),
            high: mean.interval.map(|(_, high)| high),
        }
    }
}

impl EstimatedMean {
    /// The same for a function of the number that is nearly a straight line of this slope there.
    fn through(self, of: impl Fn(f64) -> f64, slope: f64) -> EstimatedMean {
        let (low, high) = (self.low.map(&of), self.high.map(&of));
        let (low, high) = if slope < 0.0 { (high, low) } else { (low, high) };
        EstimatedMean {
            about: of(self.about),
            standard_error: self.standard_error * slope.abs(),
            low: low.filter(|bound| bound.is_finite()),
            high,
        }
    }
}

/// Estimates the number of solutions, and by descents the work of backtracking (Knuth 1975).
///
/// ```
/// use bezzel::{Control, EstimateRequest, Problem, estimate};
///
/// let answer = estimate(&EstimateRequest::new(vec![Problem::queens(8)]), &Control::new())?;
/// let solutions = answer.estimates[0].solutions.unwrap();
/// assert!((solutions.about - 92.0).abs() < 4.0 * solutions.standard_error);
/// # Ok::<(), bezzel::Error>(())
/// ```
pub fn estimate(request: &EstimateRequest, control: &Control) -> Result<EstimateAnswer, Error> {
    let methods = request.problems.iter().map(|problem| method(request, problem));
    let methods = methods.collect::<Result<Vec<_>, _>>()?;
    walks::check(request.sweeps)?;
    if !(2..=MOST_DESCENTS).contains(&request.descents) {
        return Err(Error::bad(format!("descents is {}", request.descents))
            .advice(format!("choose a number from 2 to {MOST_DESCENTS}")));
    }
    let time = request.time.map(seconds).transpose()?;
    let started = Instant::now();
    let mut answer = EstimateAnswer {
        schema: Schema::new("bezzel/estimate/3"),
        seed: request.seed,
        estimates: Vec::new(),
        limit: None,
        stopped: None,
        seconds: 0.0,
    };
    for (problem, method) in request.problems.iter().zip(methods) {
        let (estimated, stopped) = match method {
            EstimateMethod::Descents => descend(problem, request, time, control),
            EstimateMethod::Walks => walks::walk(problem, request, time, control)?,
        };
        answer.estimates.push(estimated);
        answer.stopped = stopped;
        if stopped.is_some() {
            break;
        }
    }
    answer.limit = EstimateLimit::of(&answer.estimates);
    answer.seconds = started.elapsed().as_secs_f64();
    Ok(answer)
}

/// The constant of a full square board from the logarithm of its number of solutions.
fn constant(problem: &Problem, logarithm: Option<EstimatedMean>) -> Option<EstimatedMean> {
    let n = f64::from(problem.size().rows());
    let is_whole = problem.is_plain() && problem.is_flat() && problem.size().is_square();
    let is_whole = is_whole && problem.topology() == Topology::Plane;
    logarithm.filter(|_| is_whole).map(|mean| mean.through(|log| n.ln() - log / n, -1.0 / n))
}

/// The estimate, and why it was stopped.
fn descend(
    problem: &Problem,
    request: &EstimateRequest,
    time: Option<Duration>,
    control: &Control,
) -> (Estimated, Option<StopReason>) {
    let started = Instant::now();
    let mut descents = Descents::new(problem, request.seed);
    let mut stopped = None;
    for number in 0..request.descents {
        // At least two descents, so that there is a standard error.
        if number % STRETCH == 0 && number > 0 {
            if control.stop().is_asked() {
                stopped = Some(StopReason::Stopped);
            } else if time.is_some_and(|time| started.elapsed() >= time) {
                stopped = Some(StopReason::Time);
            }
            if stopped.is_some() {
                break;
            }
        }
        descents.descend();
    }
    let estimate = descents.estimate();
    let solutions = (estimate.arrived > 0).then(|| EstimatedMean::from(estimate.solutions));
    let logarithm = solutions.map(|mean| mean.through(f64::ln, 1.0 / mean.about));
    let estimated = Estimated {
        problem: problem.clone(),
        method: EstimateMethod::Descents,
        descents: Some(estimate.descents),
        arrived: Some(estimate.arrived),
        walks: None,
        visits: Some(estimate.visits.into()),
        solutions,
        logarithm,
        constant: constant(problem, logarithm),
    };
    (estimated, stopped)
}

/// How this problem is estimated, or why it cannot be.
fn method(request: &EstimateRequest, problem: &Problem) -> Result<EstimateMethod, Error> {
    let by_descents = by_descents(problem);
    match request.method {
        Some(EstimateMethod::Descents) => by_descents.map(|()| EstimateMethod::Descents),
        None if by_descents.is_ok() => Ok(EstimateMethod::Descents),
        // A board that neither method supports is refused with the reason of the descents.
        None if !Chain::fits(problem) => by_descents.map(|()| EstimateMethod::Descents),
        _ => walks::supports(problem).map(|()| EstimateMethod::Walks),
    }
}

/// Refuses numbers too large for floats.
fn by_descents(problem: &Problem) -> Result<(), Error> {
    if !problem.has_one_per_row() {
        let what = format!("an estimate descends row by row, which {problem} cannot");
        return Err(Error::new(ErrorKind::Unsupported, what)
            .ask("count", "counts any number of pieces on boards of up to 256 squares"));
    }
    let size = problem.size();
    // In two dimensions a queen also takes its column.
    let taken = |row: u32| if problem.has_lines() { row } else { 0 };
    let left = |row: u32| f64::from(size.width() - taken(row));
    let space = |rows: u32| -> f64 { (0..rows).map(|row| left(row).log10()).sum() };
    // 200 rows are enough to see that the space is too large.
    if size.width() > MOST_COLUMNS || space(size.rows().min(200)) > LARGEST {
        return Err(Error::new(
            ErrorKind::TooLarge,
            format!("{problem} is too large for random descents"),
        )
        .advice(format!(
            "descents go up to 10^{LARGEST:.0} candidates, which is side 90, and to \
             {MOST_COLUMNS} columns"
        )));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stopped_estimate_says_so() {
        let control = Control::new();
        control.stop().ask();
        let request = EstimateRequest::new(vec![Problem::queens(8), Problem::queens(9)]);
        let answer = estimate(&request, &control).unwrap();
        assert_eq!(answer.stopped, Some(StopReason::Stopped));
        assert_eq!((answer.estimates.len(), answer.estimates[0].descents), (1, Some(STRETCH)));
        let mut request = EstimateRequest::new(vec![Problem::queens(8)]);
        request.time = Some(0.0);
        let answer = estimate(&request, &Control::new()).unwrap();
        assert_eq!(answer.stopped, Some(StopReason::Time));
    }

    #[test]
    fn boards_that_are_too_large_are_refused() {
        let kind = |problem: Problem| {
            estimate(&EstimateRequest::new(vec![problem]), &Control::new()).unwrap_err().kind
        };
        assert_eq!(kind(Problem::queens(3_000)), ErrorKind::TooLarge);
        assert_eq!(kind(Problem::new("150x200".parse().unwrap())), ErrorKind::TooLarge);
        assert_eq!(kind(Problem::new("50^3".parse().unwrap())), ErrorKind::TooLarge);
        let mut request = EstimateRequest::new(vec![Problem::queens(8)]);
        request.descents = 1;
        assert_eq!(estimate(&request, &Control::new()).unwrap_err().kind, ErrorKind::BadRequest);
    }
    /// Both methods agree with the known total and with each other, and say so in the same words.
    #[test]
    fn walks_and_descents_agree() {
        let total = 724.0_f64;
        for method in [EstimateMethod::Descents, EstimateMethod::Walks] {
            let mut request = EstimateRequest::new(vec![Problem::queens(10)]);
            (request.method, request.sweeps) = (Some(method), 200);
            let answer = estimate(&request, &Control::new()).unwrap();
            let one = &answer.estimates[0];
            assert_eq!(one.method, method);
            assert_eq!(one.visits.is_some(), method == EstimateMethod::Descents);
            let (log, constant) = (one.logarithm.unwrap(), one.constant.unwrap());
            assert!((log.about - total.ln()).abs() < 5.0 * log.standard_error, "{one:?}");
            let expected = 10_f64.ln() - total.ln() / 10.0;
            assert!((constant.about - expected).abs() < 5.0 * constant.standard_error);
            assert!(constant.low < constant.high && log.low < log.high);
            let solutions = one.solutions.unwrap();
            assert!((solutions.about.ln() - log.about).abs() < 1e-9);
            assert_eq!(answer.limit, None);
        }
    }
}
