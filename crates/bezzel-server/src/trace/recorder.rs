//! Writes a trace down while the algorithm runs.
//!
//! An event takes 4 to 10 bytes in the encoding of `postcard`; its number is its place. Every so
//! often the whole frame is kept as well (a key frame), so that any step is reached from the key
//! before it. A key frame is due when the events since the last one take as many bytes as that one:
//! keys then never take more than the events, and no step is far from its key.

use super::kind::Kind;
use super::recording::{Key, Moment, Recording};
use super::tree::Tree;
use bezzel_search::{Event, StepProbe};
use std::mem::size_of;
use std::ops::ControlFlow;

/// Events between two keys take at least this many bytes: some hundreds of events.
const STRIDE: usize = 2048;

/// Why a trace ends before the run does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Full {
    /// As many steps as asked for.
    Steps,
    /// As many bytes as there may be.
    Memory,
}

/// Somebody who writes down every step.
pub struct Recorder {
    recording: Recording,
    /// The state after the last step.
    now: Moment,
    most_steps: u32,
    most_bytes: usize,
    /// Bytes of events at which the next key is due.
    key_due: usize,
    full: Option<Full>,
}

impl Recorder {
    pub fn new(most_steps: u32, most_bytes: usize) -> Recorder {
        Recorder {
            recording: Recording::default(),
            now: Moment::default(),
            most_steps,
            most_bytes,
            key_due: 0,
            full: None,
        }
    }

    /// What was written, and why it is not all.
    pub fn finish(self) -> (Recording, Option<Full>) {
        let mut recording = self.recording;
        recording.solutions = self.now.frame.solutions;
        recording.shrink();
        (recording, self.full)
    }

    fn keep_key(&mut self) {
        let Recording { events, frames, keys, kinds, .. } = &mut self.recording;
        let (event, frame) = (events.len(), frames.len());
        keys.push(Key { steps: kinds.len() as u32, event, frame });
        write(&self.now, frames);
        self.key_due = event + STRIDE.max(frames.len() - frame);
    }
}

impl StepProbe for Recorder {
    fn step(&mut self, event: &Event) -> ControlFlow<()> {
        if self.recording.steps() >= self.most_steps {
            self.full = Some(Full::Steps);
            return ControlFlow::Break(());
        }
        if self.recording.bytes() >= self.most_bytes {
            self.full = Some(Full::Memory);
            return ControlFlow::Break(());
        }
        if self.recording.events.len() >= self.key_due {
            self.keep_key();
        }
        write(&(event.line, &event.step), &mut self.recording.events);
        self.now.apply(&event.step);
        let depth = self.now.frame.queens.len().max(self.now.frame.floors.len());
        self.recording.kinds.push(Kind::of(&event.step));
        self.recording.depths.push(u16::try_from(depth).unwrap_or(u16::MAX));
        self.recording.tree.step(self.recording.kinds.len() as u32, &event.step);
        ControlFlow::Continue(())
    }

    fn wants_steps(&self) -> bool {
        true
    }
}

fn write<T: serde::Serialize>(value: &T, bytes: &mut Vec<u8>) {
    postcard::to_io(value, bytes).expect("a vector takes everything");
}

impl Recording {
    /// Steps written.
    pub fn steps(&self) -> u32 {
        self.kinds.len() as u32
    }

    /// Bytes it takes.
    pub fn bytes(&self) -> usize {
        self.events.capacity()
            + self.frames.capacity()
            + self.keys.capacity() * size_of::<Key>()
            + self.kinds.capacity() * (size_of::<Kind>() + size_of::<u16>())
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

impl Default for Recording {
    fn default() -> Recording {
        Recording {
            events: Vec::new(),
            frames: Vec::new(),
            keys: Vec::new(),
            kinds: Vec::new(),
            depths: Vec::new(),
            tree: Tree::new(),
            solutions: 0,
        }
    }
}
