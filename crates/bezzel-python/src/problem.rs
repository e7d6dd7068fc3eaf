//! A problem: the board, its attack rule, the given queens, the blocked squares and the regions.

use crate::argument::{argument, optional, shown, wrong};
use crate::error;
use crate::request::read;
use bezzel::{Notation, Regions, Rule, Size, Square, Topology};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyInt, PyTuple};
use pythonize::pythonize;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

/// A square as row and column from 0.
pub type Pair = (u32, u32);

/// What a size may be.
const SIZE: &str = "a number, a text such as '5x8' or a pair of rows and columns";
/// What squares may be.
const SQUARES: &str = "pairs of row and column from 0, or a text such as '0,3 2,5'";

/// A board, its attack rule, the given queens, the blocked squares and the regions.
///
/// The size is a number, a text such as `"5x8"` (rows x columns) or `"4^3"` (side^dimension), or a
/// pair of rows and columns. Squares are pairs of row and column from 0, or a text such as
/// `"0,3 2,5"`. Regions hold one queen each: a letter for each square, with `/` between rows. The rule
/// names the piece (queen, amazon, semi-queen, rook, bishop, king, …), the topology says which edges
/// are joined (plane, torus, cylinder, mobius), and queens is the number of pieces if it is not that of
/// the rows.
///
/// >>> from bezzel import Problem
/// >>> Problem(8)
/// Problem('8')
/// >>> Problem("5x8").columns
/// 8
/// >>> Problem(8, given=[(0, 3)], blocked="1,1 2,2").given
/// [(0, 3)]
/// >>> Problem(4, rule="touching", regions="AABB/ACCB/ADCB/DDDD").regions
/// 'AABB/ACCB/ADCB/DDDD'
/// >>> Problem(8, rule="king", topology="cylinder", queens=9)
/// Problem('8', topology='cylinder', rule='king', queens=9)
#[pyclass(frozen, module = "bezzel._core")]
pub struct Problem(pub Arc<bezzel::Problem>);

