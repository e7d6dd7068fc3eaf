//! `bezzel trace`: every step of an algorithm, numbered, with its reasons.

use super::{ending, total_text};
use crate::args::{AlgorithmArgs, LimitArgs, ProblemArgs, needed};
use crate::failure::Failure;
use crate::interrupt;
use crate::output::{self, Out};
use bezzel_board::{Problem, Stack};
use bezzel_search::algorithms::guldal;
use bezzel_search::{
    Choice, Event, Frame, Limits, Outcome, SearchResult, Step, StepProbe, StopReason,
};
use clap::Args;
use serde_json::json;
use std::io::{self, Write};
use std::ops::ControlFlow;

/// Show every step of an algorithm
#[derive(Args)]
#[command(mut_arg("algorithm", needed))]
pub struct Trace {
    #[command(flatten)]
    problem: ProblemArgs,
    #[command(flatten)]
    algorithm: AlgorithmArgs,
    #[command(flatten)]
    limits: LimitArgs,
    /// Go on to all solutions instead of stopping at the first
    #[arg(long)]
    all: bool,
    /// Draw the board after every step that changes it
    #[arg(long)]
    boards: bool,
    /// One JSON object per line: a header, the steps, the end
    #[arg(long, conflicts_with = "boards")]
    jsonl: bool,
}

impl Trace {
    pub fn run(&self, out: &mut Out) -> Result<(), Failure> {
        let problem = self.problem.one()?;
        let choice = self.algorithm.required()?;
        choice.algorithm.supports(&problem, &choice.settings)?;
        let mut limits = self.limits.limits(interrupt::flag())?;
        let to_first = !self.all && limits.solutions.is_none();
        if to_first {
            limits.solutions = Some(1);
        }
        let style = Style { boards: self.boards, jsonl: self.jsonl, to_first };
        let report = show(&problem, &choice, &limits, &style, out)?;
        // The trace ends at the first solution by default: no limit was asked for, none is hit.
        match report.outcome {
            Outcome::AtLeast { because: StopReason::Solutions, .. } if to_first => Ok(()),
            outcome => ending(outcome),
        }
    }
}

/// How a trace is printed.
pub struct Style {
    pub boards: bool,
    pub jsonl: bool,
    /// Whether the first solution is all that is asked for.
    pub to_first: bool,
}

/// Runs an algorithm and prints every step of it.
pub fn show(
    problem: &Problem,
    choice: &Choice,
    limits: &Limits,
    style: &Style,
    out: &mut Out,
) -> Result<SearchResult, Failure> {
    let info = choice.algorithm.info();
    if style.jsonl {
        out.json_line(&json!({
            "schema": "bezzel/trace/1",
            "problem": problem,
            "algorithm": choice.name_with_seed(),
            "pseudocode": info.pseudocode,
        }))?;
    } else {
        writeln!(out, "{}, {problem}\n", info.title)?;
        for (number, line) in (1..).zip(info.pseudocode) {
            writeln!(out, "{number:>4}  {line}")?;
        }
        writeln!(out, "\n{:>8}  line  step", "number")?;
    }
    let mut printer = Printer {
        problem,
        shows_matrix: info.id == "guldal",
        boards: style.boards,
        jsonl: style.jsonl,
        frame: Frame::default(),
        out,
        failed: None,
    };
    let report = choice.algorithm.run(problem, &choice.settings, limits, &mut printer);
    if let Some(error) = printer.failed {
        return Err(error.into());
    }
    if style.jsonl {
        let (key, total, because) = match report.outcome {
            Outcome::Exact { total } => ("total", total, None),
            Outcome::AtLeast { total, because } => ("at_least", total, Some(because)),
        };
        out.json_line(&json!({ key: total.to_string(), "stopped": because, "work": report.work }))?;
    }
    let work = report.work;
    let found = match report.outcome {
        Outcome::AtLeast { because: StopReason::Solutions, .. } if style.to_first => {
            "stopped at the first solution, as asked (--all goes on)".to_owned()
        }
        Outcome::Exact { total: 1 } => "1 solution".to_owned(),
        outcome => format!("{} solutions", total_text(outcome)),
    };
    output::note(&format!(
        "{found}; {} visits, {} tests, {} trials, {} backtracks",
        work.visits, work.tests, work.trials, work.backtracks
    ));
    Ok(report)
}

struct Printer<'a> {
    problem: &'a Problem,
    shows_matrix: bool,
    boards: bool,
    jsonl: bool,
    frame: Frame,
    out: &'a mut Out,
    failed: Option<io::Error>,
}

impl Printer<'_> {
    fn print(&mut self, event: &Event) -> io::Result<()> {
        if self.jsonl {
            return self.out.json_line(&json!(event));
        }
        self.frame.apply(&event.step);
        writeln!(self.out, "{:>8}  {:>4}  {}", event.number, event.line, event.step)?;
        if self.boards
            && matches!(
                event.step,
                Step::Place(_) | Step::Remove(_) | Step::Move(..) | Step::Swap(..) | Step::Solution
            )
        {
            for line in output::drawing(&self.frame.queens, self.problem.size()).lines() {
                writeln!(self.out, "{:16}{line}", "")?;
            }
        }
        if matches!(event.step, Step::Solution) && !self.frame.floors.is_empty() {
            let side = self.problem.size().rows();
            let stack = Stack::from_floors(side, &self.frame.floors).map_err(io::Error::other)?;
            for line in stack.to_string().lines() {
                writeln!(self.out, "{:16}{line}", "")?;
            }
        }
        if self.shows_matrix && matches!(event.step, Step::Eliminate(_) | Step::Restore(_)) {
            for entry in guldal::matrix(self.problem, &self.frame) {
                let threatened: Vec<String> =
                    entry.threatened.iter().map(ToString::to_string).collect();
                writeln!(
                    self.out,
                    "{:16}{{{}, {}}}  {{{}}}",
                    "",
                    entry.cell,
                    entry.row,
                    threatened.join(",")
                )?;
            }
        }
        Ok(())
    }
}

impl StepProbe for Printer<'_> {
    fn step(&mut self, event: &Event) -> ControlFlow<()> {
        match self.print(event) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                self.failed = Some(error);
                ControlFlow::Break(())
            }
        }
    }

    fn wants_steps(&self) -> bool {
        true
    }
}
