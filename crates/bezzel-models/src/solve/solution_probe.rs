//! The receiver of every back-end's solutions: verifies them, counts them, and says when to stop.

use super::SolveError;
use crate::{Model, Variable};
use bezzel_board::{Placement, Stop};
use bezzel_search::{Limits, StopReason};
use std::time::{Duration, Instant};

/// Why a back-end does not continue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SearchEnd {
    /// It was told to stop; the solutions found so far are valid.
    Stop(StopReason),
    /// Something is wrong; nothing it found is used.
    Failed(SolveError),
}

/// The clock is read once in this many visits.
const BETWEEN_CHECKS: u64 = 16;

/// The observer of a search.
pub struct SolutionProbe<'a> {
    model: &'a Model,
    id: &'static str,
    clock: Clock,
    most_visits: Option<u64>,
    most_solutions: Option<u64>,
    visits: u64,
    total: u128,
    hear: &'a mut dyn FnMut(&Placement),
}

/// When to stop, for solvers that check this from their own thread or callback.
#[derive(Clone, Debug, Default)]
pub struct Clock {
    deadline: Option<Instant>,
    stop: Stop,
}

impl Clock {
    /// A clock that starts now. A time too long to represent means no limit.
    pub(super) fn start(limits: &Limits) -> Clock {
        let deadline = limits.time.and_then(|time| Instant::now().checked_add(time));
        Clock { deadline, stop: limits.stop.clone() }
    }

    /// The reason to stop now, if there is one.
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

impl<'a> SolutionProbe<'a> {
    pub(super) fn new(
        model: &'a Model,
        id: &'static str,
        limits: &Limits,
        hear: &'a mut dyn FnMut(&Placement),
    ) -> SolutionProbe<'a> {
        SolutionProbe {
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

    /// A queen was placed; checks whether to stop.
    pub fn visit(&mut self) -> Result<(), SearchEnd> {
        if self.most_visits.is_some_and(|most| self.visits >= most) {
            return Err(SearchEnd::Stop(StopReason::Visits));
        }
        self.visits += 1;
        if self.visits.is_multiple_of(BETWEEN_CHECKS) { self.check() } else { Ok(()) }
    }

    /// Stops if time is up or a stop was asked for.
    pub fn check(&self) -> Result<(), SearchEnd> {
        self.clock.stop().map_or(Ok(()), |reason| Err(SearchEnd::Stop(reason)))
    }

    /// These variables are true: the solution is decoded, verified, counted and passed on.
    pub fn found(
        &mut self,
        variables: impl IntoIterator<Item = Variable>,
    ) -> Result<(), SearchEnd> {
        let decoded = self.model.decode(variables);
        let placement = decoded
            .and_then(|placement| self.model.verify(placement))
            .map_err(|error| SearchEnd::Failed(SolveError::WrongAnswer { id: self.id, error }))?;
        self.total += 1;
        (self.hear)(&placement);
        if self.most_solutions.is_some_and(|most| self.total >= u128::from(most)) {
            return Err(SearchEnd::Stop(StopReason::Solutions));
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

    /// For solvers that check the clock themselves.
    #[must_use]
    pub fn clock(&self) -> &Clock {
        &self.clock
    }
}
