//! `bezzel compare`: the work of several algorithms on the same problems, side by side.

use crate::args::{Choice, LimitArgs, ProblemArgs};
use crate::failure::Failure;
use crate::interrupt;
use crate::output::{Grid, Out};
use bezzel_board::Problem;
use bezzel_search::{Algorithm, Limits, Outcome, Report, Settings, StopReason, Values, algorithms};
use clap::{Args, ValueEnum};
use serde_json::{Value, json};
use std::io::Write;

/// Visits after which a run is given up, unless the user says otherwise: enough for every pruning
/// algorithm at n = 12, and a second or so for the others.
const VISITS: u64 = 20_000_000;

/// Compare the work of several algorithms
#[derive(Args)]
pub struct Compare {
    #[command(flatten)]
    problem: ProblemArgs,
    /// Algorithms, comma-separated, each with a value of its setting where wanted:
    /// wirth,nilsson:index,state-space:off (default: all)
    #[arg(long, value_name = "IDS")]
    algorithms: Option<String>,
    /// What is searched for
    #[arg(long, value_enum, default_value_t = Goal::Both)]
    goal: Goal,
    #[command(flatten)]
    limits: LimitArgs,
    /// Print one JSON document
    #[arg(long, conflicts_with = "csv")]
    json: bool,
    /// Print comma-separated values
    #[arg(long)]
    csv: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Goal {
    /// All solutions
    All,
    /// The first solution
    First,
    /// Both, one after the other
    Both,
}

struct Line<'a> {
    goal: &'static str,
    problem: &'a Problem,
    algorithm: String,
    report: Report,
}

impl Compare {
    pub fn run(&self, out: &mut Out) -> Result<(), Failure> {
        let problems = self.problem.problems()?;
        let choices = self.choices()?;
        let mut limits = self.limits.limits(interrupt::flag())?;
        if limits.visits.is_none() && limits.time.is_none() {
            limits.visits = Some(VISITS);
        }
        let goals: &[&'static str] = match self.goal {
            Goal::All => &["all"],
            Goal::First => &["first"],
            Goal::Both => &["all", "first"],
        };
        let mut documents = Vec::new();
        let mut table = Grid::new(&HEADINGS);
        let mut interrupted = false;
        for goal in goals {
            for problem in &problems {
                for choice in choices.iter().filter(|choice| joins(choice, goal, problem)) {
                    let line = measure(goal, problem, choice, &limits);
                    interrupted |= matches!(
                        line.report.outcome,
                        Outcome::AtLeast { because: StopReason::Cancelled, .. }
                    );
                    if self.json {
                        documents.push(line.document());
                    } else {
                        table.row(line.cells());
                    }
                    if interrupted {
                        break;
                    }
                }
            }
            if !self.json && !self.csv {
                let what = if *goal == "all" { "All solutions" } else { "The first solution" };
                writeln!(out, "{what}")?;
                table.table(out)?;
                writeln!(out)?;
                table = Grid::new(&HEADINGS);
            }
        }
        if self.json {
            out.json(&json!({ "schema": "bezzel/compare/1", "runs": documents }))?;
        } else if self.csv {
            table.csv(out)?;
        }
        if interrupted { Err(Failure::Interrupted) } else { Ok(()) }
    }
}

impl Compare {
    fn choices(&self) -> Result<Vec<Choice>, Failure> {
        match &self.algorithms {
            Some(list) => list.split(',').map(|name| Choice::read(name.trim())).collect(),
            None => Ok(algorithms::ALL.iter().flat_map(|algorithm| variants(*algorithm)).collect()),
        }
    }
}

/// An algorithm once for each word of its settings.
fn variants(algorithm: &'static dyn Algorithm) -> Vec<Choice> {
    let words = algorithm.info().settings.iter().filter_map(|setting| match setting.values {
        Values::Words(words) => Some((setting.name, words)),
        Values::Number { .. } => None,
    });
    let mut variants = vec![Settings::default()];
    for (name, words) in words {
        variants = (variants.iter())
            .flat_map(|chosen| words.iter().map(|word| (chosen.clone(), *word)))
            .filter_map(|(chosen, word)| chosen.choose(algorithm.info(), name, word).ok())
            .collect();
    }
    variants.into_iter().map(|settings| Choice { algorithm, settings }).collect()
}

/// Whether the algorithm works on the problem and looks for what is searched.
fn joins(choice: &Choice, goal: &str, problem: &Problem) -> bool {
    let looks_for_it = goal == "first" || choice.algorithm.info().category.is_complete();
    looks_for_it && choice.algorithm.supports(problem, &choice.settings).is_ok()
}

fn measure<'a>(
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

const HEADINGS: [&str; 9] =
    ["goal", "n", "algorithm", "solutions", "visits", "tests", "trials", "backtracks", "seconds"];

impl Line<'_> {
    /// Whether the run was cut short of its goal.
    fn is_cut(&self) -> bool {
        match self.report.outcome {
            Outcome::Exact { .. } => false,
            Outcome::AtLeast { because: StopReason::Solutions, .. } => self.goal != "first",
            Outcome::AtLeast { .. } => true,
        }
    }

    fn solutions(&self) -> u128 {
        match self.report.outcome {
            Outcome::Exact { total } | Outcome::AtLeast { total, .. } => total,
        }
    }

    /// Numbers of a run cut short are lower bounds and say so.
    fn cells(&self) -> Vec<String> {
        let bound = if self.is_cut() { ">= " } else { "" };
        let work = self.report.work;
        let mut cells =
            vec![self.goal.to_owned(), self.problem.size().to_string(), self.algorithm.clone()];
        cells.push(format!("{bound}{}", self.solutions()));
        for number in [work.visits, work.tests, work.trials, work.backtracks] {
            cells.push(format!("{bound}{number}"));
        }
        cells.push(format!("{:.4}", self.report.elapsed.as_secs_f64()));
        cells
    }

    fn document(&self) -> Value {
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
