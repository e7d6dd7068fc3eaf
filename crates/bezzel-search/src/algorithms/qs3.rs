//! Sosič and Gu's gradient search, third version: a start with few collisions.
//!
//! ```text
//!   Q . . . . . . .     row by row, take a random safe one of the remaining columns;
//!   . . . . Q . . .     the last c rows take the rest in any order, and every collision
//!   . . Q . . . . .     involves one of those few queens
//!   …
//! ```
//!
//! Cost: the initial search is linear and fills the last c rows at random, from 8 of ten to 100 of
//! a million, so that the gradient search of [`qs2`](super::qs2) that follows has very little to
//! do. Memory 7n numbers. A test is a draw or a pair tried, a trial a swap made, a restart a new
//! start. [`qs4`](super::qs4) replaces the gradient by a search for a free place.
//!
//! The article was not available. Papers and programs that follow it state that n − c queens are
//! placed without conflict, however many draws that takes, and give the values of c
//! ([`left_to_chance`]). Where they disagree on the n at which c changes, half of the next size
//! they name is used. A column found unsafe is not drawn again for the same row, so that a row
//! without a safe column ends the initial search instead of drawing forever.

use super::qs2::descend;
use crate::random::Random;
use crate::solves::{Bits, report};
use crate::swaps::{Measure, Swaps};
use crate::{
    Boards, Category, Effort, Info, Probe, SEED, Search, Setting, Settings, Step, restarts,
};
use bezzel_board::{Problem, Square};
use std::ops::ControlFlow;

/// See the [module](self).
pub struct Qs3;

const RESTARTS: Setting = restarts(10_000);

impl Search for Qs3 {
    const INFO: Info = Info {
        id: "qs3",
        title: "Gradient search QS3",
        category: Category::SomeSolutions,
        reference: "Sosič and Gu 1991, \"Fast search algorithms for the n-queens problem\" (reconstructed)",
        guarantee: "one solution or none",
        counts: "test: a square drawn or a pair of queens tried; trial: a swap made; restart: a new start",
        corrections: "none; reconstructed from later papers that give N - c and c by size: the printed text was not available",
        pseudocode: &[
            "repeat for each row but c: draw columns left until one is safe, place a queen",
            "  place the c queens left at random; c = 8, 30, 50, 80, 100 by N",
            "  limit := 0.45 * collisions; list the attacked queens",
            "  repeat for each queen i of the list, with a random queen j",
            "    if swap(queen i, queen j) reduces collisions then perform_swap",
            "    if collisions < limit then limit := 0.45 * collisions; list the attacked queens",
            "  until collisions = 0 or 32 * N tries were made",
            "until collisions = 0",
        ],
        settings: &[SEED, RESTARTS],
        boards: Boards {
            torus: true,
            rectangles: false,
            space: false,
            free: false,
            rows: 100_000_000,
            width: 100_000_000,
        },
    };

    fn search<P: Probe>(
        &self,
        problem: &Problem,
        settings: &Settings,
        probe: &mut P,
    ) -> ControlFlow<P::Stop> {
        let mut random = Random::new(settings);
        let mut swaps = Swaps::new(problem, Measure::Surplus);
        for attempt in 0..=settings.number(&RESTARTS) {
            if attempt > 0 {
                probe.step(8, Step::Restart(attempt))?;
            }
            let start = Start::by_size(problem, &mut random, probe)?;
            swaps.set(start.into_columns());
            probe.step(2, Step::Collisions(swaps.collisions))?;
            descend(&mut swaps, &mut random, probe)?;
            if swaps.collisions == 0 {
                return report(problem, 8, &swaps.columns, probe);
            }
        }
        ControlFlow::Continue(())
    }
}

/// c: how many of n queens the initial search places at random.
#[must_use]
pub fn left_to_chance(n: usize) -> usize {
    match n {
        0..=10 => 8,
        11..=500 => 30,
        501..=50_000 => 50,
        50_001..=500_000 => 80,
        _ => 100,
    }
}

/// A permutation most of whose queens do not collide.
///
/// Queens are numbered by *places*: the given queens come first, then the other rows in order.
pub(super) struct Start<'p> {
    pub(super) problem: &'p Problem,
    /// The row of each place; empty where place k is row k, as on every board without given queens.
    rows: Vec<u32>,
    /// The column of each place.
    pub(super) columns: Vec<u32>,
    /// Places below this one hold queens that do not collide.
    pub(super) safe: usize,
    /// The diagonals of the safe queens.
    pub(super) diagonals: Bits,
    /// The anti-diagonals of the safe queens.
    pub(super) anti_diagonals: Bits,
}

