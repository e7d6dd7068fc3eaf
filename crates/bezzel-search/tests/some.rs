//! The searches for some solutions join their part of the conformance suite.

use bezzel_board::{Problem, Size, Square};
use bezzel_search::algorithms::{ALL, find, qs3};
use bezzel_search::{
    Algorithm, Category, Choice, Event, Frame, Limits, Outcome, Settings, Step, StopReason,
};
use bezzel_testkit::conformance::Recorder;
use bezzel_testkit::{oracle, problems, some};
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

/// Every search with its defaults, and both neurons.
fn routine() -> Vec<Choice> {
    let mut choices: Vec<Choice> =
        searches().filter(|a| !is_blind(*a)).map(Choice::plain).collect();
    choices.push(Choice::read("takefuji:hysteresis").unwrap());
    choices
}

#[test]
fn every_board_from_8_to_50() {
    for choice in routine() {
        for n in 8..=50 {
            some::solves_unwatched(&choice, &Problem::queens(n), 1);
        }
    }
}

/// Iterative repair finds the rare solutions of the torus; by exchanges on larger sides too.
#[test]
fn iterative_repair_solves_the_torus() {
    for (id, sides) in
        [("min-conflicts", &[5, 7, 11, 13][..]), ("iterative-repair", &[5, 7, 11, 13, 17, 19])]
    {
        let choice = Choice::read(id).unwrap();
        for &n in sides {
            some::solves_unwatched(&choice, &Problem::queens(n).on_torus().unwrap(), 5);
        }
    }
}

/// Choice by backtracking is the deterministic translation: it finds the first solution in the
/// order of brute force, or proves that there is none. Random choice never proves anything.
#[test]
fn the_deterministic_translation_is_complete() {
    let machine = find("nondeterministic").unwrap();
    let choose = |choice: &str| {
        let settings = Settings::default().choose(machine.info(), "choice", choice).unwrap();
        settings.choose(machine.info(), "restarts", "50").unwrap()
    };
    let backtracking = choose("backtracking");
    for n in 0..=6 {
        let plane = Problem::queens(n);
        for problem in [plane.clone(), plane.on_torus().unwrap()] {
            let mut recorder = Recorder::default();
            let report = machine.run(&problem, &backtracking, &Limits::none(), &mut recorder);
            match oracle::solutions(&problem).first() {
                Some(first) => {
                    assert_eq!(recorder.solutions, std::slice::from_ref(first), "{problem}");
                }
                None => {
                    assert_eq!(report.outcome, Outcome::Exact { total: 0 }, "{problem}");
                    assert!(recorder.solutions.is_empty());
                }
            }
        }
    }
    for n in 7..=12 {
        let (mut expected, mut found) = (Recorder::default(), Recorder::default());
        let first = Limits::none().with_solutions(1);
        let bitmask = find("bitmask").unwrap();
        bitmask.run(&Problem::queens(n), &Settings::default(), &first, &mut expected);
        machine.run(&Problem::queens(n), &backtracking, &first, &mut found);
        assert_eq!(found.solutions, expected.solutions, "n = {n}");
    }
    for n in [2, 3] {
        let report = machine.run(&Problem::queens(n), &choose("random"), &Limits::none(), &mut ());
        let because = StopReason::Incomplete;
        assert_eq!(report.outcome, Outcome::AtLeast { total: 0, because }, "n = {n}");
    }
    // Without random rows, Las Vegas is backtracking too.
    let las_vegas = find("las-vegas-backtracking").unwrap();
    for (crossover, proves) in [("1", true), ("2", false)] {
        let settings =
            Settings::default().choose(las_vegas.info(), "crossover", crossover).unwrap();
        let report = las_vegas.run(&Problem::queens(3), &settings, &Limits::none(), &mut ());
        assert_eq!(report.outcome == Outcome::Exact { total: 0 }, proves, "{crossover}");
    }
}

