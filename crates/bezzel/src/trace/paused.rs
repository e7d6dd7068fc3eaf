//! A run that waits where its recording was cut, so that the next part is computed from there.
//!
//! An algorithm is a function on a stack, which cannot be saved. It has a thread of its own, and its
//! probe does not return while the run is paused: nothing is computed again, whatever the algorithm.

use super::recorder::{Recorder, Written, recording};
use super::recording::Recording;
use super::{Plan, TraceEnd, TraceRequest};
use crate::{Control, Error, ErrorKind};
use bezzel_board::Stop;
use bezzel_search::{Event, Limits, Outcome, StepProbe, Work};
use std::ops::ControlFlow;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

/// Time between two checks of the caller's stop flag.
const LOOK: Duration = Duration::from_millis(10);

/// How long after its time a run that makes no steps is stopped for good.
const GRACE: Duration = Duration::from_secs(1);

/// Steps between two checks of the clock.
const STRIDE: u32 = 4096;

/// A recorded part of a run, and the run itself if it can go on.
#[non_exhaustive]
pub struct RecordedPart {
    /// The part.
    pub recording: Recording,
    /// The run, if it was cut by a limit on steps, bytes or time.
    pub rest: Option<PausedRun>,
}

/// A run that waits; dropping it ends it.
pub struct PausedRun {
    orders: Sender<Order>,
    parts: Receiver<TracePart>,
    stop: Stop,
    steps: u64,
}

/// What to record next.
struct Order {
    after: u64,
    most_steps: u32,
    most_bytes: usize,
    deadline: Option<Instant>,
}

/// What was recorded.
struct TracePart {
    written: Written,
    stopped: Option<TraceEnd>,
    work: Work,
    /// Steps that the run has made so far, if it waits.
    paused_at: Option<u64>,
}

/// Runs an algorithm and records every step like [`record`](crate::record); a run that is cut waits
/// for its next part.
///
/// ```
/// use bezzel::{Control, Problem, TraceRequest, record_part};
///
/// let mut request = TraceRequest::new(Problem::queens(20), "backtracking");
/// request.steps = Some(1000);
/// let first = record_part(&request, 1 << 20, &Control::new())?;
/// let rest = first.rest.expect("twenty queens take more steps");
/// request.after = rest.steps();
/// let second = rest.resume(&request, 1 << 20, &Control::new())?;
/// assert_eq!(second.recording.summary().after, 1000);
/// # Ok::<(), bezzel::Error>(())
/// ```
pub fn record_part(
    request: &TraceRequest,
    most_bytes: usize,
    control: &Control,
) -> Result<RecordedPart, Error> {
    let plan = Plan::new(request)?;
    let stop = Stop::new();
    // The time is that of a part, not of the run.
    let limits = Limits { time: None, stop: stop.clone(), ..plan.limits(control)? };
    let (orders, received) = mpsc::channel();
    let (sender, parts) = mpsc::channel();
    let (problem, choice) = (request.problem.clone(), plan.choice.clone());
    let mut probe = Pausing {
        recorder: Recorder::new(0, 0, 0),
        orders: received,
        parts: sender,
        deadline: None,
        until_look: STRIDE,
        made: 0,
        is_over: false,
    };
    let thread = std::thread::Builder::new().name("trace".to_owned());
    let started = thread.spawn(move || {
        if !probe.obey() {
            return;
        }
        let result = choice.algorithm.run(&problem, &choice.settings, &limits, &mut probe);
        let stopped = match result.outcome {
            Outcome::Exact { .. } => None,
            Outcome::AtLeast { because, .. } => Some(because.into()),
        };
        let written = probe.recorder.finish();
        // Nobody waits for a run that was dropped.
        let _ =
            probe.parts.send(TracePart { written, stopped, work: result.work, paused_at: None });
    });
    started.map_err(|error| Error::new(ErrorKind::Busy, format!("no thread: {error}")))?;
    PausedRun { orders, parts, stop, steps: 0 }.resume(request, most_bytes, control)
}