impl<'p> Start<'p> {
    /// The initial search of QS3: all rows but the number given by the size.
    fn by_size<P: Probe>(
        problem: &'p Problem,
        random: &mut Random,
        probe: &mut P,
    ) -> ControlFlow<P::Stop, Start<'p>> {
        let mut start = Start::with_given(problem, probe)?;
        let n = start.columns.len();
        let rows = n.saturating_sub(left_to_chance(n));
        'rows: while start.safe < rows {
            let place = start.safe;
            // Columns from here on were drawn for this row and are unsafe.
            for undrawn in (place + 1..=n).rev() {
                let drawn = place + random.below((undrawn - place) as u32) as usize;
                start.columns.swap(place, drawn);
                probe.work(Effort::Test);
                if start.is_safe(start.square(place)) {
                    start.place(1, probe)?;
                    continue 'rows;
                }
                start.columns.swap(place, undrawn - 1);
                if undrawn % 4096 == 0 {
                    probe.pause()?;
                }
            }
            break;
        }
        start.fill(random, probe)
    }

    /// The initial search of QS4: as many rows as 3.08 n draws can fill, the number Sosič and Gu
    /// found best.
    pub(super) fn by_draws<P: Probe>(
        problem: &'p Problem,
        random: &mut Random,
        probe: &mut P,
    ) -> ControlFlow<P::Stop, Start<'p>> {
        let mut start = Start::with_given(problem, probe)?;
        let n = start.columns.len();
        let mut draws = n * 308 / 100;
        while start.safe < n && draws > 0 {
            draws -= 1;
            let place = start.safe;
            start.columns.swap(place, place + random.below((n - place) as u32) as usize);
            probe.work(Effort::Test);
            if start.is_safe(start.square(place)) {
                start.place(1, probe)?;
            } else if draws % 4096 == 0 {
                probe.pause()?;
            }
        }
        start.fill(random, probe)
    }

    /// Fills the remaining rows with the remaining columns, in any order.
    fn fill<P: Probe>(
        mut self,
        random: &mut Random,
        probe: &mut P,
    ) -> ControlFlow<P::Stop, Start<'p>> {
        random.shuffle(&mut self.columns[self.safe..]);
        for place in self.safe..self.columns.len() {
            probe.step(2, Step::Place(self.square(place)))?;
        }
        ControlFlow::Continue(self)
    }

    /// Whether the square is not blocked and its diagonals are still free.
    #[inline]
    pub(super) fn is_safe(&self, square: Square) -> bool {
        let (diagonal, anti_diagonal) = self.slopes(square);
        !self.diagonals.contains(diagonal)
            && !self.anti_diagonals.contains(anti_diagonal)
            && !self.is_blocked(square)
    }

    /// The given queens, and all other columns to choose from.
    fn with_given<P: Probe>(
        problem: &'p Problem,
        probe: &mut P,
    ) -> ControlFlow<P::Stop, Start<'p>> {
        let n = problem.size().rows();
        let given = problem.given().squares();
        let mut start = Start {
            problem,
            rows: Vec::new(),
            columns: (0..n).collect(),
            safe: 0,
            diagonals: Bits::new(2 * n as usize),
            anti_diagonals: Bits::new(2 * n as usize),
        };
        if given.is_empty() {
            return ControlFlow::Continue(start);
        }
        let others = (0..n).filter(|&row| problem.given_in_row(row).is_none());
        start.rows = given.iter().map(|queen| queen.row).chain(others).collect();
        let mut taken: Vec<u32> = given.iter().map(|queen| queen.column).collect();
        start.columns = taken.clone();
        taken.sort_unstable();
        start.columns.extend((0..n).filter(|column| taken.binary_search(column).is_err()));
        for _ in given {
            start.place(1, probe)?;
        }
        ControlFlow::Continue(start)
    }

    /// Counts the queen of the next place as safe.
    #[inline]
    fn place<P: Probe>(&mut self, line: u8, probe: &mut P) -> ControlFlow<P::Stop> {
        let square = self.square(self.safe);
        probe.step(line, Step::Place(square))?;
        let (diagonal, anti_diagonal) = self.slopes(square);
        self.diagonals.insert(diagonal);
        self.anti_diagonals.insert(anti_diagonal);
        self.safe += 1;
        ControlFlow::Continue(())
    }

    /// The square of the queen of a place.
    #[inline]
    pub(super) fn square(&self, place: usize) -> Square {
        let row = if self.rows.is_empty() { place as u32 } else { self.rows[place] };
        Square::new(row, self.columns[place])
    }

    /// The numbers of the two diagonals of a square.
    #[inline]
    pub(super) fn slopes(&self, square: Square) -> (usize, usize) {
        let (row, column, n) = (square.row as usize, square.column as usize, self.columns.len());
        match self.problem.wraps() {
            false => (row + n - column, row + column),
            true => ((row + n - column) % n, (row + column) % n),
        }
    }

    /// Whether the problem blocks a square.
    #[inline]
    pub(super) fn is_blocked(&self, square: Square) -> bool {
        !self.problem.blocked().is_empty() && self.problem.blocked().contains(square)
    }

    /// The column of each row.
    pub(super) fn into_columns(self) -> Vec<u32> {
        if self.rows.is_empty() {
            return self.columns;
        }
        let mut columns = vec![0; self.columns.len()];
        for (row, column) in self.rows.into_iter().zip(self.columns) {
            columns[row as usize] = column;
        }
        columns
    }
}
