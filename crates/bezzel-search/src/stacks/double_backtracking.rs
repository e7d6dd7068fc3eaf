//! Double backtracking: finds all solutions of the board, then searches for n that fit together.
//!
//! ```text
//!   allSolutions   0: 0 2 4 1 3     floor 0 <- 0
//!                  1: 0 3 1 4 2     over floor 0: a queen above another on (0, 0)
//!                  2: 1 3 0 2 4     floor 1 <- 2
//!                  …
//! ```
//!
//! Cost: the second search chooses n of all solutions in order and tests each against the floors
//! below: 3, 9, 15, 37, 237,032 and 163,693,221 tests for n = 4 … 9, so "an upper bound of O(N!)" (8! =
//! 40,320) does not hold. For n = 9 it takes seconds, but each of those tests is a step: a trace of
//! them all takes minutes. From n = 12 on it takes far too long: an exact cover of the squares finds
//! the same stacks much faster. Each call of isLegal is a test and a
//! trial; of the first search only the solutions are shown, or every step with `search=shown`.

use crate::algorithms::backtracking::Backtracking;
use crate::{
    Boards, Category, Effort, Info, Probe, Search, Setting, Settings, Stacking, Step, Values,
};
use bezzel_board::{Problem, Square};
use std::borrow::Cow;
use std::ops::ControlFlow;

/// The paper's algorithm; see the file for how it works and where it was corrected.
pub struct DoubleBacktracking;

const FIRST_SEARCH: Setting = Setting {
    name: "search",
    values: Values::Words(&["hidden", "shown"]),
    about: "whether the search for the floors is also shown step by step",
};

impl Search for DoubleBacktracking {
    const INFO: Info = Info {
        id: "double-backtracking",
        title: "Double backtracking for stacks",
        category: Category::Stacks,
        reference: "Chakiat, Sudhakaran, Nair and Venkatesh 2017, algorithms 1 to 3",
        guarantee: "every stack once, as the level of each square, in lexicographic order of the floors' numbers",
        counts: "test, trial: a call of isLegal; backtrack: a floor removed",
        corrections: "isLegal must end with return true and also check the lowest floor, and all N floors must be placed",
        pseudocode: &[
            "backtrack to all 2-D solutions of N: allSolutions",
            "3DNQP(height, top)",
            "  if height = N then print finalSolution",
            "  for t = top to size of allSolutions",
            "    if isLegal(height, t): no queen of t above one of floors 0 to height - 1",
            "      finalSolution[height] := allSolutions[t]",
            "      3DNQP(height + 1, t + 1)",
            "      take floor height off",
        ],
        settings: &[FIRST_SEARCH],
        boards: Boards {
            torus: true,
            rectangles: false,
            space: false,
            free: false,
            rows: 14,
            width: 14,
        },
    };

    fn search<P: Probe>(
        &self,
        problem: &Problem,
        settings: &Settings,
        probe: &mut P,
    ) -> ControlFlow<P::Stop> {
        let shown = settings.word(&FIRST_SEARCH) == "shown";
        let mut collect = Collect { probe, shown, all: Vec::new() };
        Backtracking.search(problem, &Settings::default(), &mut collect)?;
        let all = collect.all;
        let n = problem.size().rows();
        let levels = vec![None; (n * n) as usize];
        Heights { n, all: &all, levels, probe }.place(0, 0)
    }
}

/// Forwards the first search and collects its solutions.
struct Collect<'a, P> {
    probe: &'a mut P,
    shown: bool,
    all: Vec<Vec<u32>>,
}

impl<P: Probe> Probe for Collect<'_, P> {
    type Stop = P::Stop;
    const WATCHES: bool = true;

    fn step(&mut self, _: u8, step: Step<'_>) -> ControlFlow<P::Stop> {
        if self.shown { self.probe.step(1, step) } else { ControlFlow::Continue(()) }
    }

    fn solution(&mut self, _: u8, columns: &[u32]) -> ControlFlow<P::Stop> {
        let number = self.all.len() as u32;
        self.all.push(columns.to_vec());
        let columns = Cow::Borrowed(columns);
        self.probe.step(1, Step::Stacking(Stacking::Collect { number, columns }))
    }

    /// Tests and trials are those of the second search; a queen placed in either search is a visit.
    fn work(&mut self, _: Effort) {}
}

struct Heights<'a, P> {
    n: u32,
    all: &'a [Vec<u32>],
    /// The floor of each square covered so far: finalSolution seen from above.
    levels: Vec<Option<u32>>,
    probe: &'a mut P,
}

impl<P: Probe> Heights<'_, P> {
    fn place(&mut self, height: u32, top: usize) -> ControlFlow<P::Stop> {
        if height == self.n {
            let levels: Vec<u32> = self.levels.iter().copied().flatten().collect();
            return self.probe.solution(3, &levels);
        }
        let all = self.all;
        for (t, columns) in all.iter().enumerate().skip(top) {
            let number = t as u32;
            self.probe.work(Effort::Test);
            self.probe.work(Effort::Trial);
            if let Some((square, below)) = self.above(columns) {
                let refused = Stacking::Above { height, number, square, below };
                self.probe.step(5, Step::Stacking(refused))?;
                continue;
            }
            let floor = Cow::Borrowed(columns.as_slice());
            self.probe.step(6, Step::Stacking(Stacking::Put { height, number, columns: floor }))?;
            self.set(columns, Some(height));
            self.place(height + 1, t + 1)?;
            self.set(columns, None);
            self.probe.work(Effort::Backtrack);
            self.probe.step(8, Step::Stacking(Stacking::TakeOff { height, number }))?;
        }
        ControlFlow::Continue(())
    }

    /// The negation of isLegal: a square where a queen would stand above another, and the floor of
    /// that one.
    fn above(&self, columns: &[u32]) -> Option<(Square, u32)> {
        (0..).zip(columns).find_map(|(row, &column)| {
            let below = self.levels[(row * self.n + column) as usize]?;
            Some((Square::new(row, column), below))
        })
    }

    fn set(&mut self, columns: &[u32], level: Option<u32>) {
        for (row, &column) in (0..).zip(columns) {
            self.levels[(row * self.n + column) as usize] = level;
        }
    }
}
