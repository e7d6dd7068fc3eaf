//! `bezzel solve`: one solution, by the fastest correct way unless told otherwise.

mod colours;
mod with;

use super::ending;
use crate::args::{AlgorithmArgs, BackendArgs, LimitArgs, ProblemArgs};
use crate::failure::Failure;
use crate::file::refuse_existing;
use crate::interrupt;
use crate::output::{self, Out};
use bezzel_board::{Notation, Placement, Problem};
use bezzel_models::solve::{Backend, Info};
use bezzel_search::{Outcome, SearchError, Solved};
use bezzel_solvers::backends;
use clap::Args;
use serde_json::json;
use std::io::Write;
use std::path::PathBuf;

/// Find one solution
#[derive(Args)]
#[command(after_help = registry())]
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
    /// Overwrite the proof and the formula if they are there
    #[arg(long, requires = "proof")]
    force: bool,
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
fn registry() -> String {
    let line = |info: &Info| {
        format!("  {:<20} {}: {}", info.id, info.title, info.formulation)
    };
    let lines: Vec<String> = backends().iter().map(|backend| line(backend.info())).collect();
    format!("Back-ends:\n{}", lines.join("\n"))
}

impl Solve {
    pub fn run(&self, out: &mut Out) -> Result<(), Failure> {
        let problem = self.problem.one()?;
        if let Some(proof) = &self.proof {
            refuse_existing(proof, self.force)?;
            refuse_existing(&proof.with_extension("cnf"), self.force)?;
        }
        if self.chromatic || self.colours.is_some() {
            return self.colour(&problem, out);
        }
        let backend = match (self.backend.backend()?, &self.proof) {
            (None, Some(_)) => Some(backends().sat()? as &dyn Backend),
            (backend, _) => backend,
        };
        if let Some(backend) = backend {
            let limits = self.limits.limits(interrupt::flag())?;
            return with::run(self, &problem, backend, &limits, out);
        }
        let notation = self.problem.notation.or(Notation::OneLine)?;
        let limits = self.limits.limits(interrupt::flag())?;
        let solved = match bezzel_search::solve(&problem, self.algorithm.choice()?, &limits) {
            // A construction knows that there is none, as a search would find out.
            Err(says @ SearchError::NoSolution { .. }) => {
                return self.no_solution(&problem, "Pauls 1874", &says.to_string(), out);
            }
            Err(says @ SearchError::NoneOnTorus { .. }) => {
                return self.no_solution(&problem, "Polya 1918", &says.to_string(), out);
            }
            solved => solved?,
        };
        let proven = solved.is_proven();
        let (choice, why, solution, result) = match solved {
            Solved::Theorem { by, says } => return self.no_solution(&problem, by, says, out),
            Solved::Run { choice, why, solution, result } => (choice, why, solution, result),
        };

        // Only of those that can start again; 0 is an answer of theirs.
        let starts_again = choice.algorithm.info().settings.iter().any(|s| s.name == "restarts");
        let restarts = starts_again.then_some(result.work.restarts);

        if self.json {
            let text = solution.as_ref().map(|s| notation.write(s, problem.size())).transpose()?;
            out.json(&json!({
                "schema": "bezzel/solve/1",
                "problem": problem,
                "solution": text,
                "notation": notation.name(),
                "proven": proven,
                "algorithm": choice.name_with_seed(),
                "visits": result.work.visits,
                "restarts": restarts,
                "seconds": result.elapsed.as_secs_f64(),
            }))?;
        }
        let took = format!(
            "{} ({why}), {} visits{}, {:.3} s",
            choice.name_with_seed(),
            result.work.visits,
            restarts.map_or(String::new(), |number| format!(", {number} restarts")),
            result.elapsed.as_secs_f64()
        );
        self.tell(&problem, notation, solution.as_ref(), result.outcome, &took, out)
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
                // A search that gave up has not said no.
                ending(outcome).and(Err(Failure::Limit))
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
        let colours = crate::args::number_to(u32::MAX.into(), "--colours", text)? as u32;
        colours::with(self, problem, colours, &limits, out)
    }

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
