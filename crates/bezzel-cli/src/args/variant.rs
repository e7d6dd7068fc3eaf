//! The variants of a problem as typed: joined edges, the number of pieces, pawns, excluded diagonals.

use super::stdin_or;
use crate::failure::{Failure, message};
use bezzel::{Notation, Problem, Topology};
use clap::Args;

/// What makes a problem other than n queens on the plane or the torus, beside its rule.
#[derive(Args)]
pub struct VariantArgs {
    /// Join opposite edges of the board
    #[arg(long, conflicts_with_all = ["cylinder", "mobius"])]
    pub torus: bool,
    /// Join the left and the right edge
    #[arg(long, conflicts_with = "mobius")]
    pub cylinder: bool,
    /// Join the left and the right edge with a twist
    #[arg(long)]
    pub mobius: bool,
    /// Number of pieces, anywhere on the board, or a range 0..8 where a verb takes one (default: as
    /// many as rows)
    #[arg(long, value_name = "K", allow_hyphen_values = true)]
    pub queens: Option<String>,
    /// Squares with pawns, which no piece attacks across, written like --given
    #[arg(long, value_name = "SQUARES", allow_hyphen_values = true)]
    pub pawns: Option<String>,
    /// Diagonals where no piece may stand: d and row - column or s and row + column (d0,s7)
    #[arg(long, value_name = "DIAGONALS", allow_hyphen_values = true)]
    pub exclude: Option<String>,
}

impl VariantArgs {
    /// Whether none of them is used.
    pub fn is_empty(&self) -> bool {
        let is_joined = self.torus || self.cylinder || self.mobius;
        !is_joined && self.queens.is_none() && self.pawns.is_none() && self.exclude.is_none()
    }

    /// The numbers of pieces named: none for the usual one.
    pub fn pieces(&self) -> Result<Vec<Option<u32>>, Failure> {
        let Some(text) = &self.queens else { return Ok(vec![None]) };
        let wrong = || {
            Failure::Usage(format!(
                "'{text}' is not a number of queens; write for example 5, or 0..8"
            ))
        };
        let number = |text: &str| text.parse::<u32>().map_err(|_| wrong());
        match text.split_once("..") {
            None => Ok(vec![Some(number(text)?)]),
            Some((first, last)) => {
                let (first, last) = (number(first)?, number(last)?);
                // More numbers than squares of any board that is counted.
                if first > last || last - first > 10_000 {
                    return Err(wrong());
                }
                Ok((first..=last).map(Some).collect())
            }
        }
    }

    /// The squares of the pawns as text.
    pub fn pawns(&self) -> Result<Option<String>, Failure> {
        self.pawns.as_deref().map(|text| stdin_or(text, "--pawns")).transpose()
    }

    /// The problem with these variants.
    pub fn apply(
        &self,
        mut problem: Problem,
        pieces: Option<u32>,
        pawns: Option<&str>,
        notation: Notation,
    ) -> Result<Problem, Failure> {
        let topology = match (self.torus, self.cylinder, self.mobius) {
            (true, _, _) => Topology::Torus,
            (_, true, _) => Topology::Cylinder,
            (_, _, true) => Topology::Mobius,
            _ => Topology::Plane,
        };
        problem = problem.on(topology)?;
        if let Some(pieces) = pieces {
            problem = problem.with_pieces(pieces)?;
        }
        if let Some(text) = pawns {
            let read = notation.read(text, Some(problem.size()));
            let (pawns, _) = read.map_err(|error| {
                let error = bezzel::Error::from(error);
                Failure::Usage(format!("--pawns: {}", message(&error)))
            })?;
            problem = problem.with_pawns(pawns.squares().iter().copied())?;
        }
        Ok(problem.with_excluded(self.exclude.as_deref().unwrap_or_default().parse()?)?)
    }
}