impl PausedRun {
    /// Steps that the run has made.
    #[must_use]
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Records the next part. The request is that of the run, with other numbers of steps; the
    /// steps before its first one are skipped.
    pub fn resume(
        self,
        request: &TraceRequest,
        most_bytes: usize,
        control: &Control,
    ) -> Result<RecordedPart, Error> {
        let plan = Plan::new(request)?;
        if request.after < self.steps {
            let made = self.steps;
            return Err(Error::bad(format!("the run has made {made} steps already"))
                .set("after", made.to_string()));
        }
        let started = Instant::now();
        let deadline = request.limits.duration()?.and_then(|time| started.checked_add(time));
        let most_steps = u32::try_from(plan.most_steps).unwrap_or(u32::MAX);
        let order = Order { after: request.after, most_steps, most_bytes, deadline };
        let failed = || Error::new(ErrorKind::Failed, "the run ended unexpectedly");
        self.orders.send(order).map_err(|_| failed())?;
        let part = self.wait(deadline, control).ok_or_else(failed)?;
        let TracePart { written, stopped, work, paused_at } = part;
        let recording = recording(request, plan, written, stopped, work, started.elapsed());
        let rest = paused_at.map(|steps| PausedRun { steps, ..self });
        Ok(RecordedPart { recording, rest })
    }

    /// The next part, or nothing if the thread has panicked.
    fn wait(&self, deadline: Option<Instant>, control: &Control) -> Option<TracePart> {
        let mut is_late = false;
        loop {
            match self.parts.recv_timeout(LOOK) {
                Ok(mut part) => {
                    if is_late && part.paused_at.is_none() && part.stopped.is_some() {
                        part.stopped = Some(TraceEnd::Time);
                    }
                    return Some(part);
                }
                Err(RecvTimeoutError::Disconnected) => return None,
                Err(RecvTimeoutError::Timeout) => {}
            }
            is_late |= deadline.is_some_and(|end| Instant::now() > end + GRACE);
            if is_late || control.stop().is_asked() {
                self.stop.ask();
            }
        }
    }
}

/// Records the steps of a run and waits whenever the recording is full.
struct Pausing {
    recorder: Recorder,
    orders: Receiver<Order>,
    parts: Sender<TracePart>,
    deadline: Option<Instant>,
    until_look: u32,
    /// Steps of the run.
    made: u64,
    /// Whether nobody wants another part.
    is_over: bool,
}

impl Pausing {
    /// Waits for what to record next; false if there is nothing.
    fn obey(&mut self) -> bool {
        let Ok(order) = self.orders.recv() else {
            self.is_over = true;
            return false;
        };
        let after = order.after.saturating_sub(self.made);
        self.recorder.go_on(after, order.most_steps, order.most_bytes);
        (self.deadline, self.until_look) = (order.deadline, STRIDE);
        true
    }

    /// Why this part ends before the next step.
    fn is_cut(&mut self) -> Option<TraceEnd> {
        self.until_look -= 1;
        if self.until_look == 0 {
            self.until_look = STRIDE;
            if self.deadline.is_some_and(|end| Instant::now() >= end) {
                return Some(TraceEnd::Time);
            }
        }
        self.recorder.is_full()
    }
}

impl StepProbe for Pausing {
    fn work(&mut self, work: &Work) {
        while !self.is_over
            && let Some(why) = self.is_cut()
        {
            let written = self.recorder.hand_over();
            let paused_at = Some(self.made);
            let part = TracePart { written, stopped: Some(why), work: *work, paused_at };
            self.is_over = self.parts.send(part).is_err() || !self.obey();
        }
    }

    fn step(&mut self, event: &Event) -> ControlFlow<()> {
        if self.is_over {
            return ControlFlow::Break(());
        }
        self.made += 1;
        self.recorder.step(event)
    }

