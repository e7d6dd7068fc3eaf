//! The number of solutions from walks at rising inverse temperature.
//!
//! With Z(β) the sum of e^(−β·collisions) over all permutations, Z(0) = n! and Z(∞) = Q(n). A walk at
//! inverse temperature β gives the next ratio as a mean; at the end the share of solutions gives the
//! last one:
//!
//! ```text
//! Z(β + s) / Z(β) = mean of e^(−s·collisions)        Q(n) / Z(β) = share of solutions
//! ```
//!
//! One climb goes through all steps once. A single climb says nothing about its own error; the spread
//! of independent climbs does, with whatever correlation there is within each of them. The method is
//! that of Zhang and Ma ("Counting solutions for the N-queens and Latin-square problems by efficient
//! Monte Carlo simulations", 2009), with steps instead of an integral.

use super::Chain;
use crate::exponential::exponential;
use bezzel_board::Problem;

/// A step may change the weight of a permutation by this many standard deviations.
const STRIDE: f64 = 0.5;

/// Steps are multiples of this, so that rounding errors cannot change them.
const FINEST: f64 = 1.0 / 64.0;

/// The last walk is at a solution at least this often.
const ENOUGH: f64 = 0.5;

/// The inverse temperature at which a board without any solution on the way is given up.
const LARGEST_BETA: f64 = 16.0;

/// The result of one climb.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Climb {
    /// Natural logarithm of the number of solutions; `None` if the walk met none.
    pub logarithm: Option<f64>,
    /// Inverse temperature at the end.
    pub beta: f64,
    /// Walks, each of constant inverse temperature.
    pub walks: u32,
    /// The share of the swaps that were kept.
    pub kept: f64,
}

/// Climbs with different random numbers.
pub struct Climber<'p> {
    problem: &'p Problem,
    seed: u64,
    sweeps: u32,
    climbs: u64,
}

impl<'p> Climber<'p> {
    /// No climb yet; each will make this many sweeps at every temperature. `None` if the board has
    /// no permutations to walk on.
    #[must_use]
    pub fn new(problem: &'p Problem, seed: u64, sweeps: u32) -> Option<Climber<'p>> {
        Chain::fits(problem).then_some(Climber { problem, seed, sweeps, climbs: 0 })
    }

    /// One more climb; `None` if stopped.
    pub fn climb(&mut self, mut stop: impl FnMut() -> bool) -> Option<Climb> {
        // Different requests share no seeds: each climb takes one of its own.
        let seed = self.seed.wrapping_mul(1 << 20).wrapping_add(self.climbs);
        self.climbs += 1;
        let mut chain = Chain::new(self.problem, seed).expect("the board was checked");
        let mut logarithm: f64 = (1..=chain.queens()).map(|k| (k as f64).ln()).sum();
        let mut walks = 0;
        loop {
            walks += 1;
            // The first sweeps forget the last temperature, and say how far the next step may go.
            let before = walk(&mut chain, self.sweeps / 4 + 2, &mut stop)?;
            let found = walk(&mut chain, self.sweeps, &mut stop)?;
            let of = found.len() as f64;
            let share = found.iter().filter(|&&collisions| collisions == 0).count() as f64 / of;
            let end =
                |logarithm| Climb { logarithm, beta: chain.beta(), walks, kept: chain.kept() };
            if share >= ENOUGH {
                return Some(end(Some(logarithm + share.ln())));
            }
            if chain.beta() >= LARGEST_BETA {
                return Some(end((share > 0.0).then(|| logarithm + share.ln())));
            }
            let step = (STRIDE / deviation(&before) / FINEST).floor().clamp(1.0, 64.0) * FINEST;
            // Weights relative to the fewest collisions: none of them vanishes.
            let fewest = found.iter().copied().min().unwrap_or(0);
            let weights = found.iter().map(|&one| exponential(-step * (one - fewest) as f64));
            logarithm += (weights.sum::<f64>() / of).ln() - step * fewest as f64;
            let beta = chain.beta() + step;
            chain.cool(beta);
        }
    }
}

/// The collisions after each of some sweeps; `None` if stopped.
fn walk(chain: &mut Chain<'_>, sweeps: u32, stop: &mut impl FnMut() -> bool) -> Option<Vec<u64>> {
    let mut found = Vec::with_capacity(sweeps as usize);
    for _ in 0..sweeps {
        if stop() {
            return None;
        }
        chain.sweep();
        found.push(chain.collisions());
    }
    Some(found)
}

/// The standard deviation, at least a small one: a short walk may have met one number only.
fn deviation(found: &[u64]) -> f64 {
    let of = found.len() as f64;
    let mean = found.iter().sum::<u64>() as f64 / of;
    let squares: f64 = found.iter().map(|&one| (one as f64 - mean).powi(2)).sum();
    (squares / of).sqrt().max(0.1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Known totals lie where the spread of the climbs says.
    #[test]
    fn climbs_find_the_known_totals() {
        for (n, total) in [(6, 4.0_f64), (8, 92.0), (12, 14_200.0)] {
            let problem = Problem::queens(n);
            let mut climber = Climber::new(&problem, 1, 400).unwrap();
            let found: Vec<f64> =
                (0..6).map(|_| climber.climb(|| false).unwrap().logarithm.unwrap()).collect();
            let mean = found.iter().sum::<f64>() / 6.0;
            let spread = found.iter().map(|one| (one - mean).powi(2)).sum::<f64>() / 5.0;
            let error = (spread / 6.0).sqrt();
            assert!(error < 0.2, "{n}: {found:?}");
            // Five standard errors from six climbs: exceeded less than once in 200 times, and the
            // seed is fixed.
            assert!((mean - total.ln()).abs() < 5.0 * error, "{n}: {mean} +- {error}, {total}");
        }
    }

    #[test]
    fn a_board_without_solutions_gives_no_number() {
        let problem = Problem::queens(3);
        let climb = Climber::new(&problem, 1, 20).unwrap().climb(|| false).unwrap();
        assert_eq!(climb.logarithm, None);
        assert!(Climber::new(&problem, 1, 20).unwrap().climb(|| true).is_none());
    }
}
