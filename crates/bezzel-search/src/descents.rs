//! Knuth's estimate of a search tree from random descents (Knuth 1975, "Estimating the efficiency of
//! backtrack programs").
//!
//! A descent places queens row by row, each on a random free square of its row. If the rows had 8,
//! 5 and 3 free squares, it estimates 8 + 8·5 + 8·5·3 nodes; if it fills the board, it estimates
//! the number of solutions as the product of its numbers of choices. The expected values of these
//! estimates are exactly the size of the tree and the number of solutions. Single descents vary
//! widely, so every mean has a standard error. The few descents that fill a board have the largest
//! weights, so the distribution is skewed: with 200 descents two standard errors cover the total of
//! 20 queens in 75 of 100 estimates instead of 95. The interval is therefore corrected for the
//! observed skewness (P. Hall, "On the removal of skewness by transformation", 1992), which
//! restores 95 of 100, and is omitted if fewer than ten descents contribute.

use crate::lines::{Lines, Open};
use crate::random::Random;
use bezzel_board::{Problem, Square};

/// A mean with its standard error.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Mean {
    /// The mean.
    pub value: f64,
    /// Its standard error.
    pub error: f64,
    /// The true value lies between these in about 19 of 20 estimates; `None` if too few descents
    /// contribute.
    pub interval: Option<(f64, f64)>,
}

/// Descents that must contribute before an interval is given.
const ENOUGH: f64 = 10.0;

/// The number of standard errors that a normal mean exceeds in one of 20 cases.
const NORMAL: f64 = 1.96;

/// The estimates from random descents for a problem.
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

/// Random descents into the search tree of row-by-row backtracking.
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
    /// No descents yet.
    #[must_use]
    pub fn new(problem: &'p Problem, seed: u64) -> Descents<'p> {
        Descents {
            problem,
            open: Open::new(problem),
            random: Random::seeded(seed),
            descents: 0,
            arrived: 0,
            visits: Moments::default(),
            solutions: Moments::default(),
        }
    }

    /// Makes one more descent.
    pub fn descend(&mut self) {
        let size = self.problem.size();
        let mut queens = Queens::new(self.problem);
        let (mut nodes, mut weight) = (0.0, 1.0);
        for row in 0..size.rows() {
            let free: Vec<Square> = (0..size.width())
                .map(|column| Square::new(row, column))
                .filter(|&square| self.open.forbids(square).is_none() && queens.leave(square))
                .collect();
            weight *= free.len() as f64;
            nodes += weight;
            if free.is_empty() {
                break;
            }
            queens.place(self.random.pick(&free));
        }
        self.descents += 1;
        self.arrived += u64::from(weight > 0.0);
        self.visits.add(nodes);
        self.solutions.add(weight);
    }

    /// The estimates from the descents so far.
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

/// The queens of a descent.
enum Queens<'p> {
    /// On a flat board a square is tested by look-ups.
    Flat(Lines<'p>),
    /// On other boards it is tested against each queen.
    Other(&'p Problem, Vec<Square>),
}

impl<'p> Queens<'p> {
    fn new(problem: &'p Problem) -> Queens<'p> {
        if problem.is_flat() {
            Queens::Flat(Lines::new(problem))
        } else {
            Queens::Other(problem, Vec::new())
        }
    }

    /// Whether no queen attacks the square.
    fn leave(&self, square: Square) -> bool {
        match self {
            Queens::Flat(lines) => lines.is_safe(square),
            Queens::Other(problem, queens) => {
                queens.iter().all(|&queen| problem.attack(queen, square).is_none())
            }
        }
    }

    fn place(&mut self, square: Square) {
        match self {
            Queens::Flat(lines) => lines.place(square),
            Queens::Other(_, queens) => queens.push(square),
        }
    }
}

/// Mean, variance and skewness of a stream of numbers (Welford 1962, Terriberry 2007): sums of
/// powers would suffer from cancellation.
#[derive(Clone, Copy, Debug, Default)]
struct Moments {
    count: f64,
    /// Numbers other than 0.
    nonzero: f64,
    /// The first of them. All are kept as multiples of it, so that third powers do not overflow.
    unit: f64,
    mean: f64,
    squares: f64,
    cubes: f64,
}

impl Moments {
    fn add(&mut self, value: f64) {
        if value != 0.0 {
            self.nonzero += 1.0;
            if self.unit == 0.0 {
                self.unit = value;
            }
        }
        let value = if self.unit == 0.0 { 0.0 } else { value / self.unit };
        let before = self.count;
        self.count += 1.0;
        let off = value - self.mean;
        let step = off / self.count;
        let square = off * step * before;
        self.mean += step;
        self.cubes += square * step * (self.count - 2.0) - 3.0 * step * self.squares;
        self.squares += square;
    }

    fn mean(&self) -> Mean {
        let value = self.mean * self.unit;
        if self.count < 2.0 {
            // One number has no variance.
            return Mean { value, error: f64::INFINITY, interval: None };
        }
        let error = (self.squares / (self.count - 1.0) / self.count).sqrt();
        let interval = (self.nonzero >= ENOUGH).then(|| {
            let off = |errors: f64| (self.mean - error * self.unskewed(errors)) * self.unit;
            (off(NORMAL), off(-NORMAL))
        });
        Mean { value, error: error * self.unit, interval }
    }

    /// Converts a normal quantile in standard errors to the quantile for numbers with this
    /// skewness: the inverse of Hall's transformation.
    fn unskewed(&self, errors: f64) -> f64 {
        let skew = self.cubes / self.squares.powf(1.5);
        // The numbers are (almost) all equal: there is nothing to correct.
        if !skew.is_finite() || skew.abs() < 1e-9 {
            return errors;
        }
        3.0 / skew * ((1.0 + skew * (errors - skew / 6.0)).cbrt() - 1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The interval contains the mean, and numbers of any size are accepted.
    #[test]
    fn moments_are_those_of_the_numbers() {
        let numbers = [1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 3.0, 5.0, 7.0, 9.0, 11.0, 0.0];
        for scale in [1.0, 1e130] {
            let mut moments = Moments::default();
            numbers.iter().for_each(|number| moments.add(number * scale));
            let count = numbers.len() as f64;
            let mean = numbers.iter().sum::<f64>() / count;
            let power = |k: i32| numbers.iter().map(|x| (x - mean).powi(k)).sum::<f64>();
            let near = |a: f64, b: f64| (a / b - 1.0).abs() < 1e-9;
            let found = moments.mean();
            assert!(near(found.value, mean * scale));
            assert!(near(found.error, (power(2) / (count - 1.0) / count).sqrt() * scale));
            assert!(near(moments.squares, power(2)) && near(moments.cubes, power(3)));
            let (low, high) = found.interval.unwrap();
            assert!(low < found.value && found.value < high && high.is_finite());
            // A long tail to the right: the interval extends further on that side.
            assert!(high - found.value > found.value - low);
        }
    }

    #[test]
    fn equal_seeds_give_equal_runs() {
        let problem = Problem::queens(12);
        let run = |seed| {
            let mut descents = Descents::new(&problem, seed);
            (0..100).for_each(|_| descents.descend());
            descents.estimate()
        };
        assert_eq!(run(1), run(1));
        assert_ne!(run(1), run(2));
        let mut one = Descents::new(&problem, 1);
        one.descend();
        assert_eq!(one.estimate().visits.error, f64::INFINITY);
    }
}
