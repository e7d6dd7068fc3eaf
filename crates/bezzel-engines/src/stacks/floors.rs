//! The solutions that can be floors, as sets of squares and of diagonals missed.

use super::cover::{Mask, Tile};
use bezzel_board::{Placement, Size, Stop, Symmetry};

/// Diagonals whose misses are tracked: the four of each length n − 1 … n − 4, one hexadecimal digit
/// each. Every floor has a queen on the main ones; shorter ones run out of slack so late that
/// tracking 24 instead of 16 saved 0.02 % of the nodes at n = 12.
pub const WATCHED: u32 = 16;

/// Misses allowed at the start: 1, 2, 3, 4 for the lengths n − 1 … n − 4.
pub const SLACK: u64 = 0x4444_3333_2222_1111;

/// All solutions of side n in lexicographic order, by the column of each row; `None` if stopped.
pub fn solutions(n: u32, stop: &Stop) -> Option<Vec<Vec<u8>>> {
    let mut found = Vec::new();
    each(n, stop, &mut |columns| found.push(columns.to_vec()))?;
    Some(found)
}

/// All solutions that can be floors, in lexicographic order. One block of memory: there are millions, and
/// freeing them one by one takes longer than a stop may.
pub struct FloorList {
    n: usize,
    columns: Vec<u8>,
}

impl FloorList {
    /// The floors of side n; `None` if stopped. The empty board has no squares to list.
    pub fn new(n: u32, stop: &Stop) -> Option<FloorList> {
        let mut columns = Vec::new();
        each(n, stop, &mut |floor| {
            if is_floor(floor) {
                columns.extend_from_slice(floor);
            }
        })?;
        Some(FloorList { n: n.max(1) as usize, columns })
    }

    pub fn len(&self) -> usize {
        self.columns.len() / self.n
    }

    /// The floor with this number.
    pub fn get(&self, id: u32) -> &[u8] {
        &self.columns[id as usize * self.n..][..self.n]
    }

    /// All floors with their numbers.
    pub fn numbered(&self) -> impl Iterator<Item = (u32, &[u8])> {
        (0..).zip(self.columns.chunks_exact(self.n))
    }
}

/// Calls `visit` with every solution of side n in lexicographic order; `None` if stopped.
pub fn each(n: u32, stop: &Stop, visit: &mut impl FnMut(&[u8])) -> Option<()> {
    fn row(
        n: u32,
        masks: [u32; 3],
        columns: &mut Vec<u8>,
        visit: &mut impl FnMut(&[u8]),
        stop: &Stop,
    ) -> Option<()> {
        if columns.len() == n as usize {
            visit(columns);
            return Some(());
        }
        // The search below the fourth row takes milliseconds even on the largest board.
        if columns.len() <= 4 && stop.is_asked() {
            return None;
        }
        let [straight, falling, rising] = masks;
        let mut free = ((1 << n) - 1) & !(straight | falling | rising);
        while free != 0 {
            let bit = free & free.wrapping_neg();
            free ^= bit;
            columns.push(bit.trailing_zeros() as u8);
            let masks = [straight | bit, (falling | bit) << 1, (rising | bit) >> 1];
            row(n, masks, columns, visit, stop)?;
            columns.pop();
        }
        Some(())
    }
    row(n, [0; 3], &mut Vec::with_capacity(n as usize), visit, stop)
}

/// Whether the solution has a queen on both main diagonals.
pub fn is_floor(columns: &[u8]) -> bool {
    let last = columns.len().saturating_sub(1);
    let meets = |falling: bool| {
        columns
            .iter()
            .enumerate()
            .any(|(row, &column)| usize::from(column) == if falling { row } else { last - row })
    };
    columns.is_empty() || (meets(true) && meets(false))
}

/// The squares of a solution.
pub fn mask(columns: &[u8]) -> Mask {
    let mut mask = Mask::default();
    for (row, &column) in columns.iter().enumerate() {
        mask.insert(row * columns.len() + usize::from(column));
    }
    mask
}

/// One in the digit of each tracked diagonal on which the solution has no queen.
pub fn misses(columns: &[u8]) -> u64 {
    let n = columns.len() as i32;
    let mut misses = 0;
    for digit in 0..WATCHED {
        let shorter = (digit / 4 + 1) as i32;
        let offset = if digit % 2 == 0 { shorter } else { -shorter };
        let meets = |(row, &column): (i32, &u8)| {
            let column = i32::from(column);
            if digit % 4 < 2 { row - column == offset } else { row + column - (n - 1) == offset }
        };
        if shorter < n && !(0..).zip(columns).any(meets) {
            misses |= 1 << (4 * digit);
        }
    }
    misses
}

/// A floor as a tile.
pub fn tile(id: u32, columns: &[u8]) -> Tile {
    Tile { mask: mask(columns), misses: misses(columns), id }
}

/// The image of a solution under a symmetry of the board.
pub fn image(columns: &[u8], symmetry: Symmetry, size: Size) -> Vec<u8> {
    let wide: Vec<u32> = columns.iter().map(|&column| u32::from(column)).collect();
    let turned = symmetry.image(&Placement::from_columns(&wide), size);
    turned.squares().iter().map(|queen| queen.column as u8).collect()
}

/// The smallest image, which is the same for all members of a class.
pub fn representative(columns: &[u8], size: Size) -> Vec<u8> {
    let images = Symmetry::ALL.iter().map(|&symmetry| image(columns, symmetry, size));
    images.min().expect("there are eight symmetries")
}

/// Columns in the type that the rest of the program uses.
pub fn widen(columns: &[u8]) -> Vec<u32> {
    columns.iter().map(|&column| u32::from(column)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floors_meet_both_main_diagonals() {
        let sizes = [(0, 1, 1), (1, 1, 1), (4, 2, 0), (8, 92, 48), (9, 352, 232), (10, 724, 544)];
        for (n, all, floors) in sizes {
            let found = solutions(n, &Stop::new()).expect("it is not stopped");
            assert_eq!(found.len(), all, "n = {n}");
            assert_eq!(found.iter().filter(|s| is_floor(s)).count(), floors, "n = {n}");
        }
    }

    #[test]
    fn a_line_on_the_torus_misses_what_is_left_over() {
        // 0 2 4 1 3: differences row − column are 0, −1, −2, 2, 1; sums 0, 3, 6, 4, 7.
        let missed = misses(&[0, 2, 4, 1, 3]);
        // Lengths 4 4 | 4 4, 3 3 | 3 3, …: sums 5 and 2 are missed of the first three lengths.
        assert_eq!(missed & 0xFFFF, 0x0100);
        assert_eq!((missed >> 16) & 0xFFFF, 0x1000);
    }
}
