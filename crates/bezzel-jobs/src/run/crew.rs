//! Workers on their own threads, each given units of suitable size.
//!
//! A worker gets units that it should finish in half a minute or less, judging by its speed so far;
//! a larger unit is split. Towards the end units become smaller, so that the run does not wait for
//! one long unit, and a slow device leaves the last ones to a fast one.
//!
//! A failing worker costs at most its current unit. If it returns an error, the unit goes to
//! another worker; if it panics, it is not used again. If a unit takes far longer than expected,
//! the worker is asked to stop it; if it does not react, or cannot be dropped in the end, the run
//! continues without it. The threads own what they need, so that a worker that hangs blocks nothing.

use super::hand::{Asked, Fate, Hand};
use super::progress::Flight;
use super::queue::{Queue, Split};
use super::state::{FAILURES_OF_WORKER, State};
use super::trouble::{Failure, Trouble};
use crate::JobError;
use crate::bounds::Bounds;
use bezzel_board::Stop;
use bezzel_engines::{Device, Elsewhere, Prepared, Subtotal, Unit, WorkError, Worker};
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Results taken at a time: enough for one commit.
const BATCH: usize = 4096;

/// How often a run that waits for results looks whether it was asked to stop. People notice a tenth
/// of a second, of which the workers need a part.
const GLANCE: Duration = Duration::from_millis(5);

/// How long an idle worker waits before it looks again.
const NAP: Duration = Duration::from_millis(200);

/// What the workers do with a unit: count or recount it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Duty {
    Count,
    /// By the second method.
    Recount,
}

/// A unit that a worker is done with.
pub(crate) struct Finished {
    pub(crate) worker: usize,
    pub(crate) unit: Unit,
    pub(crate) subtotal: Subtotal,
    pub(crate) took: Duration,
    pub(crate) processor: Duration,
    /// Where it was counted, if not by this process.
    pub(crate) elsewhere: Option<Elsewhere>,
}

struct Shared {
    duty: Duty,
    bounds: Bounds,
    state: Mutex<State>,
    changed: Condvar,
}

/// The workers of one run.
pub(crate) struct Crew {
    shared: Arc<Shared>,
    results: Receiver<Finished>,
    devices: Vec<Device>,
    stop: Stop,
}

/// Settings of a crew.
pub(crate) struct Orders {
    pub(crate) duty: Duty,
    /// Most units to begin.
    pub(crate) most: usize,
    /// How long a unit may take at least before its worker is asked to stop it.
    pub(crate) patience: Duration,
    /// What each worker does in a second, in the plan's measure of cost.
    pub(crate) rates: Vec<f64>,
    /// What a subtotal can be.
    pub(crate) bounds: Bounds,
    /// Ends waiting for results.
    pub(crate) stop: Stop,
}

impl Crew {
    /// Starts the workers on these units.
    pub(crate) fn start(
        prepared: &Arc<dyn Prepared>,
        workers: Vec<Box<dyn Worker>>,
        units: impl IntoIterator<Item = Unit>,
        orders: &Orders,
    ) -> Result<Crew, JobError> {
        let mut queue = Queue::new(prepared);
        units.into_iter().for_each(|unit| queue.add(unit));
        let devices: Vec<Device> = workers.iter().map(|worker| worker.device().clone()).collect();
        let hands = (workers.iter().zip(&orders.rates))
            .map(|(worker, &rate)| Hand::new(worker.device(), worker.number(), rate));
        let state = State {
            queue,
            hands: hands.collect(),
            splits: Vec::new(),
            troubles: Vec::new(),
            failures_elsewhere: 0,
            begun: 0,
            most: orders.most,
            is_ending: false,
            tickets: 0,
            patience: orders.patience,
        };
        let shared = Arc::new(Shared {
            duty: orders.duty,
            bounds: orders.bounds.clone(),
            state: Mutex::new(state),
            changed: Condvar::new(),
        });
        let (sender, results) = channel();
        let mut threads = 0;
        for (me, worker) in workers.into_iter().enumerate() {
            if let Some(why) = worker.refuses() {
                shared.state().refused(me, why);
                continue;
            }
            let (here, sender) = (Arc::clone(&shared), sender.clone());
            let thread = std::thread::Builder::new().name("worker".to_owned());
            let started = thread.spawn(move || {
                here.work(me, worker, &sender);
                here.leave(me);
            });
            match started {
                Ok(_) => threads += 1,
                // The system gives no more threads: those that run do the work.
                Err(_) => shared.leave(me),
            }
        }
        if threads == 0 {
            return Err(JobError::NoWorkers);
        }
        Ok(Crew { shared, results, devices, stop: orders.stop.clone() })
    }

