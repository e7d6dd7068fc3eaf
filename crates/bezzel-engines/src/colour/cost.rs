//! What a unit will cost, estimated before anything is listed.
//!
//! Costs are in seconds of one AVX-512 core of 2024, but only their ratios are relied on. The pair
//! kernel dominates: for each slice, leads times words of surviving partners. How many leads and
//! partners a row set has is estimated by random descents (Knuth 1975, "Estimating the efficiency
//! of backtrack programs"), with a generator of fixed seed, so that plans are reproducible.

use super::block::{Block, Placed, Subsets};
use super::partners::LANES;
use super::stage::{Method, Side, Stage};
use super::symmetry::{Standing, Symmetry};
use crate::dice::Dice;
use std::ops::Range;

/// Random descents per estimate.
const DESCENTS: usize = 200;

/// Seconds per lead and word, per lead (counted and sifted), per (row, block) of the matrix, per slice and per (C,
/// partner). Fitted by hand to units of n = 18 to 22; most units stay within a factor of two.
const PAIR_WORD: f64 = 2e-9;
const PER_LEAD: f64 = 3e-9;
const PER_SIFTED_LEAD: f64 = 1.2e-8;
const PER_COUNT_BLOCK: f64 = 8e-9;
const PER_SLICE: f64 = 4e-6;
const PER_PARTNER: f64 = 4e-8;

/// What is known about the slices of one stage before any is counted.
#[derive(Debug)]
pub(super) struct Estimate {
    sides: [Crowd; 2],
    /// For each set D the largest C it counts with, sorted: so the sets that count with a C are a
    /// matter of its rank. Large boards have thousands of sets and tens of thousands of units.
    largest_c: Vec<u32>,
}

impl Estimate {
    pub fn new(stage: &Stage) -> Self {
        let all_odd = (1u32 << stage.outer) - 1;
        let sets = odd_columns(stage).sets.iter();
        let mut largest_c: Vec<u32> =
            sets.map(|&set| stage.symmetry.largest_c(!set & all_odd)).collect();
        largest_c.sort_unstable();
        Estimate { sides: stage.sides.each_ref().map(|side| Crowd::new(stage, side)), largest_c }
    }

    /// The leads of one set A on one side.
    pub fn leads(&self, stage: &Stage, side: usize) -> f64 {
        let keys = &stage.sides[side].lead_keys;
        self.sides[side].leads * keys.len() as f64 / keys.all as f64
    }

    /// Expected seconds for the slices of C and of the sets A at these positions.
    pub fn cost(&self, stage: &Stage, c: u32, a: Range<usize>) -> f64 {
        let all = [odd_columns(stage).all, even_columns(stage).all].map(|len| len as f64);
        let [slices, ds, bs] = self.inside(stage, c, a).map(|sets| sets as f64);
        // Lanes of the side that takes A are sets D, those of the other complements of sets B; the
        // rows of one side are the lanes of the other.
        let kept = [ds, bs];
        let mut seconds = 0.0;
        for (side, crowd) in stage.sides.iter().zip(&self.sides) {
            let (lanes, rows) = if side.takes_a { (0, 1) } else { (1, 0) };
            let lane = crowd.partners * crowd.survive / all[lanes];
            let (words, per_lead) = match side.method {
                Method::Count => {
                    let planes = (lane * 1.5 / 16.0).max(1.0);
                    ((kept[lanes] / LANES as f64).ceil() * planes, PER_LEAD)
                }
                Method::Sift => (1.0 + kept[lanes] * lane / 512.0, PER_SIFTED_LEAD),
            };
            let leads = crowd.leads * kept[rows] / all[rows];
            seconds += slices * leads * (words * PAIR_WORD + per_lead);
            seconds += crowd.partners * kept[lanes] / all[lanes] * PER_PARTNER;
        }
        seconds + slices * (PER_SLICE + kept[0] * kept[1] / LANES as f64 * PER_COUNT_BLOCK)
    }

