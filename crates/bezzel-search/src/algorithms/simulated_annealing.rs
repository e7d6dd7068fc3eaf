//! Simulated annealing: random swaps, worse ones too while the temperature is high.
//!
//! ```text
//!   collisions 7 → 9 at temperature 1:     accepted with probability e^(-2/1) = 14 %
//!   collisions 7 → 9 at temperature 0.3:   accepted with probability e^(-2/0.3) = 0.1 %
//! ```
//!
//! Two rows, drawn at random, exchange their columns. A swap that does not raise the number of
//! collisions is kept; one that raises it by d is kept with probability e^(−d/T). After every
//! 10n swaps the temperature T falls by a tenth, from 1 to 0.1; if collisions are left then, the search
//! starts again. A greedy search such as [`qs1`](super::qs1) stops in the first local minimum; this
//! one can leave it. Cost: up to 22 temperatures with 10n swaps each and constant work for a swap;
//! a hundred queens take about 27,000 swaps. Memory 5n numbers. A test is a swap weighed, a trial
//! one that was kept, a restart a new permutation.

use crate::exponential::exponential;
use crate::random::Random;
use crate::solves::report;
use crate::swaps::{Measure, Swaps};
use crate::{
    Boards, Category, Effort, Info, Probe, SEED, Search, Setting, Settings, Step, Values, restarts,
};
use bezzel_board::Problem;
use std::ops::ControlFlow;

/// See the [module](self).
pub struct SimulatedAnnealing;

const SWAPS: Setting = Setting {
    name: "swaps",
    values: Values::Number { default: 10, least: 1, most: 1_000_000 },
    about: "swaps weighed at each temperature, for each queen",
};

const RESTARTS: Setting = restarts(10_000);

/// The first temperature: a swap that adds a collision is kept with probability 37 %.
const HOT: f64 = 1.0;
/// The last: it is kept with probability 0.005 %.
const COLD: f64 = 0.1;
/// The factor from one temperature to the next.
const COOLING: f64 = 0.9;

impl Search for SimulatedAnnealing {
    const INFO: Info = Info {
        id: "simulated-annealing",
        title: "Simulated annealing",
        category: Category::SomeSolutions,
        reference: "Kirkpatrick, Gelatt and Vecchi 1983, \"Optimization by simulated annealing\"",
        guarantee: "one solution or none",
        counts: "test: a swap weighed; trial: a swap kept; restart: a new permutation",
        corrections: "none",
        pseudocode: &[
            "repeat generate a random permutation; T := 1",
            "  repeat for each of 10 N swaps of two random rows",
            "    d := collisions after the swap - collisions before it",
            "    if d <= 0 or a random number from 0 to 1 < e^(-d / T) then perform the swap",
            "  T := 0.9 T",
            "  until there are no collisions or T < 0.1",
            "until there are no collisions",
        ],
        settings: &[SWAPS, SEED, RESTARTS],
        boards: Boards {
            torus: true,
            rectangles: false,
            space: false,
            free: false,
            rows: 1_000_000,
            width: 1_000_000,
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
                probe.step(7, Step::Restart(attempt))?;
            }
            swaps.shuffle(&mut random);
            swaps.show(1, probe)?;
            anneal(&mut swaps, settings.number(&SWAPS), &mut random, probe)?;
            if swaps.collisions == 0 {
                return report(problem, 7, &swaps.columns, probe);
            }
        }
        ControlFlow::Continue(())
    }
}

/// One descent from the first temperature to the last.
fn anneal<P: Probe>(
    swaps: &mut Swaps<'_>,
    each: u64,
    random: &mut Random,
    probe: &mut P,
) -> ControlFlow<P::Stop> {
    let queens = swaps.movable.clone();
    if queens.len() < 2 {
        return ControlFlow::Continue(());
    }
    let mut temperature = HOT;
    while temperature >= COLD {
        for _ in 0..each {
            probe.pause()?;
            for _ in 0..queens.len() {
                if swaps.collisions == 0 {
                    return ControlFlow::Continue(());
                }
                let (row, other) = (random.pick(&queens), random.pick(&queens));
                if row == other {
                    continue;
                }
                probe.work(Effort::Test);
                let before = swaps.collisions;
                swaps.swap(row, other);
                let worse = swaps.collisions.saturating_sub(before) as f64;
                if worse > 0.0 && random.unit() >= exponential(-worse / temperature) {
                    swaps.swap(row, other);
                    continue;
                }
                probe.work(Effort::Trial);
                probe.step(4, Step::Swap(row, other))?;
                probe.step(4, Step::Collisions(swaps.collisions))?;
            }
        }
        temperature *= COOLING;
    }
    ControlFlow::Continue(())
}
