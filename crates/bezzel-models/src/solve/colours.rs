//! Colouring the queen graph by SAT: with a given number of colours, or with as few as possible.
//!
//! Both bounds of the chromatic number are proved. The upper bound is shown by a colouring, which
//! is verified. The lower bound is shown by a line with that many squares, which all need different
//! colours, or, if every line is shorter, by a refutation of the formula for one colour fewer. The
//! formula fixes the colours of the first row, so that colours cannot be permuted.

use super::proof::ProofFiles;
use super::{Clock, Sat, SatAnswer, SolveError};
use crate::{ColourTable, Colouring, Encoding, Model};
use bezzel_search::{Limits, StopReason};

/// Whether a number of colours is enough.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Coloured {
    /// Yes, by this colouring.
    Yes(ColourTable),
    /// No: the solver has refuted it.
    No,
    /// Unknown: the solver was stopped.
    Stopped(StopReason),
}

/// The least number of colours, or what is known about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Chromatic {
    /// Both bounds are proved.
    Exact {
        /// The chromatic number.
        number: u32,
        /// A colouring with that many colours.
        table: ColourTable,
        /// Whether a line with that many squares proves the lower bound; if not, the solver has
        /// refuted one fewer.
        by_line: bool,
    },
    /// Only a lower bound is proved.
    AtLeast {
        /// The least number that is not refuted.
        number: u32,
        /// What stopped the search.
        because: StopReason,
    },
}

/// "At most one" is encoded in pairs: lines are short, and no auxiliary variables come between the
/// colours.
const ENCODING: Encoding = Encoding::Pairwise;

/// Whether the open squares can be coloured with this many colours; a refutation is written to the
/// files, if given.
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
        SatAnswer::Unsatisfiable => Coloured::No,
        SatAnswer::Stopped(because) => Coloured::Stopped(because),
        SatAnswer::Satisfiable => {
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

/// The least number of colours, at least `from`; the refutation of one fewer, if there is one, is
/// written to the files, if given. The caller knows that fewer than `from` are not enough.
pub fn chromatic(
    sat: &Sat,
    model: &Model,
    from: u32,
    limits: &Limits,
    files: Option<&ProofFiles>,
) -> Result<Chromatic, SolveError> {
    let clock = Clock::start(limits);
    let squares_of = |group: crate::Group| model.on_line(&group.line).count() as u32;
    let longest = model.groups().map(squares_of).max().unwrap_or(1);
    let mut number = longest.max(from);
    loop {
        match colour_until(sat, model, number, &clock, None)? {
            Coloured::No => number += 1,
            Coloured::Stopped(because) => return Ok(Chromatic::AtLeast { number, because }),
            Coloured::Yes(table) => {
                let by_line = number == longest;
                if let (Some(files), false) = (files, by_line) {
                    // Repeats the last question, this time with a proof.
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
