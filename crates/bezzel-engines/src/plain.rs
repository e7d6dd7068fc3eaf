//! The plain bit-mask counter of the textbooks: the baseline of the benchmarks and the oracle of
//! the tests.
//!
//! One queen per row; three words hold the columns and diagonals under attack in the current row,
//! and the diagonal words shift by one column with every row.
//!
//! ```text
//!   row 0   . Q . . .        taken  . x . . .      left  x . . . .      right  . . x . .
//!   row 1   x x x . .   =    (column of the queen and its two diagonals, seen from row 1)
//! ```
//!
//! The time is proportional to the number of legal partial placements (a factor of 8 to 10 per
//! board size); memory is the call stack. It deliberately uses no symmetry, no look-ahead and no
//! tuning.

use bezzel_board::Stop;

/// Counts the ways to put one queen into each row, on the columns open in that row, none
/// attacking another. Columns are bits, column 0 the lowest.
///
/// ```
/// use bezzel_engines::plain;
/// assert_eq!(plain::count(&[0xff; 8]), 92);
/// // The same board with a queen given in the corner.
/// assert_eq!(plain::count(&[0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]), 4);
/// ```
#[must_use]
pub fn count(open: &[u64]) -> u64 {
    place::<false>(open, [0; 3], &Stop::new())
}

/// The same for a count that may be stopped; `None` if it was.
pub(crate) fn count_until(open: &[u64], stop: &Stop) -> Option<u64> {
    let found = place::<true>(open, [0; 3], stop);
    (!stop.is_asked()).then_some(found)
}

/// The flag is checked while at least this many rows are left: with fewer, a search takes only a moment.
const LOOK: usize = 10;

fn place<const LOOKS: bool>(open: &[u64], [taken, left, right]: [u64; 3], stop: &Stop) -> u64 {
    let Some((&row, below)) = open.split_first() else {
        return 1;
    };
    if LOOKS && open.len() >= LOOK && stop.is_asked() {
        return 0;
    }
    let mut free = row & !(taken | left | right);
    let mut solutions = 0;
    while free != 0 {
        let queen = free & free.wrapping_neg();
        free ^= queen;
        let lines = [taken | queen, (left | queen) << 1, (right | queen) >> 1];
        solutions += place::<LOOKS>(below, lines, stop);
    }
    solutions
}

/// Counts the solutions of the full board of side `n`.
#[must_use]
pub fn count_full(n: u32) -> u64 {
    fn place(full: u64, taken: u64, left: u64, right: u64) -> u64 {
        if taken == full {
            return 1;
        }
        let mut free = full & !(taken | left | right);
        let mut solutions = 0;
        while free != 0 {
            let queen = free & free.wrapping_neg();
            free ^= queen;
            solutions += place(full, taken | queen, (left | queen) << 1, (right | queen) >> 1);
        }
        solutions
    }
    assert!(n < 64, "the columns of a row are the bits of one word");
    place((1 << n) - 1, 0, 0, 0)
}
