//! A recorded trace: any step, any page, any section of it.

use super::counts::StepCounts;
use super::kind::StepKind;
use super::recorder::Written;
use super::tree::{Branches, DensityCut, TreeCut, TreeDensity, TreeView};
use super::{TraceEnd, TraceEvent, TraceStart};
use crate::{Decimal, Error, ErrorKind};
use bezzel_board::Problem;
use bezzel_search::{Event, Frame, Info, Step, Work};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A key frame from which steps are reached.
pub(super) struct Key {
    /// Steps before it.
    pub steps: u32,
    /// Where the next event begins.
    pub event: usize,
    /// Where its frame begins.
    pub frame: usize,
}

/// The state at one moment: of the board, and of the counters.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Moment {
    pub frame: Frame,
    pub counts: StepCounts,
}

impl Moment {
    pub fn apply(&mut self, step: &Step<'_>) {
        self.frame.apply(step);
        self.counts.add(step);
    }
}

/// All steps of a run, browsed without replaying them. [`record`](crate::record) creates it.
pub struct Recording {
    pub(super) written: Written,
    pub(super) summary: RecordingSummary,
    pub(super) start: TraceStart,
    pub(crate) info: &'static Info,
}

/// What is known about a recording.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct RecordingSummary {
    /// The algorithm's id.
    pub algorithm: &'static str,
    /// The problem.
    pub problem: Problem,
    /// All settings of the algorithm, defaults too.
    pub settings: BTreeMap<&'static str, String>,
    /// Whether all solutions were requested.
    pub all: bool,
    /// Steps skipped before the first one.
    pub after: u64,
    /// Number of steps.
    pub steps: u32,
    /// Whether it reaches its requested end.
    pub complete: bool,
    /// Why it ends before everything was searched.
    pub stopped: Option<TraceEnd>,
    /// Solutions found.
    pub solutions: Decimal,
    /// Work done.
    pub work: Work,
    /// Seconds it took to record.
    pub seconds: f64,
    /// Bytes it takes in memory.
    pub bytes: usize,
}

/// A page of a trace.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct TracePage {
    /// Number of the first event.
    pub from: u32,
    /// Events in all.
    pub total: u32,
    /// The state before the first event of the page.
    pub before: Frame,
    /// The counters before the first event of the page.
    pub counts: StepCounts,
    /// The events.
    pub events: Vec<TraceEvent>,
}

/// A moment of a trace.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct TraceMoment {
    /// Steps made.
    pub step: u32,
    /// The state after them.
    pub frame: Frame,
    /// The counters after them.
    pub counts: StepCounts,
    /// The last of them.
    pub event: Option<TraceEvent>,
}

/// In which direction to search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Direction {
    /// Towards the end.
    #[default]
    Next,
    /// Towards the beginning.
    Previous,
}

/// The result of a search for a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct FoundStep {
    /// Its number, if there is one.
    pub step: Option<u32>,
}

/// A trace as a timeline.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct Overview {
    /// Its sections, in order; fewer than requested if there are fewer steps.
    pub buckets: Vec<Bucket>,
}

/// A section of a trace in numbers.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct Bucket {
    /// First step.
    pub from: u32,
    /// Last step.
    pub to: u32,
    /// Queens placed or moved.
    pub places: u32,
    /// Queens taken back.
    pub removes: u32,
    /// Candidates rejected.
    pub rejects: u32,
    /// Solutions.
    pub solutions: u32,
    /// Dead ends.
    pub dead_ends: u32,
    /// Starts from the beginning.
    pub restarts: u32,
    /// Most queens on the board.
    pub depth: u16,
}

impl Recording {
    /// What is known about it.
    #[must_use]
    pub fn summary(&self) -> &RecordingSummary {
        &self.summary
    }

    /// The header of the trace.
    #[must_use]
    pub fn start(&self) -> &TraceStart {
        &self.start
    }

    /// Number of steps.
    #[must_use]
    pub fn steps(&self) -> u32 {
        self.summary.steps
    }

    /// The first and the last step of a part of it, from 1; all of it by default.
    pub fn range(&self, from: Option<u32>, to: Option<u32>) -> Result<(u32, u32), Error> {
        let steps = self.steps();
        let (from, to) = (from.unwrap_or(1).max(1), to.unwrap_or(steps).min(steps));
        if from > to {
            let error = Error::bad(format!("there are no steps from {from} to {to}"));
            return Err(error.advice(format!("the trace has {steps} steps")));
        }
        Ok((from, to))
    }

