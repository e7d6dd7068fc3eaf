//! The nondeterministic algorithm: choice, success and failure, at random or by backtracking.
//!
//! ```text
//!   row 0: choice(4) = 1     . Q . .
//!   row 1: choice(4) = 2     . . Q .   attacked: failure
//! ```
//!
//! A nondeterministic machine always makes the right choice. A real one can choose at random and
//! start again at every failure (`choice = random`): a run succeeds with probability Q(n) / n^n, 1
//! in 182,361 for n = 8, so this is practical for n up to 8. Or it can remember its choices and go
//! back to the last one (`choice = backtracking`, the deterministic translation of Floyd and
//! Cohen): this is the search for the first solution, exponential in n. Memory n. A queen is placed
//! before it is tested, so every choice is a visit, a trial and a test.

use crate::lines::{Lines, Open};
use crate::random::Random;
use crate::solves::report;
use crate::{
    Boards, Category, Effort, Info, Probe, SEED, Search, Setting, Settings, Step, Values, restarts,
};
use bezzel_board::{Problem, Square};
use std::ops::ControlFlow;

/// See the [module](self).
pub struct Nondeterministic;

const CHOICE: Setting = Setting {
    name: "choice",
    values: Values::Words(&["random", "backtracking"]),
    about: "how a choice is made: at random, or each in turn with backtracking",
};

/// The expected number of attempts is 182,361 for n = 8 and a million for n = 9.
const RESTARTS: Setting = restarts(10_000_000);

impl Search for Nondeterministic {
    const INFO: Info = Info {
        id: "nondeterministic",
        title: "Nondeterministic algorithm",
        category: Category::SomeSolutions,
        reference: "Erbas, Sarkeshik and Tanik, section 5.1, algorithm 5; Floyd 1967; Cohen 1979",
        guarantee: "one solution or none; with choice = backtracking the first, or the proof that there is none",
        counts: "test, trial: a choice; backtrack: a choice undone; restart: a failure of the random choice",
        corrections: "the loop runs while current_row < N; the printed N - 1 accepts incomplete placements",
        pseudocode: &[
            "current_row := 0",
            "while current_row < N",
            "  column := choice(N)",
            "  place a queen on (current_row, column)",
            "  if this configuration is safe then current_row := current_row + 1",
            "  else failure: start again, or go back to the last choice",
            "success",
        ],
        settings: &[CHOICE, SEED, RESTARTS],
        boards: Boards {
            torus: true,
            rectangles: true,
            space: false,
            free: false,
            rows: u32::MAX,
            width: u32::MAX,
        },
    };

    /// Random choice proves nothing; the deterministic translation tries every choice.
    fn exhausts(&self, _: &Problem, settings: &Settings) -> bool {
        settings.word(&CHOICE) == "backtracking"
    }

    fn search<P: Probe>(
        &self,
        problem: &Problem,
        settings: &Settings,
        probe: &mut P,
    ) -> ControlFlow<P::Stop> {
        let mut machine = Machine {
            problem,
            open: Open::new(problem),
            lines: Lines::new(problem),
            columns: Vec::new(),
            probe,
        };
        let succeeded = match settings.word(&CHOICE) {
            "random" => machine.by_luck(&mut Random::new(settings), settings.number(&RESTARTS))?,
            _ => machine.by_backtracking()?,
        };
        if succeeded {
            return report(problem, 7, &machine.columns, machine.probe);
        }
        ControlFlow::Continue(())
    }
}

struct Machine<'a, P> {
    problem: &'a Problem,
    open: Open<'a>,
    lines: Lines<'a>,
    columns: Vec<u32>,
    probe: &'a mut P,
}

impl<P: Probe> Machine<'_, P> {
    /// Whether some attempt succeeded.
    fn by_luck(&mut self, random: &mut Random, restarts: u64) -> ControlFlow<P::Stop, bool> {
        let size = self.problem.size();
        for attempt in 0..=restarts {
            if attempt > 0 {
                self.start_again();
                self.probe.step(6, Step::Restart(attempt))?;
            }
            while self.columns.len() < size.rows() as usize {
                let column = random.below(size.columns());
                if !self.choose(column)? {
                    break;
                }
            }
            if self.columns.len() == size.rows() as usize {
                return ControlFlow::Continue(true);
            }
        }
        ControlFlow::Continue(false)
    }

    /// Whether there is a solution.
    fn by_backtracking(&mut self) -> ControlFlow<P::Stop, bool> {
        let size = self.problem.size();
        let mut column = 0;
        while self.columns.len() < size.rows() as usize {
            if column == size.columns() {
                let Some(last) = self.columns.pop() else {
                    return ControlFlow::Continue(false);
                };
                let square = Square::new(self.columns.len() as u32, last);
                self.lines.remove(square);
                self.probe.work(Effort::Backtrack);
                self.probe.step(6, Step::Remove(square))?;
                column = last + 1;
                continue;
            }
            let square = Square::new(self.columns.len() as u32, column);
            let forbidden = self.open.forbids(square).is_some();
            if self.choose(column)? {
                column = 0;
            } else {
                if !forbidden {
                    self.probe.work(Effort::Backtrack);
                    self.probe.step(6, Step::Remove(square))?;
                }
                column += 1;
            }
        }
        ControlFlow::Continue(true)
    }

    /// Places a queen in the current row; returns whether it is safe.
    fn choose(&mut self, column: u32) -> ControlFlow<P::Stop, bool> {
        let square = Square::new(self.columns.len() as u32, column);
        if let Some(reason) = self.open.forbids(square) {
            self.probe.step(3, Step::Reject(square, reason))?;
            return ControlFlow::Continue(false);
        }
        self.probe.work(Effort::Trial);
        self.probe.step(4, Step::Place(square))?;
        self.probe.work(Effort::Test);
        if !self.lines.is_safe(square) {
            if self.probe.listens() {
                self.probe.step(5, Step::Reject(square, self.lines.reason(square)))?;
            }
            return ControlFlow::Continue(false);
        }
        self.lines.place(square);
        self.columns.push(column);
        ControlFlow::Continue(true)
    }

    fn start_again(&mut self) {
        for (row, column) in (0..).zip(self.columns.drain(..)) {
            self.lines.remove(Square::new(row, column));
        }
    }
}
