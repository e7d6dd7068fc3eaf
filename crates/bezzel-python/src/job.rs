//! Counting jobs: ledgers that are created, counted, verified, split and merged.

use crate::argument::{argument, whole};
use crate::call::{Sink, call, quick};
use crate::document::Document;
use crate::problem::Problem;
use crate::request::{on, read};
use bezzel::{
    Control, Error, JobAnswer, JobDiscardRequest, JobExportRequest, JobImportRequest,
    JobMergeRequest, JobPauseRequest, JobSalvageRequest, JobSplitRequest, JobStartRequest,
    JobStatusRequest, JobUnpauseRequest, Share,
};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use std::path::PathBuf;

/// Plans a job and creates its ledger.
#[pyfunction]
pub fn job_create(
    ledger: PathBuf,
    problem: &Problem,
    options: &Bound<'_, PyDict>,
) -> PyResult<Document> {
    let request: JobStartRequest = on((*problem.0).clone(), options)?;
    let answer = call(options.py(), None, |control| bezzel::job_start(&request, ledger, control))?;
    Ok(Document::new(answer))
}

/// Plans a job and opens its ledger, or creates it.
#[pyfunction]
pub fn job_open(
    ledger: PathBuf,
    problem: &Problem,
    options: &Bound<'_, PyDict>,
) -> PyResult<Document> {
    let request: JobStartRequest = on((*problem.0).clone(), options)?;
    let answer = call(options.py(), None, |control| {
        let plan = bezzel::job_plan(&request, control)?;
        bezzel::job_open(&plan, ledger, control)
    })?;
    Ok(Document::new(answer))
}

/// Counts what is missing.
#[pyfunction]
pub fn job_run(ledger: PathBuf, options: &Bound<'_, PyDict>, progress: Sink) -> PyResult<Document> {
    let request = read(options)?;
    let answer = call(options.py(), progress, |control| bezzel::job_run(&request, ledger, control));
    answer.map(Document::new)
}

/// Recounts a sample of units by the second method.
#[pyfunction]
pub fn job_verify(
    ledger: PathBuf,
    options: &Bound<'_, PyDict>,
    progress: Sink,
) -> PyResult<Document> {
    let request = read(options)?;
    let verify = |control: &Control| bezzel::job_verify(&request, ledger, control);
    call(options.py(), progress, verify).map(Document::new)
}

/// The state of a job.
#[pyfunction]
pub fn job_status(
    py: Python<'_>,
    ledger: PathBuf,
    workers: Option<&Bound<'_, PyAny>>,
) -> PyResult<Document> {
    let workers = workers.map(|workers| whole(workers, "workers")).transpose()?;
    let mut request = JobStatusRequest::new(ledger);
    request.workers = workers;
    managed(py, |control| bezzel::job_status(&request, control))
}

/// Stops every run of a job, in any process.
#[pyfunction]
pub fn job_pause(py: Python<'_>, ledger: PathBuf) -> PyResult<Document> {
    managed(py, |control| bezzel::job_pause(&JobPauseRequest::new(ledger), control))
}

/// Ends a pause.
#[pyfunction]
pub fn job_unpause(py: Python<'_>, ledger: PathBuf) -> PyResult<Document> {
    managed(py, |control| bezzel::job_unpause(&JobUnpauseRequest::new(ledger), control))
}

/// Creates a ledger for one share of the units.
#[pyfunction]
pub fn job_split(
    py: Python<'_>,
    ledger: PathBuf,
    share: &Bound<'_, PyAny>,
    to: PathBuf,
) -> PyResult<Document> {
    let request = JobSplitRequest::new(ledger, read_share(share)?, to);
    managed(py, |control| bezzel::job_split(&request, control))
}

/// Discards the result of one unit.
#[pyfunction]
pub fn job_discard(py: Python<'_>, ledger: PathBuf, unit: &Bound<'_, PyAny>) -> PyResult<Document> {
    let unit: &str = argument(unit, "unit", "a text")?;
    let request = JobDiscardRequest::new(ledger, unit);
    managed(py, |control| bezzel::job_discard(&request, control))
}

/// Creates a ledger from exported lines.
#[pyfunction]
pub fn job_import(py: Python<'_>, ledger: PathBuf, lines: &Bound<'_, PyAny>) -> PyResult<Document> {
    let lines: &[u8] = argument(lines, "lines", "bytes")?;
    let request = JobImportRequest::new(ledger);
    managed(py, |control| bezzel::job_import(&request, &mut &*lines, control))
}

/// Merges the results of several ledgers of the same job.
#[pyfunction]
pub fn job_merge(py: Python<'_>, target: PathBuf, sources: Vec<PathBuf>) -> PyResult<Document> {
    let request = JobMergeRequest::new(target, sources);
    call(py, None, |control| bezzel::job_merge(&request, control)).map(Document::new)
}

/// Saves the valid records of a damaged ledger into a new one.
#[pyfunction]
pub fn job_salvage(py: Python<'_>, damaged: PathBuf, to: PathBuf) -> PyResult<Document> {
    let request = JobSalvageRequest::new(damaged, to);
    call(py, None, |control| bezzel::job_salvage(&request, control)).map(Document::new)
}

/// The units of a ledger.
#[pyfunction]
pub fn job_units(py: Python<'_>, ledger: PathBuf) -> PyResult<Document> {
    call(py, None, |_| bezzel::job_units(ledger)).map(Document::new)
}

/// A ledger as lines of JSON.
#[pyfunction]
pub fn job_export<'py>(
    py: Python<'py>,
    ledger: PathBuf,
    share: Option<&Bound<'_, PyAny>>,
) -> PyResult<Bound<'py, PyBytes>> {
    let mut request = JobExportRequest::new(ledger);
    request.share = share.map(read_share).transpose()?;
    let lines = call(py, None, |control| {
        let mut lines = Vec::new();
        bezzel::job_export(&request, control, &mut lines).map(|_| lines)
    })?;
    Ok(PyBytes::new(py, &lines))
}

fn managed(
    py: Python<'_>,
    action: impl FnOnce(&Control) -> Result<JobAnswer, Error> + Send,
) -> PyResult<Document> {
    call(py, None, action).map(Document::new)
}

fn read_share(share: &Bound<'_, PyAny>) -> PyResult<Share> {
    let text: &str = argument(share, "share", "a text such as '1/4'")?;
    quick(share.py(), || text.parse().map_err(Error::from))
}
