//! `estimate`: how large the search is and how many solutions there are, by random descents.

use crate::limits::seconds;
use crate::{Control, Error, ErrorKind, Schema};
use bezzel_board::Problem;
use bezzel_search::{Descents, Mean, StopReason};
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
    /// Descents for each problem.
    #[serde(default = "descents")]
    pub descents: u64,
    /// Seed of the random numbers; the same seed gives the same estimates.
    #[serde(default = "seed")]
    pub seed: u64,
    /// Most seconds for each problem.
    #[serde(default)]
    pub time: Option<f64>,
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
        EstimateRequest { problems, descents: descents(), seed: seed(), time: None }
    }
}

/// Estimates, not counts.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct EstimateAnswer {
    /// `bezzel/estimate/2`.
    pub schema: Schema,
    /// The seed.
    pub seed: u64,
    /// One for each problem, up to the one that was stopped.
    pub estimates: Vec<Estimated>,
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
    /// Descents made.
    pub descents: u64,
    /// Descents that filled the board.
    pub arrived: u64,
    /// Visits of row-by-row backtracking.
    pub visits: EstimatedMean,
    /// Solutions; missing if no descent filled the board.
    pub solutions: Option<EstimatedMean>,
}

/// The mean over all descents.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct EstimatedMean {
    /// The estimate.
    pub about: f64,
    /// Its standard error.
    pub standard_error: f64,
    /// The true value lies between these two in about 19 of 20 estimates; missing if too few
    /// descents filled the board.
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

/// Estimates the work of backtracking and the number of solutions (Knuth 1975).
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
    request.problems.iter().try_for_each(fits)?;
    if !(2..=MOST_DESCENTS).contains(&request.descents) {
        return Err(Error::bad(format!("descents is {}", request.descents))
            .advice(format!("choose a number from 2 to {MOST_DESCENTS}")));
    }
    let time = request.time.map(seconds).transpose()?;
    let started = Instant::now();
    let mut answer = EstimateAnswer {
        schema: Schema::new("bezzel/estimate/2"),
        seed: request.seed,
        estimates: Vec::new(),
        stopped: None,
        seconds: 0.0,
    };
    for problem in &request.problems {
        let (estimated, stopped) = descend(problem, request, time, control);
        answer.estimates.push(estimated);
        answer.stopped = stopped;
        if stopped.is_some() {
            break;
        }
    }
    answer.seconds = started.elapsed().as_secs_f64();
    Ok(answer)
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
    let estimated = Estimated {
        problem: problem.clone(),
        descents: estimate.descents,
        arrived: estimate.arrived,
        visits: estimate.visits.into(),
        solutions: (estimate.arrived > 0).then(|| estimate.solutions.into()),
    };
    (estimated, stopped)
}

/// Refuses numbers too large for floats.
fn fits(problem: &Problem) -> Result<(), Error> {
    let size = problem.size();
    // In two dimensions a queen also takes its column.
    let taken = |row: u32| if problem.has_lines() { row } else { 0 };
    let left = |row: u32| f64::from(size.width() - taken(row));
    let space = |rows: u32| -> f64 { (0..rows).map(|row| left(row).log10()).sum() };
    // 200 rows are enough to see that the space is too large.
    if size.width() > MOST_COLUMNS || space(size.rows().min(200)) > LARGEST {
        return Err(Error::new(
            ErrorKind::TooLarge,
            format!("{problem} is too large for an estimate"),
        )
        .advice(format!(
            "estimates go up to 10^{LARGEST:.0} candidates, which is side 90, and to \
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
        assert_eq!((answer.estimates.len(), answer.estimates[0].descents), (1, STRETCH));
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
        assert_eq!(kind(Problem::queens(200)), ErrorKind::TooLarge);
        assert_eq!(kind(Problem::new("50^3".parse().unwrap())), ErrorKind::TooLarge);
        let mut request = EstimateRequest::new(vec![Problem::queens(8)]);
        request.descents = 1;
        assert_eq!(estimate(&request, &Control::new()).unwrap_err().kind, ErrorKind::BadRequest);
    }
}
