//! Modular queens in d dimensions (rule `hyperplane`): whether n queens fit and, if not, how many
//! do.
//!
//! Nudelman's queens attack each other if ε·δ ≡ 0 (mod n) for some ε in {−1, 0, 1}^d that is not
//! 0, where δ is the difference of their coordinates. In two dimensions these are the queens of
//! the torus. Complete solutions are counted by engine [`barr-rao`](crate::BarrRao); here are
//!
//! * [`linear`] solutions, constructed where the divisors of n allow,
//! * the [`Existence`] of a complete solution,
//! * the [maximum number of queens](most_queens) that fit if there is none.
//!
//! S. P. Nudelman, The modular n-queens problem in higher dimensions, Discrete Mathematics 146
//! (1995) 159–167; P. Monsky, American Mathematical Monthly 96 (1989) 258–259, for two dimensions.

mod anywhere;
pub mod linear;
mod most;

pub use most::{Most, most_modular_queens, most_queens};

use crate::EngineError;
use crate::layers::{Layers, bits};
use bezzel_board::{BoardError, Placement, Problem, Rule, Size, Stop};

/// Words processed before a search for a first solution ends: about a second.
const WORDS: usize = 1 << 31;

/// Whether n modular queens fit on a board, and how that is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Existence {
    /// They do: the queens stand on a line through the torus, x_j = slope_j · layer.
    Linear {
        /// One slope for each axis except the last.
        slopes: Vec<u32>,
    },
    /// They do: found by search.
    Found {
        /// A solution.
        solution: Placement,
    },
    /// They do not: a prime below 2d divides n.
    SmallPrime {
        /// The smallest one.
        prime: u32,
    },
    /// They do not: an exhaustive search found none.
    Searched,
    /// Not known: the search ran out of steps.
    Open,
}

impl Existence {
    /// Whether a solution exists, where known.
    #[must_use]
    pub fn answer(&self) -> Option<bool> {
        match self {
            Existence::Linear { .. } | Existence::Found { .. } => Some(true),
            Existence::SmallPrime { .. } | Existence::Searched => Some(false),
            Existence::Open => None,
        }
    }
}

/// The board of modular queens.
pub fn problem(n: u32, dimension: u32) -> Result<Problem, BoardError> {
    Problem::new(Size::cube(n, dimension)?).with_rule(Rule::Hyperplane)
}

/// Whether n modular queens fit into this many dimensions.
///
/// No prime below 2d may divide n. That is not sufficient: 7 satisfies it for d = 3, but has no
/// solution.
///
/// ```
/// use bezzel_engines::modular::{Existence, existence};
///
/// assert_eq!(existence(10, 3).unwrap(), Existence::SmallPrime { prime: 2 });
/// assert_eq!(existence(7, 3).unwrap(), Existence::Searched);
/// assert_eq!(existence(11, 3).unwrap(), Existence::Linear { slopes: vec![2, 4] });
/// ```
pub fn existence(n: u32, dimension: u32) -> Result<Existence, EngineError> {
    // Nudelman's necessary condition; in two dimensions it is Pólya's gcd(n, 6) = 1.
    if let Some(prime) = linear::primes(n).into_iter().find(|&prime| prime < 2 * dimension) {
        return Ok(Existence::SmallPrime { prime });
    }
    if let Some(slopes) = linear::slopes(n, dimension) {
        return Ok(Existence::Linear { slopes });
    }
    let Ok(problem) = problem(n, dimension) else { return Ok(Existence::Open) };
    let Ok(layers) = Layers::new("modular", &problem, &Stop::new()) else {
        return Ok(Existence::Open);
    };
    // Any solution can be moved so that its first queen stands on position 0.
    let mut search = First { layers: &layers, queens: vec![0], words: 0 };
    Ok(match search.extend() {
        Some(true) => {
            let columns: Vec<u32> = search.queens.iter().map(|&queen| queen as u32).collect();
            Existence::Found { solution: Placement::from_columns(&columns) }
        }
        Some(false) => Existence::Searched,
        None => Existence::Open,
    })
}

/// A search for one solution.
struct First<'a> {
    layers: &'a Layers,
    queens: Vec<usize>,
    words: usize,
}

impl First<'_> {
    /// Whether the queens can be completed (if so, they are); `None` if it ran out of steps.
    fn extend(&mut self) -> Option<bool> {
        if self.queens.len() == self.layers.rows {
            return Some(true);
        }
        self.words += self.queens.len() * self.layers.words;
        if self.words > WORDS {
            return None;
        }
        let mut free = vec![0; self.layers.words];
        self.layers.free(&self.queens, &mut free);
        for position in bits(&free) {
            self.queens.push(position);
            if self.extend()? {
                return Some(true);
            }
            self.queens.pop();
        }
        Some(false)
    }
}
