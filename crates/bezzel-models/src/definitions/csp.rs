//! 1.3: an assignment of a column to each of n rows; for i < j the pair of their columns is in the
//! relation P_ij, the complement of P'_ij.

use super::{Faults, Reading, Relation};
use bezzel_board::Square;

pub(super) fn faults(n: u32, squares: &[Square], reading: Reading, faults: &mut Faults) {
    let mut columns: Vec<Vec<u32>> = vec![Vec::new(); n as usize];
    for square in squares {
        columns[square.row as usize].push(square.column);
    }
    for (i, values) in columns.iter().enumerate().filter(|(_, values)| values.len() != 1) {
        let found = values.len();
        faults.add(|| format!("it is not an assignment: variable x{i} has {found} values, not 1"));
    }
    if !faults.is_empty() {
        return;
    }
    let columns: Vec<u32> = columns.into_iter().flatten().collect();
    for i in 0..n {
        for j in i + 1..n {
            let (x, y) = (columns[i as usize], columns[j as usize]);
            if let Some(why) = forbidden(i, j, x, y, reading) {
                faults.add(|| format!("({x}, {y}) is not in P{i},{j}: {why}"));
            }
        }
    }
}

/// Every P_ij.
pub(super) fn relations(n: u32, reading: Reading) -> Vec<Relation> {
    let rows = (0..n).flat_map(|i| (i + 1..n).map(move |j| (i, j)));
    let relation = |(i, j)| {
        let pairs = (0..n).flat_map(|x| (0..n).map(move |y| (x, y)));
        let is_allowed = |&(x, y): &(u32, u32)| forbidden(i, j, x, y, reading).is_none();
        Relation { i, j, pairs: pairs.filter(is_allowed).collect() }
    };
    rows.map(relation).collect()
}

/// Why (x, y) is in P'_ij, if it is.
fn forbidden(i: u32, j: u32, x: u32, y: u32, reading: Reading) -> Option<&'static str> {
    if x == y {
        Some("x = y")
    } else if x.abs_diff(y) == i.abs_diff(j) {
        Some("|x - y| = |i - j|")
    } else if reading == Reading::Printed && x + y == i + j {
        Some("x + y = i + j")
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The six sets that the survey lists for n = 4 are right, although the condition above them is
    /// wrong: as printed it removes (1, 2) and (2, 1) from P03.
    #[test]
    fn the_listed_relations_for_four_follow_the_corrected_condition() {
        let distance_1 = "02 03 13 20 30 31";
        let distance_2 = "01 03 10 12 21 23 30 32";
        let distance_3 = "01 02 10 12 13 20 21 23 31 32";
        let printed = [
            (0, 1, distance_1),
            (0, 2, distance_2),
            (0, 3, distance_3),
            (1, 2, distance_1),
            (1, 3, distance_2),
            (2, 3, distance_1),
        ];
        let relation = |i, j, reading| -> String {
            let all = relations(4, reading);
            let found = all.iter().find(|one| (one.i, one.j) == (i, j)).unwrap();
            found.pairs.iter().map(|(x, y)| format!("{x}{y}")).collect::<Vec<_>>().join(" ")
        };
        for (i, j, listed) in printed {
            assert_eq!(relation(i, j, Reading::Corrected), listed, "P{i}{j}");
        }
        assert_eq!(relation(0, 2, Reading::Printed), "01 03 10 12 21 23 30 32");
        assert_eq!(relation(0, 3, Reading::Printed), "01 02 10 13 20 23 31 32");
    }
}
