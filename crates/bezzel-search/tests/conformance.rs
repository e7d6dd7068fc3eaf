//! Every algorithm of the registry joins the conformance suite.

use bezzel_board::{Explain, Problem};
use bezzel_search::algorithms::{self, ALL};
use bezzel_search::{Algorithm, Category};
use bezzel_testkit::{conformance, problems};
use proptest::prelude::*;
use std::collections::BTreeSet;

/// The algorithms that find all solutions; `fundamental.rs`, `some.rs` and `constructions.rs` test
/// the others.
fn all_solutions() -> impl Iterator<Item = &'static dyn Algorithm> + Clone {
    ALL.iter().copied().filter(|a| a.info().category == Category::AllSolutions)
}

/// The largest board of each algorithm; `BEZZEL_DEEP=1` also tries those that take it billions of visits.
#[test]
fn totals_on_plane_and_torus() {
    let (is_deep, visits) = match std::env::var_os("BEZZEL_DEEP") {
        Some(_) => (true, 2_000_000_000),
        None => (false, 11_000_000),
    };
    for algorithm in all_solutions() {
        let largest = match algorithm.info().id {
            // Few visits, but expensive ones: propagation looks at every pair of rows.
            "arc-consistency" | "all-different" => 8,
            "forward-checking" | "min-remaining-values" | "gunther" => 9,
            _ => 12,
        };
        let quick = match algorithm.info().id {
            "brute-force" => 6,
            "trial-and-error" => 7,
            // Unpruned, the tree of columns is the tree of permutations.
            "permutations" | "state-space" => 9,
            _ => largest,
        };
        let tried = if is_deep { largest } else { quick };
        let finished = conformance::totals(algorithm, tried, visits);
        assert!(finished >= quick, "{} finished only n = {finished}", algorithm.info().id);
    }
}

#[test]
fn the_right_solutions_with_traces_that_replay() {
    for n in 0..=6 {
        let quick = |one: &&dyn Algorithm| n < 6 || one.info().id != "brute-force";
        conformance::solutions(all_solutions().filter(quick), &Problem::queens(n));
        let torus = Problem::queens(n).on_torus().unwrap();
        conformance::solutions(all_solutions().filter(quick), &torus);
    }
}

#[test]
fn limits_and_stop() {
    for algorithm in all_solutions() {
        conformance::limits(algorithm);
    }
}

#[test]
fn rectangles_and_space() {
    conformance::other_boards(all_solutions());
}

#[test]
fn the_first_solution() {
    for algorithm in all_solutions() {
        conformance::first(algorithm, &Problem::queens(5));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]
    #[test]
    fn given_queens_and_blocked_squares(problem in problems::any_problem(1..=5, true)) {
        conformance::solutions(all_solutions(), &problem);
    }

    #[test]
    fn boards_divided_into_regions(problem in problems::any_divided(1..=5)) {
        conformance::solutions(all_solutions(), &problem);
    }

    #[test]
    fn variants(problem in problems::any_variant()) {
        conformance::solutions(all_solutions(), &problem);
    }

    #[test]
    fn blocked_rectangles(problem in problems::any_rectangle(1..=4)) {
        conformance::solutions(all_solutions(), &problem);
    }
}

/// Found by name: the id is the file name, and every file is in the registry.
#[test]
fn files_ids_and_registry_are_the_same_list() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/algorithms");
    let files: BTreeSet<String> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path().file_stem().unwrap().to_str().unwrap().to_owned())
        .filter(|stem| stem != "mod")
        .map(|stem| stem.replace('_', "-"))
        .collect();
    let ids: BTreeSet<String> = ALL.iter().map(|a| a.info().id.to_owned()).collect();
    assert_eq!(files, ids);
    assert_eq!(ids.len(), ALL.len(), "an id is used twice");
}

#[test]
fn a_wrong_name_gets_the_nearest_right_one() {
    let error = algorithms::find("whirt").map(|_| ()).unwrap_err();
    assert!(error.explain().contains("did you mean wirth?"), "{error}");
    let error = algorithms::find("tabu").map(|_| ()).unwrap_err();
    assert_eq!(error.to_string(), "'tabu' is not an algorithm", "nothing is like it");
}
