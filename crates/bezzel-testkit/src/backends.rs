//! Requirements for every back-end, whichever solver it uses.
//!
//! Each function takes a back-end and panics with its id when something is wrong.

use crate::{golden, oracle, problems};
use bezzel_board::{Placement, Problem, Size, Square, Stop};
use bezzel_models::ModelError;
use bezzel_models::solve::{self, Backend, SolveError};
use bezzel_search::{Limits, Outcome, Settings, StepProbe, StopReason, algorithms};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use std::ops::ControlFlow;
use std::sync::OnceLock;
use std::thread;
use std::time::Duration;

/// The complete suite.
pub fn conforms(backend: &dyn Backend) {
    totals(backend);
    solutions(backend);
    random_boards(backend);
    completion(backend);
    impossible(backend);
    limits(backend);
    refusals(backend);
}

/// Whether every solution needs another call of the solver; fewer are then requested.
fn is_slow(backend: &dyn Backend) -> bool {
    backend.info().visit.is_none()
}

fn total(backend: &dyn Backend, problem: &Problem) -> u128 {
    let report = solve::run(backend, problem, &Limits::none(), &mut |_| ()).expect("it runs");
    match report.outcome {
        Outcome::Exact { total } => total,
        stopped => panic!("{problem} by {}: {stopped:?}", backend.info().id),
    }
}

/// The first solution.
fn first(backend: &dyn Backend, problem: &Problem) -> Placement {
    let mut found = None;
    let limits = Limits::none().with_solutions(1);
    solve::run(backend, problem, &limits, &mut |placement| found = Some(placement.clone()))
        .expect("it runs");
    found.unwrap_or_else(|| panic!("{} finds no solution of {problem}", backend.info().id))
}

/// Known totals of small boards, plane and torus.
pub fn totals(backend: &dyn Backend) {
    let id = backend.info().id;
    for n in 0..=if is_slow(backend) { 7 } else { 9 } {
        assert_eq!(total(backend, &Problem::queens(n)), golden::total(n), "{id}, {n}");
        if n <= 7 {
            let torus = Problem::queens(n).on_torus().expect("square");
            assert_eq!(total(backend, &torus), golden::torus_total(n), "{id}, torus {n}");
        }
    }
}

/// One solution of eight queens, and each of six queens once.
pub fn solutions(backend: &dyn Backend) {
    let id = backend.info().id;
    let eight = Problem::queens(8);
    assert!(eight.is_solution(&first(backend, &eight)), "{id}");
    let six = Problem::queens(6);
    let mut found = Vec::new();
    solve::run(backend, &six, &Limits::none(), &mut |p| found.push(p.clone())).expect("it runs");
    found.sort();
    let expected: Vec<Placement> =
        oracle::solutions(&six).iter().map(|columns| Placement::from_columns(columns)).collect();
    assert_eq!(found, expected, "{id}");
}

/// Totals of random boards against brute force.
pub fn random_boards(backend: &dyn Backend) {
    let boards = prop_oneof![
        problems::any_problem(1..=5, true),
        problems::any_rectangle(1..=4),
        problems::any_divided(1..=5),
        problems::any_variant()
    ];
    let mut runner = TestRunner::deterministic();
    for _ in 0..if is_slow(backend) { 25 } else { 60 } {
        let problem = boards.new_tree(&mut runner).expect("a board").current();
        let expected = oracle::solutions(&problem).len() as u128;
        let outcome = match solve::run(backend, &problem, &Limits::none(), &mut |_| ()) {
            // A part of a variant may be unsupported.
            Err(SolveError::Unsupported { .. } | SolveError::Model(ModelError::NotFlat { .. })) => {
                assert!(problem.variant().is_some() || !problem.has_lines(), "{problem:?}");
                continue;
            }
            result => result.expect("it runs").outcome,
        };
        let total = Outcome::Exact { total: expected };
        assert_eq!(outcome, total, "{problem:?}, {}", backend.info().id);
    }
}