    /// How many of these sets A, of the sets D and of the sets B count with C.
    fn inside(&self, stage: &Stage, c: u32, a: Range<usize>) -> [usize; 3] {
        let symmetry = stage.symmetry;
        let ds = self.largest_c.len() - self.largest_c.partition_point(|&largest| largest < c);
        let is_even = matches!(symmetry, Symmetry::Even { .. });
        // On even boards A, B and D run through the same sets and are compared with C alike. On the
        // others no C excludes a B that is listed at all.
        let bs = if is_even { ds } else { even_columns(stage).len() };
        let slices = if is_even && a.len() == stage.a_sets.len() {
            ds
        } else {
            let inside = |&&a: &&u32| symmetry.of_a(c, a) != Standing::Outside;
            stage.a_sets[a].iter().filter(inside).count()
        };
        [slices, ds, bs]
    }
}

/// The columns of the side that takes the complements: complements of sets D.
fn odd_columns(stage: &Stage) -> &Subsets {
    &stage.sides.iter().find(|side| !side.takes_a).expect("two sides").lead_keys
}

/// The columns of the side that takes A: sets B.
fn even_columns(stage: &Stage) -> &Subsets {
    &stage.sides.iter().find(|side| side.takes_a).expect("two sides").lead_keys
}

/// How many placements a side has for typical row sets.
#[derive(Debug)]
struct Crowd {
    leads: f64,
    partners: f64,
    /// Share of the partners that a prefix leaves alive.
    survive: f64,
}

impl Crowd {
    fn new(stage: &Stage, side: &Side) -> Self {
        let mut dice = Dice::new(stage.queens as u64);
        let middle = |sets: &[u32]| sets[sets.len() / 2];
        let lead_rows = side.lead_rows(middle(&stage.a_sets), stage.inner);
        let partner_rows = side.partner_rows(middle(&stage.c_sets), stage.outer);
        let (mut leads, mut partners, mut met, mut alive) = (0.0, 0.0, 0u32, 0u32);
        for _ in 0..DESCENTS {
            let lead = descend(&mut dice, &side.lead_block, &lead_rows);
            let prefix = descend(&mut dice, &side.lead_block, &lead_rows[..side.depth]);
            let partner = descend(&mut dice, &side.partner_block, &partner_rows);
            leads += lead.1 / DESCENTS as f64;
            partners += partner.1 / DESCENTS as f64;
            if prefix.1 > 0.0 && partner.1 > 0.0 {
                met += 1;
                alive += u32::from(prefix.0.diags & partner.0.diags == 0);
            }
        }
        Crowd { leads, partners, survive: f64::from(alive + 1) / f64::from(met + 1) }
    }
}

/// A random placement of `rows` and the number of placements it stands for.
fn descend(dice: &mut Dice, block: &Block, rows: &[u8]) -> (Placed, f64) {
    let (mut placed, mut weight) = (Placed::default(), 1.0);
    for &p in rows {
        let mut next = Vec::with_capacity(16);
        block.each_queen(p, placed, |more, _| next.push(more));
        if next.is_empty() {
            return (placed, 0.0);
        }
        weight *= next.len() as f64;
        placed = next[dice.roll(next.len())];
    }
    (placed, weight)
}

#[cfg(test)]
mod tests {
    use super::super::stages::Stages;
    use super::*;

    #[test]
    fn sets_that_count_are_found_by_rank() {
        let mut open =
            vec![vec![(1 << 9) - 1; 9], vec![(1 << 10) - 1; 10], vec![(1 << 12) - 1; 12]];
        open.push([&[0b110], &vec![(1 << 11) - 1; 10][..]].concat());
        let mut compared = 0;
        for stage in open.iter().flat_map(|open| Stages::new(open).stages) {
            let (symmetry, estimate) = (stage.symmetry, Estimate::new(&stage));
            let all_odd = (1 << stage.outer) - 1;
            let inside = |standing: Standing| standing != Standing::Outside;
            for &c in stage.c_sets.iter().filter(|&&c| inside(symmetry.of_c(c))) {
                let number = |sets: &[u32], counts: &dyn Fn(u32) -> Standing| {
                    sets.iter().filter(|&&set| inside(counts(set))).count()
                };
                let slices = number(&stage.a_sets, &|a| symmetry.of_a(c, a));
                let ds = number(&odd_columns(&stage).sets, &|set| symmetry.of_d(c, !set & all_odd));
                let bs = number(&even_columns(&stage).sets, &|b| symmetry.of_b(c, b));
                let found = estimate.inside(&stage, c, 0..stage.a_sets.len());
                assert_eq!(found, [slices, ds, bs], "{symmetry:?}, C = {c:b}");
                compared += 1;
            }
        }
        assert!(compared > 90, "{compared}");
    }
}
