//! The model as clauses: three encodings of "at most one", streamed one clause at a time.
//!
//! Squares are the variables 1 to [`Model::variables`]; the auxiliary variables of the encoding
//! follow them and are determined by the squares or unconstrained, so that projecting the
//! satisfying assignments onto the squares gives the solutions. For a line of k squares:
//!
//! | encoding | clauses | new variables | source |
//! |---|---|---|---|
//! | pairwise | k(k − 1)/2 | 0 | |
//! | sequential | 3k − 4 | k − 1 | Sinz 2005 |
//! | product | 2k + 4√k + O(k^¼) | 2√k + O(k^¼) | Chen 2010 |
//!
//! For up to five squares pairs need the fewest clauses, so all three encode short lines pairwise.

use crate::{Model, ModelError, Need};
use std::convert::Infallible;
use std::fmt;
use std::str::FromStr;

/// How "at most one" is expressed in clauses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Encoding {
    /// A clause for every pair.
    Pairwise,
    /// A chain of auxiliary variables: whether the queen stands at or before each square.
    #[default]
    Sequential,
    /// The squares arranged in a grid: at most one row and at most one column of it, recursively.
    Product,
}

impl Encoding {
    /// Every encoding with its name.
    pub const ALL: [(Encoding, &'static str); 3] = [
        (Encoding::Pairwise, "pairwise"),
        (Encoding::Sequential, "sequential"),
        (Encoding::Product, "product"),
    ];
}

impl fmt::Display for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let found = Encoding::ALL.iter().find(|(encoding, _)| encoding == self);
        f.write_str(found.expect("ALL lists every encoding").1)
    }
}

impl FromStr for Encoding {
    type Err = ModelError;

    fn from_str(text: &str) -> Result<Encoding, ModelError> {
        let found = Encoding::ALL.iter().find(|(_, name)| *name == text);
        found.map(|(encoding, _)| *encoding).ok_or_else(|| ModelError::UnknownName {
            text: text.to_owned(),
            what: "encoding",
            known: Encoding::ALL.map(|(_, name)| name).join(", "),
        })
    }
}

/// How large a formula is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CnfSize {
    /// Variables of the squares and of the encoding.
    pub variables: u64,
    /// Clauses.
    pub clauses: u64,
}

/// A formula that can be traversed clause by clause.
pub trait Clauses {
    /// Calls `emit` with every clause, in DIMACS literals; returns the number of variables. Stops
    /// at the first error.
    fn each_clause<E>(&self, emit: impl FnMut(&[i64]) -> Result<(), E>) -> Result<u64, E>;

    /// Variables and clauses, counted by traversing the formula once.
    fn size(&self) -> CnfSize {
        let mut clauses = 0;
        let walked = self.each_clause(|_| {
            clauses += 1;
            Ok::<(), Infallible>(())
        });
        let Ok(variables) = walked;
        CnfSize { variables, clauses }
    }
}

/// A model in clauses.
#[derive(Clone, Copy, Debug)]
pub struct Cnf<'m> {
    /// The model.
    pub model: &'m Model,
    /// How "at most one" is expressed.
    pub encoding: Encoding,
}

impl Clauses for Cnf<'_> {
    fn each_clause<E>(&self, emit: impl FnMut(&[i64]) -> Result<(), E>) -> Result<u64, E> {
        let squares = u64::from(self.model.variables());
        let mut encoder = Encoder::new(self.encoding, squares, emit);
        for group in self.model.groups() {
            let literals: Vec<i64> =
                self.model.on_line(&group.line).map(|(v, _)| i64::from(v.number())).collect();
            if group.need == Need::ExactlyOne {
                encoder.clause(&literals)?;
            }
            encoder.at_most_one(&literals)?;
        }
        if let Some(total) = self.model.total() {
            let all: Vec<i64> = (1..=i64::from(self.model.variables())).collect();
            encoder.exactly(&all, total as usize)?;
        }
        Ok(encoder.variables)
    }
}

/// Writes clauses and numbers new variables.
pub(crate) struct Encoder<F> {
    encoding: Encoding,
    variables: u64,
    emit: F,
}

/// Longest line for which pairs need the fewest clauses: 10 pairs for 5 squares, 11 clauses for the
/// chain.
const SHORT: usize = 5;

