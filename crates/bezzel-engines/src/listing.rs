//! Lists of all solutions, in units that follow each other in lexicographic order.
//!
//! The engines `enumerate` and `torus` count from border queens or slopes inwards, each symmetry
//! class once; a list needs every solution, in order. So a listing splits the board by the queens
//! of its first rows and searches the rows below from the top. Units are independent: several
//! threads may list them, and concatenating them in order gives the complete list in order. Where a
//! row may hold any number of pieces, `pieces` lists in the order in which it counts.

use crate::descent::{WIDEST, WalkProbe, first_rows, walk};
use crate::error::not_flat;
use crate::pieces::PieceList;
use crate::{EngineError, Enumerate, Pieces, Torus};
use bezzel_board::{Instead, Problem, Square, Topology};
use std::ops::ControlFlow;

/// A problem ready to be listed: a flat board or a cylinder of at most 64 rows and columns, or any
/// number of pieces on at most 256 squares.
///
/// ```
/// use bezzel_board::Problem;
/// use bezzel_engines::Listing;
/// use std::ops::ControlFlow;
///
/// let listing = Listing::new(&Problem::queens(4))?;
/// let mut list = Vec::new();
/// for unit in 0..listing.units() {
///     let _ = listing.list(unit, || ControlFlow::Continue(()), |columns| {
///         list.push(columns.to_vec());
///         ControlFlow::Continue(())
///     });
/// }
/// assert_eq!(list, [[1, 3, 0, 2], [2, 0, 3, 1]]);
/// # Ok::<(), bezzel_engines::EngineError>(())
/// ```
pub struct Listing {
    engine: &'static str,
    columns: u32,
    way: Way,
}

enum Way {
    Rows(Rows),
    Pieces(Box<PieceList>),
}

/// A board with one queen in each row.
struct Rows {
    topology: Topology,
    open: Vec<u64>,
    /// The queens of the first rows, unit by unit.
    units: Vec<Vec<Square>>,
}

impl Listing {
    /// Splits the problem into units, or says why it cannot be listed.
    pub fn new(problem: &Problem) -> Result<Listing, EngineError> {
        let columns = problem.size().columns();
        if !problem.has_one_per_row() {
            let way = Way::Pieces(Box::new(PieceList::new(problem)?));
            return Ok(Listing { engine: Pieces::ID, columns, way });
        }
        let topology = problem.topology();
        let engine = if problem.wraps() { Torus::ID } else { Enumerate::ID };
        if !problem.has_straight_lines() {
            return Err(EngineError::Unsupported {
                engine,
                what: not_flat(problem),
                instead: vec![Instead::set("algorithm", "backtracking")],
            });
        }
        let size = problem.size();
        let too_large =
            || EngineError::TooLarge { engine, largest: WIDEST as u32, size: size.to_string() };
        let open = problem.open_columns().ok_or_else(too_large)?;
        if open.len() > WIDEST {
            return Err(too_large());
        }
        let way = Way::Rows(Rows { topology, open, units: first_rows(problem) });
        Ok(Listing { engine, columns, way })
    }

    /// The engine that lists.
    #[must_use]
    pub fn engine(&self) -> &'static str {
        self.engine
    }

    /// Numbers of a solution: one for each piece.
    #[must_use]
    pub fn pieces(&self) -> usize {
        match &self.way {
            Way::Rows(rows) => rows.open.len(),
            Way::Pieces(list) => list.pieces(),
        }
    }

    /// Number of units.
    #[must_use]
    pub fn units(&self) -> usize {
        match &self.way {
            Way::Rows(rows) => rows.units.len(),
            Way::Pieces(list) => list.units(),
        }
    }

    /// The unit whose solutions are the mirror images of this unit's, in reverse order, if the board is
    /// its own mirror image and has one queen in each row. The unit in the middle has none but itself.
    #[must_use]
    pub fn mirror(&self, unit: usize) -> Option<usize> {
        let Way::Rows(Rows { open, units, .. }) = &self.way else { return None };
        let mirrored = |row: u64| row.reverse_bits().checked_shr(WIDEST as u32 - self.columns);
        let is_symmetric = open.iter().all(|&row| mirrored(row) == Some(row));
        is_symmetric.then(|| units.len() - 1 - unit)
    }

    /// The mirror image of a solution with one queen in each row.
    pub fn reflected(&self, solution: &[u8]) -> impl Iterator<Item = u8> {
        solution.iter().map(|&column| (self.columns - 1) as u8 - column)
    }

    /// Passes on the solutions of a unit in lexicographic order, as the column of each row or, where a
    /// row may hold any number of pieces, the position of each piece counted row by row. `look` is
    /// called from time to time to decide whether to continue, because solutions may be rare.
    pub fn list(
        &self,
        unit: usize,
        look: impl FnMut() -> ControlFlow<()>,
        found: impl FnMut(&[u8]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let Rows { topology, open, units } = match &self.way {
            Way::Rows(rows) => rows,
            Way::Pieces(list) => return list.list(unit, look, found),
        };
        let mut open = open.clone();
        for queen in &units[unit] {
            open[queen.row as usize] = 1 << queen.column;
        }
        walk(*topology, &open, self.columns, &mut Reader { look, found })
    }
}

struct Reader<Look, Found> {
    look: Look,
    found: Found,
}

impl<Look, Found> WalkProbe for Reader<Look, Found>
where
    Look: FnMut() -> ControlFlow<()>,
    Found: FnMut(&[u8]) -> ControlFlow<()>,
{
    fn found(&mut self, queens: &[u8]) -> ControlFlow<()> {
        (self.found)(queens)
    }

    fn look(&mut self) -> ControlFlow<()> {
        (self.look)()
    }
}
