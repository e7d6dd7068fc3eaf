//! A board of at most 256 squares as sets of bits: its lines, attacks and solutions.

use bezzel_board::{Line, Problem, Square};
use bezzel_search::Random;
use std::ops::{BitAnd, BitOr};

/// A set of squares, by position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Squares([u64; 4]);

impl Squares {
    pub fn insert(&mut self, position: usize) {
        self.0[position / 64] |= 1 << (position % 64);
    }

    pub fn remove(&mut self, position: usize) {
        self.0[position / 64] &= !(1 << (position % 64));
    }

    pub fn contains(&self, position: usize) -> bool {
        self.0[position / 64] >> (position % 64) & 1 == 1
    }

    pub fn len(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    pub fn is_empty(&self) -> bool {
        self.0 == [0; 4]
    }

    pub fn without(self, other: Squares) -> Squares {
        Squares(std::array::from_fn(|word| self.0[word] & !other.0[word]))
    }

    pub fn iter(self) -> impl Iterator<Item = usize> {
        (0..4).flat_map(move |word| {
            let mut rest = self.0[word];
            std::iter::from_fn(move || {
                let bit = rest.trailing_zeros() as usize;
                (rest != 0).then(|| {
                    rest &= rest - 1;
                    64 * word + bit
                })
            })
        })
    }
}

impl BitAnd for Squares {
    type Output = Squares;

    fn bitand(self, other: Squares) -> Squares {
        Squares(std::array::from_fn(|word| self.0[word] & other.0[word]))
    }
}

impl BitOr for Squares {
    type Output = Squares;

    fn bitor(self, other: Squares) -> Squares {
        Squares(std::array::from_fn(|word| self.0[word] | other.0[word]))
    }
}

impl FromIterator<usize> for Squares {
    fn from_iter<I: IntoIterator<Item = usize>>(positions: I) -> Squares {
        let mut set = Squares::default();
        positions.into_iter().for_each(|position| set.insert(position));
        set
    }
}

/// A kind of line that holds exactly one queen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Row,
    Column,
    Region,
}

/// A line that holds exactly one queen.
#[derive(Clone, Copy, Debug)]
pub struct Full {
    pub kind: Kind,
    pub squares: Squares,
}

/// A board with equal sides.
pub struct Board {
    /// The squares that may hold a queen before any reasoning.
    pub open: Squares,
    /// The lines that hold exactly one queen.
    pub full: Vec<Full>,
    /// By position: the squares attacked from there.
    pub hits: Vec<Squares>,
}

impl Board {
    /// The board of a problem with equal sides, at most 16.
    pub fn new(problem: &Problem) -> Board {
        let size = problem.size();
        let position = |square: Square| size.position(square) as usize;
        let full = problem.lines().filter_map(|line| {
            let kind = match line {
                Line::Row(_) => Kind::Row,
                Line::Column(_) => Kind::Column,
                Line::Region(_) => Kind::Region,
                _ => return None,
            };
            Some(Full { kind, squares: problem.squares_of(&line).map(position).collect() })
        });
        let full = full.collect();
        let hit = |queen| problem.attack_list(queen).into_iter().map(position).collect();
        let hits: Vec<Squares> = size.iter().map(hit).collect();
        let mut open: Squares =
            size.iter().filter(|&square| problem.allows(square)).map(position).collect();
        for &queen in problem.given().squares() {
            open = open.without(hits[position(queen)]);
        }
        Board { open, full, hits }
    }

    /// Up to `most` solutions, each as its set of squares, in an order that `random` decides.
    pub fn solutions(&self, most: usize, random: &mut Random) -> Vec<Squares> {
        let mut found = Vec::new();
        self.extend(self.open, Squares::default(), most, random, &mut found);
        found
    }

    /// Always fills the line with the fewest open squares.
    fn extend(
        &self,
        open: Squares,
        queens: Squares,
        most: usize,
        random: &mut Random,
        found: &mut Vec<Squares>,
    ) {
        let unfilled = self.full.iter().filter(|line| (line.squares & queens).is_empty());
        let narrow = unfilled.map(|line| line.squares & open).min_by_key(Squares::len);
        let Some(narrow) = narrow else {
            found.push(queens);
            return;
        };
        let mut choices: Vec<usize> = narrow.iter().collect();
        shuffle(&mut choices, random);
        for position in choices {
            let mut next = queens;
            next.insert(position);
            self.extend(open.without(self.hits[position]), next, most, random, found);
            if found.len() >= most {
                return;
            }
        }
    }
}

/// Puts a list in random order.
pub fn shuffle<T>(list: &mut [T], random: &mut Random) {
    for last in (1..list.len()).rev() {
        list.swap(last, below(last + 1, random));
    }
}

/// A number below `n`.
pub fn below(n: usize, random: &mut Random) -> usize {
    random.below_wide(n as u128) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_solutions_are_found() {
        let random = &mut Random::seeded(1);
        for (n, total) in [(4, 2), (5, 10), (6, 4), (7, 40), (8, 92)] {
            let board = Board::new(&Problem::queens(n));
            assert_eq!(board.solutions(1000, random).len(), total, "{n}");
            assert_eq!(board.solutions(2, random).len(), 2);
        }
        let given = Problem::queens(8).with_given([Square::new(0, 0)]).unwrap();
        assert_eq!(Board::new(&given).solutions(1000, random).len(), 4);
    }
}
