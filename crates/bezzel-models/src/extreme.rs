//! Questions about the attacks of a board that are not placements of n pieces, as clauses: few
//! pieces that attack every square, and two armies at peace.
//!
//! ```text
//!   . . Q . .     three queens attack or occupy      W . . . W     four white and four black
//!   . . . . .     every square of 5 × 5              . . B . .     queens, none of which
//!   . . . . Q                                        . B . B .     attacks one of the other
//!   Q . . . .                                        . . B . .     colour
//!   . . . . .                                        W . . . W
//! ```
//!
//! Every question asks whether a number of pieces is enough or possible; the extreme is found by
//! asking again with the next number.

use crate::cnf::{Clauses, Encoder, Encoding};
use crate::{Model, ModelError, Variable};
use bezzel_board::{Placement, Square};
use std::fmt;
use std::str::FromStr;

/// What is to be as small or as large as possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Extreme {
    /// The fewest pieces that attack or occupy every open square.
    Domination,
    /// The same with pieces that do not attack each other.
    IndependentDomination,
    /// The largest two armies of the same size in which no piece attacks one of the other army.
    Armies,
}

impl Extreme {
    /// Every extreme with its name.
    pub const ALL: [(Extreme, &'static str); 3] = [
        (Extreme::Domination, "domination"),
        (Extreme::IndependentDomination, "independent-domination"),
        (Extreme::Armies, "armies"),
    ];
}

impl fmt::Display for Extreme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let found = Extreme::ALL.iter().find(|(extreme, _)| extreme == self);
        f.write_str(found.expect("ALL lists every extreme").1)
    }
}

impl FromStr for Extreme {
    type Err = ModelError;

    fn from_str(text: &str) -> Result<Extreme, ModelError> {
        let found = Extreme::ALL.iter().find(|(_, name)| *name == text);
        found.map(|(extreme, _)| *extreme).ok_or_else(|| ModelError::UnknownName {
            text: text.to_owned(),
            what: "extreme",
            known: Extreme::ALL.map(|(_, name)| name).join(", "),
        })
    }
}

/// Whether at most this many pieces dominate the board, or whether two armies of this many fit.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'m> {
    model: &'m Model,
    extreme: Extreme,
    number: u32,
}

