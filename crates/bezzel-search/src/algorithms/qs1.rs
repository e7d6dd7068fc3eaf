//! Sosič and Gu's gradient search, first version: swap any two queens if that reduces the
//! collisions.
//!
//! ```text
//!   Q . . .     . Q . .     rows 0 and 1 exchange their columns:
//!   . Q . .     Q . . .     the long diagonal loses two of its four queens
//!   . . Q .     . . Q .
//!   . . . Q     . . . Q
//! ```
//!
//! In a permutation queens can collide only on diagonals. All pairs of queens are tried until a
//! round finds nothing to swap; if collisions are left, a new permutation is drawn. Cost: n² pairs
//! per round, a few rounds, few permutations (24, 92, 60, 2474 of all n! succeed for n = 4 … 7,
//! nearly all for large n); memory 5n numbers. A test is an examined pair with an attacked queen, a
//! trial a swap made, a restart a new permutation. The collisions are the attacking pairs; with
//! `collisions = surplus` all queens of a diagonal but one, as Sosič and Gu count them. For
//! thousands of queens use [`qs2`](super::qs2) and later versions.

use crate::random::Random;
use crate::solves::report;
use crate::swaps::{Measure, Swaps};
use crate::{
    Boards, Category, Chance, Counting, Effort, Info, NoChance, Probe, SEED, Search, Setting,
    Settings, Step, Values, restarts,
};
use bezzel_board::{Problem, Stop};
use std::ops::ControlFlow;

/// See the [module](self).
pub struct Qs1;

const COLLISIONS: Setting = Setting {
    name: "collisions",
    values: Values::Words(&["pairs", "surplus"]),
    about: "what counts as a collision: attacking pairs, or all queens of a diagonal except the first",
};

const RESTARTS: Setting = restarts(10_000);

/// Most rows of a board whose permutations are all tried: a minute or so at 10.
const MOST_EXACT: u32 = 10;

impl Search for Qs1 {
    const INFO: Info = Info {
        id: "qs1",
        title: "Gradient search QS1",
        category: Category::SomeSolutions,
        reference: "Erbas, Sarkeshik and Tanik, section 5.3, algorithm 7; Sosič and Gu 1990",
        guarantee: "one solution or none",
        counts: "test: a pair of queens tried; trial: a swap made; restart: a new permutation",
        corrections: "the restart loop around the printed procedure is needed",
        pseudocode: &[
            "repeat generate a random permutation",
            "  repeat swaps_performed := 0",
            "    for i := 0 to N - 1, for j := i + 1 to N - 1",
            "      if queen i or queen j is attacked then",
            "        if swap(queen i, queen j) reduces collisions then perform_swap",
            "  until swaps_performed = 0",
            "until there are no collisions",
        ],
        settings: &[COLLISIONS, SEED, RESTARTS],
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
        let mut swaps = Swaps::new(problem, measure(settings));
        for attempt in 0..=settings.number(&RESTARTS) {
            if attempt > 0 {
                probe.step(7, Step::Restart(attempt))?;
            }
            swaps.shuffle(&mut random);
            swaps.show(1, probe)?;
            descend(&mut swaps, probe)?;
            if swaps.collisions == 0 {
                return report(problem, 7, &swaps.columns, probe);
            }
        }
        ControlFlow::Continue(())
    }

    fn success(
        &self,
        problem: &Problem,
        settings: &Settings,
        stop: &Stop,
    ) -> Result<Chance, NoChance> {
        let rows = problem.size().rows();
        if rows > MOST_EXACT || !problem.is_plain() {
            return Err(NoChance::TooLarge { rows: MOST_EXACT });
        }
        let found = successes(problem, measure(settings), stop).ok_or(NoChance::Stopped)?;
        Ok(Chance::new(found, (1..=u128::from(rows)).product()))
    }
}

fn measure(settings: &Settings) -> Measure {
    match settings.word(&COLLISIONS) {
        "pairs" => Measure::Pairs,
        _ => Measure::Surplus,
    }
}

/// The search started from every permutation; `None` if stopped.
fn successes(problem: &Problem, measure: Measure, stop: &Stop) -> Option<u128> {
    let mut columns: Vec<u32> = (0..problem.size().columns()).collect();
    let mut swaps = Swaps::new(problem, measure);
    let mut found = 0;
    try_all(&mut columns, 0, stop, &mut |permutation| {
        swaps.set(permutation.to_vec());
        let ControlFlow::Continue(()) = descend(&mut swaps, &mut Counting::default());
        found += u128::from(swaps.collisions == 0);
    })?;
    Some(found)
}

fn try_all(
    columns: &mut Vec<u32>,
    from: usize,
    stop: &Stop,
    visit: &mut impl FnMut(&[u32]),
) -> Option<()> {
    if from == columns.len() {
        visit(columns);
        return Some(());
    }
    for other in from..columns.len() {
        if stop.is_asked() {
            return None;
        }
        columns.swap(from, other);
        try_all(columns, from + 1, stop, visit)?;
        columns.swap(from, other);
    }
    Some(())
}

/// The printed procedure: swaps until a complete round finds none.
fn descend<P: Probe>(swaps: &mut Swaps<'_>, probe: &mut P) -> ControlFlow<P::Stop> {
    let queens = swaps.movable.clone();
    loop {
        let mut swaps_performed = 0;
        for (place, &i) in queens.iter().enumerate() {
            probe.pause()?;
            for &j in &queens[place + 1..] {
                if !swaps.is_attacked(i) && !swaps.is_attacked(j) {
                    continue;
                }
                probe.work(Effort::Test);
                if swaps.improve(i, j) {
                    swaps_performed += 1;
                    probe.work(Effort::Trial);
                    probe.step(5, Step::Swap(i, j))?;
                    probe.step(5, Step::Collisions(swaps.collisions))?;
                }
            }
        }
        if swaps_performed == 0 {
            return ControlFlow::Continue(());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_starts_that_succeed() {
        let found = |n| successes(&Problem::queens(n), Measure::Pairs, &Stop::new()).unwrap();
        assert_eq!([4, 5, 6, 7].map(found), [24, 92, 60, 2474]);
        let stop = Stop::new();
        stop.ask();
        assert_eq!(successes(&Problem::queens(6), Measure::Pairs, &stop), None);
    }
}
