//! The partners that are left for complete leads: from bits to weights.
//!
//! A complete lead leaves some bits in its words, too few to go through all of them, and where they are
//! cannot be predicted. So every step is done for many leads at a time and without a branch that depends
//! on the bits:
//!
//! ```text
//! words of a lead  ->  pieces of 32 bits that are not zero, each with its lead and its first partner
//!                  ->  the number of each bit
//!                  ->  the place of each weight
//! ```
//!
//! The weights themselves are added up later, for thousands of pairs of one row set at a time: those of
//! all row sets do not fit the second-level cache, those of one that follow each other mostly do.

#[cfg(target_arch = "x86_64")]
use super::super::avx512;
use super::super::partners::LANES;
use super::super::sinks::Weights;
use crate::SimdLevel;

/// Bits of a partner's number in a pack; the row of the lead's weights is above them. There are at most
/// 12870 rows.
pub(super) const PARTNER_BITS: u32 = 11;

/// Pairs whose weights are added up at a time. Each at once takes 4 to 14 % longer (n = 22 to 24).
pub(super) const FULL: usize = 1 << 17;

/// Pieces of 32 bits, and their bits one by one.
#[derive(Default)]
pub(super) struct Pieces {
    pub bits: Vec<u32>,
    /// The number of each piece's first bit.
    pub firsts: Vec<u32>,
    numbers: Vec<u32>,
}

impl Pieces {
    /// Makes room for this many pieces and what vector code may write behind them.
    pub fn reserve(&mut self, pieces: usize) {
        let room = pieces.next_multiple_of(16) + 16;
        if self.bits.len() < room {
            self.bits.resize(room, 0);
            self.firsts.resize(room, 0);
        }
    }

    /// The numbers of all bits of the first `count` pieces, which are used up.
    pub fn spread(&mut self, count: usize, level: SimdLevel) -> &[u32] {
        let Pieces { bits, firsts, numbers } = self;
        let found = match level {
            // SAFETY: `Colour::prepare` checked the level.
            #[cfg(target_arch = "x86_64")]
            SimdLevel::Avx512 => unsafe { avx512::spread(bits, firsts, count, numbers) },
            _ => spread(&bits[..count], firsts, numbers),
        };
        &self.numbers[..found]
    }
}

/// Plain Rust: lists the numbers of all bits; returns how many there are.
fn spread(pieces: &[u32], firsts: &[u32], numbers: &mut Vec<u32>) -> usize {
    numbers.clear();
    for (&bits, &first) in pieces.iter().zip(firsts) {
        let mut bits = bits;
        while bits != 0 {
            numbers.push(first + bits.trailing_zeros());
            bits &= bits - 1;
        }
    }
    numbers.len()
}

/// Pairs of one row set whose weights are still to be added.
#[derive(Default)]
pub(super) struct Due {
    places: Vec<u32>,
}

impl Due {
    /// Adds pairs: rows of weights with numbers of partners, whose lanes are given. Returns the sum of
    /// the weights that are no longer due: all of them as soon as there are `full`.
    pub fn add(&mut self, pairs: &[u32], lanes: &[u16], weights: Weights<'_>, full: usize) -> u128 {
        let stride = (weights.blocks * LANES) as u32;
        self.places.extend(pairs.iter().map(|pair| {
            let lane = lanes[(pair & ((1 << PARTNER_BITS) - 1)) as usize];
            (pair >> PARTNER_BITS) * stride + u32::from(lane)
        }));
        if self.places.len() < full { 0 } else { self.settle(weights) }
    }

    /// The sum of the weights that are due.
    pub fn settle(&mut self, weights: Weights<'_>) -> u128 {
        let words = weights.words.as_ptr().cast::<u16>();
        // SAFETY: a word is 32 weights.
        let all = unsafe { std::slice::from_raw_parts(words, weights.words.len() * LANES) };
        let mut sum = 0;
        for (limb, plane) in all.chunks_exact(all.len() / weights.limbs).enumerate() {
            let of_limb: u64 =
                self.places.iter().map(|&place| u64::from(plane[place as usize])).sum();
            sum += u128::from(of_limb) << (15 * limb);
        }
        self.places.clear();
        sum
    }
}
