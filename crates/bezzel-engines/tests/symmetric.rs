//! Symmetric solutions and classes compared with golden values and a filter over all solutions.

use crate::common::TOTALS;
use bezzel_board::{Problem, Size, Square, Symmetry};
use bezzel_engines::{Classes, ClassesError, half_turn_solutions, quarter_turn_solutions};

/// OEIS A032522 from side 1.
const HALF_TURN: [u64; 24] = [
    1, 0, 0, 2, 2, 4, 8, 4, 16, 12, 48, 80, 136, 420, 1240, 3000, 8152, 18104, 44184, 144_620,
    375_664, 1_250_692, 3_581_240, 11_675_080,
];

/// OEIS A033148 from side 0, sides that are 0 or 1 modulo 4.
const QUARTER_TURN: [[u64; 2]; 10] = [
    [1, 1],
    [2, 2],
    [0, 0],
    [8, 8],
    [64, 128],
    [480, 704],
    [3328, 3264],
    [32_896, 43_776],
    [406_784, 667_904],
    [5_845_504, 8_650_752],
];

/// OEIS A002562 from side 1.
const FUNDAMENTAL: [u128; 17] =
    [1, 0, 0, 1, 2, 1, 6, 12, 46, 92, 341, 1787, 9233, 45752, 285_053, 1_846_955, 11_977_939];

#[test]
fn half_turn_solutions_are_right() {
    assert_eq!(half_turn_solutions(0), 1);
    for (n, expected) in (1..).zip(HALF_TURN) {
        assert_eq!(half_turn_solutions(n), expected, "n = {n}");
    }
}

#[test]
fn quarter_turn_solutions_are_right() {
    for n in 0..40_u32 {
        let expected = match n % 4 {
            rest @ 0..2 => QUARTER_TURN[n as usize / 4][rest as usize],
            _ => 0,
        };
        assert_eq!(quarter_turn_solutions(n), expected, "n = {n}");
    }
}

#[test]
fn symmetric_solutions_are_unchanged_by_a_turn() {
    for n in 0..=9 {
        let mut kept = [0, 0];
        for solution in solutions(n) {
            for (turn, kept) in [Symmetry::R2, Symmetry::R1].into_iter().zip(&mut kept) {
                let size = Size::square(n).unwrap();
                let mut turned: Vec<Square> =
                    solution.iter().map(|&queen| turn.apply(queen, size)).collect();
                turned.sort_unstable();
                *kept += u64::from(turned == solution);
            }
        }
        assert_eq!(kept, [half_turn_solutions(n), quarter_turn_solutions(n)], "n = {n}");
    }
}

/// Every solution of the full board, row by row.
fn solutions(n: u32) -> Vec<Vec<Square>> {
    let problem = Problem::queens(n);
    (0..n).fold(vec![Vec::new()], |partial, row| {
        (partial.iter())
            .flat_map(|placed: &Vec<Square>| {
                let squares = (0..n).map(|column| Square::new(row, column));
                let fits = |s: &Square| placed.iter().all(|&q| problem.attack(q, *s).is_none());
                squares.filter(fits).map(|square| [&placed[..], &[square]].concat())
            })
            .collect()
    })
}

#[test]
fn fundamental_solutions_are_right() {
    for (n, expected) in (1..).zip(FUNDAMENTAL) {
        let total = TOTALS[n as usize];
        let classes = Classes::of_total(n, total).unwrap();
        assert_eq!(classes.fundamental(), expected, "n = {n}");
        assert_eq!(classes.total(), total, "n = {n}");
    }
}

#[test]
fn the_smallest_boards_have_one_solution_with_every_symmetry() {
    for n in [0, 1] {
        let classes = Classes::of_total(n, 1).unwrap();
        assert_eq!((classes.fundamental(), classes.total()), (1, 1));
        assert_eq!(classes.fully_symmetric, 1);
    }
}

#[test]
fn a_wrong_total_is_caught() {
    let wrong = Classes::of_total(8, 91);
    assert!(matches!(wrong, Err(ClassesError::Checksum { remainder: 7, .. })));
    // The sum passes, the parts do not: four half-turn solutions of only two.
    let wrong = Classes::new(8, 2, 6, 0);
    assert!(matches!(wrong, Err(ClassesError::Inconsistent { .. })));
    assert!(Classes::of_total(1, 2).is_err());
}

#[test]
fn the_error_says_what_is_wrong() {
    let error = Classes::of_total(8, 91).unwrap_err().to_string();
    assert!(error.contains("91 solutions cannot be right for side 8"), "{error}");
}
