//! Requests of the library from dictionaries with their fields.

use crate::argument::refused;
use bezzel::{
    ColourRequest, CompareRequest, CountRequest, DivideRequest, EstimateRequest, ExportRequest,
    ExtremeRequest, ForecastRequest, ImportRequest, JobStartRequest, ListRequest, ModularRequest,
    Problem, SampleRequest, SolveRequest, SquaresRequest, SymmetryRequest, TraceRequest,
};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyList};
use pythonize::{Depythonizer, depythonize};
use serde::de::DeserializeOwned;

/// Reads a request.
pub fn read<T: DeserializeOwned>(options: &Bound<'_, PyAny>) -> PyResult<T> {
    depythonize(options).or_else(|_| {
        // Once more, slower, to find out where it went wrong.
        let reader = &mut Depythonizer::from_object(options);
        serde_path_to_error::deserialize(reader).map_err(|wrong| {
            let path = wrong.path().clone();
            refused(options, &path, wrong.into_inner())
        })
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
    /// Reads one option; false if it takes the whole request to read it, or to say what is wrong.
    fn put(&mut self, name: &str, value: &Bound<'_, PyAny>) -> bool;
}

/// Reads a request about a problem.
pub fn on<T: OnProblem>(problem: Problem, options: &Bound<'_, PyDict>) -> PyResult<T> {
    // One by one: a whole request with a problem in its place takes two microseconds more.
    if let Some(mut request) = T::plain(problem.clone()) {
        let mut each = options.iter();
        if each.all(|(name, value)| name.extract().is_ok_and(|name| request.put(name, &value))) {
            return Ok(request);
        }
    }
    T::hold_place(options)?;
    let mut request: T = read(options)?;
    request.set(problem);
    Ok(request)
}

/// The smallest problem as a dictionary, made once.
fn smallest(py: Python<'_>) -> PyResult<&Bound<'_, PyDict>> {
    static SMALLEST: PyOnceLock<Py<PyDict>> = PyOnceLock::new();
    let made = SMALLEST.get_or_try_init(py, || {
        let problem = PyDict::new(py);
        problem.set_item("version", 1)?;
        problem.set_item("size", "1")?;
        PyResult::Ok(problem.unbind())
    })?;
    Ok(made.bind(py))
}

/// Reads these options, each a field of the request.
macro_rules! put_options {
    ($($option:ident)*) => {
        #[allow(unused_variables, reason = "some requests have no such options")]
        fn put(&mut self, name: &str, value: &Bound<'_, PyAny>) -> bool {
            match name {
                $(stringify!($option) => {
                    depythonize(value).map(|value| self.$option = value).is_ok()
                })*
                _ => false,
            }
        }
    };
}

macro_rules! on_one_problem {
    ($($request:ty, $plain:expr $(, $option:ident)*;)*) => {$(
        impl OnProblem for $request {
            fn hold_place(options: &Bound<'_, PyDict>) -> PyResult<()> {
                options.set_item("problem", smallest(options.py())?)
            }

            fn set(&mut self, problem: Problem) {
                self.problem = problem;
            }

            fn plain(problem: Problem) -> Option<Self> {
                let plain: fn(Problem) -> Option<Self> = $plain;
                plain(problem)
            }

            put_options!($($option)*);
        }
    )*};
}

macro_rules! on_problems {
    ($($request:ty, $plain:expr $(, $option:ident)*;)*) => {$(
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

            put_options!($($option)*);
        }
    )*};
}

on_one_problem! {
    SolveRequest, |problem| Some(SolveRequest::new(problem)), algorithm, settings, with, limits;
    ListRequest, |problem| Some(ListRequest::new(problem)), algorithm, settings, limits, fundamental;
    SampleRequest, |problem| Some(SampleRequest::new(problem));
    JobStartRequest, |problem| Some(JobStartRequest::new(problem));
    DivideRequest, |problem| Some(DivideRequest::new(problem));
    ForecastRequest, |problem| Some(ForecastRequest::new(problem));
    SquaresRequest, |problem| Some(SquaresRequest::new(problem));
    SymmetryRequest, |problem| Some(SymmetryRequest::new(problem));
    ColourRequest, |problem| Some(ColourRequest::new(problem));
    ExtremeRequest, |_| None;
    TraceRequest, |_| None;
    ExportRequest, |_| None;
    ImportRequest, |_| None;
}

on_problems! {
    CountRequest, CountRequest::new, engine, algorithm, settings, with, verify, workers, limits;
    EstimateRequest, |problem| EstimateRequest::new(vec![problem]);
    CompareRequest, |problem| CompareRequest::new(vec![problem]);
    ModularRequest, |problem| ModularRequest::new(vec![problem]);
}
