//! Every engine of the registry joins the conformance suite.

use bezzel_board::{Explain, Instead, Problem, Square, Stop};
use bezzel_engines::registry::{self, ALL};
use bezzel_engines::{Counted, Engine, SimdLevel};
use bezzel_testkit::{engines, oracle, problems};
use proptest::prelude::*;

/// Larger boards with `BEZZEL_DEEP=1`.
fn deep() -> bool {
    std::env::var_os("BEZZEL_DEEP").is_some()
}

#[test]
fn totals_at_every_level() {
    for engine in registry::counters() {
        engines::totals(engine, if deep() { 17 } else { 14 });
    }
}

#[test]
fn plans_are_valid() {
    for engine in registry::counters() {
        engines::plans(engine);
    }
}

#[test]
fn units_recounted_by_the_other_method() {
    for engine in ALL {
        // The spectrum of side 7 takes a second, that of side 8 a minute.
        let largest = if engine.info().counts == Counted::EveryDimension { 6 } else { 10 };
        for n in 1..=largest {
            engines::recounts(*engine, &Problem::queens(n), 1);
            engines::recounts(*engine, &Problem::queens(n).on_torus().unwrap(), 1);
        }
    }
    for engine in registry::counters() {
        for n in [12, 13, 14] {
            engines::recounts(engine, &Problem::queens(n), 41);
        }
        if deep() {
            for n in 15..=18 {
                engines::recounts(engine, &Problem::queens(n), 997);
            }
        }
    }
}

#[test]
fn boards_whose_first_row_is_blocked_have_no_solution() {
    for n in 1..=5 {
        let blocked = (0..n).map(|column| Square::new(0, column)).collect::<Vec<_>>();
        let problem = Problem::queens(n).with_blocked(blocked).unwrap();
        for engine in registry::counters() {
            engines::agrees(engine, &problem);
        }
    }
}

#[test]
fn every_engine_is_found_by_name() {
    for engine in ALL {
        assert_eq!(registry::find(engine.info().id).unwrap().info(), engine.info());
    }
    let error = registry::find("steam").map(Engine::info).unwrap_err();
    assert!(error.explain().contains("there are auto, enumerate"), "{error}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]
    #[test]
    fn boards_with_given_queens_and_blocked_squares(
        problem in problems::any_problem(1..=9, true)
    ) {
        for engine in registry::counters() {
            engines::agrees(engine, &problem);
            engines::recounts(engine, &problem, 5);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]
    #[test]
    fn boards_divided_into_regions(problem in problems::any_divided(1..=6)) {
        let known = oracle::solutions(&problem).len() as u128;
        let mut counted = 0;
        for engine in registry::counters() {
            match engine.prepare(&problem, &Stop::new()) {
                Err(error) => {
                    assert_eq!(error.instead(), [Instead::set("engine", "barr-rao")], "{error}");
                }
                Ok(prepared) => {
                    assert_eq!(engines::total(&*prepared, SimdLevel::Scalar), known, "{problem}");
                    engines::recounts(engine, &problem, 1);
                    counted += 1;
                }
            }
        }
        assert_eq!(counted, 1, "barr-rao counts every board");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(15))]
    #[test]
    fn larger_blocked_boards(problem in problems::any_problem(10..=12, false)) {
        for engine in registry::counters() {
            engines::agrees(engine, &problem);
        }
    }

    #[test]
    fn variants(problem in problems::any_variant()) {
        let mut counted = 0;
        for engine in registry::counters() {
            engines::agrees(engine, &problem);
            engines::recounts(engine, &problem, 1);
            counted += usize::from(engine.prepare(&problem, &Stop::new()).is_ok());
        }
        assert!(counted > 0, "an engine counts {problem}");
    }

    #[test]
    fn blocked_rectangles(problem in problems::any_rectangle(1..=7)) {
        for engine in registry::counters() {
            engines::agrees(engine, &problem);
        }
    }
}
