//! Solutions from walks at a constant inverse temperature, with diagnostics.
//!
//! A trial walk raises the inverse temperature until the walk is at a solution often enough, and
//! measures how many sweeps it takes until all but 1/e of the queens have left their squares. Four
//! walks then start from different permutations. After a burn-in they are sampled in turn, always
//! after the same number of sweeps. A sample that is a solution is drawn, and no other; that favours
//! no solution. Sampling only at fixed times matters: the next solution of a walk would be one that
//! is easy to reach.
//!
//! The draws are uniform only in the limit of endless walks. How close they come cannot be
//! computed, but a walk that moves too slowly can be recognised: its queens stay where they are
//! from draw to draw, or the walks disagree about the average of a number (Gelman and Rubin 1992).

use super::Chain;
use bezzel_board::Problem;

/// Walks with different random numbers.
const WALKS: u64 = 4;

/// The walks are at a solution at least this often.
const ENOUGH: f64 = 0.25;

/// Sweeps between samples, in units of the sweeps after which 1/e of the queens have not moved: 1/e^8
/// is one queen in three thousand.
const APART: u32 = 8;

/// Samples that pass before the first one that counts (burn-in).
const BURN_IN: u32 = 10;

/// Sweeps at each temperature of the trial walk.
const TRIAL: u32 = 40;

/// The inverse temperature at which a board without any solution on the way is given up.
const LARGEST_BETA: f64 = 16.0;

/// How well the walks behind some draws mixed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mixing {
    /// Walks.
    pub walks: u64,
    /// Their inverse temperature.
    pub beta: f64,
    /// Sweeps of the burn-in, each of one swap per queen.
    pub burn_in: u64,
    /// Sweeps from one sample to the next.
    pub apart: u64,
    /// Samples.
    pub samples: u64,
    /// The share of samples that are solutions.
    pub at_solutions: f64,
    /// The share of the swaps that were kept.
    pub kept: f64,
    /// The share of the queens that stand on the same square in consecutive samples of a walk.
    pub unmoved: f64,
    /// The same for samples of different walks: what independent draws would have.
    pub unmoved_apart: f64,
    /// Gelman and Rubin's ratio for the mean distance from the centre, from 1 for walks that agree;
    /// `None` with fewer than ten samples of each.
    pub ratio: Option<f64>,
}

/// Four walks after their burn-in.
pub struct Draws<'p> {
    chains: Vec<Chain<'p>>,
    apart: u32,
    beta: f64,
    samples: u64,
    found: u64,
    /// The last sample of each walk, and what has been seen of it.
    last: Vec<Option<Vec<u32>>>,
    seen: Vec<Seen>,
    /// Unmoved queens and all queens, of one walk and of different ones.
    same: [(u64, u64); 2],
}

/// A number of each sample of one walk: how many, their sum, the sum of their squares.
#[derive(Clone, Copy, Default)]
struct Seen(f64, f64, f64);

impl<'p> Draws<'p> {
    /// Walks that have run in; `None` if the board has no permutations to walk on, if no solution
    /// was met, or if stopped.
    pub fn new(
        problem: &'p Problem,
        seed: u64,
        mut stop: impl FnMut() -> bool,
    ) -> Option<Draws<'p>> {
        let seed = |number: u64| seed.wrapping_mul(1 << 20).wrapping_add(number);
        let mut trial = Chain::new(problem, seed(WALKS))?;
        warm(&mut trial, None, &mut stop)?;
        let beta = trial.beta();
        let mut sweep = |chain: &mut Chain<'_>| {
            chain.sweep();
            if stop() { None } else { Some(()) }
        };
        let start = trial.columns().to_vec();
        let mut left = 1;
        loop {
            sweep(&mut trial)?;
            let unmoved = unmoved(&start, trial.columns()) as f64;
            // A given queen never moves; a tiny board has few other squares.
            let given = (start.len() - trial.queens()) as f64;
            if unmoved - given <= (trial.queens() as f64 / std::f64::consts::E).max(2.0) {
                break;
            }
            left += 1;
        }
        let apart = APART * left;
        let mut chains = Vec::new();
        for number in 0..WALKS {
            let mut chain = Chain::new(problem, seed(number))?;
            warm(&mut chain, Some(beta), &mut stop)?;
            for _ in 0..BURN_IN * apart {
                chain.sweep();
                if stop() {
                    return None;
                }
            }
            chains.push(chain);
        }
        Some(Draws {
            last: vec![None; chains.len()],
            seen: vec![Seen::default(); chains.len()],
            chains,
            apart,
            beta,
            samples: 0,
            found: 0,
            same: [(0, 0); 2],
        })
    }

    /// The next solution; `None` if stopped.
    pub fn draw(&mut self, mut stop: impl FnMut() -> bool) -> Option<Vec<u32>> {
        loop {
            let walk = (self.samples % WALKS) as usize;
            let chain = &mut self.chains[walk];
            for _ in 0..self.apart {
                if stop() {
                    return None;
                }
                chain.sweep();
            }
            self.samples += 1;
            let columns = chain.columns().to_vec();
            let is_solution = chain.collisions() == 0;
            self.note(walk, &columns);
            if is_solution {
                self.found += 1;
                return Some(columns);
            }
        }
    }

    /// Keeps what a sample says about the walks.
    fn note(&mut self, walk: usize, columns: &[u32]) {
        let Seen(samples, sum, squares) = &mut self.seen[walk];
        let distance = distance(columns);
        *samples += 1.0;
        *sum += distance;
        *squares += distance * distance;
        for (other, last) in self.last.iter().enumerate() {
            let Some(last) = last else { continue };
            let (same, of) = &mut self.same[usize::from(other != walk)];
            *same += unmoved(last, columns);
            *of += columns.len() as u64;
        }
        self.last[walk] = Some(columns.to_vec());
    }

    /// How well the walks mixed so far.
    #[must_use]
    pub fn mixing(&self) -> Mixing {
        let share = |(same, of): (u64, u64)| same as f64 / of.max(1) as f64;
        Mixing {
            walks: WALKS,
            beta: self.beta,
            burn_in: u64::from(BURN_IN * self.apart),
            apart: u64::from(self.apart),
            samples: self.samples,
            at_solutions: self.found as f64 / self.samples.max(1) as f64,
            kept: self.chains.iter().map(Chain::kept).sum::<f64>() / WALKS as f64,
            unmoved: share(self.same[0]),
            unmoved_apart: share(self.same[1]),
            ratio: ratio(&self.seen),
        }
    }
}

