//! How the work of a running algorithm is counted, observed and stopped.

use crate::{Event, Limits, Outcome, SearchResult, Step, StopReason, Work};
use std::convert::Infallible;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

/// Work that is not reported as a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// A safety test was made.
    Test,
    /// A candidate was tried.
    Trial,
    /// The search went back.
    Backtrack,
}

/// The receiver of an algorithm's reports. `line` is the line of its pseudocode, from 1.
pub trait Probe {
    /// What stopping carries; [`Infallible`] for a probe that never stops.
    type Stop;

    /// Whether steps are needed at all. Algorithms check this before doing anything that only a
    /// listener needs, and the compiler removes it.
    const WATCHES: bool;

    /// A step was made.
    fn step(&mut self, line: u8, step: Step<'_>) -> ControlFlow<Self::Stop>;

    /// A solution was found, by the column of each row (which a probe that does not watch must not use:
    /// algorithms need not maintain it then). [`Problem::placement`](bezzel_board::Problem::placement)
    /// reads these numbers, even where a row may hold any number of pieces.
    fn solution(&mut self, line: u8, columns: &[u32]) -> ControlFlow<Self::Stop>;

    /// Work was done.
    fn work(&mut self, effort: Effort);

    /// Whether anyone receives the steps of this run. Searches of huge boards check this before
    /// they compute what only a step needs.
    fn listens(&self) -> bool {
        Self::WATCHES
    }

    /// A point during long work without steps at which the search may be stopped: checks the clock
    /// and the stop flag immediately.
    fn pause(&mut self) -> ControlFlow<Self::Stop> {
        ControlFlow::Continue(())
    }
}

/// Counts solutions and nothing else; it cannot stop, so it costs nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counting {
    /// Solutions so far. Counting one by one can never overflow 64 bits in practice.
    pub solutions: u64,
}

impl Probe for Counting {
    type Stop = Infallible;
    const WATCHES: bool = false;

    #[inline(always)]
    fn step(&mut self, _: u8, _: Step<'_>) -> ControlFlow<Infallible> {
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn solution(&mut self, _: u8, _: &[u32]) -> ControlFlow<Infallible> {
        self.solutions += 1;
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn work(&mut self, _: Effort) {}
}

/// Observes a run and may end it: a dynamic probe, for callers that run an algorithm rather than
/// write one.
pub trait StepProbe {
    /// A step was made.
    fn step(&mut self, event: &Event) -> ControlFlow<()> {
        let _ = event;
        ControlFlow::Continue(())
    }

    /// The work up to the next step, which has been counted already. Called before each step.
    fn work(&mut self, work: &Work) {
        let _ = work;
    }

    /// A solution was found, as the numbers that
    /// [`Problem::placement`](bezzel_board::Problem::placement) reads: the column of each row.
    fn solution(&mut self, columns: &[u32]) -> ControlFlow<()> {
        let _ = columns;
        ControlFlow::Continue(())
    }

    /// Whether [`step`](StepProbe::step) is to be called; otherwise no events are created.
    fn wants_steps(&self) -> bool {
        false
    }
}

/// Ignores everything.
impl StepProbe for () {}

/// Time between two checks of the memory, each of which takes about ten microseconds.
const MEMORY_LOOK: Duration = Duration::from_millis(50);

/// Steps between two checks of the clock and the stop flag. Reading them at every step cost a
/// bit-mask search 19 % of its instructions; every 4,096 steps, together with counting the work, 13
/// %.
const STRIDE: u32 = 4096;

/// The probe behind every run that can be stopped: counts work, enforces the limits, informs
/// another probe.
pub(crate) struct Limited<'a> {
    listener: &'a mut dyn StepProbe,
    wants_steps: bool,
    limits: &'a Limits,
    started: Instant,
    until_look: u32,
    /// The elapsed time at which the memory is checked next.
    memory_look: Duration,
    events: u64,
    solutions: u64,
    work: Work,
}

impl<'a> Limited<'a> {
    pub(crate) fn new(limits: &'a Limits, listener: &'a mut dyn StepProbe) -> Limited<'a> {
        Limited {
            wants_steps: listener.wants_steps(),
            listener,
            limits,
            started: Instant::now(),
            // The first step checks, so that a run stopped in advance ends at once.
            until_look: 1,
            memory_look: MEMORY_LOOK,
            events: 0,
            solutions: 0,
            work: Work::default(),
        }
    }

