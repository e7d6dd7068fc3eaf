//! Requirements for every algorithm for fundamental solutions.

use crate::conformance::{Recorder, trace, variants};
use crate::{golden, oracle};
use bezzel_board::{Placement, Problem, Symmetry};
use bezzel_search::{Algorithm, Limits, Outcome};
use std::collections::BTreeSet;

/// The numbers of fundamental solutions for n = 1, 2, … equal the table, with every setting.
pub fn totals(algorithm: &dyn Algorithm, largest: u32) {
    for settings in variants(algorithm) {
        for n in 1..=largest {
            let report = algorithm.run(&Problem::queens(n), &settings, &Limits::none(), &mut ());
            let total = golden::sequence("A002562", n);
            let id = algorithm.info().id;
            assert_eq!(report.outcome, Outcome::Exact { total }, "{id}, n = {n}, {settings:?}");
        }
    }
}

/// One solution of each class and no other, under the symmetries that preserve the problem.
pub fn solutions(algorithm: &dyn Algorithm, problem: &Problem) {
    let info = algorithm.info();
    if info.supports(problem).is_err() {
        return;
    }
    let expected: BTreeSet<Vec<u32>> =
        oracle::solutions(problem).iter().map(|solution| first_image(problem, solution)).collect();
    for settings in variants(algorithm) {
        let mut recorder = Recorder::default();
        let report = algorithm.run(problem, &settings, &Limits::none(), &mut recorder);
        let name = format!("{}, {problem}, {settings:?}", info.id);
        assert_eq!(report.outcome, Outcome::Exact { total: expected.len() as u128 }, "{name}");
        let found: BTreeSet<Vec<u32>> =
            recorder.solutions.iter().map(|solution| first_image(problem, solution)).collect();
        assert_eq!(found, expected, "{name}");
        if info.guarantee.ends_with("once, in lexicographic order") {
            assert!(recorder.solutions.iter().eq(&expected), "{name}");
        }
        assert_eq!(algorithm.count(problem, &settings) as usize, expected.len(), "{name}");
        trace(algorithm, problem, &report, recorder.events);
    }
}

/// The smallest image of a solution, written from scratch with complete placements.
fn first_image(problem: &Problem, columns: &[u32]) -> Vec<u32> {
    let placement = Placement::from_columns(columns);
    let images = Symmetry::of_problem(problem)
        .into_iter()
        .map(|symmetry| symmetry.image(&placement, problem.size()));
    let first = images.min().expect("every problem has the identity");
    first.squares().iter().map(|queen| queen.column).collect()
}
