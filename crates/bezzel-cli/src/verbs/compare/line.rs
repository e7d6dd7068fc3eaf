//! One run of one algorithm on one problem, as a line of a table or a JSON object.

use crate::args::Choice;
use bezzel_board::Problem;
use bezzel_search::{Limits, Outcome, Report, StopReason};
use serde_json::{Value, json};

/// What a run gave.
pub struct Line<'a> {
    pub goal: &'static str,
    pub problem: &'a Problem,
    pub algorithm: String,
    pub report: Report,
}

/// Runs one algorithm to its goal.
pub fn measure<'a>(
    goal: &'static str,
    problem: &'a Problem,
    choice: &Choice,
    limits: &Limits,
) -> Line<'a> {
    let mut limits = limits.clone();
    if goal == "first" {
        limits.solutions = Some(1);
    }
    let report = choice.algorithm.run(problem, &choice.settings, &limits, &mut ());
    Line { goal, problem, algorithm: choice.name(), report }
}

/// The columns of [`Line::cells`].
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

impl Line<'_> {
    /// Whether the run was cut short of its goal.
    pub fn is_cut(&self) -> bool {
        match self.report.outcome {
            Outcome::Exact { .. } => false,
            Outcome::AtLeast { because: StopReason::Solutions, .. } => self.goal != "first",
            Outcome::AtLeast { because: StopReason::Incomplete, total } => total == 0,
            Outcome::AtLeast { .. } => true,
        }
    }

    /// Whether Ctrl-C ended the run.
    pub fn is_interrupted(&self) -> bool {
        matches!(self.report.outcome, Outcome::AtLeast { because: StopReason::Cancelled, .. })
    }

    pub fn solutions(&self) -> u128 {
        match self.report.outcome {
            Outcome::Exact { total } | Outcome::AtLeast { total, .. } => total,
        }
    }

    /// Numbers of a run cut short are lower bounds and say so.
    pub fn cells(&self) -> Vec<String> {
        let bound = if self.is_cut() { ">= " } else { "" };
        let work = self.report.work;
        let mut cells =
            vec![self.goal.to_owned(), self.problem.size().to_string(), self.algorithm.clone()];
        cells.push(format!("{bound}{}", self.solutions()));
        for number in [work.visits, work.tests, work.trials, work.backtracks, work.restarts] {
            cells.push(format!("{bound}{number}"));
        }
        cells.push(format!("{:.4}", self.report.elapsed.as_secs_f64()));
        cells
    }

    pub fn document(&self) -> Value {
        json!({
            "goal": self.goal,
            "problem": self.problem,
            "algorithm": self.algorithm,
            "complete": !self.is_cut(),
            "solutions": self.solutions().to_string(),
            "work": self.report.work,
            "seconds": self.report.elapsed.as_secs_f64(),
        })
    }
}
