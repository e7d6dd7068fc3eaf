//! A placement: queens on a board, perhaps not a solution.

use crate::argument::{argument, problem as read_problem, wrong};
use crate::call::quick;
use crate::error;
use crate::problem::{Pair, Problem, pairs, size, square as read_square, squares};
use bezzel::{BoardPicture, Control, DrawRequest, Notation, PictureRequest, Square};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

/// Symmetries that a message names at most.
const SHOWN: usize = 8;

/// What queens may be.
const QUEENS: &str = "a text, the column of each row, or pairs of row and column";

/// Queens on a board. It may be partial, and queens may attack each other.
///
/// Made from a text, from the column of each row (`None` for an empty row), or from squares.
///
/// >>> from bezzel import Placement
/// >>> queens = Placement("1,3,0,2")
/// >>> queens.columns
/// [1, 3, 0, 2]
/// >>> queens.is_solution
/// True
/// >>> print(queens.write("grid"))
/// .Q..
/// ...Q
/// Q...
/// ..Q.
/// >>> Placement([(0, 1), (1, 3)], n=4).columns
/// [1, 3, None, None]
#[pyclass(frozen, module = "bezzel._core")]
pub struct Placement {
    pub queens: bezzel::Placement,
    pub problem: Arc<bezzel::Problem>,
}

impl Placement {
    fn on(&self, queens: bezzel::Placement) -> Placement {
        Placement { queens, problem: Arc::clone(&self.problem) }
    }

    /// These queens on the board of a problem, if they are on it.
    fn on_board(
        py: Python<'_>,
        queens: bezzel::Placement,
        problem: Arc<bezzel::Problem>,
    ) -> PyResult<Placement> {
        match queens.squares().iter().find(|&&queen| !problem.size().contains(queen)) {
            None => Ok(Placement { queens, problem }),
            Some(off) => {
                let size = problem.size();
                let text = format!("{off} is not on the {size} board; choose a larger one");
                Err(error::refuse(py, &text))
            }
        }
    }

    fn written(&self, py: Python<'_>, notation: Notation) -> PyResult<String> {
        quick(py, || Ok(notation.write(&self.queens, self.problem.size())?))
    }
}

