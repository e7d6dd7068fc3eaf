//! Estimates by random walks at rising inverse temperature, for boards too large for descents.

use super::{EstimateMethod, EstimateRequest, Estimated, EstimatedMean, constant};
use crate::{Control, Error, ErrorKind};
use bezzel_board::Problem;
use bezzel_search::{Chain, Climb, Climber, StopReason};
use serde::Serialize;
use std::time::{Duration, Instant};

/// Climbs with different random numbers: their spread is the standard error.
const CLIMBS: u64 = 8;

/// The number of standard errors that the mean of eight numbers exceeds in one of 20 cases (Student's
/// distribution with seven degrees of freedom).
const STUDENT: f64 = 2.365;

/// Most sweeps at each temperature.
const MOST_SWEEPS: u32 = 1_000_000;

/// Most queens: a climb with this many takes half a minute.
const MOST_QUEENS: u32 = 2_000;

/// Logarithm of the largest number of solutions that is also given as a number.
const LARGEST: f64 = 690.0;

pub(super) fn sweeps() -> u32 {
    500
}

/// How an estimate by walks was made.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct EstimateWalks {
    /// Climbs from β = 0, where all permutations are equally likely, to where every second one
    /// is a solution. The standard error comes from their spread.
    pub climbs: usize,
    /// Walks of each climb, at one temperature each; the mean.
    pub steps: f64,
    /// Sweeps of each walk that count, after a quarter as many to forget the last temperature. A
    /// sweep is one swap per queen.
    pub sweeps: u32,
    /// Inverse temperature at the end; the mean.
    pub beta: f64,
    /// The share of the swaps that were kept.
    pub kept: f64,
}

/// Refuses numbers of sweeps that say nothing or never end.
pub(super) fn check(sweeps: u32) -> Result<(), Error> {
    if (10..=MOST_SWEEPS).contains(&sweeps) {
        return Ok(());
    }
    Err(Error::bad(format!("sweeps is {sweeps}"))
        .advice(format!("choose a number from 10 to {MOST_SWEEPS}")))
}

/// Refuses boards that have no permutations to walk on, or too many queens.
pub(super) fn supports(problem: &Problem) -> Result<(), Error> {
    if !Chain::fits(problem) {
        let what = format!("walks are for flat square boards without regions, not for {problem}");
        return Err(Error::new(ErrorKind::Unsupported, what).set("method", "descents"));
    }
    if problem.size().rows() > MOST_QUEENS {
        let what = format!("{problem} is too large for an estimate");
        return Err(Error::new(ErrorKind::TooLarge, what)
            .advice(format!("estimates by walks go up to side {MOST_QUEENS}")));
    }
    Ok(())
}

/// The estimate, and why it was stopped.
pub(super) fn walk(
    problem: &Problem,
    request: &EstimateRequest,
    time: Option<Duration>,
    control: &Control,
) -> Result<(Estimated, Option<StopReason>), Error> {
    supports(problem)?;
    let started = Instant::now();
    let reason = || {
        let is_late = time.is_some_and(|time| started.elapsed() >= time);
        if control.stop().is_asked() {
            Some(StopReason::Stopped)
        } else {
            is_late.then_some(StopReason::Time)
        }
    };
    let mut climber = Climber::new(problem, request.seed, request.sweeps).expect("it was checked");
    let mut climbs: Vec<Climb> = Vec::new();
    let mut stopped = None;
    while (climbs.len() as u64) < CLIMBS {
        let climb = climber.climb(|| {
            stopped = reason();
            stopped.is_some()
        });
        match climb {
            Some(climb) => climbs.push(climb),
            None => break,
        }
    }
    let logarithm = mean(&climbs);
    let solutions = logarithm.filter(|mean| mean.about < LARGEST);
    let share =
        |of: fn(&Climb) -> f64| climbs.iter().map(of).sum::<f64>() / (climbs.len() as f64).max(1.0);
    let estimated = Estimated {
        problem: problem.clone(),
        method: EstimateMethod::Walks,
        descents: None,
        arrived: None,
        walks: Some(EstimateWalks {
            climbs: climbs.len(),
            steps: share(|climb| f64::from(climb.walks)),
            sweeps: request.sweeps,
            beta: share(|climb| climb.beta),
            kept: share(|climb| climb.kept),
        }),
        visits: None,
        solutions: solutions.map(|mean| mean.through(f64::exp, mean.about.exp())),
        logarithm,
        constant: constant(problem, logarithm),
    };
    Ok((estimated, stopped))
}

/// The mean of the climbs, if each met a solution and there are two of them. Only all climbs
/// together have an interval.
fn mean(climbs: &[Climb]) -> Option<EstimatedMean> {
    let found: Option<Vec<f64>> = climbs.iter().map(|climb| climb.logarithm).collect();
    let found = found.filter(|found| found.len() > 1)?;
    let of = found.len() as f64;
    let about = found.iter().sum::<f64>() / of;
    let variance = found.iter().map(|one| (one - about).powi(2)).sum::<f64>() / (of - 1.0);
    let standard_error = (variance / of).sqrt();
    let is_whole = found.len() as u64 == CLIMBS;
    let bound = |side: f64| is_whole.then_some(about + side * STUDENT * standard_error);
    Some(EstimatedMean { about, standard_error, low: bound(-1.0), high: bound(1.0) })
}

#[cfg(test)]
mod tests {
    use crate::{Control, EstimateRequest, Problem, StopReason, estimate};

    #[test]
    fn a_large_board_has_a_logarithm_and_a_constant() {
        let mut request = EstimateRequest::new(vec![Problem::queens(200)]);
        request.sweeps = 100;
        let answer = estimate(&request, &Control::new()).unwrap();
        let one = &answer.estimates[0];
        // Q(200) is about 10^285: larger than any count, small enough for a float.
        let constant = one.constant.unwrap();
        assert!((constant.about - 1.93).abs() < 0.03, "{one:?}");
        assert!(one.solutions.unwrap().about > 1e270);
        assert!(one.walks.as_ref().unwrap().climbs == 8 && one.descents.is_none());
    }

    #[test]
    fn stopped_walks_say_so() {
        let mut request = EstimateRequest::new(vec![Problem::queens(300)]);
        request.time = Some(0.0);
        let answer = estimate(&request, &Control::new()).unwrap();
        assert_eq!(answer.stopped, Some(StopReason::Time));
        assert_eq!(answer.estimates[0].logarithm, None);
    }
}
