//! `bezzel compare`: the work of several algorithms on the same problems, side by side.

mod experiment;
mod fit;
mod line;
mod measure;

use crate::args::{LimitArgs, ProblemArgs, or_range, within};
use crate::failure::Failure;
use crate::interrupt;
use crate::output::{Grid, Out};
use bezzel_board::Problem;
use bezzel_search::{Choice, Comparison, Goal, algorithms};
use clap::{Args, ValueEnum};
use line::{HEADINGS, cells, numbers};
use serde_json::json;
use std::io::Write;

/// Visits after which a run is given up, unless the user says otherwise: enough for every pruning
/// algorithm at n = 12, and a second or so for the others.
const VISITS: u64 = 20_000_000;

/// Compare the work of several algorithms
#[derive(Args)]
#[command(mut_arg("n", or_range))]
pub struct Compare {
    #[command(flatten)]
    problem: ProblemArgs,
    /// Algorithms, comma-separated, each with a value of its setting where wanted:
    /// wirth,nilsson:index,state-space:off (default: all)
    #[arg(long, value_name = "IDS")]
    algorithms: Option<String>,
    /// What is searched for
    #[arg(long, value_enum, default_value_t = GoalArg::Both)]
    goal: GoalArg,
    /// Run each randomised algorithm with this many seeds: success rates, and how visits, tests,
    /// restarts and time are distributed
    #[arg(long, value_name = "NUMBER", value_parser = within::<u64>(1..=experiment::MOST), allow_negative_numbers = true)]
    seeds: Option<u64>,
    /// Try every value of a number setting and name the best: crossover=1..12
    #[arg(long, value_name = "NAME=A..B")]
    vary: Option<String>,
    /// Fit the growth of visits, tests and time over n
    #[arg(long)]
    fit: bool,
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
enum GoalArg {
    /// All solutions
    All,
    /// The first solution
    First,
    /// Both, one after the other
    Both,
}

impl Compare {
    pub fn run(&self, out: &mut Out) -> Result<(), Failure> {
        let problems = self.problem.problems()?;
        let choices = self.choices()?;
        let mut limits = self.limits.limits(interrupt::flag())?;
        if limits.visits.is_none() && limits.time.is_none() {
            limits.visits = Some(VISITS);
        }
        if self.seeds.is_some() || self.vary.is_some() {
            return experiment::run(self, &problems, &choices, &limits, out);
        }
        let goals: &[Goal] = match self.goal {
            GoalArg::All => &[Goal::All],
            GoalArg::First => &[Goal::First],
            GoalArg::Both => &[Goal::All, Goal::First],
        };
        if self.algorithms.is_some() {
            choices.iter().try_for_each(|choice| takes_part(choice, goals, &problems))?;
        }
        let mut lines = Vec::new();
        'runs: for &goal in goals {
            for problem in &problems {
                for choice in choices.iter().filter(|choice| goal.admits(choice, problem)) {
                    lines.push(Comparison::measure(goal, problem, choice, &limits));
                    if lines.last().is_some_and(Comparison::is_interrupted) {
                        break 'runs;
                    }
                }
            }
        }
        let fits = if self.fit { fit::of_lines(&lines) } else { Vec::new() };
        if self.json {
            let fits: Vec<_> = fits.iter().map(fit::Fit::document).collect();
            out.json(&json!({ "schema": "bezzel/compare/1", "runs": lines, "fits": fits }))?;
        } else if self.csv {
            csv_grid(&lines).csv(out)?;
            fit::csv(&fits, out)?;
        } else {
            for goal in goals {
                let what = if *goal == Goal::All { "All solutions" } else { "The first solution" };
                writeln!(out, "{what}")?;
                grid(lines.iter().filter(|line| line.goal == *goal)).table(out)?;
                writeln!(out)?;
            }
            writeln!(out, "A search tree has one node more than the run has visits: its root.")?;
            fit::print(&fits, out)?;
        }
        if lines.last().is_some_and(Comparison::is_interrupted) {
            return Err(Failure::Interrupted);
        }
        let limited = self.limits.time.is_some() || self.limits.visits.is_some();
        if limited && lines.iter().any(Comparison::is_cut) { Err(Failure::Limit) } else { Ok(()) }
    }

    fn choices(&self) -> Result<Vec<Choice>, Failure> {
        match &self.algorithms {
            Some(list) => {
                let choices = list.split(',').map(|name| Choice::read(name.trim()));
                Ok(choices.collect::<Result<_, _>>()?)
            }
            None => Ok(algorithms::ALL
                .iter()
                .flat_map(|algorithm| Choice::variants(*algorithm))
                .collect()),
        }
    }
}

/// Refuses an algorithm that was named and would take part in no run.
fn takes_part(choice: &Choice, goals: &[Goal], problems: &[Problem]) -> Result<(), Failure> {
    let admitted = |problem| goals.iter().any(|goal| goal.admits(choice, problem));
    if problems.iter().any(admitted) {
        return Ok(());
    }
    if !goals.iter().any(|goal| goal.looks_for(choice)) {
        return Err(Failure::Usage(format!(
            "{} does not look for all solutions; compare it with --goal first",
            choice.name()
        )));
    }
    for problem in problems {
        choice.algorithm.supports(problem, &choice.settings)?;
    }
    Ok(())
}

/// For programs: a column tells whether the numbers are exact or lower bounds.
fn csv_grid(lines: &[Comparison<'_>]) -> Grid {
    let mut headings = HEADINGS.to_vec();
    headings.push("exact");
    let mut grid = Grid::new(&headings);
    for line in lines {
        let exact = if line.is_cut() { "no" } else { "yes" };
        grid.row(numbers(line, "").into_iter().chain([exact.to_owned()]));
    }
    grid
}

fn grid<'a>(lines: impl Iterator<Item = &'a Comparison<'a>>) -> Grid {
    let mut grid = Grid::new(&HEADINGS);
    for line in lines {
        grid.row(cells(line));
    }
    grid
}
