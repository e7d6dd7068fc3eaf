//! `bezzel stack`: n solutions that cover the board, one, all, how many, or as many as fit.

mod count;
mod disjoint;
mod show;
mod stopping;

use super::{ending, trace};
use crate::args::{LimitArgs, ThreadArgs, sizes};
use crate::failure::Failure;
use crate::interrupt;
use crate::output::Out;
use bezzel_board::{Problem, Size};
use bezzel_search::{Choice, Limits, Outcome, StopReason, stacks};
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// Find, count and list stacks: n solutions, one above the other, that together cover the board
#[derive(Args)]
pub struct StackVerb {
    /// Side of the board; a range such as 4..12 with --count and --max-disjoint
    #[arg(value_name = "N", allow_hyphen_values = true)]
    n: String,
    /// Count all stacks: as sets of floors, with the floors in order, and up to symmetry
    #[arg(long, group = "what")]
    count: bool,
    /// Show all stacks
    #[arg(long, group = "what")]
    all: bool,
    /// The largest number of solutions that share no square
    #[arg(long, group = "what")]
    max_disjoint: bool,
    /// Show every step of the double backtracking, to the first stack
    #[arg(long, group = "what")]
    trace: bool,
    /// With --trace: one JSON object per line
    #[arg(long, requires = "trace")]
    jsonl: bool,
    /// With --count: keep every finished unit in this file; if it is there already, go on
    #[arg(long, value_name = "FILE", requires = "count")]
    ledger: Option<PathBuf>,
    /// How a stack is shown
    #[arg(long = "as", value_enum, value_name = "FORM", default_value_t = Form::Levels)]
    form: Form,
    #[command(flatten)]
    threads: ThreadArgs,
    #[command(flatten)]
    limits: LimitArgs,
    /// Print one JSON document
    #[arg(long, conflicts_with = "trace")]
    json: bool,
}

/// How a stack is shown.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Form {
    /// The floor of each square, from 1
    Levels,
    /// One floor per line, by the column of each row
    Floors,
    /// The map of a parallel memory, with every line read and checked
    Memory,
}

impl StackVerb {
    pub fn run(&self, out: &mut Out) -> Result<(), Failure> {
        let sides = self.sides()?;
        let limits = self.limits.limits(interrupt::flag())?;
        if !self.trace && (limits.visits.is_some() || limits.solutions.is_some()) {
            return Err(Failure::Usage(
                "--visits and --solutions limit a --trace; use --time".to_owned(),
            ));
        }
        if self.count {
            return count::run(self, &sides, &limits, out);
        }
        if self.max_disjoint {
            return disjoint::run(self, &sides, &limits, out);
        }
        let &[n] = &sides[..] else {
            return Err(Failure::Usage(format!(
                "'{}' is a range; give one side, or --count or --max-disjoint",
                self.n
            )));
        };
        if self.trace {
            self.step_by_step(n, limits, out)
        } else if self.all {
            show::all(self, n, &limits, out)
        } else {
            show::one(self, n, &limits, out)
        }
    }

    fn sides(&self) -> Result<Vec<u32>, Failure> {
        let side = |size: &Size| {
            if size.dimension() == 2 && size.is_square() && size.rows() > 0 {
                return Ok(size.rows());
            }
            Err(Failure::Usage(format!(
                "a stack has square floors of side 1 or more, not {size}; write for example 12"
            )))
        };
        sizes(&self.n, None)?.iter().map(side).collect()
    }

    fn step_by_step(&self, n: u32, mut limits: Limits, out: &mut Out) -> Result<(), Failure> {
        let problem = Problem::queens(n);
        let choice = Choice::plain(stacks::ALL[0]);
        choice.algorithm.supports(&problem, &choice.settings)?;
        let asked = limits.solutions.is_some();
        limits.solutions.get_or_insert(1);
        let style = trace::Style { boards: false, jsonl: self.jsonl, to_first: false };
        let report = trace::show(&problem, &choice, &limits, &style, out)?;
        match report.outcome {
            Outcome::AtLeast { because: StopReason::Solutions, .. } if !asked => Ok(()),
            Outcome::Exact { total: 0 } => Err(Failure::Negative),
            outcome => ending(outcome),
        }
    }
}
