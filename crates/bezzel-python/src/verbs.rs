//! The verbs: each reads its request, calls the library and returns the answer.

use crate::call::{Sink, call, quick};
use crate::document::Document;
use crate::error;
use crate::placement::Placement;
use crate::problem::Problem;
use crate::request::{OnProblem, on, read};
use bezzel::{
    CheckRequest, ClosedFormRequest, ColourRequest, CompareRequest, Control, Counted, Error,
    ExportRequest, ExtremeRequest, SampleRequest, SolveRequest, StackCountRequest, Whole,
};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyInt};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;

/// One solution, if there is one.
#[pyfunction]
pub fn solve(
    problem: &Problem,
    options: &Bound<'_, PyDict>,
    proof: Option<PathBuf>,
    force: bool,
    progress: Sink,
) -> PyResult<(Option<Placement>, Document)> {
    let mut request: SolveRequest = on((*problem.0).clone(), options)?;
    (request.proof, request.force) = (proof, force);
    let answer = call(options.py(), progress, |control| bezzel::solve(&request, control))?;
    let queens = answer.placement.clone();
    let solution = queens.map(|queens| Placement { queens, problem: Arc::clone(&problem.0) });
    Ok((solution, Document::new(answer)))
}

/// The total of one problem, if the count was finished.
#[pyfunction]
pub fn count<'py>(
    py: Python<'py>,
    problem: &Problem,
    options: &Bound<'py, PyDict>,
    ledger: Option<PathBuf>,
    progress: Sink,
) -> PyResult<(Option<Bound<'py, PyAny>>, Document)> {
    let mut request: bezzel::CountRequest = on((*problem.0).clone(), options)?;
    request.ledger = ledger;
    let answer = call(py, progress, |control| bezzel::count(&request, control))?;
    let counted: Counted = answer.totals.into_iter().next().expect("one problem was counted");
    let number = if request.nontrivial { &counted.nontrivial } else { &counted.total };
    let total = number.as_ref().map(|total| whole(py, total)).transpose()?;
    Ok((total, Document::new(counted)))
}

/// A number of any size.
fn whole<'py>(py: Python<'py>, number: &Whole) -> PyResult<Bound<'py, PyAny>> {
    match u128::try_from(&number.0) {
        Ok(number) => Ok(number.into_pyobject(py)?.into_any()),
        Err(_) => py.get_type::<PyInt>().call1((number.to_string(),)),
    }
}

/// A random solution with its number, unless it was drawn from a walk.
type Drawn = (Option<u128>, Placement);

/// Random solutions.
#[pyfunction]
pub fn sample(
    problem: &Problem,
    options: &Bound<'_, PyDict>,
    ledger: Option<PathBuf>,
    progress: Sink,
) -> PyResult<(Vec<Drawn>, Document)> {
    let mut request: SampleRequest = on((*problem.0).clone(), options)?;
    request.ledger = ledger;
    let (drawn, answer) = call(options.py(), progress, |control| {
        let mut drawn = Vec::new();
        let answer = bezzel::sample(&request, control, &mut |one| {
            drawn.push((one.number.map(|number| number.0), one.placement));
            ControlFlow::Continue(())
        })?;
        Ok((drawn, answer))
    })?;
    let placed = |queens| Placement { queens, problem: Arc::clone(&problem.0) };
    let drawn = drawn.into_iter().map(|(number, queens)| (number, placed(queens))).collect();
    Ok((drawn, Document::new(answer)))
}

/// Whether queens solve a problem. Queens and problem are not converted to dictionaries and back;
/// queens as text are among the options.
#[pyfunction]
pub fn check(
    queens: Option<&Placement>,
    problem: Option<&Problem>,
    options: &Bound<'_, PyDict>,
) -> PyResult<Document> {
    let given = queens.zip(problem).filter(|_| options.is_empty());
    let request = match given {
        Some((queens, problem)) => CheckRequest::of(queens.queens.clone(), (*problem.0).clone()),
        None => {
            let mut request: CheckRequest = read(options)?;
            request.squares = queens.map(|queens| queens.queens.clone());
            request.problem = problem.map(|problem| (*problem.0).clone());
            request
        }
    };
    quick(options.py(), || bezzel::check(&request, &Control::new())).map(Document::new)
}

