//! Solutions one by one, as Python asks for them.

use crate::error;
use crate::placement::Placement;
use crate::problem::Problem;
use crate::request::on;
use bezzel::{Control, Error, ListAnswer, ListRequest, Stop, list};
use pyo3::prelude::*;
use pyo3::sync::MutexExt;
use pyo3::types::PyDict;
use pythonize::pythonize;
use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Most solutions handed over at once. The first comes alone, each further chunk is twice as long:
/// one solution is there as soon as it is found, and many cost little each.
const MOST: usize = 256;
/// Chunks that wait for Python; then the search waits too.
const WAITING: usize = 4;
/// How often signals are checked while nothing is found.
const TICK: Duration = Duration::from_millis(20);

enum Message {
    Found(Vec<bezzel::Placement>),
    End(Box<Result<ListAnswer, Error>>),
}

/// Solutions as they are found; the search goes no further than it is read.
///
/// >>> import bezzel
/// >>> first = next(bezzel.solutions(20))
/// >>> first.is_solution
/// True
#[pyclass(frozen, module = "bezzel._core")]
pub struct Solutions {
    problem: Arc<bezzel::Problem>,
    stop: Stop,
    state: Mutex<State>,
}

struct State {
    messages: Option<Receiver<Message>>,
    chunk: std::vec::IntoIter<bezzel::Placement>,
    answer: Option<ListAnswer>,
}

/// Starts a list.
#[pyfunction]
pub fn solutions(problem: &Problem, options: &Bound<'_, PyDict>) -> PyResult<Solutions> {
    let py = options.py();
    let request: ListRequest = on((*problem.0).clone(), options)?;
    // A list that is stopped before it begins tells at once what is wrong with the request.
    let stopped = Control::new();
    stopped.stop().ask();
    list(&request, &stopped, &mut |_| ControlFlow::Break(()))
        .map_err(|wrong| error::raise(py, &wrong))?;
    let (sender, messages) = sync_channel(WAITING);
    let stop = Stop::new();
    let control = Control::new().with_stop(stop.clone());
    std::thread::Builder::new()
        .name("solutions".to_owned())
        .spawn(move || send(&request, &control, &sender))?;
    let state = State { messages: Some(messages), chunk: Vec::new().into_iter(), answer: None };
    Ok(Solutions { problem: Arc::clone(&problem.0), stop, state: Mutex::new(state) })
}

fn send(request: &ListRequest, control: &Control, sender: &SyncSender<Message>) {
    let (mut chunk, mut most) = (Vec::new(), 1);
    let end = list(request, control, &mut |found| {
        chunk.push(found.placement.clone());
        if chunk.len() < most {
            return ControlFlow::Continue(());
        }
        most = (2 * most).min(MOST);
        match sender.send(Message::Found(std::mem::take(&mut chunk))) {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    });
    if !chunk.is_empty() && sender.send(Message::Found(chunk)).is_err() {
        return;
    }
    let _ = sender.send(Message::End(Box::new(end)));
}

#[pymethods]
impl Solutions {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Placement>> {
        let mut state = self.state(py);
        loop {
            if let Some(queens) = state.chunk.next() {
                return Ok(Some(Placement { queens, problem: Arc::clone(&self.problem) }));
            }
            let Some(messages) = state.messages.take() else { return Ok(None) };
            let (messages, message) = py.detach(move || {
                let message = messages.recv_timeout(TICK);
                (messages, message)
            });
            match message {
                Ok(Message::Found(chunk)) => state.chunk = chunk.into_iter(),
                Ok(Message::End(end)) => {
                    state.answer = Some(end.map_err(|failed| error::raise(py, &failed))?);
                    return Ok(None);
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(error::panicked(py, "the list ended without an answer"));
                }
            }
            state.messages = Some(messages);
            py.check_signals()?;
        }
    }

    /// How the list ended, once it has: the total if it was not stopped, and by which method.
    #[getter]
    fn answer<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.state(py).answer.as_ref().map(|answer| Ok(pythonize(py, answer)?)).transpose()
    }

    /// Ends the search; what is left is not found.
    fn close(&self, py: Python<'_>) {
        self.stop.ask();
        let mut state = self.state(py);
        state.messages = None;
        state.chunk = Vec::new().into_iter();
    }
}

impl Solutions {
    /// Waits with the interpreter released: the thread that has the state may need it.
    fn state(&self, py: Python<'_>) -> MutexGuard<'_, State> {
        self.state.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Solutions {
    fn drop(&mut self) {
        self.stop.ask();
    }
}
