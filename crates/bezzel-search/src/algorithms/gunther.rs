//! Günther's determinant of 1874: its terms without a repeated letter or index are the solutions.
//!
//! ```text
//!   | a₀ b₁ c₂ d₃ |     a letter for each diagonal, an index for each anti-diagonal.
//!   | e₁ a₂ b₃ c₄ |     A term of the expansion takes one element of every row and every
//!   | f₂ e₃ a₄ b₅ |     column; if it repeats no letter and no index, it is a solution:
//!   | g₃ f₄ e₅ a₆ |     b₁ c₄ f₂ e₅  and  c₂ e₁ b₅ f₄
//! ```
//!
//! Günther expanded the whole determinant and struck out the terms with a repetition: n! terms, 40,320
//! of them for eight queens. Glaisher, in the same year, expanded by minors and struck out an element
//! as soon as its letter or index was taken: then most minors are never expanded, and 8 queens could
//! be done by hand. `strike = early` is Glaisher's way, `strike = late` Günther's; the signs of the
//! terms do not matter. Cost: the tree of [`rohl_1`](super::rohl_1) with early striking, n! terms
//! with late; memory n. A test is an element compared with those already taken (early) or a complete
//! term examined (late), a trial an element taken.

use super::trial_and_error::first_attack;
use crate::lines::{Lines, Open, attacked};
use crate::{Boards, Category, Effort, Info, Probe, Search, Setting, Settings, Step, Values};
use bezzel_board::{Line, Problem, Square};
use std::fmt::Write;
use std::ops::ControlFlow;

/// See the [module](self).
pub struct Gunther;

const STRIKE: Setting = Setting {
    name: "strike",
    values: Values::Words(&["early", "late"]),
    about: "when a repetition strikes a term out: as soon as it occurs (Glaisher) or at the end (Günther)",
};

impl Search for Gunther {
    const INFO: Info = Info {
        id: "gunther",
        title: "Günther's and Glaisher's determinants",
        category: Category::AllSolutions,
        reference: "Günther 1874; Glaisher 1874, \"On the problem of the eight queens\"; named in Chakiat and others, section 1",
        guarantee: "every solution once, in lexicographic order",
        counts: "test: an element compared with those taken, or a complete term; trial: an element taken; backtrack: an element given back",
        corrections: "none",
        pseudocode: &[
            "expand(minor, term): if the minor is empty then the term is a solution",
            "  for each element of the first row of the minor",
            "    if its letter or its index is in the term then strike it out",
            "    multiply the term by the element: place a queen on it",
            "    expand(the minor without the element's row and column, term)",
            "    divide the term by the element: take the queen back",
        ],
        settings: &[STRIKE],
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
        settings: &Settings,
        probe: &mut P,
    ) -> ControlFlow<P::Stop> {
        Expansion {
            problem,
            early: settings.word(&STRIKE) == "early",
            open: Open::new(problem),
            lines: Lines::new(problem),
            minor: (0..problem.size().columns()).collect(),
            term: Vec::new(),
            probe,
        }
        .expand()
    }
}

/// The element of a square: the letter of its diagonal with the index of its anti-diagonal, `b3`.
///
/// Letters go from the main diagonal to the right, then from it to the left; after z come aa, ab, ….
#[must_use]
pub fn element(problem: &Problem, square: Square) -> String {
    let (rows, columns) = (problem.size().rows(), problem.size().columns());
    let Square { row, column } = square;
    let (letter, index) = match problem.wraps() {
        true => ((column + columns - row % columns) % columns, (row + column) % columns),
        false if column >= row => (column - row, row + column),
        false => (columns.max(rows) - 1 + row - column, row + column),
    };
    let (mut letters, mut rest) = (Vec::new(), letter + 1);
    while rest > 0 {
        rest -= 1;
        letters.push(char::from(b'a' + (rest % 26) as u8));
        rest /= 26;
    }
    let mut text: String = letters.iter().rev().collect();
    write!(text, "{index}").expect("a text takes what is written");
    text
}

