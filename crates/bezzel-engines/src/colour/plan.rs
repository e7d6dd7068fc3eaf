//! The counting job of one board: its shared tables, its units of work and what each will cost.

use super::block::{Block, Subsets, middle_first};
use super::leads::Leads;
use super::simd::SimdLevel;
use super::slice::Scratch;
use super::symmetry::{Standing, Symmetry};
use std::fmt;
use std::ops::Range;
use std::sync::OnceLock;

/// Largest board side: two diagonals per square in one 64-bit word, and first halves of at most
/// eight queens per block.
pub const LARGEST_SIDE: usize = 31;

/// A piece of the sum: all terms with `queens` queens in block EE whose odd row set C and even row
/// set A have positions in the given ranges of the plan's lists.
#[derive(Clone, Debug, PartialEq)]
pub struct ColourUnit {
    /// Queens on even rows and even columns.
    pub queens: usize,
    /// Positions of C among the sets of odd rows in increasing order of their masks.
    pub c: Range<usize>,
    /// Positions of A in the plan's order of sets of even rows.
    pub a: Range<usize>,
    /// Expected work; only ratios mean anything.
    pub cost: f64,
}

impl fmt::Display for ColourUnit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ColourUnit { queens, c, a, .. } = self;
        write!(
            f,
            "a={queens} C={}..{} A={}..{}",
            c.start, c.end, a.start, a.end
        )
    }
}

/// One of the two colours: leads on even rows, partners on odd rows.
pub(super) struct Side {
    pub lead_block: Block,
    pub partner_block: Block,
    pub lead_keys: Subsets,
    /// Rows of the lead prefix.
    pub depth: usize,
    /// Does this side take A and C themselves (squares with i + j even), or their complements?
    pub takes_a: bool,
    /// Leads by position of A.
    leads: Vec<OnceLock<Leads>>,
}

impl Side {
    /// The rows of the leads for an even row set A, middle rows first.
    pub fn lead_rows(&self, a: u32, even: usize) -> Vec<u8> {
        middle_first(
            if self.takes_a {
                a
            } else {
                !a & ((1 << even) - 1)
            },
            even,
        )
    }

    /// The leads for the A at `position`.
    pub fn leads(&self, stage: &Stage, position: usize, n: usize) -> &Leads {
        self.leads[position].get_or_init(|| {
            let rows = self.lead_rows(stage.a_sets[position], n.div_ceil(2));
            Leads::new(&self.lead_block, &rows, self.depth, &self.lead_keys, 2 * n)
        })
    }
}

/// All terms with the same number of queens in block EE.
pub(super) struct Stage {
    pub queens: usize,
    pub a_sets: Vec<u32>,
    pub c_sets: Vec<u32>,
    /// The half that fills the matrix and the half that is weighed with it.
    pub sides: [Side; 2],
}

/// The prepared counting job of one board.
pub struct ColourPlan {
    pub(super) n: usize,
    pub(super) even: usize,
    pub(super) odd: usize,
    pub(super) symmetry: Symmetry,
    pub(super) stages: Vec<Stage>,
    level: SimdLevel,
}

impl ColourPlan {
    /// Plans the count of a square board given by one mask of allowed squares per row.
    ///
    /// # Panics
    /// If the side exceeds [`LARGEST_SIDE`].
    pub fn new(allowed: &[u64]) -> Self {
        let n = allowed.len();
        assert!(
            n <= LARGEST_SIDE,
            "the colour engine counts boards of side up to {LARGEST_SIDE}"
        );
        let (even, odd) = (n.div_ceil(2), n / 2);
        let full = allowed.iter().all(|row| !row & ((1 << n) - 1) == 0);
        let symmetry = match (full && n >= 4, n % 2) {
            (false, _) => Symmetry::None,
            (true, 0) => Symmetry::Even { m: odd as u32 },
            (true, _) => Symmetry::Odd { even: even as u32 },
        };
        let stages = (even - odd..=symmetry.most_in_ee(even))
            .map(|queens| Stage::new(n, allowed, queens))
            .collect();
        ColourPlan {
            n,
            even,
            odd,
            symmetry,
            stages,
            level: SimdLevel::detect(),
        }
    }

    /// Uses these instructions instead of the best available.
    ///
    /// # Panics
    /// If the machine lacks them.
    pub fn with_level(mut self, level: SimdLevel) -> Self {
        assert!(level.is_available(), "this machine cannot run {level:?}");
        self.level = level;
        self
    }

    /// The instructions in use.
    pub fn level(&self) -> SimdLevel {
        self.level
    }

    /// The sum of all units' counts is the number of solutions times this.
    pub fn divisor(&self) -> u128 {
        1
    }

    /// The units of the job, in a fixed order that depends on the board alone.
    pub fn units(&self) -> Vec<ColourUnit> {
        let mut units = Vec::new();
        for stage in &self.stages {
            for (i, &c) in stage.c_sets.iter().enumerate() {
                if self.symmetry.of_c(c) != Standing::Outside {
                    units.push(ColourUnit {
                        queens: stage.queens,
                        c: i..i + 1,
                        a: 0..stage.a_sets.len(),
                        cost: 1.0,
                    });
                }
            }
        }
        units
    }

    /// Counts one unit: the number of solutions among its terms, each term weighed by the size of
    /// its orbit.
    pub fn count(&self, unit: &ColourUnit) -> u128 {
        let stage = self
            .stages
            .iter()
            .find(|stage| stage.queens == unit.queens)
            .expect("a unit of this plan");
        let mut scratch = Scratch::new(self.n);
        let mut total = 0;
        for &c in &stage.c_sets[unit.c.clone()] {
            total += scratch.count(self, stage, c, unit.a.clone());
        }
        total
    }
}

impl Stage {
    fn new(n: usize, allowed: &[u64], queens: usize) -> Self {
        let (even, odd) = (n.div_ceil(2), n / 2);
        let in_oo = queens - (even - odd);
        let mut a_sets = Subsets::new(even, queens).sets;
        // Row sets that agree on the middle rows stand together and share their packs.
        let order = middle_first(u32::MAX >> (31 - even) >> 1, even);
        a_sets.sort_by_key(|&a| order.iter().fold(0u32, |key, p| key << 1 | (a >> p & 1)));
        let c_sets = Subsets::new(odd, in_oo).sets;
        let block = |r, c| Block::new(n, allowed, r, c);
        let side = |takes_a: bool| {
            let k = if takes_a { queens } else { even - queens };
            let (lead_block, partner_block) = if takes_a {
                (block(0, 0), block(1, 1))
            } else {
                (block(0, 1), block(1, 0))
            };
            Side {
                lead_keys: Subsets::new(lead_block.cols, k),
                lead_block,
                partner_block,
                depth: depth(k),
                takes_a,
                leads: (0..a_sets.len()).map(|_| OnceLock::new()).collect(),
            }
        };
        // The half with fewer queens fills the matrix: it is the denser one, and its counts are
        // bounded (`kernel.rs`).
        let a_first = 2 * queens <= even;
        let sides = [side(a_first), side(!a_first)];
        Stage {
            queens,
            a_sets,
            c_sets,
            sides,
        }
    }
}

/// Rows of the prefix for k lead rows.
fn depth(k: usize) -> usize {
    let wanted = match k {
            0..=3 => 0,
            4..=5 => 1,
            _ => 2,
        });
    // At most four rows in the left and the right part, so that node numbers fit 16 bits.
    wanted.max(k.saturating_sub(8))
}
