//! `bezzel check`: is this placement a solution, and if not, why not.

use crate::args::{NotationArgs, stdin_or};
use crate::failure::Failure;
use crate::output::Out;
use bezzel_board::{Notation, Problem, Size};
use clap::Args;
use serde_json::json;
use std::io::Write;

/// Check whether a placement is a solution, and say why not
#[derive(Args)]
pub struct Check {
    /// The placement; "-" reads standard input
    #[arg(value_name = "PLACEMENT", allow_hyphen_values = true)]
    placement: String,
    /// Size of the board, where the notation does not tell it
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    size: Option<String>,
    /// Join opposite edges of the board
    #[arg(long)]
    torus: bool,
    /// Attack rule: queen, two-axis or hyperplane
    #[arg(long, value_name = "NAME", default_value = "queen")]
    rule: String,
    /// Most faults to name
    #[arg(long, value_name = "NUMBER", default_value_t = 20)]
    faults: usize,
    #[command(flatten)]
    notation: NotationArgs,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

impl Check {
    pub fn run(&self, out: &mut Out) -> Result<(), Failure> {
        let size = self.size.as_deref().map(str::parse::<Size>).transpose()?;
        let notation = self.notation.or(Notation::OneLine)?;
        let text = stdin_or(&self.placement)?;
        let (placement, size) = notation.read(text.trim_end(), size)?;
        let mut problem = Problem::new(size).with_rule(self.rule.parse()?)?;
        if self.torus {
            problem = problem.on_torus()?;
        }
        let faults = problem.faults(&placement);
        if self.json {
            out.json(&json!({
                "schema": "bezzel/check/1",
                "problem": problem,
                "solution": faults.is_empty(),
                "faults": faults.iter().take(self.faults).collect::<Vec<_>>(),
                "faults_in_all": faults.len(),
            }))?;
        } else if faults.is_empty() {
            writeln!(out, "a solution of {problem}")?;
        } else {
            writeln!(out, "not a solution of {problem}")?;
            for fault in faults.iter().take(self.faults) {
                writeln!(out, "  {fault}")?;
            }
            if faults.len() > self.faults {
                writeln!(out, "  and {} more", faults.len() - self.faults)?;
            }
        }
        if faults.is_empty() { Ok(()) } else { Err(Failure::Negative) }
    }
}
