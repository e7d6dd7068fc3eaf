//! Stacks that both reflections leave unchanged, floor by floor at random: for sides divisible by 4.
//!
//! Under both reflections four squares belong together, and every floor comes with its three mirror
//! images. So it is enough to find n / 4 floors that use every class of four squares once:
//!
//! ```text
//!   a b | b a        a floor has two queens in each row of classes and two in each column;
//!   c d | d c        its mirror images fill the other squares of the same classes
//!   ----+----
//!   c d | d c
//!   a b | b a
//! ```
//!
//! Floors are found by backtracking over the rows in a random order of columns, each avoiding the
//! classes of those before it. The last one has just its own classes left, four squares in every
//! row; about one set of classes in a hundred is that of a solution at side 16, one in a thousand at
//! side 20. If there is none, everything starts again. That every floor but the last is found so
//! easily is why the exhaustive search of `symmetric` is not needed here; it cannot go beyond side
//! 15, because it lists all solutions.

use super::symmetric::Stopped;
use bezzel_board::{Stack, Stop};
use bezzel_search::Random;

/// The largest side; beyond it hardly any last floor exists.
pub const LARGEST_QUARTERED: u32 = 24;

/// Queens placed in the search for one floor before everything starts again.
const PATIENCE: u32 = 20_000;

/// A stack of this side, which is a multiple of 4. `Err` if stopped: it goes on until there is one.
pub fn quartered(n: u32, stop: &Stop) -> Result<Stack, Stopped> {
    assert!(n.is_multiple_of(4), "four mirror images belong together");
    let mut random = Random::seeded(1);
    loop {
        let mut used = vec![false; (n / 2 * (n / 2)) as usize];
        let mut floors = Vec::new();
        while floors.len() < n as usize / 4 {
            if stop.is_asked() {
                return Err(Stopped);
            }
            let mut search = Search { n, used: &mut used, random: &mut random, left: PATIENCE };
            let mut columns = Vec::new();
            if !search.extend(&mut columns, 0, 0, 0) {
                break;
            }
            floors.push(columns);
        }
        if floors.len() == n as usize / 4 {
            let all: Vec<Vec<u32>> = floors.iter().flat_map(|floor| images(floor, n)).collect();
            return Ok(Stack::from_floors(n, &all).expect("its floors use every class once"));
        }
    }
}

/// A floor and its mirror images.
fn images(floor: &[u32], n: u32) -> [Vec<u32>; 4] {
    let reversed: Vec<u32> = floor.iter().rev().copied().collect();
    let mirrored = |floor: &[u32]| floor.iter().map(|column| n - 1 - column).collect();
    [floor.to_vec(), mirrored(floor), mirrored(&reversed), reversed]
}

struct Search<'a> {
    n: u32,
    used: &'a mut [bool],
    random: &'a mut Random,
    left: u32,
}

impl Search<'_> {
    /// Completes the floor; false if that is not possible or the limit is reached.
    fn extend(&mut self, columns: &mut Vec<u32>, taken: u64, sums: u64, differences: u64) -> bool {
        let (n, row) = (self.n, columns.len() as u32);
        if row == n {
            return true;
        }
        let class_of = |row: u32, column: u32| {
            (row.min(n - 1 - row) * (n / 2) + column.min(n - 1 - column)) as usize
        };
        let free = |column: &u32| {
            taken >> column & 1 == 0
                && sums >> (row + column) & 1 == 0
                && differences >> (row + n - column) & 1 == 0
                && !self.used[class_of(row, *column)]
        };
        let mut open: Vec<u32> = (0..n).filter(free).collect();
        while !open.is_empty() && self.left > 0 {
            self.left -= 1;
            let choice = self.random.below_wide(open.len() as u128);
            let column = open.swap_remove(choice as usize);
            columns.push(column);
            self.used[class_of(row, column)] = true;
            let (sum, difference) = (1 << (row + column), 1 << (row + n - column));
            if self.extend(columns, taken | 1 << column, sums | sum, differences | difference) {
                return true;
            }
            self.used[class_of(row, column)] = false;
            columns.pop();
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bezzel_board::Symmetry;

    #[test]
    fn sixteen_is_found_and_both_reflections_keep_it() {
        let stack = quartered(16, &Stop::new()).unwrap();
        let kept = stack.stabiliser();
        assert!([Symmetry::D1, Symmetry::D2, Symmetry::R2].iter().all(|one| kept.contains(one)));
        let stop = Stop::new();
        stop.ask();
        assert_eq!(quartered(16, &stop), Err(Stopped));
    }
}
