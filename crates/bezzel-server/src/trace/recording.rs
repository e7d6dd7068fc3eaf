//! A trace that was written down: any step, any page, any stretch of it.

use super::kind::Kind;
use super::tally::Tally;
use super::tree::Tree;
use bezzel_search::{Event, Frame, Step};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A place from which steps are reached.
pub(super) struct Key {
    /// Steps before it.
    pub(super) steps: u32,
    /// Where the next event begins.
    pub(super) event: usize,
    /// Where its frame begins.
    pub(super) frame: usize,
}

/// The state at one moment: of the board, and of the counters.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Moment {
    pub frame: Frame,
    pub tally: Tally,
}

impl Moment {
    pub fn apply(&mut self, step: &Step<'_>) {
        self.frame.apply(step);
        self.tally.add(step);
    }
}

/// All steps of a run.
pub struct Recording {
    /// Line and step of every event, one after the other.
    pub(super) events: Vec<u8>,
    /// The frames of the keys, one after the other.
    pub(super) frames: Vec<u8>,
    pub(super) keys: Vec<Key>,
    /// The sort of every step.
    pub(super) kinds: Vec<Kind>,
    /// Queens on the board after every step.
    pub(super) depths: Vec<u16>,
    /// The search tree.
    pub tree: Tree,
    /// Solutions in all.
    pub solutions: u64,
}

/// A stretch of a trace in numbers.
#[derive(Serialize, ToSchema)]
pub struct Bucket {
    /// First step.
    from: u32,
    /// Last step.
    to: u32,
    /// Queens placed or moved.
    places: u32,
    /// Queens taken back.
    removes: u32,
    /// Candidates refused.
    rejects: u32,
    /// Solutions.
    solutions: u32,
    /// Dead ends.
    dead_ends: u32,
    /// Starts from the beginning.
    restarts: u32,
    /// Most queens on the board.
    depth: u16,
}

impl Recording {
    /// The state after `steps` steps, and where the next event begins.
    fn seek(&self, steps: u32) -> (Moment, usize) {
        let place = self.keys.partition_point(|key| key.steps <= steps);
        let Some(key) = place.checked_sub(1).map(|place| &self.keys[place]) else {
            return (Moment::default(), 0);
        };
        let mut moment: Moment = read(&self.frames[key.frame..]).0;
        let mut rest = &self.events[key.event..];
        for _ in key.steps..steps {
            let ((_, step), after) = read::<(u8, Step<'static>)>(rest);
            moment.apply(&step);
            rest = after;
        }
        (moment, self.events.len() - rest.len())
    }

    /// The state after so many steps, and the last of them.
    pub fn moment(&self, steps: u32) -> (Moment, Option<Event>) {
        if steps == 0 {
            return (Moment::default(), None);
        }
        let (mut moment, mut events) = self.page(steps, 1);
        let event = events.pop();
        if let Some(event) = &event {
            moment.apply(&event.step);
        }
        (moment, event)
    }

    /// The state before step `from` (counted from 1), and up to `count` events from there on.
    pub fn page(&self, from: u32, count: u32) -> (Moment, Vec<Event>) {
        let (before, place) = self.seek((from - 1).min(self.steps()));
        let last = self.steps().min((from - 1).saturating_add(count));
        let mut rest = &self.events[place..];
        let events = (from..=last).map(|number| {
            let ((line, step), after) = read(rest);
            rest = after;
            Event { number: u64::from(number), line, step }
        });
        (before, events.collect())
    }

    /// The nearest step of a kind after or before this one.
    pub fn find(&self, from: u32, kind: Kind, forwards: bool) -> Option<u32> {
        let from = from.min(self.steps()) as usize;
        let place = if forwards {
            from + self.kinds[from..].iter().position(|&it| it == kind)?
        } else {
            self.kinds[..from.saturating_sub(1)].iter().rposition(|&it| it == kind)?
        };
        Some(place as u32 + 1)
    }

    /// The whole trace in so many stretches of equal length.
    pub fn overview(&self, buckets: u32) -> Vec<Bucket> {
        let (steps, buckets) = (u64::from(self.steps()), u64::from(buckets));
        let cut = |place: u64| (place * steps / buckets) as usize;
        let stretches = (0..buckets).map(|k| cut(k)..cut(k + 1)).filter(|part| !part.is_empty());
        stretches
            .map(|part| {
                let mut tally = [0_u32; 7];
                for &kind in &self.kinds[part.clone()] {
                    tally[kind as usize] += 1;
                }
                let times = |kind: Kind| tally[kind as usize];
                Bucket {
                    from: part.start as u32 + 1,
                    to: part.end as u32,
                    places: times(Kind::Place),
                    removes: times(Kind::Remove),
                    rejects: times(Kind::Reject),
                    solutions: times(Kind::Solution),
                    dead_ends: times(Kind::DeadEnd),
                    restarts: times(Kind::Restart),
                    depth: self.depths[part].iter().copied().max().unwrap_or(0),
                }
            })
            .collect()
    }
}

fn read<'a, T: Deserialize<'a>>(bytes: &'a [u8]) -> (T, &'a [u8]) {
    postcard::take_from_bytes(bytes).expect("only what the recorder wrote is read")
}

#[cfg(test)]
mod tests {
    use super::super::Recorder;
    use super::*;
    use bezzel_board::Problem;
    use bezzel_search::{Choice, Limits, Replay, StepProbe, algorithms};
    use std::ops::ControlFlow;

