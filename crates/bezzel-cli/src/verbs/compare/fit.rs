//! How the visits grow with n: the better of an exponential and a power, by least squares.

use crate::failure::Failure;
use crate::output::{Grid, Out};
use bezzel_search::Comparison;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::Write;

/// The fewest sizes a fit is made from.
const FEWEST: usize = 4;

/// A law fitted to the visits of one algorithm.
pub struct Fit {
    goal: &'static str,
    algorithm: String,
    /// The base of an exponential, or the exponent of a power.
    growth: f64,
    is_exponential: bool,
    /// Share of the variance of the logarithms that the law explains.
    r2: f64,
    sizes: usize,
}

/// One fit for each algorithm and goal with enough finished runs.
pub fn of_lines(lines: &[Comparison<'_>]) -> Vec<Fit> {
    let points = lines.iter().filter(|line| !line.is_cut()).map(|line| {
        let n = f64::from(line.problem.size().rows());
        (line.goal.name(), line.algorithm.as_str(), n, line.report.work.visits as f64)
    });
    of_points(points)
}

/// Fits (goal, algorithm, n, visits), grouped by the first two.
pub fn of_points<'a>(points: impl Iterator<Item = (&'static str, &'a str, f64, f64)>) -> Vec<Fit> {
    let mut groups: BTreeMap<_, Vec<(f64, f64)>> = BTreeMap::new();
    for (goal, algorithm, n, visits) in points {
        if n > 0.0 && visits > 0.0 {
            groups.entry((goal, algorithm)).or_default().push((n, visits));
        }
    }
    groups.retain(|_, points| points.len() >= FEWEST);
    groups.into_iter().map(|((goal, algorithm), points)| fit(goal, algorithm, &points)).collect()
}

fn fit(goal: &'static str, algorithm: &str, points: &[(f64, f64)]) -> Fit {
    let line = |along: fn(f64) -> f64| {
        least_squares(&points.iter().map(|&(n, v)| (along(n), v.ln())).collect::<Vec<_>>())
    };
    let (exponential, power) = (line(|n| n), line(f64::ln));
    let is_exponential = exponential.1 >= power.1;
    let (slope, r2) = if is_exponential { exponential } else { power };
    let growth = if is_exponential { slope.exp() } else { slope };
    Fit { goal, algorithm: algorithm.to_owned(), growth, is_exponential, r2, sizes: points.len() }
}

/// Slope and coefficient of determination.
fn least_squares(points: &[(f64, f64)]) -> (f64, f64) {
    let count = points.len() as f64;
    let mean = |of: fn(&(f64, f64)) -> f64| points.iter().map(of).sum::<f64>() / count;
    let (x, y) = (mean(|p| p.0), mean(|p| p.1));
    let sum =
        |of: &dyn Fn(f64, f64) -> f64| -> f64 { points.iter().map(|p| of(p.0 - x, p.1 - y)).sum() };
    let (xx, xy, yy) = (sum(&|a, _| a * a), sum(&|a, b| a * b), sum(&|_, b| b * b));
    let slope = xy / xx;
    // Points on a level line are explained in full.
    (slope, if yy == 0.0 { 1.0 } else { slope * xy / yy })
}

impl Fit {
    fn law(&self) -> String {
        if self.is_exponential {
            format!("{:.2}^n", self.growth)
        } else {
            format!("n^{:.2}", self.growth)
        }
    }

    pub fn document(&self) -> Value {
        json!({
            "goal": self.goal,
            "algorithm": self.algorithm,
            "law": if self.is_exponential { "exponential" } else { "power" },
            "growth": self.growth,
            "r2": self.r2,
            "sizes": self.sizes,
        })
    }
}

/// A table of the fits, if there are any.
pub fn print(fits: &[Fit], out: &mut Out) -> Result<(), Failure> {
    if fits.is_empty() {
        return Ok(());
    }
    writeln!(out, "\nGrowth of the visits")?;
    let mut grid = Grid::new(&["goal", "algorithm", "law", "R2", "sizes"]);
    for fit in fits {
        grid.row([
            fit.goal.to_owned(),
            fit.algorithm.clone(),
            fit.law(),
            format!("{:.4}", fit.r2),
            fit.sizes.to_string(),
        ]);
    }
    Ok(grid.table(out)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn laws_are_recognised() {
        let exponential = (4..10).map(|n| ("all", "a", f64::from(n), 3.0 * 2.0_f64.powi(n)));
        let power = (4..10).map(|n| ("all", "b", f64::from(n), 5.0 * f64::from(n).powi(3)));
        let few = (4..6).map(|n| ("first", "c", f64::from(n), 1.0));
        let fits = of_points(exponential.chain(power).chain(few));
        assert_eq!(fits.iter().map(Fit::law).collect::<Vec<_>>(), ["2.00^n", "n^3.00"]);
        assert!(fits.iter().all(|fit| fit.r2 > 0.9999));
    }
}
