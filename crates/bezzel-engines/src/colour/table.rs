//! The matrix of a first half, and its weights for the second.

#[cfg(target_arch = "aarch64")]
use super::neon;
use super::partners::{LANES, Word};
use super::slice::Frame;
use super::stage::Stage;
use super::symmetry::Term;
#[cfg(target_arch = "x86_64")]
use super::{avx2, avx512};
use crate::SimdLevel;

/// The filled matrix: rows are lanes of the second side, columns lanes of the first.
pub(super) struct Table<'a> {
    pub counts: &'a [Word],
    pub lanes: [usize; 2],
    pub blocks: [usize; 2],
}

/// The two row sets of a slice, and the common weight of its inside terms, if there is one.
#[derive(Clone, Copy)]
pub(super) struct Slice {
    pub c: u32,
    pub a: u32,
    pub alike: Option<u32>,
}

impl Table<'_> {
    fn at(&self, row: usize, lane: usize) -> u16 {
        self.counts[row * self.blocks[0] + lane / LANES].0[lane % LANES]
    }

    /// Words of one limb of the weights.
    fn plane(&self) -> usize {
        self.lanes[0].next_multiple_of(LANES) * self.blocks[1]
    }

    /// Writes the transposed table times a power of two, in limbs of 15 bits; returns their number and the
    /// largest count.
    pub fn write(&self, weight: u32, level: SimdLevel, weights: &mut Vec<Word>) -> (usize, u16) {
        let scale = weight.trailing_zeros();
        let plane = self.plane();
        let mut limb = 0;
        loop {
            weights.resize((limb + 1) * plane, Word::ZERO);
            let most = self.write_limb(limb, scale, level, &mut weights[limb * plane..]);
            limb += 1;
            if u64::from(most) << scale >> (15 * limb) == 0 {
                return (limb, most);
            }
        }
    }

    /// Writes bits 15·limb .. 15·limb + 15 of each count times 2^scale; returns the largest count.
    fn write_limb(&self, limb: usize, scale: u32, level: SimdLevel, words: &mut [Word]) -> u16 {
        let down = 15 * limb as u32;
        let shifts = (scale.saturating_sub(down), down.saturating_sub(scale));
        let transpose = match level {
            #[cfg(target_arch = "x86_64")]
            SimdLevel::Avx2 => avx2::transpose_counts,
            #[cfg(target_arch = "x86_64")]
            SimdLevel::Avx512 => avx512::transpose_counts,
            #[cfg(target_arch = "aarch64")]
            SimdLevel::Neon => neon::transpose_counts,
            _ => return self.write_plainly(shifts, words),
        };
        let mut most = 0;
        for rows in 0..self.blocks[1] {
            for lanes in 0..self.blocks[0] {
                let from = &self.counts[32 * rows * self.blocks[0] + lanes];
                let to = &mut words[32 * lanes * self.blocks[1] + rows];
                let rows = (self.lanes[1] - 32 * rows).min(32);
                // SAFETY: the plan checked that the level is available; `rows` rows follow
                // `from`, and a plane has room for whole blocks of lanes.
                most = most.max(unsafe {
                    transpose(from, self.blocks[0], rows, to, self.blocks[1], shifts)
                });
            }
        }
        most
    }

    /// Plain Rust: `write_limb`, with counts shifted up and then down.
    fn write_plainly(&self, shifts: (u32, u32), words: &mut [Word]) -> u16 {
        let mut most = 0;
        for (row, counts) in self.counts.chunks_exact(self.blocks[0]).enumerate() {
            for (lane, &count) in
                counts.iter().flat_map(|word| &word.0).take(self.lanes[0]).enumerate()
            {
                most = most.max(count);
                words[lane * self.blocks[1] + row / LANES].0[row % LANES] =
                    (u64::from(count) << shifts.0 >> shifts.1 & 0x7FFF) as u16;
            }
        }
        most
    }

    /// Sets the weights of the terms that tie with one of their images.
    pub fn correct(&self, stage: &Stage, frame: &Frame, slice: Slice, weights: &mut [Word]) {
        let plane = self.plane();
        let d_first = stage.sides[0].takes_a;
        let worked_out = |row: usize, lane: usize| {
            let (first, second) = (frame.partners[0].sets[lane], frame.partners[1].sets[row]);
            let (d, not_b) = if d_first { (first, second) } else { (second, first) };
            let b = !not_b & ((1 << stage.inner) - 1);
            stage.symmetry.weight(Term { c: slice.c, a: slice.a, d, b })
        };
        let mut correct = |row: usize, lane: usize, weight: Option<u32>| {
            let weight = weight.unwrap_or_else(|| worked_out(row, lane));
            let weighed = u64::from(self.at(row, lane)) * u64::from(weight);
            let words = weights[lane * self.blocks[1] + row / LANES..].iter_mut().step_by(plane);
            for (limb, word) in words.enumerate() {
                word.0[row % LANES] = (weighed >> (15 * limb) & 0x7FFF) as u16;
            }
        };
        let Some(alike) = slice.alike else {
            for row in 0..self.lanes[1] {
                (0..self.lanes[0]).for_each(|lane| correct(row, lane, None));
            }
            return;
        };
        let mut side = |i: usize, weight: Option<u32>| {
            for &tied in &frame.tied[i] {
                for other in 0..self.lanes[1 - i] {
                    let (row, lane) = if i == 0 { (other, tied) } else { (tied, other) };
                    correct(row, lane, weight);
                }
            }
        };
        // First where B ties, then where D does, which overrides the first.
        let d = usize::from(!d_first);
        side(1 - d, stage.symmetry.halved(alike));
        side(d, None);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every level gives the same weights, and the limbs hold the largest counts times eight.
    #[test]
    fn weights_keep_every_bit_of_the_largest_counts() {
        let (lanes, blocks) = ([40, 70], [2, 3]);
        let mut counts = vec![Word::ZERO; lanes[1] * blocks[0]];
        for weight in [1, 4, 8] {
            for largest in [1, 0xFFF, 0x1000, 0x7FFF, 0x8000, 0xFFFF] {
                for row in 0..lanes[1] {
                    for lane in 0..lanes[0] {
                        let count = largest - (row * 31 + lane) as u16 % largest.min(977);
                        counts[row * blocks[0] + lane / LANES].0[lane % LANES] = count;
                    }
                }
                let table = Table { counts: &counts, lanes, blocks };
                for level in SimdLevel::ALL.into_iter().filter(|level| level.available().is_ok()) {
                    let level = crate::colour::simd::usable(level);
                    let mut words = Vec::new();
                    let (limbs, most) = table.write(weight, level, &mut words);
                    assert_eq!(most, largest, "{level}");
                    for row in 0..lanes[1] {
                        for lane in 0..lanes[0] {
                            let written: u64 = (0..limbs)
                                .map(|limb| {
                                    let at = limb * table.plane() + lane * blocks[1] + row / LANES;
                                    u64::from(words[at].0[row % LANES]) << (15 * limb)
                                })
                                .sum();
                            let expected = u64::from(table.at(row, lane)) * u64::from(weight);
                            assert_eq!(written, expected, "{level}");
                        }
                    }
                }
            }
        }
    }
}
