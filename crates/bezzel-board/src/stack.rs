//! Stacks: a board partitioned into n solutions that share no square.

use crate::{Size, Square, Symmetry};
use std::fmt;
use thiserror::Error;

/// n solutions of side n, one above the other, no queen above another: together they cover the
/// board. Equivalently a colouring of the queen graph with n colours.
///
/// ```text
///   1 2 3 4 5      the level table of Chakiat et al., figure 5: the square holds the number
///   4 5 1 2 3      of the floor whose queen stands there
///   2 3 4 5 1
///   5 1 2 3 4
///   3 4 5 1 2
/// ```
///
/// A stack is a set of floors. They are numbered in lexicographic order, that is by their column in
/// row 0, so that equal stacks are equal values. Every value of this type is valid: it is checked
/// when it is constructed.
///
/// ```
/// use bezzel_board::Stack;
///
/// // Column minus twice the row, modulo 5: the figure above, from 0.
/// let levels = (0..25).map(|p| (p % 5 + 3 * (p / 5)) % 5).collect();
/// let stack = Stack::from_levels(5, levels).unwrap();
/// assert_eq!(stack.floor(0), [0, 2, 4, 1, 3]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Stack {
    n: u32,
    /// The floor of each square, row by row.
    levels: Vec<u32>,
}

/// Why floors are not a stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum StackFault {
    /// There are not n² squares, or not n floors of n queens.
    #[error("a stack of side {n} has {n} floors of {n} queens")]
    Shape {
        /// The side.
        n: u32,
    },
    /// A queen stands above another.
    #[error("a queen of floor {second} stands above one of floor {first} on {square}")]
    Above {
        /// The square both stand on.
        square: Square,
        /// The lower floor.
        first: u32,
        /// The other floor.
        second: u32,
    },
    /// Two queens of one floor attack each other.
    #[error("on floor {floor} the queens on {first} and {second} attack each other")]
    Attack {
        /// The floor.
        floor: u32,
        /// One queen.
        first: Square,
        /// The other queen.
        second: Square,
    },
}

impl Stack {
    /// The stack whose squares have these levels, row by row; the floors are renumbered.
    pub fn from_levels(n: u32, levels: Vec<u32>) -> Result<Stack, StackFault> {
        let side = n as usize;
        if levels.len() != side * side || levels.iter().any(|&level| level >= n) {
            return Err(StackFault::Shape { n });
        }
        check(n, &levels)?;
        // Every row holds every floor once now.
        let mut number = vec![0; side];
        for (column, &level) in (0..).zip(levels.iter().take(side)) {
            number[level as usize] = column;
        }
        let levels = levels.into_iter().map(|level| number[level as usize]).collect();
        Ok(Stack { n, levels })
    }

    /// The stack of these floors, each by the column of its rows.
    pub fn from_floors<F: AsRef<[u32]>>(n: u32, floors: &[F]) -> Result<Stack, StackFault> {
        let side = n as usize;
        let mut levels: Vec<Option<u32>> = vec![None; side * side];
        if floors.len() != side {
            return Err(StackFault::Shape { n });
        }
        for (second, floor) in (0..).zip(floors) {
            let floor = floor.as_ref();
            if floor.len() != side || floor.iter().any(|&column| column >= n) {
                return Err(StackFault::Shape { n });
            }
            for (row, &column) in (0..).zip(floor) {
                let square = Square::new(row, column);
                let place = row as usize * side + column as usize;
                if let Some(first) = levels[place].replace(second) {
                    return Err(StackFault::Above { square, first, second });
                }
            }
        }
        // n floors of n queens, none above another, fill n² squares.
        Stack::from_levels(n, levels.into_iter().flatten().collect())
    }

    /// Number of floors, which is the side of each.
    #[must_use]
    pub fn side(&self) -> u32 {
        self.n
    }

    /// The floor of each square, row by row, from 0.
    #[must_use]
    pub fn levels(&self) -> &[u32] {
        &self.levels
    }

    /// The level table, row by row.
    pub fn rows(&self) -> impl Iterator<Item = &[u32]> {
        self.levels.chunks(self.n.max(1) as usize)
    }

    /// The floor of one square.
    #[must_use]
    pub fn level(&self, square: Square) -> u32 {
        self.levels[(square.row * self.n + square.column) as usize]
    }

    /// The solution on this floor, by the column of each row.
    #[must_use]
    pub fn floor(&self, floor: u32) -> Vec<u32> {
        let column = |row: &[u32]| row.iter().position(|&level| level == floor);
        self.rows().map(|row| column(row).expect("every row meets every floor") as u32).collect()
    }