impl<'m> Asked<'m> {
    /// The question for this model. Given queens would be part of the answer, so they are refused.
    pub fn new(model: &'m Model, extreme: Extreme, number: u32) -> Result<Asked<'m>, ModelError> {
        if !model.problem().given().is_empty() {
            return Err(ModelError::GivenExtreme);
        }
        Ok(Asked { model, extreme, number })
    }

    /// The question in words, for the comment of a formula.
    #[must_use]
    pub fn title(&self) -> String {
        let (number, problem) = (self.number, self.model.problem());
        match self.extreme {
            Extreme::Domination => format!("{number} pieces that attack all squares of {problem}"),
            Extreme::IndependentDomination => {
                format!("{number} peaceful pieces that attack all squares of {problem}")
            }
            Extreme::Armies => format!("two peaceful armies of {number} on the board of {problem}"),
        }
    }

    /// The last literal of a square; those after it belong to the encoding.
    #[must_use]
    pub fn literals(&self) -> i64 {
        i64::from(self.sets()) * i64::from(self.model.variables())
    }

    /// The number of sets of squares that an answer consists of.
    fn sets(&self) -> u32 {
        if self.extreme == Extreme::Armies { 2 } else { 1 }
    }

    /// The literal that says that a square belongs to a set (from 0).
    fn literal(&self, square: Variable, set: u32) -> i64 {
        i64::from(set) * i64::from(self.model.variables()) + i64::from(square.number())
    }

    /// The sets in an assignment, if they are an answer by the rules of the board.
    pub fn decode(&self, is_true: impl Fn(i64) -> bool) -> Result<Vec<Placement>, ModelError> {
        let set = |set: u32| -> Placement {
            let squares = self.model.squares();
            squares.filter(|(v, _)| is_true(self.literal(*v, set))).map(|(_, s)| s).collect()
        };
        let sets: Vec<Placement> = (0..self.sets()).map(set).collect();
        match self.fault(&sets) {
            None => Ok(sets),
            Some(fault) => Err(ModelError::Wrong { fault, others: 0 }),
        }
    }

    /// What is wrong with an answer, judged by the attacks of the board alone.
    fn fault(&self, sets: &[Placement]) -> Option<String> {
        let problem = self.model.problem();
        let attacks = |a: Square, b: Square| problem.attack(a, b).is_some();
        if let [white, black] = sets {
            if white.len().min(black.len()) < self.number as usize {
                return Some(format!("an army has fewer than {} pieces", self.number));
            }
            let war = white.squares().iter().find_map(|&a| {
                let enemy = black.squares().iter().find(|&&b| a == b || attacks(a, b));
                enemy.map(|b| format!("the armies on {a} and {b} attack each other"))
            });
            return war;
        }
        let pieces = sets[0].squares();
        if pieces.len() > self.number as usize {
            return Some(format!("there are {} pieces, not {}", pieces.len(), self.number));
        }
        if self.extreme == Extreme::IndependentDomination
            && let Some(conflict) = problem.conflicts(&sets[0]).first()
        {
            return Some(conflict.to_string());
        }
        let mut open = self.model.squares().map(|(_, square)| square);
        let free = open.find(|&s| !pieces.iter().any(|&piece| piece == s || attacks(piece, s)));
        free.map(|square| format!("no piece attacks {square}"))
    }
}

impl Clauses for Asked<'_> {
    fn each_clause<E>(&self, emit: impl FnMut(&[i64]) -> Result<(), E>) -> Result<u64, E> {
        let model = self.model;
        let squares = u64::from(model.variables()) * u64::from(self.sets());
        let mut encoder = Encoder::new(Encoding::Sequential, squares, emit);
        let number = self.number as usize;
        let all = |set: u32| -> Vec<i64> {
            model.squares().map(|(variable, _)| self.literal(variable, set)).collect()
        };
        if self.extreme == Extreme::Armies {
            for (variable, _) in model.squares() {
                encoder.clause(&[-self.literal(variable, 0), -self.literal(variable, 1)])?;
            }
            for line in model.lines() {
                // The line belongs to one of the armies, whichever uses it.
                let white = encoder.variable();
                for (variable, _) in model.on_line(&line) {
                    encoder.clause(&[-self.literal(variable, 0), white])?;
                    encoder.clause(&[-self.literal(variable, 1), -white])?;
                }
            }
            for set in 0..2 {
                let counts = encoder.counter(&all(set), number)?;
                match number.checked_sub(1) {
                    None => {}
                    Some(last) => match counts.get(last) {
                        Some(&enough) => encoder.clause(&[enough])?,
                        None => encoder.clause(&[])?,
                    },
                }
            }
            return Ok(encoder.variables());
        }
        for (variable, square) in model.squares() {
            let attackers = model.problem().attack_list(square);
            let attackers = attackers.into_iter().filter_map(|other| model.variable(other));
            let able: Vec<i64> =
                [variable].into_iter().chain(attackers).map(|v| self.literal(v, 0)).collect();
            encoder.clause(&able)?;
        }
        if self.extreme == Extreme::IndependentDomination {
            for line in model.lines() {
                let on_line = model.on_line(&line).map(|(v, _)| self.literal(v, 0));
                encoder.at_most_one(&on_line.collect::<Vec<_>>())?;
            }
        }
        let counts = encoder.counter(&all(0), number + 1)?;
        if let Some(too_many) = counts.get(number) {
            encoder.clause(&[-too_many])?;
        }
        Ok(encoder.variables())
    }
}
