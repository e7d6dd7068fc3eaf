//! The maximum number of queens that fit, by branch and bound.
//!
//! Where two queens of a layer always attack each other, there is at most one in each; elsewhere, in
//! space under the rules of true queen moves, [`anywhere`](super::anywhere) searches. Layer by layer,
//! a queen is placed on each free position in turn or the layer is left empty. A branch ends when its queens and the layers that still have a free position together are no more
//! than the best found. If edges are joined, the first queen is moved to position 0 of layer 0, and
//! for the next only one position of each class under the remaining symmetries is tried.

use super::anywhere;
use crate::layers::{Layers, bits, class, is_translatable};
use crate::{EngineError, modular};
use bezzel_board::{Placement, Problem, Rule, Square, Stop};
use std::collections::BTreeSet;

/// Visits between two checks of the flag.
const STRETCH: u64 = 1 << 12;

/// The result of a search for the maximum number of queens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Most {
    /// The largest placement found.
    pub placement: Placement,
    /// Whether it is certain that no more fit (the search was completed).
    pub proved: bool,
    /// Queens placed.
    pub visits: u64,
}

/// The maximum number of queens on a board, stopping after this many visits or when asked.
pub fn most_queens(problem: &Problem, visits: u64, stop: &Stop) -> Result<Most, EngineError> {
    if !problem.is_flat() && problem.rule() != Rule::Hyperplane {
        return anywhere::most_queens(problem, visits, stop);
    }
    let layers = Layers::new("modular", problem, stop)?;
    let mut search = Search {
        problem,
        layers: &layers,
        joined: is_translatable(problem),
        queens: Vec::new(),
        best: Vec::new(),
        visits: 0,
        limit: visits,
        stop,
    };
    let mut proved = true;
    if layers.rows > 0 {
        proved = search.extend(0, layers.open.concat());
    }
    let placement = search.best.iter().copied().collect();
    Ok(Most { placement, proved, visits: search.visits })
}

/// The maximum number of queens of the modular problem.
pub fn most_modular_queens(n: u32, dimension: u32, visits: u64) -> Result<Most, EngineError> {
    let problem = modular::problem(n, dimension).expect("the caller checks the size");
    most_queens(&problem, visits, &Stop::new())
}

struct Search<'a> {
    problem: &'a Problem,
    layers: &'a Layers,
    joined: bool,
    queens: Vec<Square>,
    best: Vec<Square>,
    visits: u64,
    limit: u64,
    stop: &'a Stop,
}

impl Search<'_> {
    /// Continues from this layer; `free` has the free positions of all layers. False if
    /// it ran out of steps or was stopped.
    fn extend(&mut self, layer: usize, mut free: Vec<u64>) -> bool {
        let (rows, words) = (self.layers.rows, self.layers.words);
        let left = |free: &[u64]| {
            free.chunks(words).skip(layer).filter(|set| set.iter().any(|&w| w != 0)).count()
        };
        if self.queens.len() > self.best.len() {
            self.best.clone_from(&self.queens);
        }
        if layer == rows || self.queens.len() + left(&free) <= self.best.len() {
            return true;
        }
        let mut classes = BTreeSet::new();
        for position in bits(&free[layer * words..][..words]) {
            // While the queen on position 0 is the only one, symmetric positions are equivalent.
            let placed = self.queens.len();
            let symmetric = self.problem.is_plain() && placed == usize::from(self.joined);
            if symmetric && !classes.insert(class(self.problem, position as u32)) {
                continue;
            }
            self.visits += 1;
            let is_over = self.visits > self.limit;
            if is_over || (self.visits.is_multiple_of(STRETCH) && self.stop.is_asked()) {
                return false;
            }
            let mut next = free.clone();
            for later in layer + 1..rows {
                let attacked = self.layers.attacked(position, later - layer);
                for (free, attacked) in next[later * words..].iter_mut().zip(attacked) {
                    *free &= !attacked;
                }
            }
            self.queens.push(Square::new(layer as u32, position as u32));
            let go_on = self.extend(layer + 1, next);
            self.queens.pop();
            if !go_on {
                return false;
            }
            // If edges are joined, some queen stands on position 0 of layer 0.
            if self.joined && layer == 0 {
                return true;
            }
        }
        free[layer * words..][..words].fill(0);
        self.extend(layer + 1, free)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// n, n − 1 or n − 2 queens fit on the torus, depending on the divisors of n (Monsky).
    #[test]
    fn two_dimensions_are_monskys_theorem() {
        for n in 1..=10_u32 {
            let most = most_modular_queens(n, 2, u64::MAX).unwrap();
            let less = match n {
                _ if n % 2 != 0 && n % 3 != 0 => 0,
                _ if n % 3 != 0 && n % 4 != 0 => 1,
                _ => 2,
            };
            assert!(most.proved);
            assert_eq!(most.placement.len() as u32, n - less, "n = {n}");
        }
    }

    #[test]
    fn the_plane_holds_n_queens_from_4_on() {
        let most =
            |n| most_queens(&Problem::queens(n), u64::MAX, &Stop::new()).unwrap().placement.len();
        assert_eq!([0, 1, 2, 3, 4, 5].map(most), [0, 1, 1, 2, 4, 5]);
    }

    /// Without the flag this search would take years: on a torus of side 24 only 22 queens fit.
    #[test]
    fn a_stopped_search_leaves_a_bound() {
        let stop = Stop::new();
        let torus = Problem::queens(24).on_torus().unwrap();
        let most = std::thread::scope(|scope| {
            let search = scope.spawn(|| most_queens(&torus, u64::MAX, &stop));
            stop.ask();
            search.join().unwrap()
        });
        match most {
            Ok(most) => assert!(!most.proved, "{} visits", most.visits),
            Err(error) => assert!(matches!(error, EngineError::Stopped), "{error}"),
        }
    }
}
