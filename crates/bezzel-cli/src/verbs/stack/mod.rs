//! `bezzel stack`: n solutions that cover the board: one, all, how many, or as many as fit.

mod text;

use super::trace;
use crate::args::{LimitArgs, ThreadArgs, sizes, within};
use crate::failure::Failure;
use crate::notes;
use crate::output::{self, Out};
use crate::signals;
use bezzel::{
    Conclusion, Decimal, DisjointRequest, DisjointSide, Size, StackCountRequest, StackRequest,
    StacksRequest, TraceEnd, TraceRequest, disjoint, stack, stack_count, stacks,
};
use clap::{Args, ValueEnum};
use std::io::Write;
use std::path::PathBuf;

/// Steps of a trace unless more are asked for, seconds of printing: at side 9 there are 170
/// million.
const MOST_STEPS: u64 = 1_000_000;

/// Find, count and list stacks: n solutions, one above the other, that together cover the board
#[derive(Args)]
pub struct StackVerb {
    /// Side of the board; a range such as 4..12 with --count, --max-disjoint and --disjoint
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
    /// This many solutions that share no square
    #[arg(long, value_name = "K", group = "what", value_parser = within::<u32>(1..=u64::from(u32::MAX)), allow_negative_numbers = true)]
    disjoint: Option<u32>,
    /// Show every step of the double backtracking, to the first stack
    #[arg(long, group = "what")]
    trace: bool,
    /// Only stacks whose floors are all solutions of the torus
    #[arg(long, conflicts_with_all = ["count", "max_disjoint", "disjoint", "trace"])]
    torus: bool,
    /// With --trace: stop after this many steps
    #[arg(long, value_name = "NUMBER", requires = "trace", default_value_t = MOST_STEPS, value_parser = within::<u64>(1..=u64::MAX), allow_negative_numbers = true)]
    steps: u64,
    /// With --trace: one JSON object per line
    #[arg(long, requires = "trace")]
    jsonl: bool,
    /// With --count: keep every finished unit in this file; if it exists, resume it
    #[arg(long, value_name = "FILE", requires = "count")]
    ledger: Option<PathBuf>,
    /// With --count: count everything twice, the second time by another method, and compare
    #[arg(long, requires = "count")]
    verify: bool,
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
    /// One floor per line, as the column of each row
    Floors,
    /// The map of a parallel memory, with every line read and checked
    Memory,
}

impl StackVerb {
    pub fn run(&self, out: &mut Out) -> Result<(), Failure> {
        let sides = self.sides()?;
        if self.count {
            return self.counts(sides, out);
        }
        if self.max_disjoint || self.disjoint.is_some() {
            return self.show_disjoint(sides, out);
        }
        let &[n] = &sides[..] else {
            return Err(Failure::Usage(format!(
                "'{}' is a range; give one side, or --count, --max-disjoint or --disjoint",
                self.n
            )));
        };
        if self.trace {
            self.step_by_step(n, out)
        } else if self.all {
            self.show_all(n, out)
        } else {
            self.show_one(n, out)
        }
    }

    fn sides(&self) -> Result<Vec<u32>, Failure> {
        let side = |size: &Size| {
            if size.dimension() == 2 && size.is_square() {
                return Ok(size.rows());
            }
            Err(Failure::Usage(format!(
                "a stack has square floors, not {size}; write for example 12"
            )))
        };
        sizes(&self.n, None)?.iter().map(side).collect()
    }

    fn show_one(&self, n: u32, out: &mut Out) -> Result<(), Failure> {
        let mut request = StackRequest::new(n);
        (request.limits, request.torus) = (self.limits.typed()?, self.torus);
        let answer = stack(&request, &signals::control())?;
        if self.json {
            out.json(&answer)?;
        } else {
            match (&answer.stack, answer.conclusion) {
                (Some(stack), _) => text::print(self.form, stack, out)?,
                (None, Conclusion::None) => writeln!(out, "no stack")?,
                (None, _) => {}
            }
        }
        let checked = if answer.stack.is_some() { ", checked" } else { "" };
        output::note(&format!("{}{checked}, {:.3} s", answer.how, answer.seconds));
        Failure::unless_finished(answer.stopped)?;
        match answer.conclusion {
            Conclusion::Solution => Ok(()),
            Conclusion::None => Err(Failure::Negative),
            Conclusion::Unknown => Err(Failure::Limit),
        }
    }

