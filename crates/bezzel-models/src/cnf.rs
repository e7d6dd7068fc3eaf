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
mod tests {
    use super::*;
    use bezzel_board::{Placement, Problem, Size};
    use bezzel_testkit::problems::{any_divided, any_problem, any_rectangle};
    use proptest::prelude::*;

    /// Whether the clauses can be satisfied: plain DPLL, for tiny formulas.
    fn satisfiable(clauses: &[Vec<i64>], assignment: &mut Vec<Option<bool>>) -> bool {
        let value = |assignment: &[Option<bool>], l: i64| {
            assignment[l.unsigned_abs() as usize].map(|v| v == (l > 0))
        };
        let mut branch = None;
        for clause in clauses {
            if clause.iter().any(|&l| value(assignment, l) == Some(true)) {
                continue;
            }
            let free = clause.iter().find(|&&l| value(assignment, l).is_none());
            let Some(&free) = free else { return false };
            branch = branch.or(Some(free));
        }
        let Some(literal) = branch else { return true };
        let place = literal.unsigned_abs() as usize;
        for choice in [literal > 0, literal < 0] {
            assignment[place] = Some(choice);
            if satisfiable(clauses, assignment) {
                assignment[place] = None;
                return true;
            }
        }
        assignment[place] = None;
        false
    }

    #[test]
    fn every_encoding_allows_at_most_one_and_every_one() {
        for (encoding, name) in Encoding::ALL {
            for k in 0..=13_u64 {
                let mut clauses = Vec::new();
                let mut encoder = Encoder::new(encoding, k, |clause: &[i64]| {
                    clauses.push(clause.to_vec());
                    Ok::<(), Infallible>(())
                });
                let literals: Vec<i64> = (1..=k as i64).collect();
                let Ok(()) = encoder.at_most_one(&literals);
                let variables = encoder.variables();
                for bits in 0..1_u64 << k {
                    let mut assignment = vec![None; variables as usize + 1];
                    for x in 0..k {
                        assignment[x as usize + 1] = Some(bits >> x & 1 == 1);
                    }
                    let allowed = satisfiable(&clauses, &mut assignment);
                    assert_eq!(allowed, bits.count_ones() <= 1, "{name}, {k} squares, {bits:b}");
                }
            }
        }
    }

    #[test]
    fn a_counter_allows_exactly_the_number() {
        for k in 0..=6_usize {
            for number in 0..=k + 1 {
                let mut clauses = Vec::new();
                let mut encoder = Encoder::new(Encoding::Pairwise, k as u64, |clause: &[i64]| {
                    clauses.push(clause.to_vec());
                    Ok::<(), Infallible>(())
                });
                let Ok(()) = encoder.exactly(&(1..=k as i64).collect::<Vec<_>>(), number);
                let variables = encoder.variables();
                for bits in 0..1_u32 << k {
                    let mut assignment = vec![None; variables as usize + 1];
                    for x in 0..k {
                        assignment[x + 1] = Some(bits >> x & 1 == 1);
                    }
                    let allowed = satisfiable(&clauses, &mut assignment);
                    assert_eq!(allowed, bits.count_ones() as usize == number, "{bits:b}, {number}");
                }
            }
        }
    }

    /// A set of squares satisfies the clauses exactly if it is a solution, with any number of
    /// pieces.
    #[test]
    fn the_clauses_describe_the_variants() {
        for text in [
            "3 king queens=2",
            "3 mobius queens=2",
            "3x4 cylinder king queens=2",
            "4 bishop queens=3",
            "3 amazon queens=1",
            "3 torus king queens=1",
            "4 semi-queen",
            "4 rook",
        ] {
            let problem: Problem = text.parse().unwrap();
            let corner = bezzel_board::Square::new(0, 0);
            for problem in [problem.clone(), problem.with_given([corner]).unwrap()] {
                let Ok(model) = Model::new(problem) else { continue };
                let mut clauses = Vec::new();
                let formula = Cnf { model: &model, encoding: Encoding::Sequential };
                let Ok(variables) = formula.each_clause(|clause| {
                    clauses.push(clause.to_vec());
                    Ok::<(), Infallible>(())
                });
                let open = model.variables();
                for set in (0..1_u32 << open).filter(|set| set.count_ones() <= 4) {
                    let mut assignment = vec![None; variables as usize + 1];
                    let is_in = |place: &u32| set >> place & 1 == 1;
                    (0..open).for_each(|v| assignment[v as usize + 1] = Some(is_in(&v)));
                    let chosen = (0..open).filter(is_in).map(crate::Variable::from_index);
                    let placement = model.decode(chosen).unwrap();
                    let expected = model.problem().is_solution(&placement);
                    let allowed = satisfiable(&clauses, &mut assignment);
                    assert_eq!(allowed, expected, "{}: {placement}", model.problem());
                }
            }
        }
    }

