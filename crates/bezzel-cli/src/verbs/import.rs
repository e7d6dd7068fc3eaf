//! `bezzel import`: what an outside solver has answered, decoded and verified before it is shown.

use crate::args::{ModelArgs, stdin_or};
use crate::failure::Failure;
use crate::interrupt;
use crate::output::{self, Out};
use bezzel_board::{Notation, Problem};
use bezzel_models::{Answer, ReadError};
use bezzel_search::{Existence, Limits, existence};
use clap::Args;
use serde_json::{Value, json};
use std::fs;
use std::io::Write;
use std::time::Duration;

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

/// How long each search of ours looks for what a solver says there is not.
const CONFIRM: Duration = Duration::from_secs(2);

/// What has become of an answer.
enum Verdict {
    /// It is right: the placement or colouring.
    Right(String),
    /// It is wrong, for this reason.
    Wrong(String),
    /// The solver says that there is no answer; whether we know it, too.
    None { confirmed: bool },
    /// The solver has given up, in these words.
    Unknown(String),
}

impl Import {
    pub fn run(&self, out: &mut Out) -> Result<(), Failure> {
        let model = self.model.model()?;
        let problem = model.problem();
        let (format, options) = (self.model.format()?, self.model.options()?);
        let notation = self.model.problem.notation.or(Notation::OneLine)?;
        let colouring = self.model.colouring(&model)?;
        if colouring.is_some() && !format.reads_colourings() {
            return Err(Failure::Usage(format!(
                "{} has no answers that are colourings; they are read in cnf and col",
                format.id
            )));
        }
        let text = self.text()?;
        let answers = format.answers(&model, &text);
        if answers > 1 {
            output::note(&format!("{answers} answers; one of them is read, the others are not"));
        }
        let verdict = match colouring {
            Some(colouring) => verdict(
                format.read_colouring(&colouring, &text),
                |table| Ok(table.to_string()),
                || weighed(colouring.existence(), |table| Ok(format!("\n{table}"))),
            )?,
            None => verdict(
                format.read(&model, options, &text),
                |placement| Ok(notation.write(&placement, problem.size())?),
                || {
                    let stop = interrupt::flag().into();
                    let limits = Limits { time: Some(CONFIRM), stop, ..Limits::none() };
                    weighed(existence(problem, &limits), |solution| {
                        Ok(notation.write(solution, problem.size())?)
                    })
                },
            )?,
        };
        if self.json {
            self.print_json(problem, notation, &verdict, out)?;
        } else {
            self.print(problem, &verdict, out)?;
        }
        match verdict {
            Verdict::Right(_) => Ok(()),
            Verdict::Wrong(_) | Verdict::None { .. } => Err(Failure::Negative),
            Verdict::Unknown(_) => Err(Failure::Limit),
        }
    }

    fn text(&self) -> Result<String, Failure> {
        if self.answer == "-" {
            return stdin_or("-", "the answer");
        }
        fs::read_to_string(&self.answer)
            .map_err(|error| Failure::Io(format!("{}: {error}", self.answer)))
    }

    /// `solution` or `colouring`.
    fn what(&self) -> &'static str {
        if self.model.asks_colouring() { "colouring" } else { "solution" }
    }

    fn print(&self, problem: &Problem, verdict: &Verdict, out: &mut Out) -> Result<(), Failure> {
        let what = self.what();
        match verdict {
            Verdict::Right(_) if self.check => writeln!(out, "a {what} of {problem}")?,
            Verdict::Right(text) => writeln!(out, "{}", text.trim_end())?,
            Verdict::Wrong(fault) => writeln!(out, "not a {what} of {problem}\n  {fault}")?,
            Verdict::Unknown(words) => writeln!(out, "unknown: the solver says {words}")?,
            Verdict::None { confirmed } => {
                writeln!(out, "no {what}")?;
                output::note(match confirmed {
                    true => "the solver says so, and it is so",
                    false => "the solver says so; nothing here confirms it",
                });
            }
        }
        Ok(())
    }

    fn print_json(
        &self,
        problem: &Problem,
        notation: Notation,
        verdict: &Verdict,
        out: &mut Out,
    ) -> Result<(), Failure> {
        let (word, answer, reason, verified) = match verdict {
            Verdict::Right(text) => ("right", json!(text.trim_end()), Value::Null, true),
            Verdict::Wrong(fault) => ("wrong", Value::Null, json!(fault), true),
            Verdict::None { confirmed } => ("none", Value::Null, Value::Null, *confirmed),
            Verdict::Unknown(words) => ("unknown", Value::Null, json!(words), false),
        };
        out.json(&json!({
            "schema": "bezzel/import/1",
            "problem": problem,
            "format": self.model.format,
            "asked": self.what(),
            "verdict": word,
            "answer": answer,
            "notation": notation.name(),
            "reason": reason,
            "verified": verified,
        }))?;
        Ok(())
    }
}

/// What to make of an answer: how it is written, and what is done where the solver found none. Text
/// that is no answer is wrong usage.
fn verdict<T>(
    answer: Result<Answer<T>, ReadError>,
    write: impl FnOnce(T) -> Result<String, Failure>,
    none: impl FnOnce() -> Result<Verdict, Failure>,
) -> Result<Verdict, Failure> {
    Ok(match answer {
        Ok(Answer::Found(found)) => Verdict::Right(write(found)?),
        Ok(Answer::None) => none()?,
        Ok(Answer::Unknown(words)) => Verdict::Unknown(words),
        Err(ReadError::Wrong(fault)) => Verdict::Wrong(fault.to_string()),
        Err(error @ ReadError::Malformed { .. }) => return Err(Failure::Usage(error.to_string())),
    })
}

/// A solver that finds nothing is not believed either, where we know better.
fn weighed<T>(
    known: Existence<T>,
    write: impl FnOnce(&T) -> Result<String, Failure>,
) -> Result<Verdict, Failure> {
    Ok(match known {
        Existence::Found(found) => {
            let found = write(&found)?;
            Verdict::Wrong(format!("the solver says that there is none, but this is one: {found}"))
        }
        Existence::None => Verdict::None { confirmed: true },
        Existence::Open => Verdict::None { confirmed: false },
    })
}
