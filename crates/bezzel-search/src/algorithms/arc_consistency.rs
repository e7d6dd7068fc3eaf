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
//! and then every other row is compared with the first again. `propagation = all-different` uses
//! the three families of lines as wholes instead: columns, diagonals and anti-diagonals must each
//! be different, and squares that are in no matching are removed (Régin); `both` alternates the two
//! until nothing changes. Cost: exponential, with the fewest visits of the algorithms here that
//! fill rows in order, each of them expensive: n² pairs of rows with n² pairs of squares, n³ for a
//! matching; memory n². A test is a pair of squares compared by AC-3, a trial a queen placed.

use crate::all_different::{Filtered, MOST_ROWS, filter};
use crate::domains::Domains;
use crate::{Boards, Category, Effort, Info, Probe, Search, Setting, Settings, Step, Values};
use bezzel_board::{Line, Problem, Square};
use std::borrow::Cow;
use std::collections::VecDeque;
use std::ops::ControlFlow;

/// See the [module](self).
pub struct ArcConsistency;

const PROPAGATION: Setting = Setting {
    name: "propagation",
    values: Values::Words(&["ac-3", "all-different", "both"]),
    about: "what removes squares: pairs of rows (ac-3), the lines of all rows together, or both",
};

impl Search for ArcConsistency {
    const INFO: Info = Info {
        id: "arc-consistency",
        title: "Maintaining arc consistency",
        category: Category::AllSolutions,
        reference: "Mackworth 1977 (AC-3); Sabin and Freuder 1994 (maintained); Régin 1994 (all-different)",
        guarantee: "every solution once, in lexicographic order",
        counts: "test: two squares compared by AC-3; trial: a queen placed; backtrack: a queen removed",
        corrections: "none",
        pseudocode: &[
            "domain[r] := the columns of row r that the problem allows; propagate",
            "fill(r): if r = N then print",
            "  for each column of domain[r]",
            "    place a queen on it: domain[r] has this column alone",
            "    propagate: for each pair of rows in the list take it out of the list",
            "      take the columns of the first row without support in the second out of its domain",
            "      if some went then put all pairs of another row with the first into the list",
            "    or: take out what no matching of rows with columns, diagonals, anti-diagonals uses",
            "    if no domain is empty then fill(r + 1)",
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
        let (domains, forbidden) = Domains::new(problem);
        if !forbidden.is_empty() {
            probe.step(1, Step::Eliminate(Cow::Borrowed(&forbidden)))?;
        }
        let word = settings.word(&PROPAGATION);
        let mut search = Maintained {
            problem,
            by_pairs: word != "all-different",
            by_lines: word != "ac-3",
            domains,
            columns: Vec::new(),
            probe,
        };
        let rows: Vec<u32> = (0..problem.size().rows()).collect();
        if let Some(empty) = rows.iter().find(|&&row| search.domains.left(row) == 0) {
            return search.probe.step(1, Step::DeadEnd(Line::Row(*empty)));
        }
        let mut removed = Vec::new();
        match search.propagate(&rows, &mut removed)? {
            Some(row) => search.probe.step(1, Step::DeadEnd(Line::Row(row))),
            None => search.fill(),
        }
    }
}

struct Maintained<'a, P> {
    problem: &'a Problem,
    by_pairs: bool,
    by_lines: bool,
    domains: Domains,
    columns: Vec<u32>,
    probe: &'a mut P,
}

