//! A board prepared for counting: its stages with their shared tables, and its units.

use super::cost::Estimate;
use super::slices::Slices;
use super::stage::{Method, Stage};
use super::symmetry::{Standing, Symmetry};
use crate::Unit;
use std::sync::OnceLock;

/// Leads are kept between slices as long as all of them together are expected to have at most so many pairs, which is
/// 12 GB with their runs, and as long as there is memory (`memory.rs`); the others are listed again for every slice. A
/// quarter of that is enough for all leads of n = 24, and all of it for those of 26. A part of n = 25 a = 6 took 0.85 of the
/// median time with all.
const KEPT: f64 = 2e9;

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
        keep_leads(&mut stages, &estimates);
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

/// Decides which leads may be kept: first those of the stages with the most units, because they are used
/// most often.
fn keep_leads(stages: &mut [Stage], estimates: &[Estimate]) {
    let mut order: Vec<usize> = (0..stages.len()).collect();
    order.sort_by_key(|&i| std::cmp::Reverse(stages[i].c_sets.len()));
    let mut left = KEPT;
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
    use super::super::leads::Leads;
    use super::super::simd;
    use super::super::slice::Scratch;
    use super::*;
    use crate::SimdLevel;
    use crate::memory::Spare;
    use bezzel_board::Stop;

    #[test]
    fn most_leads_may_be_kept() {
        let kept = |n: usize| {
            let Stages { stages, .. } = Stages::new(&vec![(1 << n) - 1; n]);
            let sides =
                stages.iter().flat_map(|stage| stage.sides.iter().map(move |side| (stage, side)));
            let counted = sides.filter(|(_, side)| side.method == Method::Count);
            counted.fold((0, 0), |(kept, all), (stage, side)| {
                (kept + side.kept.len(), all + stage.a_sets.len())
            })
        };
        for n in [20, 24, 25, 26] {
            let (some, all) = kept(n);
            assert_eq!(some, all, "n = {n}");
        }
        let (some, all) = kept(28);
        assert!(some > 0 && some < all, "{some} of {all}");
    }

    #[test]
    fn leads_listed_for_each_slice_give_the_same_counts() {
        let stop = Stop::new();
        for (n, total) in [(13, 73_712), (14, 365_596), (15, 2_279_184)] {
            let kept = Stages::new(&vec![(1 << n) - 1; n]);
            let mut listed = Stages::new(&vec![(1 << n) - 1; n]);
            let sides = listed.stages.iter_mut().flat_map(|stage| &mut stage.sides);
            sides.for_each(|side| side.kept.clear());
            let count = |stages: &Stages, unit: &Unit| {
                let (stage, slices) = stages.read(unit).expect("a unit");
                let mut scratch = Scratch::new(n, simd::usable(SimdLevel::best()));
                scratch.count(stage, slices.c, slices.a(stage), &stop).expect("a count")
            };
            let sum: u128 = (kept.units().iter())
                .map(|unit| {
                    let found = count(&kept, unit);
                    assert_eq!(count(&listed, unit), found, "n = {n}, {unit}");
                    found
                })
                .sum();
            assert_eq!(sum, total, "n = {n}");
        }
    }

    #[test]
    fn leads_are_not_kept_while_memory_is_short() {
        let Stages { stages, .. } = Stages::new(&[0x3fff; 14]);
        let stage = stages.last().expect("a stage");
        let side = &stage.sides[0];
        assert_eq!(side.method, Method::Count);
        let rows: Vec<u16> = (0..side.lead_keys.len() as u16).collect();
        let list = |spare: &Spare| {
            let mut space = Leads::default();
            let leads = side.leads(stage, 0, 14, &rows, (&mut space, spare), &Stop::new());
            leads.expect("nobody stops it").len()
        };
        let short = Spare::new(|| true);
        short.listed(1 << 30);
        let listed = list(&short);
        assert!(listed > 0 && side.kept[0].get().is_none());
        assert_eq!(list(&Spare::new(|| false)), listed);
        assert!(side.kept[0].get().is_some());
        assert_eq!(list(&short), listed, "what is kept stays");
    }
}
