//! The four blocks of a board by parity of row and column, and the placements inside one block.
//!
//! Row `2p + r` and column `2q + c` (r, c = 0 or 1) meet in square (p, q) of block (r, c). The
//! square's two diagonals are two bits of a 64-bit word. Blocks EE and OO carry one colour, EO and
//! OE the other; a bit means the same diagonal in both blocks of a colour, and words of different
//! colours are never compared:
//!
//! ```text
//! bit (i + j) / 2            the anti-diagonal: within a colour i + j has one parity
//! bit n + (i - j + n) / 2    the diagonal, likewise
//! ```
//!
//! Both numbers stay below n, so n = 31 needs 62 bits.

use bezzel_board::Stop;

/// Queens in one block: the columns they use and their diagonals. The caller knows the rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Placed {
    pub cols: u32,
    pub diags: u64,
}

impl Placed {
    /// The union of both placements, which must not share a line.
    pub fn plus(self, other: Self) -> Self {
        Placed { cols: self.cols | other.cols, diags: self.diags | other.diags }
    }
}

/// The diagonals that some queens use, arranged so that a shift gives the columns they attack in a row:
/// bit (i + j) / 2 for each anti-diagonal, bit n - 1 - (i - j + n) / 2 for each diagonal.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Lines {
    anti: u32,
    diag: u32,
}

/// One parity block of the board.
#[derive(Clone, Debug)]
pub(super) struct Block {
    /// Diagonal bits of square (p, q); zero where the square is blocked or outside.
    squares: [[u64; 16]; 16],
    /// Columns of each row that are not blocked.
    open: [u32; 16],
    n: usize,
    /// The numbers of square (0, 0)'s two diagonals.
    corner: [usize; 2],
    pub cols: usize,
}

impl Block {
    /// The block of rows of parity `r` and columns of parity `c` of a board of side n.
    pub fn new(n: usize, allowed: &[u64], r: usize, c: usize) -> Self {
        let mut squares = [[0; 16]; 16];
        let mut open = [0; 16];
        for i in (r..n).step_by(2) {
            for j in (c..n).step_by(2).filter(|j| allowed[i] >> j & 1 == 1) {
                squares[i / 2][j / 2] = 1 << ((i + j) / 2) | 1 << (n + (i + n - j) / 2);
                open[i / 2] |= 1 << (j / 2);
            }
        }
        // An empty board has no square (0, 0).
        let corner = [(r + c) / 2, (n + r).saturating_sub(c) / 2];
        Block { squares, open, n, corner, cols: (n + 1 - c) / 2 }
    }

    /// Number of diagonal bits.
    pub fn diagonals(&self) -> usize {
        2 * self.n
    }

    /// The bit numbers of the two diagonals of square (p, q).
    #[inline(always)]
    pub fn numbers(&self, p: u8, q: u32) -> [usize; 2] {
        let (p, q) = (usize::from(p), q as usize);
        [self.corner[0] + p + q, self.n + self.corner[1] + p - q]
    }

    /// The diagonals of a placement.
    pub fn lines(&self, diags: u64) -> Lines {
        let anti = (diags & ((1 << self.n) - 1)) as u32;
        let diag = ((diags >> self.n) as u32).reverse_bits() >> (32 - self.n);
        Lines { anti, diag }
    }

    /// How far a row's columns are shifted in `Lines`.
    #[inline(always)]
    fn shifts(&self, p: u8) -> [usize; 2] {
        let p = usize::from(p);
        [self.corner[0] + p, self.n - 1 - self.corner[1] - p]
    }

    /// The columns of row p that are open and that these queens do not attack.
    #[inline(always)]
    pub fn free(&self, p: u8, cols: u32, lines: Lines) -> u32 {
        let [anti, diag] = self.shifts(p);
        self.open[usize::from(p)] & !(cols | lines.anti >> anti | lines.diag >> diag)
    }

    /// The diagonals with those of a queen on square (p, q).
    #[inline(always)]
    pub fn plus(&self, lines: Lines, p: u8, q: u32) -> Lines {
        let [anti, diag] = self.shifts(p);
        Lines {
            anti: lines.anti | 1 << (anti as u32 + q),
            diag: lines.diag | 1 << (diag as u32 + q),
        }
    }

    /// Calls `found` for every way to add a queen in row p, with the column and its diagonals.
    pub fn each_queen(&self, p: u8, from: Placed, mut found: impl FnMut(Placed, u64)) {
        let mut open = self.open[usize::from(p)] & !from.cols;
        while open != 0 {
            let q = open.trailing_zeros();
            open &= open - 1;
            let diags = self.squares[usize::from(p)][q as usize];
            if from.diags & diags == 0 {
                found(from.plus(Placed { cols: 1 << q, diags }), diags);
            }
        }
    }

    /// Every placement of one queen in each of `rows` that extends `from`, in a fixed order; `None`
    /// if stopped.
    pub fn placements(&self, rows: &[u8], from: Placed, stop: &Stop) -> Option<Vec<Placed>> {
        /// Placements between two checks of the flag: a millisecond or so.
        const LOOK: usize = 1 << 14;
        let mut level = vec![from];
        for &p in rows {
            let mut next = Vec::with_capacity(level.len() * self.cols / 2);
            for some in level.chunks(LOOK) {
                if stop.is_asked() {
                    return None;
                }
                for &placed in some {
                    self.each_queen(p, placed, |more, _| next.push(more));
                }
            }
            level = next;
        }
        Some(level)
    }
}

/// The wanted k-element subsets of m columns or rows as masks, smallest first, and their positions.
#[derive(Clone, Debug)]
pub(super) struct Subsets {
    pub sets: Vec<u32>,
    /// How many subsets there are, wanted or not.
    pub all: usize,
    ranks: Vec<u16>,
}

impl Subsets {
    pub fn new(m: usize, k: usize, wanted: impl Fn(u32) -> bool) -> Self {
        let mut ranks = vec![u16::MAX; 1 << m];
        let mut sets: Vec<u32> = (0..1u32 << m).filter(|s| s.count_ones() as usize == k).collect();
        let all = sets.len();
        sets.retain(|&set| wanted(set));
        for (rank, &set) in sets.iter().enumerate() {
            // At most C(16, 8) = 12870 subsets, so a rank fits 16 bits.
            ranks[set as usize] = rank as u16;
        }
        Subsets { sets, all, ranks }
    }

    pub fn len(&self) -> usize {
        self.sets.len()
    }

    /// Position of a set of k elements, if it is wanted.
    pub fn rank(&self, set: u32) -> Option<u16> {
        Some(self.ranks[set as usize]).filter(|&rank| rank != u16::MAX)
    }
}

/// The elements of a row set, middle rows first.
///
/// Middle rows cross the longest diagonals, so their queens exclude the most partners; and a common
/// order lets row sets share their first rows.
pub(super) fn middle_first(set: u32, m: usize) -> Vec<u8> {
    let mut rows: Vec<u8> = (0..m as u8).filter(|&p| set >> p & 1 == 1).collect();
    rows.sort_by_key(|&p| ((2 * i32::from(p) - (m as i32 - 1)).abs(), p));
    rows
}
