//! `colour`: a colouring of the squares in which no two squares on a line have the same colour,
//! with a given number of colours or as few as possible.

use crate::deadline::Deadline;
use crate::solve::{WrittenProof, proof_files};
use crate::{Control, Error, RunLimits, Schema};
use bezzel_board::{Problem, Topology};
use bezzel_engines::stacks::{self, StackError};
use bezzel_models::solve::{self, Chromatic, Coloured};
use bezzel_models::{ColourTable, Colouring, Encoding, Model};
use bezzel_search::{Existence, StopReason};
use serde::{Deserialize, Serialize};
use std::path::PathBuf;
use std::time::Instant;

/// The largest side whose stacks are searched; larger ones without a simple stack would take too long.
const LARGEST: u32 = 16;

/// What to colour.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct ColourRequest {
    /// The board; given queens are refused.
    pub problem: Problem,
    /// The number of colours; as few as possible by default.
    #[serde(default)]
    pub colours: Option<u32>,
    /// When it stops: only the time can be limited.
    #[serde(default)]
    pub limits: RunLimits,
    /// Where the proof that fewer colours are not enough is written, as `.drat` or `.lrat`; the
    /// formula goes beside it as `.cnf`. Not part of the JSON form.
    #[serde(skip)]
    pub proof: Option<PathBuf>,
    /// Whether an existing proof is overwritten.
    #[serde(skip)]
    pub force: bool,
}

impl ColourRequest {
    /// As few colours as possible.
    #[must_use]
    pub fn new(problem: Problem) -> ColourRequest {
        let limits = RunLimits::default();
        ColourRequest { problem, colours: None, limits, proof: None, force: false }
    }
}

/// A colouring, or that there is none.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct ColourAnswer {
    /// `bezzel/colour/2`.
    pub schema: Schema,
    /// The board.
    pub problem: Problem,
    /// The number of colours that was asked for.
    pub colours: Option<u32>,
    /// The smallest number of colours, if requested and found.
    pub chromatic_number: Option<u32>,
    /// Otherwise a lower bound: fewer are not enough.
    pub at_least: Option<u32>,
    /// The colours from 1, row by row; nothing on blocked squares.
    pub colouring: Option<Vec<Vec<Option<u32>>>>,
    /// What shows that there is no colouring, or none with fewer colours.
    pub refuted_by: Option<Refutation>,
    /// Why it was stopped, if it was.
    pub stopped: Option<StopReason>,
    /// The solver.
    pub by: String,
    /// Seconds it took.
    pub seconds: f64,
    /// The colouring itself.
    #[serde(skip)]
    pub table: Option<ColourTable>,
    /// The proof and the formula it refutes, where they were written.
    #[serde(skip)]
    pub proof: Option<WrittenProof>,
}

/// How it is known that there are too few colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Refutation {
    /// A line with more squares than there are colours.
    Line,
    /// The SAT solver.
    Sat,
    /// An exhaustive search for a stack: n colours on a board of side n are n solutions that cover
    /// it.
    Cover,
}

/// Colours the squares: as a stack if there are as many colours as rows, otherwise with the SAT
/// solver, which also gives proofs.
pub fn colour(request: &ColourRequest, control: &Control) -> Result<ColourAnswer, Error> {
    request.limits.only_time()?;
    let files = proof_files(request.proof.as_deref(), request.force)?;
    let model = Model::new(request.problem.clone())?;
    let limits = request.limits.with(control)?;
    let started = Instant::now();
    let mut answer = ColourAnswer {
        schema: Schema::new("bezzel/colour/2"),
        problem: request.problem.clone(),
        colours: request.colours,
        chromatic_number: None,
        at_least: None,
        colouring: None,
        refuted_by: None,
        stopped: None,
        by: String::new(),
        seconds: 0.0,
        table: None,
        proof: None,
    };
    if request.colours == Some(0) {
        return Err(Error::bad("colours is 0").advice("choose a number from 1"));
    }
    let mut from = 1;
    if files.is_none() {
        let deadline = Deadline::new(&request.limits, control)?;
        match known(&model, request.colours, &deadline)? {
            Known::Nothing => {}
            Known::NoStack => {
                from = request.problem.size().rows() + 1;
                answer.refuted_by = Some(Refutation::Cover);
                answer.by = STACK.to_owned();
                if request.colours.is_some() {
                    answer.seconds = started.elapsed().as_secs_f64();
                    return Ok(answer);
                }
            }
            Known::Table { table, number, by } => {
                answer.colouring = Some(rows(&request.problem, &table));
                answer.table = Some(table);
                answer.by = by.to_owned();
                if request.colours.is_none() {
                    let is_side = number == request.problem.size().rows();
                    let refuted_by = if is_side { Refutation::Line } else { Refutation::Cover };
                    answer.refuted_by = Some(refuted_by);
                    answer.chromatic_number = Some(number);
                }
                answer.seconds = started.elapsed().as_secs_f64();
                return Ok(answer);
            }
        }
    }
    let sat = control.backends().sat()?;
    if answer.by.is_empty() {
        answer.by = sat.info.id.to_owned();
    }
    match request.colours {
        Some(colours) => match solve::colour(sat, &model, colours, &limits, files.as_ref())? {
            Coloured::Yes(table) => answer.table = Some(table),
            Coloured::No => answer.refuted_by = Some(Refutation::Sat),
            Coloured::Stopped(because) => answer.stopped = Some(because),
        },
        None => match solve::chromatic(sat, &model, from, &limits, files.as_ref())? {
            Chromatic::Exact { number, table, by_line } => {
                answer.chromatic_number = Some(number);
                if number > from || answer.refuted_by.is_none() {
                    let refuted_by = if by_line { Refutation::Line } else { Refutation::Sat };
                    (answer.refuted_by, answer.by) = (Some(refuted_by), sat.info.id.to_owned());
                }
                answer.table = Some(table);
            }
            Chromatic::AtLeast { number, because } => {
                (answer.at_least, answer.stopped) = (Some(number), Some(because));
            }
        },
    }
    if answer.refuted_by == Some(Refutation::Sat) {
        answer.proof = files.map(WrittenProof::from);
    }
    answer.colouring = answer.table.as_ref().map(|table| rows(&request.problem, table));
    answer.seconds = started.elapsed().as_secs_f64();
    Ok(answer)
}

