//! How often a start on the torus counts, for the second count: by trying linear maps on the squares.
//!
//! The queen of row 0 can be moved to any column by a translation. With that queen on square (0, 0),
//! every linear map of the squares that preserves attacks and sends the queen of row 1 to row 1 gives
//! an image. The maps are found by moving all squares and asking the rule of attack.

use crate::descent::{Start, prefix};
use bezzel_board::{Problem, Square};
use std::collections::BTreeSet;

/// The start that `prefix 0,2,7` means, with its number of images.
pub(super) fn translations(problem: &Problem, label: &str) -> Option<Vec<Start>> {
    let queens = prefix(problem, label)?;
    let images = match queens[..] {
        [_, second, ..] if problem.is_plain() => {
            let translations = u128::from(problem.size().columns());
            translations * slopes(problem, second.column).len() as u128
        }
        _ => 1,
    };
    Some(vec![Start { queens, images }])
}

/// The columns of row 1 that linear maps send the square (1, slope) to.
fn slopes(problem: &Problem, slope: u32) -> BTreeSet<u32> {
    let (size, n) = (problem.size(), problem.size().columns());
    let origin = Square::new(0, 0);
    let is_attacked = |square: Square| problem.attack(origin, square).is_some();
    let mut found = BTreeSet::new();
    for (b, d) in (0..size.rows()).flat_map(|b| (0..n).map(move |d| (b, d))) {
        // The image of (0, 1).
        if !is_attacked(Square::new(b, d)) {
            continue;
        }
        // (1, slope) goes to row 1.
        let a = (1 + n * n - b * slope) % n;
        for c in 0..n {
            let map = |square: Square| {
                let Square { row, column } = square;
                Square::new((a * row + b * column) % n, (c * row + d * column) % n)
            };
            let preserves = |square: Square| {
                let image = map(square);
                let is_kept = || size.contains(image) && is_attacked(image) == is_attacked(square);
                square == origin || image != origin && is_kept()
            };
            if size.iter().all(preserves) {
                found.insert(map(Square::new(1, slope)).column);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::{prepared, slope, slope_branches};
    use super::*;
    use crate::engine::units_that_differ;
    use bezzel_board::Stop;

    #[test]
    fn both_counts_find_the_same_classes() {
        let tori = (4..=32).map(|n| format!("{n} torus"));
        let oblong = (4..=12).flat_map(|n| (2..n).map(move |rows| format!("{rows}x{n} cylinder")));
        for text in tori.chain(oblong) {
            let problem: Problem = text.parse().unwrap();
            for (first, size) in slope::classes(problem.size()) {
                let class = slopes(&problem, first);
                assert_eq!(class.len() as u64, size, "{text}, slope {first}");
                assert_eq!(class.first(), Some(&first));
            }
        }
    }

    #[test]
    fn the_second_count_finds_a_wrong_weight() {
        let problem = Problem::queens(11).on_torus().unwrap();
        let mut branches = slope_branches(&problem, &Stop::new()).unwrap();
        assert!(units_that_differ(&prepared(&problem, branches.clone())).is_empty());
        branches[0].weight += 11;
        let wrong = branches[0].name.clone();
        assert_eq!(units_that_differ(&prepared(&problem, branches)), [wrong]);
    }
}
