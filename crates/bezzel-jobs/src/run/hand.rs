//! What a run knows about a worker: its current unit, its speed, whether it reacts.

use super::queue::Waiting;
use bezzel_board::Stop;
use bezzel_engines::Device;
use std::time::{Duration, Instant};

/// The longest that a worker may take to stop a unit, or to be dropped. It checks its flag every 100 ms, but the
/// machine may be busy.
const GRACE: Duration = Duration::from_secs(3);

/// The state of a worker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fate {
    /// It works, or waits for work.
    Works,
    /// It did not react; it may come back.
    Lost,
    /// Its thread has ended.
    Gone,
}

/// Why a worker was asked to stop a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Asked {
    /// The run ends.
    End,
    /// Another worker or run has finished it.
    Done,
    /// It takes too long.
    Overdue,
}

/// The current unit of a worker.
#[derive(Debug)]
pub(crate) struct At {
    pub(crate) waiting: Waiting,
    pub(crate) ticket: u64,
    pub(crate) since: Instant,
    pub(crate) stop: Stop,
    deadline: Duration,
    asked: Option<(Asked, Instant)>,
}

impl At {
    pub(crate) fn new(waiting: Waiting, ticket: u64, deadline: Duration) -> At {
        At { waiting, ticket, since: Instant::now(), stop: Stop::new(), deadline, asked: None }
    }

    pub(crate) fn asked_as(&self, why: Asked) -> bool {
        self.asked.is_some_and(|(asked, _)| asked == why)
    }
}

/// A worker, as the run sees it.
#[derive(Debug)]
pub(crate) struct Hand {
    pub(crate) device: String,
    /// Which of the devices with this text.
    number: usize,
    pub(crate) at: Option<At>,
    pub(crate) fate: Fate,
    /// Since when it is given no more units and is dropped, which takes a card a moment.
    pub(crate) leaving: Option<Instant>,
    /// Failures since its last success.
    pub(crate) failures: u32,
    /// Cost and seconds of its recent work; older work counts less.
    cost: f64,
    seconds: f64,
    /// Its assumed cost per second before anything was measured.
    assumed: f64,
}

impl Hand {
    pub(crate) fn new(device: &Device, number: usize, assumed: f64) -> Hand {
        Hand {
            device: device.to_string(),
            number,
            at: None,
            fate: Fate::Works,
            leaving: None,
            failures: 0,
            cost: 0.0,
            seconds: 0.0,
            assumed,
        }
    }

    /// Whether both work on the same device.
    pub(crate) fn shares_device(&self, other: &Hand) -> bool {
        (&self.device, self.number) == (&other.device, other.number)
    }

    /// Whether it can be given units.
    pub(crate) fn is_at_work(&self, most_failures: u32) -> bool {
        self.fate == Fate::Works && self.failures < most_failures
    }

    /// Whether it has finished a unit.
    pub(crate) fn is_measured(&self) -> bool {
        self.seconds > 0.0 && self.cost > 0.0
    }

    /// Cost per second.
    pub(crate) fn rate(&self) -> f64 {
        if self.is_measured() { self.cost / self.seconds } else { self.assumed }
    }

    /// Records a finished unit. Work from more than a few minutes ago counts less: a machine gets
    /// busy, and the estimated costs of large and small units are wrong by different factors.
    pub(crate) fn measure(&mut self, cost: f64, took: Duration) {
        const MEMORY: f64 = 120.0;
        // If the clock did not move, nothing was measured.
        let seconds = took.as_secs_f64().max(1e-9);
        let fading = MEMORY / (MEMORY + seconds);
        self.cost = self.cost * fading + cost;
        self.seconds = self.seconds * fading + seconds;
    }

    /// Asks it to stop counting its unit.
    pub(crate) fn ask(&mut self, why: Asked) {
        if let Some(at) = &mut self.at {
            at.stop.ask();
            let when = at.asked.map_or_else(Instant::now, |(_, when)| when);
            // The end of a run overrides every other reason.
            let known = at.asked.filter(|_| why != Asked::End);
            at.asked = Some(known.unwrap_or((why, when)));
        }
    }

    /// Asks it to stop counting a unit that takes too long. If it was asked and does not answer, the unit
    /// is taken away from it. A worker that cannot be dropped is lost too.
    pub(crate) fn look_after(&mut self, patience: Duration) -> Option<At> {
        if self.fate == Fate::Works
            && self.leaving.is_some_and(|since| since.elapsed() > GRACE.min(patience))
        {
            self.fate = Fate::Lost;
        }
        let at = self.at.as_ref()?;
        match at.asked {
            None => {
                if at.since.elapsed() > at.deadline {
                    self.ask(Asked::Overdue);
                }
                None
            }
            Some((_, when)) if when.elapsed() > GRACE.min(patience) => {
                self.fate = Fate::Lost;
                self.at.take()
            }
            Some(_) => None,
        }
    }
}
