//! Borders for the second count, by moving squares.
//!
//! A unit has the borders whose positions begin as its label does and are the smallest among those
//! of their images. An image is made by moving each queen; how many different sets of squares that
//! gives is how often the border counts.

use crate::descent::Start;
use bezzel_board::{Problem, Square};
use std::collections::BTreeSet;

/// The borders that `border 3,9` means: one of each class, with its number of images.
pub(super) fn borders(problem: &Problem, label: &str) -> Option<Vec<Start>> {
    let start: Result<_, _> = label.strip_prefix("border ")?.split(',').map(str::parse).collect();
    let start: Vec<u32> = start.ok().filter(|start: &Vec<u32>| start.len() <= 4)?;
    let last = problem.size().rows() - 1;
    let mut found = Vec::new();
    let mut waiting = vec![start];
    while let Some(positions) = waiting.pop() {
        let [top, bottom, left, right] = positions[..] else {
            waiting.extend((0..=last).map(|next| [&positions[..], &[next]].concat()));
            continue;
        };
        let queens = [(0, top), (last, bottom), (left, 0), (right, last)];
        let border = BTreeSet::from(queens.map(Square::from));
        let attacks = |a: &Square| border.iter().any(|&b| problem.attack(*a, b).is_some());
        if border.iter().any(attacks) {
            continue;
        }
        let images: BTreeSet<_> = (0..8).map(|symmetry| image(&border, symmetry, last)).collect();
        if images.iter().all(|image| positions <= read(image, last)) {
            let queens = border.into_iter().collect();
            found.push(Start { queens, images: images.len() as u128 });
        }
    }
    Some(found)
}

/// The squares flipped or not from top to bottom (1), from left to right (2), and along the main
/// diagonal (4).
fn image(squares: &BTreeSet<Square>, symmetry: u8, last: u32) -> BTreeSet<Square> {
    let moved = |square: &Square| {
        let Square { mut row, mut column } = *square;
        if symmetry & 1 != 0 {
            row = last - row;
        }
        if symmetry & 2 != 0 {
            column = last - column;
        }
        if symmetry & 4 != 0 { Square::new(column, row) } else { Square::new(row, column) }
    };
    squares.iter().map(moved).collect()
}

/// The positions at the top, at the bottom, on the left and on the right.
fn read(squares: &BTreeSet<Square>, last: u32) -> Vec<u32> {
    let column_of = |row: u32| squares.iter().find(|square| square.row == row).map(|q| q.column);
    let row_of = |column: u32| squares.iter().find(|q| q.column == column).map(|q| q.row);
    [column_of(0), column_of(last), row_of(0), row_of(last)].into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::super::{border_branches, prepared};
    use super::*;
    use crate::descent::Branch;
    use crate::engine::units_that_differ;
    use bezzel_board::Stop;

    fn branches(n: u32) -> Vec<Branch> {
        border_branches(&Problem::queens(n), &Stop::new()).unwrap()
    }

    #[test]
    fn both_counts_find_the_same_borders() {
        for n in 2..=13 {
            let planned = branches(n).into_iter();
            let mut planned: Vec<_> =
                planned.map(|branch| (branch.fixed, u128::from(branch.weight))).collect();
            let starts = |top| borders(&Problem::queens(n), &format!("border {top}")).unwrap();
            let mut found: Vec<_> =
                (0..n).flat_map(starts).map(|start| (start.queens, start.images)).collect();
            planned.sort();
            found.sort();
            assert_eq!(found, planned, "n = {n}");
        }
    }

    #[test]
    fn the_second_count_finds_a_wrong_weight_and_a_missing_border() {
        let problem = Problem::queens(8);
        let differ = |branches| units_that_differ(&prepared(&problem, branches));
        assert_eq!(differ(branches(8)), Vec::<String>::new());
        let mut wrong = branches(8);
        // The border of the first solution, 0,4,7,5,2,6,1,3, mirrored along the diagonal.
        let border = wrong.iter().position(|branch| branch.name == "border 0,2,0,3").unwrap();
        wrong[border].weight = 4;
        assert_eq!(differ(wrong), ["border 0"]);
        let mut fewer = branches(8);
        fewer.remove(border);
        assert_eq!(differ(fewer), ["border 0"]);
    }

    #[test]
    fn labels_that_mean_nothing_are_refused() {
        for label in ["border 1,2,3,4,5", "border x", "border ", "prefix 1"] {
            assert!(borders(&Problem::queens(8), label).is_none(), "{label}");
        }
    }
}
