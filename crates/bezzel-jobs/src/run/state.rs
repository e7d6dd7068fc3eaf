//! Which worker gets which unit, and what happens to units that come back without a result.

use super::crew::Trouble;
use super::hand::{Asked, At, Fate, Hand};
use super::queue::{Queue, Split, Waiting};
use bezzel_engines::Unit;
use std::time::Duration;

/// The longest that a unit should take its worker.
const LONGEST: f64 = 30.0;

/// Units shorter than this are not split to balance the end of a run.
const SHORTEST: f64 = 1.0;

/// Failures in a row after which a worker is no longer used, and failures of a unit after which it
/// is not tried again.
pub(super) const FAILURES_OF_WORKER: u32 = 3;
const FAILURES_OF_UNIT: u32 = 2;

/// The state of a run: which units wait, what each worker does, what went wrong.
pub(super) struct State {
    pub(super) queue: Queue,
    pub(super) hands: Vec<Hand>,
    pub(super) splits: Vec<Split>,
    pub(super) troubles: Vec<Trouble>,
    pub(super) begun: usize,
    pub(super) most: usize,
    pub(super) is_ending: bool,
    pub(super) tickets: u64,
    pub(super) patience: Duration,
}

impl State {
    /// A unit that suits this worker.
    pub(super) fn take(&mut self, me: usize) -> Option<At> {
        let device = &self.hands[me].device;
        let mut others = (self.hands.iter().enumerate())
            .filter(|(it, hand)| *it != me && hand.is_at_work(FAILURES_OF_WORKER))
            .map(|(_, hand)| hand);
        let is_alone = others.clone().next().is_none();
        let has_strangers = others.any(|hand| hand.device != *device);
        // What one stream of a broken card cannot do, the others cannot do either.
        let failed_here = |worker: usize| match has_strangers {
            true => self.hands[worker].device == *device,
            false => worker == me && !is_alone,
        };
        let left = self.queue.cost() / self.rate().max(f64::MIN_POSITIVE);
        let seconds = (left / 2.0).clamp(SHORTEST, LONGEST);
        let rate = self.hands[me].rate();
        let waiting = self.queue.take(seconds * rate, &mut self.splits, |waiting| {
            !waiting.avoid.is_some_and(failed_here)
        })?;
        self.begun += 1;
        self.tickets += 1;
        let expected = Duration::try_from_secs_f64(4.0 * waiting.cost / rate);
        let deadline = self.patience.max(expected.unwrap_or(Duration::MAX));
        let deadline = deadline.saturating_mul(1 << waiting.overdue.min(20));
        Some(At::new(waiting, self.tickets, deadline))
    }

    pub(super) fn rate(&self) -> f64 {
        let at_work = self.hands.iter().filter(|hand| hand.is_at_work(FAILURES_OF_WORKER));
        at_work.map(Hand::rate).sum()
    }

    /// Whether all workers have ended.
    pub(super) fn is_over(&self) -> bool {
        self.hands.iter().all(|hand| hand.fate != Fate::Works)
    }

    pub(super) fn counted(&mut self, me: usize, at: Option<At>, unit: &Unit, took: Duration) {
        self.hands[me].failures = 0;
        match at {
            Some(at) => self.hands[me].measure(at.waiting.cost, took),
            // It was taken away, and is waiting or with another worker now.
            None => self.skip(unit.label()),
        }
    }

    /// A unit no longer needs counting.
    pub(super) fn skip(&mut self, label: &str) {
        if self.queue.remove(label) {
            return;
        }
        for hand in &mut self.hands {
            if hand.at.as_ref().is_some_and(|at| at.waiting.unit.label() == label) {
                hand.ask(Asked::Done);
            }
        }
    }

    /// A worker has stopped a unit.
    pub(super) fn stopped(&mut self, at: At) {
        if self.is_ending || at.asked_as(Asked::Done) {
            return;
        }
        let mut waiting = at.waiting;
        match self.queue.split(&waiting, &mut self.splits) {
            Some(first) => self.queue.put(first),
            None => {
                waiting.overdue += 1;
                self.queue.put(waiting);
            }
        }
    }

    /// A worker has failed on a unit: another one gets it, unless it has failed often.
    pub(super) fn failed(&mut self, me: usize, mut waiting: Waiting, why: &str) {
        self.troubles.push(Trouble {
            label: waiting.unit.label().to_owned(),
            device: self.hands[me].device.clone(),
            why: why.to_owned(),
        });
        waiting.failures += 1;
        waiting.avoid = Some(me);
        if waiting.failures < FAILURES_OF_UNIT {
            self.queue.put(waiting);
        }
    }
}
