//! Requests of the library from dictionaries with their fields.

use crate::error;
use bezzel::{
    CompareRequest, CountRequest, EstimateRequest, ExportRequest, ImportRequest, JobStartRequest,
    ListRequest, Problem, SampleRequest, SolveRequest, TraceRequest,
};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use pythonize::depythonize;
use serde::de::DeserializeOwned;

/// Reads a request.
pub fn read<T: DeserializeOwned>(options: &Bound<'_, PyDict>) -> PyResult<T> {
    depythonize(options).map_err(|wrong| {
        // The text of a Python exception without its class.
        let text = wrong.to_string();
        let text = text.split_once("Error: ").map_or(text.as_str(), |(_, text)| text);
        error::refuse(options.py(), text)
    })
}

/// A request about problems, which are not converted to dictionaries and back.
pub trait OnProblem: DeserializeOwned {
    /// Puts a value where the problem belongs, so that the rest can be read.
    fn hold_place(options: &Bound<'_, PyDict>) -> PyResult<()>;
    /// Puts the problem there.
    fn set(&mut self, problem: Problem);
    /// The request without any options.
    fn plain(problem: Problem) -> Option<Self>;
}

/// Reads a request about a problem.
pub fn on<T: OnProblem>(problem: Problem, options: &Bound<'_, PyDict>) -> PyResult<T> {
    if options.is_empty()
        && let Some(request) = T::plain(problem.clone())
    {
        return Ok(request);
    }
    T::hold_place(options)?;
    let mut request: T = read(options)?;
    request.set(problem);
    Ok(request)
}

macro_rules! on_one_problem {
    ($($request:ty, $plain:expr;)*) => {$(
        impl OnProblem for $request {
            fn hold_place(options: &Bound<'_, PyDict>) -> PyResult<()> {
                let smallest = PyDict::new(options.py());
                smallest.set_item("version", 1)?;
                smallest.set_item("size", "1")?;
                options.set_item("problem", smallest)
            }

            fn set(&mut self, problem: Problem) {
                self.problem = problem;
            }

            fn plain(problem: Problem) -> Option<Self> {
                let plain: fn(Problem) -> Option<Self> = $plain;
                plain(problem)
            }
        }
    )*};
}

macro_rules! on_problems {
    ($($request:ty, $plain:expr;)*) => {$(
        impl OnProblem for $request {
            fn hold_place(options: &Bound<'_, PyDict>) -> PyResult<()> {
                options.set_item("problems", PyList::empty(options.py()))
            }

            fn set(&mut self, problem: Problem) {
                self.problems = vec![problem];
            }

            fn plain(problem: Problem) -> Option<Self> {
                let plain: fn(Problem) -> Self = $plain;
                Some(plain(problem))
            }
        }
    )*};
}

on_one_problem! {
    SolveRequest, |problem| Some(SolveRequest::new(problem));
    ListRequest, |problem| Some(ListRequest::new(problem));
    SampleRequest, |problem| Some(SampleRequest::new(problem));
    JobStartRequest, |problem| Some(JobStartRequest::new(problem));
    TraceRequest, |_| None;
    ExportRequest, |_| None;
    ImportRequest, |_| None;
}

on_problems! {
    CountRequest, CountRequest::new;
    EstimateRequest, |problem| EstimateRequest::new(vec![problem]);
    CompareRequest, |problem| CompareRequest::new(vec![problem]);
}
