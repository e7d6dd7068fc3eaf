//! Comparisons as tables.

use crate::output::Grid;
use bezzel::{CompareRun, CompareSample, ExactSuccess, Fit, Measure};

/// The columns of a run.
const HEADINGS: [&str; 10] = [
    "goal",
    "n",
    "algorithm",
    "found",
    "visits",
    "tests",
    "trials",
    "backtracks",
    "restarts",
    "seconds",
];

/// A table as text, with the numbers of a stopped run marked as lower bounds.
pub fn runs<'a>(runs: impl Iterator<Item = &'a CompareRun>) -> Grid {
    let mut grid = Grid::new(&HEADINGS);
    for run in runs {
        grid.row(cells(run, if run.complete { "" } else { ">= " }));
    }
    grid
}

/// A table as CSV, with a column that says whether the numbers are exact or lower bounds.
pub fn exact_runs(runs: &[CompareRun]) -> Grid {
    let mut headings = HEADINGS.to_vec();
    headings.push("exact");
    let mut grid = Grid::new(&headings);
    for run in runs {
        let exact = if run.complete { "yes" } else { "no" };
        grid.row(cells(run, "").into_iter().chain([exact.to_owned()]));
    }
    grid
}

/// The cells of a run, with this prefix before every number that may be a bound.
fn cells(run: &CompareRun, bound: &str) -> Vec<String> {
    let work = run.work;
    let mut cells =
        vec![run.goal.to_string(), run.problem.size().to_string(), run.algorithm.clone()];
    cells.push(format!("{bound}{}", run.solutions));
    for number in [work.visits, work.tests, work.trials, work.backtracks, work.restarts] {
        cells.push(format!("{bound}{number}"));
    }
    cells.push(format!("{:.4}", run.seconds));
    cells
}

/// The exact probability that one start succeeds.
pub fn exact(found: &[ExactSuccess]) -> Grid {
    let mut grid = Grid::new(&["n", "algorithm", "success of one start", "probability"]);
    for one in found {
        grid.row([
            one.problem.size().to_string(),
            one.algorithm.clone(),
            format!("{}/{}", one.over, one.under),
            format!("{:.6}", one.probability),
        ]);
    }
    grid
}

/// The distribution of each measure over the runs of each sample.
pub fn samples(samples: &[CompareSample]) -> Grid {
    let mut grid = Grid::new(&[
        "goal",
        "n",
        "algorithm",
        "runs",
        "solved",
        "success",
        "measure",
        "per solution",
        "mean",
        "min",
        "25 %",
        "median",
        "75 %",
        "max",
    ]);
    for sample in samples {
        for measure in Measure::SPREAD {
            let Some(spread) = sample.distributions.of(measure) else { continue };
            let per = sample.per_solution.and_then(|per| per.of(measure));
            let mut cells = vec![
                sample.goal.to_string(),
                sample.problem.size().to_string(),
                sample.algorithm.clone(),
                sample.runs.to_string(),
                sample.solved.to_string(),
                format!("{:.1} %", 100.0 * sample.success),
                measure.to_string(),
                per.map_or("-".to_owned(), |per| text(measure, per)),
            ];
            let five = [
                spread.mean,
                spread.min,
                spread.lower_quartile,
                spread.median,
                spread.upper_quartile,
                spread.max,
            ];
            cells.extend(five.map(|value| text(measure, value)));
            grid.row(cells);
        }
    }
    grid
}

/// The laws of growth.
pub fn fits(fits: &[Fit]) -> Grid {
    let mut grid = Grid::new(&["goal", "algorithm", "measure", "law", "R2", "sizes"]);
    for fit in fits {
        grid.row([
            fit.goal.to_string(),
            fit.algorithm.clone(),
            fit.measure.to_string(),
            fit.formula(),
            format!("{:.4}", fit.r2),
            fit.sizes.to_string(),
        ]);
    }
    grid
}

/// Times to the microsecond, other means to a tenth.
fn text(measure: Measure, value: f64) -> String {
    match measure {
        Measure::Seconds => format!("{value:.6}"),
        _ if value.fract() == 0.0 => format!("{value}"),
        _ => format!("{value:.1}"),
    }
}
