//! Engine `colour` agrees with the golden totals, the plain counter and its own recount.

use crate::common::{
    TOTALS, blocked_board, drawn, levels, part, plain_total, prepare, small_plan, total,
    with_some_given,
};
use bezzel_board::{Problem, Size, Stop};
use bezzel_engines::{Colour, Engine, EngineError, SimdLevel, Subtotal, Unit};
use proptest::prelude::*;
use std::sync::atomic::{AtomicUsize, Ordering};

#[test]
fn totals_are_right_at_every_level() {
    for level in levels() {
        for (n, expected) in (0..=14).zip(TOTALS) {
            assert_eq!(total(&Colour, &Problem::queens(n), level), expected, "n = {n}, {level}");
        }
    }
}

/// With `BEZZEL_DEEP=1` up to 20, and at every level.
#[test]
fn large_totals_are_right() {
    let deep = std::env::var_os("BEZZEL_DEEP").is_some();
    for level in levels().filter(|&level| deep || level == SimdLevel::best()) {
        for (n, expected) in (15..=if deep { 20 } else { 17 }).zip(LARGE_TOTALS) {
            assert_eq!(total(&Colour, &Problem::queens(n), level), expected, "n = {n}, {level}");
        }
    }
}

/// Workers of several threads share the tables of one plan. With `BEZZEL_DEEP=1` up to 20.
#[test]
fn totals_are_right_at_every_level_with_any_number_of_threads() {
    let deep = std::env::var_os("BEZZEL_DEEP").is_some();
    let totals = || TOTALS.into_iter().take(15).chain(LARGE_TOTALS);
    for level in levels() {
        for threads in [1, 2, 3, 8] {
            for (n, expected) in (0..=if deep { 20 } else { 13 }).zip(totals()) {
                let found = total_of_threads(&Problem::queens(n), level, threads);
                assert_eq!(found, expected, "n = {n}, {level}, {threads} threads");
            }
        }
    }
}

/// The total by workers that take the next unit in turn.
fn total_of_threads(problem: &Problem, level: SimdLevel, threads: usize) -> u128 {
    let prepared = Colour.prepare(problem, &Stop::new()).unwrap();
    let next = AtomicUsize::new(0);
    let count = || {
        let mut worker = prepared.worker(level).unwrap();
        let units =
            std::iter::from_fn(|| prepared.plan().units.get(next.fetch_add(1, Ordering::Relaxed)));
        units.map(|unit| worker.count(unit, &Stop::new()).unwrap().count().unwrap()).sum::<u128>()
    };
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(count)).collect();
        workers.into_iter().map(|worker| worker.join().unwrap()).sum()
    })
}

/// From 15 on.
const LARGE_TOTALS: [u128; 6] =
    [2_279_184, 14_772_512, 95_815_104, 666_090_624, 4_968_057_848, 39_029_188_884];

#[test]
fn totals_beyond_32_bits_are_right() {
    let found = total(&Colour, &Problem::queens(19), SimdLevel::best());
    assert_eq!(found, 4_968_057_848);
}

/// Three ways to count, none of which shares code with another.
#[test]
fn three_counts_agree_on_every_unit_of_small_boards() {
    for (n, expected) in (0..=11).zip(TOTALS) {
        for level in levels() {
            let mut bench = prepare(&Colour, &Problem::queens(n), level);
            let units = bench.units();
            assert_eq!(bench.twice(&units), Subtotal::Count(expected), "n = {n}, {level}");
            let listed = |sum: Subtotal, unit| sum.plus(&bench.list(unit)).unwrap();
            let listed = units.iter().fold(Subtotal::Count(0), listed);
            assert_eq!(listed, Subtotal::Count(expected), "n = {n}, listed");
        }
    }
}

