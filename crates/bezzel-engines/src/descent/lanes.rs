//! The vector instructions a descent needs, under one name for each width.

/// A vector of nodes' words.
///
/// Every method is a few instructions and must be inlined into a function that has the instructions
/// enabled; that is the only safety condition of all of them.
pub(super) trait Lanes: Copy {
    /// One lane in memory.
    type Word: Copy + Default + From<u8>;
    /// Number of lanes; at most 32, so that a set of lanes is a `u32`.
    const COUNT: usize;

    /// The same word in every lane (its low bits, where lanes are narrower).
    unsafe fn splat(word: u32) -> Self;
    /// Reads `COUNT` words.
    unsafe fn load(from: *const Self::Word) -> Self;
    /// Writes `COUNT` words.
    unsafe fn store(self, to: *mut Self::Word);
    /// The lanes with any bit set.
    unsafe fn occupied(self) -> u32;
    /// The words of these lanes; zero elsewhere.
    unsafe fn only(self, lanes: u32) -> Self;
    /// The words of these lanes, moved together to the front.
    unsafe fn compress(self, lanes: u32) -> Self;
    /// The lowest bit of each lane.
    unsafe fn lowest(self) -> Self;
    /// Bits of either.
    unsafe fn or(self, other: Self) -> Self;
    /// Bits of both.
    unsafe fn and(self, other: Self) -> Self;
    /// Bits of `self` that are in none of the three others.
    unsafe fn minus(self, a: Self, b: Self, c: Self) -> Self;
    /// Bits of `self` that are not in `other`.
    unsafe fn without(self, other: Self) -> Self;
    /// The smaller number of each lane.
    unsafe fn min(self, other: Self) -> Self;
    /// Bits moved up, each lane by its own count.
    unsafe fn up(self, by: Self) -> Self;
    /// Bits moved down, each lane by its own count.
    unsafe fn down(self, by: Self) -> Self;
    /// Adds the number of bits set in `self` to a vector of 64-bit counters.
    unsafe fn add_ones(self, sum: Self) -> Self;
    /// The sum of the 64-bit counters.
    unsafe fn sum(self) -> u64;
}
