//! Naur's partial elimination of symmetries: one position of the central queen represents its
//! images.
//!
//! ```text
//!   . . . A A . . .     Figure 4 for n = 8: squares of the central rows and columns that a
//!   . . . B B . . .     symmetry maps to each other have the same letter. Every solution has a
//!   . . . C C . . .     queen in row 3, so it has a queen on some letter, and an image with the
//!   A B C D D C B A     queen on the first square of that letter. So row 3 is tried on A, B, C, D
//!   A B C D D C B A     only, and when B is tried no queen may stand on any A: those solutions
//!   . . . C C . . .     have been found, up to symmetry.
//!   . . . B B . . .
//!   . . . A A . . .
//! ```
//!
//! Cost: exponential; memory n. What remains are solutions with two queens on the same letter, or
//! with a queen on a square that a symmetry leaves fixed (D). They are found more than once and
//! tested, as in [`generate-and-test`](super::generate_and_test), against those images that the
//! search also finds. A test is such a comparison. Of the Q(n) − F(n) solutions that are images of
//! others, Q(n) minus the number of tests are never generated: 74 of 80 for n = 8. Letters are the orbits of the central row, so the idea generalises
//! to every n, to rectangles and to the symmetries that remain with given queens and blocked
//! squares. [`topor`](super::topor) removes all symmetries.

use crate::images::earlier;
use crate::lines::{Lines, Open};
use crate::{Boards, Category, Effort, Info, Probe, Search, Settings, Step};
use bezzel_board::{Line, Problem, Square, Symmetry};
use std::ops::ControlFlow;

/// See the [module](self).
pub struct Naur;

impl Search for Naur {
    const INFO: Info = Info {
        id: "naur",
        title: "Naur's partial elimination of symmetries",
        category: Category::Fundamental,
        reference: "Erbas, Sarkeshik and Tanik, section 4.2, figure 4; Naur 1972",
        guarantee: "one solution of every class once",
        counts: "test: a solution compared with its images; trial: a safe square taken; backtrack: a queen removed",
        corrections: "none; generalised from 8 to n by using orbits of the central row as letters",
        pseudocode: &[
            "for each letter in the central row, from the edge inwards",
            "  place the queen of the central row on the first square of the letter",
            "  for the other rows, from the first: for each safe square that has no earlier letter",
            "    place a queen; go on with the next row",
            "  when all are placed: if an earlier image with the same central queen exists then discard",
            "    else print",
            "  take the queens back",
        ],
        settings: &[],
        boards: Boards {
            // Shifts of the torus are not among the eight symmetries it knows.
            torus: false,
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
        let size = problem.size();
        let Some(centre) = size.rows().checked_sub(1).map(|last| last / 2) else {
            return probe.solution(6, &[]);
        };
        let mut search = Central {
            problem,
            centre,
            letters: letters(problem, centre),
            group: Symmetry::of_problem(problem),
            open: Open::new(problem),
            lines: Lines::new(problem),
            columns: vec![0; size.rows() as usize],
            probe,
        };
        for column in 0..size.columns() {
            search.letter(Square::new(centre, column))?;
        }
        ControlFlow::Continue(())
    }
}

/// The letter of each square by position: the first column of the central row it has an image in.
fn letters(problem: &Problem, centre: u32) -> Vec<Option<u32>> {
    let (size, group) = (problem.size(), Symmetry::of_problem(problem));
    let mut letters = vec![None; size.squares() as usize];
    for column in (0..size.columns()).rev() {
        for symmetry in &group {
            let square = symmetry.apply(Square::new(centre, column), size);
            letters[size.position(square) as usize] = Some(column);
        }
    }
    letters
}

struct Central<'a, P> {
    problem: &'a Problem,
    centre: u32,
    letters: Vec<Option<u32>>,
    group: Vec<Symmetry>,
    open: Open<'a>,
    lines: Lines<'a>,
    columns: Vec<u32>,
    probe: &'a mut P,
}

impl<P: Probe> Central<'_, P> {
    /// All solutions with the central queen on this square, if it is the first of its letter.
    fn letter(&mut self, square: Square) -> ControlFlow<P::Stop> {
        if self.letter_of(square) != Some(square.column) {
            return ControlFlow::Continue(());
        }
        if let Some(reason) = self.open.forbids(square) {
            return self.probe.step(2, Step::Reject(square, reason));
        }
        self.place(2, square)?;
        self.row(0)?;
        self.take_back(square)
    }

    fn row(&mut self, row: u32) -> ControlFlow<P::Stop> {
        if row == self.centre {
            return self.row(row + 1);
        }
        if row == self.problem.size().rows() {
            return self.test();
        }
        let central = self.columns[self.centre as usize];
        let mut safe = 0;
        for column in 0..self.problem.size().columns() {
            let square = Square::new(row, column);
            let earlier_letter = self.letter_of(square).is_some_and(|letter| letter < central);
            if earlier_letter || self.open.forbids(square).is_some() || !self.lines.is_safe(square)
            {
                continue;
            }
            safe += 1;
            self.place(4, square)?;
            self.row(row + 1)?;
            self.take_back(square)?;
        }
        if safe == 0 {
            self.probe.step(3, Step::DeadEnd(Line::Row(row)))?;
        }
        ControlFlow::Continue(())
    }

    /// Passes a solution on unless an image that the search also finds comes before it.
    fn test(&mut self) -> ControlFlow<P::Stop> {
        self.probe.work(Effort::Test);
        let centre = self.centre as usize;
        let met = |image: &[u32]| image[centre] == self.columns[centre];
        match earlier(&self.columns, &self.group, self.problem.size(), met) {
            Some(symmetry) => self.probe.step(5, Step::Discard(symmetry)),
            None => self.probe.solution(6, &self.columns),
        }
    }

    fn place(&mut self, line: u8, square: Square) -> ControlFlow<P::Stop> {
        self.probe.work(Effort::Trial);
        self.probe.step(line, Step::Place(square))?;
        self.lines.place(square);
        self.columns[square.row as usize] = square.column;
        ControlFlow::Continue(())
    }

    fn take_back(&mut self, square: Square) -> ControlFlow<P::Stop> {
        self.lines.remove(square);
        self.probe.work(Effort::Backtrack);
        self.probe.step(7, Step::Remove(square))
    }

    fn letter_of(&self, square: Square) -> Option<u32> {
        self.letters[self.problem.size().position(square) as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_letters_of_figure_4() {
        let letters = letters(&Problem::queens(8), 3);
        let drawn: Vec<String> = letters
            .chunks(8)
            .map(|row| row.iter().map(|l| l.map_or('.', |l| char::from(b'A' + l as u8))).collect())
            .collect();
        assert_eq!(
            drawn,
            [
                "...AA...", "...BB...", "...CC...", "ABCDDCBA", "ABCDDCBA", "...CC...", "...BB...",
                "...AA..."
            ]
        );
    }
}
