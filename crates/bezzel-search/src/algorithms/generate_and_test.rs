//! Generate and test: generates all solutions and keeps the first of each class.
//!
//! ```text
//!   . Q . .      . . Q .
//!   . . . Q      Q . . .     the second is the mirror image of the first (D1):
//!   Q . . .      . . . Q     it comes later, so it is discarded
//!   . . Q .      . Q . .
//! ```
//!
//! Cost: that of generating all solutions, and up to 8n steps for each one found; memory n. The
//! printed version keeps a list of solutions. Here the test is whether some image comes before the
//! solution in lexicographic order: the generators work in that order, so such an image has already
//! been kept. A test is a solution compared with its images. With given queens and blocked squares
//! only the symmetries that preserve them are used. It does all the work that
//! [`topor`](super::topor) avoids; use it to check others.

use super::{bitmask::Bitmask, rohl_2::RohlII};
use crate::images::earlier;
use crate::{Boards, Category, Effort, Info, Probe, Search, Setting, Settings, Step, Values};
use bezzel_board::{Problem, Symmetry};
use std::ops::ControlFlow;

/// See the [module](self).
pub struct GenerateAndTest;

const GENERATOR: Setting = Setting {
    name: "generator",
    values: Values::Words(&["bitmask", "rohl-2"]),
    about: "the algorithm that generates all solutions",
};

impl Search for GenerateAndTest {
    const INFO: Info = Info {
        id: "generate-and-test",
        title: "Generate and test",
        category: Category::Fundamental,
        reference: "Erbas, Sarkeshik and Tanik, section 4.1",
        guarantee: "the first solution of every class once, in lexicographic order",
        counts: "test: a solution compared with its images; trial, backtrack: as the generator counts them",
        corrections: "none; a test that needs no list replaces the list of solutions kept",
        pseudocode: &[
            "for each solution, generated in lexicographic order",
            "  if one of its images comes before it then discard it",
            "  else print",
        ],
        settings: &[GENERATOR],
        boards: Boards {
            // Shifts of the torus are not among the eight symmetries it knows.
            torus: false,
            rectangles: true,
            space: false,
            free: false,
            rows: 64,
            width: 64,
        },
    };

    fn search<P: Probe>(
        &self,
        problem: &Problem,
        settings: &Settings,
        probe: &mut P,
    ) -> ControlFlow<P::Stop> {
        let mut sieve = Sieve { problem, group: Symmetry::of_problem(problem), probe };
        match settings.word(&GENERATOR) {
            "bitmask" => Bitmask.search(problem, &Settings::default(), &mut sieve),
            _ => RohlII.search(problem, &Settings::default(), &mut sieve),
        }
    }
}

/// A filter between the generator and the real probe that passes only the first solution of each
/// class.
struct Sieve<'a, P> {
    problem: &'a Problem,
    group: Vec<Symmetry>,
    probe: &'a mut P,
}

impl<P: Probe> Probe for Sieve<'_, P> {
    type Stop = P::Stop;
    /// The filter examines the solutions whether or not the real probe watches.
    const WATCHES: bool = true;

    fn step(&mut self, _: u8, step: Step<'_>) -> ControlFlow<P::Stop> {
        self.probe.step(1, step)
    }

    fn solution(&mut self, _: u8, columns: &[u32]) -> ControlFlow<P::Stop> {
        self.probe.work(Effort::Test);
        match earlier(columns, &self.group, self.problem.size(), |_| true) {
            Some(symmetry) => self.probe.step(2, Step::Discard(symmetry)),
            None => self.probe.solution(3, columns),
        }
    }

    fn work(&mut self, effort: Effort) {
        // The generator tests squares, not solutions.
        if effort != Effort::Test {
            self.probe.work(effort);
        }
    }
}
