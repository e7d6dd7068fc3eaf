//! The algorithms for fundamental solutions join their part of the conformance suite.

use bezzel_board::{Problem, Size};
use bezzel_search::algorithms::{ALL, find};
use bezzel_search::{Algorithm, Category, Limits, Outcome, Settings, Work};
use bezzel_testkit::{fundamental, golden, problems};
use proptest::prelude::*;

fn fundamental_solutions() -> impl Iterator<Item = &'static dyn Algorithm> {
    ALL.iter().copied().filter(|a| a.info().category == Category::Fundamental)
}

#[test]
fn there_are_three() {
    let ids: Vec<&str> = fundamental_solutions().map(|a| a.info().id).collect();
    assert_eq!(ids, ["generate-and-test", "naur", "topor"]);
}

#[test]
fn totals_equal_the_table() {
    for algorithm in fundamental_solutions() {
        fundamental::totals(algorithm, 13);
    }
}

#[test]
fn one_of_each_class_with_traces_that_replay() {
    for algorithm in fundamental_solutions() {
        for n in 0..=6 {
            fundamental::solutions(algorithm, &Problem::queens(n));
            fundamental::solutions(algorithm, &Problem::queens(n).on_torus().unwrap());
        }
        for (rows, columns) in [(1, 3), (2, 3), (3, 4), (4, 6), (5, 6)] {
            let size = Size::rectangle(rows, columns).unwrap();
            fundamental::solutions(algorithm, &Problem::new(size));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]
    #[test]
    fn given_queens_and_blocked_squares(problem in problems::any_problem(1..=5, true)) {
        for algorithm in fundamental_solutions() {
            fundamental::solutions(algorithm, &problem);
        }
    }

    /// Random squares break all symmetries; these preserve some.
    #[test]
    fn symmetric_blocks(problem in problems::any_symmetric(3..=5)) {
        for algorithm in fundamental_solutions() {
            fundamental::solutions(algorithm, &problem);
        }
    }

    #[test]
    fn blocked_rectangles(problem in problems::any_rectangle(1..=4)) {
        for algorithm in fundamental_solutions() {
            fundamental::solutions(algorithm, &problem);
        }
    }
}

/// The work of an algorithm, `id` or `id:setting=value`.
fn work(name: &str, n: u32) -> Work {
    let (id, choice) = name.split_once(':').unwrap_or((name, ""));
    let algorithm = find(id).unwrap();
    let mut settings = Settings::default();
    if let Some((setting, value)) = choice.split_once('=') {
        settings = settings.choose(algorithm.info(), setting, value).unwrap();
    }
    let report = algorithm.run(&Problem::queens(n), &settings, &Limits::none(), &mut ());
    let total = golden::sequence("A002562", n);
    assert_eq!(report.outcome, Outcome::Exact { total }, "{id}, n = {n}");
    report.work
}

/// The visits of the three algorithms: a change here is a change of an algorithm.
#[test]
fn topor_and_naur_visit_fewer_nodes_than_generate_and_test() {
    let names = ["generate-and-test", "naur", "topor", "topor:order=centre"];
    for (n, expected) in [
        (8, [2056, 553, 737, 581]),
        (9, [8393, 3598, 2737, 1810]),
        (10, [35_538, 8796, 11_412, 8800]),
        (11, [166_925, 69_797, 50_833, 34_384]),
    ] {
        assert_eq!(names.map(|name| work(name, n).visits), expected, "n = {n}");
    }
    for n in 4..=7 {
        let [all, naur, topor, centre] = names.map(|name| work(name, n).visits);
        assert!(naur < all && topor < all && centre < all, "n = {n}");
    }
}

/// Tests of Naur's algorithm for n = 4 … 10: 1, 4, 1, 16, 18, 118, 129.
/// Every solution is tested by the first, few by the second, none by the third.
#[test]
fn symmetries_removed() {
    for n in 4..=10 {
        let total = golden::total(n) as u64;
        let classes = golden::sequence("A002562", n) as u64;
        assert_eq!(work("generate-and-test", n).tests, total);
        assert_eq!(work("topor", n).tests, 0);
        // The share of the redundant solutions that is never generated.
        let share = (total - work("naur", n).tests) as f64 / (total - classes) as f64;
        // On odd boards a reflection leaves every square of the central row fixed, so each class is
        // found at least twice.
        assert!(share >= if n % 2 == 0 { 0.92 } else { 0.7 }, "n = {n}: {share}");
    }
}
