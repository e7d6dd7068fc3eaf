//! Forward checking: a queen takes the squares it attacks out of the rows still to come.
//!
//! ```text
//!   Q . . .      the queen of row 0 leaves   row 1: 2 3,  row 2: 1 3,  row 3: 1 2
//!   x x . .      with a queen on (1, 2) row 2 would have no square left, so the next
//!   x . x .      row is not even looked at
//!   x . . x
//! ```
//!
//! Each row has a domain, the columns that no queen attacks. A queen is placed only on a square of
//! its row's domain, so there are no tests backwards; instead the domains of all later rows are
//! examined, and a row whose domain becomes empty ends the branch at once, rows before the place
//! where backtracking would notice. Cost: exponential; fewer visits than
//! [`backtracking`](super::backtracking), each with up to n² tests; memory n². A test is a square of
//! a later row examined, a trial a queen placed.

use super::min_remaining_values::{Forward, Order};
use crate::{Boards, Category, Info, Probe, Search, Settings};
use bezzel_board::Problem;
use std::ops::ControlFlow;

/// See the [module](self).
pub struct ForwardChecking;

impl Search for ForwardChecking {
    const INFO: Info = Info {
        id: "forward-checking",
        title: "Forward checking",
        category: Category::AllSolutions,
        reference: "Haralick and Elliott 1980, \"Increasing tree search efficiency for constraint satisfaction problems\"",
        guarantee: "every solution once, in lexicographic order",
        counts: "test: a square of a later row examined; trial: a queen placed; backtrack: a queen removed",
        corrections: "none",
        pseudocode: &[
            "domain[r] := the columns of row r that the problem allows",
            "fill(r): if r = N then print",
            "  for each column of domain[r]",
            "    place a queen on it",
            "    for each later row take the columns that the queen attacks out of its domain",
            "    if no domain is empty then fill(r + 1)",
            "    put the columns back; take the queen back",
        ],
        settings: &[],
        boards: Boards {
            torus: true,
            rectangles: true,
            space: true,
            free: false,
            rows: 1000,
            width: 10_000,
        },
    };

    fn search<P: Probe>(
        &self,
        problem: &Problem,
        _: &Settings,
        probe: &mut P,
    ) -> ControlFlow<P::Stop> {
        Forward::start(problem, Order::Next, probe)
    }
}
