//! Rohl's algorithm I: permutations by choosing, with the partial arrangement tested.
//!
//! ```text
//!   p = 0 1 2 3 | choose(1): p[1] is exchanged with p[1], p[2], p[3] in turn
//!       ^ fixed
//! ```
//!
//! Cost: exponential; only columns that are still free are tested (5,508 tests for n = 8 where
//! Wirth makes 15,720). The exchanges change the order of the free columns, so the solutions do not
//! come in lexicographic order. Each free column tested is a test and a trial.

use crate::lines::{Lines, Open};
use crate::{Boards, Category, Effort, Info, Probe, Search, Settings, Step};
use bezzel_board::{Line, Problem, Square};
use std::ops::ControlFlow;

/// See the [module](self).
pub struct RohlI;

impl Search for RohlI {
    const INFO: Info = Info {
        id: "rohl-1",
        title: "Rohl's algorithm I",
        category: Category::AllSolutions,
        reference: "Erbas, Sarkeshik and Tanik, section 3.3, algorithm 2; Rohl 1978",
        guarantee: "every solution once, not in lexicographic order",
        counts: "test, trial: a free column tested; backtrack: a queen removed",
        corrections: "p[k] := p[i] must read pk := p[i], and p[k] := temp belongs after the loop",
        pseudocode: &[
            "choose(k)",
            "  temp := p[k]",
            "  for i := k to N - 1",
            "    pk := p[i]",
            "    if p[0], ..., p[k - 1], pk satisfies the conditions then",
            "      p[k] := pk; p[i] := temp",
            "      if k < N - 1 then choose(k + 1) else print p",
            "      p[i] := p[k]",
            "  p[k] := temp",
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
        Choosing {
            rows: problem.size().rows() as usize,
            open: Open::new(problem),
            lines: Lines::new(problem),
            p: (0..problem.size().columns()).collect(),
            probe,
        }
        .choose(0)
    }
}

struct Choosing<'a, P> {
    rows: usize,
    open: Open<'a>,
    lines: Lines<'a>,
    p: Vec<u32>,
    probe: &'a mut P,
}

impl<P: Probe> Choosing<'_, P> {
    fn choose(&mut self, k: usize) -> ControlFlow<P::Stop> {
        if k == self.rows {
            return self.probe.solution(7, &self.p[..k]);
        }
        let temp = self.p[k];
        let mut safe = 0;
        for i in k..self.p.len() {
            let pk = self.p[i];
            let square = Square::new(k as u32, pk);
            if let Some(reason) = self.open.forbids(square) {
                self.probe.step(5, Step::Reject(square, reason))?;
                continue;
            }
            self.probe.work(Effort::Test);
            self.probe.work(Effort::Trial);
            if !self.lines.is_safe(square) {
                if P::WATCHES {
                    self.probe.step(5, Step::Reject(square, self.lines.reason(square)))?;
                }
                continue;
            }
            safe += 1;
            // For i = k both assignments write the same entry; pk must come last.
            self.p[i] = temp;
            self.p[k] = pk;
            self.probe.step(6, Step::Place(square))?;
            self.lines.place(square);
            self.choose(k + 1)?;
            self.lines.remove(square);
            self.p[k] = temp;
            self.p[i] = pk;
            self.probe.work(Effort::Backtrack);
            self.probe.step(8, Step::Remove(square))?;
        }
        if safe == 0 {
            self.probe.step(3, Step::DeadEnd(Line::Row(k as u32)))?;
        }
        ControlFlow::Continue(())
    }
}