    /// All floors, the lowest first.
    #[must_use]
    pub fn floors(&self) -> Vec<Vec<u32>> {
        let mut floors = vec![vec![0; self.n as usize]; self.n as usize];
        for (row, levels) in self.rows().enumerate() {
            for (column, &level) in (0..).zip(levels) {
                floors[level as usize][row] = column;
            }
        }
        floors
    }

    /// The image of the stack under this symmetry.
    #[must_use]
    pub fn image(&self, symmetry: Symmetry) -> Stack {
        let size = self.size();
        let back = symmetry.inverse();
        let levels = size.iter().map(|square| self.level(back.apply(square, size))).collect();
        Stack::from_levels(self.n, levels).expect("symmetries keep the rules")
    }

    /// The smallest of the eight images: the representative of the stack's class.
    #[must_use]
    pub fn canonical(&self) -> Stack {
        let images = Symmetry::ALL.into_iter().map(|symmetry| self.image(symmetry));
        images.min().expect("there are eight symmetries")
    }

    /// The different images, smallest first.
    #[must_use]
    pub fn orbit(&self) -> Vec<Stack> {
        let mut orbit: Vec<Stack> = Symmetry::ALL.iter().map(|&s| self.image(s)).collect();
        orbit.sort_unstable();
        orbit.dedup();
        orbit
    }

    /// The symmetries that map the stack to itself, floors to floors.
    #[must_use]
    pub fn stabiliser(&self) -> Vec<Symmetry> {
        Symmetry::ALL.into_iter().filter(|&symmetry| self.image(symmetry) == *self).collect()
    }

    /// Whether every floor is also a solution on the torus.
    #[must_use]
    pub fn is_toroidal(&self) -> bool {
        let n = self.n;
        let mut seen = vec![u32::MAX; n as usize * 2];
        (0..).zip(self.floors()).all(|(floor, columns)| {
            (0..).zip(columns).all(|(row, column)| {
                let lines = [(row + column) % n, n + (row + n - column) % n];
                lines
                    .iter()
                    .all(|&line| std::mem::replace(&mut seen[line as usize], floor) != floor)
            })
        })
    }

    /// The slope, if every floor is a line on the torus: column = slope · row + start, modulo n.
    #[must_use]
    pub fn slope(&self) -> Option<u32> {
        let n = u64::from(self.n);
        let slope = *self
            .levels
            .iter()
            .skip(self.n as usize)
            .zip(0..)
            .find_map(|(level, column)| (*level == 0).then_some(column))
            .as_ref()?;
        let linear = (0_u64..).zip(self.rows()).all(|(row, levels)| {
            let shift = row * u64::from(slope) % n;
            (0_u64..)
                .zip(levels)
                .all(|(column, &level)| u64::from(level) == (column + n - shift) % n)
        });
        linear.then_some(slope)
    }

    /// Pairs of queens of different floors that attack each other in space: queens that differ by 0
    /// or the same amount in every coordinate.
    ///
    /// Queens of one floor never attack each other, so on each row, column and diagonal only those
    /// pairs are counted whose floors differ by as much as their positions on the line: all with
    /// the same floor minus position, and all with the same floor plus position.
    #[must_use]
    pub fn attacking_pairs(&self) -> u64 {
        let n = self.n as usize;
        let mut seen = vec![0_u64; 3 * n];
        let mut pairs = 0;
        let mut count = |line: &mut dyn Iterator<Item = (usize, usize)>| {
            let levels: Vec<usize> =
                line.map(|(row, column)| self.levels[row * n + column] as usize).collect();
            for key in [
                |place: usize, level: usize, _: usize| place + level,
                |place, level, n| level + n - place,
            ] {
                seen.fill(0);
                for (place, &level) in levels.iter().enumerate() {
                    let met = &mut seen[key(place, level, n)];
                    pairs += *met;
                    *met += 1;
                }
            }
        };
        for line in 0..n {
            count(&mut (0..n).map(|place| (line, place)));
            count(&mut (0..n).map(|place| (place, line)));
        }
        for line in 0..(2 * n).saturating_sub(1) {
            let rows = line.saturating_sub(n - 1)..n.min(line + 1);
            count(&mut rows.clone().map(|row| (row, line - row)));
            count(&mut rows.map(|row| (row, n - 1 + row - line)));
        }
        pairs
    }

    fn size(&self) -> Size {
        Size::square(self.n).expect("equal sides are a board")
    }
}

