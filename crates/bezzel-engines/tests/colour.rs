//! Engine `colour` agrees with the golden totals, the plain counter and its own recount.

mod common;

use bezzel_board::{Problem, Size, Stop};
use bezzel_engines::{Colour, Engine, EngineError, SimdLevel, Subtotal, Unit};
use common::{
    TOTALS, blocked_board, drawn, levels, plain_total, prepare, small_plan, total, with_some_given,
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
    for (n, expected) in (0..=11).zip(TOTALS) {
        let mut bench = prepare(&Colour, &Problem::queens(n), SimdLevel::best());
        let units = bench.units();
        assert_eq!(bench.twice(&units), Subtotal::Count(expected), "n = {n}");
    }
}

#[test]
fn engine_enumerate_agrees_on_units_it_can_list_soon() {
    for n in 14..=16 {
        let mut bench = prepare(&Colour, &Problem::queens(n), SimdLevel::best());
        // The time to list a unit is proportional to its number of solutions.
        let (prepared, units) = (bench.prepared.clone(), bench.units());
        let short: Vec<Unit> =
            units.into_iter().filter(|unit| prepared.cost(unit) < 0.0001).collect();
        assert_ne!(bench.twice(&drawn(&short, 6, 1)), Subtotal::Count(0), "n = {n}");
    }
}

#[test]
fn a_plan_has_a_unit_for_each_row_set() {
    for (n, most) in [(8, 10), (14, 64), (16, 163), (18, 256), (20, 638), (28, 9908), (31, 21469)] {
        small_plan(&Colour, n, most);
    }
}

#[test]
fn other_boards_are_refused_with_a_way_out() {
    let torus = Problem::queens(5).on_torus().unwrap();
    let cube = Problem::new(Size::cube(4, 3).unwrap());
    let oblong = Problem::new(Size::rectangle(4, 5).unwrap());
    for problem in [torus, cube, oblong] {
        let error = Colour.prepare(&problem, &Stop::new()).err();
        assert!(matches!(error, Some(EngineError::Unsupported { .. })), "{problem}");
    }
    let error = Colour.prepare(&Problem::queens(32), &Stop::new()).err();
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
        let mut bench = prepare(&Colour, &problem, SimdLevel::best());
        let units = bench.units();
        prop_assert_eq!(bench.twice(&units), Subtotal::Count(expected));
    }
}
