//! `bezzel trace`: every step of an algorithm, numbered, with its reasons.

use crate::args::{AlgorithmArgs, LimitArgs, ProblemArgs, needed, within};
use crate::failure::Failure;
use crate::output::{self, Out, Written};
use crate::signals;
use bezzel::{
    MatrixEntry, Stack, Step, TraceAnswer, TraceEnd, TraceItem, TraceRequest, TraceStart,
    TraceStep, trace,
};
use clap::Args;
use std::io::{self, Write};

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
    /// Continue to all solutions instead of stopping at the first
    #[arg(long)]
    all: bool,
    /// Stop after this many steps
    #[arg(long, value_name = "NUMBER", value_parser = within::<u64>(1..=u64::MAX), allow_negative_numbers = true)]
    steps: Option<u64>,
    /// Skip this many steps before the first that is shown
    #[arg(long, value_name = "NUMBER", default_value_t = 0, value_parser = within::<u64>(0..=u64::MAX), allow_negative_numbers = true)]
    after: u64,
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
        let (algorithm, settings) = self.algorithm.typed();
        let mut request = TraceRequest::new(problem, algorithm.unwrap_or_default());
        (request.settings, request.all) = (settings, self.all);
        request.limits = self.limits.typed()?;
        (request.steps, request.after) = (self.steps, self.after);
        let answer = show(&request, self.boards, self.jsonl, out)?;
        ending(&answer)
    }
}

/// The failure that a trace ends with, if it stopped before the requested end.
pub fn ending(answer: &TraceAnswer) -> Result<(), Failure> {
    match answer.stopped {
        _ if answer.complete => Ok(()),
        Some(TraceEnd::Stopped) => Err(Failure::Stopped),
        Some(TraceEnd::Enough) => Err(Failure::ClosedPipe),
        _ => Err(Failure::Limit),
    }
}

/// Runs an algorithm and prints every step of it.
pub fn show(
    request: &TraceRequest,
    boards: bool,
    jsonl: bool,
    out: &mut Out,
) -> Result<TraceAnswer, Failure> {
    let mut written = Written::default();
    let answer = trace(request, &signals::control(), &mut |item| {
        written.item(match &item {
            item if jsonl => out.json_line(item),
            TraceItem::Start(start) => print_start(start, out),
            TraceItem::Step(step) => print_step(step, request, boards, out),
            _ => Ok(()),
        })
    });
    written.end()?;
    let answer = answer?;
    if jsonl {
        out.json_line(&answer)?;
    }
    let found = match (answer.stopped, answer.total, answer.at_least) {
        (Some(TraceEnd::Solutions), ..) if answer.complete => {
            "stopped at the first solution (--all continues)".to_owned()
        }
        (_, Some(total), _) if total.0 == 1 => "1 solution".to_owned(),
        (_, Some(total), _) => format!("{total} solutions"),
        (_, None, at_least) => format!("at least {} solutions", at_least.unwrap_or_default()),
    };
    let work = answer.work;
    output::note(&format!(
        "{found}; {} visits, {} tests, {} trials, {} backtracks",
        work.visits, work.tests, work.trials, work.backtracks
    ));
    Ok(answer)
}

fn print_start(start: &TraceStart, out: &mut Out) -> io::Result<()> {
    writeln!(out, "{}, {}\n", start.title, start.problem)?;
    for (number, line) in (1..).zip(start.pseudocode) {
        writeln!(out, "{number:>4}  {line}")?;
    }
    writeln!(out, "\n{:>8}  line  step", "number")?;
    print_matrix(&start.matrix().unwrap_or_default(), out)
}

/// Güldal's matrix: each cell with its row, and the cells it threatens.
fn print_matrix(matrix: &[MatrixEntry], out: &mut Out) -> io::Result<()> {
    for entry in matrix {
        let threatened: Vec<String> = entry.threatened.iter().map(ToString::to_string).collect();
        let threatened = threatened.join(",");
        writeln!(out, "{:16}{{{}, {}}}  {{{threatened}}}", "", entry.cell, entry.row)?;
    }
    Ok(())
}

fn print_step(
    step: &TraceStep<'_>,
    request: &TraceRequest,
    boards: bool,
    out: &mut Out,
) -> io::Result<()> {
    let (event, frame) = (&step.event, step.frame);
    let size = request.problem.size();
    writeln!(out, "{:>8}  {:>4}  {}", event.number, event.line, event.text)?;
    let changes_board = matches!(
        event.step,
        Step::Place(_) | Step::Remove(_) | Step::Move(..) | Step::Swap(..) | Step::Solution
    );
    if boards && changes_board {
        for line in output::drawing(&frame.queens, size).lines() {
            writeln!(out, "{:16}{line}", "")?;
        }
    }
    if matches!(event.step, Step::Solution) && !frame.floors.is_empty() {
        let stack = Stack::from_floors(size.rows(), &frame.floors).map_err(io::Error::other)?;
        // Floors count from 0 here, as in the steps above.
        let width = (size.rows().max(1) - 1).to_string().len();
        for row in stack.rows() {
            let floors: Vec<String> = row.iter().map(|floor| format!("{floor:>width$}")).collect();
            writeln!(out, "{:16}{}", "", floors.join(" "))?;
        }
    }
    if let Some(term) = step.term() {
        writeln!(out, "{:16}term {}", "", term.join(" "))?;
    }
    print_matrix(&step.matrix().unwrap_or_default(), out)
}
