//! 1.6: x_ij is 1 on the squares chosen. Every row and column sums to 1, every diagonal
//! i + j = k (k = 1 … 2n − 3) and i − j = k (k = −(n − 2) … n − 2) to at most 1; the corners, which
//! are diagonals of one square, may be left out.
//!
//! As printed, the sums over rows and columns omit index 0. Columns 1 to n − 1 then have a queen
//! each below row 0, column 0 has one, and row 0 needs another: no set of n squares satisfies this.
//! Sets of n + 1 squares do for some n (16 at n = 6), but that is a different problem.

use super::{Faults, Reading};
use bezzel_board::Square;

pub(super) fn faults(n: u32, squares: &[Square], reading: Reading, faults: &mut Faults) {
    let n = i64::from(n);
    let first = if reading == Reading::Printed { 1 } else { 0 };
    let chosen: Vec<(i64, i64)> =
        squares.iter().map(|s| (i64::from(s.row), i64::from(s.column))).collect();
    // For each of the four families the sum of every member; the offset makes i − j an index.
    let sum = |length: i64, index: &dyn Fn(i64, i64) -> Option<i64>| {
        let mut sums = vec![0_u32; length.max(0) as usize];
        for place in chosen.iter().filter_map(|&(i, j)| index(i, j)) {
            sums[place as usize] += 1;
        }
        (0_i64..).zip(sums)
    };
    for (i, sum) in sum(n, &|i, j| (j >= first).then_some(i)).filter(|&(_, sum)| sum != 1) {
        faults
            .add(|| format!("constraint 1, i = {i}: the sum over j from {first} is {sum}, not 1"));
    }
    for (j, sum) in sum(n, &|i, j| (i >= first).then_some(j)).filter(|&(_, sum)| sum != 1) {
        faults
            .add(|| format!("constraint 2, j = {j}: the sum over i from {first} is {sum}, not 1"));
    }
    for (k, sum) in sum(2 * n - 1, &|i, j| Some(i + j)) {
        if sum > 1 && (1..=2 * n - 3).contains(&k) {
            faults.add(|| format!("constraint 3, i + j = {k}: the sum is {sum}, more than 1"));
        }
    }
    for (place, sum) in sum(2 * n - 1, &|i, j| Some(i - j + n - 1)) {
        let k = place - (n - 1);
        if sum > 1 && (2 - n..=n - 2).contains(&k) {
            faults.add(|| format!("constraint 4, i - j = {k}: the sum is {sum}, more than 1"));
        }
    }
}
