//! `bezzel import`: what an outside solver has answered, decoded and verified before it is shown.

use crate::args::{ModelArgs, stdin_or};
use crate::failure::Failure;
use crate::interrupt;
use crate::output::{self, Out};
use bezzel_board::{Notation, Placement, Problem};
use bezzel_models::{Answer, ReadError};
use bezzel_search::{Choice, Limits, Outcome, Watcher, algorithms};
use clap::Args;
use serde_json::{Value, json};
use std::fs;
use std::io::Write;
use std::ops::ControlFlow;
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

/// How long our own search tries to confirm that there is no solution.
const CONFIRM: Duration = Duration::from_secs(2);

/// What is printed: the verdict, the answer or why there is none.
struct Report {
    /// `solution`, `colouring`, `none`, `unknown` or `wrong`.
    verdict: &'static str,
    /// The answer, or what is wrong with it.
    text: String,
    /// Whether the verdict was checked here.
    verified: bool,
}

impl Import {
    pub fn run(&self, out: &mut Out) -> Result<(), Failure> {
        let (problem, model) = self.model.model()?;
        let (format, options) = (self.model.format()?, self.model.options()?);
        let colouring = self.model.colouring(&model)?;
        let text = self.text()?;
        let notation = self.model.problem.notation.or(Notation::OneLine)?;
        let report = match colouring {
            Some(colouring) => match format.read_colouring(&colouring, &text) {
                Ok(Answer::Found(table)) => Report::new("colouring", table.to_string(), true),
                Ok(Answer::None) => Report::new("none", "no colouring".to_owned(), false),
                Ok(Answer::Unknown(why)) => Report::new("unknown", why, true),
                Err(error) => Report::error(error)?,
            },
            None => match format.read(&model, options, &text) {
                Ok(Answer::Found(placement)) => {
                    let text = notation.write(&placement, problem.size())?;
                    Report::new("solution", text, true)
                }
                Ok(Answer::None) => confirm(&problem)?,
                Ok(Answer::Unknown(why)) => Report::new("unknown", why, true),
                Err(error) => Report::error(error)?,
            },
        };
        self.print(&problem, notation, &report, out)?;
        match report.verdict {
            "solution" | "colouring" => Ok(()),
            "unknown" => Err(Failure::Limit),
            _ => Err(Failure::Negative),
        }
    }

    fn text(&self) -> Result<String, Failure> {
        if self.answer == "-" {
            return stdin_or("-");
        }
        fs::read_to_string(&self.answer)
            .map_err(|error| Failure::Io(format!("{}: {error}", self.answer)))
    }

    fn print(
        &self,
        problem: &Problem,
        notation: Notation,
        report: &Report,
        out: &mut Out,
    ) -> Result<(), Failure> {
        let Report { verdict, text, verified } = report;
        if self.json {
            let is_answer = matches!(*verdict, "solution" | "colouring");
            out.json(&json!({
                "schema": "bezzel/import/1",
                "problem": problem,
                "format": self.model.format,
                "verdict": verdict,
                "answer": if is_answer { json!(text.trim_end()) } else { Value::Null },
                "notation": notation.name(),
                "reason": if is_answer { Value::Null } else { json!(text) },
                "verified": verified,
            }))?;
            return Ok(());
        }
        match *verdict {
            "solution" if self.check => writeln!(out, "a solution of {problem}")?,
            "colouring" if self.check => writeln!(out, "a colouring of {problem}")?,
            "wrong" => writeln!(out, "not a solution of {problem}\n  {text}")?,
            "unknown" => writeln!(out, "unknown: the solver says {text}")?,
            _ => writeln!(out, "{}", text.trim_end())?,
        }
        if *verdict == "none" {
            output::note(match verified {
                true => "the solver says so, and our own search confirms it",
                false => "the solver says so; nothing here confirms it",
            });
        }
        Ok(())
    }
}

impl Report {
    fn new(verdict: &'static str, text: String, verified: bool) -> Report {
        Report { verdict, text, verified }
    }

    /// A wrong answer is a verdict; text that is no answer is wrong usage.
    fn error(error: ReadError) -> Result<Report, Failure> {
        match error {
            ReadError::Wrong(fault) => Ok(Report::new("wrong", fault.to_string(), true)),
            ReadError::Malformed { .. } => Err(Failure::Usage(error.to_string())),
        }
    }
}

/// A solver that finds no solution is not believed either, where a short search can tell.
fn confirm(problem: &Problem) -> Result<Report, Failure> {
    let choice = Choice::plain(algorithms::find("dancing-links")?);
    let none = |verified| Ok(Report::new("none", "no solution".to_owned(), verified));
    if choice.algorithm.supports(problem, &choice.settings).is_err() {
        return none(false);
    }
    let limits = Limits {
        time: Some(CONFIRM),
        solutions: Some(1),
        cancel: Some(interrupt::flag()),
        ..Limits::none()
    };
    let mut first = First(None);
    let report = choice.algorithm.run(problem, &choice.settings, &limits, &mut first);
    match (first.0, report.outcome) {
        (Some(solution), _) => {
            let solution = Notation::OneLine.write(&solution, problem.size())?;
            let text = format!("the solver says that there is none, but {solution} is one");
            Ok(Report::new("wrong", text, true))
        }
        (None, Outcome::Exact { .. }) => none(true),
        (None, Outcome::AtLeast { .. }) => none(false),
    }
}

/// Keeps the first solution.
struct First(Option<Placement>);

impl Watcher for First {
    fn solution(&mut self, columns: &[u32]) -> ControlFlow<()> {
        self.0 = Some(Placement::from_columns(columns));
        ControlFlow::Continue(())
    }
}
