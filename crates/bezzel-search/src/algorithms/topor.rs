//! Topor's orbit algorithm: only fundamental solutions, without duplicates and without a test.
//!
//! ```text
//!   . A . . . . A .      The images of a square under the remaining symmetries are an orbit.
//!   A . . . . . . A      In the first row of n = 8 they are the four corners, then the eight A
//!   . . . . . . . .      shown here, and so on. A solution has one queen in the row, so in one
//!   . . . . . . . .      of these orbits: take the first such orbit, and the queens it has
//!   . . . . . . . .      there (the selection: one to four of the A). Selections that a symmetry
//!   . . . . . . . .      maps to each other give equivalent solutions, so one of them is enough,
//!   A . . . . . . A      and it may be one with a queen in the row. Only the symmetries of the
//!   . A . . . . A .      selection remain for the next row; soon only the identity is left.
//! ```
//!
//! Two solutions that differ in their first orbit, or in a selection up to symmetry, are never
//! equivalent; two with the same selection are equivalent only by a symmetry that leaves it
//! unchanged. So every class is found once, and no solution is ever compared with an earlier one.
//!
//! Cost: exponential, with a third to a quarter of the visits of `generate-and-test` (1,332,289
//! against 4,674,889 for n = 13), because the search reaches the squares excluded at the far edges
//! late; from the centre outwards (`order = centre`) it is a fifth (926,615). Memory n². A trial is
//! a selection placed, a visit each of its queens. The survey works by columns; this program works
//! by rows, so that rectangles are possible. The symmetries are those that preserve given queens
//! and blocked squares.

use crate::lines::Lines;
use crate::{Boards, Category, Effort, Info, Probe, Search, Setting, Settings, Step, Values};
use bezzel_board::{Line, Problem, Square, Symmetry};
use std::borrow::Cow;
use std::ops::ControlFlow;

/// See the [module](self).
pub struct Topor;

const ORDER: Setting = Setting {
    name: "order",
    values: Values::Words(&["first", "centre"]),
    about: "the order of the rows: from the first, as printed, or from the centre outwards",
};

impl Search for Topor {
    const INFO: Info = Info {
        id: "topor",
        title: "Topor's orbit algorithm",
        category: Category::Fundamental,
        reference: "Erbas, Sarkeshik and Tanik, section 4.3, algorithm 4; Topor 1982",
        guarantee: "one solution of every class once; no duplicates are generated and none is tested",
        counts: "trial: a selection of queens placed (there are no tests); backtrack: a selection removed",
        corrections: "seln is a set of non-attacking squares of the orbit of sq under G, one for each class under G; orbits tried before at the same node are excluded",
        pseudocode: &[
            "choose(row, S, G): S the queens placed, G the symmetries that keep them",
            "  while row already contains a queen do take the next row",
            "  for each safe square sq in row, one for each orbit under G",
            "    for each seln, a safe part of the orbit of sq with sq in it, one for each class under G",
            "      place queens on seln and exclude the rest of the orbit",
            "      if N queens have been placed then print",
            "      else choose(next row, S and seln, the symmetries of G that keep seln)",
            "      take the queens of seln back",
            "    exclude the orbit of sq at this node",
        ],
        settings: &[ORDER],
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
        settings: &Settings,
        probe: &mut P,
    ) -> ControlFlow<P::Stop> {
        // The squares attacked by given queens are excluded at once, so that the symmetries
        // preserve the excluded set.
        let attacked = |s: Square| {
            problem.given().squares().iter().any(|&queen| problem.attack(queen, s).is_some())
        };
        let excluded = |s: Square| u32::from(problem.blocked().contains(s) || attacked(s));
        let rows = problem.size().rows();
        let mut order: Vec<u32> = (0..rows).collect();
        if settings.word(&ORDER) == "centre" {
            order.sort_by_key(|&row| (2 * row + 1).abs_diff(rows));
        }
        let forbidden: Vec<Square> =
            problem.size().iter().filter(|&square| excluded(square) > 0).collect();
        if !forbidden.is_empty() {
            probe.step(1, Step::Eliminate(Cow::Borrowed(&forbidden)))?;
        }
        Orbits {
            problem,
            order,
            excluded: problem.size().iter().map(excluded).collect(),
            lines: Lines::new(problem),
            columns: vec![None; rows as usize],
            probe,
        }
        .choose(0, &Symmetry::of_problem(problem))
    }
}

struct Orbits<'a, P> {
    problem: &'a Problem,
    /// The rows in the order they are filled.
    order: Vec<u32>,
    /// How many reasons exclude each square, by position, not including attacking queens.
    excluded: Vec<u32>,
    lines: Lines<'a>,
    columns: Vec<Option<u32>>,
    probe: &'a mut P,
}

