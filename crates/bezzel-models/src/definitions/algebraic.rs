//! 1.1: select n elements (i, j) of A × A, A = {0, …, n − 1}; every two of them satisfy all four
//! conditions, or none (an element with itself). i is the column and j the row.

use super::{Faults, Reading, not_n, pairs};
use bezzel_board::Square;

pub(super) fn faults(n: u32, squares: &[Square], _: Reading, faults: &mut Faults) {
    not_n(n, squares.len(), "elements", faults);
    for (a, b) in pairs(squares) {
        let ((i, j), (k, l)) = (coordinates(a), coordinates(b));
        let conditions = [
            (i != k, "1 (not on the same column)"),
            (j != l, "2 (not on the same row)"),
            (i + j != k + l, "3 (not on the same diagonal)"),
            (i - j != k - l, "4 (not on the same diagonal)"),
        ];
        if conditions.iter().all(|(holds, _)| !holds) {
            continue;
        }
        for (_, condition) in conditions.iter().filter(|(holds, _)| !holds) {
            faults.add(|| format!("condition {condition} fails for ({i}, {j}) and ({k}, {l})"));
        }
    }
}

fn coordinates(square: Square) -> (i64, i64) {
    (square.column.into(), square.row.into())
}