    struct Both(Recorder, Vec<Event>);

    impl StepProbe for Both {
        fn step(&mut self, event: &Event) -> ControlFlow<()> {
            self.1.push(event.clone());
            self.0.step(event)
        }

        fn wants_steps(&self) -> bool {
            true
        }
    }

    fn record(name: &str, n: u32) -> (Recording, Vec<Event>) {
        let choice = Choice::read(name).unwrap();
        let mut both = Both(Recorder::new(20_000, 1 << 30), Vec::new());
        let limits = Limits::none();
        choice.algorithm.run(&Problem::queens(n), &choice.settings, &limits, &mut both);
        both.1.truncate(20_000);
        (both.0.finish().0, both.1)
    }

    /// Every algorithm's trace is read back as it was, at every step the same frame as a replay's.
    #[test]
    fn what_is_read_is_what_was_written() {
        for algorithm in algorithms::ALL {
            let id = algorithm.info().id;
            if algorithm.info().supports(&Problem::queens(6)).is_err() {
                continue;
            }
            let (recording, events) = record(id, 6);
            assert_eq!(recording.steps() as usize, events.len(), "{id}");
            let mut replay = Replay::new(events.clone());
            for steps in [0, 1, 2, 255, 256, 257, 1000, 1023, 9999, events.len()] {
                let steps = steps.min(events.len());
                replay.seek(steps);
                let (moment, last) = recording.moment(steps as u32);
                let placed: u64 = events[..steps].iter().map(|e| e.step.queens_placed()).sum();
                assert_eq!(moment.tally.visits, placed, "{id}, {steps}");
                assert_eq!(moment.frame, *replay.frame(), "{id}, {steps}");
                assert_eq!(last.as_ref(), steps.checked_sub(1).map(|place| &events[place]));
                let (before, page) = recording.page(steps as u32 + 1, 300);
                assert_eq!(before.frame, *replay.frame(), "{id}, {steps}");
                assert_eq!(page, events[steps..(steps + 300).min(events.len())], "{id}, {steps}");
            }
        }
    }

    #[test]
    fn steps_are_found_in_both_directions() {
        let (recording, events) = record("backtracking", 6);
        let solutions: Vec<u32> =
            events.iter().filter(|e| e.step == Step::Solution).map(|e| e.number as u32).collect();
        assert_eq!(solutions.len(), 4);
        let find = |from, forwards| recording.find(from, Kind::Solution, forwards);
        assert_eq!(find(0, true), Some(solutions[0]));
        assert_eq!(find(solutions[0], true), Some(solutions[1]));
        assert_eq!(find(solutions[1], false), Some(solutions[0]));
        assert_eq!(find(solutions[0], false), None);
        assert_eq!(find(solutions[3], true), None);
        assert_eq!(find(u32::MAX, false), Some(solutions[3]));
    }

    #[test]
    fn an_overview_adds_up() {
        let (recording, events) = record("wirth", 6);
        for buckets in [1, 7, 100, 4000] {
            let overview = recording.overview(buckets);
            let steps: u32 = overview.iter().map(|b| b.to - b.from + 1).sum();
            assert_eq!(steps as usize, events.len());
            assert_eq!(overview.iter().map(|b| b.solutions).sum::<u32>(), 4);
            let places = events.iter().filter(|e| matches!(e.step, Step::Place(_))).count();
            assert_eq!(overview.iter().map(|b| b.places).sum::<u32>() as usize, places);
            assert_eq!(overview.iter().map(|b| b.depth).max(), Some(6));
        }
    }
}
