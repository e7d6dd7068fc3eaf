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
mod tests;
