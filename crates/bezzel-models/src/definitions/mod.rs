//! The survey's six definitions of the problem (Erbas, Sarkeshik and Tanik 1992, section 1), each as
//! a checker of sets of squares: as printed and, where the print is wrong, as corrected.
//!
//! A checker follows its definition's own objects and conditions, not the rules of bezzel-board, so
//! that their agreement is a meaningful test.

mod algebraic;
mod csp;
mod graph;
mod integer_program;
mod modular;

use crate::ModelError;
use bezzel_board::{Placement, Square, Stop};
use std::iter::successors;

/// The version of a definition's text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reading {
    /// What the survey prints.
    Printed,
    /// What it should say.
    #[default]
    Corrected,
}

/// One of the six definitions.
pub struct Definition {
    /// Name on the command line.
    pub id: &'static str,
    /// The survey's heading and section.
    pub title: &'static str,
    /// What is wrong in print, if anything.
    pub correction: &'static str,
    find: fn(u32, &[Square], Reading, &mut Faults),
}

/// The faults of a set of squares by a definition: all are counted, and the first ones are
/// described. Queens on one line have a fault for every pair, which is too many to store.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Faults {
    /// The first faults in words, at most a thousand.
    pub first: Vec<String>,
    /// The number of faults.
    pub total: u64,
    /// Whether they are counted alone.
    without_words: bool,
}

/// Maximum number of faults kept in words.
const KEPT: usize = 1000;

/// Maximum number of queens for which definitions are checked: most of them examine every pair,
/// which takes seconds at this size.
pub const MOST_QUEENS: usize = 50_000;

/// Maximum side on which every set of squares is tried: 53,130 sets for 5, millions for 6.
pub const EVERY_SET: u32 = 5;

/// The pairs of columns that a definition allows in rows i and j, where i < j.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Relation {
    /// The first row.
    pub i: u32,
    /// The second row.
    pub j: u32,
    /// The pairs, in order.
    pub pairs: Vec<(u32, u32)>,
}

impl Faults {
    /// These faults and no more.
    #[must_use]
    pub fn all(first: Vec<String>) -> Faults {
        Faults { total: first.len() as u64, first, without_words: false }
    }

    /// Whether there are no faults.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.total == 0
    }

    fn add(&mut self, words: impl FnOnce() -> String) {
        self.total += 1;
        if self.first.len() < KEPT && !self.without_words {
            self.first.push(words());
        }
    }
}

impl Definition {
    /// The definition with this name.
    pub fn find(id: &str) -> Result<&'static Definition, ModelError> {
        let found = DEFINITIONS.iter().find(|definition| definition.id == id);
        found.ok_or_else(|| ModelError::UnknownName {
            text: id.to_owned(),
            what: "definition",
            known: DEFINITIONS.each_ref().map(|definition| definition.id).join(", "),
        })
    }

    /// The conditions that a set of squares fails on the board of side n, in the definition's terms;
    /// a set that fails none is a solution. Refuses more than [`MOST_QUEENS`].
    pub fn faults(
        &self,
        n: u32,
        placement: &Placement,
        reading: Reading,
    ) -> Result<Faults, ModelError> {
        let squares = placement.squares();
        if squares.len() > MOST_QUEENS || n as usize > MOST_QUEENS {
            let queens = squares.len().max(n as usize);
            return Err(ModelError::TooManyQueens { queens, most: MOST_QUEENS });
        }
        let mut faults = Faults::default();
        for square in squares.iter().filter(|s| s.row >= n || s.column >= n) {
            faults.add(|| format!("{square} is not a square of the board"));
        }
        if faults.is_empty() {
            (self.find)(n, squares, reading, &mut faults);
        }
        Ok(faults)
    }

    /// How many of all sets of n squares the definition accepts, and how many sets there are; `None`
    /// beyond [`EVERY_SET`], or if it was stopped.
    #[must_use]
    pub fn accepted(&self, n: u32, reading: Reading, stop: &Stop) -> Option<(u64, u64)> {
        if n > EVERY_SET {
            return None;
        }
        let (mut accepted, mut all) = (0, 0);
        for set in sets(n) {
            if stop.is_asked() {
                return None;
            }
            let mut faults = Faults { without_words: true, ..Faults::default() };
            (self.find)(n, set.squares(), reading, &mut faults);
            accepted += u64::from(faults.is_empty());
            all += 1;
        }
        Some((accepted, all))
    }

    /// The relations P_ij of the constraint problem; the other definitions have none.
    #[must_use]
    pub fn relations(&self, n: u32, reading: Reading) -> Vec<Relation> {
        if self.id == CSP { csp::relations(n, reading) } else { Vec::new() }
    }
}