#[pymethods]
impl Problem {
    #[new]
    #[pyo3(
        signature = (n, *, torus=None, dimension=None, rule=None, given=None, blocked=None,
                     regions=None, topology=None, queens=None, pawns=None, excluded=None),
        text_signature = "(n, *, torus=False, dimension=None, rule=None, given=None, blocked=None, \
                          regions=None, topology=None, queens=None, pawns=None, excluded=None)"
    )]
    #[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
    fn new(
        n: &Bound<'_, PyAny>,
        torus: Option<&Bound<'_, PyAny>>,
        dimension: Option<&Bound<'_, PyAny>>,
        rule: Option<&Bound<'_, PyAny>>,
        given: Option<&Bound<'_, PyAny>>,
        blocked: Option<&Bound<'_, PyAny>>,
        regions: Option<&Bound<'_, PyAny>>,
        topology: Option<&Bound<'_, PyAny>>,
        queens: Option<&Bound<'_, PyAny>>,
        pawns: Option<&Bound<'_, PyAny>>,
        excluded: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Problem> {
        let board = |wrong: bezzel::BoardError| error::raise(n.py(), &wrong.into());
        let size = size(n, optional(dimension, "dimension", "a whole number")?)?;
        let mut problem = bezzel::Problem::new(size);
        if let Some(rule) = optional::<&str>(rule, "rule", "a text")? {
            let rule: Rule = rule.parse().map_err(board)?;
            problem = problem.with_rule(rule).map_err(board)?;
        }
        let is_torus = optional(torus, "torus", "True or False")? == Some(true);
        let topology = optional::<&str>(topology, "topology", "a text")?;
        if is_torus && topology.is_some() {
            let text = "torus and topology say the same; leave one of them out";
            return Err(error::refuse(n.py(), text));
        }
        if let Some(topology) = if is_torus { Some("torus") } else { topology } {
            let topology: Topology = topology.parse().map_err(board)?;
            problem = problem.on(topology).map_err(board)?;
        }
        if let Some(queens) = optional(queens, "queens", "a whole number")? {
            problem = problem.with_pieces(queens).map_err(board)?;
        }
        if let Some(pawns) = pawns {
            problem = problem.with_pawns(squares(pawns, "pawns", size)?).map_err(board)?;
        }
        if let Some(excluded) = optional::<&str>(excluded, "excluded", "a text such as 'd0,s7'")? {
            let excluded = excluded.parse().map_err(board)?;
            problem = problem.with_excluded(excluded).map_err(board)?;
        }
        if let Some(regions) = optional::<&str>(regions, "regions", "a text such as 'AAB/ACB/CCB'")?
        {
            let regions: Regions = regions.parse().map_err(board)?;
            problem = problem.with_regions(regions).map_err(board)?;
        }
        if let Some(given) = given {
            problem = problem.with_given(squares(given, "given", size)?).map_err(board)?;
        }
        if let Some(blocked) = blocked {
            problem = problem.with_blocked(squares(blocked, "blocked", size)?).map_err(board)?;
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

    /// How the edges are joined: plane, torus, cylinder or mobius.
    #[getter]
    fn topology(&self) -> String {
        self.0.topology().to_string()
    }

    /// The number of pieces of a solution.
    #[getter]
    fn queens(&self) -> u32 {
        self.0.pieces()
    }

    /// The squares with pawns.
    #[getter]
    fn pawns(&self) -> Vec<Pair> {
        pairs(self.0.pawns())
    }

    /// The excluded diagonals: `d0,s7`.
    #[getter]
    fn excluded(&self) -> String {
        self.0.excluded().to_string()
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

    /// The squares that hold no queen, without those of pawns and excluded diagonals.
    #[getter]
    fn blocked(&self) -> Vec<Pair> {
        pairs(self.0.blocked_itself())
    }

    /// The regions, a letter for each square with `/` between rows; `None` if there are none.
    #[getter]
    fn regions(&self) -> Option<String> {
        let regions = self.0.regions();
        (!regions.is_empty()).then(|| regions.to_string())
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
        match problem.topology() {
            Topology::Plane => {}
            Topology::Torus => text.push_str(", torus=True"),
            other => text.push_str(&format!(", topology='{other}'")),
        }
        if problem.rule() != Rule::default() {
            text.push_str(&format!(", rule='{}'", problem.rule()));
        }
        if problem.pieces() != problem.size().rows() {
            text.push_str(&format!(", queens={}", problem.pieces()));
        }
        if !problem.excluded().is_empty() {
            text.push_str(&format!(", excluded='{}'", problem.excluded()));
        }
        let sets = [
            ("given", problem.given()),
            ("blocked", problem.blocked_itself()),
            ("pawns", problem.pawns()),
        ];
        for (name, set) in sets {
            if !set.is_empty() {
                text.push_str(&format!(", {name}={:?}", pairs(set)));
            }
        }
        if let Some(regions) = self.regions() {
            text.push_str(&format!(", regions='{regions}'"));
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
        read(document).map(|problem| Problem(Arc::new(problem)))
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
    let size = if n.is_instance_of::<PyBool>() {
        return Err(wrong(n, "n", SIZE));
    } else if let Ok(text) = n.extract::<&str>() {
        text.parse().map_err(raise)?
    } else if let Ok(n) = n.extract::<u32>() {
        Size::square(n).map_err(raise)?
    } else if n.is_instance_of::<PyTuple>() {
        let (rows, columns) = argument(n, "n", SIZE)?;
        Size::rectangle(rows, columns).map_err(raise)?
    } else if n.is_instance_of::<PyInt>() {
        // Negative or enormous: the library says what is wrong with it.
        shown(n).parse().map_err(raise)?
    } else {
        return Err(wrong(n, "n", SIZE));
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
pub fn squares(given: &Bound<'_, PyAny>, name: &str, size: Size) -> PyResult<Vec<Square>> {
    if let Ok(text) = given.extract::<&str>() {
        let (read, _) = Notation::Squares
            .read(text, Some(size))
            .map_err(|wrong| error::raise(given.py(), &wrong.into()))?;
        return Ok(read.squares().to_vec());
    }
    let each = given.try_iter().map_err(|_| wrong(given, name, SQUARES))?;
    let square = |pair: PyResult<Bound<'_, PyAny>>| {
        let pair = pair?;
        pair.extract::<Pair>().map(Square::from).map_err(|_| wrong(&pair, name, SQUARES))
    };
    each.map(square).collect()
}

/// The square of a pair of row and column.
pub fn square(pair: &Bound<'_, PyAny>) -> PyResult<Square> {
    argument::<Pair>(pair, "square", "a pair of row and column from 0").map(Square::from)
}
