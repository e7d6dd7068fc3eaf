//! Minimum remaining values: forward checking that fills the row with the fewest squares left.
//!
//! ```text
//!   Q x x x x x
//!   x x x Q x x      left:  row 2: 1 5    row 3: 2 4    row 4: 1 2 5    row 5: 1 2 4
//!   x . x x x .      row 2 is filled next; as soon as a row has one square left, its queen
//!   x x . x . x      is placed before any other choice is made
//!   x . . x x .
//!   x . . x . x
//! ```
//!
//! The next row is chosen at every node: the row whose domain is smallest, the first of several. A
//! row with one square left is filled at once, so forced queens are found before any choice is
//! made. Haralick and Elliott call this the fail-first principle; others the dom heuristic. Cost:
//! exponential; fewer visits than [`forward_checking`](super::forward_checking) on larger boards,
//! and many times fewer up to the first solution; memory n². Tests, trials and backtracks are those
//! of forward checking.

use crate::domains::Domains;
use crate::{Boards, Category, Effort, Info, Probe, Search, Settings, Step};
use bezzel_board::{Line, Problem, Square};
use std::borrow::Cow;
use std::ops::ControlFlow;

/// See the [module](self).
pub struct MinRemainingValues;

impl Search for MinRemainingValues {
    const INFO: Info = Info {
        id: "min-remaining-values",
        title: "Forward checking with minimum remaining values",
        category: Category::AllSolutions,
        reference: "Haralick and Elliott 1980; Bitner and Reingold 1975",
        guarantee: "every solution once",
        counts: "test: a square of an empty row examined; trial: a queen placed; backtrack: a queen removed",
        corrections: "none",
        pseudocode: &[
            "domain[r] := the columns of row r that the problem allows",
            "fill: if all rows have queens then print; r := the empty row with the smallest domain",
            "  for each column of domain[r]",
            "    place a queen on it",
            "    for each empty row take the columns that the queen attacks out of its domain",
            "    if no domain is empty then fill",
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
        Forward::start(problem, Order::Smallest, probe)
    }
}

/// Which row is filled next.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Order {
    /// The first empty one.
    Next,
    /// The one with the smallest domain.
    Smallest,
}

/// Forward checking in either order; both algorithms have the same lines.
pub(super) struct Forward<'a, P> {
    problem: &'a Problem,
    order: Order,
    domains: Domains,
    columns: Vec<Option<u32>>,
    probe: &'a mut P,
}

impl<'a, P: Probe> Forward<'a, P> {
    pub(super) fn start(
        problem: &'a Problem,
        order: Order,
        probe: &'a mut P,
    ) -> ControlFlow<P::Stop> {
        let (domains, forbidden) = Domains::new(problem);
        if !forbidden.is_empty() {
            probe.step(1, Step::Eliminate(Cow::Borrowed(&forbidden)))?;
        }
        let columns = vec![None; problem.size().rows() as usize];
        Forward { problem, order, domains, columns, probe }.fill()
    }

    fn fill(&mut self) -> ControlFlow<P::Stop> {
        let mut rows = self.empty_rows().into_iter();
        let row = match self.order {
            Order::Next => rows.next(),
            Order::Smallest => rows.min_by_key(|&row| self.domains.left(row)),
        };
        let Some(row) = row else {
            let columns: Vec<u32> = self.columns.iter().flatten().copied().collect();
            return self.probe.solution(2, &columns);
        };
        if self.domains.left(row) == 0 {
            return self.probe.step(2, Step::DeadEnd(Line::Row(row)));
        }
        let squares: Vec<Square> = self.domains.squares(row).collect();
        for square in squares {
            self.probe.work(Effort::Trial);
            self.probe.step(4, Step::Place(square))?;
            self.columns[row as usize] = Some(square.column);
            let removed = self.attacked_by(square);
            self.domains.remove(&removed);
            self.probe.step(5, Step::Eliminate(Cow::Borrowed(&removed)))?;
            match self.emptied() {
                Some(row) => self.probe.step(6, Step::DeadEnd(Line::Row(row)))?,
                None => self.fill()?,
            }
            self.domains.restore(&removed);
            self.probe.step(7, Step::Restore(Cow::Borrowed(&removed)))?;
            self.columns[row as usize] = None;
            self.probe.work(Effort::Backtrack);
            self.probe.step(7, Step::Remove(square))?;
        }
        ControlFlow::Continue(())
    }

    /// The squares of empty rows that a queen attacks.
    fn attacked_by(&mut self, queen: Square) -> Vec<Square> {
        let mut found = Vec::new();
        for row in self.empty_rows() {
            for square in self.domains.squares(row) {
                self.probe.work(Effort::Test);
                if self.problem.attack(queen, square).is_some() {
                    found.push(square);
                }
            }
        }
        found
    }

    /// A row that has neither a queen nor a square for one.
    fn emptied(&self) -> Option<u32> {
        self.empty_rows().into_iter().find(|&row| self.domains.left(row) == 0)
    }

    fn empty_rows(&self) -> Vec<u32> {
        let rows = (0..).zip(&self.columns);
        rows.filter(|(_, queen)| queen.is_none()).map(|(row, _)| row).collect()
    }
}
