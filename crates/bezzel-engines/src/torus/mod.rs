//! Engine `torus`: boards whose edges are joined, so that diagonals wrap around.
//!
//! ```text
//!     Q . . . .      row k has its queen in column 2k mod 5: a solution on the torus, where
//!     . . Q . .      every row, column, diagonal and anti-diagonal (five each) holds exactly
//!     . . . . Q      one queen
//!     . Q . . .
//!     . . . Q .
//! ```
//!
//! On the full board the queen of row 0 is moved to column 0 by translation (weight n) and the
//! queen of row 1 to the smallest column of its class under the linear symmetries of the torus
//! ([`slope`]; weight the size of the class, 8 at best). The rest is a [descent] with rotated
//! instead of shifted diagonals. Given queens and blocked squares switch the symmetry off. On a
//! cylinder with unequal sides the queen of row 0 is moved in the same way, and the classes of the
//! second are mirror images.
//!
//! The full square board has solutions only if n is coprime to 6 (Pólya, 1918). The engine does not use
//! this: for other n it searches and finds none.
//!
//! The time is proportional to the number of legal partial placements (a factor of 23 from n = 21
//! to 23); memory is about two megabytes per thread.
//!
//! [descent]: crate::descent

mod classes;
mod images;
mod slope;

pub use classes::{LARGEST_TORUS_CLASSES, TorusClasses, torus_classes};

use crate::descent::{
    Branch, Branched, COLUMNS, Other, cheapest, columns, prefix_branches, prefixes,
};
use crate::error::Refusal;
use crate::{Counted, Engine, EngineError, Info, Prepared};
use bezzel_board::{Problem, Square, Stop};
use std::sync::Arc;

/// The engine for queens, one in each row, on boards with joined edges.
#[derive(Clone, Copy, Debug, Default)]
pub struct Torus;

impl Torus {
    /// The engine's name.
    pub const ID: &'static str = "torus";
    /// Most columns.
    pub const LARGEST: u32 = COLUMNS;
}

static INFO: Info = Info {
    id: Torus::ID,
    title: "Enumeration on the torus",
    counts: Counted::Solutions,
    boards: "tori and cylinders up to 32 columns, with given queens and blocked squares",
    method: "vectorised depth-first search, up to the linear symmetries of the torus",
    recounts_by: "plain recursion",
    source: "Bezzel",
    revision: 2,
};

impl Engine for Torus {
    fn info(&self) -> &Info {
        &INFO
    }

    fn prepare(&self, problem: &Problem, stop: &Stop) -> Result<Arc<dyn Prepared>, EngineError> {
        let refuse = Refusal(Self::ID);
        refuse.unless_straight(problem)?;
        if !problem.wraps() {
            refuse.of("boards with walls", &["enumerate", "colour"])?;
        }
        let size = problem.size();
        refuse.beyond(Self::LARGEST, size.columns(), size)?;
        let branches = if problem.is_plain() && size.rows() > 1 {
            slope_branches(problem, stop).ok_or(EngineError::Stopped)?
        } else {
            prefix_branches(problem)
        };
        Ok(Arc::new(prepared(problem, branches)))
    }
}

fn prepared(problem: &Problem, branches: Vec<Branch>) -> Branched<true> {
    let other =
        Other { name: "plain recursion", count: plain_torus, classes: images::translations };
    Branched::new(&INFO, problem, branches, other)
}

/// The full board's branches: the first queens of one slope per class, then further rows; `None` if
/// stopped.
fn slope_branches(problem: &Problem, stop: &Stop) -> Option<Vec<Branch>> {
    let size = problem.size();
    // Two rows after the first two give a few hundred units of each class, three give a few
    // thousand.
    let rows = match size.rows() {
        ..=13 => 2,
        14..=25 => 4,
        _ => 5,
    };
    let open = &problem.open_columns().expect("32 columns fit a word");
    let mut branches = Vec::new();
    for (slope, slopes) in slope::classes(size) {
        let pair = [Square::new(0, 0), Square::new(1, slope)];
        for fixed in prefixes(problem, &pair, 2..rows) {
            if stop.is_asked() {
                return None;
            }
            let name = format!("prefix {}", columns(&fixed));
            let (visits, searched) = cheapest(problem, open, &fixed);
            let weight = u64::from(size.columns()) * slopes;
            branches.push(Branch { fixed, searched, weight, visits, unit: name.clone(), name });
        }
    }
    Some(branches)
}

/// Counts a board with joined edges by plain recursion over sets of lines; `None` if stopped.
fn plain_torus(open: &[u64], columns: u32, stop: &Stop) -> Option<u128> {
    /// The flag is checked while at least this many rows are left: with fewer, a search takes only a
    /// moment.
    const LOOK: usize = 8;
    /// The columns, diagonals and anti-diagonals that hold a queen.
    fn place(open: &[u64], n: usize, row: usize, lines: [u64; 3], stop: &Stop) -> u64 {
        if row == open.len() {
            return 1;
        }
        if open.len() - row >= LOOK && stop.is_asked() {
            return 0;
        }
        (0..n)
            .filter(|column| open[row] >> column & 1 == 1)
            .map(|column| [column, (column + row) % n, (column + n - row) % n])
            .filter(|queen| (0..3).all(|k| lines[k] >> queen[k] & 1 == 0))
            .map(|queen| place(open, n, row + 1, [0, 1, 2].map(|k| lines[k] | 1 << queen[k]), stop))
            .sum()
    }
    let found = place(open, columns as usize, 0, [0; 3], stop);
    (!stop.is_asked()).then_some(found.into())
}
