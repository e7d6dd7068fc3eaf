//! Recordings against the traces they keep.

use super::*;
use crate::{Control, TraceItem, TraceRequest, record, trace};
use bezzel_search::{Replay, algorithms};
use std::ops::ControlFlow;

/// A recording, and the same events as they were handed over.
fn both(name: &str, n: u32) -> (Recording, Vec<Event>) {
    let mut request = TraceRequest::new(Problem::queens(n), name);
    (request.all, request.steps) = (true, Some(20_000));
    let recording = record(&request, 1 << 30, &Control::new()).unwrap();
    let mut events = Vec::new();
    let answer = trace(&request, &Control::new(), &mut |item| {
        if let TraceItem::Step(step) = item {
            let TraceEvent { number, line, step, .. } = step.event;
            events.push(Event { number, line, step });
        }
        ControlFlow::Continue(())
    });
    assert_eq!(answer.unwrap().steps, events.len() as u64);
    (recording, events)
}

/// A step is reached from the key frame before it, so that the run is never replayed as a whole.
#[test]
fn a_key_frame_is_near_every_step() {
    let (recording, events) = both("backtracking", 9);
    let keys = recording.written.keys.iter().map(|key| key.steps);
    let after = keys.clone().skip(1).chain([recording.steps()]);
    let farthest = keys.zip(after).map(|(key, next)| next - key).max().unwrap();
    assert_eq!(events.len(), 20_000);
    assert!((1..=2048).contains(&farthest), "{farthest} steps");
}

/// Every algorithm's trace is read back as it was, at every step the same frame as a replay's.
#[test]
fn recordings_are_read_back_unchanged() {
    for algorithm in algorithms::ALL {
        let id = algorithm.info().id;
        // Some boards are refused by the algorithm itself and not by its description.
        if TraceRequest::new(Problem::queens(6), id).start().is_err() {
            continue;
        }
        let (recording, events) = both(id, 6);
        assert_eq!(recording.steps() as usize, events.len(), "{id}");
        let mut replay = Replay::new(events.clone());
        for steps in [0, 1, 2, 255, 256, 257, 1000, 1023, 9999, events.len()] {
            let steps = steps.min(events.len());
            replay.seek(steps);
            let moment = recording.moment(steps as u32).unwrap();
            let placed: u64 = events[..steps].iter().map(|e| e.step.queens_placed()).sum();
            assert_eq!(moment.counts.visits, placed, "{id}, {steps}");
            assert_eq!(moment.frame, *replay.frame(), "{id}, {steps}");
            let last = steps.checked_sub(1).map(|place| events[place].clone().into());
            assert_eq!(moment.event, last);
            let page = recording.page(steps as u32 + 1, 300).unwrap();
            assert_eq!(page.before, *replay.frame(), "{id}, {steps}");
            let shown: Vec<TraceEvent> = events[steps..(steps + 300).min(events.len())]
                .iter()
                .cloned()
                .map(Into::into)
                .collect();
            assert_eq!(page.events, shown, "{id}, {steps}");
        }
        assert!(recording.moment(recording.steps() + 1).is_err());
    }
}

/// A recording may begin in the middle: its frames are those of the whole one.
#[test]
fn a_recording_of_later_steps_continues_the_first() {
    for id in ["backtracking", "nilsson", "qs1"] {
        let (whole, events) = both(id, 6);
        let mut request = TraceRequest::new(Problem::queens(6), id);
        (request.all, request.after, request.steps) = (true, 50, Some(100));
        let later = record(&request, 1 << 30, &Control::new()).unwrap();
        assert_eq!(later.summary.after, 50, "{id}");
        for step in [0, 1, 30, later.steps()].map(|step| step.min(later.steps())) {
            let (part, all) = (later.moment(step).unwrap(), whole.moment(50 + step).unwrap());
            assert_eq!((part.frame, part.counts), (all.frame, all.counts), "{id}, {step}");
        }
        assert_eq!(later.page(1, 1).unwrap().events[0].step, events[50].step, "{id}");
        let cut = TreeCut { at: 0, depth: 9, limit: 99, refused: false };
        let tree = later.tree(cut);
        let queens = later.moment(0).unwrap().frame.queens.len();
        assert!(tree.none.is_some() || tree.path.len() == queens + 1, "{id}: {tree:?}");
    }
}

#[test]
fn steps_are_found_in_both_directions() {
    let (recording, events) = both("backtracking", 6);
    let solutions: Vec<u32> =
        events.iter().filter(|e| e.step == Step::Solution).map(|e| e.number as u32).collect();
    assert_eq!(solutions.len(), 4);
    let find = |from, direction| recording.find(from, StepKind::Solution, direction).step;
    assert_eq!(find(0, Direction::Next), Some(solutions[0]));
    assert_eq!(find(solutions[0], Direction::Next), Some(solutions[1]));
    assert_eq!(find(solutions[1], Direction::Previous), Some(solutions[0]));
    assert_eq!(find(solutions[0], Direction::Previous), None);
    assert_eq!(find(solutions[3], Direction::Next), None);
    assert_eq!(find(u32::MAX, Direction::Previous), Some(solutions[3]));
}

#[test]
fn an_overview_adds_up() {
    let (recording, events) = both("wirth", 6);
    for buckets in [1, 7, 100, 4000] {
        let overview = recording.overview(buckets).unwrap().buckets;
        let steps: u32 = overview.iter().map(|b| b.to - b.from + 1).sum();
        assert_eq!(steps as usize, events.len());
        assert_eq!(overview.iter().map(|b| b.solutions).sum::<u32>(), 4);
        let places = events.iter().filter(|e| matches!(e.step, Step::Place(_))).count();
        assert_eq!(overview.iter().map(|b| b.places).sum::<u32>() as usize, places);
        assert_eq!(overview.iter().map(|b| b.depth).max(), Some(6));
    }
}

/// A trace says why it ends, and whether it reaches its requested end.
#[test]
fn the_end_of_a_trace_has_a_reason() {
    let end = |change: &dyn Fn(&mut TraceRequest), bytes: usize| {
        let mut request = TraceRequest::new(Problem::queens(8), "backtracking");
        change(&mut request);
        let recording = record(&request, bytes, &Control::new()).unwrap();
        (recording.summary.stopped, recording.summary.complete)
    };
    assert_eq!(end(&|_| (), 1 << 30), (Some(TraceEnd::Solutions), true));
    assert_eq!(end(&|it| it.all = true, 1 << 30), (None, true));
    assert_eq!(end(&|it| it.steps = Some(5), 1 << 30), (Some(TraceEnd::Steps), false));
    assert_eq!(end(&|it| it.all = true, 4096), (Some(TraceEnd::Memory), false));
    let two = |it: &mut TraceRequest| it.limits.solutions = Some(2);
    assert_eq!(end(&two, 1 << 30), (Some(TraceEnd::Solutions), false));
    let few = |it: &mut TraceRequest| it.limits.visits = Some(9);
    assert_eq!(end(&few, 1 << 30), (Some(TraceEnd::Visits), false));
}
