//! What every call of the library has in common: the interpreter is released, signals stop it,
//! progress goes to a Python function, errors become exceptions.

use crate::{error, signals};
use bezzel::{Control, Error, Progress, Stop, panicked};
use pyo3::prelude::*;
use pythonize::pythonize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Least time between two reports that a bar gets.
const BETWEEN: Duration = Duration::from_millis(100);

/// Where progress goes: a function, and the seconds before it is called at all. A bar for people
/// waits half a second, and is called ten times a second at most. Notes come at once.
pub type Sink = Option<(Py<PyAny>, f64)>;

/// Calls the library.
pub fn call<T: Send>(
    py: Python<'_>,
    sink: Sink,
    body: impl FnOnce(&Control) -> Result<T, Error> + Send,
) -> PyResult<T> {
    let stop = Stop::new();
    let reporter = sink.map(|sink| Arc::new(Reporter::new(sink, &stop)));
    let mut control = Control::new().with_stop(stop.clone());
    if let Some(reporter) = reporter.clone() {
        control = control.with_progress(move |progress| reporter.report(progress));
    }
    let watch = signals::watch(py, &stop)?;
    let result = py.detach(|| catch_unwind(AssertUnwindSafe(|| body(&control))));
    if let Some(watch) = watch {
        watch.end(py)?;
    }
    // First what the function of the caller raised, then what a signal's handler raises.
    if let Some(reporter) = reporter {
        reporter.finish(py)?;
    }
    py.check_signals()?;
    match result {
        Err(panic) => Err(error::panicked(py, &panicked(panic.as_ref()))),
        Ok(Err(failed)) => Err(error::raise(py, &failed)),
        Ok(Ok(_)) if stop.is_asked() => Err(error::stopped(py)),
        Ok(Ok(answer)) => Ok(answer),
    }
}

/// Calls a part of the library that returns at once.
pub fn quick<T>(py: Python<'_>, body: impl FnOnce() -> Result<T, Error>) -> PyResult<T> {
    match catch_unwind(AssertUnwindSafe(body)) {
        Err(panic) => Err(error::panicked(py, &panicked(panic.as_ref()))),
        Ok(result) => result.map_err(|failed| error::raise(py, &failed)),
    }
}

/// Hands progress to a Python function.
struct Reporter {
    function: Py<PyAny>,
    delay: Duration,
    started: Instant,
    last: Mutex<Option<Instant>>,
    was_called: AtomicBool,
    /// What the function raised; the computation is then stopped.
    failure: Mutex<Option<PyErr>>,
    stop: Stop,
}

impl Reporter {
    fn new((function, delay): (Py<PyAny>, f64), stop: &Stop) -> Reporter {
        Reporter {
            function,
            delay: Duration::try_from_secs_f64(delay).unwrap_or_default(),
            started: Instant::now(),
            last: Mutex::new(None),
            was_called: AtomicBool::new(false),
            failure: Mutex::new(None),
            stop: stop.clone(),
        }
    }

    fn report(&self, progress: &Progress) {
        // Each note comes once.
        if matches!(progress, Progress::Note(_)) || self.is_due() {
            Python::attach(|py| self.tell(py, || pythonize(py, progress).map_err(PyErr::from)));
        }
    }

    /// Whether a report is wanted now.
    fn is_due(&self) -> bool {
        if self.delay.is_zero() {
            return true;
        }
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        let is_due = self.started.elapsed() >= self.delay
            && last.is_none_or(|last| last.elapsed() >= BETWEEN);
        if is_due {
            *last = Some(Instant::now());
        }
        is_due
    }

    fn tell<'py>(&self, py: Python<'py>, message: impl FnOnce() -> PyResult<Bound<'py, PyAny>>) {
        let mut failure = self.failure.lock().unwrap_or_else(PoisonError::into_inner);
        if failure.is_some() {
            return;
        }
        self.was_called.store(true, Ordering::Relaxed);
        if let Err(error) = message().and_then(|message| self.function.call1(py, (message,))) {
            self.stop.ask();
            *failure = Some(error);
        }
    }

    /// Tells the function that the call is over, or raises what it has raised.
    fn finish(&self, py: Python<'_>) -> PyResult<()> {
        if self.was_called.load(Ordering::Relaxed) {
            self.tell(py, || Ok(py.None().into_bound(py)));
        }
        match self.failure.lock().unwrap_or_else(PoisonError::into_inner).take() {
            Some(error) => Err(error),
            None => Ok(()),
        }
    }
}
