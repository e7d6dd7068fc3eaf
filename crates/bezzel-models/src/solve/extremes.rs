//! Extremes of the attacks of a board by SAT: the fewest pieces that attack every square, and the
//! largest armies at peace.
//!
//! One bound is shown by sets of squares, which are verified; the other by a refutation of the
//! formula for the next number.

use super::proof::ProofFiles;
use super::{Clock, Sat, SatAnswer, SolveError};
use crate::{Asked, Extreme, Model};
use bezzel_board::Placement;
use bezzel_search::{Limits, StopReason};

/// The extreme number, or what is known about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Extremum {
    /// The number: exact, or with `stopped` a bound. Fewer do not dominate the board; armies of this
    /// size fit.
    pub number: u32,
    /// What shows it: a dominating set, or two armies. Empty if there is nothing to show.
    pub sets: Vec<Placement>,
    /// The number that the solver has refuted, if it had to.
    pub refuted: Option<u32>,
    /// What stopped the search before the other bound was proved.
    pub stopped: Option<StopReason>,
}

/// The answer for one number.
enum Asks {
    Yes(Vec<Placement>),
    No,
    Stopped(StopReason),
}

fn ask(
    sat: &Sat,
    asked: &Asked<'_>,
    clock: &Clock,
    files: Option<&ProofFiles>,
) -> Result<Asks, SolveError> {
    let (answer, mut solver) = match files {
        Some(files) => files.extreme(sat, asked, clock)?,
        None => {
            let mut solver = sat.with(asked, clock);
            (solver.solve(), solver)
        }
    };
    Ok(match answer {
        SatAnswer::Unsatisfiable => Asks::No,
        SatAnswer::Stopped(because) => Asks::Stopped(because),
        SatAnswer::Satisfiable => {
            let truth: Vec<bool> = (0..=asked.literals())
                .map(|literal| literal > 0 && solver.is_true(literal))
                .collect();
            let sets = asked
                .decode(|literal| truth[literal as usize])
                .map_err(|error| SolveError::WrongAnswer { id: sat.info.id, error })?;
            Asks::Yes(sets)
        }
    })
}

/// The extreme of a board; the refutation of the next number is written to the files, if given.
pub fn extreme(
    sat: &Sat,
    model: &Model,
    extreme: Extreme,
    limits: &Limits,
    files: Option<&ProofFiles>,
) -> Result<Extremum, SolveError> {
    let clock = Clock::start(limits);
    let is_largest = extreme == Extreme::Armies;
    let mut best = Extremum { number: 0, sets: Vec::new(), refuted: None, stopped: None };
    for number in 1.. {
        let asked = Asked::new(model, extreme, number)?;
        match ask(sat, &asked, &clock, None)? {
            Asks::Stopped(because) => {
                best.stopped = Some(because);
                best.number = if is_largest { best.number } else { number };
                return Ok(best);
            }
            Asks::Yes(sets) => {
                (best.number, best.sets) = (number, sets);
                if !is_largest {
                    best.refuted = number.checked_sub(1).filter(|&fewer| fewer > 0);
                    break;
                }
            }
            Asks::No if is_largest => {
                best.refuted = Some(number);
                break;
            }
            Asks::No => {}
        }
    }
    if let (Some(files), Some(refuted)) = (files, best.refuted) {
        // Repeats the decisive question, this time with a proof.
        let asked = Asked::new(model, extreme, refuted)?;
        if let Asks::Stopped(because) = ask(sat, &asked, &clock, Some(files))? {
            best.stopped = Some(because);
        }
    }
    Ok(best)
}