    fn show_all(&self, n: u32, out: &mut Out) -> Result<(), Failure> {
        let mut request = StacksRequest::new(n);
        (request.limits, request.torus) = (self.limits.typed()?, self.torus);
        let answer = stacks(&request, &signals::control())?;
        if self.json {
            out.json(&answer)?;
        } else {
            for (place, stack) in answer.stacks.iter().enumerate() {
                if place > 0 {
                    writeln!(out)?;
                }
                text::print(self.form, stack, out)?;
            }
        }
        if answer.stopped.is_some() {
            output::note("stopped before all stacks were found; nothing is listed");
            return Failure::unless_finished(answer.stopped);
        }
        let number = answer.stacks.len();
        let board = if self.torus { "the torus of side" } else { "side" };
        output::note(&format!(
            "{number} stacks of {board} {n}, each checked, {:.3} s",
            answer.seconds
        ));
        if number == 0 { Err(Failure::Negative) } else { Ok(()) }
    }

    fn counts(&self, sides: Vec<u32>, out: &mut Out) -> Result<(), Failure> {
        let mut request = StackCountRequest::new(sides);
        request.workers = self.threads.workers()?;
        request.limits = self.limits.typed()?;
        request.verify = self.verify;
        request.ledger.clone_from(&self.ledger);
        let answer = stack_count(&request, &notes::control(self.threads.progress))?;
        for counted in &answer.counts {
            if let Some(provenance) = &counted.provenance {
                let how = notes::how(provenance);
                output::note(&format!("stacks of side {}: {how}", counted.n));
            }
        }
        if self.json {
            out.json(&answer)?;
        } else {
            text::print_counts(&answer, request.sides.len() > 1, out)?;
        }
        Failure::unless_finished(answer.counts.last().and_then(|counted| counted.because))
    }

    fn show_disjoint(&self, sides: Vec<u32>, out: &mut Out) -> Result<(), Failure> {
        let in_range = sides.len() > 1;
        let mut request = DisjointRequest::new(sides);
        (request.limits, request.number) = (self.limits.typed()?, self.disjoint);
        let answer = disjoint(&request, &signals::control())?;
        if self.json {
            out.json(&answer)?;
        }
        for side in &answer.sides {
            let (n, number) = (side.n, side.solutions.len());
            match (self.json, self.form) {
                (true, _) => {}
                _ if number == 0 && self.disjoint.is_some() => writeln!(out, "none of side {n}")?,
                (_, Form::Floors) if number == 0 => writeln!(out, "no solution of side {n}")?,
                _ if self.disjoint.is_some() || self.form == Form::Floors => {
                    side.solutions.iter().try_for_each(|line| writeln!(out, "{line}"))?;
                }
                _ if in_range => writeln!(out, "{n} {number}")?,
                _ => writeln!(out, "{number}")?,
            }
            let found = format!("{number} disjoint solutions");
            let what = match self.disjoint {
                Some(wanted) if number == 0 => {
                    format!("proven: {wanted} disjoint solutions do not exist")
                }
                Some(_) => format!("{found}, as asked"),
                None if number == n as usize => format!("{found}, a stack"),
                None => format!("{found}, proven: no more fit"),
            };
            output::note(&format!("side {n}: {what}, {:.3} s", side.seconds));
        }
        if let Some(why) = &answer.unknown {
            output::note(why);
            return Err(Failure::Limit);
        }
        if answer.stopped.is_some() {
            output::note("stopped before the next side was done");
        }
        Failure::unless_finished(answer.stopped)?;
        let is_missing = |side: &DisjointSide| side.solutions.is_empty();
        if self.disjoint.is_some() && answer.sides.iter().all(is_missing) {
            return Err(Failure::Negative);
        }
        Ok(())
    }

    fn step_by_step(&self, n: u32, out: &mut Out) -> Result<(), Failure> {
        let mut request = TraceRequest::stack(n);
        (request.limits, request.steps) = (self.limits.typed()?, Some(self.steps));
        let answer = trace::show(&request, false, self.jsonl, out)?;
        if answer.stopped == Some(TraceEnd::Steps) {
            let steps = self.steps;
            output::note(&format!("the trace ends after {steps} steps; --steps shows more"));
        }
        match answer.total {
            Some(Decimal(0)) => Err(Failure::Negative),
            _ => trace::ending(&answer),
        }
    }
}
