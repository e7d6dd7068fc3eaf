//! Every back-end on every kind of board: solutions verified, totals against brute force, limits.

use bezzel_board::{Placement, Problem, Size, Square, Stop};
use bezzel_models::solve::{self, Backend, SolveError};
use bezzel_search::{Limits, Outcome, Settings, StepProbe, StopReason, algorithms};
use bezzel_testkit::{golden, oracle, problems};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

/// The back-ends this build has.
fn backends() -> impl Iterator<Item = &'static dyn Backend> {
    solve::ALL.iter().copied().filter(|backend| backend.info().available)
}

/// Whether every solution costs a call of an outside solver, so that fewer are asked for.
fn is_outside(backend: &dyn Backend) -> bool {
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

#[test]
fn the_registry_has_six_formulations_and_finds_them_by_name() {
    let ids: Vec<&str> = solve::ALL.iter().map(|backend| backend.info().id).collect();
    for id in ["sat", "ip", "cp", "exact-cover", "clique", "stable-set"] {
        assert!(ids.contains(&id), "{id}");
    }
    for id in ids {
        assert_eq!(solve::find(id).unwrap().info().id, id);
    }
    let Err(error) = solve::find("magic") else { panic!("there is no magic") };
    assert!(error.to_string().contains("sat, ip, cp,"), "{error}");
}

#[test]
fn eight_queens_by_every_back_end() {
    let problem = Problem::queens(8);
    for backend in backends() {
        let solution = first(backend, &problem);
        assert!(problem.is_solution(&solution));
    }
}

#[test]
fn totals_of_small_boards_by_every_back_end() {
    for backend in backends() {
        for n in 0..=if is_outside(backend) { 7 } else { 9 } {
            let id = backend.info().id;
            assert_eq!(total(backend, &Problem::queens(n)), golden::total(n), "{id}, {n}");
            if n <= 7 {
                let torus = Problem::queens(n).on_torus().unwrap();
                assert_eq!(total(backend, &torus), golden::torus_total(n), "{id}, torus {n}");
            }
        }
    }
}

#[test]
fn all_solutions_are_different() {
    let problem = Problem::queens(6);
    for backend in backends() {
        let mut found = Vec::new();
        solve::run(backend, &problem, &Limits::none(), &mut |p| found.push(p.clone())).unwrap();
        found.sort();
        let expected: Vec<Placement> =
            oracle::solutions(&problem).iter().map(|c| Placement::from_columns(c)).collect();
        assert_eq!(found, expected, "{}", backend.info().id);
    }
}

#[test]
fn random_boards_against_brute_force() {
    let boards = prop_oneof![problems::any_problem(1..=5, true), problems::any_rectangle(1..=4)];
    let mut runner = TestRunner::deterministic();
    for case in 0..60 {
        let problem = boards.new_tree(&mut runner).expect("a board").current();
        let expected = oracle::solutions(&problem).len() as u128;
        for backend in backends().filter(|&backend| case < 25 || !is_outside(backend)) {
            assert_eq!(total(backend, &problem), expected, "{problem:?}, {}", backend.info().id);
        }
    }
}

/// A hundred queens with every third given, from a solution that a local search found.
fn completion() -> Problem {
    struct First(Vec<u32>);
    impl StepProbe for First {
        fn solution(&mut self, columns: &[u32]) -> ControlFlow<()> {
            self.0 = columns.to_vec();
            ControlFlow::Continue(())
        }
    }
    let mut first = First(Vec::new());
    let search = algorithms::find("min-conflicts").unwrap();
    let limits = Limits::none().with_solutions(1);
    search.run(&Problem::queens(100), &Settings::default(), &limits, &mut first);
    assert_eq!(first.0.len(), 100);
    let given = (0..100).step_by(3).map(|row| Square::new(row, first.0[row as usize]));
    Problem::queens(100).with_given(given).unwrap()
}

#[test]
fn a_hundred_queens_are_completed_by_every_back_end() {
    let problem = completion();
    assert_eq!(problem.given().len(), 34);
    for backend in backends() {
        let start = Instant::now();
        let solution = first(backend, &problem);
        println!("{}: {:?}", backend.info().id, start.elapsed());
        assert!(problem.is_solution(&solution), "{}", backend.info().id);
    }
}

#[test]
fn impossible_completions_are_refuted_by_every_back_end() {
    // No solution of six queens has one in a corner; a row without an open square has none; nor
    // is there any where nothing at all is open.
    let corner = Problem::queens(6).with_given([Square::new(0, 0)]).unwrap();
    let row = Problem::queens(7).with_blocked((0..7).map(|c| Square::new(3, c))).unwrap();
    let board: Vec<Square> = Size::square(3).unwrap().iter().collect();
    let nothing = Problem::queens(3).with_blocked(board).unwrap();
    for backend in backends() {
        for problem in [&corner, &row, &nothing] {
            assert_eq!(total(backend, problem), 0, "{problem}, {}", backend.info().id);
        }
    }
}

#[test]
fn a_limit_on_solutions_is_no_total() {
    for backend in backends() {
        let limits = Limits::none().with_solutions(3);
        let report = solve::run(backend, &Problem::queens(8), &limits, &mut |_| ()).unwrap();
        let expected = Outcome::AtLeast { total: 3, because: StopReason::Solutions };
        assert_eq!(report.outcome, expected, "{}", backend.info().id);
    }
}

#[test]
fn time_limits_and_cancelling_stop_every_back_end_without_an_answer() {
    // Counting twenty queens takes any of them for ever.
    let problem = Problem::queens(20);
    for backend in backends() {
        let id = backend.info().id;
        let limits = Limits { time: Some(Duration::from_millis(300)), ..Limits::none() };
        let start = Instant::now();
        let report = solve::run(backend, &problem, &limits, &mut |_| ()).unwrap();
        assert!(
            matches!(report.outcome, Outcome::AtLeast { because: StopReason::Time, .. }),
            "{id}"
        );
        assert!(start.elapsed() < Duration::from_secs(20), "{id}: {:?}", start.elapsed());

        let stop = Stop::new();
        let limits = Limits::none().with_stop(&stop);
        let raise = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(200));
            stop.ask();
        });
        let report = solve::run(backend, &problem, &limits, &mut |_| ()).unwrap();
        raise.join().unwrap();
        assert!(
            matches!(report.outcome, Outcome::AtLeast { because: StopReason::Stopped, .. }),
            "{id}: {:?}",
            report.outcome
        );
    }
}

#[test]
fn what_a_back_end_does_not_take_is_said() {
    let cube = Problem::new(Size::cube(3, 3).unwrap());
    let visits = Limits::none().with_visits(5);
    for backend in solve::ALL.iter().copied() {
        let info = backend.info();
        if !info.available {
            let refused = solve::run(backend, &Problem::queens(4), &Limits::none(), &mut |_| ());
            assert_eq!(refused.unwrap_err(), SolveError::LeftOut { id: info.id });
            continue;
        }
        let refused = solve::run(backend, &cube, &Limits::none(), &mut |_| ());
        assert!(matches!(refused, Err(SolveError::Model(_))), "{}", info.id);
        let report = solve::run(backend, &Problem::queens(9), &visits, &mut |_| ());
        match info.visit {
            None => assert_eq!(report.unwrap_err(), SolveError::NoVisits { id: info.id }),
            Some(_) => assert_eq!(report.unwrap().work.visits, 5, "{}", info.id),
        }
    }
}