#[test]
fn listing_agrees_on_units_it_can_list_soon() {
    for n in 14..=16 {
        let mut bench = prepare(&Colour, &Problem::queens(n), SimdLevel::best());
        // The time to list a unit is proportional to its number of solutions.
        let (prepared, units) = (bench.prepared.clone(), bench.units());
        let short: Vec<Unit> =
            units.into_iter().filter(|unit| prepared.cost(unit) < 0.0001).collect();
        let short = drawn(&short, 6, 1);
        assert_ne!(bench.twice(&short), Subtotal::Count(0), "n = {n}");
        for unit in &short {
            assert_eq!(bench.list(unit), bench.count(unit), "n = {n}, {unit}");
        }
    }
}

/// Whole units and parts of them. With `BEZZEL_DEEP=1` more of them.
#[test]
fn recount_agrees_on_random_units_and_parts() {
    let deep = std::env::var_os("BEZZEL_DEEP").is_some();
    for n in 8..=17 {
        for level in levels() {
            let mut bench = prepare(&Colour, &Problem::queens(n), level);
            let prepared = bench.prepared.clone();
            let units = drawn(&bench.units(), if deep { 40 } else { 5 }, n.into());
            let split = |(times, unit): (u32, &Unit)| part(&*prepared, unit, times, n.into());
            let parts: Vec<Unit> = (1..).zip(&units).map(split).collect();
            bench.twice(&units);
            bench.twice(&parts);
        }
    }
}

/// Parts of random units that take some milliseconds; of the units themselves with `BEZZEL_DEEP=1`.
#[test]
fn recount_agrees_on_random_units_of_large_boards() {
    let deep = std::env::var_os("BEZZEL_DEEP").is_some();
    for n in 18..=22 {
        let mut bench = prepare(&Colour, &Problem::queens(n), SimdLevel::best());
        let prepared = bench.prepared.clone();
        let most = if deep { 10.0 } else { 0.02 };
        let small = |unit: Unit| {
            (0..30)
                .map(|times| part(&*prepared, &unit, times, n.into()))
                .find(|part| prepared.cost(part) < most)
                .expect("30 splits leave one slice")
        };
        let units = drawn(&bench.units(), if deep { 20 } else { 6 }, n.into());
        let units: Vec<Unit> = units.into_iter().map(small).collect();
        assert_ne!(bench.twice(&units), Subtotal::Count(0), "n = {n}");
    }
}

/// One slice of every stage, in layouts that smaller boards do not have. With `BEZZEL_DEEP=1` three,
/// at every level, also where listing the partners takes seconds.
#[test]
fn recount_agrees_on_a_slice_of_every_stage() {
    let deep = std::env::var_os("BEZZEL_DEEP").is_some();
    let (largest, seeds) = if deep { (26, 3) } else { (23, 1) };
    for n in 22..=largest {
        for level in levels().filter(|&level| deep || level == SimdLevel::best()) {
            let mut bench = prepare(&Colour, &Problem::queens(n), level);
            let (prepared, units) = (bench.prepared.clone(), bench.units());
            let mut slices = Vec::new();
            for stage in units.chunk_by(|one, other| stage_of(one) == stage_of(other)) {
                for seed in (n.into()..).take(seeds) {
                    let unit = &drawn(stage, 1, seed)[0];
                    slices.push(part(&*prepared, unit, 30, seed));
                }
            }
            assert!(slices.len() > 5 * seeds);
            assert_ne!(bench.twice(&slices), Subtotal::Count(0), "n = {n}, {level}");
        }
    }
}

/// How many queens a unit has in block EE.
fn stage_of(unit: &Unit) -> &str {
    unit.label().split(' ').next().unwrap_or_default()
}

#[test]
fn a_plan_has_a_unit_for_each_row_set() {
    for (n, most) in [(8, 10), (14, 64), (16, 163), (18, 256), (20, 638), (28, 9908), (31, 24704)] {
        small_plan(&Colour, n, most);
    }
}

#[test]
fn other_boards_are_refused_with_an_alternative() {
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
