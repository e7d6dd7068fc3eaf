//! `bezzel solve`: one solution, by the fastest correct way unless told otherwise.

#[cfg(feature = "solvers")]
mod colours;
mod with;

use super::ending;
use crate::args::{AlgorithmArgs, BackendArgs, Choice, LimitArgs, ProblemArgs};
use crate::failure::Failure;
use crate::interrupt;
use crate::output::{self, Out};
use bezzel_board::{Notation, Placement, Problem, Topology};
use bezzel_models::solve;
use bezzel_search::{Outcome, Watcher, algorithms};
use clap::Args;
use serde_json::json;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;

/// Find one solution
#[derive(Args)]
#[command(after_help = backends())]
pub struct Solve {
    #[command(flatten)]
    problem: ProblemArgs,
    #[command(flatten)]
    algorithm: AlgorithmArgs,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    backend: BackendArgs,
    /// Where sat finds no solution: write its proof here (.drat or .lrat), and the formula beside it (.cnf)
    #[arg(long, value_name = "FILE", conflicts_with = "algorithm")]
    proof: Option<PathBuf>,
    /// Colour the squares by sat instead: with so many colours, no two on a line the same
    #[arg(long, value_name = "NUMBER", allow_hyphen_values = true, conflicts_with_all = ["algorithm", "with"])]
    colours: Option<String>,
    /// Colour the squares by sat with as few colours as possible
    #[arg(long, conflicts_with_all = ["algorithm", "with", "colours"])]
    chromatic: bool,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

/// The registry as a list.
fn backends() -> String {
    let line = |info: &solve::Info| {
        let left_out = if info.available { "" } else { " (left out of this build)" };
        format!("  {:<20} {}: {}{left_out}", info.id, info.title, info.formulation)
    };
    let lines: Vec<String> = solve::ALL.iter().map(|backend| line(backend.info())).collect();
    format!("Back-ends:\n{}", lines.join("\n"))
}

impl Solve {
    pub fn run(&self, out: &mut Out) -> Result<(), Failure> {
        let problem = self.problem.one()?;
        if self.chromatic || self.colours.is_some() {
            return self.colour(&problem, out);
        }
        let backend = match (self.backend.backend()?, &self.proof) {
            (None, Some(_)) => Some(solve::find("sat")?),
            (backend, _) => backend,
        };
        if let Some(backend) = backend {
            let limits = self.limits.limits(interrupt::flag())?;
            return with::run(self, &problem, backend, &limits, out);
        }
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
        }
        let took = format!(
            "{} ({why}), {} visits, {:.3} s",
            choice.name(),
            report.work.visits,
            report.elapsed.as_secs_f64()
        );
        self.tell(&problem, notation, solution.as_ref(), report.outcome, &took, out)
    }

    /// Prints the answer, unless it is in a JSON document already, and how it was found.
    fn tell(
        &self,
        problem: &Problem,
        notation: Notation,
        solution: Option<&Placement>,
        outcome: Outcome,
        took: &str,
        out: &mut Out,
    ) -> Result<(), Failure> {
        match (solution, outcome) {
            (Some(solution), _) => {
                if !self.json {
                    self.print(problem, notation, solution, out)?;
                }
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
                ending(outcome).and(Err(Failure::Negative))
            }
        }
    }

    fn print(
        &self,
        problem: &Problem,
        notation: Notation,
        solution: &Placement,
        out: &mut Out,
    ) -> Result<(), Failure> {
        let text = notation.write(solution, problem.size())?;
        let wants_picture = out.is_terminal && self.problem.notation.notation.is_none();
        if wants_picture && problem.size().rows() <= 40 {
            writeln!(out, "{}", output::drawing(solution, problem.size()))?;
        }
        writeln!(out, "{text}")?;
        Ok(())
    }

    #[cfg(feature = "solvers")]
    fn colour(&self, problem: &Problem, out: &mut Out) -> Result<(), Failure> {
        let limits = self.limits.limits(interrupt::flag())?;
        if limits.visits.is_some() || limits.solutions.is_some() {
            return Err(Failure::Usage(
                "a colouring knows no --visits or --solutions; use --time".to_owned(),
            ));
        }
        let Some(text) = &self.colours else {
            return colours::fewest(self, problem, &limits, out);
        };
        let most = u64::from(u32::MAX);
        let colours = crate::args::number("--colours", text)?.min(most) as u32;
        colours::with(self, problem, colours, &limits, out)
    }

    #[cfg(not(feature = "solvers"))]
    fn colour(&self, _: &Problem, _: &mut Out) -> Result<(), Failure> {
        Err(solve::SolveError::LeftOut { id: "sat" }.into())
    }

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