    fn wants_steps(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trace::{TreeCut, record};
    use bezzel_board::Problem;
    use bezzel_search::algorithms;

    fn request(algorithm: &str, n: u32, steps: u64) -> TraceRequest {
        let mut request = TraceRequest::new(Problem::queens(n), algorithm);
        (request.all, request.steps) = (true, Some(steps));
        request
    }

    fn tree(recording: &Recording, at: u32) -> String {
        let cut = TreeCut { at, depth: u16::MAX, limit: usize::MAX, refused: true };
        format!("{:?}", recording.tree(cut))
    }

    /// Every algorithm resumes after each stop, again and again: each part is what a run from the
    /// first step would have given there.
    #[test]
    fn parts_are_those_of_one_run() {
        for algorithm in algorithms::ALL.iter().map(|algorithm| algorithm.info().id) {
            let mut wanted = request(algorithm, 6, 40);
            if wanted.start().is_err() {
                continue;
            }
            let control = Control::new();
            let mut part = record_part(&wanted, usize::MAX, &control).unwrap();
            for times in 0..4 {
                let whole = record(&wanted, usize::MAX, &control).unwrap();
                let (made, right) = (&part.recording, &whole);
                let name = format!("{algorithm}, part {times}");
                assert_eq!(made.steps(), right.steps(), "{name}");
                let ends = |it: &Recording| (it.summary.complete, it.summary.stopped);
                assert_eq!(ends(made), ends(right), "{name}");
                assert_eq!(made.summary.solutions, right.summary.solutions, "{name}");
                for step in [0, 1, 17, made.steps()].map(|step| step.min(made.steps())) {
                    let moment = |it: &Recording| format!("{:?}", it.moment(step).unwrap());
                    assert_eq!(moment(made), moment(right), "{name}, step {step}");
                    assert_eq!(tree(made, step), tree(right, step), "{name}, step {step}");
                }
                let Some(rest) = part.rest.take() else {
                    assert!(made.summary.complete, "{name}");
                    break;
                };
                wanted.after = rest.steps();
                assert_eq!(wanted.after, 40 * (times + 1), "{name}");
                part = rest.resume(&wanted, usize::MAX, &control).unwrap();
            }
        }
    }

    #[test]
    fn steps_before_the_part_are_skipped_and_earlier_ones_refused() {
        let mut wanted = request("backtracking", 8, 100);
        let part = record_part(&wanted, usize::MAX, &Control::new()).unwrap();
        wanted.after = 250;
        let later = part.rest.unwrap().resume(&wanted, usize::MAX, &Control::new()).unwrap();
        let right = record(&wanted, usize::MAX, &Control::new()).unwrap();
        assert_eq!(later.recording.moment(100).unwrap().frame, right.moment(100).unwrap().frame);
        let rest = later.rest.unwrap();
        assert_eq!(rest.steps(), 350);
        assert!(rest.resume(&wanted, usize::MAX, &Control::new()).is_err());
    }

    /// A part that was cut by the limit on bytes can go on too; one that was stopped cannot.
    #[test]
    fn a_run_goes_on_after_every_cut_but_a_stop() {
        let mut wanted = request("backtracking", 10, u64::from(u32::MAX));
        let part = record_part(&wanted, 1 << 16, &Control::new()).unwrap();
        assert_eq!(part.recording.summary.stopped, Some(TraceEnd::Memory));
        let rest = part.rest.unwrap();
        wanted.after = rest.steps();
        let control = Control::new();
        control.stop().ask();
        wanted.after = u64::MAX;
        let part = rest.resume(&wanted, 1 << 16, &control).unwrap();
        assert!(part.rest.is_none());
    }

    #[test]
    fn a_part_whose_time_is_up_goes_on_later() {
        let mut wanted = request("backtracking", 16, u64::from(u32::MAX));
        (wanted.limits.time, wanted.after) = (Some(0.0), 1 << 40);
        let part = record_part(&wanted, usize::MAX, &Control::new()).unwrap();
        assert_eq!(part.recording.summary.stopped, Some(TraceEnd::Time));
        assert_eq!(part.recording.steps(), 0);
        let rest = part.rest.unwrap();
        let made = rest.steps();
        let part = rest.resume(&wanted, usize::MAX, &Control::new()).unwrap();
        assert!(part.rest.unwrap().steps() > made);
    }
}
