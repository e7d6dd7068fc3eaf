//! A job counted on other machines: its units are handed out by one process, which keeps the
//! ledger, and counted by others.

use super::run::{count_on, job_plan};
use super::verify::verify_on;
use super::{JobAnswer, JobRunRequest, JobStartRequest, JobVerifyAnswer, JobVerifyRequest};
use crate::troubles::Told;
use crate::{Control, Error, ErrorKind, Workers};
use bezzel_board::Stop;
use bezzel_engines::{Elsewhere, Prepared, Unit, WorkError, Worker};
use bezzel_jobs::{
    Hire, JobError, PROGRAM, Place, Trouble, host_name, panicked, plan_digest, processor_time,
};
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Creates, for a planned job, what creates its workers.
pub type JobHire<'a> = dyn Fn(&Arc<dyn Prepared>) -> Result<Box<Hire<'static>>, Error> + 'a;

/// How long a unit may take elsewhere before its worker is asked to stop it: it may wait there for
/// others, or for the system to notice that a machine is gone.
const PATIENCE: Duration = Duration::from_secs(600);

/// Counts what is missing with these workers; those of the request are not used.
pub fn job_run_on(
    request: &JobRunRequest,
    ledger: impl Into<Place>,
    hire: &JobHire<'_>,
    control: &Control,
) -> Result<JobAnswer, Error> {
    count_on(request, ledger.into(), hire, PATIENCE, control)
}

/// Recounts a sample with these workers; those of the request are not used.
pub fn job_verify_on(
    request: &JobVerifyRequest,
    ledger: impl Into<Place>,
    hire: &JobHire<'_>,
    control: &Control,
) -> Result<JobVerifyAnswer, Error> {
    verify_on(request, ledger.into(), hire, PATIENCE, control)
}

/// A unit that was counted for another process.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct CountedUnit {
    /// Its label.
    pub label: String,
    /// What it counted, as the ledger writes it.
    pub subtotal: String,
    /// Where and how long.
    pub at: Elsewhere,
}

/// A unit that a worker failed on.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FailedUnit {
    /// Its label.
    pub label: String,
    /// The worker's error.
    pub why: String,
    /// What the worker runs on.
    pub device: String,
    /// Its machine.
    pub host: String,
}

/// What became of units that were to be counted for another process. Those in neither list were not begun, or stopped.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct CountedUnits {
    /// Those with a subtotal.
    pub counted: Vec<CountedUnit>,
    /// Those without one.
    pub failed: Vec<FailedUnit>,
}

/// Counts units of a job that another process plans.
pub struct JobCounter {
    workers: Vec<Box<dyn Worker>>,
}

impl JobCounter {
    /// Plans the job as its ledger did; another plan is refused.
    pub fn new(
        request: &JobStartRequest,
        digest: &str,
        workers: &Workers,
        control: &Control,
    ) -> Result<JobCounter, Error> {
        let prepared = job_plan(request, control)?.0;
        if plan_digest(prepared.plan()) != digest {
            let what = format!("{} plans this job in another way than the ledger", host_name());
            return Err(Error::new(ErrorKind::Failed, what)
                .advice("install the same version of bezzel on every machine"));
        }
        let hire = workers.hire(&prepared)?;
        JobCounter::with(hire()?, control)
    }

    /// A counter with those of these workers that count.
    fn with(mut workers: Vec<Box<dyn Worker>>, control: &Control) -> Result<JobCounter, Error> {
        let refused: Vec<Trouble> = (workers.iter())
            .filter_map(|worker| {
                let why = worker.refuses()?.to_owned();
                let device = worker.device().to_string();
                Some(Trouble { unit: None, device, host: None, why })
            })
            .collect();
        Told::default().tell(&refused, control);
        workers.retain(|worker| worker.refuses().is_none());
        if workers.is_empty() {
            return Err(JobError::NoWorkers.into());
        }
        Ok(JobCounter { workers })
    }

    /// Whether all its workers have panicked: it counts nothing any more.
    #[must_use]
    pub fn is_spent(&self) -> bool {
        self.workers.is_empty()
    }

