//! The Las Vegas algorithm: each row's queen on a random free square, with a restart when stuck.
//!
//! ```text
//!   . Q . .     row 1 has one free square, row 2 has one, row 3 has one: a solution.
//!   . . . Q     Had row 0 taken the corner, some later row would have had none:
//!   Q . . .     for n = 4 one run succeeds with probability 1/2.
//!   . . Q .
//! ```
//!
//! Cost: n² steps per run; the probability of success falls slowly (23/30, 5/72, 419/1680 for n =
//! 5, 6, 7, 0.1293 for n = 8, measured about 1 in 250 for n = 50), so it finds one solution faster
//! than backtracking from n = 8 on and is useful up to a hundred queens. Memory n. A test is a
//! square examined, a trial a queen placed, a restart a run that got stuck. `bezzel compare --exact`
//! gives the exact probability. `las-vegas-backtracking` is better for larger n.

use crate::lines::{Lines, Open};
use crate::random::Random;
use crate::solves::report;
use crate::{
    Boards, Category, Chance, Counting, Effort, Info, NoChance, Probe, SEED, Search, Setting,
    Settings, Step, restarts,
};
use bezzel_board::{Line, Problem, Square, Stop};
use std::ops::ControlFlow;

/// See the [module](self).
pub struct LasVegas;

const RESTARTS: Setting = restarts(100_000);

/// Most rows of a board whose choices are all tried: seconds at 12.
const MOST_EXACT: u32 = 12;

impl Search for LasVegas {
    const INFO: Info = Info {
        id: "las-vegas",
        title: "Las Vegas algorithm",
        category: Category::SomeSolutions,
        reference: "Erbas, Sarkeshik and Tanik, section 5.3, algorithm 6; Brassard and Bratley 1988",
        guarantee: "one solution or none; not every solution is equally likely",
        counts: "test: a square examined; trial: a queen placed; restart: a run that got stuck",
        corrections: "'or' in the condition of the loop must be 'and'",
        pseudocode: &[
            "current_row := -1",
            "while there are available squares in the next row and current_row < N - 1",
            "  choose one of the available squares at random",
            "  place a queen on that square; current_row := current_row + 1",
            "if current_row = N - 1 then this is a solution",
            "else failure to reach a solution: start again",
        ],
        settings: &[SEED, RESTARTS],
        boards: Boards {
            torus: true,
            rectangles: true,
            space: false,
            free: false,
            rows: 100_000,
            width: 100_000,
        },
    };

    fn search<P: Probe>(
        &self,
        problem: &Problem,
        settings: &Settings,
        probe: &mut P,
    ) -> ControlFlow<P::Stop> {
        let mut random = Random::new(settings);
        let mut gambler = Gambler::new(problem, probe);
        for attempt in 0..=settings.number(&RESTARTS) {
            if attempt > 0 {
                gambler.probe.step(6, Step::Restart(attempt))?;
            }
            gambler.place(problem.size().rows(), |choices| random.below(choices))?;
            if gambler.columns.len() == problem.size().rows() as usize {
                return report(problem, 5, &gambler.columns, gambler.probe);
            }
            gambler.start_again();
        }
        ControlFlow::Continue(())
    }

    fn success(&self, problem: &Problem, _: &Settings, stop: &Stop) -> Result<Chance, NoChance> {
        success(problem, stop)
    }
}

