//! The facts about an engine that are known before it counts.

use crate::{Spectrum, Subtotal};
use bezzel_board::Problem;

/// What an engine counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Counted {
    /// All solutions of a problem.
    Solutions,
    /// Stacks: sets of solutions that cover the board.
    Stacks,
    /// All solutions of one side in every dimension at once: a spectrum.
    EveryDimension,
}

impl Counted {
    /// Everything that an engine can count.
    pub const ALL: [Counted; 3] = [Counted::Solutions, Counted::Stacks, Counted::EveryDimension];

    /// The id used in ledgers and answers.
    #[must_use]
    pub fn id(self) -> &'static str {
        match self {
            Counted::Solutions => "solutions",
            Counted::Stacks => "stacks",
            Counted::EveryDimension => "every-dimension",
        }
    }

    /// The zero subtotal of a problem, from which sums start.
    #[must_use]
    pub fn nothing(self, problem: &Problem) -> Subtotal {
        match self {
            Counted::Solutions | Counted::Stacks => Subtotal::Count(0),
            Counted::EveryDimension => Subtotal::Spectrum(Spectrum::new(problem.size().rows(), [])),
        }
    }

    /// In words.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Counted::Solutions => "all solutions",
            Counted::Stacks => "stacks",
            Counted::EveryDimension => "all solutions, in every dimension at once",
        }
    }
}

/// A card about one engine: the source of help, tables and pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Info {
    /// The id used everywhere: command line, ledgers, documentation page.
    pub id: &'static str,
    /// The name for people.
    pub title: &'static str,
    /// What it counts.
    pub counts: Counted,
    /// The boards it supports.
    pub boards: &'static str,
    /// How it counts, in one line.
    pub method: &'static str,
    /// How it recounts, for verification.
    pub recounts_by: &'static str,
    /// Whose idea it is.
    pub source: &'static str,
    /// Incremented whenever units change their meaning; part of a plan's identity. A plan keeps an earlier revision if
    /// the units of its board did not change.
    pub revision: u32,
}