/// A hundred queens with every third given, from a solution that a local search found.
fn a_hundred_given_34() -> &'static Problem {
    struct First(Vec<u32>);
    impl StepProbe for First {
        fn solution(&mut self, columns: &[u32]) -> ControlFlow<()> {
            self.0 = columns.to_vec();
            ControlFlow::Continue(())
        }
    }
    static BOARD: OnceLock<Problem> = OnceLock::new();
    BOARD.get_or_init(|| {
        let mut first = First(Vec::new());
        let search = algorithms::find("min-conflicts").expect("it is in the registry");
        let limits = Limits::none().with_solutions(1);
        search.run(&Problem::queens(100), &Settings::default(), &limits, &mut first);
        assert_eq!(first.0.len(), 100);
        let given = (0..100).step_by(3).map(|row| Square::new(row, first.0[row as usize]));
        Problem::queens(100).with_given(given).expect("no two attack each other")
    })
}

/// A large board with many queens given is completed.
pub fn completion(backend: &dyn Backend) {
    let problem = a_hundred_given_34();
    assert_eq!(problem.given().len(), 34);
    assert!(problem.is_solution(&first(backend, problem)), "{}", backend.info().id);
}

/// Boards without a solution are refuted.
pub fn impossible(backend: &dyn Backend) {
    // No solution of six queens has a queen in a corner; a board with a row without open squares,
    // or with no open squares at all, has no solution.
    let corner = Problem::queens(6).with_given([Square::new(0, 0)]);
    let row = Problem::queens(7).with_blocked((0..7).map(|column| Square::new(3, column)));
    let board: Vec<Square> = Size::square(3).expect("small").iter().collect();
    let nothing = Problem::queens(3).with_blocked(board);
    for problem in [corner, row, nothing] {
        let problem = problem.expect("legal");
        assert_eq!(total(backend, &problem), 0, "{problem}, {}", backend.info().id);
    }
}

/// A limit on solutions or time, or a stop, ends the run without an exact answer.
pub fn limits(backend: &dyn Backend) {
    let id = backend.info().id;
    let three = Limits::none().with_solutions(3);
    let report = solve::run(backend, &Problem::queens(8), &three, &mut |_| ()).expect("it runs");
    let expected = Outcome::AtLeast { total: 3, because: StopReason::Solutions };
    assert_eq!(report.outcome, expected, "{id}");

    // None of them finishes counting twenty queens.
    let twenty = Problem::queens(20);
    let hurry = Limits { time: Some(Duration::from_millis(300)), ..Limits::none() };
    let report = solve::run(backend, &twenty, &hurry, &mut |_| ()).expect("it runs");
    let outcome = report.outcome;
    assert!(matches!(outcome, Outcome::AtLeast { because: StopReason::Time, .. }), "{id}");

    let stop = Stop::new();
    let limits = Limits::none().with_stop(&stop);
    let report = thread::scope(|scope| {
        scope.spawn(|| {
            thread::sleep(Duration::from_millis(200));
            stop.ask();
        });
        solve::run(backend, &twenty, &limits, &mut |_| ()).expect("it runs")
    });
    let outcome = report.outcome;
    assert!(matches!(outcome, Outcome::AtLeast { because: StopReason::Stopped, .. }), "{id}");
}

/// Unsupported problems are refused with a reason.
pub fn refusals(backend: &dyn Backend) {
    let info = backend.info();
    let cube = Problem::new(Size::cube(3, 3).expect("small"));
    let refused = solve::run(backend, &cube, &Limits::none(), &mut |_| ());
    assert!(matches!(refused, Err(SolveError::Model(_))), "{}", info.id);
    let visits = Limits::none().with_visits(5);
    let report = solve::run(backend, &Problem::queens(9), &visits, &mut |_| ());
    match info.visit {
        None => assert_eq!(report.unwrap_err(), SolveError::NoVisits { id: info.id }),
        Some(_) => assert_eq!(report.expect("it runs").work.visits, 5, "{}", info.id),
    }
}
