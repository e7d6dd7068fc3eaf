//! Ctrl-C during a call: a thread receives the signal and asks the computation to stop.
//!
//! The computation runs on the caller's own thread, so Python cannot run its signal handlers until
//! it returns. Its handler in C writes the number of the signal to the file that
//! `signal.set_wakeup_fd` names, at once and on any thread. For the time of a call that is one end
//! of a pair of sockets, and the thread at the other end sets the call's stop flag. Nothing waits,
//! and a call costs a microsecond more; running it on another thread and polling would cost twenty.

use bezzel::Stop;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use std::io::Read;
use std::os::fd::{AsRawFd, BorrowedFd, RawFd};
use std::os::unix::net::UnixStream;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// SIGINT, the same on every Unix.
const INTERRUPT: u8 = 2;

/// `signal.set_wakeup_fd`.
static SET_WAKEUP_FD: PyOnceLock<Py<PyAny>> = PyOnceLock::new();

/// The receiver of this process; a process made by `fork` has no thread and makes its own.
static RECEIVER: Mutex<Option<Receiver>> = Mutex::new(None);

#[derive(Clone)]
struct Receiver {
    process: u32,
    /// Python's handler writes here.
    end: Arc<UnixStream>,
    calls: Arc<Mutex<Calls>>,
}

/// The calls that run now; a callback of one may make another.
#[derive(Default)]
struct Calls {
    stops: Vec<Stop>,
    /// Where signals went before, and must go too.
    before: RawFd,
}

/// Watches for signals until it is dropped or [ended](SignalProbe::end).
pub struct SignalProbe {
    receiver: Receiver,
    before: RawFd,
}

/// Lets a signal stop this computation. `None` on threads that Python's signals do not reach.
pub fn watch(py: Python<'_>, stop: &Stop) -> PyResult<Option<SignalProbe>> {
    let receiver = receiver()?;
    let end = receiver.end.as_raw_fd();
    // Only the main thread may set it.
    let Ok(before) = set_wakeup_fd(py, end) else { return Ok(None) };
    let mut calls = lock(&receiver.calls);
    calls.stops.push(stop.clone());
    if before != end {
        calls.before = before;
    }
    drop(calls);
    Ok(Some(SignalProbe { receiver, before }))
}

impl SignalProbe {
    /// Signals go where they went before.
    pub fn end(self, py: Python<'_>) -> PyResult<()> {
        lock(&self.receiver.calls).stops.pop();
        set_wakeup_fd(py, self.before).map(|_| ())
    }
}

fn set_wakeup_fd(py: Python<'_>, fd: RawFd) -> PyResult<RawFd> {
    let function = SET_WAKEUP_FD.get_or_try_init(py, || {
        PyModule::import(py, "signal")?.getattr("set_wakeup_fd").map(Bound::unbind)
    })?;
    function.call1(py, (fd,))?.extract(py)
}

/// The receiver of this process, started when it is first needed.
fn receiver() -> PyResult<Receiver> {
    let mut receiver = lock(&RECEIVER);
    let process = std::process::id();
    if let Some(receiver) = &*receiver
        && receiver.process == process
    {
        return Ok(receiver.clone());
    }
    let (end, mut other) = UnixStream::pair()?;
    // A handler must never wait.
    end.set_nonblocking(true)?;
    let calls = Arc::new(Mutex::new(Calls { stops: Vec::new(), before: -1 }));
    let made = Receiver { process, end: Arc::new(end), calls: Arc::clone(&calls) };
    std::thread::Builder::new().name("signals".to_owned()).spawn(move || {
        let mut signal = [0];
        while matches!(other.read(&mut signal), Ok(1)) {
            receive(signal, &calls);
        }
    })?;
    *receiver = Some(made.clone());
    Ok(made)
}

fn receive(signal: [u8; 1], calls: &Mutex<Calls>) {
    let calls = lock(calls);
    if signal == [INTERRUPT] {
        calls.stops.iter().for_each(Stop::ask);
    }
    if calls.before >= 0 {
        // SAFETY: Python had this file as its wakeup file when the call began, and the code that
        // set it keeps it open until it is taken back, which needs the main thread, busy with this call.
        // Were it closed all the same, the write would fail or reach an unrelated file, as with
        // Python's own handler.
        let file = unsafe { BorrowedFd::borrow_raw(calls.before) };
        let _ = rustix::io::write(file, &signal);
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
