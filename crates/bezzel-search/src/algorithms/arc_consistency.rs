//! Maintaining arc consistency: after every queen, squares that cannot be part of a solution are removed.
//!
//! ```text
//!   Q . . . .      forward checking leaves   row 1: 2 3 4   row 2: 1 3 4   row 3: 1 2 4   row 4: 1 2 3
//!   . . Q . .      with (1, 2):              row 2: 4       row 3: 1       row 4: 1 3
//!   . . . . .      arc consistency goes on: row 3's only square attacks (4, 1), which goes too,
//!   . . . . .      and the last three queens are found without a choice
//!   . . . . .
//! ```
//!
//! A square has *support* in another row if that row has a square it does not attack. AC-3 keeps a
//! list of pairs of rows to revise: squares of the first without support in the second are removed,
//! and then every other row is compared with the first again. Cost: exponential, with few visits,
//! each of them expensive: n² pairs of rows with n² pairs of squares; memory n². A test is a pair of
//! squares compared, a trial a queen placed. [`all-different`](super::all_different) looks at all rows
//! together instead.

use crate::maintained::{self, At, Propagation};
use crate::{Boards, Category, Info, Probe, Search, Settings};
use bezzel_board::Problem;
use std::ops::ControlFlow;

/// See the [module](self).
pub struct ArcConsistency;

/// Where its steps come from. No family of lines removes squares.
const AT: At = At { pairs: 6, lines: 6, test: 8, back: 9 };

impl Search for ArcConsistency {
    const INFO: Info = Info {
        id: "arc-consistency",
        title: "Maintaining arc consistency",
        category: Category::AllSolutions,
        reference: "Mackworth 1977 (AC-3); Sabin and Freuder 1994 (maintained)",
        guarantee: "every solution once, in lexicographic order",
        counts: "test: two squares compared; trial: a queen placed; backtrack: a queen removed",
        corrections: "none",
        pseudocode: &[
            "domain[r] := the columns of row r that the problem allows; propagate",
            "fill(r): if r = N then print",
            "  for each column of domain[r]",
            "    place a queen on it: domain[r] has this column alone",
            "    propagate: for each pair of rows in the list take it out of the list",
            "      take the columns of the first row without support in the second out of its domain",
            "      if some went then put all pairs of another row with the first into the list",
            "    if no domain is empty then fill(r + 1)",
            "    put the columns back; take the queen back",
        ],
        settings: &[],
        boards: Boards {
            torus: true,
            rectangles: true,
            space: false,
            free: false,
            // More rows are too many pairs to compare before the first queen.
            rows: 128,
            width: 1000,
        },
    };

    fn search<P: Probe>(
        &self,
        problem: &Problem,
        _: &Settings,
        probe: &mut P,
    ) -> ControlFlow<P::Stop> {
        maintained::search(problem, Propagation::Pairs, AT, probe)
    }
}
