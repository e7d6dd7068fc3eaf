//! Engine `enumerate` agrees with the golden totals and the plain counter.

use crate::common::{
    TOTALS, blocked_board, chance, drawn, levels, plain_total, prepare, small_plan, total,
    with_some_given,
};
use bezzel_board::{Problem, Size, Square, Stop};
use bezzel_engines::{Engine, EngineError, Enumerate, SimdLevel, Subtotal, plain};
use proptest::prelude::*;

#[test]
fn plain_counter_is_right() {
    for (n, expected) in (0..13).zip(TOTALS) {
        assert_eq!(u128::from(plain::count_full(n)), expected, "n = {n}");
        assert_eq!(plain_total(&Problem::queens(n)), expected, "n = {n}");
    }
}

#[test]
fn totals_are_right_at_every_level() {
    for level in levels() {
        for (n, expected) in (0..15).zip(TOTALS) {
            let found = total(&Enumerate, &Problem::queens(n), level);
            assert_eq!(found, expected, "n = {n}, {level}");
        }
    }
}

#[test]
fn large_totals_are_right_at_the_best_level() {
    for n in [15, 16] {
        let found = total(&Enumerate, &Problem::queens(n), SimdLevel::best());
        assert_eq!(found, TOTALS[n as usize], "n = {n}");
    }
}

#[test]
fn units_may_be_counted_on_any_thread_in_any_order() {
    let prepared = prepare(&Enumerate, &Problem::queens(13), SimdLevel::best()).prepared;
    let units = &prepared.plan().units;
    let sum: u128 = std::thread::scope(|scope| {
        let share = |first: usize| {
            let prepared = &prepared;
            scope.spawn(move || {
                let mut worker = prepared.worker(SimdLevel::best()).unwrap();
                let units = units.iter().skip(first).step_by(3).rev();
                units.map(|unit| worker.count(unit, &Stop::new()).unwrap().count().unwrap()).sum()
            })
        };
        let threads = [share(0), share(1), share(2)];
        threads.map(|thread| thread.join().unwrap()).iter().sum::<u128>()
    });
    assert_eq!(sum, TOTALS[13] * prepared.plan().divisor);
}

#[test]
fn recount_agrees_on_every_unit_of_small_boards() {
    for level in levels() {
        for (n, expected) in (0..=10).zip(TOTALS) {
            let mut bench = prepare(&Enumerate, &Problem::queens(n), level);
            let units = bench.units();
            assert_eq!(bench.twice(&units), Subtotal::Count(expected), "n = {n}, {level}");
        }
    }
}

#[test]
fn engine_colour_agrees_on_random_units_of_larger_boards() {
    for n in 14..=18 {
        let mut bench = prepare(&Enumerate, &Problem::queens(n), SimdLevel::best());
        let units = drawn(&bench.units(), 4, u64::from(n));
        assert_ne!(bench.twice(&units), Subtotal::Count(0), "n = {n}");
    }
}

#[test]
fn plans_are_small_where_boards_are() {
    for (n, most) in [(8, 6), (12, 6), (14, 100), (16, 1000), (18, 2000), (20, 4000)] {
        small_plan(&Enumerate, n, most);
    }
}

#[test]
fn no_unit_is_a_large_share_of_the_work() {
    let prepared = prepare(&Enumerate, &Problem::queens(16), SimdLevel::best()).prepared;
    let costs = prepared.plan().units.iter().map(|unit| prepared.cost(unit));
    let (most, sum) = costs.fold((0.0_f64, 0.0), |(most, sum), c| (most.max(c), sum + c));
    assert!(most < sum / 64.0, "{most} of {sum}");
}

#[test]
fn rectangles_are_counted() {
    for level in levels() {
        for (rows, columns) in
            [(1, 1), (1, 32), (2, 32), (3, 17), (5, 15), (5, 16), (5, 17), (8, 9)]
        {
            let problem = Problem::new(Size::rectangle(rows, columns).unwrap());
            let found = total(&Enumerate, &problem, level);
            assert_eq!(found, plain_total(&problem), "{problem}, {level}");
        }
    }
}

#[test]
fn lanes_are_used_to_their_last_bit() {
    // 16 and 32 columns fill the lanes; one row of the widest board is wider than any shift.
    for level in levels() {
        for columns in [15, 16, 17, 31, 32] {
            let problem = Problem::new(Size::rectangle(4, columns).unwrap());
            let problem = with_some_given(&problem, 1, u64::from(columns));
            let found = total(&Enumerate, &problem, level);
            assert_eq!(found, plain_total(&problem), "{problem}, {level}");
        }
    }
}

#[test]
fn boards_slightly_too_wide_for_narrow_lanes_are_handled() {
    for (n, seed) in [(17, 1), (18, 2), (18, 3), (19, 4)] {
        let problem = Problem::queens(n);
        let blocked: Vec<Square> =
            (problem.size().iter()).filter(|&square| chance(seed, square) < 0.45).collect();
        let problem = problem.with_blocked(blocked).unwrap();
        let expected = plain_total(&problem);
        assert!(expected > 0, "the seed makes a board without solutions");
        for level in levels() {
            assert_eq!(total(&Enumerate, &problem, level), expected, "n = {n}, {level}");
        }
    }
}

#[test]
fn other_boards_are_refused_with_an_alternative() {
    let torus = Problem::queens(5).on_torus().unwrap();
    let cube = Problem::new(Size::cube(4, 3).unwrap());
    for problem in [torus, cube] {
        let error = Enumerate.prepare(&problem, &Stop::new()).err();
        assert!(matches!(error, Some(EngineError::Unsupported { .. })), "{problem}");
    }
    let error = Enumerate.prepare(&Problem::queens(33), &Stop::new()).err();
    assert!(matches!(error, Some(EngineError::TooLarge { .. })));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn blocked_boards_agree_with_plain(problem in blocked_board(5..=12)) {
        let expected = plain_total(&problem);
        for level in levels() {
            prop_assert_eq!(total(&Enumerate, &problem, level), expected, "{}", level);
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
        for level in levels() {
            let mut bench = prepare(&Enumerate, &problem, level);
            let units = bench.units();
            prop_assert_eq!(bench.twice(&units), Subtotal::Count(expected), "{}", level);
        }
    }
}
