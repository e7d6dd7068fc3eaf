//! Engine `colour` against the golden totals, the plain counter and its own recount.

mod common;

use bezzel_board::{Problem, Size};
use bezzel_engines::{Colour, Engine, EngineError, SimdLevel};
use common::{
    TOTALS, blocked_board, levels, plain_total, prepare, small_and_steady_plan, total,
    with_some_given,
};
use proptest::prelude::*;

#[test]
fn totals_are_right_at_every_level() {
    for level in levels() {
        for (n, expected) in (0..=14).zip(TOTALS) {
            assert_eq!(total(&Colour, &Problem::queens(n), level), expected, "n = {n}, {level}");
        }
    }
}

#[test]
fn large_totals_are_right_at_the_best_level() {
    for n in [15, 16, 17] {
        let found = total(&Colour, &Problem::queens(n), SimdLevel::best());
        assert_eq!(found, TOTALS[n as usize], "n = {n}");
    }
}

#[test]
fn totals_beyond_32_bits_are_right() {
    let found = total(&Colour, &Problem::queens(19), SimdLevel::best());
    assert_eq!(found, 4_968_057_848);
}

#[test]
fn recount_agrees_on_every_unit_of_small_boards() {
    for n in 0..=11 {
        let prepared = prepare(&Colour, &Problem::queens(n), SimdLevel::best());
        for (unit, named) in prepared.plan().units.iter().enumerate() {
            let (count, recount) = (prepared.count(unit), prepared.recount(unit));
            assert_eq!(count, recount, "n = {n}, {}", named.label);
        }
    }
}

#[test]
fn engine_enumerate_agrees_on_every_unit_it_can_list_soon() {
    for n in 14..=16 {
        let prepared = prepare(&Colour, &Problem::queens(n), SimdLevel::best());
        assert_eq!(prepared.recounts_by(), "enumerate");
        let units = &prepared.plan().units;
        // A unit takes as long to list as it has solutions.
        let short = units.iter().enumerate().filter(|(_, unit)| unit.cost < 0.008);
        let mut sum = 0;
        for (unit, named) in short {
            let (count, recount) = (prepared.count(unit), prepared.recount(unit));
            assert_eq!(count, recount, "n = {n}, {}", named.label);
            sum += count;
        }
        assert!(sum > 0, "n = {n}");
    }
}

#[test]
fn plans_are_small_where_boards_are_and_never_change() {
    for (n, most) in [(8, 10), (14, 16), (16, 20), (18, 60), (20, 600), (22, 2000)] {
        small_and_steady_plan(&Colour, n, most);
    }
}

#[test]
fn the_largest_board_can_be_planned() {
    let prepared = prepare(&Colour, &Problem::queens(31), SimdLevel::best());
    assert!(prepared.plan().units.len() > 1000);
}

#[test]
fn other_boards_are_refused_with_a_way_out() {
    let torus = Problem::queens(5).on_torus().unwrap();
    let cube = Problem::new(Size::cube(4, 3).unwrap());
    let oblong = Problem::new(Size::rectangle(4, 5).unwrap());
    for problem in [torus, cube, oblong] {
        let error = Colour.prepare(&problem, SimdLevel::Scalar).err();
        assert!(matches!(error, Some(EngineError::Unsupported { .. })), "{problem}");
    }
    let error = Colour.prepare(&Problem::queens(32), SimdLevel::Scalar).err();
    assert!(matches!(error, Some(EngineError::TooLarge { .. })));
}

proptest! {
    #[test]
    fn blocked_boards_agree_with_plain(problem in blocked_board(5..=12)) {
        let expected = plain_total(&problem);
        for level in levels() {
            prop_assert_eq!(total(&Colour, &problem, level), expected, "{}", level);
        }
    }

    #[test]
    fn given_queens_agree_with_plain(
        problem in blocked_board(5..=12),
        count in 1_usize..4,
        seed: u64,
    ) {
        let problem = with_some_given(&problem, count, seed);
        let expected = plain_total(&problem);
        let prepared = prepare(&Colour, &problem, SimdLevel::best());
        let units = 0..prepared.plan().units.len();
        let sum: u128 = units.clone().map(|unit| prepared.count(unit)).sum();
        let again: u128 = units.map(|unit| prepared.recount(unit)).sum();
        prop_assert_eq!(sum, expected);
        prop_assert_eq!(again, expected);
    }
}
