//! Las Vegas followed by backtracking: some rows at random, the rest systematically.
//!
//! ```text
//!   Q . . . . . . .     rows 1 and 2 at random,
//!   . . . . Q . . .
//!   ----------------    crossover
//!   . . . . . . . Q     the rest by backtracking; if it fails, start again from the first row
//! ```
//!
//! The random rows spread the search over the board; backtracking searches the remaining rows
//! exhaustively. Cost: with too few random rows it is as slow as backtracking, with too many it
//! fails as often as `las-vegas`. By default 2 · log₂ n rows are left to backtracking: then 2 of 8
//! rows are random, the best in Brassard and Bratley's table, 29 of 39 and 87 of 100, the best or
//! nearly so by the median visits over seeds. Memory n. A test is a square examined, a trial a
//! queen placed, a backtrack a queen removed, a restart a random start that failed. Good up to a
//! thousand queens; beyond that use `min-conflicts` or `qs4`.

use super::las_vegas::Gambler;
use crate::random::Random;
use crate::solves::report;
use crate::{
    Boards, Category, Effort, Info, Probe, SEED, Search, Setting, Settings, Step, Values, restarts,
};
use bezzel_board::{Line, Problem, Square};
use std::ops::ControlFlow;

/// See the [module](self).
pub struct LasVegasBacktracking;

const CROSSOVER: Setting = Setting {
    name: "crossover",
    values: Values::Number { default: 0, least: 0, most: u32::MAX as u64 },
    about: "the first row, counted from 1, that backtracking fills; 0 uses the default rule",
};

const RESTARTS: Setting = restarts(100_000);

impl Search for LasVegasBacktracking {
    const INFO: Info = Info {
        id: "las-vegas-backtracking",
        title: "Las Vegas followed by backtracking",
        category: Category::SomeSolutions,
        reference: "Erbas, Sarkeshik and Tanik, section 5.3; Brassard and Bratley 1988",
        guarantee: "one solution or none; with crossover = 1 the first, or the proof that there is none",
        counts: "test: a square examined; trial: a queen placed; backtrack: a queen removed; restart: a random start that failed",
        corrections: "none",
        pseudocode: &[
            "repeat",
            "  for the rows above the crossover: if no square is available start again",
            "    choose one of the available squares at random",
            "    place a queen on that square",
            "  for the other rows, by backtracking: for each available square",
            "    place a queen; go on with the next row",
            "    take the queen back",
            "until all queens are placed",
        ],
        settings: &[CROSSOVER, SEED, RESTARTS],
        // The recursion is as deep as there are rows below the crossover.
        boards: Boards {
            torus: true,
            rectangles: true,
            space: false,
            free: false,
            rows: 4000,
            width: 4000,
        },
    };

    /// Without random rows it is plain backtracking.
    fn exhausts(&self, problem: &Problem, settings: &Settings) -> bool {
        random_rows(problem, settings) == 0
    }

    fn search<P: Probe>(
        &self,
        problem: &Problem,
        settings: &Settings,
        probe: &mut P,
    ) -> ControlFlow<P::Stop> {
        let rows = problem.size().rows();
        let random_rows = random_rows(problem, settings);
        let mut random = Random::new(settings);
        let mut gambler = Gambler::new(problem, probe);
        for attempt in 0..=settings.number(&RESTARTS) {
            if attempt > 0 {
                gambler.probe.step(1, Step::Restart(attempt))?;
            }
            gambler.place(random_rows, |choices| random.below(choices))?;
            let got_through = gambler.columns.len() == random_rows as usize;
            if got_through && backtrack(&mut gambler, rows)? {
                return report(problem, 8, &gambler.columns, gambler.probe);
            }
            gambler.start_again();
            if random_rows == 0 {
                break;
            }
        }
        ControlFlow::Continue(())
    }
}

/// How many rows are filled at random.
fn random_rows(problem: &Problem, settings: &Settings) -> u32 {
    let rows = problem.size().rows();
    match settings.number(&CROSSOVER) {
        0 => by_rule(rows),
        first => (first as u32 - 1).min(rows),
    }
}

/// How many rows of this many are filled at random by default.
#[must_use]
pub fn by_rule(rows: u32) -> u32 {
    // ⌊2 · log₂ n⌋ in integers, so that it is the same on every machine.
    let left = (u64::from(rows.max(1)) * u64::from(rows.max(1))).ilog2();
    rows.saturating_sub(left)
}

/// Fills the other rows; returns whether that was possible.
fn backtrack<P: Probe>(gambler: &mut Gambler<'_, P>, rows: u32) -> ControlFlow<P::Stop, bool> {
    let row = gambler.columns.len() as u32;
    if row == rows {
        return ControlFlow::Continue(true);
    }
    let free: Vec<Square> = gambler.free_squares();
    if free.is_empty() {
        gambler.probe.step(5, Step::DeadEnd(Line::Row(row)))?;
    }
    for square in free {
        gambler.probe.work(Effort::Trial);
        gambler.probe.step(6, Step::Place(square))?;
        gambler.lines.place(square);
        gambler.columns.push(square.column);
        if backtrack(gambler, rows)? {
            return ControlFlow::Continue(true);
        }
        gambler.columns.pop();
        gambler.lines.remove(square);
        gambler.probe.work(Effort::Backtrack);
        gambler.probe.step(7, Step::Remove(square))?;
    }
    ControlFlow::Continue(false)
}
