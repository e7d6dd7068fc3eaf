//! Answers of the library, turned into dictionaries when they are asked for.

use pyo3::prelude::*;
use pythonize::pythonize;
use serde::Serialize;

/// What serialises to a dictionary.
trait ToPython {
    fn to_python<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>>;
}

impl<T: Serialize> ToPython for T {
    fn to_python<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(pythonize(py, self)?)
    }
}

/// An answer. Many callers look only at a total, so its fields are converted when they are used.
#[pyclass(frozen, module = "bezzel._core")]
pub struct Document(Box<dyn ToPython + Send + Sync>);

impl Document {
    pub fn new(answer: impl Serialize + Send + Sync + 'static) -> Document {
        Document(Box::new(answer))
    }
}

#[pymethods]
impl Document {
    /// The answer as plain data, as the command line prints it with `--json`.
    fn read<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.0.to_python(py)
    }
}