/// QS3 places all queens but c without conflict, then c at random; QS4 draws 3.08 n times.
#[test]
fn the_initial_search_leaves_as_many_queens_as_it_should() {
    for n in [5, 8, 10, 25, 100, 1000, 60_000] {
        let left = qs3::left_to_chance(n as usize).min(n as usize);
        let mut recorder = Recorder::default();
        let limits = Limits::none();
        find("qs3").unwrap().run(&Problem::queens(n), &Settings::default(), &limits, &mut recorder);
        let first_start =
            (recorder.events.iter()).take_while(|event| !matches!(event.step, Step::Collisions(_)));
        let by_line = |line: u8| first_start.clone().filter(|event| event.line == line).count();
        assert_eq!((by_line(1), by_line(2)), (n as usize - left, left), "n = {n}");
    }
    assert_eq!([10, 100, 1000, 100_000, 1_000_000].map(qs3::left_to_chance), [8, 30, 50, 80, 100]);
}

/// A row without a safe square ends the initial search instead of drawing forever.
#[test]
fn an_initial_search_that_is_stuck_ends() {
    let wall = (0..40).map(|column| Square::new(2, column));
    let problem = Problem::queens(40).with_blocked(wall).unwrap();
    some::ends(find("qs3").unwrap(), &problem, 3);
}

/// A network with hysteresis starts with no queen and may hold several in a row.
#[test]
fn both_neurons_work_by_the_same_equation() {
    let takefuji = find("takefuji").unwrap();
    let hysteresis = Settings::default().choose(takefuji.info(), "neuron", "hysteresis").unwrap();
    let mut recorder = Recorder::default();
    takefuji.run(&Problem::queens(8), &hysteresis, &Limits::none(), &mut recorder);
    assert!(matches!(recorder.events[0].step, Step::Weights { first: 0, .. }));
    assert_eq!(recorder.events[1].step, Step::Collisions(8), "eight empty rows");
    let kinds = |wanted: fn(&Step<'_>) -> bool| {
        recorder.events.iter().filter(|event| wanted(&event.step)).count()
    };
    assert!(kinds(|step| matches!(step, Step::Place(_))) >= 8);
    assert!(kinds(|step| matches!(step, Step::Remove(_))) > 0);
    assert_eq!(kinds(|step| matches!(step, Step::Move(..))), 0);
    assert_eq!(recorder.solutions.len(), 1);
}

/// The trails and potentials by which squares are chosen are part of a trace.
#[test]
fn weights_are_reported() {
    let run = |choice: &str| {
        let choice = Choice::read(choice).unwrap();
        let mut recorder = Recorder::default();
        choice.algorithm.run(&Problem::queens(8), &choice.settings, &Limits::none(), &mut recorder);
        let mut frame = Frame::default();
        for event in &recorder.events {
            frame.apply(&event.step);
        }
        (recorder.events, frame)
    };
    // The maximum neuron: in each row a queen stands on a square of the largest potential.
    let (_, frame) = run("takefuji");
    for queen in frame.queens.squares() {
        let row = &frame.weights[queen.row as usize * 8..][..8];
        assert_eq!(row[queen.column as usize], *row.iter().max().unwrap());
    }
    // Trails start level; after a round some are weaker, and none leaves its bounds.
    let (events, frame) = run("ant-colony:ants=2");
    let trails = |event: &Event| match &event.step {
        Step::Weights { values, .. } => Some(values.to_vec()),
        _ => None,
    };
    assert_eq!(trails(&events[0]).unwrap(), vec![1000; 64]);
    assert!(events.iter().filter_map(trails).count() > 1);
    assert!(frame.weights.iter().all(|trail| (62..=1000).contains(trail)));
    assert!(frame.weights.iter().any(|&trail| trail < 1000));
}

/// Nearly linear: these take a fraction of a second.
#[test]
fn very_large_boards() {
    for id in ["qs3", "qs4", "min-conflicts"] {
        some::solves_unwatched(&Choice::read(id).unwrap(), &Problem::queens(100_000), 1);
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
fn searches_without_a_solution_end() {
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
