//! Iterative repair by exchanges: an attacked queen exchanges columns with the row that helps most.
//!
//! ```text
//!   . Q . . .      on the torus of side 5 the queens of rows 0 and 3 attack each other:
//!   . . . Q .      (0, 1) and (3, 4) are on one diagonal. Row 0 weighs the exchange of its
//!   Q . . . .      column with that of every other row and makes the best one, even if it
//!   . . . . Q      leaves as many collisions as before, or more
//!   . . Q . .
//! ```
//!
//! On the torus every diagonal has n squares, so a queen seldom finds a square without attackers in its
//! row, which is what [`min-conflicts`](super::min_conflicts) relies on. Here the queens are always a
//! permutation, so that only diagonals can collide. Each step takes a queen at random that still
//! collides, weighs its exchange with every other row and makes the best one. It is made in any
//! case: that is how the search leaves local minima. Letting exchanged rows rest for a few steps, as
//! tabu search does, was tried and took up to ten times as many steps. After 100 n steps it starts
//! again. Cost: n exchanges weighed per step. The share of permutations that solve the torus falls
//! about as e^(−2n): side 13 takes some tens of steps, side 23 some thousands. Memory 6n numbers. A
//! test is an exchange weighed, a trial one that was made, a restart a new permutation. Sides
//! divisible by 2 or 3 have no solution on the torus, which no repair can prove;
//! [`backtracking`](super::backtracking) does.

use crate::random::Random;
use crate::solves::report;
use crate::swaps::{Measure, Swaps};
use crate::{
    Boards, Category, Effort, Info, Probe, SEED, Search, Setting, Settings, Step, restarts,
};
use bezzel_board::Problem;
use std::ops::ControlFlow;

/// See the [module](self).
pub struct IterativeRepair;

const RESTARTS: Setting = restarts(10_000);

/// Steps before a new start, for each queen.
const STEPS: usize = 100;

impl Search for IterativeRepair {
    const INFO: Info = Info {
        id: "iterative-repair",
        title: "Iterative repair by exchanges, for the torus",
        category: Category::SomeSolutions,
        reference: "Minton, Johnston, Philips and Laird 1992; exchanges as in Sosič and Gu 1990",
        guarantee: "one solution or none",
        counts: "test: an exchange weighed; trial: an exchange made; restart: a new permutation",
        corrections: "none",
        pseudocode: &[
            "repeat generate a random permutation",
            "  repeat choose a queen at random that collides with another on a diagonal",
            "    for each other row: weigh the exchange of the two columns",
            "    make the exchange with the fewest collisions, at random of several",
            "  until there are no collisions or 100 N steps were made",
            "until there are no collisions",
        ],
        settings: &[SEED, RESTARTS],
        boards: Boards {
            torus: true,
            rectangles: false,
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
        let mut swaps = Swaps::new(problem, Measure::Pairs);
        for attempt in 0..=settings.number(&RESTARTS) {
            if attempt > 0 {
                probe.step(6, Step::Restart(attempt))?;
            }
            swaps.shuffle(&mut random);
            swaps.show(1, probe)?;
            repair(&mut swaps, &mut random, probe)?;
            if swaps.collisions == 0 {
                return report(problem, 6, &swaps.columns, probe);
            }
        }
        ControlFlow::Continue(())
    }
}

/// Exchanges columns until nothing collides or the steps are used up.
fn repair<P: Probe>(
    swaps: &mut Swaps<'_>,
    random: &mut Random,
    probe: &mut P,
) -> ControlFlow<P::Stop> {
    let queens = swaps.movable.clone();
    for _ in 0..STEPS * queens.len() {
        probe.pause()?;
        let attacked = swaps.attacked();
        if swaps.collisions == 0 || attacked.is_empty() {
            return ControlFlow::Continue(());
        }
        let row = random.pick(&attacked);
        let (mut best, mut equals): (Option<(u64, u32)>, u32) = (None, 0);
        for &other in &queens {
            if other == row {
                continue;
            }
            probe.work(Effort::Test);
            swaps.swap(row, other);
            let left = swaps.collisions;
            swaps.swap(row, other);
            let fewest = best.map_or(u64::MAX, |(fewest, _)| fewest);
            if left < fewest {
                (best, equals) = (Some((left, other)), 1);
            } else if left == fewest {
                // Each of k equal rows is kept with probability 1/k.
                equals += 1;
                if random.below(equals) == 0 {
                    best = Some((left, other));
                }
            }
        }
        let Some((_, other)) = best else { return ControlFlow::Continue(()) };
        swaps.swap(row, other);
        probe.work(Effort::Trial);
        probe.step(4, Step::Swap(row, other))?;
        probe.step(4, Step::Collisions(swaps.collisions))?;
    }
    ControlFlow::Continue(())
}
