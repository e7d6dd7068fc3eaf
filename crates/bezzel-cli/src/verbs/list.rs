//! `bezzel list`: the solutions themselves, one after the other as they are found.

use super::{ending, total_text};
use crate::args::{AlgorithmArgs, LimitArgs, ProblemArgs};
use crate::failure::Failure;
use crate::interrupt;
use crate::output::{self, Out};
use bezzel_board::{Notation, Placement, Problem, Size, Symmetry};
use bezzel_engines::Listing;
use bezzel_search::{Category, Choice, Limits, Outcome, StepProbe, StopReason, algorithms};
use clap::Args;
use serde_json::json;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::time::Instant;

/// Rows from which row-by-row search without an engine rarely meets its first solution.
const HOPELESS: u32 = 30;

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
        // A notation that cannot show the board is refused before anything is printed.
        notation.write(&Placement::default(), problem.size())?;
        let mut limits = self.limits.limits(interrupt::flag())?;
        let mut printer = Printer {
            problem: &problem,
            notation,
            sift: None,
            jsonl: self.jsonl,
            most: limits.solutions.take(),
            listed: 0,
            out,
            failed: None,
        };
        let choice = self.algorithm.choice()?;
        if self.fundamental {
            printer.sift = Some(Sift::new(&problem, choice.as_ref()));
        }
        let started = Instant::now();
        let (outcome, name) = match (choice, Listing::new(&problem)) {
            (Some(choice), _) => by_algorithm(&choice, &limits, &mut printer)?,
            // Only a readable algorithm says how many queens it placed.
            (None, Ok(listing)) if limits.visits.is_none() => {
                (by_engine(&listing, &limits, &mut printer), listing.engine().to_owned())
            }
            (None, _) => {
                let choice = Choice::plain(algorithms::find("backtracking")?);
                if limits.visits.is_none() && problem.size().rows() >= HOPELESS {
                    output::note(&format!(
                        "{problem}: solutions are looked for row by row, and the first may never \
                         come; --time SECONDS stops, 'bezzel solve {}' finds one",
                        problem.size()
                    ));
                }
                by_algorithm(&choice, &limits, &mut printer)?
            }
        };
        let (listed, most, failed) = (printer.listed, printer.most, printer.failed);
        if let Some(error) = failed {
            return Err(error.into());
        }
        let kind = if self.fundamental { "fundamental of " } else { "" };
        output::note(&format!(
            "{problem}: {listed} listed, {kind}{} found by {name}, {:.3} s",
            total_text(outcome),
            started.elapsed().as_secs_f64()
        ));
        if most.is_some_and(|most| listed >= most) {
            return Err(Failure::Limit);
        }
        ending(outcome)
    }
}

/// Lists with a readable algorithm; also its name.
fn by_algorithm(
    choice: &Choice,
    limits: &Limits,
    printer: &mut Printer<'_>,
) -> Result<(Outcome, String), Failure> {
    choice.algorithm.supports(printer.problem, &choice.settings)?;
    let report = choice.algorithm.run(printer.problem, &choice.settings, limits, printer);
    Ok((report.outcome, choice.name_with_seed()))
}

/// Lists on all cores.
fn by_engine(listing: &Listing, limits: &Limits, printer: &mut Printer<'_>) -> Outcome {
    let started = Instant::now();
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let (mut total, mut because) = (0, StopReason::Enough);
    let mut columns = Vec::new();
    let look = || {
        if limits.stop.is_asked() {
            because = StopReason::Stopped;
        } else if limits.time.is_some_and(|time| started.elapsed() >= time) {
            because = StopReason::Time;
        } else {
            return ControlFlow::Continue(());
        }
        ControlFlow::Break(())
    };
    let end = bezzel_jobs::list(listing, threads, look, |solution| {
        total += 1;
        columns.clear();
        columns.extend(solution.iter().map(|&column| u32::from(column)));
        printer.solution(&columns)
    });
    match end {
        ControlFlow::Continue(()) => Outcome::Exact { total },
        ControlFlow::Break(()) => Outcome::AtLeast { total, because },
    }
}

/// What makes a list of solutions one of classes.
struct Sift {
    /// The symmetries to count as one.
    group: Vec<Symmetry>,
    /// Whether every member of a class comes by; otherwise whichever comes stands for its class.
    all_come: bool,
}

impl Sift {
    fn new(problem: &Problem, choice: Option<&Choice>) -> Sift {
        let category = choice.map(|choice| choice.algorithm.info().category);
        Sift {
            group: Symmetry::of_problem(problem),
            all_come: category.is_none_or(|category| category == Category::AllSolutions),
        }
    }

    /// The smallest of the solution's class, unless it comes by itself at another time.
    fn representative(&self, solution: &Placement, size: Size) -> Option<Placement> {
        let images = self.group.iter().map(|symmetry| symmetry.image(solution, size));
        let smallest = images.min().expect("every problem has the identity");
        (!self.all_come || smallest == *solution).then_some(smallest)
    }
}

struct Printer<'a> {
    problem: &'a Problem,
    notation: Notation,
    /// For the fundamental list.
    sift: Option<Sift>,
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

impl StepProbe for Printer<'_> {
    fn solution(&mut self, columns: &[u32]) -> ControlFlow<()> {
        let placement = Placement::from_columns(columns);
        let placement = match &self.sift {
            None => placement,
            Some(sift) => match sift.representative(&placement, self.problem.size()) {
                Some(representative) => representative,
                None => return ControlFlow::Continue(()),
            },
        };
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