#[pymethods]
impl Placement {
    #[new]
    #[pyo3(signature = (queens, n=None, *, problem=None, notation=None))]
    fn new(
        queens: &Bound<'_, PyAny>,
        n: Option<&Bound<'_, PyAny>>,
        problem: Option<&Bound<'_, PyAny>>,
        notation: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Placement> {
        let py = queens.py();
        let asked = match (n, problem) {
            (Some(_), Some(_)) => return Err(error::refuse(py, "give n or problem, not both")),
            (Some(n), None) => Some(Arc::new(bezzel::Problem::new(size(n, None)?))),
            (None, Some(problem)) => Some(Arc::clone(&read_problem(problem, "problem")?.0)),
            (None, None) => None,
        };
        let notation = read_notation(notation)?;
        let board = asked.as_ref().map(|problem| problem.size());
        let (queens, found) = if let Ok(text) = queens.extract::<&str>() {
            quick(py, || Ok(notation.read(text.trim_end(), board)?))?
        } else if let Ok(columns) = queens.extract::<Vec<Option<u32>>>() {
            let rows = columns.iter().zip(0..);
            let placed = rows.filter_map(|(column, row)| Some(Square::new(row, (*column)?)));
            let side = u32::try_from(columns.len()).unwrap_or(u32::MAX);
            let found = bezzel::Size::square(side);
            let found = board.map_or(found, Ok).map_err(|wrong| error::raise(py, &wrong.into()))?;
            (placed.collect(), found)
        } else {
            if queens.try_iter().is_err() {
                return Err(wrong(queens, "queens", QUEENS));
            }
            let board = board.ok_or_else(|| {
                error::refuse(py, "squares do not give the board's size; say it with n=…")
            })?;
            (squares(queens, "queens", board)?.into(), board)
        };
        let problem = asked.unwrap_or_else(|| Arc::new(bezzel::Problem::new(found)));
        Placement::on_board(py, queens, problem)
    }

    /// The problem whose board it is on.
    #[getter]
    fn problem(&self) -> Problem {
        Problem(Arc::clone(&self.problem))
    }

    /// The queens as pairs of row and column from 0.
    #[getter]
    fn squares(&self) -> Vec<Pair> {
        pairs(&self.queens)
    }

    /// The column of each row, `None` for an empty row; `None` if a row has two queens.
    #[getter]
    fn columns(&self) -> Option<Vec<Option<u32>>> {
        self.queens.columns(self.problem.size())
    }

    /// Whether it solves its problem.
    #[getter]
    fn is_solution(&self) -> bool {
        self.problem.is_solution(&self.queens)
    }

    /// What keeps it from being a solution, in words.
    fn faults(&self) -> Vec<String> {
        self.problem.faults(&self.queens)
    }

    /// The pairs of queens that attack each other, each with the line they share.
    fn conflicts(&self) -> Vec<(Pair, Pair, String)> {
        let pair = |square: Square| (square.row, square.column);
        let conflicts = self.problem.conflicts(&self.queens).into_iter();
        conflicts.map(|it| (pair(it.first), pair(it.second), it.line.to_string())).collect()
    }

    /// The placement as text, in the usual notation of its problem unless another is named: one-line,
    /// or squares if a row may hold several queens.
    ///
    /// >>> from bezzel import Placement
    /// >>> Placement("1,3,0,2").write("algebraic")
    /// 'b4,d3,a2,c1'
    #[pyo3(signature = (notation=None))]
    fn write(&self, py: Python<'_>, notation: Option<&Bound<'_, PyAny>>) -> PyResult<String> {
        let usual = || Ok(self.problem.usual_notation());
        self.written(py, notation.map_or_else(usual, |name| read_notation(Some(name)))?)
    }

    /// The placement with one more queen.
    fn place(&self, square: &Bound<'_, PyAny>) -> PyResult<Placement> {
        let mut queens = self.queens.clone();
        queens.place(read_square(square)?);
        Placement::on_board(square.py(), queens, Arc::clone(&self.problem))
    }

    /// The placement without the queen on this square.
    fn remove(&self, square: &Bound<'_, PyAny>) -> PyResult<Placement> {
        let mut queens = self.queens.clone();
        queens.remove(read_square(square)?);
        Ok(self.on(queens))
    }

    /// The image under a symmetry of the problem, by its name: R1 to R4, D1 to D4, and where edges are
    /// joined also after a shift, such as R1+2,3.
    fn image(&self, py: Python<'_>, symmetry: &Bound<'_, PyAny>) -> PyResult<Placement> {
        let symmetry: &str = argument(symmetry, "symmetry", "a name such as 'R1'")?;
        let all = quick(py, || bezzel::motions(&self.problem))?;
        match all.iter().find(|one| one.to_string() == symmetry) {
            Some(motion) => Ok(self.on(motion.image(&self.queens, &self.problem))),
            None => {
                let names: Vec<String> = all.iter().take(SHOWN).map(ToString::to_string).collect();
                let more = if all.len() > SHOWN { ", …" } else { "" };
                let names = names.join(", ") + more;
                let text = format!("the board has no symmetry '{symmetry}'; it has {names}");
                Err(error::refuse(py, &text))
            }
        }
    }

    /// The smallest image under the turns, reflections and shifts of the problem.
    fn canonical(&self, py: Python<'_>) -> PyResult<Placement> {
        Ok(self.orbit(py)?.swap_remove(0))
    }

    /// The different images under the turns, reflections and shifts of the problem, the smallest first.
    fn orbit(&self, py: Python<'_>) -> PyResult<Vec<Placement>> {
        let motions = quick(py, || bezzel::motions(&self.problem))?;
        let images = motions.iter().map(|motion| motion.image(&self.queens, &self.problem));
        let images: BTreeSet<bezzel::Placement> = images.collect();
        Ok(images.into_iter().map(|image| self.on(image)).collect())
    }

    fn __len__(&self) -> usize {
        self.queens.len()
    }

    fn __contains__(&self, square: &Bound<'_, PyAny>) -> bool {
        square.extract::<Pair>().is_ok_and(|square| self.queens.contains(square.into()))
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(PyTuple::new(py, pairs(&self.queens))?.try_iter()?.into_any())
    }

    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        self.written(py, self.queens.usual_notation())
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let problem = &*self.problem;
        let is_plain = *problem == bezzel::Problem::new(problem.size());
        let (columns, size) = (self.columns(), problem.size());
        Ok(match (columns, is_plain) {
            (Some(_), true) if size.is_square() && size.dimension() == 2 => {
                format!("Placement('{}')", self.written(py, Notation::default())?)
            }
            _ => format!("Placement({:?}, problem={})", self.squares(), self.problem().__repr__()),
        })
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Placement>().is_ok_and(|other| {
            let other = other.get();
            other.queens == self.queens && other.problem == self.problem
        })
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.queens.hash(&mut hasher);
        self.problem.hash(&mut hasher);
        hasher.finish()
    }

    /// Placements travel to other processes.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let read = py.get_type::<Placement>().getattr("of_squares")?;
        (read, (self.squares(), self.problem())).into_pyobject(py)
    }

    /// The placement of these squares on the board of a problem.
    #[staticmethod]
    fn of_squares(queens: &Bound<'_, PyAny>, problem: &Bound<'_, PyAny>) -> PyResult<Placement> {
        let problem = Arc::clone(&read_problem(problem, "problem")?.0);
        let placed = squares(queens, "queens", problem.size())?.into();
        Placement::on_board(queens.py(), placed, problem)
    }

    /// The board as a picture, for notebooks.
    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<String> {
        let svg = quick(py, || {
            let mut board = BoardPicture::new((*self.problem).clone());
            board.placement = Some(Notation::Squares.write(&self.queens, self.problem.size())?);
            board.notation = Some(Notation::Squares);
            let request = DrawRequest::new(PictureRequest::Board(board));
            Ok(bezzel::draw(&request, &Control::new())?.picture)
        })?;
        Ok(String::from_utf8_lossy(&svg).into_owned())
    }
}

/// A notation by its name; the usual one if it is missing.
fn read_notation(name: Option<&Bound<'_, PyAny>>) -> PyResult<Notation> {
    let Some(value) = name else { return Ok(Notation::default()) };
    let name: &str = argument(value, "notation", "a text")?;
    quick(value.py(), || Ok(name.parse()?))
}
