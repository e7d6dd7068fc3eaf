//! A search that places queens row by row and removes squares from the other rows after each.
//!
//! [`arc-consistency`](crate::algorithms::arc_consistency) and
//! [`all-different`](crate::algorithms::all_different) differ only in what removes squares.

use crate::all_different::{Filtered, filter};
use crate::domains::Domains;
use crate::{Effort, Probe, Step};
use bezzel_board::{Line, Problem, Square};
use std::borrow::Cow;
use std::collections::VecDeque;
use std::ops::ControlFlow;

/// What removes squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Propagation {
    /// AC-3: a square needs a square of every other row that it does not attack.
    Pairs,
    /// Rows need different lines of each family.
    Lines,
    /// Both in turn until nothing changes.
    Both,
}

/// The lines of the pseudocode at which steps are reported.
#[derive(Clone, Copy)]
pub(crate) struct At {
    /// A square removed by a pair of rows.
    pub(crate) pairs: u8,
    /// A square removed by a family of lines.
    pub(crate) lines: u8,
    /// The test for empty domains.
    pub(crate) test: u8,
    /// Squares put back, a queen taken back.
    pub(crate) back: u8,
}

/// Searches for all solutions.
pub(crate) fn search<P: Probe>(
    problem: &Problem,
    propagation: Propagation,
    at: At,
    probe: &mut P,
) -> ControlFlow<P::Stop> {
    let (domains, forbidden) = Domains::new(problem);
    if !forbidden.is_empty() {
        probe.step(1, Step::Eliminate(Cow::Borrowed(&forbidden)))?;
    }
    let mut search = Maintained { problem, propagation, at, domains, columns: Vec::new(), probe };
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

struct Maintained<'a, P> {
    problem: &'a Problem,
    propagation: Propagation,
    at: At,
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
                Some(empty) => self.probe.step(self.at.test, Step::DeadEnd(Line::Row(empty)))?,
                None => self.fill()?,
            }
            self.domains.restore(&removed);
            self.probe.step(self.at.back, Step::Restore(Cow::Borrowed(&removed)))?;
            self.columns.pop();
            self.probe.work(Effort::Backtrack);
            self.probe.step(self.at.back, Step::Remove(square))?;
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
            if self.propagation != Propagation::Lines
                && let Some(row) = self.revise_pairs(&changed, removed)?
            {
                return ControlFlow::Continue(Some(row));
            }
            if self.propagation == Propagation::Pairs {
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
            self.take(self.at.pairs, &gone, removed)?;
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
                        self.take(self.at.lines, &gone, removed)?;
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
