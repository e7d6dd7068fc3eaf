//! How a caller controls a computation: a flag to stop it, a sink for its progress.

use crate::{Counted, Trouble};
use bezzel_board::Stop;
use bezzel_models::solve::Backends;
use bezzel_search::Memory;
use serde::Serialize;
use std::fmt;
use std::sync::Arc;

type Sink = Arc<dyn Fn(&Progress) + Send + Sync>;

/// Stops a computation and receives its progress.
///
/// ```
/// use bezzel::{Control, Stop};
///
/// let stop = Stop::new();
/// let control = Control::new().with_stop(stop.clone()).with_progress(|progress| {
///     eprintln!("{progress:?}");
/// });
/// stop.ask();
/// assert!(control.stop().is_asked());
/// ```
#[derive(Clone)]
pub struct Control {
    stop: Stop,
    sink: Option<Sink>,
    backends: Backends,
    /// Most memory, whatever a request says.
    memory: Memory,
}

impl Default for Control {
    fn default() -> Control {
        let memory = Memory::bytes(u64::MAX);
        Control { stop: Stop::new(), sink: None, backends: Backends::own(), memory }
    }
}

impl Control {
    /// Never stopped, without a sink.
    #[must_use]
    pub fn new() -> Control {
        Control::default()
    }

    /// The same, stopped by this flag.
    #[must_use]
    pub fn with_stop(mut self, stop: Stop) -> Control {
        self.stop = stop;
        self
    }

    /// The same, with progress going here. The sink is called on the computing thread and should
    /// return at once.
    #[must_use]
    pub fn with_progress(mut self, sink: impl Fn(&Progress) + Send + Sync + 'static) -> Control {
        self.sink = Some(Arc::new(sink));
        self
    }

    /// The same, with these back-ends instead of those written in Rust.
    #[must_use]
    pub fn with_backends(mut self, backends: Backends) -> Control {
        self.backends = backends;
        self
    }

    /// The back-ends that `solve`, `count` and `colour` choose from.
    #[must_use]
    pub fn backends(&self) -> &Backends {
        &self.backends
    }

    /// The same, with no more memory than this, whatever a request says.
    #[must_use]
    pub fn with_memory(mut self, most: Memory) -> Control {
        self.memory = most;
        self
    }

    /// Most memory of a computation whose request sets this limit; by default half of the
    /// machine's.
    pub(crate) fn memory(&self, asked: Option<u64>) -> Memory {
        let asked = asked.unwrap_or_else(|| Memory::of_machine().most());
        Memory::bytes(asked.min(self.memory.most()))
    }

    /// The stop flag.
    #[must_use]
    pub fn stop(&self) -> &Stop {
        &self.stop
    }

    /// Hands progress to the sink.
    pub fn report(&self, progress: &Progress) {
        if let Some(sink) = &self.sink {
            sink(progress);
        }
    }

    /// Hands a note to the sink.
    pub fn note(&self, note: Note) {
        self.report(&Progress::Note(note));
    }
}

impl fmt::Debug for Control {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Control").field("stop", &self.stop).finish_non_exhaustive()
    }
}

/// A message of a running computation.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Progress {
    /// Units of a count, or of the sample that is recounted, with an estimate of the time that is left.
    Units(bezzel_jobs::Progress),
    /// A problem of several that has been counted.
    Counted(Box<Counted>),
    /// Something worth knowing before the answer.
    Note(Note),
}

/// A note about a running computation, as facts; each front words it itself.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "note", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Note {
    /// No engine counts this problem; an algorithm counts the solutions one by one.
    OneByOne {
        /// The problem.
        problem: String,
        /// The algorithm.
        algorithm: String,
        /// Why no engine counts it.
        why: String,
        /// Whether it will take more than a day.
        endless: bool,
    },
    /// The search of a large board goes row by row and may never reach a first solution.
    RowByRow {
        /// The problem.
        problem: String,
    },
    /// A count will take long.
    Long {
        /// The problem.
        problem: String,
        /// About this many more seconds; `None` while no unit is done.
        seconds: Option<f64>,
        /// Units of the count.
        units: usize,
    },
    /// A worker did not do its work.
    Trouble(Trouble),
    /// A count takes hours, and no ledger keeps what is counted.
    WorthALedger {
        /// The side of the stacks.
        n: u32,
    },
}