/// Checks that no two queens of a floor share a line, in one pass that keeps the last row seen on
/// each line of each floor.
fn check(n: u32, levels: &[u32]) -> Result<(), StackFault> {
    const LINES: u32 = 5;
    let side = n as usize;
    // Rows one at a time; columns, diagonals and anti-diagonals for each floor.
    let lines = side * LINES as usize;
    let mut seen: Vec<Option<Square>> = vec![None; lines];
    let mut by_floor: Vec<Vec<Square>> = vec![Vec::new(); side];
    let size = Size::square(n).expect("equal sides are a board");
    for (square, &level) in size.iter().zip(levels) {
        by_floor[level as usize].push(square);
    }
    for (floor, queens) in (0..).zip(&by_floor) {
        seen.fill(None);
        let mut last: Option<Square> = None;
        for &square in queens {
            let Square { row, column } = square;
            let own = [column, n + row + column, 3 * n + row + n - 1 - column];
            let taken = own.iter().find_map(|&line| seen[line as usize].replace(square));
            let in_row = last.replace(square).filter(|last| last.row == row);
            if let Some(first) = in_row.or(taken) {
                return Err(StackFault::Attack { floor, first, second: square });
            }
        }
    }
    Ok(())
}

/// The level table with floors from 1, as the paper prints it.
impl fmt::Display for Stack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.n.to_string().len();
        for row in self.rows() {
            for (place, level) in row.iter().enumerate() {
                let space = if place > 0 { " " } else { "" };
                write!(f, "{space}{:>width$}", level + 1)?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn linear(n: u32, slope: u32) -> Vec<u32> {
        (0..n * n).map(|p| (p % n + (n - slope) * (p / n)) % n).collect()
    }

    /// Figure 5 of Chakiat et al., as printed.
    const FIGURE: &str = "1 2 3 4 5\n4 5 1 2 3\n2 3 4 5 1\n5 1 2 3 4\n3 4 5 1 2\n";

    #[test]
    fn the_papers_figure_is_a_stack() {
        let levels = FIGURE.split_whitespace().map(|word| word.parse::<u32>().unwrap() - 1);
        let stack = Stack::from_levels(5, levels.collect()).unwrap();
        assert_eq!(stack.to_string(), FIGURE);
        assert_eq!(stack.slope(), Some(2));
        assert!(stack.is_toroidal());
        assert_eq!(Stack::from_floors(5, &stack.floors()), Ok(stack.clone()));
        // A reflection maps slope 2 to slope 3, and a quarter turn maps slope a to -1/a.
        assert_eq!(stack.orbit().len(), 2);
        assert_eq!(stack.stabiliser().len(), 4);
    }

    #[test]
    fn the_order_of_the_floors_does_not_matter() {
        let stack = Stack::from_levels(7, linear(7, 3)).unwrap();
        let mut floors = stack.floors();
        floors.reverse();
        assert_eq!(Stack::from_floors(7, &floors), Ok(stack));
    }

    #[test]
    fn wrong_stacks_say_why() {
        assert_eq!(Stack::from_levels(3, vec![0; 4]), Err(StackFault::Shape { n: 3 }));
        let fault = Stack::from_levels(5, linear(5, 1)).unwrap_err();
        assert!(fault.to_string().contains("attack each other"), "{fault}");
        assert!(Stack::from_levels(6, linear(6, 2)).is_err());
        let mut floors = Stack::from_levels(5, linear(5, 2)).unwrap().floors();
        floors[1] = floors[0].clone();
        assert!(matches!(Stack::from_floors(5, &floors), Err(StackFault::Above { .. })));
        for n in 0..=1 {
            assert_eq!(Stack::from_levels(n, vec![0; n as usize]).unwrap().side(), n);
        }
    }

    /// Compares the count by lines with a test of every pair by the rule of space.
    #[test]
    fn attacking_pairs_are_those_of_the_rule_in_space() {
        for (n, slope) in [(1, 0), (5, 2), (7, 2), (7, 3), (11, 4), (13, 5)] {
            let stack = Stack::from_levels(n, linear(n, slope)).unwrap();
            let queens: Vec<[i64; 3]> = (stack.size().iter())
                .map(|square| [square.row, square.column, stack.level(square)].map(i64::from))
                .collect();
            let attack = |a: &[i64; 3], b: &[i64; 3]| {
                let steps = a.iter().zip(b).map(|(x, y)| (x - y).abs()).filter(|&step| step > 0);
                let steps: Vec<i64> = steps.collect();
                steps.iter().all(|step| *step == steps[0])
            };
            let pairs = queens.iter().enumerate().map(|(place, a)| {
                queens[place + 1..].iter().filter(|b| attack(a, b)).count() as u64
            });
            assert_eq!(stack.attacking_pairs(), pairs.sum::<u64>(), "side {n}, slope {slope}");
        }
    }

    #[test]
    fn images_are_turned_floor_by_floor() {
        let stack = Stack::from_levels(7, linear(7, 2)).unwrap();
        for symmetry in Symmetry::ALL {
            let image = stack.image(symmetry);
            assert_eq!(image.image(symmetry.inverse()), stack);
            assert_eq!(image.canonical(), stack.canonical());
        }
    }
}
