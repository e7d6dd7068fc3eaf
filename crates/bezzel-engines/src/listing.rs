//! Lists of all solutions, in units that follow each other in lexicographic order.
//!
//! The engines `enumerate` and `torus` count from border queens or slopes inwards, each symmetry
//! class once; a list needs every solution, in order. So a listing splits the board by the queens
//! of its first rows and searches the rows below from the top. Units are independent: several
//! threads may list them, and concatenating them in order gives the complete list in order.

use crate::descent::{WIDEST, WalkProbe, first_rows, walk};
use crate::error::not_flat;
use crate::{EngineError, Enumerate, Torus};
use bezzel_board::{Instead, Problem, Square, Topology};
use std::ops::ControlFlow;

/// A flat board or a cylinder of at most 64 rows and columns, ready to be listed.
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
    topology: Topology,
    columns: u32,
    open: Vec<u64>,
    /// The queens of the first rows, unit by unit.
    units: Vec<Vec<Square>>,
}

impl Listing {
    /// Splits the problem into units, or says why it cannot be listed.
    pub fn new(problem: &Problem) -> Result<Listing, EngineError> {
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
        Ok(Listing { engine, topology, columns: size.columns(), open, units: first_rows(problem) })
    }

    /// The engine that lists.
    #[must_use]
    pub fn engine(&self) -> &'static str {
        self.engine
    }

    /// Rows of the board: the columns of a solution.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.open.len()
    }

    /// Number of units.
    #[must_use]
    pub fn units(&self) -> usize {
        self.units.len()
    }

    /// The unit whose solutions are the mirror images of this unit's, in reverse order, if the board is
    /// its own mirror image. The unit in the middle has none but itself.
    #[must_use]
    pub fn mirror(&self, unit: usize) -> Option<usize> {
        let mirrored = |row: u64| row.reverse_bits().checked_shr(WIDEST as u32 - self.columns);
        let is_symmetric = self.open.iter().all(|&row| mirrored(row) == Some(row));
        is_symmetric.then(|| self.units.len() - 1 - unit)
    }

    /// A solution's mirror image.
    pub fn reflected(&self, solution: &[u8]) -> impl Iterator<Item = u8> {
        solution.iter().map(|&column| (self.columns - 1) as u8 - column)
    }

    /// Passes on the solutions of a unit, as the column of each row, in lexicographic order. `look`
    /// is called from time to time to decide whether to continue, because solutions may be rare.
    pub fn list(
        &self,
        unit: usize,
        look: impl FnMut() -> ControlFlow<()>,
        found: impl FnMut(&[u8]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut open = self.open.clone();
        for queen in &self.units[unit] {
            open[queen.row as usize] = 1 << queen.column;
        }
        walk(self.topology, &open, self.columns, &mut Reader { look, found })
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
