//! `import`: the answer of an external solver, decoded and verified.

use crate::model::Modelled;
use crate::solve::existence;
use crate::{Control, Error, ErrorKind, RunLimits, Schema};
use bezzel_board::{Notation, Problem};
use bezzel_models::{ReadError, SolverAnswer};
use bezzel_search::Existence;
use serde::{Deserialize, Serialize};

/// Seconds of each search for a solution that a solver says does not exist.
const CONFIRM: f64 = 2.0;

/// What to import.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
// The first five fields are those of `ExportRequest`. They are repeated because serde cannot flatten a
// struct into one that denies unknown fields, and a misspelt field must be refused.
pub struct ImportRequest {
    /// The problem that was exported.
    pub problem: Problem,
    /// The format it was exported in.
    pub format: String,
    /// Encoding of "at most one" in clauses.
    #[serde(default)]
    pub encoding: Option<String>,
    /// Which graph it was.
    #[serde(default)]
    pub graph: Option<String>,
    /// Colours, if a colouring was requested.
    #[serde(default)]
    pub colours: Option<u32>,
    /// What the solver wrote, unchanged.
    pub answer: String,
    /// How a solution is written; by default in one-line notation, or as squares if a row may hold several
    /// queens.
    #[serde(default)]
    pub notation: Option<Notation>,
}

/// Whether a solver's answer is right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Imported {
    /// It is right.
    Right,
    /// It is wrong.
    Wrong,
    /// The solver says that there is no answer.
    None,
    /// The solver gave up.
    Unknown,
}

/// What was asked of the solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Asked {
    /// A solution.
    Solution,
    /// A colouring.
    Colouring,
}

/// A solver's answer after verification.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct ImportAnswer {
    /// `bezzel/import/2`.
    pub schema: Schema,
    /// The problem.
    pub problem: Problem,
    /// The format.
    pub format: &'static str,
    /// What was asked of the solver.
    pub asked: Asked,
    /// Whether its answer is right.
    pub imported: Imported,
    /// The solution in the notation asked for, or the table of colours.
    pub answer: Option<String>,
    /// That notation.
    pub notation: Notation,
    /// What is wrong with the answer, or the solver's words if it gave up.
    pub reason: Option<String>,
    /// Whether this was verified here, and not only claimed by the solver.
    pub verified: bool,
    /// How many answers the text has; only one of them was read.
    pub answers: usize,
}

impl ImportRequest {
    /// A solver's answer to a problem exported in a format with its own choices.
    #[must_use]
    pub fn new(
        problem: Problem,
        format: impl Into<String>,
        answer: impl Into<String>,
    ) -> ImportRequest {
        ImportRequest {
            problem,
            format: format.into(),
            encoding: None,
            graph: None,
            colours: None,
            answer: answer.into(),
            notation: None,
        }
    }
}

/// Reads a solver's answer and verifies it. Text that is not an answer is an error.
pub fn import(request: &ImportRequest, control: &Control) -> Result<ImportAnswer, Error> {
    let ImportRequest { problem, format, colours, .. } = request;
    let notation = request.notation.unwrap_or_else(|| problem.usual_notation());
    let (encoding, graph) = (request.encoding.as_deref(), request.graph.as_deref());
    let modelled = Modelled::new(problem, format, encoding, graph, *colours)?;
    let Modelled { model, format, options, .. } = &modelled;
    let colouring = modelled.colouring()?;
    if colouring.is_some() && !format.reads_colourings() {
        let what = format!("{} has no answers that are colourings", format.id);
        let error = Error::new(ErrorKind::Unsupported, what);
        return Err(error.advice("colourings are read in cnf and col"));
    }
    // A notation that cannot show the board is refused before anything is read.
    notation.write(&Default::default(), problem.size())?;
    let text = &request.answer;
    let answers = format.answers(model, text);
    let read = match &colouring {
        Some(colouring) => format.read_colouring(colouring, text).map(|answer| match answer {
            SolverAnswer::Found(table) => {
                SolverAnswer::Found(Ok(table.to_string().trim_end().to_owned()))
            }
            SolverAnswer::None => SolverAnswer::None,
            SolverAnswer::Unknown(words) => SolverAnswer::Unknown(words),
        }),
        None => format.read(model, *options, text).map(|answer| match answer {
            SolverAnswer::Found(placement) => {
                SolverAnswer::Found(notation.write(&placement, problem.size()))
            }
            SolverAnswer::None => SolverAnswer::None,
            SolverAnswer::Unknown(words) => SolverAnswer::Unknown(words),
        }),
    };
    let (imported, answer, reason, verified) = match read {
        Ok(SolverAnswer::Found(text)) => (Imported::Right, Some(text?), None, true),
        Ok(SolverAnswer::None) => {
            let known = match &colouring {
                Some(colouring) => weighed(colouring.existence(), |it| Ok(format!("\n{it}")))?,
                None => {
                    let limits = RunLimits { time: Some(CONFIRM), ..RunLimits::default() };
                    weighed(existence(problem, &limits.with(control)?), |solution| {
                        Ok(notation.write(solution, problem.size())?)
                    })?
                }
            };
            (known.0, None, known.1, known.2)
        }
        Ok(SolverAnswer::Unknown(words)) => (Imported::Unknown, None, Some(words), false),
        Err(ReadError::Wrong(fault)) => (Imported::Wrong, None, Some(fault.to_string()), true),
        Err(error) => {
            let error = Error::of(ErrorKind::BadRequest, &error);
            return Err(match error.instead[..] {
                [] => error.advice("give it what the solver wrote, unchanged"),
                _ => error,
            });
        }
    };
    Ok(ImportAnswer {
        schema: Schema::new("bezzel/import/2"),
        problem: problem.clone(),
        format: format.id,
        asked: if colouring.is_some() { Asked::Colouring } else { Asked::Solution },
        imported,
        answer,
        notation,
        reason,
        verified,
        answers,
    })
}

/// Checks a solver's claim that there is no solution: whether it is right, why, and whether this is
/// certain.
fn weighed<T>(
    known: Existence<T>,
    write: impl FnOnce(&T) -> Result<String, Error>,
) -> Result<(Imported, Option<String>, bool), Error> {
    Ok(match known {
        Existence::Found(found) => {
            let found = write(&found)?;
            let reason = format!("the solver says that there is none, but this is one: {found}");
            (Imported::Wrong, Some(reason), true)
        }
        Existence::None => (Imported::None, None, true),
        Existence::Open => (Imported::None, None, false),
    })
}