/// Raises the inverse temperature to a number, or until a walk is at a solution often enough; `None` if that
/// does not happen, or if stopped.
fn warm(chain: &mut Chain<'_>, beta: Option<f64>, stop: &mut impl FnMut() -> bool) -> Option<()> {
    loop {
        let mut found = 0;
        for _ in 0..TRIAL {
            if stop() {
                return None;
            }
            chain.sweep();
            found += u32::from(chain.collisions() == 0);
        }
        let is_cold = match beta {
            Some(beta) => chain.beta() >= beta,
            None => f64::from(found) >= ENOUGH * f64::from(TRIAL),
        };
        if is_cold {
            return Some(());
        }
        if chain.beta() >= LARGEST_BETA {
            return None;
        }
        chain.cool(chain.beta() + 0.25);
    }
}

/// Queens on the same square.
fn unmoved(one: &[u32], other: &[u32]) -> u64 {
    one.iter().zip(other).filter(|(one, other)| one == other).count() as u64
}

/// The mean of |x·y| with x and y the queen's distances from the centre in half sides: no symmetry of
/// the board changes it, and it is larger the more queens stand near corners.
fn distance(columns: &[u32]) -> f64 {
    let side = columns.len() as f64;
    let from_centre = |at: f64| (2.0 * at + 1.0 - side).abs() / side;
    let products = columns
        .iter()
        .enumerate()
        .map(|(row, &column)| from_centre(row as f64) * from_centre(column.into()));
    products.sum::<f64>() / side
}

/// The root of (variance of all samples over variance within walks).
fn ratio(seen: &[Seen]) -> Option<f64> {
    let walks = seen.len() as f64;
    let samples = seen.iter().map(|one| one.0).fold(f64::INFINITY, f64::min);
    if samples < 10.0 {
        return None;
    }
    let means: Vec<f64> = seen.iter().map(|Seen(samples, sum, _)| sum / samples).collect();
    let within = seen.iter().map(|Seen(samples, sum, squares)| {
        (squares - sum * sum / samples).max(0.0) / (samples - 1.0)
    });
    let within = within.sum::<f64>() / walks;
    let mean = means.iter().sum::<f64>() / walks;
    let between = means.iter().map(|one| (one - mean).powi(2)).sum::<f64>() / (walks - 1.0);
    let all = (samples - 1.0) / samples * within + between;
    (within > 0.0).then(|| (all / within).sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;
    use bezzel_board::Placement;
    use std::collections::BTreeMap;

    /// On a small board, where all solutions are known, draws are as even as independent ones.
    #[test]
    fn draws_are_even_where_it_can_be_seen() {
        let problem = Problem::queens(7);
        let mut draws = Draws::new(&problem, 1, || false).unwrap();
        let mut times: BTreeMap<Vec<u32>, u32> = BTreeMap::new();
        for _ in 0..4_000 {
            *times.entry(draws.draw(|| false).unwrap()).or_default() += 1;
        }
        assert_eq!(times.len(), 40);
        let chi: f64 = times.values().map(|&one| (f64::from(one) - 100.0).powi(2) / 100.0).sum();
        // 39 degrees of freedom: exceeded once in a thousand times.
        assert!(chi < 72.06, "{chi}");
        let mixing = draws.mixing();
        assert!(mixing.ratio.unwrap() < 1.02, "{mixing:?}");
        assert!((mixing.unmoved - mixing.unmoved_apart).abs() < 0.02, "{mixing:?}");
        assert!(mixing.at_solutions > 0.1, "{mixing:?}");
    }

    #[test]
    fn large_boards_are_drawn_and_the_walks_move() {
        let problem = Problem::queens(60);
        let mut draws = Draws::new(&problem, 2, || false).unwrap();
        for _ in 0..8 {
            let columns = draws.draw(|| false).unwrap();
            assert!(problem.is_solution(&Placement::from_columns(&columns)));
        }
        let mixing = draws.mixing();
        assert!(mixing.unmoved < 0.1, "{mixing:?}");
        assert!(mixing.ratio.is_none() || mixing.samples >= 40);
    }

    #[test]
    fn boards_without_solutions_and_stopped_walks_give_nothing() {
        assert!(Draws::new(&Problem::queens(3), 1, || false).is_none());
        assert!(Draws::new(&Problem::queens(8), 1, || true).is_none());
    }
}
