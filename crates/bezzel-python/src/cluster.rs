//! The two ends of a count on several machines: the driver hands units out and keeps the ledger,
//! a counter on each machine counts them. The package's `cluster` carries them between the machines.

use crate::call::{Sink, call};
use crate::document::Document;
use crate::problem::Problem;
use crate::request::read;
use bezzel::{
    Control, CountedUnits, JobCounter, JobHire, JobStartRequest, Stop, Workers, job_run_on,
    job_verify_on,
};
use bezzel_engines::{Device, Elsewhere, Prepared, SimdLevel, Subtotal, Unit, WorkError, Worker};
use pyo3::prelude::*;
use pyo3::sync::MutexExt;
use pyo3::types::PyDict;
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How often a waiting worker looks whether its unit is still wanted.
const LOOK: Duration = Duration::from_millis(500);
/// How often the run looks whether it was asked to stop.
const TICK: Duration = Duration::from_millis(20);

/// A unit to be counted: its ticket, its label, whether it is a recount, its expected cost.
type Order = (u64, String, bool, f64);

enum Delivery {
    Counted(String, Elsewhere),
    Failed(WorkError),
}

#[derive(Default)]
struct State {
    tickets: u64,
    orders: Vec<Order>,
    unwanted: Vec<u64>,
    waiting: HashMap<u64, Sender<Delivery>>,
    is_closed: bool,
}

#[derive(Default)]
struct Shelf {
    state: Mutex<State>,
    changed: Condvar,
}

impl Shelf {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn order(&self, label: &str, recount: bool, cost: f64) -> (u64, Receiver<Delivery>) {
        let (sender, receiver) = channel();
        let mut state = self.state();
        state.tickets += 1;
        let ticket = state.tickets;
        state.orders.push((ticket, label.to_owned(), recount, cost));
        state.waiting.insert(ticket, sender);
        self.changed.notify_all();
        (ticket, receiver)
    }

    fn drop_order(&self, ticket: u64) {
        let mut state = self.state();
        state.waiting.remove(&ticket);
        state.unwanted.push(ticket);
        self.changed.notify_all();
    }

    /// Sends all waiting workers home.
    fn close(&self) {
        let mut state = self.state();
        state.is_closed = true;
        state.waiting.clear();
        self.changed.notify_all();
    }
}

/// Where the driver's workers leave units and wait for their subtotals.
#[pyclass(frozen, module = "bezzel._core")]
pub struct Desk(Arc<Shelf>);

#[pymethods]
impl Desk {
    #[new]
    fn new() -> Desk {
        Desk(Arc::default())
    }

    /// New units, tickets of units that are no longer wanted, and whether the run is over. Waits
    /// for any of them, at most this many seconds.
    fn take(&self, py: Python<'_>, seconds: f64) -> (Vec<Order>, Vec<u64>, bool) {
        let wait = Duration::try_from_secs_f64(seconds).unwrap_or_default();
        py.detach(|| {
            let idle = |state: &mut State| {
                state.orders.is_empty() && state.unwanted.is_empty() && !state.is_closed
            };
            let waited = self.0.changed.wait_timeout_while(self.0.state(), wait, idle);
            let mut state = waited.unwrap_or_else(PoisonError::into_inner).0;
            let orders = std::mem::take(&mut state.orders);
            (orders, std::mem::take(&mut state.unwanted), state.is_closed)
        })
    }

    /// The subtotal of a unit, and where it was counted.
    #[expect(clippy::too_many_arguments)]
    fn deliver(
        &self,
        py: Python<'_>,
        ticket: u64,
        subtotal: String,
        host: String,
        device: String,
        program: String,
        took: f64,
        processor: f64,
    ) {
        let seconds = |number| Duration::try_from_secs_f64(number).unwrap_or_default();
        let (took, processor) = (seconds(took), seconds(processor));
        let at = Elsewhere { host, device, program, took, processor };
        self.answer(py, ticket, Delivery::Counted(subtotal, at));
    }

    /// Ends the run: nobody waits at the desk any more.
    fn close(&self, py: Python<'_>) {
        py.detach(|| self.0.close());
    }

    /// A unit could not be counted on this device, and on this machine if that is known.
    fn fail(&self, py: Python<'_>, ticket: u64, why: String, device: String, host: Option<String>) {
        let failed = WorkError::FailedElsewhere { why, device, host };
        self.answer(py, ticket, Delivery::Failed(failed));
    }
}

impl Desk {
    fn answer(&self, py: Python<'_>, ticket: u64, delivery: Delivery) {
        let state = self.0.state.lock_py_attached(py);
        let sender = state.unwrap_or_else(PoisonError::into_inner).waiting.remove(&ticket);
        if let Some(sender) = sender {
            // The worker may have gone.
            let _ = sender.send(delivery);
        }
    }
}

/// A worker that leaves its units at the desk.
struct Clerk {
    desk: Arc<Shelf>,
    prepared: Arc<dyn Prepared>,
    /// Knows the second method and what it can check, but counts nothing.
    pattern: Box<dyn Worker>,
    at: Option<Elsewhere>,
}

