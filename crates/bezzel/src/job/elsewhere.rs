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
    Hire, JobError, PROGRAM, Place, Trouble, host_name, plan_digest, processor_time,
};
use std::collections::VecDeque;
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
                Some(Trouble { unit: None, device: worker.device().to_string(), why })
            })
            .collect();
        Told::default().tell(&refused, control);
        workers.retain(|worker| worker.refuses().is_none());
        if workers.is_empty() {
            return Err(JobError::NoWorkers.into());
        }
        Ok(JobCounter { workers })
    }

    /// Counts or recounts units, until it is asked to stop.
    pub fn count(
        &mut self,
        labels: &[String],
        recount: bool,
        control: &Control,
    ) -> Result<Vec<CountedUnit>, Error> {
        let waiting: Mutex<VecDeque<&String>> = Mutex::new(labels.iter().collect());
        let work = |worker: &mut Box<dyn Worker>| {
            let next = || waiting.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
            let mut counted = Vec::new();
            while let Some(label) = next() {
                match one(worker.as_mut(), label, recount, control.stop()) {
                    Ok(unit) => counted.push(unit),
                    Err(WorkError::Stopped) => break,
                    Err(error) => return Err(Error::of(ErrorKind::Failed, &error)),
                }
            }
            Ok(counted)
        };
        match &mut self.workers[..] {
            [worker] => work(worker),
            workers => std::thread::scope(|scope| {
                let threads: Vec<_> =
                    workers.iter_mut().map(|worker| scope.spawn(|| work(worker))).collect();
                let counted = threads.into_iter().map(|thread| {
                    thread
                        .join()
                        .unwrap_or_else(|_| Err(Error::new(ErrorKind::Failed, "a worker panicked")))
                });
                Ok(counted.collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect())
            }),
        }
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
            let counted = self.counter.count(&labels, recount, &Control::new());
            let counted = counted.map_err(|error| failed(error.to_string()))?.remove(0);
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
        let counted = counter.count(&labels, false, &control).unwrap();
        let sum: u128 = counted.iter().map(|unit| unit.subtotal.parse::<u128>().unwrap()).sum();
        assert_eq!(sum / plan.plan().divisor, 92);
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
        let counted = counter.count(&labels, false, &control).unwrap();
        let sum: u128 = counted.iter().map(|unit| unit.subtotal.parse::<u128>().unwrap()).sum();
        assert_eq!(sum / plan.plan().divisor, 724);
        assert!(counter.count(&["no unit".to_owned()], false, &control).is_err());
        control.stop().ask();
        assert!(counter.count(&labels, false, &control).unwrap().len() < labels.len());
    }
}