impl<P: Probe> Maintained<'_, P> {
    fn fill(&mut self) -> ControlFlow<P::Stop> {
        let row = self.columns.len() as u32;
        if row == self.problem.size().rows() {
            return self.probe.solution(2, &self.columns);
        }
        let squares: Vec<Square> = self.domains.squares(row).collect();
        for &square in &squares {
            self.probe.work(Effort::Trial);
            self.probe.step(4, Step::Place(square))?;
            self.columns.push(square.column);
            let mut removed: Vec<Square> =
                squares.iter().copied().filter(|&other| other != square).collect();
            self.domains.remove(&removed);
            if !removed.is_empty() {
                self.probe.step(4, Step::Eliminate(Cow::Borrowed(&removed)))?;
            }
            match self.propagate(&[row], &mut removed)? {
                Some(empty) => self.probe.step(9, Step::DeadEnd(Line::Row(empty)))?,
                None => self.fill()?,
            }
            self.domains.restore(&removed);
            self.probe.step(10, Step::Restore(Cow::Borrowed(&removed)))?;
            self.columns.pop();
            self.probe.work(Effort::Backtrack);
            self.probe.step(10, Step::Remove(square))?;
        }
        ControlFlow::Continue(())
    }

    /// Removes squares until nothing changes, beginning with the rows that have changed; returns a
    /// row whose domain is empty or that has no line of its own.
    fn propagate(
        &mut self,
        changed: &[u32],
        removed: &mut Vec<Square>,
    ) -> ControlFlow<P::Stop, Option<u32>> {
        let mut changed = changed.to_vec();
        loop {
            if self.by_pairs
                && let Some(row) = self.revise_pairs(&changed, removed)?
            {
                return ControlFlow::Continue(Some(row));
            }
            if !self.by_lines {
                return ControlFlow::Continue(None);
            }
            let before = removed.len();
            if let Some(row) = self.match_lines(removed)? {
                return ControlFlow::Continue(Some(row));
            }
            if removed.len() == before {
                return ControlFlow::Continue(None);
            }
            changed = removed[before..].iter().map(|square| square.row).collect();
            changed.dedup();
        }
    }

    /// AC-3: compares every row with the changed ones until every square has support everywhere.
    fn revise_pairs(
        &mut self,
        changed: &[u32],
        removed: &mut Vec<Square>,
    ) -> ControlFlow<P::Stop, Option<u32>> {
        let rows = self.problem.size().rows();
        let with = |second: u32| {
            (0..rows).filter(move |&first| first != second).map(move |first| (first, second))
        };
        let mut list: VecDeque<(u32, u32)> =
            changed.iter().flat_map(|&second| with(second)).collect();
        while let Some((first, second)) = list.pop_front() {
            let mut gone = Vec::new();
            for square in self.domains.squares(first) {
                let mut has_support = false;
                for other in self.domains.squares(second) {
                    self.probe.work(Effort::Test);
                    if self.problem.attack(square, other).is_none() {
                        has_support = true;
                        break;
                    }
                }
                if !has_support {
                    gone.push(square);
                }
            }
            if gone.is_empty() {
                continue;
            }
            self.take(6, &gone, removed)?;
            if self.domains.left(first) == 0 {
                return ControlFlow::Continue(Some(first));
            }
            for pair in with(first).filter(|&(other, _)| other != second) {
                if !list.contains(&pair) {
                    list.push_back(pair);
                }
            }
        }
        ControlFlow::Continue(None)
    }

    /// Each family of lines once: rows need different ones.
    fn match_lines(&mut self, removed: &mut Vec<Square>) -> ControlFlow<P::Stop, Option<u32>> {
        let size = self.problem.size();
        let (rows, width) = (size.rows(), size.columns());
        let is_torus = self.problem.wraps();
        for family in 0..3 {
            let line = |square: Square| {
                let line = match family {
                    0 => square.column,
                    1 => square.row + width - 1 - square.column,
                    _ => square.row + square.column,
                };
                (if is_torus { line % width } else { line }) as usize
            };
            let squares: Vec<Vec<Square>> =
                (0..rows).map(|row| self.domains.squares(row).collect()).collect();
            let lines: Vec<Vec<usize>> = squares
                .iter()
                .map(|own| own.iter().map(|&square| line(square)).collect())
                .collect();
            match filter(&lines, (rows + width) as usize) {
                Filtered::Impossible(row) => return ControlFlow::Continue(Some(row as u32)),
                Filtered::Useless(places) => {
                    let gone: Vec<Square> = (places.iter().zip(&squares))
                        .flat_map(|(places, own)| places.iter().map(|&place| own[place]))
                        .collect();
                    if !gone.is_empty() {
                        self.take(8, &gone, removed)?;
                    }
                }
            }
        }
        ControlFlow::Continue(None)
    }

    fn take(
        &mut self,
        line: u8,
        gone: &[Square],
        removed: &mut Vec<Square>,
    ) -> ControlFlow<P::Stop> {
        self.domains.remove(gone);
        removed.extend_from_slice(gone);
        self.probe.step(line, Step::Eliminate(Cow::Borrowed(gone)))
    }
}
