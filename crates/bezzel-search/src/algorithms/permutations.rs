//! Permutation generation: every arrangement of different columns, tested when complete.
//!
//! ```text
//!   0 1 2 3,  0 1 3 2,  0 2 1 3, …:  one queen per row and per column, diagonals left to chance
//! ```
//!
//! Cost: n! arrangements, memory n. The permutations are made by choosing, as in Rohl's paper of
//! 1978: exchange entry k with each later one in turn. Each entry fixed is a visit, each complete
//! permutation a trial and a test. Do not use it beyond n = 11.

use super::trial_and_error::first_attack;
use crate::lines::{Open, attacked};
use crate::{Boards, Category, Effort, Info, Probe, Search, Settings, Step};
use bezzel_board::{Problem, Square};
use std::ops::ControlFlow;

/// See the [module](self).
pub struct Permutations;

impl Search for Permutations {
    const INFO: Info = Info {
        id: "permutations",
        title: "Permutation generation",
        category: Category::AllSolutions,
        reference: "Erbas, Sarkeshik and Tanik, section 3.3; Criseno and Vizconde, section 2.2",
        guarantee: "every solution once",
        counts: "test, trial: a complete permutation; backtrack: a queen taken back",
        corrections: "none",
        pseudocode: &[
            "choose(k): p holds the columns 0 to N - 1",
            "  for i := k to N - 1",
            "    exchange p[k] and p[i]",
            "    if k < N - 1 then choose(k + 1)",
            "    else if no two queens share a diagonal then print p",
            "    exchange p[k] and p[i] again",
        ],
        settings: &[],
        boards: Boards { torus: true, rectangles: true, space: false, rows: 1000, width: 1000 },
    };

    fn search<P: Probe>(
        &self,
        problem: &Problem,
        _: &Settings,
        probe: &mut P,
    ) -> ControlFlow<P::Stop> {
        let columns = (0..problem.size().columns()).collect();
        Permutation { problem, open: Open::new(problem), columns, probe }.choose(0)
    }
}

struct Permutation<'a, P> {
    problem: &'a Problem,
    open: Open<'a>,
    columns: Vec<u32>,
    probe: &'a mut P,
}

impl<P: Probe> Permutation<'_, P> {
    fn choose(&mut self, k: usize) -> ControlFlow<P::Stop> {
        if k == self.problem.size().rows() as usize {
            return self.test(k);
        }
        for i in k..self.columns.len() {
            let square = Square::new(k as u32, self.columns[i]);
            if let Some(reason) = self.open.forbids(square) {
                self.probe.step(2, Step::Reject(square, reason))?;
                continue;
            }
            self.columns.swap(k, i);
            self.probe.step(3, Step::Place(square))?;
            self.choose(k + 1)?;
            self.columns.swap(k, i);
            self.probe.work(Effort::Backtrack);
            self.probe.step(6, Step::Remove(square))?;
        }
        ControlFlow::Continue(())
    }

    fn test(&mut self, rows: usize) -> ControlFlow<P::Stop> {
        self.probe.work(Effort::Trial);
        self.probe.work(Effort::Test);
        let columns = &self.columns[..rows];
        match first_attack(self.problem, columns) {
            Some((by, square)) => {
                let reason = attacked(self.problem, square, by);
                self.probe.step(5, Step::Reject(square, reason))
            }
            None => self.probe.solution(5, columns),
        }
    }
}