    /// Counts or recounts units, until it is asked to stop. A worker that fails leaves the rest to the others; one that
    /// panics is not used again.
    pub fn count(&mut self, labels: &[String], recount: bool, control: &Control) -> CountedUnits {
        let waiting: Mutex<VecDeque<&String>> = Mutex::new(labels.iter().collect());
        let done = Mutex::new(CountedUnits::default());
        // Returns the worker, unless it panicked: what it was doing may have left half of its tables behind.
        let work = |mut worker: Box<dyn Worker>| {
            let next = || waiting.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
            let device = worker.device().to_string();
            while let Some(label) = next() {
                let counting = || one(worker.as_mut(), label, recount, control.stop());
                let counted = catch_unwind(AssertUnwindSafe(counting));
                let mut done = done.lock().unwrap_or_else(PoisonError::into_inner);
                let mut fail = |why| {
                    let (label, device, host) = (label.clone(), device.clone(), host_name());
                    done.failed.push(FailedUnit { label, why, device, host });
                };
                match counted {
                    Ok(Ok(unit)) => done.counted.push(unit),
                    Ok(Err(WorkError::Stopped)) => break,
                    Ok(Err(error)) => {
                        fail(error.to_string());
                        break;
                    }
                    Err(panic) => {
                        fail(panicked(panic.as_ref()));
                        return None;
                    }
                }
            }
            Some(worker)
        };
        let workers = std::mem::take(&mut self.workers);
        self.workers = if workers.len() == 1 {
            workers.into_iter().filter_map(work).collect()
        } else {
            std::thread::scope(|scope| {
                let work = &work;
                let threads: Vec<_> =
                    workers.into_iter().map(|worker| scope.spawn(move || work(worker))).collect();
                threads.into_iter().filter_map(|thread| thread.join().ok().flatten()).collect()
            })
        };
        done.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

fn one(
    worker: &mut dyn Worker,
    label: &str,
    recount: bool,
    stop: &Stop,
) -> Result<CountedUnit, WorkError> {
    let unit = Unit::new(label);
    let (start, processor) = (Instant::now(), processor_time());
    let subtotal = match recount {
        true => worker.recount(&unit, stop)?,
        false => worker.count(&unit, stop)?,
    };
    let took = start.elapsed();
    let processor = processor_time().zip(processor).map(|(end, start)| end - start);
    let at = Elsewhere {
        host: host_name(),
        device: worker.device().to_string(),
        program: PROGRAM.to_owned(),
        took,
        processor: processor.unwrap_or(took),
    };
    Ok(CountedUnit { label: label.to_owned(), subtotal: subtotal.to_string(), at })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{JobStatusRequest, Note, Problem, Progress, job_start, job_status};
    use bezzel_engines::{Device, SimdLevel, Subtotal};
    use std::sync::Barrier;

    /// Passes units on to a counter, as a process on another machine would.
    struct Post {
        counter: JobCounter,
        device: Device,
        at: Option<Elsewhere>,
    }

    impl Worker for Post {
        fn device(&self) -> &Device {
            &self.device
        }

        fn count(&mut self, unit: &Unit, _: &Stop) -> Result<Subtotal, WorkError> {
            self.pass(unit, false)
        }

        fn recount(&mut self, unit: &Unit, _: &Stop) -> Result<Subtotal, WorkError> {
            self.pass(unit, true)
        }

        fn recounts_by(&self) -> &'static str {
            "the post"
        }

        fn elsewhere(&self) -> Option<&Elsewhere> {
            self.at.as_ref()
        }
    }

    impl Post {
        fn pass(&mut self, unit: &Unit, recount: bool) -> Result<Subtotal, WorkError> {
            let failed = |why: String| WorkError::Failed { why };
            let labels = [unit.label().to_owned()];
            let CountedUnits { mut counted, .. } =
                self.counter.count(&labels, recount, &Control::new());
            let counted = counted.pop().ok_or_else(|| failed("it was not counted".to_owned()))?;
            self.at = Some(Elsewhere { host: "abroad".to_owned(), ..counted.at });
            counted.subtotal.parse().map_err(|_| failed(counted.subtotal.clone()))
        }
    }

    #[test]
    fn units_counted_elsewhere_are_recorded_with_their_machine() {
        let folder = tempfile::tempdir().unwrap();
        let ledger = folder.path().join("9.ledger");
        let control = Control::new();
        let request = JobStartRequest::new(Problem::queens(9));
        let job = job_start(&request, &ledger, &control).unwrap();
        let workers = Workers { threads: Some(1), ..Workers::default() };
        let counter = |digest: &str| JobCounter::new(&request, digest, &workers, &control);
        let hire: &JobHire<'_> = &|prepared| {
            let post = Mutex::new(Some(Post {
                counter: counter(&job.provenance.digest)?,
                device: prepared.worker(workers.simd()?)?.device().clone(),
                at: None,
            }));
            Ok(Box::new(move || {
                let post = post.lock().unwrap().take().expect("workers are hired once");
                Ok(vec![Box::new(post) as Box<dyn Worker>])
            }))
        };
        let done = job_run_on(&JobRunRequest::default(), &ledger, hire, &control).unwrap();
        assert_eq!(done.total.unwrap().0, 352);
        assert_eq!(done.provenance.hosts, ["abroad"]);
        let request = JobVerifyRequest { sample: 2, ..JobVerifyRequest::default() };
        let verified = job_verify_on(&request, &ledger, hire, &control).unwrap();
        assert!(verified.confirms() && verified.by == "the post");
        let status = job_status(&JobStatusRequest::new(&ledger), &control).unwrap();
        assert_eq!(status.provenance.results_recounted, 2);
        let other = counter("another plan").err().expect("it is refused");
        assert!(other.what.contains("another way"), "{other}");
    }

