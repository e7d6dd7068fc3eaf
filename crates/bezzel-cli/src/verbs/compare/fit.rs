//! How the work grows with n: the better of an exponential and a power, by least squares.

use super::measure::Measure;
use crate::failure::Failure;
use crate::output::{Grid, Out};
use bezzel_search::Comparison;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::Write;

/// The fewest sizes a fit is made from.
const FEWEST: usize = 4;

/// A law fitted to one measure of one algorithm.
pub struct Fit {
    goal: &'static str,
    algorithm: String,
    measure: Measure,
    /// The base of an exponential, or the exponent of a power.
    growth: f64,
    is_exponential: bool,
    /// Share of the variance of the logarithms that the law explains.
    r2: f64,
    sizes: usize,
}

/// What an algorithm took at one size.
pub struct Point<'a> {
    pub goal: &'static str,
    pub algorithm: &'a str,
    pub measure: Measure,
    pub n: f64,
    pub value: f64,
}

/// The fits for each algorithm and goal with enough finished runs.
pub fn of_lines(lines: &[Comparison<'_>]) -> Vec<Fit> {
    let finished = lines.iter().filter(|line| !line.is_cut());
    of_points(finished.flat_map(|line| {
        Measure::GROWING.map(|measure| Point {
            goal: line.goal.name(),
            algorithm: &line.algorithm,
            measure,
            n: f64::from(line.problem.size().rows()),
            value: measure.of(line),
        })
    }))
}

/// One fit for each goal, algorithm and measure.
pub fn of_points<'a>(points: impl Iterator<Item = Point<'a>>) -> Vec<Fit> {
    let mut groups: BTreeMap<_, Vec<(f64, f64)>> = BTreeMap::new();
    for Point { goal, algorithm, measure, n, value } in points {
        if n > 0.0 && value > 0.0 {
            groups.entry((goal, algorithm, measure)).or_default().push((n, value));
        }
    }
    groups.retain(|_, points| points.len() >= FEWEST);
    let fits = groups.into_iter().map(|((goal, algorithm, measure), points)| {
        let algorithm = algorithm.to_owned();
        let line = |along: fn(f64) -> f64| {
            least_squares(&points.iter().map(|&(n, v)| (along(n), v.ln())).collect::<Vec<_>>())
        };
        let (exponential, power) = (line(|n| n), line(f64::ln));
        let is_exponential = exponential.1 >= power.1;
        let (slope, r2) = if is_exponential { exponential } else { power };
        let growth = if is_exponential { slope.exp() } else { slope };
        Fit { goal, algorithm, measure, growth, is_exponential, r2, sizes: points.len() }
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
            "measure": self.measure.name(),
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
    writeln!(out, "\nGrowth")?;
    Ok(grid(fits).table(out)?)
}

/// The fits as a second table of comma-separated values, after an empty line.
pub fn csv(fits: &[Fit], out: &mut Out) -> Result<(), Failure> {
    if fits.is_empty() {
        return Ok(());
    }
    writeln!(out)?;
    Ok(grid(fits).csv(out)?)
}

fn grid(fits: &[Fit]) -> Grid {
    let mut grid = Grid::new(&["goal", "algorithm", "measure", "law", "R2", "sizes"]);
    for fit in fits {
        grid.row([
            fit.goal.to_owned(),
            fit.algorithm.clone(),
            fit.measure.name().to_owned(),
            fit.law(),
            format!("{:.4}", fit.r2),
            fit.sizes.to_string(),
        ]);
    }
    grid
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn laws_are_recognised() {
        let point = |algorithm, n: i32, value| Point {
            goal: "all",
            algorithm,
            measure: Measure::Tests,
            n: f64::from(n),
            value,
        };
        let exponential = (4..10).map(|n| point("a", n, 3.0 * 2.0_f64.powi(n)));
        let power = (4..10).map(|n| point("b", n, 5.0 * f64::from(n).powi(3)));
        let few = (4..6).map(|n| point("c", n, 1.0));
        let fits = of_points(exponential.chain(power).chain(few));
        assert_eq!(fits.iter().map(Fit::law).collect::<Vec<_>>(), ["2.00^n", "n^3.00"]);
        assert!(fits.iter().all(|fit| fit.r2 > 0.9999));
    }
}