impl<P: Probe> Orbits<'_, P> {
    /// Fills the rows from this place of the order on.
    fn choose(&mut self, place: usize, group: &[Symmetry]) -> ControlFlow<P::Stop> {
        let empty = |&place: &usize| self.columns[self.order[place] as usize].is_none();
        let Some(place) = (place..self.order.len()).find(empty) else {
            return self.print();
        };
        let row = self.order[place];
        let mut tried: Vec<Square> = Vec::new();
        let mut selections = 0;
        for column in 0..self.problem.size().columns() {
            let sq = Square::new(row, column);
            if !self.is_free(sq) {
                continue;
            }
            let orbit = self.orbit(sq, group);
            if P::WATCHES {
                let (squares, group) = (Cow::Borrowed(&orbit[..]), Cow::Borrowed(group));
                self.probe.step(3, Step::Orbit { squares, group })?;
            }
            self.exclude(&orbit);
            self.probe.step(5, Step::Eliminate(Cow::Borrowed(&orbit)))?;
            tried.extend(&orbit);
            for seln in self.selections(sq, &orbit, group) {
                selections += 1;
                let kept: Vec<Symmetry> =
                    group.iter().copied().filter(|&s| self.image(s, &seln) == seln).collect();
                self.place(&seln)?;
                self.choose(place + 1, &kept)?;
                self.take_back(&seln)?;
            }
        }
        self.readmit(&tried);
        if !tried.is_empty() {
            self.probe.step(9, Step::Restore(Cow::Borrowed(&tried)))?;
        }
        if selections == 0 {
            self.probe.step(3, Step::DeadEnd(Line::Row(row)))?;
        }
        ControlFlow::Continue(())
    }

    /// The images of `sq` under G, in order.
    fn orbit(&self, sq: Square, group: &[Symmetry]) -> Vec<Square> {
        let mut orbit: Vec<Square> =
            group.iter().map(|symmetry| symmetry.apply(sq, self.problem.size())).collect();
        orbit.sort_unstable();
        orbit.dedup();
        orbit
    }

    /// The sets of safe, non-attacking squares of the orbit that contain `sq`, one for each class
    /// under G: the first of its sets.
    fn selections(&self, sq: Square, orbit: &[Square], group: &[Symmetry]) -> Vec<Vec<Square>> {
        let safe = |square: &Square| self.lines.is_safe(*square);
        let mut selections = vec![vec![sq]];
        for &square in orbit.iter().filter(|&&square| square != sq).filter(|s| safe(s)) {
            for place in 0..selections.len() {
                let seln = &selections[place];
                if seln.iter().all(|&queen| self.problem.attack(queen, square).is_none()) {
                    let mut larger = seln.clone();
                    larger.push(square);
                    larger.sort_unstable();
                    selections.push(larger);
                }
            }
        }
        let is_first = |seln: &Vec<Square>| {
            group.iter().all(|&symmetry| {
                let image = self.image(symmetry, seln);
                !image.contains(&sq) || image >= *seln
            })
        };
        selections.retain(is_first);
        selections
    }

    fn image(&self, symmetry: Symmetry, squares: &[Square]) -> Vec<Square> {
        let mut image: Vec<Square> =
            squares.iter().map(|&square| symmetry.apply(square, self.problem.size())).collect();
        image.sort_unstable();
        image
    }

    fn place(&mut self, seln: &[Square]) -> ControlFlow<P::Stop> {
        self.probe.work(Effort::Trial);
        for &square in seln {
            self.probe.step(5, Step::Place(square))?;
            self.lines.place(square);
            self.columns[square.row as usize] = Some(square.column);
        }
        ControlFlow::Continue(())
    }

    fn take_back(&mut self, seln: &[Square]) -> ControlFlow<P::Stop> {
        self.probe.work(Effort::Backtrack);
        for &square in seln {
            self.lines.remove(square);
            self.columns[square.row as usize] = None;
            self.probe.step(8, Step::Remove(square))?;
        }
        ControlFlow::Continue(())
    }

    fn print(&mut self) -> ControlFlow<P::Stop> {
        let columns: Vec<u32> = self.columns.iter().flatten().copied().collect();
        self.probe.solution(6, &columns)
    }

    fn is_free(&self, square: Square) -> bool {
        self.excluded[self.position(square)] == 0 && self.lines.is_safe(square)
    }

    fn exclude(&mut self, squares: &[Square]) {
        for &square in squares {
            let position = self.position(square);
            self.excluded[position] += 1;
        }
    }

    fn readmit(&mut self, squares: &[Square]) {
        for &square in squares {
            let position = self.position(square);
            self.excluded[position] -= 1;
        }
    }

    fn position(&self, square: Square) -> usize {
        self.problem.size().position(square) as usize
    }
}