    /// A card that cannot be opened.
    struct Closed(Device);

    impl Worker for Closed {
        fn device(&self) -> &Device {
            &self.0
        }

        fn refuses(&self) -> Option<&str> {
            Some("no memory")
        }

        fn count(&mut self, _: &Unit, _: &Stop) -> Result<Subtotal, WorkError> {
            unreachable!("it is given no units")
        }

        fn recount(&mut self, _: &Unit, _: &Stop) -> Result<Subtotal, WorkError> {
            unreachable!("it is given no units")
        }

        fn recounts_by(&self) -> &'static str {
            "nothing"
        }
    }

    #[test]
    fn a_worker_that_refuses_is_told_and_given_no_units() {
        let heard = Arc::new(Mutex::new(Vec::new()));
        let ear = Arc::clone(&heard);
        let control = Control::new().with_progress(move |progress| match progress {
            Progress::Note(Note::Trouble(trouble)) => ear.lock().unwrap().push(trouble.why.clone()),
            other => panic!("{other:?}"),
        });
        let plan = job_plan(&JobStartRequest::new(Problem::queens(8)), &control).unwrap().0;
        let core = plan.worker(SimdLevel::Scalar).unwrap();
        let device = core.device().clone();
        let closed = || Box::new(Closed(device.clone())) as Box<dyn Worker>;
        assert!(JobCounter::with(vec![closed()], &control).is_err(), "nobody counts");
        let mut counter = JobCounter::with(vec![closed(), core, closed()], &control).unwrap();
        let labels: Vec<String> =
            plan.plan().units.iter().map(|unit| unit.label().to_owned()).collect();
        assert_eq!(sum(&counter.count(&labels, false, &control)) / plan.plan().divisor, 92);
        assert_eq!(*heard.lock().unwrap(), ["no memory"; 2], "once for each counter");
    }

    #[test]
    fn several_workers_share_the_units() {
        let control = Control::new();
        let request = JobStartRequest::new(Problem::queens(10));
        let plan = job_plan(&request, &control).unwrap().0;
        let workers = Workers { threads: Some(3), ..Workers::default() };
        let digest = plan_digest(plan.plan());
        let mut counter = JobCounter::new(&request, &digest, &workers, &control).unwrap();
        let labels: Vec<String> =
            plan.plan().units.iter().map(|unit| unit.label().to_owned()).collect();
        assert_eq!(sum(&counter.count(&labels, false, &control)) / plan.plan().divisor, 724);
        let unknown = counter.count(&["no unit".to_owned()], false, &control);
        assert_eq!((unknown.counted.len(), unknown.failed.len()), (0, 1));
        control.stop().ask();
        let stopped = counter.count(&labels, false, &control);
        assert!(stopped.counted.len() < labels.len() && stopped.failed.is_empty());
    }

    /// The sum of what was counted.
    fn sum(units: &CountedUnits) -> u128 {
        units.counted.iter().map(|unit| unit.subtotal.parse::<u128>().unwrap()).sum()
    }

    /// A worker that begins with the others, counts some units, and then fails or panics.
    struct Breaks {
        inner: Box<dyn Worker>,
        after: usize,
        panics: bool,
        begin: Option<Arc<Barrier>>,
    }

    impl Worker for Breaks {
        fn device(&self) -> &Device {
            self.inner.device()
        }

        fn count(&mut self, unit: &Unit, stop: &Stop) -> Result<Subtotal, WorkError> {
            if let Some(begin) = self.begin.take() {
                begin.wait();
            }
            match self.after.checked_sub(1) {
                Some(left) => self.after = left,
                // Without the message of a panic, which is nothing to look at here.
                None if self.panics => std::panic::resume_unwind(Box::new("a fault")),
                None => return Err(WorkError::Failed { why: "lost".to_owned() }),
            }
            self.inner.count(unit, stop)
        }

        fn recount(&mut self, _: &Unit, _: &Stop) -> Result<Subtotal, WorkError> {
            unreachable!("nothing is recounted")
        }

        fn recounts_by(&self) -> &'static str {
            "nothing"
        }
    }

    #[test]
    fn a_worker_that_fails_costs_only_its_unit() {
        let control = Control::new();
        let plan = job_plan(&JobStartRequest::new(Problem::queens(10)), &control).unwrap().0;
        let labels: Vec<String> =
            plan.plan().units.iter().map(|unit| unit.label().to_owned()).collect();
        let device = plan.worker(SimdLevel::Scalar).unwrap().device().to_string();
        for (panics, why) in [(false, "lost"), (true, "it panicked: a fault")] {
            let breaks = |after: usize, begin: Option<Arc<Barrier>>| -> Box<dyn Worker> {
                let inner = plan.worker(SimdLevel::Scalar).unwrap();
                Box::new(Breaks { inner, after, panics, begin })
            };
            let mut alone = JobCounter::with(vec![breaks(2, None)], &control).unwrap();
            let part = alone.count(&labels, false, &control);
            let counted: Vec<&String> = part.counted.iter().map(|unit| &unit.label).collect();
            assert_eq!(counted, [&labels[0], &labels[1]]);
            let [failed] = &part.failed[..] else { panic!("{:?}", part.failed) };
            assert!(failed.label == labels[2] && failed.why.contains(why), "{failed:?}");
            assert_eq!((failed.device.as_str(), &failed.host), (device.as_str(), &host_name()));
            // One that failed is used again, one that panicked is not.
            let again = alone.count(&labels, false, &control);
            assert_eq!(again.failed.len(), usize::from(!panics), "{why}");
            assert_eq!(alone.is_spent(), panics);
            // Others go on with the rest.
            let begin = Some(Arc::new(Barrier::new(2)));
            let both = vec![breaks(0, begin.clone()), breaks(usize::MAX, begin)];
            let mut both = JobCounter::with(both, &control).unwrap();
            let rest = both.count(&labels, false, &control);
            let [failed] = &rest.failed[..] else { panic!("{:?}", rest.failed) };
            assert_eq!(rest.counted.len(), labels.len() - 1);
            assert!(rest.counted.iter().all(|unit| unit.label != failed.label));
        }
    }
}
