//! Errors of the library as exceptions of the package, in the words of Python.

use bezzel::{Error, ErrorKind, Instead};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;

/// `bezzel.errors`, which defines the exceptions.
static ERRORS: PyOnceLock<Py<PyModule>> = PyOnceLock::new();

/// The exception for an error of the library.
pub fn raise(py: Python<'_>, error: &Error) -> PyErr {
    let hint = error.hint(keywords);
    exception(py, class(error.kind), &error.render(keywords), &error.what, hint.as_deref())
}

/// The exception for an argument that the library never saw.
pub fn refuse(py: Python<'_>, what: &str) -> PyErr {
    exception(py, class(ErrorKind::BadRequest), what, what, None)
}

/// The exception for an argument of the wrong type.
pub fn wrong_type(py: Python<'_>, what: &str) -> PyErr {
    exception(py, "WrongType", what, what, None)
}

/// A computation that a signal has ended although its handler raised nothing.
pub fn stopped(py: Python<'_>) -> PyErr {
    let what = "a signal has stopped the computation";
    exception(py, "Stopped", what, what, None)
}

/// A defect of the library: it must not take the interpreter down.
pub fn panicked(py: Python<'_>, why: &str) -> PyErr {
    let what = format!("the library has a defect: {why}");
    exception(py, class(ErrorKind::Failed), &what, &what, None)
}

fn exception(py: Python<'_>, name: &str, text: &str, what: &str, hint: Option<&str>) -> PyErr {
    let errors = ERRORS.get_or_try_init(py, || Ok(PyModule::import(py, "bezzel.errors")?.unbind()));
    let made = errors
        .and_then(|errors: &Py<PyModule>| errors.bind(py).getattr(name)?.call1((text, what, hint)));
    match made {
        Ok(value) => PyErr::from_value(value),
        Err(error) => error,
    }
}

fn class(kind: ErrorKind) -> &'static str {
    match kind {
        ErrorKind::UnknownName => "UnknownName",
        ErrorKind::Unsupported => "Unsupported",
        ErrorKind::TooLarge => "TooLarge",
        ErrorKind::Exists => "Exists",
        ErrorKind::Io => "Io",
        ErrorKind::Damaged => "Damaged",
        ErrorKind::Busy => "Busy",
        ErrorKind::NotThere => "NotThere",
        ErrorKind::Failed => "Failed",
        ErrorKind::Alarm => "Alarm",
        _ => "BadRequest",
    }
}

/// A suggestion as a keyword argument or a function of the package.
fn keywords(instead: &Instead) -> String {
    match instead {
        Instead::Set { option, value: Some(value) } if value == "true" => {
            format!("use {option}=True")
        }
        Instead::Set { option, value: Some(value) } => match value.parse::<f64>() {
            Ok(_) => format!("use {option}={value}"),
            Err(_) => format!("use {option}='{value}'"),
        },
        Instead::Set { option, value: None } => format!("say which with {option}=…"),
        Instead::LeaveOut { option } => format!("leave {option} out"),
        Instead::Ask { verb, purpose } => format!("bezzel.{}() {purpose}", function(verb)),
        Instead::Advice(advice) => advice.clone(),
        _ => "help(bezzel) lists all functions".to_owned(),
    }
}

/// The function that does what a verb does.
fn function(verb: &str) -> &str {
    match verb {
        "list" => "solutions",
        "import" => "import_answer",
        verb => verb,
    }
}
