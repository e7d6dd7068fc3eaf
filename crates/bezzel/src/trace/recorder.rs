//! Records a trace while the algorithm runs.
//!
//! An event takes 4 to 10 bytes in the encoding of `postcard`; its number is its place. From time
//! to time the whole frame is also kept (a key frame), so that any step is reached from the key
//! before it. A key frame is due when the events since the last one take as many bytes as that one:
//! keys then never take more space than the events, and no step is far from its key.

use super::kind::StepKind;
use super::recording::{Key, Moment, Recording, RecordingSummary};
use super::tree::Tree;
use super::{Plan, TraceEnd, TraceRequest};
use crate::{Control, Error};
use bezzel_search::{Event, Outcome, Step, StepProbe, Work};
use std::mem::size_of;
use std::ops::ControlFlow;
use std::time::Duration;

/// Events between two keys take at least this many bytes: several hundred events.
const STRIDE: usize = 2048;

/// Runs an algorithm and records every step, in at most this many bytes.
///
/// ```
/// use bezzel::{Control, Problem, TraceRequest, record};
///
/// let request = TraceRequest::new(Problem::queens(8), "backtracking");
/// let recording = record(&request, 1 << 20, &Control::new())?;
/// let last = recording.moment(recording.steps())?;
/// assert_eq!(last.frame.queens.len(), 8);
/// # Ok::<(), bezzel::Error>(())
/// ```
pub fn record(
    request: &TraceRequest,
    most_bytes: usize,
    control: &Control,
) -> Result<Recording, Error> {
    let plan = Plan::new(request)?;
    let limits = plan.limits(control)?;
    let most_steps = u32::try_from(plan.most_steps).unwrap_or(u32::MAX);
    let mut recorder = Recorder::new(request.after, most_steps, most_bytes);
    let choice = &plan.choice;
    let result = choice.algorithm.run(&request.problem, &choice.settings, &limits, &mut recorder);
    let stopped = match (recorder.full, result.outcome) {
        (Some(full), _) => Some(full),
        (None, Outcome::Exact { .. }) => None,
        (None, Outcome::AtLeast { because, .. }) => Some(because.into()),
    };
    let written = recorder.finish();
    Ok(recording(request, plan, written, stopped, result.work, result.elapsed))
}

/// What was written of a run, with its summary.
pub(super) fn recording(
    request: &TraceRequest,
    plan: Plan,
    written: Written,
    stopped: Option<TraceEnd>,
    work: Work,
    elapsed: Duration,
) -> Recording {
    let summary = RecordingSummary {
        algorithm: plan.start.algorithm,
        problem: request.problem.clone(),
        settings: plan.start.settings.clone(),
        all: request.all,
        after: request.after,
        steps: written.kinds.len() as u32,
        complete: plan.is_complete(stopped),
        stopped,
        solutions: written.solutions.into(),
        work,
        seconds: elapsed.as_secs_f64(),
        bytes: written.bytes(),
    };
    Recording { written, summary, start: plan.start, info: plan.choice.algorithm.info() }
}

/// The recorded steps of a run.
pub(super) struct Written {
    /// Line and step of every event, concatenated.
    pub events: Vec<u8>,
    /// The frames of the keys, concatenated.
    pub frames: Vec<u8>,
    pub keys: Vec<Key>,
    /// The kind of every step.
    pub kinds: Vec<StepKind>,
    /// Queens on the board after every step.
    pub depths: Vec<u16>,
    /// The search tree.
    pub tree: Tree,
    /// Number of solutions.
    pub solutions: u64,
}

/// Records every step.
pub(super) struct Recorder {
    written: Written,
    /// The state after the last step.
    now: Moment,
    /// Steps still to skip.
    after: u64,
    most_steps: u32,
    most_bytes: usize,
    /// Bytes of events at which the next key is due.
    key_due: usize,
    /// Why the trace ends before the run does.
    full: Option<TraceEnd>,
}

