//! Colouring the queen graph by SAT: with so many colours, or with as few as possible.
//!
//! The chromatic number has two sides, and both are proved. That so many colours are enough is
//! shown by a colouring, which is verified. That one fewer is not is shown by a line with that many
//! squares, which all differ; or, where every line is shorter, by a refutation of the formula. The
//! formula fixes the colours of the first row, so that no colour can stand for another.

use super::proof::ProofFiles;
use super::{Answer, Clock, Sat, SolveError};
use crate::{ColourTable, Colouring, Encoding, Model};
use bezzel_search::{Limits, StopReason};

/// Whether so many colours are enough.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Coloured {
    /// Yes, and this is how.
    Yes(ColourTable),
    /// No: the solver has refuted it.
    No,
    /// Nobody knows: the solver was stopped.
    Stopped(StopReason),
}

/// The least number of colours, or what is known about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Chromatic {
    /// Both sides are proved.
    Exact {
        /// The chromatic number.
        number: u32,
        /// A colouring with so many.
        table: ColourTable,
        /// Whether a line with so many squares is the reason that fewer are not enough; if not, the
        /// solver has refuted one fewer.
        by_line: bool,
    },
    /// Fewer are not enough; whether so many are is not known.
    AtLeast {
        /// The least number that is not refuted.
        number: u32,
        /// What stopped the search.
        because: StopReason,
    },
}

/// "At most one" in pairs: lines are short, and no new variables come between the colours.
const ENCODING: Encoding = Encoding::Pairwise;

/// Whether the open squares can be coloured with so many colours; with files, a refutation is
/// written there.
pub fn colour(
    sat: &Sat,
    model: &Model,
    colours: u32,
    limits: &Limits,
    files: Option<&ProofFiles>,
) -> Result<Coloured, SolveError> {
    colour_until(sat, model, colours, &Clock::start(limits), files)
}

fn colour_until(
    sat: &Sat,
    model: &Model,
    colours: u32,
    clock: &Clock,
    files: Option<&ProofFiles>,
) -> Result<Coloured, SolveError> {
    let colouring = Colouring::new(model, colours, ENCODING)?;
    let (answer, mut solver) = match files {
        Some(files) => files.colour(sat, &colouring, clock)?,
        None => {
            let mut solver = sat.with(&colouring, clock);
            (solver.solve(), solver)
        }
    };
    Ok(match answer {
        Answer::Unsatisfiable => Coloured::No,
        Answer::Stopped(because) => Coloured::Stopped(because),
        Answer::Satisfiable => {
            let truth: Vec<bool> = (0..=i64::from(model.variables()) * i64::from(colours))
                .map(|literal| literal > 0 && solver.is_true(literal))
                .collect();
            let table = colouring
                .decode(|literal| truth[literal as usize])
                .map_err(|error| SolveError::WrongAnswer { id: sat.info.id, error })?;
            Coloured::Yes(table)
        }
    })
}

/// The least number of colours; with files, the refutation of one fewer is written there, where
/// there is one.
pub fn chromatic(
    sat: &Sat,
    model: &Model,
    limits: &Limits,
    files: Option<&ProofFiles>,
) -> Result<Chromatic, SolveError> {
    let clock = Clock::start(limits);
    let squares_of = |group: crate::Group| model.on_line(&group.line).count() as u32;
    let longest = model.groups().map(squares_of).max().unwrap_or(1);
    let mut number = longest;
    loop {
        match colour_until(sat, model, number, &clock, None)? {
            Coloured::No => number += 1,
            Coloured::Stopped(because) => return Ok(Chromatic::AtLeast { number, because }),
            Coloured::Yes(table) => {
                let by_line = number == longest;
                if let (Some(files), false) = (files, by_line) {
                    // The last question again, this time on paper.
                    if let Coloured::Stopped(because) =
                        colour_until(sat, model, number - 1, &clock, Some(files))?
                    {
                        return Ok(Chromatic::AtLeast { number, because });
                    }
                }
                return Ok(Chromatic::Exact { number, table, by_line });
            }
        }
    }
}
