//! `colour`: a colouring of the squares, no two on a line the same, with a given number of colours
//! or as few as possible.

use crate::solve::{WrittenProof, proof_files};
use crate::{Control, Error, RunLimits, Schema};
use bezzel_board::Problem;
use bezzel_models::solve::{self, Chromatic, Coloured};
use bezzel_models::{ColourTable, Model};
use bezzel_search::StopReason;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;
use std::time::Instant;

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
    /// When it gives up: only the time can be limited.
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
}

/// Colours the squares with the SAT solver.
pub fn colour(request: &ColourRequest, control: &Control) -> Result<ColourAnswer, Error> {
    request.limits.only_time()?;
    let files = proof_files(request.proof.as_deref(), request.force)?;
    let sat = control.backends().sat()?;
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
        by: "sat".to_owned(),
        seconds: 0.0,
        table: None,
        proof: None,
    };
    match request.colours {
        Some(0) => return Err(Error::bad("colours is 0").advice("choose a number from 1")),
        Some(colours) => match solve::colour(sat, &model, colours, &limits, files.as_ref())? {
            Coloured::Yes(table) => answer.table = Some(table),
            Coloured::No => answer.refuted_by = Some(Refutation::Sat),
            Coloured::Stopped(because) => answer.stopped = Some(because),
        },
        None => match solve::chromatic(sat, &model, &limits, files.as_ref())? {
            Chromatic::Exact { number, table, by_line } => {
                answer.chromatic_number = Some(number);
                answer.refuted_by = Some(if by_line { Refutation::Line } else { Refutation::Sat });
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
