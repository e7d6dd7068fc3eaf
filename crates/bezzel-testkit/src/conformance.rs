//! Requirements for every algorithm, in particular for those that find all solutions.
//!
//! The other categories have their own files beside this one. Each function takes an algorithm and
//! panics with its id when something is wrong. The visit limits restrict the exponential algorithms
//! to the sizes they finish.

use crate::{golden, oracle};
use bezzel_board::{Placement, Problem, Size, Stop};
use bezzel_search::{
    Algorithm, Event, Frame, Limits, Outcome, Replay, SearchResult, Settings, Step, StepProbe,
    StopReason, Values,
};
use std::ops::ControlFlow;
use std::time::Duration;

/// Records every event.
#[derive(Default)]
pub struct Recorder {
    /// The trace.
    pub events: Vec<Event>,
    /// The solutions, in the order found.
    pub solutions: Vec<Vec<u32>>,
}

impl StepProbe for Recorder {
    fn step(&mut self, event: &Event) -> ControlFlow<()> {
        self.events.push(event.clone());
        ControlFlow::Continue(())
    }

    fn solution(&mut self, columns: &[u32]) -> ControlFlow<()> {
        self.solutions.push(columns.to_vec());
        ControlFlow::Continue(())
    }

    fn wants_steps(&self) -> bool {
        true
    }
}

/// Every choice of settings the algorithm leaves open, the default first.
#[must_use]
pub fn variants(algorithm: &dyn Algorithm) -> Vec<Settings> {
    let info = algorithm.info();
    let mut variants = vec![Settings::default()];
    for setting in info.settings {
        let Values::Words(words) = setting.values else {
            continue;
        };
        variants = variants
            .iter()
            .flat_map(|chosen| {
                words.iter().map(|value| {
                    chosen.clone().choose(info, setting.name, value).expect("the value is listed")
                })
            })
            .collect();
    }
    variants
}

/// Checks the totals for n = 0, 1, … as far as the visit limit allows, on the plane and on the
/// torus; returns the largest n that every variant finished.
pub fn totals(algorithm: &dyn Algorithm, largest: u32, visits: u64) -> u32 {
    let id = algorithm.info().id;
    let mut all_finished = largest;
    for settings in variants(algorithm) {
        for torus in [false, true] {
            let mut finished = 0;
            for n in 0..=largest {
                let (problem, total) = if torus {
                    (Problem::queens(n).on_torus().expect("square"), golden::torus_total(n))
                } else {
                    (Problem::queens(n), golden::total(n))
                };
                if algorithm.info().supports(&problem).is_err() {
                    continue;
                }
                let limits = Limits::none().with_visits(visits);
                match algorithm.run(&problem, &settings, &limits, &mut ()).outcome {
                    Outcome::Exact { total: found } => {
                        assert_eq!(found, total, "{id}, n = {n}, torus: {torus}, {settings:?}");
                        finished = n;
                    }
                    Outcome::AtLeast { total: found, because } => {
                        assert!(found <= total, "{id}, n = {n}: {found} is too many");
                        assert_eq!(because, StopReason::Visits);
                        // A larger board needs more visits.
                        break;
                    }
                }
            }
            all_finished = all_finished.min(finished);
        }
    }
    all_finished
}

/// Every algorithm that supports the problem finds the correct solutions, each once, in the promised
/// order; the counting probe agrees.
pub fn solutions(algorithms: impl Iterator<Item = &'static dyn Algorithm>, problem: &Problem) {
    let expected = oracle::solutions(problem);
    for algorithm in algorithms.filter(|one| one.info().supports(problem).is_ok()) {
        for settings in variants(algorithm) {
            finds(algorithm, problem, &settings, &expected);
        }
    }
}

fn finds(algorithm: &dyn Algorithm, problem: &Problem, settings: &Settings, all: &[Vec<u32>]) {
    let info = algorithm.info();
    let mut recorder = Recorder::default();
    let report = algorithm.run(problem, settings, &Limits::none(), &mut recorder);
    let name = format_args!("{}, {problem}, {settings:?}", info.id);
    assert_eq!(report.outcome, Outcome::Exact { total: all.len() as u128 }, "{name}");
    if info.guarantee.ends_with("once, in lexicographic order") {
        assert_eq!(recorder.solutions, all, "{name}");
    }
    recorder.solutions.sort_unstable();
    assert_eq!(recorder.solutions, all, "{name}");
    assert_eq!(algorithm.count(problem, settings) as usize, all.len(), "{name}");
    trace(algorithm, problem, &report, recorder.events);
}

