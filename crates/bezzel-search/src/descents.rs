//! Knuth's estimate of a search tree from random descents (Knuth 1975, "Estimating the efficiency of
//! backtrack programs").
//!
//! A descent places queens row by row, each on a random free square of its row. Where rows had 8, 5
//! and 3 free squares it counts for 8 + 8·5 + 8·5·3 nodes, and if it fills the board for the product
//! of all its choices in solutions: the mean of such descents is exactly the size of the tree, and
//! the number of solutions. Single descents scatter widely, so the standard error belongs to the
//! number.

use crate::lines::{Lines, Open};
use crate::random::Random;
use bezzel_board::{Problem, Square};

/// A mean with its standard error.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Mean {
    /// The mean.
    pub value: f64,
    /// Its standard error: the truth lies within two of them in about 19 of 20 estimates.
    pub error: f64,
}

/// What random descents say about a problem.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// Descents made.
    pub descents: u64,
    /// Descents that filled the board.
    pub arrived: u64,
    /// Visits of row-by-row backtracking: the nodes of its tree without the root.
    pub visits: Mean,
    /// Solutions.
    pub solutions: Mean,
}

/// Random descents into the search tree of a flat problem.
pub struct Descents<'p> {
    problem: &'p Problem,
    open: Open<'p>,
    random: Random,
    descents: u64,
    arrived: u64,
    visits: Moments,
    solutions: Moments,
}

impl<'p> Descents<'p> {
    /// No descent yet; `None` where the board is not flat.
    #[must_use]
    pub fn new(problem: &'p Problem, seed: u64) -> Option<Descents<'p>> {
        problem.is_flat().then(|| Descents {
            problem,
            open: Open::new(problem),
            random: Random::seeded(seed),
            descents: 0,
            arrived: 0,
            visits: Moments::default(),
            solutions: Moments::default(),
        })
    }

    /// Makes one more descent.
    pub fn descend(&mut self) {
        let size = self.problem.size();
        let mut lines = Lines::new(self.problem);
        let (mut nodes, mut weight) = (0.0, 1.0);
        for row in 0..size.rows() {
            let free: Vec<Square> = (0..size.columns())
                .map(|column| Square::new(row, column))
                .filter(|&square| self.open.forbids(square).is_none() && lines.is_safe(square))
                .collect();
            weight *= free.len() as f64;
            nodes += weight;
            if free.is_empty() {
                break;
            }
            lines.place(self.random.pick(&free));
        }
        self.descents += 1;
        self.arrived += u64::from(weight > 0.0);
        self.visits.add(nodes);
        self.solutions.add(weight);
    }

    /// What the descents so far say.
    #[must_use]
    pub fn estimate(&self) -> Estimate {
        Estimate {
            descents: self.descents,
            arrived: self.arrived,
            visits: self.visits.mean(),
            solutions: self.solutions.mean(),
        }
    }
}

/// Mean and scatter of numbers that come one by one (Welford 1962): sums of squares would cancel.
#[derive(Clone, Copy, Debug, Default)]
struct Moments {
    count: f64,
    mean: f64,
    squares: f64,
}

impl Moments {
    fn add(&mut self, value: f64) {
        self.count += 1.0;
        let before = value - self.mean;
        self.mean += before / self.count;
        self.squares += before * (value - self.mean);
    }

    fn mean(&self) -> Mean {
        let error = match self.count < 2.0 {
            // One number says nothing about its scatter.
            true => f64::INFINITY,
            false => (self.squares / (self.count - 1.0) / self.count).sqrt(),
        };
        Mean { value: self.mean, error }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Limits, Outcome, Settings, algorithms};

    #[test]
    fn estimates_are_right_within_their_error() {
        let given = |n: u32, queens: &[(u32, u32)]| {
            let queens = queens.iter().map(|&(row, column)| Square::new(row, column));
            Problem::queens(n).with_given(queens).unwrap()
        };
        let blocked = Problem::queens(7).with_blocked([Square::new(0, 3), Square::new(4, 4)]);
        let mut problems: Vec<Problem> = (0..=8).map(Problem::queens).collect();
        problems.extend([given(8, &[(3, 2)]), given(6, &[(0, 1), (5, 4)]), blocked.unwrap()]);
        problems.push(Problem::queens(7).on_torus().unwrap());
        problems.push(Problem::new("5x8".parse().unwrap()));
        let backtracking = algorithms::find("backtracking").unwrap();
        for problem in &problems {
            let run = backtracking.run(problem, &Settings::default(), &Limits::none(), &mut ());
            let Outcome::Exact { total } = run.outcome else { panic!("no limit was set") };
            let mut descents = Descents::new(problem, 7).unwrap();
            (0..20_000).for_each(|_| descents.descend());
            let estimate = descents.estimate();
            for (mean, truth) in
                [(estimate.visits, run.work.visits as f64), (estimate.solutions, total as f64)]
            {
                // Four standard errors: one estimate in 16,000 lies further off, whatever the seed.
                let off = (mean.value - truth).abs();
                assert!(off <= 4.0 * mean.error + 1e-6, "{problem}: {mean:?}, not {truth}");
                assert!(mean.error <= 0.1 * truth + 1e-6, "{problem}: {mean:?} says little");
            }
        }
    }

    #[test]
    fn a_seed_means_the_same_run_and_space_is_refused() {
        let problem = Problem::queens(12);
        let run = |seed| {
            let mut descents = Descents::new(&problem, seed).unwrap();
            (0..100).for_each(|_| descents.descend());
            descents.estimate()
        };
        assert_eq!(run(1), run(1));
        assert_ne!(run(1), run(2));
        let one = Descents::new(&problem, 1).map(|mut descents| {
            descents.descend();
            descents.estimate().visits.error
        });
        assert_eq!(one, Some(f64::INFINITY));
        assert!(Descents::new(&Problem::new("3^3".parse().unwrap()), 1).is_none());
    }
}
