//! All-different propagation: after every queen, squares on lines that other rows need are removed.
//!
//! ```text
//!   . Q . . . .      a: what forward checking leaves in rows 2 and 3 is columns 0 and 2.
//!   . . . . . Q      They will use both, in some order, so row 4 loses column 0 and
//!   a . a . . .      row 5 loses columns 0 and 2 (x), although no queen attacks these
//!   a . a . . .      squares yet
//!   x . . a a .
//!   x . x a a .
//! ```
//!
//! Queens need different columns, different diagonals and different anti-diagonals. For each of the
//! three families the rows are matched with their lines; a square whose line is in no complete
//! matching is removed (Régin). Forward checking and [`arc-consistency`](super::arc_consistency)
//! look at pairs of rows and cannot see this. `propagation = both` alternates the matchings with
//! AC-3 until nothing changes. Cost: exponential, with the fewest visits of the algorithms here
//! that fill rows in order, each of them expensive: n³ for a matching; memory n². A test is a pair
//! of squares compared by AC-3, a trial a queen placed.

use crate::all_different::MOST_ROWS;
use crate::maintained::{self, At, Propagation};
use crate::{Boards, Category, Info, Probe, Search, Setting, Settings, Values};
use bezzel_board::Problem;
use std::ops::ControlFlow;

/// See the [module](self).
pub struct AllDifferent;

const PROPAGATION: Setting = Setting {
    name: "propagation",
    values: Values::Words(&["lines", "both"]),
    about: "what removes squares: the lines of all rows together, or these and pairs of rows (AC-3)",
};

/// Where its steps come from.
const AT: At = At { pairs: 7, lines: 6, test: 8, back: 9 };

impl Search for AllDifferent {
    const INFO: Info = Info {
        id: "all-different",
        title: "All-different propagation",
        category: Category::AllSolutions,
        reference: "Régin 1994, \"A filtering algorithm for constraints of difference in CSPs\"",
        guarantee: "every solution once, in lexicographic order",
        counts: "test: two squares compared by AC-3; trial: a queen placed; backtrack: a queen removed",
        corrections: "none",
        pseudocode: &[
            "domain[r] := the columns of row r that the problem allows; propagate",
            "fill(r): if r = N then print",
            "  for each column of domain[r]",
            "    place a queen on it: domain[r] has this column alone",
            "    propagate: match the rows with columns, with diagonals, with anti-diagonals",
            "      take squares whose line is in no complete matching out of the domains",
            "      with AC-3 too: take squares without support in another row out of the domains",
            "    if every matching is complete and no domain is empty then fill(r + 1)",
            "    put the columns back; take the queen back",
        ],
        settings: &[PROPAGATION],
        boards: Boards {
            torus: true,
            rectangles: true,
            space: false,
            free: false,
            rows: MOST_ROWS as u32,
            width: 1000,
        },
    };

    fn search<P: Probe>(
        &self,
        problem: &Problem,
        settings: &Settings,
        probe: &mut P,
    ) -> ControlFlow<P::Stop> {
        let propagation = match settings.word(&PROPAGATION) {
            "both" => Propagation::Both,
            _ => Propagation::Lines,
        };
        maintained::search(problem, propagation, AT, probe)
    }
}
