//! What every back-end reports to: verifies solutions, counts them, and says when to stop.

use super::SolveError;
use crate::{Model, Variable};
use bezzel_board::{Placement, Stop};
use bezzel_search::{Limits, StopReason};
use std::time::{Duration, Instant};

/// Why a back-end does not go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Halt {
    /// It was told to stop; what it found so far stands.
    Stop(StopReason),
    /// Something is wrong; nothing it found counts.
    Failed(SolveError),
}

/// The clock is read once in so many visits.
const BETWEEN_CHECKS: u64 = 16;

/// The ear of a search.
pub struct Watch<'a> {
    model: &'a Model,
    id: &'static str,
    clock: Clock,
    most_visits: Option<u64>,
    most_solutions: Option<u64>,
    visits: u64,
    total: u128,
    hear: &'a mut dyn FnMut(&Placement),
}

/// When to stop, for solvers that ask from a thread or callback of their own.
#[derive(Clone, Debug, Default)]
pub struct Clock {
    deadline: Option<Instant>,
    stop: Stop,
}

impl Clock {
    /// A clock that starts now. A time too long for it is no limit.
    pub(super) fn start(limits: &Limits) -> Clock {
        let deadline = limits.time.and_then(|time| Instant::now().checked_add(time));
        Clock { deadline, stop: limits.stop.clone() }
    }

    /// Why to stop now, if one must.
    #[must_use]
    pub fn stop(&self) -> Option<StopReason> {
        if self.stop.is_asked() {
            return Some(StopReason::Stopped);
        }
        let late = self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        late.then_some(StopReason::Time)
    }

    /// Time left, where it is limited.
    #[must_use]
    pub fn left(&self) -> Option<Duration> {
        self.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()))
    }
}

impl<'a> Watch<'a> {
    pub(super) fn new(
        model: &'a Model,
        id: &'static str,
        limits: &Limits,
        hear: &'a mut dyn FnMut(&Placement),
    ) -> Watch<'a> {
        Watch {
            model,
            id,
            clock: Clock::start(limits),
            most_visits: limits.visits,
            most_solutions: limits.solutions,
            visits: 0,
            total: 0,
            hear,
        }
    }

    /// A queen is placed; time to stop, perhaps.
    pub fn visit(&mut self) -> Result<(), Halt> {
        if self.most_visits.is_some_and(|most| self.visits >= most) {
            return Err(Halt::Stop(StopReason::Visits));
        }
        self.visits += 1;
        if self.visits.is_multiple_of(BETWEEN_CHECKS) { self.check() } else { Ok(()) }
    }

    /// Stops where the time is over or somebody asked to stop.
    pub fn check(&self) -> Result<(), Halt> {
        self.clock.stop().map_or(Ok(()), |reason| Err(Halt::Stop(reason)))
    }

    /// These variables are true: decoded, verified, counted and handed on.
    pub fn found(&mut self, variables: impl IntoIterator<Item = Variable>) -> Result<(), Halt> {
        let decoded = self.model.decode(variables);
        let placement = decoded
            .and_then(|placement| self.model.verify(placement))
            .map_err(|error| Halt::Failed(SolveError::WrongAnswer { id: self.id, error }))?;
        self.total += 1;
        (self.hear)(&placement);
        if self.most_solutions.is_some_and(|most| self.total >= u128::from(most)) {
            return Err(Halt::Stop(StopReason::Solutions));
        }
        self.check()
    }

    /// Solutions found.
    #[must_use]
    pub fn total(&self) -> u128 {
        self.total
    }

    /// Queens placed.
    #[must_use]
    pub fn visits(&self) -> u64 {
        self.visits
    }

    /// For solvers that look at the clock themselves.
    #[must_use]
    pub fn clock(&self) -> &Clock {
        &self.clock
    }
}
