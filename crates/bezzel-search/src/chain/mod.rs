//! A random walk on permutations in which solutions are equally likely, for boards of hundreds of
//! queens (Metropolis and others 1953).
//!
//! Two rows, drawn at random, exchange their columns. A swap that adds d collisions is kept with
//! probability e^(−d·β), any other swap always. A collision is a queen on a diagonal that has one
//! already, or on a blocked square. After many swaps a permutation with E collisions occurs with
//! probability proportional to e^(−β·E), whatever the start was, so all solutions are equally
//! likely. β is the *inverse temperature*: at 0 every permutation is equally likely; the larger it
//! is, the more often the walk is at a solution and the more slowly it moves. On large boards about
//! one swap in forty leaves a solution a solution, so the walk does not get stuck.
//!
//! `climb` counts solutions by raising the inverse temperature in steps, `draws` takes solutions
//! from walks at a constant inverse temperature.

mod climb;
mod draws;

pub use climb::{Climb, Climber};
pub use draws::{Draws, Mixing};

use crate::exponential::exponential;
use crate::random::Random;
use crate::swaps::{Measure, Swaps};
use bezzel_board::Problem;

/// Most collisions that a swap adds: two queens, each with two diagonals and perhaps a blocked square.
const MOST_ADDED: usize = 6;

/// A walk on the permutations of a square board.
pub struct Chain<'p> {
    swaps: Swaps<'p>,
    random: Random,
    beta: f64,
    /// The probability of keeping a swap that adds 0, 1, 2 … collisions.
    keeps: [f64; MOST_ADDED + 1],
    tried: u64,
    kept: u64,
}

impl<'p> Chain<'p> {
    /// A random permutation at β = 0; `None` if the board is not a flat square without regions.
    #[must_use]
    pub fn new(problem: &'p Problem, seed: u64) -> Option<Chain<'p>> {
        if !Chain::fits(problem) {
            return None;
        }
        let mut random = Random::seeded(seed);
        let mut swaps = Swaps::new(problem, Measure::Surplus);
        swaps.shuffle(&mut random);
        let keeps = [1.0; MOST_ADDED + 1];
        Some(Chain { swaps, random, beta: 0.0, keeps, tried: 0, kept: 0 })
    }

    /// Whether a board has permutations to walk on.
    #[must_use]
    pub fn fits(problem: &Problem) -> bool {
        problem.is_flat() && problem.size().is_square() && problem.regions().is_empty()
    }

    /// Sets the inverse temperature.
    pub fn cool(&mut self, beta: f64) {
        self.beta = beta;
        for (added, keep) in (0..).zip(&mut self.keeps) {
            *keep = exponential(-beta * f64::from(added));
        }
    }

    /// The inverse temperature.
    #[must_use]
    pub fn beta(&self) -> f64 {
        self.beta
    }

    /// Tries as many swaps as there are queens.
    pub fn sweep(&mut self) {
        let queens = self.swaps.movable.len() as u32;
        if queens < 2 {
            return;
        }
        for _ in 0..queens {
            let first = self.random.below(queens);
            let second = (first + 1 + self.random.below(queens - 1)) % queens;
            let [row, other] = [first, second].map(|queen| self.swaps.movable[queen as usize]);
            let before = self.swaps.collisions;
            self.swaps.swap(row, other);
            let added = self.swaps.collisions.saturating_sub(before) as usize;
            if added > 0 && self.random.unit() >= self.keeps[added] {
                self.swaps.swap(row, other);
            } else {
                self.kept += 1;
            }
        }
        self.tried += u64::from(queens);
    }

    /// Collisions on the board.
    #[must_use]
    pub fn collisions(&self) -> u64 {
        self.swaps.collisions
    }

    /// The column of each row.
    #[must_use]
    pub fn columns(&self) -> &[u32] {
        &self.swaps.columns
    }

    /// Queens that are not given.
    #[must_use]
    pub fn queens(&self) -> usize {
        self.swaps.movable.len()
    }

    /// The share of the swaps that were kept.
    #[must_use]
    pub fn kept(&self) -> f64 {
        self.kept as f64 / self.tried.max(1) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    /// At any temperature the share of each permutation is proportional to e^(−β·collisions).
    #[test]
    fn permutations_have_the_probabilities_they_should() {
        let problem = Problem::queens(5);
        let mut chain = Chain::new(&problem, 1).unwrap();
        chain.cool(1.0);
        let mut seen: BTreeMap<Vec<u32>, (u64, u32)> = BTreeMap::new();
        let sweeps = 60_000;
        for _ in 0..sweeps {
            chain.sweep();
            let one = seen.entry(chain.columns().to_vec()).or_default();
            *one = (chain.collisions(), one.1 + 1);
        }
        assert_eq!(seen.len(), 120);
        let sum: f64 = seen.values().map(|(collisions, _)| (-(*collisions as f64)).exp()).sum();
        for (columns, (collisions, times)) in seen {
            let expected = (-(collisions as f64)).exp() / sum * f64::from(sweeps);
            // Sweeps are not independent: twice the deviation that independent ones would have.
            let most = 10.0 * expected.sqrt();
            assert!((f64::from(times) - expected).abs() < most, "{columns:?} {times} {expected}");
        }
    }

    #[test]
    fn given_queens_stay_and_blocked_squares_collide() {
        use bezzel_board::Square;
        let problem = Problem::queens(8).with_given([Square::new(0, 3)]).unwrap();
        let problem = problem.with_blocked([Square::new(4, 4)]).unwrap();
        let mut chain = Chain::new(&problem, 3).unwrap();
        chain.cool(3.0);
        for _ in 0..200 {
            chain.sweep();
            assert_eq!(chain.columns()[0], 3);
            if chain.collisions() == 0 {
                assert_ne!(chain.columns()[4], 4);
            }
        }
        assert!(Chain::new(&Problem::new("4x5".parse().unwrap()), 1).is_none());
    }
}
