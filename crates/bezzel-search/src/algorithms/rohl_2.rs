//! Rohl's algorithm II: the free columns in a linked list, so that the order stays lexicographic.
//!
//! ```text
//!   F[-1] → 0 → 1 → 2 → 3 → end     removing column 1: F[0] := F[1]; restoring it: F[0] := 1
//! ```
//!
//! Cost: exponential; the same number of tests as Rohl I (5,508 for n = 8), but less data is moved,
//! which is why the survey found it the fastest. Each free column tested is a test and a trial.

use crate::lines::{Lines, Open};
use crate::{Boards, Category, Effort, Info, Probe, Search, Settings, Step};
use bezzel_board::{Line, Problem, Square};
use std::ops::ControlFlow;

/// See the [module](self).
pub struct RohlII;

impl Search for RohlII {
    const INFO: Info = Info {
        id: "rohl-2",
        title: "Rohl's algorithm II",
        category: Category::AllSolutions,
        reference: "Erbas, Sarkeshik and Tanik, section 3.3, algorithm 3; Rohl 1983",
        guarantee: "every solution once, in lexicographic order",
        counts: "test, trial: a free column tested; backtrack: a queen removed",
        corrections: "the list starts as F[k - 1] := k for k = 0 to N - 1 and F[N - 1] := -1",
        pseudocode: &[
            "searchrow: F links the free columns, F[-1] is the first",
            "  l := -1; h := F[-1]",
            "  repeat",
            "    if (m, h) is safe then",
            "      place a queen on (m, h); F[l] := F[h]; m := m + 1",
            "      if m = N then print else searchrow",
            "      m := m - 1; F[l] := h; remove the queen",
            "    l := h; h := F[h]",
            "  until h < 0",
        ],
        settings: &[],
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
        _: &Settings,
        probe: &mut P,
    ) -> ControlFlow<P::Stop> {
        let width = problem.size().columns() as usize;
        Rows {
            rows: problem.size().rows() as usize,
            open: Open::new(problem),
            lines: Lines::new(problem),
            // F shifted by one, so that the printed F[-1] is next[0]; the end is 0, never a column.
            next: (1..=width).chain([0]).collect(),
            columns: Vec::new(),
            probe,
        }
        .search_row()
    }
}

struct Rows<'a, P> {
    rows: usize,
    open: Open<'a>,
    lines: Lines<'a>,
    next: Vec<usize>,
    columns: Vec<u32>,
    probe: &'a mut P,
}

impl<P: Probe> Rows<'_, P> {
    fn search_row(&mut self) -> ControlFlow<P::Stop> {
        let m = self.columns.len();
        if m == self.rows {
            return self.probe.solution(6, &self.columns);
        }
        let (mut l, mut h) = (0, self.next[0]);
        let mut safe = 0;
        while h != 0 {
            let square = Square::new(m as u32, h as u32 - 1);
            if let Some(reason) = self.open.forbids(square) {
                self.probe.step(4, Step::Reject(square, reason))?;
            } else {
                self.probe.work(Effort::Test);
                self.probe.work(Effort::Trial);
                if self.lines.is_safe(square) {
                    safe += 1;
                    self.probe.step(5, Step::Place(square))?;
                    self.lines.place(square);
                    self.columns.push(square.column);
                    self.next[l] = self.next[h];
                    self.search_row()?;
                    self.next[l] = h;
                    self.columns.pop();
                    self.lines.remove(square);
                    self.probe.work(Effort::Backtrack);
                    self.probe.step(7, Step::Remove(square))?;
                } else if P::WATCHES {
                    self.probe.step(4, Step::Reject(square, self.lines.reason(square)))?;
                }
            }
            (l, h) = (h, self.next[h]);
        }
        if safe == 0 {
            self.probe.step(9, Step::DeadEnd(Line::Row(m as u32)))?;
        }
        ControlFlow::Continue(())
    }
}
