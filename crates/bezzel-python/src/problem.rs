//! A problem: the board, its attack rule, the given queens and the blocked squares.

use crate::error;
use bezzel::{Notation, Rule, Size, Square, Topology};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyInt, PyTuple};
use pythonize::pythonize;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

/// A square as row and column from 0.
pub type Pair = (u32, u32);

/// A board, its attack rule, the given queens and the blocked squares.
///
/// The size is a number, a text such as `"5x8"` (rows x columns) or `"4^3"` (side^dimension), or a
/// pair of rows and columns. Squares are pairs of row and column from 0, or a text such as
/// `"0,3 2,5"`.
///
/// >>> from bezzel import Problem
/// >>> Problem(8)
/// Problem('8')
/// >>> Problem("5x8").columns
/// 8
/// >>> Problem(8, given=[(0, 3)], blocked="1,1 2,2").given
/// [(0, 3)]
#[pyclass(frozen, module = "bezzel._core")]
pub struct Problem(pub Arc<bezzel::Problem>);

#[pymethods]
impl Problem {
    #[new]
    #[pyo3(signature = (n, *, torus=false, dimension=None, rule=None, given=None, blocked=None))]
    fn new(
        n: &Bound<'_, PyAny>,
        torus: bool,
        dimension: Option<u32>,
        rule: Option<&str>,
        given: Option<&Bound<'_, PyAny>>,
        blocked: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Problem> {
        let py = n.py();
        let raise = |wrong: bezzel::Error| error::raise(py, &wrong);
        let board = |wrong: bezzel::BoardError| raise(wrong.into());
        let size = size(n, dimension)?;
        let mut problem = bezzel::Problem::new(size);
        if let Some(rule) = rule {
            let rule: Rule = rule.parse().map_err(board)?;
            problem = problem.with_rule(rule).map_err(board)?;
        }
        if torus {
            problem = problem.on_torus().map_err(board)?;
        }
        if let Some(given) = given {
            problem = problem.with_given(squares(given, size)?).map_err(board)?;
        }
        if let Some(blocked) = blocked {
            problem = problem.with_blocked(squares(blocked, size)?).map_err(board)?;
        }
        Ok(Problem(Arc::new(problem)))
    }

    /// The size as text: `8`, `5x8`, `4^3`.
    #[getter]
    fn size(&self) -> String {
        self.0.size().to_string()
    }

    /// Number of rows; in space, of layers.
    #[getter]
    fn rows(&self) -> u32 {
        self.0.size().rows()
    }

    /// Number of columns.
    #[getter]
    fn columns(&self) -> u32 {
        self.0.size().columns()
    }

    /// Number of dimensions.
    #[getter]
    fn dimension(&self) -> u32 {
        self.0.size().dimension()
    }

    /// Whether opposite edges are joined.
    #[getter]
    fn torus(&self) -> bool {
        self.0.topology() == Topology::Torus
    }

    /// The attack rule.
    #[getter]
    fn rule(&self) -> String {
        self.0.rule().to_string()
    }

    /// The queens that every solution contains.
    #[getter]
    fn given(&self) -> Vec<Pair> {
        pairs(self.0.given())
    }

    /// The squares that hold no queen.
    #[getter]
    fn blocked(&self) -> Vec<Pair> {
        pairs(self.0.blocked())
    }

    /// The problem as plain data, as the command line and the server write it.
    pub fn document<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(pythonize(py, &*self.0)?)
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    pub fn __repr__(&self) -> String {
        let problem = &*self.0;
        let mut text = format!("Problem('{}'", problem.size());
        if problem.topology() == Topology::Torus {
            text.push_str(", torus=True");
        }
        if problem.rule() != Rule::default() {
            text.push_str(&format!(", rule='{}'", problem.rule()));
        }
        for (name, set) in [("given", problem.given()), ("blocked", problem.blocked())] {
            if !set.is_empty() {
                text.push_str(&format!(", {name}={:?}", pairs(set)));
            }
        }
        text + ")"
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Problem>().is_ok_and(|other| other.get().0 == self.0)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.0.hash(&mut hasher);
        hasher.finish()
    }

    /// Problems travel to other processes.
    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyAny>,))> {
        let read = py.get_type::<Problem>().getattr("from_document")?;
        Ok((read, (self.document(py)?,)))
    }

    /// The problem of a document.
    #[staticmethod]
    fn from_document(document: &Bound<'_, PyAny>) -> PyResult<Problem> {
        match pythonize::depythonize::<bezzel::Problem>(document) {
            Ok(problem) => Ok(Problem(Arc::new(problem))),
            Err(wrong) => Err(error::refuse(document.py(), &wrong.to_string())),
        }
    }
}

/// Squares as pairs.
pub fn pairs(placement: &bezzel::Placement) -> Vec<Pair> {
    placement.squares().iter().map(|square| (square.row, square.column)).collect()
}

/// A size from a number, a text, or a pair of rows and columns.
pub fn size(n: &Bound<'_, PyAny>, dimension: Option<u32>) -> PyResult<Size> {
    let py = n.py();
    let raise = |wrong: bezzel::BoardError| error::raise(py, &wrong.into());
    if n.is_instance_of::<PyBool>() {
        return Err(PyTypeError::new_err("a size is a number, a text or a pair, not a bool"));
    }
    let size = if let Ok(text) = n.extract::<&str>() {
        text.parse().map_err(raise)?
    } else if let Ok(n) = n.extract::<u32>() {
        Size::square(n).map_err(raise)?
    } else if n.is_instance_of::<PyTuple>() {
        let (rows, columns) = n.extract()?;
        Size::rectangle(rows, columns).map_err(raise)?
    } else if n.is_instance_of::<PyInt>() {
        // Negative or enormous: the library says what is wrong with it.
        n.str()?.to_str()?.parse().map_err(raise)?
    } else {
        let kind = n.get_type().name()?.to_string();
        let text = format!("a size is a number, a text such as '5x8' or a pair, not {kind}");
        return Err(PyTypeError::new_err(text));
    };
    match dimension {
        None => Ok(size),
        Some(dimension) if size.dimension() == 2 && size.is_square() => {
            Size::cube(size.columns(), dimension).map_err(raise)
        }
        Some(_) => Err(error::refuse(
            py,
            &format!("{size} already says how many dimensions there are; leave dimension out"),
        )),
    }
}

/// Squares from pairs or from a text.
pub fn squares(given: &Bound<'_, PyAny>, size: Size) -> PyResult<Vec<Square>> {
    if let Ok(text) = given.extract::<&str>() {
        let (read, _) = Notation::Squares
            .read(text, Some(size))
            .map_err(|wrong| error::raise(given.py(), &wrong.into()))?;
        return Ok(read.squares().to_vec());
    }
    let pairs = given.try_iter()?.map(|pair| pair?.extract::<Pair>().map(Square::from));
    pairs.collect()
}
