//! A recorded run of an algorithm, browsed in both directions.

use crate::argument::{argument, whole};
use crate::call::{Sink, call, quick};
use crate::placement::Placement;
use crate::problem::Problem;
use crate::request::{on, read};
use bezzel::{Control, Direction, StepKind, TraceRequest, TreeCut};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use pythonize::pythonize;
use serde::Deserialize;
use std::sync::Arc;

/// All steps of a run.
#[pyclass(frozen, module = "bezzel._core")]
pub struct Recording {
    recording: bezzel::Recording,
    problem: Arc<bezzel::Problem>,
}

/// What is looked for in a recording.
#[derive(Deserialize)]
struct Sought {
    kind: StepKind,
    direction: Direction,
}

/// Runs an algorithm and records every step, in at most this many bytes.
#[pyfunction]
pub fn record(
    problem: &Problem,
    options: &Bound<'_, PyDict>,
    memory: &Bound<'_, PyAny>,
    progress: Sink,
) -> PyResult<Recording> {
    let py = options.py();
    let bytes = whole(memory, "memory")?;
    let request: TraceRequest = on((*problem.0).clone(), options)?;
    let recording = call(py, progress, |control| bezzel::record(&request, bytes, control))?;
    Ok(Recording { recording, problem: Arc::clone(&problem.0) })
}

#[pymethods]
impl Recording {
    /// Number of steps.
    fn __len__(&self) -> usize {
        self.recording.steps() as usize
    }

    /// What is known about the run.
    fn summary<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(pythonize(py, self.recording.summary())?)
    }

    /// The algorithm, its settings and its pseudocode.
    fn start<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(pythonize(py, self.recording.start())?)
    }

    /// The state after this many steps, and the last of them.
    fn moment<'py>(
        &self,
        py: Python<'py>,
        step: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let step = whole(step, "step")?;
        let moment = quick(py, || self.recording.moment(step))?;
        Ok(pythonize(py, &moment)?)
    }

    /// The queens on the board after this many steps.
    fn queens(&self, py: Python<'_>, step: &Bound<'_, PyAny>) -> PyResult<Placement> {
        let step = whole(step, "step")?;
        let moment = quick(py, || self.recording.moment(step))?;
        Ok(Placement { queens: moment.frame.queens, problem: Arc::clone(&self.problem) })
    }

    /// Up to `count` events from number `first` on, and the state before them.
    fn page<'py>(&self, py: Python<'py>, first: u32, count: u32) -> PyResult<Bound<'py, PyAny>> {
        let page = quick(py, || self.recording.page(first, count))?;
        Ok(pythonize(py, &page)?)
    }

    /// The next or previous step of a kind, seen from a step.
    fn find(&self, start: &Bound<'_, PyAny>, request: &Bound<'_, PyDict>) -> PyResult<Option<u32>> {
        let sought: Sought = read(request)?;
        Ok(self.recording.find(whole(start, "start")?, sought.kind, sought.direction).step)
    }

    /// The search tree after a step.
    fn tree<'py>(
        &self,
        py: Python<'py>,
        at: &Bound<'py, PyAny>,
        depth: &Bound<'py, PyAny>,
        limit: &Bound<'py, PyAny>,
        refused: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (at, depth, limit) = (whole(at, "at")?, whole(depth, "depth")?, whole(limit, "limit")?);
        let tree = self.recording.tree(TreeCut { at, depth, limit, refused });
        Ok(pythonize(py, &tree)?)
    }

    /// Steps as an animation: GIF, APNG or SVG.
    fn animation<'py>(
        &self,
        py: Python<'py>,
        first: &Bound<'py, PyAny>,
        last: &Bound<'py, PyAny>,
        format: &Bound<'py, PyAny>,
        delay: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let (first, last) = (whole(first, "first")?, whole(last, "last")?);
        let (format, delay): (&str, u32) =
            (argument(format, "format", "a text")?, whole(delay, "delay")?);
        let format: bezzel::PictureFormat =
            quick(py, || format.parse().map_err(bezzel::Error::from))?;
        let bytes = call(py, None, |control: &Control| {
            self.recording.animation(first, last, format, delay, control)
        })?;
        Ok(PyBytes::new(py, &bytes))
    }
}
