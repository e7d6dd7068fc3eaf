//! The searches for some solutions join their part of the conformance suite.

use bezzel_board::{Problem, Size, Square};
use bezzel_search::algorithms::{ALL, find};
use bezzel_search::{Algorithm, Category};
use bezzel_testkit::{problems, some};
use proptest::prelude::*;

fn searches() -> impl Iterator<Item = &'static dyn Algorithm> {
    ALL.iter().copied().filter(|a| a.info().category == Category::SomeSolutions)
}

/// Blind choice needs too many attempts beyond n = 7.
fn is_blind(algorithm: &dyn Algorithm) -> bool {
    algorithm.info().id == "nondeterministic"
}

#[test]
fn a_solution_for_every_seed_with_traces_that_replay() {
    for algorithm in searches() {
        for n in [0, 1, 4, 5, 6, 7, 8, 12] {
            if !is_blind(algorithm) || n <= 6 {
                some::solves(algorithm, &Problem::queens(n), 3);
            }
        }
        some::solves(algorithm, &Problem::queens(5).on_torus().unwrap(), 3);
    }
}

#[test]
fn larger_boards() {
    for algorithm in searches().filter(|a| !is_blind(*a)) {
        for n in [20, 33, 50] {
            some::solves_unwatched(algorithm, &Problem::queens(n), 5);
        }
    }
}

/// Nearly linear: these take a fraction of a second.
#[test]
fn very_large_boards() {
    for id in ["qs3", "qs4", "min-conflicts"] {
        some::solves_unwatched(find(id).unwrap(), &Problem::queens(100_000), 1);
    }
}

#[test]
fn given_queens_blocked_squares_and_rectangles() {
    let squares = |list: &[(u32, u32)]| list.iter().copied().map(Square::from).collect::<Vec<_>>();
    let given = Problem::queens(6).with_given(squares(&[(1, 3)])).unwrap();
    let blocked = given.clone().with_blocked(squares(&[(0, 0), (2, 2), (5, 1)])).unwrap();
    let wide = Problem::new(Size::rectangle(5, 7).unwrap());
    for algorithm in searches() {
        for problem in [&given, &blocked, &wide] {
            some::solves(algorithm, problem, 2);
        }
    }
}

#[test]
fn hopeless_searches_end_by_themselves() {
    for algorithm in searches() {
        for n in [2, 3] {
            some::honest(algorithm, &Problem::queens(n), 4);
        }
        let wall = (0..4).map(|column| Square::new(2, column));
        some::honest(algorithm, &Problem::queens(4).with_blocked(wall).unwrap(), 4);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]
    #[test]
    fn never_a_wrong_answer(problem in problems::any_problem(1..=5, true)) {
        for algorithm in searches() {
            some::honest(algorithm, &problem, 4);
        }
    }

    #[test]
    fn never_a_wrong_answer_on_rectangles(problem in problems::any_rectangle(1..=4)) {
        for algorithm in searches() {
            some::honest(algorithm, &problem, 4);
        }
    }
}