/// The work of several algorithms on the same problems. Each finished run is progress.
#[pyfunction]
pub fn compare(
    problems: Vec<PyRef<'_, Problem>>,
    options: &Bound<'_, PyDict>,
    each: Option<Py<PyAny>>,
    progress: Sink,
) -> PyResult<Document> {
    let py = options.py();
    let none = bezzel::Problem::queens(1);
    let mut request: CompareRequest = on(none, options)?;
    request.problems = problems.iter().map(|problem| (*problem.0).clone()).collect();
    let runs = quick(py, || request.runs())?;
    let failed = std::sync::Mutex::new(None);
    let answer = call(py, progress, |control| {
        let mut done = 0_u64;
        bezzel::compare(&request, control, &mut |_| {
            done += 1;
            let Some(each) = &each else { return ControlFlow::Continue(()) };
            match Python::attach(|py| each.call1(py, (done, runs)).map(|_| ())) {
                Ok(()) => ControlFlow::Continue(()),
                Err(error) => {
                    *failed.lock().expect("one thread compares") = Some(error);
                    ControlFlow::Break(())
                }
            }
        })
    })?;
    match failed.into_inner().expect("one thread compares") {
        Some(error) => Err(error),
        None => Ok(Document::new(answer)),
    }
}

/// A solution of any size without search, and its columns if a format is named.
#[pyfunction]
pub fn construct<'py>(
    py: Python<'py>,
    options: &Bound<'py, PyDict>,
) -> PyResult<(Document, Bound<'py, PyBytes>)> {
    let request = read(options)?;
    let (answer, bytes) = call(py, None, |control| {
        let mut bytes = Vec::new();
        bezzel::construct(&request, control, &mut bytes).map(|answer| (answer, bytes))
    })?;
    Ok((Document::new(answer), PyBytes::new(py, &bytes)))
}

/// The problem in a format of other solvers.
#[pyfunction]
pub fn export<'py>(
    problem: &Problem,
    options: &Bound<'py, PyDict>,
) -> PyResult<(Document, Bound<'py, PyBytes>)> {
    let request: ExportRequest = on((*problem.0).clone(), options)?;
    let (answer, bytes) = call(options.py(), None, |control| {
        let mut bytes = Vec::new();
        bezzel::export(&request, control, &mut bytes).map(|answer| (answer, bytes))
    })?;
    Ok((Document::new(answer), PyBytes::new(options.py(), &bytes)))
}

/// A picture, and the numbers behind it if it is a plot.
#[pyfunction]
pub fn draw<'py>(
    py: Python<'py>,
    options: &Bound<'py, PyDict>,
    progress: Sink,
) -> PyResult<(Document, Bound<'py, PyBytes>, Option<String>)> {
    let request: bezzel::DrawRequest = read(options)?;
    let mut answer = call(py, progress, |control| bezzel::draw(&request, control))?;
    let picture = PyBytes::new(py, &std::mem::take(&mut answer.picture));
    let data = answer.data.take();
    Ok((Document::new(answer), picture, data))
}

