//! Solutions that a half or a quarter turn of the board leaves as they are, counted directly.
//!
//! Write i for the row pair {i, n−1−i} and j for the column pair {j, n−1−j}, both below
//! m = ⌊n/2⌋ (for odd n the middle queen is forced and takes the long diagonals). Two queens
//! that are half turns of each other stand on one row pair and one column pair, in one of two
//! ways, mirror images of each other:
//!
//! ```text
//!   i = 0, j = 1   . Q . . .     . . . Q .     They hold the diagonals ±p and the
//!   n = 5          . . . . .     . . . . .     anti-diagonals ±q, or the other way round,
//!                  . . . . .     . . . . .     counted from the long ones, where
//!                  . . . . .     . . . . .     p = |i − j| and q = n − 1 − i − j.
//!                  . . . Q .     . Q . . .
//! ```
//!
//! Half turn: choose a permutation of the m column pairs; draw each pair of queens as an edge
//! between the numbers p and q. It must be possible to direct the edges so that no number is the
//! start (its diagonal is taken) or the end (its anti-diagonal is taken) of two edges. That is
//! so exactly when every number has at most two edges: the graph is then made of paths and
//! cycles, and each of them can be directed in two ways. So every permutation with degrees at
//! most two stands for 2^(paths + cycles) solutions, and the search walks permutations instead
//! of solutions: 3·10^7 instead of 1.25·10^9 at n = 28.
//!
//! Quarter turn: four queens stand on the row pairs i and j at once and hold the diagonals and
//! the anti-diagonals ±p and ±q, in either of the two ways. So every perfect matching of the m
//! row pairs whose numbers are all different stands for 2^(m/2) solutions.

/// The largest side: the numbers p and q are bits of one word.
pub const LARGEST_TURNED: u32 = 64;

/// Solutions of the full board of side `n` that a half turn leaves as they are, those of
/// [`quarter_turn_solutions`] among them (OEIS A032522).
///
/// ```
/// assert_eq!(bezzel_engines::half_turn_solutions(8), 4);
/// ```
///
/// # Panics
/// If `n` is beyond [`LARGEST_TURNED`].
#[must_use]
pub fn half_turn_solutions(n: u32) -> u64 {
    assert!(n <= LARGEST_TURNED, "side {n} does not fit a word");
    let half = HalfTurn { n, pairs: n / 2 };
    half.place(0, 0, Numbers::new(n))
}

/// Solutions of the full board of side `n` that a quarter turn leaves as they are (OEIS
/// A033148).
///
/// ```
/// assert_eq!(bezzel_engines::quarter_turn_solutions(12), 8);
/// ```
///
/// # Panics
/// If `n` is beyond [`LARGEST_TURNED`].
#[must_use]
pub fn quarter_turn_solutions(n: u32) -> u64 {
    assert!(n <= LARGEST_TURNED, "side {n} does not fit a word");
    if n % 4 > 1 {
        return 0; // an odd number of row pairs has no perfect matching
    }
    let pairs = n / 2;
    match_pairs(n, (1 << pairs) - 1, 0) << (pairs / 2)
}

/// Perfect matchings of the row pairs left with all their numbers different and unused.
fn match_pairs(n: u32, left: u64, used: u64) -> u64 {
    if left == 0 {
        return 1;
    }
    let i = left.trailing_zeros();
    let others = left & (left - 1);
    ones(others)
        .map(|j| (j, 1_u64 << (j - i) | 1 << (n - 1 - i - j)))
        .filter(|(_, numbers)| used & numbers == 0)
        .map(|(j, numbers)| match_pairs(n, others & !(1 << j), used | numbers))
        .sum()
}

/// The numbers p and q of the edges so far.
#[derive(Clone, Copy)]
struct Numbers {
    /// Numbers with an edge.
    once: u64,
    /// Numbers with two edges, and 0: the long diagonals are never free.
    twice: u64,
    /// `twice` with number v at bit n − 1 − v.
    twice_mirrored: u64,
    /// For each end of a path, the other end.
    other_end: [u8; LARGEST_TURNED as usize],
    cycles: u32,
}

impl Numbers {
    fn new(n: u32) -> Numbers {
        let mut other_end = [0; LARGEST_TURNED as usize];
        for (number, end) in (0..).zip(&mut other_end) {
            *end = number;
        }
        Numbers {
            once: 0,
            twice: 1,
            twice_mirrored: 1_u64 << n.saturating_sub(1),
            other_end,
            cycles: 0,
        }
    }

    /// Adds an edge between two numbers that have at most one each.
    fn join(&mut self, n: u32, p: u32, q: u32) {
        for number in [p, q] {
            let bit = 1 << number;
            if self.once & bit != 0 {
                self.twice |= bit;
                self.twice_mirrored |= 1 << (n - 1 - number);
            }
            self.once |= bit;
        }
        // A number without edges is a path of its own, whose other end is itself.
        let far_p = self.other_end[p as usize];
        let far_q = self.other_end[q as usize];
        if u32::from(far_p) == q {
            self.cycles += 1;
        }
        self.other_end[far_p as usize] = far_q;
        self.other_end[far_q as usize] = far_p;
    }
}

struct HalfTurn {
    n: u32,
    pairs: u32,
}

impl HalfTurn {
    /// Solutions that complete a permutation placed up to row pair `i`.
    fn place(&self, i: u32, taken: u64, numbers: Numbers) -> u64 {
        if i == self.pairs {
            // A forest of paths has one number more than edges for each path.
            let paths = numbers.once.count_ones() - self.pairs;
            return 1 << (paths + numbers.cycles);
        }
        // Column pairs j for which p = j − i, p = i − j or q = n − 1 − i − j has two edges.
        let closed = numbers.twice << i
            | numbers.twice_mirrored >> (self.n - 1 - i)
            | numbers.twice_mirrored >> i;
        ones(!(taken | closed) & ((1 << self.pairs) - 1))
            .map(|j| {
                let mut numbers = numbers;
                numbers.join(self.n, i.abs_diff(j), self.n - 1 - i - j);
                self.place(i + 1, taken | 1 << j, numbers)
            })
            .sum()
    }
}

/// The places of the bits of a word.
fn ones(mut word: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let place = (word != 0).then(|| word.trailing_zeros())?;
        word &= word - 1;
        Some(place)
    })
}
