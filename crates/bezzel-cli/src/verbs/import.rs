//! `bezzel import`: the answer of an external solver, decoded and verified before it is shown.

use crate::args::{ModelArgs, stdin_or};
use crate::failure::Failure;
use crate::output::{self, Out};
use crate::signals;
use bezzel::{Asked, ImportAnswer, Imported, import};
use clap::Args;
use std::fs;
use std::io::Write;

/// Read a solver's answer to an export, and verify it before showing it
#[derive(Args)]
pub struct Import {
    #[command(flatten)]
    model: ModelArgs,
    /// File with the answer; "-" reads standard input
    #[arg(value_name = "ANSWER", default_value = "-")]
    answer: String,
    /// Say whether the answer is right instead of printing it
    #[arg(long)]
    check: bool,
    /// Print one JSON document
    #[arg(long, conflicts_with = "check")]
    json: bool,
}

impl Import {
    pub fn run(&self, out: &mut Out) -> Result<(), Failure> {
        // Errors in the problem are reported before standard input is read.
        let mut request = self.model.import(String::new())?;
        request.answer = self.text()?;
        let answer = import(&request, &signals::control())?;
        if answer.answers > 1 {
            let answers = answer.answers;
            output::note(&format!("{answers} answers; only one of them is read"));
        }
        if self.json {
            out.json(&answer)?;
        } else {
            self.print(&answer, out)?;
        }
        match answer.imported {
            Imported::Right => Ok(()),
            Imported::Wrong | Imported::None => Err(Failure::Negative),
            Imported::Unknown => Err(Failure::Limit),
        }
    }

    fn text(&self) -> Result<String, Failure> {
        if self.answer == "-" {
            return stdin_or("-", "the answer");
        }
        fs::read_to_string(&self.answer)
            .map_err(|error| Failure::Io(format!("{}: {error}", self.answer)))
    }

    fn print(&self, answer: &ImportAnswer, out: &mut Out) -> Result<(), Failure> {
        let problem = &answer.problem;
        let what = match answer.asked {
            Asked::Solution => "solution",
            Asked::Colouring => "colouring",
        };
        let reason = answer.reason.as_deref().unwrap_or_default();
        match (answer.imported, &answer.answer) {
            (Imported::Right, Some(text)) if !self.check => writeln!(out, "{text}")?,
            (Imported::Right, _) => writeln!(out, "a {what} of {problem}")?,
            (Imported::Wrong, _) => writeln!(out, "not a {what} of {problem}\n  {reason}")?,
            (Imported::Unknown, _) => writeln!(out, "unknown: the solver says {reason}")?,
            (Imported::None, _) => {
                writeln!(out, "no {what}")?;
                output::note(match answer.verified {
                    true => "the solver says so, and this is confirmed",
                    false => "the solver says so; this is not confirmed here",
                });
            }
        }
        Ok(())
    }
}
