//! Engine `enumerate`: depth-first search, border first, in the widest vectors available.
//!
//! On the full square board the queens of the first and last row and column are placed first. One
//! border per symmetry class is searched, in the best of its four orientations, and weighted with
//! the size of its class (8, 4 or 2), so only an eighth of the tree is searched, and the queens
//! that prune most are fixed first. What remains is a course of rows for a [descent] (in 16-bit
//! lanes up to n = 18).
//!
//! ```text
//!     . . Q . . . . .      border: top 2, bottom 5, left 3, right 4
//!     . o o o o o o .
//!     . o o o o o o .      o: the course, rows 1, 2, 5, 6 of columns 1 to 6, less the squares
//!     Q . . . . . . .         that the border attacks
//!     . . . . . . . Q
//!     . o o o o o o .
//!     . o o o o o o .
//!     . . . . . Q . .
//! ```
//!
//! On a board with given queens, blocked squares or unequal sides no symmetry is used: its units
//! are the legal placements in the first rows.
//!
//! The time is proportional to the number of legal partial placements (a factor of 6 to 7 per board
//! size); memory is about two megabytes per thread. Placing the border first is an idea of
//! NQueensFAF and of K. Takahashi's programs (takaken). Do not use it for full boards beyond n =
//! 18: `colour` is faster there.
//!
//! [descent]: crate::descent

mod border;
mod images;

use crate::descent::{Branch, Branched, COLUMNS, Other, Start, cheapest, prefix, prefix_branches};
use crate::error::Refusal;
use crate::{Colour, Counted, Engine, EngineError, Info, Prepared, plain};
use bezzel_board::{Problem, Stop};
use border::Border;
use std::sync::Arc;

/// The depth-first engine for flat boards with walls.
#[derive(Clone, Copy, Debug, Default)]
pub struct Enumerate;

impl Enumerate {
    /// The engine's name.
    pub const ID: &'static str = "enumerate";
}

static INFO: Info = Info {
    id: Enumerate::ID,
    title: "Enumeration from the border",
    counts: Counted::Solutions,
    boards: "boards with walls up to 32 columns, with given queens and blocked squares",
    method: "vectorised depth-first search, border first",
    recounts_by: "colour, or plain recursion on boards that it does not count",
    source: "border queens first: NQueensFAF, K. Takahashi",
    revision: 3,
};

impl Engine for Enumerate {
    fn info(&self) -> &Info {
        &INFO
    }

    fn prepare(&self, problem: &Problem, stop: &Stop) -> Result<Arc<dyn Prepared>, EngineError> {
        let refuse = Refusal(Self::ID);
        refuse.unless_walled(problem)?;
        refuse.unless_flat(problem)?;
        let size = problem.size();
        refuse.beyond(COLUMNS, size.columns(), size)?;
        let branches = if has_borders(problem) {
            border_branches(problem, stop).ok_or(EngineError::Stopped)?
        } else {
            prefix_branches(problem)
        };
        Ok(Arc::new(prepared(problem, branches)))
    }
}

/// Is the border placed first?
fn has_borders(problem: &Problem) -> bool {
    problem.is_plain() && problem.size().is_square() && problem.size().rows() > 1
}

fn prepared(problem: &Problem, branches: Vec<Branch>) -> Branched<false> {
    let size = problem.size();
    let classes = if has_borders(problem) { images::borders } else { prefixed };
    let other = if size.is_square() && size.rows() <= Colour::LARGEST {
        let count = |open: &[u64], _, stop: &Stop| Colour::count_open(open, stop);
        Other { name: Colour::ID, count, classes }
    } else {
        let count = |open: &[u64], _, stop: &Stop| plain::count_until(open, stop).map(Into::into);
        Other { name: "plain recursion", count, classes }
    };
    Branched::new(&INFO, problem, branches, other)
}

/// A unit of a board without symmetry, for the second count.
fn prefixed(problem: &Problem, label: &str) -> Option<Vec<Start>> {
    Some(vec![Start { queens: prefix(problem, label)?, images: 1 }])
}

/// The representatives of all borders; `None` if stopped.
fn border_branches(problem: &Problem, stop: &Stop) -> Option<Vec<Branch>> {
    let n = problem.size().rows();
    let open = problem.open_columns().expect("32 columns fit a word");
    (Border::representatives(n).into_iter())
        .map(|(border, weight)| {
            if stop.is_asked() {
                return None;
            }
            let fixed = border.queens(n);
            let (visits, searched) = cheapest(problem, &open, &fixed);
            let Border { top, bottom, left, right } = border;
            let name = format!("border {top},{bottom},{left},{right}");
            Some(Branch { fixed, searched, weight, visits, unit: label(border, n), name })
        })
        .collect()
}

/// The number of border positions that give a few units for small boards and enough for many
/// threads on large ones.
fn label(border: Border, n: u32) -> String {
    let Border { top, bottom, left, right } = border;
    match n {
        ..=12 => format!("border {top}"),
        13..=15 => format!("border {top},{bottom}"),
        // The queen in the corner fills two positions, which leaves more to search.
        _ if top == 0 => format!("border {top},{bottom},{left},{right}"),
        _ => format!("border {top},{bottom},{left}"),
    }
}
