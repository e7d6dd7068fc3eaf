//! The maximum number of queens in space, several to a layer: a largest stable set of the attack graph.
//!
//! Under true queen moves two queens of a layer need not attack each other, and on the 3 x 3 x 3 board
//! four queens fit though there are three layers:
//!
//! ```text
//!   layer 0   Q . .    layer 1   . . .    layer 2   . Q .
//!             . . Q              . . .              . . .
//!             . . .              Q . .              . . .
//! ```
//!
//! The squares that are still free are divided greedily into sets of squares that all attack each
//! other. Each set holds at most one queen, so no more fit than there are sets (Tomita and Seki's
//! bound for cliques of the complement, 2003). Squares are tried from the last set on, and a branch
//! ends when its queens and the sets left are no more than the best. The numbers for three dimensions
//! are A068940 in the OEIS: 1, 1, 4, 7, 13, 21, 32, …

use super::Most;
use crate::EngineError;
use bezzel_board::{Placement, Problem, Square, Stop};

/// Most squares: their attacks are kept as bits.
const MOST_SQUARES: u64 = 20_000;

/// Visits between two checks of the flag.
const STRETCH: u64 = 1 << 12;

/// The maximum number of queens, stopping after this many visits or when asked.
pub(super) fn most_queens(
    problem: &Problem,
    visits: u64,
    stop: &Stop,
) -> Result<Most, EngineError> {
    let size = problem.size();
    if size.squares() > MOST_SQUARES {
        let (need, most) = (size.squares() / 8, MOST_SQUARES / 8);
        let need = u128::from(need) * u128::from(size.squares());
        return Err(EngineError::Memory { engine: "modular", need, most: most * MOST_SQUARES });
    }
    let given = problem.given().squares();
    let open = |square: &Square| {
        problem.allows(*square)
            && given.iter().all(|queen| problem.attack(*queen, *square).is_none())
    };
    let squares: Vec<Square> =
        size.iter().filter(|square| !given.contains(square)).filter(open).collect();
    let words = squares.len().div_ceil(64);
    let mut attacked = vec![vec![0; words]; squares.len()];
    for (place, &one) in squares.iter().enumerate() {
        if stop.is_asked() {
            return Err(EngineError::Stopped);
        }
        for (other, &square) in squares.iter().enumerate() {
            if problem.attack(one, square).is_some() {
                set(&mut attacked[place], other);
            }
        }
    }
    let mut free = vec![0; words];
    (0..squares.len()).for_each(|place| set(&mut free, place));
    let mut search =
        Search { attacked, queens: Vec::new(), best: Vec::new(), visits: 0, limit: visits, stop };
    let proved = search.extend(free);
    let found = search.best.iter().map(|&place| squares[place]);
    let placement: Placement = found.chain(given.iter().copied()).collect();
    Ok(Most { placement, proved, visits: search.visits })
}

fn set(bits: &mut [u64], place: usize) {
    bits[place / 64] |= 1 << (place % 64);
}

fn clear(bits: &mut [u64], place: usize) {
    bits[place / 64] &= !(1 << (place % 64));
}

fn first(bits: &[u64]) -> Option<usize> {
    let word = bits.iter().position(|&word| word != 0)?;
    Some(64 * word + bits[word].trailing_zeros() as usize)
}

struct Search<'a> {
    /// By square: those it attacks.
    attacked: Vec<Vec<u64>>,
    queens: Vec<usize>,
    best: Vec<usize>,
    visits: u64,
    limit: u64,
    stop: &'a Stop,
}

impl Search<'_> {
    /// Goes on with these free squares; false if it was stopped.
    fn extend(&mut self, mut free: Vec<u64>) -> bool {
        if self.queens.len() > self.best.len() {
            self.best.clone_from(&self.queens);
        }
        let sets = self.sets(&free);
        for &(place, bound) in sets.iter().rev() {
            if self.queens.len() + bound <= self.best.len() {
                return true;
            }
            self.visits += 1;
            let is_over = self.visits > self.limit;
            if is_over || (self.visits.is_multiple_of(STRETCH) && self.stop.is_asked()) {
                return false;
            }
            clear(&mut free, place);
            let left = free.iter().zip(&self.attacked[place]).map(|(free, taken)| free & !taken);
            let left = left.collect();
            self.queens.push(place);
            let go_on = self.extend(left);
            self.queens.pop();
            if !go_on {
                return false;
            }
        }
        true
    }

    /// The free squares, each with the number of its set from 1: set after set.
    fn sets(&self, free: &[u64]) -> Vec<(usize, usize)> {
        let mut rest = free.to_vec();
        let mut sets = Vec::new();
        let mut number = 0;
        while rest.iter().any(|&word| word != 0) {
            number += 1;
            let mut joined = rest.clone();
            while let Some(place) = first(&joined) {
                sets.push((place, number));
                clear(&mut rest, place);
                let attacked = &self.attacked[place];
                joined.iter_mut().zip(attacked).for_each(|(word, taken)| *word &= taken);
            }
        }
        sets
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bezzel_board::Rule;

    fn most(text: &str, rule: Rule) -> Most {
        let problem = Problem::new(text.parse().unwrap()).with_rule(rule).unwrap();
        let most = most_queens(&problem, u64::MAX, &Stop::new()).unwrap();
        let squares = most.placement.squares();
        for (place, &one) in squares.iter().enumerate() {
            assert!(squares[..place].iter().all(|&other| problem.attack(one, other).is_none()));
        }
        assert!(most.proved);
        most
    }

    #[test]
    fn queens_in_the_cube_are_those_of_the_oeis() {
        let found = ["1^3", "2^3", "3^3", "4^3"].map(|text| most(text, Rule::Queen));
        assert_eq!(found.map(|most| most.placement.len()), [1, 1, 4, 7]);
    }

    /// Every subset of the squares of a small board, by its bits.
    #[test]
    fn small_boards_agree_with_brute_force() {
        for (text, rule) in [("2^3", Rule::TwoAxis), ("2^4", Rule::Queen), ("2^4", Rule::TwoAxis)] {
            let problem = Problem::new(text.parse().unwrap()).with_rule(rule).unwrap();
            let squares: Vec<Square> = problem.size().iter().collect();
            let is_stable = |set: &u32| {
                let chosen = || squares.iter().enumerate().filter(|(i, _)| set >> i & 1 == 1);
                chosen().all(|(i, &one)| {
                    chosen().all(|(j, &other)| i <= j || problem.attack(one, other).is_none())
                })
            };
            let largest = (0_u32..1 << squares.len()).filter(is_stable).map(u32::count_ones).max();
            assert_eq!(most(text, rule).placement.len() as u32, largest.unwrap(), "{text}");
        }
    }

    #[test]
    fn limits_and_stops_leave_a_bound() {
        let problem = Problem::new("5^3".parse().unwrap());
        let most = most_queens(&problem, 50, &Stop::new()).unwrap();
        assert!(!most.proved && most.placement.len() >= 5);
        let stop = Stop::new();
        stop.ask();
        assert!(most_queens(&problem, 50, &stop).is_err());
        let corner = problem.with_given([Square::new(0, 0)]).unwrap();
        let most = most_queens(&corner, 1000, &Stop::new()).unwrap();
        assert!(most.placement.contains(Square::new(0, 0)));
    }
}