    /// Waits for results, at most this long and not after a stop was asked for; also returns whether
    /// the run is over.
    pub(crate) fn wait(&self, patience: Duration) -> (Vec<Finished>, bool) {
        let is_over = self.shared.state().is_over();
        // A run that is over has put all its results into the channel.
        let end = Instant::now() + if is_over { Duration::ZERO } else { patience };
        let was_asked = self.stop.is_asked();
        let first = loop {
            let left = end.saturating_duration_since(Instant::now());
            // After a stop the workers' last results are waited for as long as others.
            let glance = if was_asked { left } else { left.min(GLANCE) };
            match self.results.recv_timeout(glance) {
                Ok(first) => break first,
                Err(RecvTimeoutError::Timeout)
                    if !left.is_zero() && was_asked == self.stop.is_asked() => {}
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {
                    return (Vec::new(), is_over);
                }
            }
        };
        let mut batch = vec![first];
        batch.extend(self.results.try_iter().take(BATCH - 1));
        (batch, false)
    }

    /// Units split since the last call. They come before the results of their parts.
    pub(crate) fn take_splits(&self) -> Vec<Split> {
        std::mem::take(&mut self.shared.state().splits)
    }

    /// What went wrong since the last call.
    pub(crate) fn take_troubles(&self) -> Vec<Trouble> {
        std::mem::take(&mut self.shared.state().troubles)
    }

    /// Asks all workers to stop.
    pub(crate) fn stop(&self) {
        let mut state = self.shared.state();
        state.is_ending = true;
        for hand in &mut state.hands {
            hand.ask(Asked::End);
        }
        self.shared.changed.notify_all();
    }

    /// A unit no longer needs counting.
    pub(crate) fn skip(&self, label: &str) {
        self.shared.state().skip(label);
        self.shared.changed.notify_all();
    }

    /// A unit was split elsewhere; these parts of it are open.
    pub(crate) fn replace(&self, label: &str, open: impl IntoIterator<Item = Unit>) {
        let mut state = self.shared.state();
        if state.queue.remove(label) {
            open.into_iter().for_each(|unit| state.queue.add(unit));
        }
        self.shared.changed.notify_all();
    }

    /// Handles units that take too long and workers that do not react.
    pub(crate) fn look_after(&self) {
        let mut state = self.shared.state();
        let patience = state.patience;
        for me in 0..state.hands.len() {
            if let Some(at) = state.hands[me].look_after(patience) {
                if !state.is_ending && !at.asked_as(Asked::Done) {
                    state.failed(me, at.waiting, "it does not answer");
                }
                self.shared.changed.notify_all();
            }
        }
    }

    /// What is being counted, and how fast.
    pub(crate) fn flight(&self) -> Flight {
        let state = self.shared.state();
        let mut flight = Flight { units: 0, done: 0.0, rate: state.rate() };
        for hand in &state.hands {
            if let Some(at) = &hand.at {
                flight.units += 1;
                let done = at.since.elapsed().as_secs_f64() * hand.rate();
                flight.done += done.min(at.waiting.cost);
            }
        }
        flight
    }

    /// Whether the limit on units is reached while some are left.
    pub(crate) fn reached_most(&self) -> bool {
        let state = self.shared.state();
        state.begun >= state.most && !state.queue.is_empty()
    }

    /// What a worker runs on.
    pub(crate) fn device(&self, worker: usize) -> &Device {
        &self.devices[worker]
    }
}

