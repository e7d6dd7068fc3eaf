//! `bezzel count`: how many solutions there are.

use super::{ending, total_text};
use crate::args::{AlgorithmArgs, Choice, LimitArgs, ProblemArgs};
use crate::failure::Failure;
use crate::interrupt;
use crate::output::{self, Out};
use bezzel_board::Problem;
use bezzel_search::{Outcome, Report, algorithms};
use clap::Args;
use serde_json::{Value, json};
use std::io::Write;

/// Count all solutions
#[derive(Args)]
pub struct Count {
    #[command(flatten)]
    problem: ProblemArgs,
    #[command(flatten)]
    algorithm: AlgorithmArgs,
    #[command(flatten)]
    limits: LimitArgs,
    /// Print one JSON document
    #[arg(long, conflicts_with = "oeis")]
    json: bool,
    /// Print a b-file: one line "n total" for each size
    #[arg(long)]
    oeis: bool,
}

impl Count {
    pub fn run(&self, out: &mut Out) -> Result<(), Failure> {
        let problems = self.problem.problems()?;
        let asked = self.algorithm.choice()?;
        let limits = self.limits.limits(interrupt::flag())?;
        let mut documents = Vec::new();
        let mut end = Ok(());
        for problem in &problems {
            let choice = match &asked {
                Some(choice) => {
                    Choice { algorithm: choice.algorithm, settings: choice.settings.clone() }
                }
                None => default_algorithm(problem)?,
            };
            choice.algorithm.info().supports(problem)?;
            let report = choice.algorithm.run(problem, &choice.settings, &limits, &mut ());
            end = ending(report.outcome);
            if self.json {
                documents.push(document(problem, &choice, &report));
            } else if self.oeis {
                if let Outcome::Exact { total } = report.outcome {
                    writeln!(out, "{} {total}", problem.size())?;
                }
            } else if problems.len() > 1 {
                writeln!(out, "{} {}", problem.size(), total_text(report.outcome))?;
            } else {
                writeln!(out, "{}", total_text(report.outcome))?;
            }
            let seconds = report.elapsed.as_secs_f64();
            let why = match report.outcome {
                Outcome::Exact { .. } => String::new(),
                Outcome::AtLeast { because, .. } => format!("; at least, because {because}"),
            };
            output::note(&format!(
                "{problem}: computed now by {}, {seconds:.3} s{why}",
                choice.name()
            ));
            if end.is_err() {
                break;
            }
        }
        if self.json {
            out.json(&json!({ "schema": "bezzel/count/1", "totals": documents }))?;
        }
        end
    }
}

fn document(problem: &Problem, choice: &Choice, report: &Report) -> Value {
    let (total, because) = match report.outcome {
        Outcome::Exact { total } => (total, None),
        Outcome::AtLeast { total, because } => (total, Some(because)),
    };
    let total_key = if because.is_none() { "total" } else { "at_least" };
    json!({
        "problem": problem,
        total_key: total.to_string(),
        "stopped": because,
        "provenance": "computed",
        "algorithm": choice.name(),
        "work": report.work,
        "seconds": report.elapsed.as_secs_f64(),
    })
}

/// The fastest readable algorithm for a problem.
fn default_algorithm(problem: &Problem) -> Result<Choice, Failure> {
    let bits = algorithms::find("bitmask")?;
    let algorithm = if bits.info().supports(problem).is_ok() {
        bits
    } else {
        algorithms::find("backtracking")?
    };
    Ok(Choice::plain(algorithm))
}
