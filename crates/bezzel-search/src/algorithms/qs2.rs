//! Sosič and Gu's gradient search, second version: only attacked queens look for partners.
//!
//! ```text
//!   attacked: rows 2, 5, 7, 11, …     each in turn is swapped with a random row if that reduces
//!                                     the collisions; the list is rebuilt when less than 0.45
//!                                     of the collisions it was made for are left
//! ```
//!
//! Half of the queens of a random permutation are not attacked, and soon most are not: a list of
//! the attacked ones avoids QS1's n² pairs. Cost: about n log n in total, n = 100,000 in a fraction
//! of a second; memory 7n numbers. A permutation is discarded after 32 n tries and a new one is
//! drawn. A test is a pair tried, a trial a swap made, a restart a new permutation.
//! [`qs3`](super::qs3) starts from a better permutation.

use crate::random::Random;
use crate::solves::report;
use crate::swaps::{Measure, Swaps};
use crate::{
    Boards, Category, Effort, Info, Probe, SEED, Search, Setting, Settings, Step, restarts,
};
use bezzel_board::Problem;
use std::ops::ControlFlow;

/// See the [module](self).
pub struct Qs2;

const RESTARTS: Setting = restarts(10_000);

impl Search for Qs2 {
    const INFO: Info = Info {
        id: "qs2",
        title: "Gradient search QS2",
        category: Category::SomeSolutions,
        reference: "Sosič and Gu 1991, \"Fast search algorithms for the n-queens problem\"",
        guarantee: "one solution or none",
        counts: "test: a pair of queens tried; trial: a swap made; restart: a new permutation",
        corrections: "none",
        pseudocode: &[
            "repeat generate a random permutation",
            "  limit := 0.45 * collisions; list the attacked queens",
            "  repeat for each queen i of the list",
            "    choose a queen j at random",
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
            swaps.shuffle(&mut random);
            swaps.show(1, probe)?;
            descend(&mut swaps, &mut random, probe)?;
            if swaps.collisions == 0 {
                return report(problem, 8, &swaps.columns, probe);
            }
        }
        ControlFlow::Continue(())
    }
}

/// Tries per queen before a permutation is discarded: Sosič and Gu's C2.
const TRIES: u64 = 32;

/// Whether a list of attacked queens that was made for this many collisions has to be rebuilt: less
/// than 0.45 of them, Sosič and Gu's C1, are left. Computed in integers to avoid rounding.
fn is_old(listed_for: u64, collisions: u64) -> bool {
    collisions == 0 || collisions * 100 < listed_for * 45
}

/// Swaps attacked queens with random ones until no collisions or no tries are left.
pub(super) fn descend<P: Probe>(
    swaps: &mut Swaps<'_>,
    random: &mut Random,
    probe: &mut P,
) -> ControlFlow<P::Stop> {
    let mut tries = TRIES * swaps.columns.len() as u64;
    while swaps.collisions > 0 {
        let listed_for = swaps.collisions;
        let attacked = swaps.attacked();
        if attacked.is_empty() || swaps.movable.len() < 2 {
            return ControlFlow::Continue(());
        }
        while !is_old(listed_for, swaps.collisions) {
            probe.pause()?;
            for &i in &attacked {
                if tries == 0 {
                    return ControlFlow::Continue(());
                }
                tries -= 1;
                let j = random.pick(&swaps.movable);
                probe.work(Effort::Test);
                if i != j && swaps.improve(i, j) {
                    probe.work(Effort::Trial);
                    probe.step(5, Step::Swap(i, j))?;
                    probe.step(5, Step::Collisions(swaps.collisions))?;
                }
                if is_old(listed_for, swaps.collisions) {
                    break;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 0.45 of 3 is 1.35 and of 20 is 9: one of three is less, nine of twenty is not.
    #[test]
    fn a_list_is_rebuilt_below_exactly_0_45_of_its_collisions() {
        for (listed_for, collisions, expected) in [
            (1, 0, true),
            (1, 1, false),
            (2, 1, false),
            (3, 1, true),
            (5, 2, true),
            (20, 9, false),
            (20, 8, true),
        ] {
            assert_eq!(is_old(listed_for, collisions), expected, "{collisions} of {listed_for}");
        }
    }
}