    /// The state after `steps` steps, and where the next event begins.
    fn seek(&self, steps: u32) -> (Moment, usize) {
        let Written { events, frames, keys, .. } = &self.written;
        let place = keys.partition_point(|key| key.steps <= steps);
        let Some(key) = place.checked_sub(1).map(|place| &keys[place]) else {
            return (Moment::default(), 0);
        };
        let mut moment: Moment = read(&frames[key.frame..]).0;
        let mut rest = &events[key.event..];
        for _ in key.steps..steps {
            let ((_, step), after) = read::<(u8, Step<'static>)>(rest);
            moment.apply(&step);
            rest = after;
        }
        (moment, events.len() - rest.len())
    }

    /// The state before step `from` (counted from 1), and up to `count` events from there on.
    pub(crate) fn stretch(&self, from: u32, count: u32) -> (Moment, Vec<Event>) {
        let (before, place) = self.seek((from - 1).min(self.steps()));
        let last = self.steps().min((from - 1).saturating_add(count));
        let mut rest = &self.written.events[place..];
        let events = (from..=last).map(|number| {
            let ((line, step), after) = read(rest);
            rest = after;
            Event { number: u64::from(number), line, step }
        });
        (before, events.collect())
    }

    /// The state after this many steps, and the last of them.
    pub fn moment(&self, step: u32) -> Result<TraceMoment, Error> {
        let total = self.steps();
        if step > total {
            let error = Error::new(ErrorKind::UnknownName, format!("the trace has no step {step}"));
            return Err(
                error.advice(format!("it has {total} steps; 0 is the state before the first"))
            );
        }
        if step == 0 {
            let Moment { frame, counts } = self.seek(0).0;
            return Ok(TraceMoment { step, frame, counts, event: None });
        }
        let (mut moment, mut events) = self.stretch(step, 1);
        let event = events.pop();
        if let Some(event) = &event {
            moment.apply(&event.step);
        }
        let Moment { frame, counts } = moment;
        Ok(TraceMoment { step, frame, counts, event: event.map(TraceEvent::from) })
    }

    /// Up to `count` events from number `from` on, counted from 1; a page beyond the end is empty.
    pub fn page(&self, from: u32, count: u32) -> Result<TracePage, Error> {
        if from == 0 {
            return Err(Error::bad("there is no event 0").set("from", "1"));
        }
        let (Moment { frame, counts }, events) = self.stretch(from, count);
        let events = events.into_iter().map(TraceEvent::from).collect();
        Ok(TracePage { from, total: self.steps(), before: frame, counts, events })
    }

    /// The nearest step of a kind after or before this one.
    #[must_use]
    pub fn find(&self, from: u32, kind: StepKind, direction: Direction) -> FoundStep {
        let kinds = &self.written.kinds;
        let from = from.min(self.steps()) as usize;
        let place = match direction {
            Direction::Next => {
                kinds[from..].iter().position(|&it| it == kind).map(|place| from + place)
            }
            Direction::Previous => {
                kinds[..from.saturating_sub(1)].iter().rposition(|&it| it == kind)
            }
        };
        FoundStep { step: place.map(|place| place as u32 + 1) }
    }

    /// The whole trace in this many sections of equal length.
    pub fn overview(&self, buckets: u32) -> Result<Overview, Error> {
        if buckets == 0 {
            return Err(Error::bad("a trace cannot be shown in 0 sections").set("buckets", "1"));
        }
        let (steps, buckets) = (u64::from(self.steps()), u64::from(buckets));
        let cut = |place: u64| (place * steps / buckets) as usize;
        let stretches = (0..buckets).map(|k| cut(k)..cut(k + 1)).filter(|part| !part.is_empty());
        let buckets = stretches.map(|part| {
            let mut times = [0_u32; 7];
            for &kind in &self.written.kinds[part.clone()] {
                times[kind as usize] += 1;
            }
            let times = |kind: StepKind| times[kind as usize];
            Bucket {
                from: part.start as u32 + 1,
                to: part.end as u32,
                places: times(StepKind::Place),
                removes: times(StepKind::Backtrack),
                rejects: times(StepKind::Reject),
                solutions: times(StepKind::Solution),
                dead_ends: times(StepKind::DeadEnd),
                restarts: times(StepKind::Restart),
                depth: self.written.depths[part].iter().copied().max().unwrap_or(0),
            }
        });
        Ok(Overview { buckets: buckets.collect() })
    }

    /// The search tree as it was after a step.
    #[must_use]
    pub fn tree(&self, cut: TreeCut) -> TreeView {
        self.written.tree.view(TreeCut { at: cut.at.min(self.steps()), ..cut })
    }

    /// Where the nodes of the whole tree are, whatever its size.
    #[must_use]
    pub fn density(&self, cut: DensityCut) -> TreeDensity {
        self.written.tree.density(cut)
    }

    /// The path to the last queen after a step, deeper than `below`, with its branches.
    #[must_use]
    pub fn branches(&self, at: u32, below: u16, refused: bool) -> Branches {
        self.written.tree.branches(at.min(self.steps()), below, refused)
    }
}

fn read<'a, T: Deserialize<'a>>(bytes: &'a [u8]) -> (T, &'a [u8]) {
    postcard::take_from_bytes(bytes).expect("only recorded data is read")
}

#[cfg(test)]
mod tests {
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
}