impl Clerk {
    fn pass(&mut self, unit: &Unit, recount: bool, stop: &Stop) -> Result<Subtotal, WorkError> {
        self.at = None;
        let (ticket, answer) = self.desk.order(unit.label(), recount, self.prepared.cost(unit));
        loop {
            match answer.recv_timeout(LOOK) {
                Ok(Delivery::Counted(subtotal, at)) => {
                    let Elsewhere { device, host, .. } = at.clone();
                    self.at = Some(at);
                    return subtotal.parse().map_err(|_| {
                        let why = format!("'{subtotal}' is not a subtotal");
                        WorkError::FailedElsewhere { why, device, host: Some(host) }
                    });
                }
                Ok(Delivery::Failed(failed)) => return Err(failed),
                Err(RecvTimeoutError::Disconnected) => return Err(WorkError::Stopped),
                Err(RecvTimeoutError::Timeout) if stop.is_asked() => {
                    self.desk.drop_order(ticket);
                    return Err(WorkError::Stopped);
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }
}

impl Worker for Clerk {
    fn device(&self) -> &Device {
        self.pattern.device()
    }

    fn count(&mut self, unit: &Unit, stop: &Stop) -> Result<Subtotal, WorkError> {
        self.pass(unit, false, stop)
    }

    fn recount(&mut self, unit: &Unit, stop: &Stop) -> Result<Subtotal, WorkError> {
        self.pass(unit, true, stop)
    }

    fn recounts_by(&self) -> &'static str {
        self.pattern.recounts_by()
    }

    fn can_check(&self, device: &str) -> bool {
        self.pattern.can_check(device)
    }

    fn elsewhere(&self) -> Option<&Elsewhere> {
        self.at.as_ref()
    }
}

/// Runs with this many clerks at the desk, and sends them home when it is asked to stop.
fn with_clerks<T: Send>(
    desk: &Arc<Shelf>,
    clerks: usize,
    control: &Control,
    run: impl FnOnce(&JobHire<'_>) -> Result<T, bezzel::Error> + Send,
) -> Result<T, bezzel::Error> {
    let hire: &JobHire<'_> = &|prepared| {
        let (desk, prepared) = (Arc::clone(desk), Arc::clone(prepared));
        Ok(Box::new(move || {
            let clerk = || {
                let pattern = prepared.worker(SimdLevel::Scalar)?;
                let (desk, prepared) = (Arc::clone(&desk), Arc::clone(&prepared));
                Ok(Box::new(Clerk { desk, prepared, pattern, at: None }) as Box<dyn Worker>)
            };
            (0..clerks).map(|_| clerk()).collect()
        }))
    };
    let over = Mutex::new(false);
    let ended = Condvar::new();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let mut is_over = over.lock().unwrap_or_else(PoisonError::into_inner);
            while !*is_over && !control.stop().is_asked() {
                let waited = ended.wait_timeout(is_over, TICK);
                is_over = waited.unwrap_or_else(PoisonError::into_inner).0;
            }
            desk.close();
        });
        let result = run(hire);
        *over.lock().unwrap_or_else(PoisonError::into_inner) = true;
        ended.notify_all();
        result
    })
}

/// Counts what is missing of a job; others take the units from the desk.
#[pyfunction]
pub fn cluster_run(
    ledger: PathBuf,
    options: &Bound<'_, PyDict>,
    desk: &Desk,
    clerks: usize,
    progress: Sink,
) -> PyResult<Document> {
    let request = read(options)?;
    let answer = call(options.py(), progress, |control| {
        with_clerks(&desk.0, clerks, control, |hire| job_run_on(&request, ledger, hire, control))
    });
    answer.map(Document::new)
}

/// Recounts a sample of a job; others take the units from the desk.
#[pyfunction]
pub fn cluster_verify(
    ledger: PathBuf,
    options: &Bound<'_, PyDict>,
    desk: &Desk,
    clerks: usize,
    progress: Sink,
) -> PyResult<Document> {
    let request = read(options)?;
    let answer = call(options.py(), progress, |control| {
        with_clerks(&desk.0, clerks, control, |hire| job_verify_on(&request, ledger, hire, control))
    });
    answer.map(Document::new)
}

/// Counts units on this machine for a driver elsewhere.
#[pyclass(frozen, module = "bezzel._core")]
pub struct UnitCounter(Mutex<JobCounter>);

/// Label, subtotal, host, device, program, seconds, seconds of processor time.
type Row = (String, String, String, String, String, f64, f64);

/// Label, what the worker said, device, host.
type Failure = (String, String, String, String);

#[pymethods]
impl UnitCounter {
    #[new]
    fn new(
        py: Python<'_>,
        problem: &Problem,
        engine: String,
        digest: &str,
        device: Option<String>,
    ) -> PyResult<UnitCounter> {
        let mut request = JobStartRequest::new((*problem.0).clone());
        request.engine = Some(engine);
        let mut workers = Workers::default();
        (workers.threads, workers.device) = (Some(1), device);
        let counter =
            call(py, None, |control| JobCounter::new(&request, digest, &workers, control))?;
        Ok(UnitCounter(Mutex::new(counter)))
    }

    /// Counts units, or recounts them by the second method: what was counted, and what failed.
    fn count(
        &self,
        py: Python<'_>,
        labels: Vec<String>,
        recount: bool,
    ) -> PyResult<(Vec<Row>, Vec<Failure>)> {
        let CountedUnits { counted, failed, .. } = call(py, None, |control| {
            let mut counter = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            Ok(counter.count(&labels, recount, control))
        })?;
        let row = |unit: bezzel::CountedUnit| {
            let Elsewhere { host, device, program, took, processor } = unit.at;
            let (took, processor) = (took.as_secs_f64(), processor.as_secs_f64());
            (unit.label, unit.subtotal, host, device, program, took, processor)
        };
        let failed = failed.into_iter().map(|unit| (unit.label, unit.why, unit.device, unit.host));
        Ok((counted.into_iter().map(row).collect(), failed.collect()))
    }

    /// Whether all its workers have panicked.
    fn is_spent(&self) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).is_spent()
    }
}