impl Drop for Crew {
    fn drop(&mut self) {
        self.stop();
    }
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What a worker's thread does.
    fn work(&self, me: usize, mut worker: Box<dyn Worker>, sender: &Sender<Finished>) {
        while let Some((unit, stop, ticket)) = self.next(me) {
            let (start, processor) = (Instant::now(), processor_time());
            let counted = catch_unwind(AssertUnwindSafe(|| match self.duty {
                Duty::Count => worker.count(&unit, &stop),
                Duty::Recount => worker.recount(&unit, &stop),
            }));
            let took = start.elapsed();
            let processor = processor_time().zip(processor).map(|(end, start)| end - start);
            let elsewhere = worker.elsewhere();
            let (end, result) = match counted {
                Ok(Ok(subtotal)) => match self.bounds.possible(&subtotal) {
                    Ok(()) => (End::Counted(unit.clone(), took), Some(subtotal)),
                    Err(why) => (End::Failed(Failure::impossible(why, elsewhere)), None),
                },
                Ok(Err(WorkError::Stopped)) => (End::Stopped, None),
                Ok(Err(error)) => (End::Failed(error.into()), None),
                Err(panic) => (End::Panicked(panicked(panic.as_ref())), None),
            };
            let goes_on = !matches!(end, End::Panicked(_));
            if let Some(subtotal) = result {
                let processor = processor.unwrap_or(took);
                let elsewhere = elsewhere.cloned();
                let finished = Finished { worker: me, unit, subtotal, took, processor, elsewhere };
                // Sent first, so that a run that is over has all results in the channel. The
                // receiver has gone if the run ended without this worker.
                let _ = sender.send(finished);
            }
            self.back(me, ticket, end);
            if !goes_on {
                return;
            }
        }
        // Dropping a worker of a card waits for what the card still does, which may never end.
        self.state().hands[me].leaving = Some(Instant::now());
    }

    /// The next unit for a worker; waits if another worker may give one back.
    fn next(&self, me: usize) -> Option<(Unit, Stop, u64)> {
        let mut state = self.state();
        loop {
            let is_fit = state.hands[me].is_at_work(FAILURES_OF_WORKER);
            if state.is_ending || state.begun >= state.most || !is_fit {
                return None;
            }
            if !state.is_hopeless()
                && let Some(at) = state.take(me)
            {
                let next = (at.waiting.unit.clone(), at.stop.clone(), at.ticket);
                state.hands[me].at = Some(at);
                return Some(next);
            }
            // If no unit waits or may come back, there is nothing left to do. Even where all that was passed on
            // has failed, what is still being counted may show that it was worth waiting.
            let has_none = state.queue.is_empty() || state.is_hopeless();
            if has_none && state.hands.iter().all(|hand| hand.at.is_none()) {
                return None;
            }
            let waited = self.changed.wait_timeout(state, NAP);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// A worker returns from a unit.
    fn back(&self, me: usize, ticket: u64, end: End) {
        let mut state = self.state();
        let at = state.hands[me].at.take_if(|at| at.ticket == ticket);
        // A worker that was thought dead and returns after all is used again.
        state.hands[me].fate = Fate::Works;
        match (end, at) {
            (End::Counted(unit, took), at) => state.counted(me, at, &unit, took),
            (End::Stopped, Some(at)) => state.stopped(me, at),
            (End::Failed(failure), at) => {
                match failure.is_elsewhere() {
                    // A worker that only passes units on may have the next one counted by another device.
                    true => state.failures_elsewhere += 1,
                    false => state.hands[me].failures += 1,
                }
                if let Some(at) = at {
                    state.failed(me, at.waiting, failure);
                }
            }
            (End::Panicked(why), at) => {
                state.hands[me].fate = Fate::Gone;
                if let Some(at) = at {
                    state.failed(me, at.waiting, why.as_str());
                }
            }
            (End::Stopped, None) => {}
        }
        // A waiting worker would find a unit, or that none will come. A count on other machines has
        // hundreds of workers: waking all of them for each of the last units took longer than planning.
        if !state.queue.is_empty() || state.hands.iter().all(|hand| hand.at.is_none()) {
            self.changed.notify_all();
        }
    }

    fn leave(&self, me: usize) {
        self.state().hands[me].fate = Fate::Gone;
        self.changed.notify_all();
    }
}

/// How a worker returned.
enum End {
    Counted(Unit, Duration),
    Stopped,
    Failed(Failure),
    Panicked(String),
}

/// That something panicked, with its message if it has one.
#[must_use]
pub fn panicked(panic: &(dyn Any + Send)) -> String {
    let message = (panic.downcast_ref::<&str>().copied())
        .or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    message.map_or_else(|| "it panicked".to_owned(), |message| format!("it panicked: {message}"))
}

/// Processor time of this thread so far, if the system reports it.
#[cfg(unix)]
#[must_use]
pub fn processor_time() -> Option<Duration> {
    use rustix::time::{ClockId, clock_gettime};
    let now = clock_gettime(ClockId::ThreadCPUTime);
    Some(Duration::new(now.tv_sec.try_into().ok()?, now.tv_nsec.try_into().ok()?))
}

#[cfg(not(unix))]
#[must_use]
pub fn processor_time() -> Option<Duration> {
    None
}