/// Tries every sequence of choices a run can make, and adds up the probabilities of those that succeed.
fn success(problem: &Problem, stop: &Stop) -> Result<Chance, NoChance> {
    let rows = problem.size().rows();
    let too_large = NoChance::TooLarge { rows: MOST_EXACT };
    if rows > MOST_EXACT {
        return Err(too_large);
    }
    let mut probe = Counting::default();
    let mut gambler = Gambler::new(problem, &mut probe);
    let mut sum = Chance::new(0, 1);
    // The choices of the next run, each with the number of squares to choose from.
    let mut script: Vec<(u32, u32)> = Vec::new();
    loop {
        if stop.is_asked() {
            return Err(NoChance::Stopped);
        }
        let mut row = 0;
        let ControlFlow::Continue(()) = gambler.place(rows, |choices| {
            if row == script.len() {
                script.push((0, choices));
            }
            row += 1;
            script[row - 1].0
        });
        if gambler.columns.len() == rows as usize {
            let one_in = script.iter().map(|&(_, choices)| u128::from(choices)).product();
            sum = sum.plus(Chance::new(1, one_in)).ok_or(too_large)?;
        }
        gambler.start_again();
        while script.last().is_some_and(|&(choice, choices)| choice + 1 == choices) {
            script.pop();
        }
        let Some((choice, _)) = script.last_mut() else {
            return Ok(sum);
        };
        *choice += 1;
    }
}

/// Places queens row by row on free squares selected by the caller.
pub(super) struct Gambler<'a, P> {
    problem: &'a Problem,
    open: Open<'a>,
    pub(super) lines: Lines<'a>,
    pub(super) columns: Vec<u32>,
    pub(super) probe: &'a mut P,
}

impl<'a, P: Probe> Gambler<'a, P> {
    pub(super) fn new(problem: &'a Problem, probe: &'a mut P) -> Gambler<'a, P> {
        let (open, lines) = (Open::new(problem), Lines::new(problem));
        Gambler { problem, open, lines, columns: Vec::new(), probe }
    }

    /// Fills rows until this many are filled or one has no free square. `choose` gets the number of
    /// free squares and returns the index of one.
    pub(super) fn place(
        &mut self,
        rows: u32,
        mut choose: impl FnMut(u32) -> u32,
    ) -> ControlFlow<P::Stop> {
        while self.columns.len() < rows as usize {
            let free = self.free_squares();
            if free.is_empty() {
                return self.probe.step(2, Step::DeadEnd(Line::Row(self.columns.len() as u32)));
            }
            let square = free[choose(free.len() as u32) as usize];
            self.probe.work(Effort::Trial);
            self.probe.step(4, Step::Place(square))?;
            self.lines.place(square);
            self.columns.push(square.column);
        }
        ControlFlow::Continue(())
    }

    /// The free squares of the next row.
    pub(super) fn free_squares(&mut self) -> Vec<Square> {
        let row = self.columns.len() as u32;
        let mut free = Vec::new();
        for column in 0..self.problem.size().columns() {
            let square = Square::new(row, column);
            if self.open.forbids(square).is_none() {
                self.probe.work(Effort::Test);
                if self.lines.is_safe(square) {
                    free.push(square);
                }
            }
        }
        free
    }

    /// Removes all queens without reporting it: the restart event implies it.
    pub(super) fn start_again(&mut self) {
        for (row, column) in (0..).zip(self.columns.drain(..)) {
            self.lines.remove(Square::new(row, column));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exact_success_probabilities() {
        let one_run = |n| {
            let share = success(&Problem::queens(n), &Stop::new()).unwrap();
            (share.over, share.under)
        };
        assert_eq!(
            (one_run(0), one_run(1), one_run(2), one_run(3)),
            ((1, 1), (1, 1), (0, 1), (0, 1))
        );
        assert_eq!([4, 5, 6, 7].map(one_run), [(1, 2), (23, 30), (5, 72), (419, 1680)]);
        let (over, under) = one_run(8);
        assert_eq!(over * 10_000 / under, 1293, "0.1293 in Brassard and Bratley's table");
    }

    #[test]
    fn it_can_be_stopped_and_has_a_limit() {
        let stop = Stop::new();
        let large = success(&Problem::queens(13), &stop);
        assert_eq!(large, Err(NoChance::TooLarge { rows: MOST_EXACT }));
        stop.ask();
        assert_eq!(success(&Problem::queens(8), &stop), Err(NoChance::Stopped));
    }
}
