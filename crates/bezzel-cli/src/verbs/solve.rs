//! `bezzel solve`: one solution, by the fastest correct way unless told otherwise.

use super::ending;
use crate::args::{AlgorithmArgs, LimitArgs, ProblemArgs};
use crate::failure::Failure;
use crate::interrupt;
use crate::output::{self, Out};
use bezzel_board::{Notation, Problem};
use bezzel_search::{Outcome, Solved, solve};
use clap::Args;
use serde_json::json;
use std::io::Write;

/// Find one solution
#[derive(Args)]
pub struct Solve {
    #[command(flatten)]
    problem: ProblemArgs,
    #[command(flatten)]
    algorithm: AlgorithmArgs,
    #[command(flatten)]
    limits: LimitArgs,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

impl Solve {
    pub fn run(&self, out: &mut Out) -> Result<(), Failure> {
        let problem = self.problem.one()?;
        let notation = self.problem.notation.or(Notation::OneLine)?;
        let limits = self.limits.limits(interrupt::flag())?;
        let solved = solve(&problem, self.algorithm.choice()?, &limits)?;
        let proven = solved.is_proven();
        let (choice, why, solution, report) = match solved {
            Solved::Theorem { by, says } => return self.no_solution(&problem, by, says, out),
            Solved::Run { choice, why, solution, report } => (choice, why, solution, report),
        };

        if self.json {
            let text = solution.as_ref().map(|s| notation.write(s, problem.size())).transpose()?;
            out.json(&json!({
                "schema": "bezzel/solve/1",
                "problem": problem,
                "solution": text,
                "notation": notation.name(),
                "proven": proven,
                "algorithm": choice.name(),
                "visits": report.work.visits,
                "seconds": report.elapsed.as_secs_f64(),
            }))?;
        } else if let Some(solution) = &solution {
            let text = notation.write(solution, problem.size())?;
            if out.is_terminal
                && self.problem.notation.notation.is_none()
                && problem.size().rows() <= 40
            {
                writeln!(out, "{}", output::drawing(solution, problem.size()))?;
            }
            writeln!(out, "{text}")?;
        }
        let took = format!(
            "{} ({why}), {} visits, {:.3} s",
            choice.name(),
            report.work.visits,
            report.elapsed.as_secs_f64()
        );
        match (&solution, report.outcome) {
            (Some(_), _) => {
                output::note(&format!("found by {took}"));
                Ok(())
            }
            (None, Outcome::Exact { .. }) => {
                if !self.json {
                    writeln!(out, "no solution")?;
                }
                output::note(&format!("proven by {took}"));
                Err(Failure::Negative)
            }
            (None, Outcome::AtLeast { because, .. }) => {
                output::note(&format!("no solution found: {because}; {took}"));
                ending(report.outcome).and(Err(Failure::Negative))
            }
        }
    }
}

impl Solve {
    fn no_solution(
        &self,
        problem: &Problem,
        by: &str,
        says: &str,
        out: &mut Out,
    ) -> Result<(), Failure> {
        if self.json {
            out.json(&json!({
                "schema": "bezzel/solve/1",
                "problem": problem,
                "solution": null,
                "proven": true,
                "theorem": by,
            }))?;
        } else {
            writeln!(out, "no solution")?;
        }
        output::note(&format!("{says} ({by})"));
        Err(Failure::Negative)
    }
}
