//! Solving as people do: inferences from the easiest to the hardest, and the grade that follows.
//!
//! The squares that may still hold a queen are *open*. Four kinds of inferences, always the easiest
//! one that applies:
//!
//! 1. *single*: a row, column or region has one open square, so it holds a queen;
//! 2. *excluded*: a queen on a square would leave a row, column or region without an open square;
//! 3. *set*: the open squares of k regions lie in k rows, so those rows have no queen outside these
//!    regions (and likewise for every two kinds of lines);
//! 4. *guess*: a queen on a square leads, by the inferences above, to a contradiction.

use super::board::{Board, Full, Kind, Squares};
use crate::Error;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// How hard a puzzle is: the hardest inference that it needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum PuzzleLevel {
    /// Some row, column or region always has a single open square.
    Easy,
    /// Some squares would leave a row, column or region without an open square.
    Medium,
    /// Some k lines share their open squares with k lines of another kind.
    Hard,
    /// Some square must be tried and its consequences followed to a contradiction.
    Expert,
}

impl PuzzleLevel {
    /// All levels, the easiest first.
    pub const ALL: [PuzzleLevel; 4] =
        [PuzzleLevel::Easy, PuzzleLevel::Medium, PuzzleLevel::Hard, PuzzleLevel::Expert];

    /// The level's name in requests and on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            PuzzleLevel::Easy => "easy",
            PuzzleLevel::Medium => "medium",
            PuzzleLevel::Hard => "hard",
            PuzzleLevel::Expert => "expert",
        }
    }
}

impl FromStr for PuzzleLevel {
    type Err = Error;

    fn from_str(text: &str) -> Result<PuzzleLevel, Error> {
        PuzzleLevel::ALL.into_iter().find(|level| level.name() == text).ok_or_else(|| {
            let names = PuzzleLevel::ALL.map(PuzzleLevel::name).join(", ");
            Error::unknown(format!("'{text}' is not a level")).advice(format!("there are {names}"))
        })
    }
}

impl fmt::Display for PuzzleLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// How often each kind of inference was needed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct PuzzleInferences {
    /// Lines with a single open square.
    pub singles: u32,
    /// Squares that would leave a line without an open square.
    pub excluded: u32,
    /// Sets of lines that share their open squares.
    pub sets: u32,
    /// Squares tried and followed to a contradiction.
    pub guesses: u32,
}

impl PuzzleInferences {
    /// The hardest kind among them.
    #[must_use]
    pub fn level(&self) -> PuzzleLevel {
        match self {
            PuzzleInferences { guesses: 1.., .. } => PuzzleLevel::Expert,
            PuzzleInferences { sets: 1.., .. } => PuzzleLevel::Hard,
            PuzzleInferences { excluded: 1.., .. } => PuzzleLevel::Medium,
            _ => PuzzleLevel::Easy,
        }
    }
}

/// The inferences that solve a puzzle with one solution, up to this level; `None` if they do not
/// suffice.
pub fn solve(board: &Board, most: PuzzleLevel) -> Option<PuzzleInferences> {
    let mut work = Notes { board, open: board.open, queens: Squares::default() };
    let mut used = PuzzleInferences::default();
    loop {
        match work.step(most, &mut used) {
            Inferred::Solved => return Some(used),
            Inferred::Step => {}
            Inferred::Stuck | Inferred::Contradiction => return None,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Inferred {
    Solved,
    Step,
    Stuck,
    Contradiction,
}

#[derive(Clone)]
struct Notes<'b> {
    board: &'b Board,
    open: Squares,
    queens: Squares,
}

impl Notes<'_> {
    fn unfilled(&self) -> impl Iterator<Item = &Full> {
        self.board.full.iter().filter(|line| (line.squares & self.queens).is_empty())
    }

    /// Makes the easiest inference that applies.
    fn step(&mut self, most: PuzzleLevel, used: &mut PuzzleInferences) -> Inferred {
        let Some(narrow) = self.unfilled().map(|l| l.squares & self.open).min_by_key(Squares::len)
        else {
            return Inferred::Solved;
        };
        if narrow.is_empty() {
            return Inferred::Contradiction;
        }
        if narrow.len() == 1 {
            used.singles += 1;
            self.place(narrow.iter().next().expect("it has one"));
            return Inferred::Step;
        }
        if most >= PuzzleLevel::Medium && self.exclude() {
            used.excluded += 1;
            return Inferred::Step;
        }
        if most >= PuzzleLevel::Hard && self.set() {
            used.sets += 1;
            return Inferred::Step;
        }
        if most >= PuzzleLevel::Expert && self.guess() {
            used.guesses += 1;
            return Inferred::Step;
        }
        Inferred::Stuck
    }

    fn place(&mut self, position: usize) {
        self.queens.insert(position);
        self.open = self.open.without(self.board.hits[position]);
    }

    /// Closes every open square that would leave one line without an open square.
    fn exclude(&mut self) -> bool {
        let line = self.unfilled().map(|line| line.squares & self.open).find_map(|squares| {
            let first = squares.iter().next()?;
            // A square that attacks all squares of a line attacks the first one.
            let attackers = self.board.hits[first] & self.open;
            let all = |&position: &usize| {
                let left = squares.without(self.board.hits[position]);
                left.is_empty() && !squares.contains(position)
            };
            let closed: Squares = attackers.iter().filter(all).collect();
            (!closed.is_empty()).then_some(closed)
        });
        line.map(|closed| self.open = self.open.without(closed)).is_some()
    }

    /// Closes what is excluded by k lines whose open squares lie in k lines of another kind, for
    /// the smallest k that excludes something.
    fn set(&mut self) -> bool {
        let kinds = [Kind::Row, Kind::Column, Kind::Region];
        let of = |kind| -> Vec<Squares> {
            let lines = self.unfilled().filter(|line| line.kind == kind);
            lines.map(|line| line.squares & self.open).collect()
        };
        let lines = kinds.map(of);
        let longest = lines[0].len();
        for size in 2..longest {
            for (place, from) in lines.iter().enumerate() {
                for (_, into) in lines.iter().enumerate().filter(|(other, _)| *other != place) {
                    if let Some(closed) = confined(from, into, size, 0, Squares::default()) {
                        self.open = self.open.without(closed);
                        return true;
                    }
                }
            }
        }
        false
    }

    /// Closes the first square whose queen leads to a contradiction.
    fn guess(&mut self) -> bool {
        let wrong = self.open.without(self.queens).iter().find(|&position| {
            let mut trial = self.clone();
            trial.place(position);
            let mut used = PuzzleInferences::default();
            loop {
                match trial.step(PuzzleLevel::Hard, &mut used) {
                    Inferred::Step => {}
                    end => break end == Inferred::Contradiction,
                }
            }
        });
        wrong.map(|position| self.open.remove(position)).is_some()
    }
}

/// What `size` of these lines exclude, together with those already chosen, if their squares lie in
/// as many lines of the other kind.
fn confined(
    from: &[Squares],
    into: &[Squares],
    size: usize,
    chosen: usize,
    squares: Squares,
) -> Option<Squares> {
    let touched = into.iter().filter(|line| !(**line & squares).is_empty());
    let (met, number) =
        touched.fold((Squares::default(), 0), |(all, n), line| (all | *line, n + 1));
    if number > size {
        return None;
    }
    if chosen == size {
        let closed = met.without(squares);
        return (number == size && !closed.is_empty()).then_some(closed);
    }
    (from.iter().enumerate()).find_map(|(place, line)| {
        confined(&from[place + 1..], into, size, chosen + 1, squares | *line)
    })
}
