//! What a unit will cost, estimated before anything is listed.
//!
//! Costs are in seconds of one AVX-512 core of 2024, but only their ratios are relied on. The pair
//! kernel dominates: for each slice, leads times words of surviving partners. How many leads and
//! partners a row set has is estimated by random descents (Knuth 1975, "Estimating the efficiency
//! of backtrack programs"), with a generator of fixed seed, so that plans are reproducible.

use super::block::{Block, Placed};
use super::partners::LANES;
use super::stage::{Method, Side, Stage};
use super::symmetry::Standing;
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
}

impl Estimate {
    pub fn new(stage: &Stage) -> Self {
        Estimate { sides: stage.sides.each_ref().map(|side| Crowd::new(stage, side)) }
    }

    /// The leads of one set A on one side.
    pub fn leads(&self, stage: &Stage, side: usize) -> f64 {
        let keys = &stage.sides[side].lead_keys;
        self.sides[side].leads * keys.len() as f64 / keys.all as f64
    }

    /// Expected seconds for the slices of C and of the sets A at these positions.
    pub fn cost(&self, stage: &Stage, c: u32, a: Range<usize>) -> f64 {
        let symmetry = stage.symmetry;
        let inside = |standing: Standing| standing != Standing::Outside;
        let slices =
            stage.a_sets[a].iter().filter(|&&a| inside(symmetry.of_a(c, a))).count() as f64;
        // Lanes of the side that takes A are sets D, those of the other complements of sets B; the
        // rows of one side are the lanes of the other.
        let odd_columns =
            &stage.sides.iter().find(|side| !side.takes_a).expect("two sides").lead_keys;
        let even_columns =
            &stage.sides.iter().find(|side| side.takes_a).expect("two sides").lead_keys;
        let all_odd = (1u32 << stage.outer) - 1;
        let all = [odd_columns.all, even_columns.all].map(|len| len as f64);
        let ds = odd_columns.sets.iter().filter(|&&set| inside(symmetry.of_d(c, !set & all_odd)));
        let bs = even_columns.sets.iter().filter(|&&set| inside(symmetry.of_b(c, set)));
        let kept = [ds.count() as f64, bs.count() as f64];
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