impl<E, F: FnMut(&[i64]) -> Result<(), E>> Encoder<F> {
    pub(crate) fn new(encoding: Encoding, variables: u64, emit: F) -> Encoder<F> {
        Encoder { encoding, variables, emit }
    }

    /// Number of variables used so far.
    pub(crate) fn variables(&self) -> u64 {
        self.variables
    }

    pub(crate) fn clause(&mut self, literals: &[i64]) -> Result<(), E> {
        (self.emit)(literals)
    }

    pub(crate) fn at_most_one(&mut self, literals: &[i64]) -> Result<(), E> {
        match self.encoding {
            _ if literals.len() <= SHORT => self.pairwise(literals),
            Encoding::Pairwise => self.pairwise(literals),
            Encoding::Sequential => self.sequential(literals),
            Encoding::Product => self.product(literals),
        }
    }

    /// Exactly this many of the literals are true.
    pub(crate) fn exactly(&mut self, literals: &[i64], number: usize) -> Result<(), E> {
        let counts = self.counter(literals, number + 1)?;
        if number > literals.len() {
            return self.clause(&[]);
        }
        if number > 0 {
            self.clause(&[counts[number - 1]])?;
        }
        match counts.get(number) {
            Some(more) => self.clause(&[-more]),
            None => Ok(()),
        }
    }

    /// For j from 1 to `most` (and no more than there are literals) a variable that is true exactly
    /// if at least j literals are: a sequential counter in both directions (Sinz 2005), so that the
    /// literals determine every new variable.
    pub(crate) fn counter(&mut self, literals: &[i64], most: usize) -> Result<Vec<i64>, E> {
        let mut before: Vec<i64> = Vec::new();
        for &x in literals {
            let mut now = Vec::new();
            for j in 0..(before.len() + 1).min(most) {
                let seen = self.variable();
                let (same, fewer) = (before.get(j).copied(), j.checked_sub(1).map(|j| before[j]));
                // At least j + 1 up to here: already before, or this one after at least j.
                let with = |first: [i64; 2], other: Option<i64>| {
                    first.into_iter().chain(other).collect::<Vec<i64>>()
                };
                if let Some(same) = same {
                    self.clause(&[-same, seen])?;
                }
                self.clause(&with([-x, seen], fewer.map(|fewer| -fewer)))?;
                self.clause(&with([-seen, x], same))?;
                if let Some(fewer) = fewer {
                    self.clause(&with([-seen, fewer], same))?;
                }
                now.push(seen);
            }
            before = now;
        }
        Ok(before)
    }

    /// A new variable.
    pub(crate) fn variable(&mut self) -> i64 {
        self.variables += 1;
        self.variables as i64
    }

    fn pairwise(&mut self, literals: &[i64]) -> Result<(), E> {
        for (place, &a) in literals.iter().enumerate() {
            for &b in &literals[place + 1..] {
                self.clause(&[-a, -b])?;
            }
        }
        Ok(())
    }

    fn sequential(&mut self, literals: &[i64]) -> Result<(), E> {
        let (&last, most) = literals.split_last().expect("short lines are pairwise");
        let mut before: Option<i64> = None;
        for &x in most {
            let seen = self.variable();
            self.clause(&[-x, seen])?;
            if let Some(before) = before {
                self.clause(&[-before, seen])?;
                self.clause(&[-x, -before])?;
            }
            before = Some(seen);
        }
        self.clause(&[-last, -before.expect("the line has several squares")])
    }

    fn product(&mut self, literals: &[i64]) -> Result<(), E> {
        let width = literals.len().isqrt() + usize::from(!is_square(literals.len()));
        let height = literals.len().div_ceil(width);
        let columns: Vec<i64> = (0..width).map(|_| self.variable()).collect();
        let rows: Vec<i64> = (0..height).map(|_| self.variable()).collect();
        for (place, &x) in literals.iter().enumerate() {
            self.clause(&[-x, rows[place / width]])?;
            self.clause(&[-x, columns[place % width]])?;
        }
        self.at_most_one(&rows)?;
        self.at_most_one(&columns)
    }
}

fn is_square(k: usize) -> bool {
    k.isqrt().pow(2) == k
}

#[cfg(test)]
mod tests;
