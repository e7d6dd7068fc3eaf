//! 1.2: select n elements of {0, …, n² − 1}; every two different ones satisfy four conditions on
//! X mod n (the column) and X / n (the row).

use super::{Faults, Reading, not_n, pairs};
use bezzel_board::Square;

pub(super) fn faults(n: u32, squares: &[Square], reading: Reading, faults: &mut Faults) {
    let n64 = i64::from(n);
    let numbers: Vec<i64> =
        squares.iter().map(|s| i64::from(s.row) * n64 + i64::from(s.column)).collect();
    not_n(n, numbers.len(), "elements", faults);
    let difference = |x: i64| {
        let difference = x / n64 - x % n64;
        if reading == Reading::Printed { difference.abs() } else { difference }
    };
    for (x, y) in pairs(&numbers) {
        let conditions = [
            (x % n64 != y % n64, "1 (not on the same column)"),
            (x / n64 != y / n64, "2 (not on the same row)"),
            (x / n64 + x % n64 != y / n64 + y % n64, "3 (not on the same diagonal)"),
            (difference(x) != difference(y), "4 (not on the same diagonal)"),
        ];
        for (_, condition) in conditions.iter().filter(|(holds, _)| !holds) {
            faults.add(|| format!("condition {condition} fails for X = {x} and Y = {y}"));
        }
    }
}