/// The definition that has relations.
const CSP: &str = "csp";

/// The six, in the survey's order.
pub static DEFINITIONS: [Definition; 6] = [
    Definition {
        id: "algebraic",
        title: "algebraic definition, section 1.1",
        correction: "none: right as printed",
        find: algebraic::faults,
    },
    Definition {
        id: "modular",
        title: "modular arithmetic definition, section 1.2",
        correction: "condition 4 is printed with absolute values, which do not distinguish a \
                     diagonal from its mirror image; they must be removed",
        find: modular::faults,
    },
    Definition {
        id: CSP,
        title: "constraint satisfaction problem, section 1.3",
        correction: "the pairs with x + y = i + j are also printed as forbidden, but they are not \
                     diagonals; only x = y and |x - y| = |i - j| are",
        find: csp::faults,
    },
    Definition {
        id: "stable-set",
        title: "maximum stable set problem, section 1.4",
        correction: "none: right as printed (for n from 4, where n is the stability number)",
        find: graph::stable_set_faults,
    },
    Definition {
        id: "clique",
        title: "maximum clique problem, section 1.5",
        correction: "none: right as printed",
        find: graph::clique_faults,
    },
    Definition {
        id: "integer-program",
        title: "integer programming, section 1.6",
        correction: "the sums over rows and columns are printed from 1, which requires at least n + 1 \
                     squares; they must start at 0",
        find: integer_program::faults,
    },
];

/// The condition that the set has n elements, which all but the constraint problem and the integer
/// program state first.
fn not_n(n: u32, found: usize, what: &str, faults: &mut Faults) {
    if found != n as usize {
        faults.add(|| format!("{n} {what} must be selected, not {found}"));
    }
}

/// Every set of n squares of the board of side n.
fn sets(n: u32) -> impl Iterator<Item = Placement> {
    let squares = n * n;
    let square = move |place: u32| Square::new(place / n, place % n);
    let all = successors(Some((1_u32 << n) - 1), |&set| next_of_its_size(set));
    all.take_while(move |set| set >> squares == 0)
        .map(move |set| (0..squares).filter(|place| set >> place & 1 == 1).map(square).collect())
}

/// The next larger number with as many ones; none after the empty set.
fn next_of_its_size(set: u32) -> Option<u32> {
    // The lowest run of ones: its highest moves up by one place, the others down to the end.
    let lowest = set & set.wrapping_neg();
    let moved = set + lowest;
    Some(moved | ((set ^ moved) >> 2).checked_div(lowest)?)
}

/// Every two elements of a list, the earlier first.
fn pairs<T: Copy>(list: &[T]) -> impl Iterator<Item = (T, T)> {
    (list.iter().enumerate()).flat_map(|(k, &a)| list[k + 1..].iter().map(move |&b| (a, b)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_set_is_tried_once() {
        for n in 0..=4 {
            let chosen = |set: &u32| set.count_ones() == n;
            let squares = |set: u32| (0..n * n).filter(move |place| set >> place & 1 == 1);
            let plain: Vec<Placement> = (0_u32..1 << (n * n))
                .filter(chosen)
                .map(|set| squares(set).map(|place| Square::new(place / n, place % n)).collect())
                .collect();
            assert_eq!(sets(n).collect::<Vec<_>>(), plain, "{n}");
        }
    }
}