    /// A vector of columns satisfies the clauses, whatever the encoding, exactly if it is a
    /// solution.
    fn says_the_problem(problem: Problem) {
        let Ok(model) = Model::new(problem) else { return };
        let size = model.problem().size();
        for (encoding, name) in Encoding::ALL {
            let mut clauses = Vec::new();
            let formula = Cnf { model: &model, encoding };
            let Ok(variables) = formula.each_clause(|clause| {
                clauses.push(clause.to_vec());
                Ok::<(), Infallible>(())
            });
            for code in 0..size.columns().pow(size.rows()) {
                let columns: Vec<u32> = (0..size.rows())
                    .map(|row| code / size.columns().pow(row) % size.columns())
                    .collect();
                let placement = Placement::from_columns(&columns);
                if placement.squares().iter().any(|&queen| !model.is_open(queen)) {
                    assert!(!model.problem().is_solution(&placement));
                    continue;
                }
                let mut assignment = vec![None; variables as usize + 1];
                for (variable, square) in model.squares() {
                    assignment[variable.number() as usize] = Some(placement.contains(square));
                }
                let solution = model.problem().is_solution(&placement);
                assert_eq!(
                    satisfiable(&clauses, &mut assignment),
                    solution,
                    "{} {name} {columns:?}",
                    model.problem()
                );
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(30))]

        #[test]
        fn the_clauses_describe_the_problem(problem in any_problem(1..=4, true)) {
            says_the_problem(problem);
        }

        #[test]
        fn the_clauses_describe_regions(problem in any_divided(1..=4)) {
            says_the_problem(problem);
        }

        #[test]
        fn the_clauses_describe_rectangles(problem in any_rectangle(1..=3)) {
            says_the_problem(problem);
        }
    }

    /// Lines long enough for the encodings to differ.
    #[test]
    fn the_clauses_describe_a_wide_rectangle() {
        says_the_problem(Problem::new(Size::rectangle(2, 11).unwrap()));
    }

    #[test]
    fn sizes_are_the_formulas_of_the_table() {
        let line = |encoding, k: u64| {
            let mut clauses = 0;
            let mut encoder = Encoder::new(encoding, k, |_: &[i64]| {
                clauses += 1;
                Ok::<(), Infallible>(())
            });
            let Ok(()) = encoder.at_most_one(&(1..=k as i64).collect::<Vec<_>>());
            (encoder.variables() - k, clauses)
        };
        for k in 6..40 {
            assert_eq!(line(Encoding::Pairwise, k), (0, k * (k - 1) / 2));
            assert_eq!(line(Encoding::Sequential, k), (k - 1, 3 * k - 4));
        }
        // A grid of 10 by 10, then each side of 10 as a grid of 4 by 3.
        assert_eq!(line(Encoding::Product, 100), (20 + 14, 200 + 2 * (20 + 6 + 3)));
    }

    #[test]
    fn eight_queens_in_pairs_has_the_known_size() {
        let model = Model::new(Problem::queens(8)).unwrap();
        let size = Cnf { model: &model, encoding: Encoding::Pairwise }.size();
        // A clause for each attacking pair, and one for each row and each column.
        assert_eq!(size, CnfSize { variables: 64, clauses: 728 + 16 });
        assert_eq!(model.attacks().count(), 728);
    }
}