    pub(crate) fn found_some(&self) -> bool {
        self.solutions > 0
    }

    pub(crate) fn result(self, end: ControlFlow<StopReason>) -> SearchResult {
        let total = u128::from(self.solutions);
        let outcome = match end {
            ControlFlow::Continue(()) => Outcome::Exact { total },
            ControlFlow::Break(because) => Outcome::AtLeast { total, because },
        };
        SearchResult { outcome, work: self.work, elapsed: self.started.elapsed() }
    }

    #[inline]
    fn place(&mut self, queens: u64) -> ControlFlow<StopReason> {
        if self.limits.visits.is_some_and(|most| self.work.visits + queens > most) {
            return ControlFlow::Break(StopReason::Visits);
        }
        self.work.visits += queens;
        ControlFlow::Continue(())
    }

    #[cold]
    fn count_uncommon(&mut self, step: &Step<'_>) -> ControlFlow<StopReason> {
        if matches!(step, Step::Restart(_)) {
            self.work.restarts += 1;
        }
        self.place(step.queens_placed())
    }

    fn look(&mut self) -> ControlFlow<StopReason> {
        self.until_look = STRIDE;
        if self.limits.stop.is_asked() {
            return ControlFlow::Break(StopReason::Stopped);
        }
        let elapsed = self.started.elapsed();
        if self.limits.time.is_some_and(|time| elapsed >= time) {
            return ControlFlow::Break(StopReason::Time);
        }
        if elapsed >= self.memory_look {
            self.memory_look = elapsed + MEMORY_LOOK;
            if self.limits.memory.is_exceeded() {
                return ControlFlow::Break(StopReason::Memory);
            }
        }
        ControlFlow::Continue(())
    }

    fn tell(&mut self, line: u8, step: Step<'_>) -> ControlFlow<StopReason> {
        if !self.wants_steps {
            return ControlFlow::Continue(());
        }
        self.events += 1;
        let event = Event { number: self.events, line, step: step.into_owned() };
        self.listener.work(&self.work);
        match self.listener.step(&event) {
            ControlFlow::Continue(()) => ControlFlow::Continue(()),
            ControlFlow::Break(()) => ControlFlow::Break(StopReason::Enough),
        }
    }
}

impl Probe for Limited<'_> {
    type Stop = StopReason;
    const WATCHES: bool = true;

    #[inline]
    fn step(&mut self, line: u8, step: Step<'_>) -> ControlFlow<StopReason> {
        // Backtracking makes only steps of the first kind; the others are distinguished on a slower
        // path, which limits the cost for backtracking to two comparisons.
        if matches!(step, Step::Place(_)) {
            self.place(1)?;
        } else if step.is_uncommon() {
            self.count_uncommon(&step)?;
        }
        self.until_look -= 1;
        if self.until_look == 0 {
            self.look()?;
        }
        self.tell(line, step)
    }

    fn solution(&mut self, line: u8, columns: &[u32]) -> ControlFlow<StopReason> {
        self.solutions += 1;
        self.tell(line, Step::Solution)?;
        if self.listener.solution(columns).is_break() {
            return ControlFlow::Break(StopReason::Enough);
        }
        if self.limits.solutions.is_some_and(|most| self.solutions >= most) {
            return ControlFlow::Break(StopReason::Solutions);
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn work(&mut self, effort: Effort) {
        match effort {
            Effort::Test => self.work.tests += 1,
            Effort::Trial => self.work.trials += 1,
            Effort::Backtrack => self.work.backtracks += 1,
        }
    }

    #[inline]
    fn listens(&self) -> bool {
        self.wants_steps
    }

    fn pause(&mut self) -> ControlFlow<StopReason> {
        self.look()
    }
}
