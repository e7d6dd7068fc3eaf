//! Engine `torus` agrees with the golden totals and a naive search.

use crate::common::{blocked_board, levels, prepare, total, with_some_given};
use bezzel_board::{Placement, Problem, Square, Stop};
use bezzel_engines::{Engine, EngineError, SimdLevel, Subtotal, Torus};
use proptest::prelude::*;

fn torus(n: u32) -> Problem {
    Problem::queens(n).on_torus().unwrap()
}

/// Row by row with the rules of the board itself: no masks, no symmetry.
fn naive(problem: &Problem, placed: &mut Vec<Square>) -> u128 {
    let row = placed.len() as u32;
    if row == problem.size().rows() {
        return 1;
    }
    let mut solutions = 0;
    for column in 0..problem.size().columns() {
        let square = Square::new(row, column);
        let attacked = placed.iter().any(|&queen| problem.attack(queen, square).is_some());
        if problem.allows(square) && !attacked {
            placed.push(square);
            solutions += naive(problem, placed);
            placed.pop();
        }
    }
    solutions
}

#[test]
fn totals_are_right_at_every_level() {
    // OEIS A007705 for odd sides; even sides have none.
    let golden = [1, 1, 0, 0, 0, 10, 0, 28, 0, 0, 0, 88, 0, 4524, 0, 0];
    for level in levels() {
        for (n, expected) in (0..).zip(golden) {
            assert_eq!(total(&Torus, &torus(n), level), expected, "n = {n}, {level}");
        }
    }
}

#[test]
fn the_search_finds_what_a_naive_search_finds() {
    for n in 0..=13 {
        let expected = naive(&torus(n), &mut Vec::new());
        assert_eq!(total(&Torus, &torus(n), SimdLevel::best()), expected, "n = {n}");
    }
}

#[test]
fn side_17_and_19_are_right() {
    for (n, expected) in [(17, 140_692), (19, 820_496)] {
        assert_eq!(total(&Torus, &torus(n), SimdLevel::best()), expected);
    }
}

#[test]
fn recount_agrees_unit_by_unit() {
    for n in 0..=13 {
        let mut bench = prepare(&Torus, &torus(n), SimdLevel::best());
        let units = bench.units();
        let expected = total(&Torus, &torus(n), SimdLevel::best());
        assert_eq!(bench.twice(&units), Subtotal::Count(expected), "n = {n}");
    }
    let mut bench = prepare(&Torus, &torus(17), SimdLevel::best());
    let units = bench.units();
    assert_ne!(bench.twice(units.iter().step_by(50)), Subtotal::Count(0));
}

/// Cylinders with unequal sides: full, and with a given queen and a blocked square.
#[test]
fn oblong_cylinders_have_what_a_naive_search_finds() {
    for columns in 1..=9 {
        for rows in 0..columns {
            let full: Problem = format!("{rows}x{columns} cylinder").parse().unwrap();
            let mut problems = vec![full.clone()];
            if rows > 2 {
                let given = full.clone().with_given([Square::new(1, 2)]).unwrap();
                problems.push(given.with_blocked([Square::new(0, 0)]).unwrap());
            }
            for problem in problems {
                let expected = naive(&problem, &mut Vec::new());
                for level in levels() {
                    let mut bench = prepare(&Torus, &problem, level);
                    let units = bench.units();
                    let found = bench.twice(&units);
                    assert_eq!(found, Subtotal::Count(expected), "{problem}, {level}");
                }
            }
        }
    }
}

#[test]
fn larger_boards_are_jobs_of_many_even_units() {
    let prepared = prepare(&Torus, &torus(23), SimdLevel::best()).prepared;
    let costs = prepared.plan().units.iter().map(|unit| prepared.cost(unit));
    let (most, sum) = costs.fold((0.0_f64, 0.0), |(most, sum), c| (most.max(c), sum + c));
    assert!(most < sum / 128.0, "{most} of {sum}");
}

#[test]
fn other_boards_are_refused_with_an_alternative() {
    let error = Torus.prepare(&Problem::queens(8), &Stop::new()).err();
    assert!(matches!(error, Some(EngineError::Unsupported { .. })));
    let error = Torus.prepare(&torus(33), &Stop::new()).err();
    assert!(matches!(error, Some(EngineError::TooLarge { .. })));
    let wide = "3x33 cylinder".parse().unwrap();
    let error = Torus.prepare(&wide, &Stop::new()).err();
    assert!(matches!(error, Some(EngineError::TooLarge { .. })));
}

#[test]
fn a_solution_of_the_torus_solves_the_problem() {
    let squares = (0..5).map(|row| Square::new(row, 2 * row % 5));
    let placement: Placement = squares.collect();
    assert!(torus(5).is_solution(&placement));
}

proptest! {
    #[test]
    fn blocked_and_given_agree_with_naive(
        problem in blocked_board(5..=9),
        count in 0_usize..3,
        seed: u64,
    ) {
        let problem = with_some_given(&problem.on_torus().unwrap(), count, seed);
        let expected = naive(&problem, &mut Vec::new());
        for level in levels() {
            prop_assert_eq!(total(&Torus, &problem, level), expected, "{}", level);
        }
    }
}
