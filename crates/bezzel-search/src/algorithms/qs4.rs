//! Sosič and Gu's linear search: a start almost without collisions, then a free place for each queen
//! that still collides.
//!
//! ```text
//!   queen i collides:  draw rows j until queens i and j, with their columns exchanged,
//!                      both have no collisions; about sixty draws, whatever n is
//! ```
//!
//! Cost: linear. The initial search draws columns as that of [`qs3`](super::qs3) does, but ends
//! after 3.08 n draws, which leaves about twenty queens of a million to the final search. Memory 4
//! bytes per queen and two sets of 2n bits: 45 MB for ten million queens. A test is a draw, a trial
//! a swap made, a restart a new start after 7000 draws of one final search (which happens for small
//! n only). It is the algorithm to use when n is large and any solution will do.

use super::qs3::Start;
use crate::random::Random;
use crate::solves::{Bits, report};
use crate::{
    Boards, Category, Effort, Info, Probe, SEED, Search, Setting, Settings, Step, restarts,
};
use bezzel_board::Problem;
use std::collections::HashMap;
use std::ops::ControlFlow;

/// See the [module](self).
pub struct Qs4;

const RESTARTS: Setting = restarts(1_000);

/// Draws of a final search before it starts again: Sosič and Gu's number.
const DRAWS: u32 = 7_000;

impl Search for Qs4 {
    const INFO: Info = Info {
        id: "qs4",
        title: "Linear search QS4",
        category: Category::SomeSolutions,
        reference: "Sosič and Gu 1991, \"3,000,000 queens in less than one minute\"; Sosič and Gu 1994",
        guarantee: "one solution or none",
        counts: "test: a square or a pair of queens drawn; trial: a swap made; restart: a new start",
        corrections: "none",
        pseudocode: &[
            "repeat for each row: draw one of the columns left; if it is safe place a queen",
            "  until 3.08 * N columns were drawn; place the queens left at random",
            "  for each queen i of those left: while it collides",
            "    draw a queen j; swap(queen i, queen j)",
            "    if one of them collides then swap them back",
            "  until 7000 queens were drawn",
            "until no queen collides",
        ],
        settings: &[SEED, RESTARTS],
        boards: Boards {
            torus: true,
            rectangles: false,
            space: false,
            free: false,
            rows: 1_000_000_000,
            width: 1_000_000_000,
        },
    };

    fn search<P: Probe>(
        &self,
        problem: &Problem,
        settings: &Settings,
        probe: &mut P,
    ) -> ControlFlow<P::Stop> {
        let mut random = Random::new(settings);
        for attempt in 0..=settings.number(&RESTARTS) {
            if attempt > 0 {
                probe.step(7, Step::Restart(attempt))?;
            }
            let start = Start::by_draws(problem, &mut random, probe)?;
            if let Some(columns) = Final::new(start).search(&mut random, probe)? {
                return report(problem, 7, &columns, probe);
            }
        }
        ControlFlow::Continue(())
    }
}

/// The final search.
struct Final<'p> {
    start: Start<'p>,
    /// Queens on a diagonal in addition to the one its bit represents: only the few that collide.
    diagonals_more: HashMap<usize, u32>,
    anti_diagonals_more: HashMap<usize, u32>,
}

impl<'p> Final<'p> {
    fn new(start: Start<'p>) -> Final<'p> {
        let (diagonals_more, anti_diagonals_more) = (HashMap::new(), HashMap::new());
        let mut search = Final { start, diagonals_more, anti_diagonals_more };
        for place in search.start.safe..search.start.columns.len() {
            search.put_on(place);
        }
        search
    }

    /// The column of each row, unless the draws run out.
    fn search<P: Probe>(
        mut self,
        random: &mut Random,
        probe: &mut P,
    ) -> ControlFlow<P::Stop, Option<Vec<u32>>> {
        let given = self.start.problem.given().len();
        let n = self.start.columns.len();
        let mut draws = DRAWS;
        probe.pause()?;
        for i in self.start.safe..n {
            while self.collides(i) {
                if draws == 0 {
                    return ControlFlow::Continue(None);
                }
                draws -= 1;
                let j = given + random.below((n - given) as u32) as usize;
                probe.work(Effort::Test);
                if i != j && self.swap(i, j) {
                    probe.work(Effort::Trial);
                    let (i, j) = (self.start.square(i).row, self.start.square(j).row);
                    probe.step(4, Step::Swap(i, j))?;
                }
            }
        }
        ControlFlow::Continue(Some(self.start.into_columns()))
    }

    /// Exchanges the columns of two queens if neither then collides; returns whether it did.
    fn swap(&mut self, i: usize, j: usize) -> bool {
        self.take_off(i);
        self.take_off(j);
        self.start.columns.swap(i, j);
        if self.start.is_safe(self.start.square(i)) {
            self.put_on(i);
            if self.start.is_safe(self.start.square(j)) {
                self.put_on(j);
                return true;
            }
            self.take_off(i);
        }
        self.start.columns.swap(i, j);
        self.put_on(i);
        self.put_on(j);
        false
    }

    fn collides(&self, place: usize) -> bool {
        let square = self.start.square(place);
        let (diagonal, anti_diagonal) = self.start.slopes(square);
        self.diagonals_more.contains_key(&diagonal)
            || self.anti_diagonals_more.contains_key(&anti_diagonal)
            || self.start.is_blocked(square)
    }

    fn put_on(&mut self, place: usize) {
        let (diagonal, anti_diagonal) = self.start.slopes(self.start.square(place));
        add(&mut self.start.diagonals, &mut self.diagonals_more, diagonal);
        add(&mut self.start.anti_diagonals, &mut self.anti_diagonals_more, anti_diagonal);
    }

    fn take_off(&mut self, place: usize) {
        let (diagonal, anti_diagonal) = self.start.slopes(self.start.square(place));
        remove(&mut self.start.diagonals, &mut self.diagonals_more, diagonal);
        remove(&mut self.start.anti_diagonals, &mut self.anti_diagonals_more, anti_diagonal);
    }
}

fn add(lines: &mut Bits, more: &mut HashMap<usize, u32>, line: usize) {
    if !lines.insert(line) {
        *more.entry(line).or_insert(0) += 1;
    }
}

fn remove(lines: &mut Bits, more: &mut HashMap<usize, u32>, line: usize) {
    match more.get_mut(&line) {
        None => lines.remove(line),
        Some(1) => {
            more.remove(&line);
        }
        Some(queens) => *queens -= 1,
    }
}
