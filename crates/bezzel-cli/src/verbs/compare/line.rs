//! One measured run as a line of a table.

use bezzel_search::Comparison;

/// The columns of [`cells`] and [`numbers`].
pub const HEADINGS: [&str; 10] = [
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

/// Numbers of a run cut short are lower bounds and say so.
pub fn cells(run: &Comparison<'_>) -> Vec<String> {
    numbers(run, if run.is_cut() { ">= " } else { "" })
}

/// The same with this before every number that may be a bound.
pub fn numbers(run: &Comparison<'_>, bound: &str) -> Vec<String> {
    let work = run.result.work;
    let mut cells =
        vec![run.goal.name().to_owned(), run.problem.size().to_string(), run.algorithm.clone()];
    cells.push(format!("{bound}{}", run.solutions()));
    for number in [work.visits, work.tests, work.trials, work.backtracks, work.restarts] {
        cells.push(format!("{bound}{number}"));
    }
    cells.push(format!("{:.4}", run.result.elapsed.as_secs_f64()));
    cells
}
