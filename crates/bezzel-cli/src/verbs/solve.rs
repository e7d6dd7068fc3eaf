//! `bezzel solve`: one solution, by the fastest correct way unless told otherwise.

use super::ending;
use crate::args::{AlgorithmArgs, Choice, LimitArgs, ProblemArgs};
use crate::failure::Failure;
use crate::interrupt;
use crate::output::{self, Out};
use bezzel_board::{Notation, Placement, Problem, Topology};
use bezzel_search::{Outcome, Watcher, algorithms};
use clap::Args;
use serde_json::json;
use std::io::Write;
use std::ops::ControlFlow;

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
        let (choice, why) = match self.algorithm.choice()? {
            Some(choice) => (choice, "as asked"),
            None if has_none_on_torus(&problem) => return self.none_on_torus(&problem, out),
            None => fastest(&problem)?,
        };
        choice.algorithm.supports(&problem, &choice.settings)?;
        let limits = self.limits.limits(interrupt::flag())?.with_solutions(1);
        let mut first = First(None);
        let report = choice.algorithm.run(&problem, &choice.settings, &limits, &mut first);
        let solution = first.0.as_deref().map(Placement::from_columns);

        if self.json {
            let text = solution.as_ref().map(|s| notation.write(s, problem.size())).transpose()?;
            out.json(&json!({
                "schema": "bezzel/solve/1",
                "problem": problem,
                "solution": text,
                "notation": notation.name(),
                "proven": matches!(report.outcome, Outcome::Exact { .. }) || solution.is_some(),
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
    fn none_on_torus(&self, problem: &Problem, out: &mut Out) -> Result<(), Failure> {
        if self.json {
            out.json(&json!({
                "schema": "bezzel/solve/1",
                "problem": problem,
                "solution": null,
                "proven": true,
                "theorem": "Polya 1918",
            }))?;
        } else {
            writeln!(out, "no solution")?;
        }
        output::note("a torus has solutions only where gcd(n, 6) = 1 (Polya 1918)");
        Err(Failure::Negative)
    }
}

/// Whether the theorem on the torus says that there is no solution: with given queens or blocked
/// squares there is none either.
fn has_none_on_torus(problem: &Problem) -> bool {
    let n = problem.size().rows();
    let shares_a_factor = n.is_multiple_of(2) || n.is_multiple_of(3);
    problem.is_flat() && problem.topology() == Topology::Torus && n > 0 && shares_a_factor
}

/// Keeps the first solution.
pub struct First(pub Option<Vec<u32>>);

impl Watcher for First {
    fn solution(&mut self, columns: &[u32]) -> ControlFlow<()> {
        self.0 = Some(columns.to_vec());
        ControlFlow::Continue(())
    }
}

/// The fastest way known to one solution of this problem, and why it is that one.
fn fastest(problem: &Problem) -> Result<(Choice, &'static str), Failure> {
    // Lexicographic bit-mask search meets its first solution late from about n = 25 on; always
    // filling the tightest row or column next does not.
    let (id, why) = if !problem.is_flat() {
        ("backtracking", "it knows every board")
    } else if problem.size().columns() <= 24 {
        ("bitmask", "fastest on small boards")
    } else if problem.is_plain()
        && problem.topology() == Topology::Plane
        && problem.size().is_square()
    {
        ("bernhardsson", "it writes a solution down without search")
    } else if problem.is_plain() && problem.topology() == Topology::Torus {
        ("magic-square", "it writes a solution of the torus down without search")
    } else {
        ("dancing-links", "it fills the tightest row or column next")
    };
    Ok((Choice::plain(algorithms::find(id)?), why))
}
