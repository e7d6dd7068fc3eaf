//! A board prepared for counting: its stages with their shared tables, and its units.

use super::cost::Estimate;
use super::slices::Slices;
use super::stage::{Method, Stage};
use super::symmetry::{Standing, Symmetry};
use crate::{Unit, memory};
use std::ops::RangeInclusive;
use std::sync::OnceLock;

/// Leads are kept between slices as long as all of them together have at most so many pairs; the others are listed
/// again for every slice. The fewest are enough for all leads up to n = 24, 2.7 GB with their runs; more, up to 9 GB,
/// are kept where they take at most a quarter of the free memory. A part of n = 25 a = 6 took 0.85
/// of the median time with all.
const KEPT: RangeInclusive<f64> = 4.5e8..=1.5e9;
const BYTES_OF_A_PAIR: f64 = 6.0;

/// The complete sum, stage by stage.
#[derive(Debug)]
pub(super) struct Stages {
    pub open: Vec<u64>,
    pub stages: Vec<Stage>,
    estimates: Vec<Estimate>,
}

impl Stages {
    /// Prepares a square board of side at most 31 with these open columns in each row.
    pub fn new(open: &[u64]) -> Self {
        let n = open.len();
        let (even, odd) = (n.div_ceil(2), n / 2);
        let full = open.iter().all(|row| !row & ((1 << n) - 1) == 0);
        let symmetry = match (full && n >= 4, n % 2) {
            (false, _) => Symmetry::None,
            (true, 0) => Symmetry::Even { m: odd as u32 },
            (true, _) => Symmetry::Odd { inner: even as u32, outer: odd as u32 },
        };
        let mut stages: Vec<Stage> = (even - odd..=symmetry.most_in_ee(even))
            .map(|queens| Stage::new(n, open, queens, symmetry))
            .collect();
        let estimates: Vec<Estimate> = stages.iter().map(Estimate::new).collect();
        keep_leads(&mut stages, &estimates, memory::free());
        Stages { open: open.to_vec(), stages, estimates }
    }

    /// One unit for each set C of each stage that has a smallest term.
    pub fn units(&self) -> Vec<Unit> {
        let of_stage = |stage: &Stage| -> Vec<Unit> {
            let counts = |c: &&u32| stage.symmetry.of_c(**c) != Standing::Outside;
            let sets = stage.c_sets.iter().filter(counts);
            sets.map(|&c| Slices::of(stage, c).unit(stage)).collect()
        };
        self.stages.iter().flat_map(of_stage).collect()
    }

    /// The stage and the slices of a unit.
    pub fn read(&self, unit: &Unit) -> Option<(&Stage, Slices)> {
        Slices::read(unit, &self.stages)
    }

    /// Expected seconds of some slices.
    pub fn cost(&self, slices: &Slices) -> f64 {
        let of = self.stages.iter().zip(&self.estimates);
        of.filter(|(stage, _)| stage.queens == slices.queens)
            .map(|(stage, estimate)| estimate.cost(stage, slices.c, slices.a(stage)))
            .sum()
    }
}

/// Decides which leads are kept: first those of the stages with the most units, because they are used
/// most often.
fn keep_leads(stages: &mut [Stage], estimates: &[Estimate], free: Option<u64>) {
    let mut order: Vec<usize> = (0..stages.len()).collect();
    order.sort_by_key(|&i| std::cmp::Reverse(stages[i].c_sets.len()));
    let quarter = free.map_or(0.0, |bytes| bytes as f64 / 4.0 / BYTES_OF_A_PAIR);
    let mut left = quarter.clamp(*KEPT.start(), *KEPT.end());
    for i in order {
        let sets = stages[i].a_sets.len();
        for side in [0, 1] {
            if stages[i].sides[side].method == Method::Sift {
                continue; // uses no list
            }
            let of_a_set = estimates[i].leads(&stages[i], side).max(1.0);
            let kept = sets.min((left / of_a_set) as usize);
            left -= kept as f64 * of_a_set;
            stages[i].sides[side].kept.resize_with(kept, OnceLock::new);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leads_are_kept_as_far_as_there_is_memory() {
        let kept = |n: usize, free| {
            let Stages { mut stages, estimates, .. } = Stages::new(&vec![(1 << n) - 1; n]);
            stages.iter_mut().flat_map(|stage| &mut stage.sides).for_each(|side| side.kept.clear());
            keep_leads(&mut stages, &estimates, free);
            let sides =
                stages.iter().flat_map(|stage| stage.sides.iter().map(move |side| (stage, side)));
            let counted = sides.filter(|(_, side)| side.method == Method::Count);
            counted.fold((0, 0), |(kept, all), (stage, side)| {
                (kept + side.kept.len(), all + stage.a_sets.len())
            })
        };
        let (some, all) = kept(25, None);
        assert!(some > 0 && some < all, "{some} of {all}");
        assert_eq!(kept(25, Some(1 << 30)), (some, all));
        assert_eq!(kept(25, Some(40 << 30)), (all, all));
        let (more, all) = kept(28, Some(1 << 50));
        assert!(more < all, "{more} of {all}");
        let (few, all) = kept(24, None);
        assert_eq!(few, all);
    }
}