/// The colours row by row, from 1.
fn rows(problem: &Problem, table: &ColourTable) -> Vec<Vec<Option<u32>>> {
    let width = problem.size().columns() as usize;
    let row = |row: &[Option<u32>]| row.iter().map(|colour| colour.map(|c| c + 1)).collect();
    table.colours().chunks(width).map(row).collect()
}

/// The name of the search for stacks, as the answer has it.
const STACK: &str = "stack";

/// The name of the colouring by lines on a torus.
const LINES: &str = "lines";

/// What is known about a colouring before any formula is written.
enum Known {
    /// Nothing.
    Nothing,
    /// There is no colouring with as many colours as rows.
    NoStack,
    /// A colouring with this number of colours, and how it was found.
    Table { table: ColourTable, number: u32, by: &'static str },
}

/// What lines on the torus say about a board with this number of colours, and what stacks say about
/// a full square board with as many colours as rows or with as few as possible.
fn known(model: &Model, colours: Option<u32>, deadline: &Deadline) -> Result<Known, Error> {
    let problem = model.problem();
    let side = problem.size().rows();
    let is_full = problem.is_plain()
        && problem.is_flat()
        && problem.size().is_square()
        && problem.topology() == Topology::Plane
        && problem.regions().is_empty();
    // Lines of slope two on the smallest torus that has a solution colour the board as well.
    let by_lines = |number, by| -> Result<Option<Known>, Error> {
        let colouring = Colouring::new(model, number, Encoding::Pairwise)?;
        Ok(match colouring.existence() {
            Existence::Found(table) => Some(Known::Table { table, number, by }),
            _ => None,
        })
    };
    if let Some(colours) = colours.filter(|&colours| colours > side) {
        return Ok(by_lines(colours, LINES)?.unwrap_or(Known::Nothing));
    }
    if !is_full || side == 0 || side > LARGEST || colours.is_some_and(|colours| colours != side) {
        return Ok(Known::Nothing);
    }
    let table = |number, colours: &[u32], by| -> Result<Known, Error> {
        let colouring = Colouring::new(model, number, Encoding::Pairwise)?;
        Ok(Known::Table { table: colouring.table(colours)?, number, by })
    };
    match stacks::one(side, deadline.stop()) {
        Ok(found) => table(side, &found.stack.rows().flatten().copied().collect::<Vec<_>>(), STACK),
        Err(StackError::None { .. }) if colours.is_none() => {
            Ok(by_lines(side + 1, STACK)?.unwrap_or(Known::NoStack))
        }
        Err(StackError::None { .. }) => Ok(Known::NoStack),
        Err(_) => Ok(Known::Nothing),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What follows from stacks needs no solver, and both bounds for sides 10 and 11 are proved.
    #[test]
    fn stacks_decide_the_chromatic_numbers_of_ten_and_eleven() {
        for (n, number, refuted_by) in
            [(5, 5, Refutation::Line), (10, 11, Refutation::Cover), (11, 11, Refutation::Line)]
        {
            let request = ColourRequest::new(Problem::queens(n));
            let answer = colour(&request, &Control::new()).unwrap();
            assert_eq!(
                (answer.chromatic_number, answer.refuted_by),
                (Some(number), Some(refuted_by))
            );
            assert!(answer.table.is_some() && answer.by == STACK);
        }
        let mut request = ColourRequest::new(Problem::queens(10));
        request.colours = Some(10);
        let answer = colour(&request, &Control::new()).unwrap();
        assert_eq!((answer.refuted_by, answer.table), (Some(Refutation::Cover), None));
        request.colours = Some(11);
        let answer = colour(&request, &Control::new()).unwrap();
        assert!(answer.table.is_some() && answer.by == LINES);
        request.problem = Problem::queens(12);
        request.colours = Some(12);
        assert!(colour(&request, &Control::new()).unwrap().table.is_some());
    }
}
