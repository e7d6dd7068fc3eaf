//! Arguments, with messages that name the one that is wrong and say what it must be.

use crate::error;
use crate::problem::Problem;
use bezzel::misread;
use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyInt};
use pythonize::PythonizeError;
use serde_path_to_error::{Path, Segment};

/// Most letters of a value that a message shows.
const SHOWN: usize = 40;

/// Reads an argument.
pub fn argument<'a, 'py, T: FromPyObject<'a, 'py>>(
    value: &'a Bound<'py, PyAny>,
    name: &str,
    wanted: &str,
) -> PyResult<T> {
    value.extract::<T>().map_err(|_| wrong(value, name, wanted))
}

/// Reads an argument that may be missing.
pub fn optional<'a, 'py, T: FromPyObject<'a, 'py>>(
    value: Option<&'a Bound<'py, PyAny>>,
    name: &str,
    wanted: &str,
) -> PyResult<Option<T>> {
    value.map(|value| argument(value, name, wanted)).transpose()
}

/// Reads a whole number from 0.
pub fn whole<'a, 'py, T: FromPyObject<'a, 'py>>(
    value: &'a Bound<'py, PyAny>,
    name: &str,
) -> PyResult<T> {
    argument(value, name, "a whole number from 0")
}

/// Reads a problem.
pub fn problem<'a>(value: &'a Bound<'_, PyAny>, name: &str) -> PyResult<&'a Problem> {
    let problem = value.cast::<Problem>().map_err(|_| wrong(value, name, "a Problem"))?;
    Ok(problem.get())
}

/// The exception for a value that is not what it must be.
pub fn wrong(value: &Bound<'_, PyAny>, name: &str, wanted: &str) -> PyErr {
    let is_number = value.is_instance_of::<PyInt>() && !value.is_instance_of::<PyBool>();
    // A number out of range has the right type.
    if is_number && wanted.contains("number") {
        error::refuse(value.py(), &format!("{name} must be {wanted}, not {}", shown(value)))
    } else {
        error::wrong_type(value.py(), &format!("{name} must be {wanted}, not {}", kind(value)))
    }
}

/// The name of a value's type.
fn kind(value: &Bound<'_, PyAny>) -> String {
    value.get_type().name().map_or_else(|_| "something else".to_owned(), |name| name.to_string())
}

/// A value as text, if that is not too long.
pub fn shown(value: &Bound<'_, PyAny>) -> String {
    match value.str() {
        Ok(text) if text.to_string().len() <= SHOWN => text.to_string(),
        // Python refuses to write very large numbers at all.
        _ => "a number of many digits".to_owned(),
    }
}

/// The exception for a request that cannot be read: the option at this path is wrong.
pub fn refused(options: &Bound<'_, PyAny>, path: &Path, wrong_because: PythonizeError) -> PyErr {
    let py = options.py();
    let (name, value) = found(options, path);
    let text = wrong_because.to_string();
    let cause = PyErr::from(wrong_because);
    match value {
        Some(value) if text == "expected a text or a whole number" => {
            wrong(&value, &name, "a text or a whole number")
        }
        Some(value) if cause.is_instance_of::<PyTypeError>(py) => {
            wrong(&value, &name, expected(&text))
        }
        Some(value) if cause.is_instance_of::<PyOverflowError>(py) => {
            wrong(&value, &name, "a whole number from 0 that is not too large")
        }
        _ => error::raise(py, &misread(&name, &text)),
    }
}

/// The innermost named option of a path, and the value at its end.
fn found<'py>(options: &Bound<'py, PyAny>, path: &Path) -> (String, Option<Bound<'py, PyAny>>) {
    let (mut name, mut value) = ("the request".to_owned(), Some(options.clone()));
    for segment in path {
        value = match segment {
            Segment::Map { key } => {
                name.clone_from(key);
                value.and_then(|value| value.get_item(key).ok())
            }
            Segment::Seq { index } => value.and_then(|value| value.get_item(index).ok()),
            _ => value,
        };
    }
    (name, value)
}

/// What a conversion expected, by its message.
fn expected(text: &str) -> &'static str {
    match text {
        text if text.contains("real number") => "a number",
        text if text.contains("integer") => "a whole number",
        text if text.contains("str") => "a text",
        text if text.contains("equence") => "a list",
        _ => "a text or a number",
    }
}
