//! The state-space tree: all ways to put queens into different columns, pruned or not.
//!
//! ```text
//!              root                 unpruned: 1 + Σ_i Π_{j≤i} (N − j) nodes, 65 for N = 4
//!        ┌────┬──┴─┬────┐           pruned by the bounding function: 17 nodes for N = 4
//!        0    1    2    3
//!      ┌─┼─┐ …
//!      1 2 3
//! ```
//!
//! Every node except the root is a queen placed, so the tree has one node more than the run has
//! visits. In the pruned tree every column of a row is tested by the bounding function (a test and
//! a trial); in the unpruned tree only complete leaves are. Use it to see the tree; `bitmask`
//! searches the pruned one fast.

use super::trial_and_error::first_attack;
use crate::lines::{Lines, Open, attacked};
use crate::{Boards, Category, Effort, Info, Probe, Search, Setting, Settings, Step, Values};
use bezzel_board::{Line, Problem, Square};
use std::ops::ControlFlow;

/// See the [module](self).
pub struct StateSpace;

const BOUNDING: Setting = Setting {
    name: "bounding",
    values: Values::Words(&["on", "off"]),
    about: "whether the bounding function prunes the tree",
};

impl Search for StateSpace {
    const INFO: Info = Info {
        id: "state-space",
        title: "State-space tree with bounding function",
        category: Category::AllSolutions,
        reference: "tutorial, methodology 1, figures 1 and 2",
        guarantee: "every solution once, in lexicographic order; visits + 1 nodes",
        counts: "test, trial: a call of the bounding function (off: a complete leaf); backtrack: a queen removed",
        corrections: "the formula for the nodes counts the unpruned tree, not the nodes backtracking visits",
        pseudocode: &[
            "expand(row)",
            "  for column := 0 to N - 1",
            "    if the bounding function rejects (row, column) then skip it",
            "    add the node (row, column)",
            "    if row < N - 1 then expand(row + 1) else the leaf is a solution",
            "    go back to the parent",
        ],
        settings: &[BOUNDING],
        boards: Boards {
            torus: true,
            rectangles: true,
            space: false,
            free: false,
            rows: 1000,
            width: 1000,
        },
    };

    fn search<P: Probe>(
        &self,
        problem: &Problem,
        settings: &Settings,
        probe: &mut P,
    ) -> ControlFlow<P::Stop> {
        Tree {
            problem,
            open: Open::new(problem),
            lines: Lines::new(problem),
            pruned: settings.word(&BOUNDING) == "on",
            used: vec![false; problem.size().columns() as usize],
            columns: Vec::new(),
            probe,
        }
        .expand()
    }
}

struct Tree<'a, P> {
    problem: &'a Problem,
    open: Open<'a>,
    lines: Lines<'a>,
    pruned: bool,
    /// Columns that hold a queen: all that the unpruned tree tests.
    used: Vec<bool>,
    columns: Vec<u32>,
    probe: &'a mut P,
}

impl<P: Probe> Tree<'_, P> {
    fn expand(&mut self) -> ControlFlow<P::Stop> {
        let row = self.columns.len() as u32;
        if row == self.problem.size().rows() {
            return self.leaf();
        }
        let mut children = 0;
        for column in 0..self.problem.size().columns() {
            let square = Square::new(row, column);
            if let Some(reason) = self.open.forbids(square) {
                self.probe.step(3, Step::Reject(square, reason))?;
                continue;
            }
            if self.pruned {
                self.probe.work(Effort::Test);
                self.probe.work(Effort::Trial);
                if !self.lines.is_safe(square) {
                    if P::WATCHES {
                        self.probe.step(3, Step::Reject(square, self.lines.reason(square)))?;
                    }
                    continue;
                }
                self.lines.place(square);
            } else if self.used[column as usize] {
                continue;
            }
            children += 1;
            self.probe.step(4, Step::Place(square))?;
            self.used[column as usize] = true;
            self.columns.push(column);
            self.expand()?;
            self.columns.pop();
            self.used[column as usize] = false;
            if self.pruned {
                self.lines.remove(square);
            }
            self.probe.work(Effort::Backtrack);
            self.probe.step(6, Step::Remove(square))?;
        }
        if children == 0 {
            self.probe.step(2, Step::DeadEnd(Line::Row(row)))?;
        }
        ControlFlow::Continue(())
    }

    fn leaf(&mut self) -> ControlFlow<P::Stop> {
        if !self.pruned {
            self.probe.work(Effort::Test);
            self.probe.work(Effort::Trial);
            if let Some((by, square)) = first_attack(self.problem, &self.columns) {
                let reason = attacked(self.problem, square, by);
                return self.probe.step(5, Step::Reject(square, reason));
            }
        }
        self.probe.solution(5, &self.columns)
    }
}