impl Recorder {
    pub fn new(after: u64, most_steps: u32, most_bytes: usize) -> Recorder {
        let written = Written::after(Tree::new());
        let now = Moment::default();
        Recorder { written, now, after, most_steps, most_bytes, key_due: 0, full: None }
    }

    pub fn finish(mut self) -> Written {
        self.hand_over()
    }

    /// What was recorded; the next steps go into a new recording, which begins with this state.
    pub fn hand_over(&mut self) -> Written {
        // If every step was skipped, the state after them is still the first one.
        if self.written.keys.is_empty() {
            self.keep_key();
        }
        let next = Written::after(self.written.tree.continued());
        let mut written = std::mem::replace(&mut self.written, next);
        self.key_due = 0;
        written.solutions = self.now.frame.solutions;
        written.shrink();
        written
    }

    /// Sets what is recorded next.
    pub fn go_on(&mut self, after: u64, most_steps: u32, most_bytes: usize) {
        (self.after, self.most_steps, self.most_bytes) = (after, most_steps, most_bytes);
    }

    /// Why no more steps are recorded.
    pub fn is_full(&self) -> Option<TraceEnd> {
        if self.after > 0 {
            None
        } else if self.written.kinds.len() as u32 >= self.most_steps {
            Some(TraceEnd::Steps)
        } else if self.written.bytes() >= self.most_bytes {
            Some(TraceEnd::Memory)
        } else {
            None
        }
    }

    /// A step before the first recorded one: only the state after it matters, and the queens on the
    /// board, in the order in which they were placed.
    fn pass(&mut self, step: &Step<'_>) {
        self.now.apply(step);
        self.written.tree.pass(step);
        self.after -= 1;
        if self.after == 0 {
            self.written.tree.keep_path();
        }
    }

    fn keep_key(&mut self) {
        let Written { events, frames, keys, kinds, .. } = &mut self.written;
        let (event, frame) = (events.len(), frames.len());
        keys.push(Key { steps: kinds.len() as u32, event, frame });
        write(&self.now, frames);
        self.key_due = event + STRIDE.max(frames.len() - frame);
    }
}

impl StepProbe for Recorder {
    fn step(&mut self, event: &Event) -> ControlFlow<()> {
        if self.after > 0 {
            self.pass(&event.step);
            return ControlFlow::Continue(());
        }
        self.full = self.is_full();
        if self.full.is_some() {
            return ControlFlow::Break(());
        }
        if self.written.events.len() >= self.key_due {
            self.keep_key();
        }
        write(&(event.line, &event.step), &mut self.written.events);
        self.now.apply(&event.step);
        let depth = self.now.frame.queens.len().max(self.now.frame.floors.len());
        self.written.kinds.push(StepKind::of(&event.step));
        self.written.depths.push(u16::try_from(depth).unwrap_or(u16::MAX));
        self.written.tree.step(self.written.kinds.len() as u32, &event.step);
        ControlFlow::Continue(())
    }

    fn wants_steps(&self) -> bool {
        true
    }
}

fn write<T: serde::Serialize>(value: &T, bytes: &mut Vec<u8>) {
    postcard::to_io(value, bytes).expect("a vector takes everything");
}

impl Written {
    /// Nothing yet, in a search with this tree.
    fn after(tree: Tree) -> Written {
        Written {
            events: Vec::new(),
            frames: Vec::new(),
            keys: Vec::new(),
            kinds: Vec::new(),
            depths: Vec::new(),
            tree,
            solutions: 0,
        }
    }

    /// Bytes it takes.
    pub fn bytes(&self) -> usize {
        self.events.capacity()
            + self.frames.capacity()
            + self.keys.capacity() * size_of::<Key>()
            + self.kinds.capacity() * (size_of::<StepKind>() + size_of::<u16>())
            + self.tree.bytes()
    }

    fn shrink(&mut self) {
        self.events.shrink_to_fit();
        self.frames.shrink_to_fit();
        self.keys.shrink_to_fit();
        self.kinds.shrink_to_fit();
        self.depths.shrink_to_fit();
        self.tree.shrink();
    }
}
