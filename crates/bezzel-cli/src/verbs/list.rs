//! `bezzel list`: the solutions themselves, one after the other as they are found.

use super::{ending, total_text};
use crate::args::{AlgorithmArgs, LimitArgs, ProblemArgs};
use crate::failure::Failure;
use crate::interrupt;
use crate::output::{self, Out};
use bezzel_board::{Notation, Placement, Problem, Symmetry};
use bezzel_search::{Choice, Watcher, algorithms};
use clap::Args;
use serde_json::json;
use std::io::{self, Write};
use std::ops::ControlFlow;

/// List solutions
#[derive(Args)]
pub struct List {
    #[command(flatten)]
    problem: ProblemArgs,
    #[command(flatten)]
    algorithm: AlgorithmArgs,
    #[command(flatten)]
    limits: LimitArgs,
    /// Only one solution of each symmetry class: the smallest
    #[arg(long)]
    fundamental: bool,
    /// One JSON object per line
    #[arg(long)]
    jsonl: bool,
}

impl List {
    pub fn run(&self, out: &mut Out) -> Result<(), Failure> {
        let problem = self.problem.one()?;
        let notation = self.problem.notation.or(Notation::OneLine)?;
        let choice = match self.algorithm.choice()? {
            Some(choice) => choice,
            None if problem.is_flat() && problem.size().columns() <= 64 => {
                Choice::plain(algorithms::find("bitmask")?)
            }
            None => Choice::plain(algorithms::find("backtracking")?),
        };
        choice.algorithm.supports(&problem, &choice.settings)?;
        // A notation that cannot show the board is refused before anything is printed.
        notation.write(&Placement::default(), problem.size())?;
        let mut limits = self.limits.limits(interrupt::flag())?;
        let most = if self.fundamental { limits.solutions.take() } else { None };
        let mut printer = Printer {
            problem: &problem,
            notation,
            group: self.fundamental.then(|| Symmetry::of_problem(&problem)),
            jsonl: self.jsonl,
            most,
            listed: 0,
            out,
            failed: None,
        };
        let report = choice.algorithm.run(&problem, &choice.settings, &limits, &mut printer);
        let (listed, failed) = (printer.listed, printer.failed);
        if let Some(error) = failed {
            return Err(error.into());
        }
        let kind = if self.fundamental { "fundamental of " } else { "" };
        output::note(&format!(
            "{problem}: {listed} listed, {kind}{} found by {}, {:.3} s",
            total_text(report.outcome),
            choice.name(),
            report.elapsed.as_secs_f64()
        ));
        if most.is_some_and(|most| listed >= most) {
            return Err(Failure::Limit);
        }
        ending(report.outcome)
    }
}

struct Printer<'a> {
    problem: &'a Problem,
    notation: Notation,
    /// The symmetries to count as one, for the fundamental list.
    group: Option<Vec<Symmetry>>,
    jsonl: bool,
    most: Option<u64>,
    listed: u64,
    out: &'a mut Out,
    failed: Option<io::Error>,
}

impl Printer<'_> {
    fn print(&mut self, placement: &Placement) -> io::Result<()> {
        let text = self.notation.write(placement, self.problem.size()).map_err(io::Error::other)?;
        if self.jsonl {
            self.out.json_line(&json!({
                "number": self.listed,
                "solution": text,
                "notation": self.notation.name(),
            }))
        } else {
            writeln!(self.out, "{text}")?;
            // Boards of several lines are told apart by an empty one.
            if self.notation == Notation::Grid { writeln!(self.out) } else { Ok(()) }
        }
    }
}

impl Watcher for Printer<'_> {
    fn solution(&mut self, columns: &[u32]) -> ControlFlow<()> {
        let placement = Placement::from_columns(columns);
        if let Some(group) = &self.group {
            let size = self.problem.size();
            if group.iter().any(|symmetry| symmetry.image(&placement, size) < placement) {
                return ControlFlow::Continue(());
            }
        }
        self.listed += 1;
        if let Err(error) = self.print(&placement) {
            self.failed = Some(error);
            return ControlFlow::Break(());
        }
        match self.most {
            Some(most) if self.listed >= most => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        }
    }
}
