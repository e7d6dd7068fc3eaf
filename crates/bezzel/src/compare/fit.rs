//! How the work grows with n: the better of an exponential and a power, by least squares.

use super::{CompareRun, Goal, Measure};
use serde::Serialize;
use std::collections::BTreeMap;

/// The fewest sizes a fit is made from.
const FEWEST: usize = 4;

/// How something grows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Law {
    /// A base to the power of n.
    Exponential,
    /// A power of n.
    Power,
}

/// A law fitted to one measure of one algorithm.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct Fit {
    /// How far the runs went.
    pub goal: Goal,
    /// The algorithm with its settings.
    pub algorithm: String,
    /// What was measured.
    pub measure: Measure,
    /// The better law.
    pub law: Law,
    /// The base of an exponential, or the exponent of a power.
    pub growth: f64,
    /// Share of the variance of the logarithms that the law explains.
    pub r2: f64,
    /// Sizes it was fitted to.
    pub sizes: usize,
}

impl Fit {
    /// The law as a formula: `2.34^n` or `n^1.50`.
    #[must_use]
    pub fn formula(&self) -> String {
        match self.law {
            Law::Exponential => format!("{:.2}^n", self.growth),
            Law::Power => format!("n^{:.2}", self.growth),
        }
    }
}

/// The work of an algorithm at one size.
pub(super) struct Point<'a> {
    pub goal: Goal,
    pub algorithm: &'a str,
    pub measure: Measure,
    pub n: f64,
    pub value: f64,
}

/// The fits for each algorithm and goal with enough finished runs.
pub(super) fn of_runs(runs: &[CompareRun]) -> Vec<Fit> {
    let finished = runs.iter().filter(|run| run.complete);
    of_points(finished.flat_map(|run| {
        Measure::GROWING.map(|measure| Point {
            goal: run.goal,
            algorithm: &run.algorithm,
            measure,
            n: f64::from(run.problem.size().rows()),
            value: measure.of(run),
        })
    }))
}

/// One fit for each goal, algorithm and measure.
pub(super) fn of_points<'a>(points: impl Iterator<Item = Point<'a>>) -> Vec<Fit> {
    let mut groups: BTreeMap<_, Vec<(f64, f64)>> = BTreeMap::new();
    for Point { goal, algorithm, measure, n, value } in points {
        if n > 0.0 && value > 0.0 {
            groups.entry((goal, algorithm, measure)).or_default().push((n, value));
        }
    }
    groups.retain(|_, points| points.len() >= FEWEST);
    let fits = groups.into_iter().map(|((goal, algorithm, measure), points)| {
        let line = |along: fn(f64) -> f64| {
            least_squares(&points.iter().map(|&(n, v)| (along(n), v.ln())).collect::<Vec<_>>())
        };
        let (exponential, power) = (line(|n| n), line(f64::ln));
        let (law, growth, r2) = match exponential.1 >= power.1 {
            true => (Law::Exponential, exponential.0.exp(), exponential.1),
            false => (Law::Power, power.0, power.1),
        };
        let algorithm = algorithm.to_owned();
        Fit { goal, algorithm, measure, law, growth, r2, sizes: points.len() }
    });
    fits.collect()
}

/// Slope and coefficient of determination.
fn least_squares(points: &[(f64, f64)]) -> (f64, f64) {
    let count = points.len() as f64;
    let mean = |of: fn(&(f64, f64)) -> f64| points.iter().map(of).sum::<f64>() / count;
    let (x, y) = (mean(|p| p.0), mean(|p| p.1));
    let sum =
        |of: &dyn Fn(f64, f64) -> f64| -> f64 { points.iter().map(|p| of(p.0 - x, p.1 - y)).sum() };
    let (xx, xy, yy) = (sum(&|a, _| a * a), sum(&|a, b| a * b), sum(&|_, b| b * b));
    // The same size several times says nothing about growth.
    if xx == 0.0 {
        return (0.0, 0.0);
    }
    let slope = xy / xx;
    // A horizontal line explains constant points completely.
    (slope, if yy == 0.0 { 1.0 } else { slope * xy / yy })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn laws_are_recognised() {
        let point = |algorithm, n: i32, value| Point {
            goal: Goal::All,
            algorithm,
            measure: Measure::Tests,
            n: f64::from(n),
            value,
        };
        let exponential = (4..10).map(|n| point("a", n, 3.0 * 2.0_f64.powi(n)));
        let power = (4..10).map(|n| point("b", n, 5.0 * f64::from(n).powi(3)));
        let few = (4..6).map(|n| point("c", n, 1.0));
        let fits = of_points(exponential.chain(power).chain(few));
        assert_eq!(fits.iter().map(Fit::formula).collect::<Vec<_>>(), ["2.00^n", "n^3.00"]);
        assert!(fits.iter().all(|fit| fit.r2 > 0.9999));
    }

    #[test]
    fn repeated_sizes_give_no_growth() {
        let same = (0..5).map(|value| Point {
            goal: Goal::All,
            algorithm: "a",
            measure: Measure::Tests,
            n: 8.0,
            value: f64::from(value + 1),
        });
        assert!(of_points(same).iter().all(|fit| fit.r2 == 0.0 && fit.growth.is_finite()));
    }
}
