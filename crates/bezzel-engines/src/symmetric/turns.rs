//! Solutions that a half or a quarter turn of the board leaves unchanged, counted directly.
//!
//! Write i for the row pair {i, n−1−i} and j for the column pair {j, n−1−j}, both below m = ⌊n/2⌋
//! (for odd n the middle queen is forced and occupies the long diagonals). Two queens that are half
//! turns of each other stand on one row pair and one column pair, in one of two ways, mirror images
//! of each other:
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
//! start (its diagonal is taken) or the end (its anti-diagonal is taken) of two edges. That is so
//! exactly when every number has at most two edges: the graph is then made of paths and cycles, and
//! each of them can be directed in two ways. So every permutation with degrees at most two
//! represents 2^(paths + cycles) solutions, and the search enumerates permutations instead of
//! solutions: 5·10^7 instead of 1.25·10^9 at n = 28.
//!
//! Quarter turn: four queens stand on the row pairs i and j at once and hold the diagonals and the
//! anti-diagonals ±p and ±q, in either of the two ways. So every perfect matching of the m row
//! pairs whose numbers are all different represents 2^(m/2) solutions.

/// The largest side: the numbers p and q are bits of one word.
pub const LARGEST_TURNED: u32 = 64;

/// Solutions of the full board of side `n` that a half turn leaves unchanged, including those of
/// [`quarter_turn_solutions`] (OEIS A032522).
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
    HalfTurn::new(n).count()
}

/// Solutions of the full board of side `n` that a quarter turn leaves unchanged (OEIS A033148).
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

/// Perfect matchings of the remaining row pairs, with all their numbers different and unused.
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

/// A partial permutation of the column pairs.
#[derive(Clone, Copy)]
struct Partial {
    /// Row pairs and column pairs not yet placed.
    rows: u64,
    columns: u64,
    /// Numbers with an edge.
    once: u64,
    /// Numbers with two edges, and 0: the long diagonals are never free.
    twice: u64,
    /// `twice` with number v at bit n − 1 − v.
    twice_mirrored: u64,
    cycles: u32,
}

struct HalfTurn {
    n: u32,
    /// For each end of a path the other end; a number without edges is both ends of its path.
    other_end: [u8; LARGEST_TURNED as usize],
}

impl HalfTurn {
    fn new(n: u32) -> HalfTurn {
        let mut other_end = [0; LARGEST_TURNED as usize];
        for (number, end) in (0..).zip(&mut other_end) {
            *end = number;
        }
        HalfTurn { n, other_end }
    }

    /// All solutions. The transpose of a permutation (its inverse) draws the same graph, so the
    /// innermost row and column go first and only one order of their partners is searched.
    fn count(&mut self) -> u64 {
        let pairs = self.n / 2;
        let all = (1 << pairs) - 1;
        let start = Partial {
            rows: all,
            columns: all,
            once: 0,
            twice: 1,
            twice_mirrored: 1_u64 << self.n.saturating_sub(1),
            cycles: 0,
        };
        let Some(inner) = pairs.checked_sub(1) else {
            return 1;
        };
        let mut solutions = 0;
        for j in ones(self.free(inner, all, start)) {
            solutions += self.with(start, inner, j, |search, partial| {
                let rows = search.free(inner, partial.rows, partial) & ((2 << j) - 1);
                ones(rows)
                    .map(|i| {
                        let weight = if i == j { 1 } else { 2 };
                        weight * search.with(partial, i, inner, HalfTurn::complete)
                    })
                    .sum()
            });
        }
        solutions
    }

    /// Solutions that complete a permutation, innermost rows first: their queens use the most
    /// contested numbers (a quarter of the nodes compared with outermost rows first).
    fn complete(&mut self, partial: Partial) -> u64 {
        let Some(i) = partial.rows.checked_ilog2() else {
            // A path has one more number than edges, a cycle the same number.
            let paths = partial.once.count_ones() - self.n / 2;
            return 1 << (paths + partial.cycles);
        };
        let mut solutions = 0;
        for j in ones(self.free(i, partial.columns, partial)) {
            solutions += self.with(partial, i, j, HalfTurn::complete);
        }
        solutions
    }

    /// The partners in `among` of row pair (or column pair) `i` whose numbers have less than two
    /// edges: |i − j| below and above i, and n − 1 − i − j.
    fn free(&self, i: u32, among: u64, partial: Partial) -> u64 {
        let Partial { twice, twice_mirrored: mirrored, .. } = partial;
        among & !(twice << i | mirrored >> (self.n - 1 - i) | mirrored >> i)
    }

    /// The count of `then` with row pair `i` and column pair `j` placed, unless that closes the
    /// next row.
    fn with(
        &mut self,
        partial: Partial,
        i: u32,
        j: u32,
        then: impl FnOnce(&mut HalfTurn, Partial) -> u64,
    ) -> u64 {
        let (p, q) = (i.abs_diff(j), self.n - 1 - i - j);
        let second = partial.once & (1 << p | 1 << q);
        let mirror = |number: u32| (second >> number & 1) << (self.n - 1 - number);
        let mut next = Partial {
            rows: partial.rows & !(1 << i),
            columns: partial.columns & !(1 << j),
            once: partial.once | 1 << p | 1 << q,
            twice: partial.twice | second,
            twice_mirrored: partial.twice_mirrored | mirror(p) | mirror(q),
            cycles: partial.cycles,
        };
        // Looking one row ahead saves half of the nodes.
        if let Some(row) = next.rows.checked_ilog2()
            && self.free(row, next.columns, next) == 0
        {
            return 0;
        }
        let (end_p, end_q) = (self.other_end[p as usize], self.other_end[q as usize]);
        next.cycles += u32::from(u32::from(end_p) == q);
        self.other_end[end_p as usize] = end_q;
        self.other_end[end_q as usize] = end_p;
        let solutions = then(self, next);
        self.other_end[end_p as usize] = p as u8;
        self.other_end[end_q as usize] = q as u8;
        solutions
    }
}

/// The positions of the set bits of a word.
fn ones(mut word: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let place = (word != 0).then(|| word.trailing_zeros())?;
        word &= word - 1;
        Some(place)
    })
}
