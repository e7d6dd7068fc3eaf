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

use crate::descent::{Branch, Branched, COLUMNS, Course, Other, prefix_branches};
use crate::error::Refusal;
use crate::{Colour, Counted, Engine, EngineError, Info, Prepared, plain};
use bezzel_board::{Problem, Stop, Topology};
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
    revision: 2,
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
        let branches = if problem.is_plain() && size.is_square() && size.rows() > 1 {
            border_branches(problem, stop).ok_or(EngineError::Stopped)?
        } else {
            prefix_branches(problem)
        };
        let other = if size.is_square() && size.rows() <= Colour::LARGEST {
            Other { name: Colour::ID, count: Colour::count_open }
        } else {
            Other {
                name: "plain recursion",
                count: |open, stop| plain::count_until(open, stop).map(Into::into),
            }
        };
        Ok(Arc::new(Branched::<false>::new(&INFO, problem, branches, other)))
    }
}

/// The representatives of all borders, each in the orientation with the smallest search; `None` if
/// stopped.
fn border_branches(problem: &Problem, stop: &Stop) -> Option<Vec<Branch>> {
    let n = problem.size().rows();
    let open = problem.open_columns().expect("32 columns fit a word");
    let turned = |image: Border| {
        let fixed = image.queens(n);
        let visits = Course::new(Topology::Plane, &open, n, &fixed).expected_visits();
        (visits, fixed)
    };
    (Border::representatives(n).into_iter())
        .map(|(border, weight)| {
            if stop.is_asked() {
                return None;
            }
            let (visits, fixed) = (border.orientations(n).into_iter())
                .map(turned)
                .min_by(|(a, _), (b, _)| a.total_cmp(b))
                .expect("there are four orientations");
            let Border { top, bottom, left, right } = border;
            let name = format!("border {top},{bottom},{left},{right}");
            Some(Branch { fixed, weight, visits, unit: label(border, n), name })
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