struct Expansion<'a, P> {
    problem: &'a Problem,
    early: bool,
    open: Open<'a>,
    /// The letters and indices of the term.
    lines: Lines<'a>,
    /// The columns of the minor, in order.
    minor: Vec<u32>,
    /// The column of each element of the term.
    term: Vec<u32>,
    probe: &'a mut P,
}

impl<P: Probe> Expansion<'_, P> {
    fn expand(&mut self) -> ControlFlow<P::Stop> {
        let row = self.term.len() as u32;
        if row == self.problem.size().rows() {
            return self.finish();
        }
        let mut taken = false;
        for place in 0..self.minor.len() {
            let element = Square::new(row, self.minor[place]);
            if let Some(reason) = self.open.forbids(element) {
                self.probe.step(3, Step::Reject(element, reason))?;
                continue;
            }
            if self.early {
                self.probe.work(Effort::Test);
                if !self.lines.is_safe(element) {
                    if P::WATCHES {
                        self.probe.step(3, Step::Reject(element, self.lines.reason(element)))?;
                    }
                    continue;
                }
                self.lines.place(element);
            }
            taken = true;
            self.probe.work(Effort::Trial);
            self.probe.step(4, Step::Place(element))?;
            self.term.push(element.column);
            self.minor.remove(place);
            self.expand()?;
            self.minor.insert(place, element.column);
            self.term.pop();
            if self.early {
                self.lines.remove(element);
            }
            self.probe.work(Effort::Backtrack);
            self.probe.step(6, Step::Remove(element))?;
        }
        if taken {
            ControlFlow::Continue(())
        } else {
            self.probe.step(2, Step::DeadEnd(Line::Row(row)))
        }
    }

    /// A complete term: with late striking it may still have a repetition.
    fn finish(&mut self) -> ControlFlow<P::Stop> {
        if !self.early {
            self.probe.work(Effort::Test);
            if let Some((by, element)) = first_attack(self.problem, &self.term) {
                let reason = attacked(self.problem, element, by);
                return self.probe.step(3, Step::Reject(element, reason));
            }
        }
        self.probe.solution(1, &self.term)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(problem: &Problem, row: u32) -> String {
        let columns = 0..problem.size().columns();
        let elements: Vec<String> =
            columns.map(|column| element(problem, Square::new(row, column))).collect();
        elements.join(" ")
    }

    #[test]
    fn the_determinant_of_four_queens_is_that_of_the_page() {
        let rows = [0, 1, 2, 3].map(|number| row(&Problem::queens(4), number));
        assert_eq!(rows, ["a0 b1 c2 d3", "e1 a2 b3 c4", "f2 e3 a4 b5", "g3 f4 e5 a6"]);
        let torus = Problem::queens(3).on_torus().unwrap();
        assert_eq!(
            [0, 1, 2].map(|number| row(&torus, number)),
            ["a0 b1 c2", "c1 a2 b0", "b2 c0 a1"]
        );
        assert_eq!(element(&Problem::queens(30), Square::new(0, 26)), "aa26");
    }

    /// Two squares attack each other exactly if they share a row, a column, a letter or an index.
    #[test]
    fn elements_repeat_where_queens_attack() {
        let boards =
            [Problem::queens(5), Problem::queens(5).on_torus().unwrap(), "4x6".parse().unwrap()];
        for problem in boards {
            let parts = |square| {
                let text = element(&problem, square);
                let digits = text.find(|letter: char| letter.is_ascii_digit()).unwrap();
                (text[..digits].to_owned(), text[digits..].to_owned())
            };
            for a in problem.size().iter() {
                for b in problem.size().iter().filter(|&b| b != a) {
                    let (one, other) = (parts(a), parts(b));
                    let shares = a.row == b.row
                        || a.column == b.column
                        || one.0 == other.0
                        || one.1 == other.1;
                    assert_eq!(problem.attack(a, b).is_some(), shares, "{problem}: {a} {b}");
                }
            }
        }
    }
}