/// Every other verb, by its name.
#[pyfunction]
pub fn ask(
    verb: &str,
    about: Option<&Problem>,
    options: &Bound<'_, PyDict>,
    progress: Sink,
) -> PyResult<Document> {
    let problem = || match about {
        Some(problem) => Ok((*problem.0).clone()),
        None => Err(error::refuse(options.py(), &format!("{verb} needs a problem"))),
    };
    match verb {
        "algorithms" => at_once(options, bezzel::algorithms),
        "catalogue" => Ok(Document::new(bezzel::catalogue(&Control::new()))),
        "closed-form" => {
            let ledger = take_file(options, "ledger")?;
            let mut request: ClosedFormRequest = read(options)?;
            request.ledger = ledger;
            asked(options.py(), progress, &request, bezzel::closed_form)
        }
        "colour" => {
            let proof = take_file(options, "proof")?;
            let force = take_flag(options, "force")?;
            let mut request: ColourRequest = on(problem()?, options)?;
            (request.proof, request.force) = (proof, force);
            asked(options.py(), progress, &request, bezzel::colour)
        }
        "disjoint" => long(options, progress, bezzel::disjoint),
        "divide" => about_problem(problem()?, options, progress, bezzel::divide),
        "estimate" => about_problem(problem()?, options, progress, bezzel::estimate),
        "extreme" => {
            let proof = take_file(options, "proof")?;
            let force = take_flag(options, "force")?;
            let mut request: ExtremeRequest = on(problem()?, options)?;
            (request.proof, request.force) = (proof, force);
            asked(options.py(), progress, &request, bezzel::extreme)
        }
        "forecast" => about_problem(problem()?, options, progress, bezzel::forecast),
        "import" => about_problem(problem()?, options, progress, bezzel::import),
        "modular" => about_problem(problem()?, options, progress, bezzel::modular),
        "papers" => at_once(options, bezzel_papers::list),
        "puzzle" => long(options, progress, bezzel::puzzle),
        "reproduce" => long(options, progress, |request, control| {
            bezzel_papers::reproduce(request, control, &mut |_, _| {})
        }),
        "space-table" => long(options, progress, bezzel::space_table),
        "squares" => about_problem(problem()?, options, progress, bezzel::squares),
        "stack" => long(options, progress, bezzel::stack),
        "stack-count" => {
            let ledger = take_file(options, "ledger")?;
            let mut request: StackCountRequest = read(options)?;
            request.ledger = ledger;
            asked(options.py(), progress, &request, bezzel::stack_count)
        }
        "stacks" => long(options, progress, bezzel::stacks),
        "symmetry" => about_problem(problem()?, options, progress, bezzel::symmetry),
        _ => Err(PyValueError::new_err(format!("there is no verb {verb}"))),
    }
}

/// A verb about a problem.
fn about_problem<R, A>(
    problem: bezzel::Problem,
    options: &Bound<'_, PyDict>,
    progress: Sink,
    verb: fn(&R, &Control) -> Result<A, Error>,
) -> PyResult<Document>
where
    R: OnProblem + Sync,
    A: Serialize + Send + Sync + 'static,
{
    asked(options.py(), progress, &on(problem, options)?, verb)
}

/// A verb that may take a long time.
fn long<R, A>(
    options: &Bound<'_, PyDict>,
    progress: Sink,
    verb: fn(&R, &Control) -> Result<A, Error>,
) -> PyResult<Document>
where
    R: DeserializeOwned + Sync,
    A: Serialize + Send + Sync + 'static,
{
    asked(options.py(), progress, &read(options)?, verb)
}

fn asked<R: Sync, A>(
    py: Python<'_>,
    progress: Sink,
    request: &R,
    verb: fn(&R, &Control) -> Result<A, Error>,
) -> PyResult<Document>
where
    A: Serialize + Send + Sync + 'static,
{
    call(py, progress, |control| verb(request, control)).map(Document::new)
}

/// Takes the name of a file out of the options: requests do not carry files.
fn take_file(options: &Bound<'_, PyDict>, name: &str) -> PyResult<Option<PathBuf>> {
    let Some(file) = options.get_item(name)? else { return Ok(None) };
    options.del_item(name)?;
    file.extract()
}

/// Takes an option that is true or missing out of the options.
fn take_flag(options: &Bound<'_, PyDict>, name: &str) -> PyResult<bool> {
    let Some(flag) = options.get_item(name)? else { return Ok(false) };
    options.del_item(name)?;
    flag.extract()
}

/// A verb that answers at once.
fn at_once<R, A>(
    options: &Bound<'_, PyDict>,
    verb: fn(&R) -> Result<A, Error>,
) -> PyResult<Document>
where
    R: DeserializeOwned,
    A: Serialize + Send + Sync + 'static,
{
    let request = read(options)?;
    quick(options.py(), || verb(&request)).map(Document::new)
}