/// A trace can be replayed as boards: queens appear only on free squares, every solution shown is
/// one, the board is empty at the end of a complete search, line numbers exist, and stepping back
/// gives the same boards.
pub fn trace(
    algorithm: &dyn Algorithm,
    problem: &Problem,
    report: &SearchResult,
    events: Vec<Event>,
) {
    let info = algorithm.info();
    let mut frame = Frame::default();
    let (mut visits, mut restarts) = (0, 0);
    for (place, event) in events.iter().enumerate() {
        // Written only where something is wrong: there are millions of events.
        let at = format_args!("{}, {problem}, event {}", info.id, event.number);
        assert_eq!(event.number, place as u64 + 1, "{at}");
        assert!(
            (1..=info.pseudocode.len()).contains(&usize::from(event.line)),
            "{at}: no such line"
        );
        match &event.step {
            Step::Place(square) => {
                assert!(!frame.queens.contains(*square), "{at}: {square} is taken");
                // For a local search a blocked square is one more collision.
                let given = problem.given_in_row(square.row).is_none_or(|given| given == *square);
                assert!(
                    given || !problem.has_one_per_row(),
                    "{at}: another queen is given in the row of {square}"
                );
                let open = problem.allows(*square) || !info.category.is_complete();
                assert!(open, "{at}: {square} is not allowed");
                visits += 1;
            }
            Step::Remove(square) => assert!(frame.queens.contains(*square), "{at}: no queen there"),
            Step::Move(from, to) => {
                assert!(frame.queens.contains(*from), "{at}: no queen there");
                assert!(!frame.queens.contains(*to), "{at}: {to} is taken");
                visits += 1;
            }
            Step::Swap(row, other) => {
                let in_row = |r: &u32| frame.queens.squares().iter().any(|queen| queen.row == *r);
                assert!(row != other && in_row(row) && in_row(other), "{at}: nothing to swap");
                visits += 2;
            }
            Step::Board(queens) => visits += queens.len() as u64,
            Step::Restart(number) => {
                restarts += 1;
                assert_eq!(*number, restarts, "{at}");
            }
            Step::Collisions(0) | Step::Solution | Step::Discard(_) => {
                assert!(problem.is_solution(&frame.queens), "{at}: no solution");
            }
            _ => {}
        }
        frame.apply(&event.step);
    }
    assert_eq!((visits, restarts), (report.work.visits, report.work.restarts), "{}", info.id);
    if info.category.is_complete() {
        assert!(frame.queens.is_empty(), "{}: queens are left on the board", info.id);
    }
    back_and_forth(events, &frame);
}

fn back_and_forth(events: Vec<Event>, last: &Frame) {
    let length = events.len();
    let mut replay = Replay::new(events);
    let stride = (length / 50).max(1);
    let mut seen = Vec::new();
    for place in (0..=length).step_by(stride) {
        replay.seek(place);
        seen.push((place, replay.frame().clone()));
    }
    replay.seek(usize::MAX);
    assert_eq!((replay.at(), replay.frame()), (length, last));
    while let Some((place, frame)) = seen.pop() {
        while replay.at() > place && replay.at() - place < 3 {
            replay.back();
        }
        replay.seek(place);
        assert_eq!(replay.frame(), &frame, "at {place}");
        if replay.back().is_some() {
            replay.forward();
            assert_eq!(replay.frame(), &frame, "back and forth at {place}");
        }
    }
    replay.seek(0);
    assert!(replay.back().is_none());
}

/// Every limit stops the run, is reported, and never makes a partial result look like a total.
pub fn limits(algorithm: &dyn Algorithm) {
    let id = algorithm.info().id;
    let problem = Problem::queens(6);
    let settings = Settings::default();
    let stopped = |limits: &Limits| algorithm.run(&problem, &settings, limits, &mut ());

    let report = stopped(&Limits::none().with_visits(5));
    // A local search stops before a step that would place too many at once.
    assert!(report.work.visits <= 5, "{id}");
    assert!(report.work.visits == 5 || !algorithm.info().category.is_complete(), "{id}");
    assert!(matches!(report.outcome, Outcome::AtLeast { because: StopReason::Visits, .. }));
    let report = stopped(&Limits::none().with_solutions(1));
    assert_eq!(
        report.outcome,
        Outcome::AtLeast { total: 1, because: StopReason::Solutions },
        "{id}"
    );
    let stop = Stop::new();
    stop.ask();
    assert_eq!(
        stopped(&Limits::none().with_stop(&stop)).outcome,
        Outcome::AtLeast { total: 0, because: StopReason::Stopped },
        "{id}"
    );
    assert_eq!(
        stopped(&Limits { time: Some(Duration::ZERO), ..Limits::none() }).outcome,
        Outcome::AtLeast { total: 0, because: StopReason::Time },
        "{id}"
    );
    impatience(algorithm, &problem);
}

/// A probe that has asked to stop gets no further steps.
pub fn impatience(algorithm: &dyn Algorithm, problem: &Problem) {
    struct Impatient(u32);
    impl StepProbe for Impatient {
        fn step(&mut self, _: &Event) -> ControlFlow<()> {
            self.0 += 1;
            if self.0 == 5 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        }
        fn wants_steps(&self) -> bool {
            true
        }
    }
    let id = algorithm.info().id;
    let mut probe = Impatient(0);
    let report = algorithm.run(problem, &Settings::default(), &Limits::none(), &mut probe);
    assert_eq!(report.outcome, Outcome::AtLeast { total: 0, because: StopReason::Enough }, "{id}");
    assert_eq!(probe.0, 5, "{id} went on after it was told to stop");
}

/// Boards with fewer rows than columns and boards in space, where the algorithms support them.
pub fn other_boards(algorithms: impl Iterator<Item = &'static dyn Algorithm> + Clone) {
    for (rows, columns) in [(1, 3), (2, 3), (3, 4), (4, 6), (5, 6)] {
        let size = Size::rectangle(rows, columns).expect("wider than tall");
        solutions(algorithms.clone(), &Problem::new(size));
    }
    let cube = Problem::new(Size::cube(3, 3).expect("27 squares"));
    solutions(algorithms.clone(), &cube);
    solutions(algorithms, &cube.on_torus().expect("equal sides"));
}

/// The first solution in the algorithm's own order is a solution.
pub fn first(algorithm: &dyn Algorithm, problem: &Problem) {
    for settings in variants(algorithm) {
        let mut recorder = Recorder::default();
        let limits = Limits::none().with_solutions(1);
        algorithm.run(problem, &settings, &limits, &mut recorder);
        let [found] = &recorder.solutions[..] else {
            panic!("{}: {} solutions", algorithm.info().id, recorder.solutions.len());
        };
        assert!(problem.is_solution(&Placement::from_columns(found)), "{}", algorithm.info().id);
    }
}
