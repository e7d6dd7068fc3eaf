//! Double backtracking compared with the paper, and its trace.

use bezzel_board::{Problem, Stack};
use bezzel_search::stacks::DoubleBacktracking;
use bezzel_search::{
    Algorithm, Frame, Limits, Outcome, Replay, Settings, Stacking, Step, StopReason,
};
use bezzel_testkit::conformance::Recorder;

fn trace(n: u32, limits: &Limits) -> (Outcome, u64, Recorder) {
    let mut recorder = Recorder::default();
    let report =
        DoubleBacktracking.run(&Problem::queens(n), &Settings::default(), limits, &mut recorder);
    (report.outcome, report.work.tests, recorder)
}

/// The paper claims O(N!); 8! is 40,320.
#[test]
fn calls_of_is_legal_to_the_first_stack() {
    for (n, calls) in [(4, 3), (5, 9), (6, 15), (7, 37), (8, 237_032)] {
        let limits = Limits::none().with_solutions(1);
        let report =
            DoubleBacktracking.run(&Problem::queens(n), &Settings::default(), &limits, &mut ());
        assert_eq!(report.work.tests, calls, "n = {n}");
    }
}

#[test]
fn it_finds_figure_5_first() {
    let (_, _, recorder) = trace(5, &Limits::none().with_solutions(1));
    let put: Vec<u32> = (recorder.events.iter())
        .filter_map(|event| match event.step {
            Step::Stacking(Stacking::Put { number, .. }) => Some(number),
            _ => None,
        })
        .collect();
    assert_eq!(put, [0, 2, 5, 6, 8]);
    let stack = Stack::from_levels(5, recorder.solutions[0].clone()).unwrap();
    assert_eq!(stack.to_string(), "1 2 3 4 5\n4 5 1 2 3\n2 3 4 5 1\n5 1 2 3 4\n3 4 5 1 2\n");
}

#[test]
fn all_stacks_with_traces_that_replay() {
    for (n, total) in [(1, 1), (4, 0), (5, 2), (6, 0), (7, 4)] {
        let (outcome, _, recorder) = trace(n, &Limits::none());
        assert_eq!(outcome, Outcome::Exact { total }, "n = {n}");
        assert_eq!(
            DoubleBacktracking.count(&Problem::queens(n), &Settings::default()),
            total as u64
        );
        for levels in recorder.solutions {
            Stack::from_levels(n, levels).unwrap();
        }
        let mut frame = Frame::default();
        for event in &recorder.events {
            frame.apply(&event.step);
            if matches!(event.step, Step::Solution) {
                Stack::from_floors(n, &frame.floors).unwrap();
            }
        }
        assert!(frame.floors.is_empty(), "every floor is taken off in the end");
        let mut replay = Replay::new(recorder.events.clone());
        replay.seek(usize::MAX);
        assert_eq!(replay.frame(), &frame);
        for event in &recorder.events {
            let text = serde_json::to_string(event).unwrap();
            assert_eq!(&serde_json::from_str::<bezzel_search::Event>(&text).unwrap(), event);
        }
    }
}

#[test]
fn limits_stop_it_and_are_named() {
    let (outcome, _, _) = trace(7, &Limits::none().with_visits(20));
    assert_eq!(outcome, Outcome::AtLeast { total: 0, because: StopReason::Visits });
    let (outcome, _, _) = trace(5, &Limits::none().with_solutions(1));
    assert_eq!(outcome, Outcome::AtLeast { total: 1, because: StopReason::Solutions });
}

#[test]
fn the_first_search_can_be_shown_too() {
    let info = DoubleBacktracking.info();
    let shown = Settings::default().choose(info, "search", "shown").unwrap();
    let mut recorder = Recorder::default();
    let report =
        DoubleBacktracking.run(&Problem::queens(5), &shown, &Limits::none(), &mut recorder);
    assert_eq!(report.outcome, Outcome::Exact { total: 2 });
    assert!(recorder.events.iter().any(|event| matches!(event.step, Step::Place(_))));
}
