//! The prepared count of one board: its shared tables, its units of work and what each will cost.

use super::block::{Block, Subsets, middle_first};
use super::cost;
use super::leads::Leads;
use super::partners::Order;
use super::recount;
use super::slice::Scratch;
use super::symmetry::{Standing, Symmetry};
use crate::{Enumerate, Plan, Prepared, SimdLevel, Unit};
use std::borrow::Cow;
use std::ops::Range;
use std::sync::OnceLock;

/// Leads are kept between slices while all of them together have at most this many pairs of four
/// bytes; beyond that they are listed again for every slice, which costs a few per cent.
const MOST_KEPT: f64 = 1e8;

/// All terms with `queens` queens in block EE whose odd row set C and even row set A have
/// positions in the given ranges of the stage's lists.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    pub queens: usize,
    pub c: Range<usize>,
    pub a: Range<usize>,
}

impl Piece {
    fn label(&self) -> String {
        let Piece { queens, c, a } = self;
        format!("a={queens} C={}..{} A={}..{}", c.start, c.end, a.start, a.end)
    }
}

/// One of the two colours: leads on rows of one parity, partners on the others.
#[derive(Debug)]
pub(super) struct Side {
    pub lead_block: Block,
    pub partner_block: Block,
    pub lead_keys: Subsets,
    /// Rows of the lead prefix.
    pub depth: usize,
    /// How the surviving partners are laid out.
    pub order: Order,
    /// Does this side take A and C themselves (squares with i + j even), or their complements?
    pub takes_a: bool,
    /// Leads by position of A, listed when first needed; none if they would not fit.
    kept: Vec<OnceLock<Leads>>,
}

impl Side {
    fn new(
        n: usize,
        open: &[u64],
        lead: usize,
        k: usize,
        takes_a: bool,
        symmetry: Symmetry,
    ) -> Self {
        let partner = 1 - lead;
        let block = |r, c| Block::new(n, open, r, c);
        let (lead_block, partner_block) = if takes_a {
            (block(lead, lead), block(partner, partner))
        } else {
            (block(lead, partner), block(partner, lead))
        };
        let order = order(k, n.div_ceil(2), lead_block.cols);
        Side {
            // On odd boards half of the sets B are never wanted, whatever C is.
            lead_keys: Subsets::new(lead_block.cols, k, |set| !(takes_a && symmetry.never_b(set))),
            lead_block,
            partner_block,
            depth: depth(k, order, n.div_ceil(2)),
            order,
            takes_a,
            kept: Vec::new(),
        }
    }

    /// The rows of the leads for an even row set A, middle rows first.
    pub fn lead_rows(&self, a: u32, inner: usize) -> Vec<u8> {
        middle_first(if self.takes_a { a } else { !a & ((1 << inner) - 1) }, inner)
    }

    /// The rows of the partners for an odd row set C.
    pub fn partner_rows(&self, c: u32, outer: usize) -> Vec<u8> {
        middle_first(if self.takes_a { c } else { !c & ((1 << outer) - 1) }, outer)
    }

    /// The leads for the A at `position`.
    pub fn leads(&self, stage: &Stage, position: usize, n: usize) -> Cow<'_, Leads> {
        let list = || {
            let rows = self.lead_rows(stage.a_sets[position], stage.inner);
            Leads::new(&self.lead_block, &rows, self.depth, &self.lead_keys, 2 * n)
        };
        match self.kept.get(position) {
            Some(kept) => Cow::Borrowed(kept.get_or_init(list)),
            None => Cow::Owned(list()),
        }
    }
}

/// How partners are laid out for k lead rows of `even`, on so many columns.
///
/// With k well above half the rows compatible pairs are too rare to count lane by lane. Tried at
/// n = 18 to 22: k = 6 is faster by lanes from ten columns on.
fn order(k: usize, even: usize, columns: usize) -> Order {
    let rare = (k >= 7 && 2 * k >= even + 3) || (k == 6 && columns <= 9);
    if rare { Order::Packed } else { Order::Lanes }
}

/// Rows of the prefix for k lead rows of `even`.
///
/// Deeper prefixes leave fewer partners but more prefixes. Tried at n = 18 to 22: one row less or
/// more costs up to twice the time for k = 6 and 7; for k = 5 the difference is small.
fn depth(k: usize, order: Order, even: usize) -> usize {
    let wanted = match (order, k) {
        (Order::Packed, _) => even.clamp(9, 11) - 8,
        (Order::Lanes, 0..=3) => 0,
        (Order::Lanes, 4..=5) => 1,
        (Order::Lanes, _) => 2,
    };
    // At most four rows in the left and the right part, so that part numbers fit 16 bits.
    wanted.max(k.saturating_sub(8))
}

/// All terms with the same number of queens in block EE.
#[derive(Debug)]
pub(super) struct Stage {
    pub queens: usize,
    /// Parity of the leads' rows: 0 or 1.
    pub lead: usize,
    /// Rows of that parity, and of the other.
    pub inner: usize,
    pub outer: usize,
    pub symmetry: Symmetry,
    pub a_sets: Vec<u32>,
    pub c_sets: Vec<u32>,
    /// The half that fills the matrix and the half that is weighed with it.
    pub sides: [Side; 2],
}

impl Stage {
    fn new(n: usize, open: &[u64], queens: usize, symmetry: Symmetry) -> Self {
        let (even, odd) = (n.div_ceil(2), n / 2);
        // The half with fewer queens fills the matrix: it is the denser one, and its counts are
        // bounded (`kernel.rs`).
        let a_first = 2 * queens <= even;
        // On an odd board block EE has a row, a column and a queen more than OO. Where these two
        // are the half that is weighed, which is most of the work, EE takes the part of the
        // partners: fewer leads and fuller words.
        let lead = usize::from(n % 2 == 1 && !a_first);
        let mut widths = [even, odd];
        let mut chosen = [queens, queens - (even - odd)];
        if lead == 1 {
            widths.reverse();
            chosen.reverse();
        }
        let ([inner, outer], [in_a, in_c]) = (widths, chosen);
        let symmetry = symmetry.with_rows(inner, outer);
        let mut a_sets = Subsets::new(inner, in_a, |_| true).sets;
        // Row sets that agree on the middle rows stand together and share their packs.
        let order = middle_first(((1u64 << inner) - 1) as u32, inner);
        a_sets.sort_by_key(|&a| order.iter().fold(0u32, |key, p| key << 1 | (a >> p & 1)));
        let side = |takes_a| {
            let k = if takes_a { in_a } else { inner - in_a };
            Side::new(n, open, lead, k, takes_a, symmetry)
        };
        Stage {
            queens,
            lead,
            inner,
            outer,
            symmetry,
            a_sets,
            c_sets: Subsets::new(outer, in_c, |_| true).sets,
            sides: [side(a_first), side(!a_first)],
        }
    }
}

/// A board made ready for counting.
#[derive(Debug)]
pub(super) struct Job {
    pub n: usize,
    pub level: SimdLevel,
    stages: Vec<Stage>,
    open: Vec<u64>,
    pieces: Vec<Piece>,
    plan: Plan,
}

impl Job {
    /// Prepares a square board of side at most 31 with these open columns in each row. The plan's
    /// units are filled in.
    pub fn new(open: Vec<u64>, level: SimdLevel, plan: Plan) -> Self {
        let n = open.len();
        let (even, odd) = (n.div_ceil(2), n / 2);
        let full = open.iter().all(|row| !row & ((1 << n) - 1) == 0);
        let symmetry = match (full && n >= 4, n % 2) {
            (false, _) => Symmetry::None,
            (true, 0) => Symmetry::Even { m: odd as u32 },
            (true, _) => Symmetry::Odd { inner: even as u32, outer: odd as u32 },
        };
        let stages = (even - odd..=symmetry.most_in_ee(even))
            .map(|queens| Stage::new(n, &open, queens, symmetry))
            .collect();
        let mut job = Job { n, level, stages, open, pieces: Vec::new(), plan };
        let estimate = cost::Estimate::new(&job.stages);
        for (piece, cost) in job.cut(&estimate) {
            job.plan.units.push(Unit { label: piece.label(), cost });
            job.pieces.push(piece);
        }
        if estimate.leads <= MOST_KEPT {
            for stage in &mut job.stages {
                for side in &mut stage.sides {
                    side.kept.resize_with(stage.a_sets.len(), OnceLock::new);
                }
            }
        }
        job
    }

    /// Cuts the sum into units: several C to a unit while they are cheap, ranges of A for a C that
    /// is dear. The cut depends on the board alone, never on the machine.
    fn cut(&self, estimate: &cost::Estimate) -> Vec<(Piece, f64)> {
        // About 250 units, none shorter than 30 ms and none longer than half a minute; but a
        // board out of reach is not cut into more than 100 000.
        let total = estimate.total();
        let wanted = (total / 250.0).clamp(0.03, 30.0).max(total / 1e5);
        let mut cut = Vec::new();
        for (stage, costs) in self.stages.iter().zip(&estimate.costs) {
            let piece = |c, a| Piece { queens: stage.queens, c, a };
            let all = stage.a_sets.len();
            let (mut from, mut sum) = (0, 0.0);
            for (i, &cost) in costs.iter().enumerate() {
                if sum > 0.0 && sum + cost > wanted {
                    cut.push((piece(from..i, 0..all), sum));
                    (from, sum) = (i, 0.0);
                }
                let parts = (cost / wanted) as usize;
                if parts >= 2 {
                    let parts = parts.min(all);
                    cut.extend((0..parts).map(|part| {
                        let a = all * part / parts..all * (part + 1) / parts;
                        (piece(i..i + 1, a), cost / parts as f64)
                    }));
                    (from, sum) = (i + 1, 0.0);
                } else {
                    sum += cost;
                }
            }
            if from < costs.len() {
                cut.push((piece(from..costs.len(), 0..all), sum));
            }
        }
        cut
    }

    fn stage(&self, piece: &Piece) -> &Stage {
        self.stages
            .iter()
            .find(|stage| stage.queens == piece.queens)
            .expect("pieces are cut from the stages")
    }
}

impl Prepared for Job {
    fn plan(&self) -> &Plan {
        &self.plan
    }

    fn count(&self, unit: usize) -> u128 {
        self.count_piece(&self.pieces[unit])
    }

    fn recounts_by(&self) -> &'static str {
        Enumerate::ID
    }

    fn recount(&self, unit: usize) -> u128 {
        self.recount_piece(&self.pieces[unit])
    }
}

impl Job {
    fn count_piece(&self, piece: &Piece) -> u128 {
        let stage = self.stage(piece);
        let mut scratch = Scratch::new(self.n);
        (stage.c_sets[piece.c.clone()].iter())
            .filter(|&&c| stage.symmetry.of_c(c) != Standing::Outside)
            .map(|&c| scratch.count(self, stage, c, piece.a.clone()))
            .sum()
    }

    fn recount_piece(&self, piece: &Piece) -> u128 {
        let stage = self.stage(piece);
        let symmetric = stage.symmetry != Symmetry::None;
        let (a_sets, c_sets) = (&stage.a_sets[piece.a.clone()], &stage.c_sets[piece.c.clone()]);
        recount::unit(&self.open, a_sets, c_sets, stage.lead, symmetric)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::colour::Colour;
    use crate::colour::cost::Dice;
    use bezzel_board::Problem;

    /// Units of one row set C and one to three row sets A, drawn at random: whole units of these
    /// boards take minutes to list.
    #[test]
    fn engine_enumerate_agrees_on_random_small_units_of_large_boards() {
        for n in 14..=18 {
            let plan = Plan {
                engine: Colour::ID,
                problem: Problem::queens(n),
                units: Vec::new(),
                divisor: 1,
            };
            let open = vec![(1 << n) - 1; n as usize];
            let level = crate::colour::simd::usable(SimdLevel::best());
            let job = Job::new(open, level, plan);
            let mut dice = Dice::new(u64::from(n));
            let (mut found, mut nothing) = (0, 0);
            while found < 6 {
                let stage = &job.stages[dice.roll(job.stages.len())];
                let c = dice.roll(stage.c_sets.len());
                let a = dice.roll(stage.a_sets.len());
                let most = stage.a_sets.len().min(a + 1 + dice.roll(3));
                let piece = Piece { queens: stage.queens, c: c..c + 1, a: a..most };
                let count = job.count_piece(&piece);
                assert_eq!(count, job.recount_piece(&piece), "n = {n}, {}", piece.label());
                if count > 0 {
                    found += 1;
                } else {
                    nothing += 1;
                }
                assert!(nothing < 500, "n = {n}: hardly a unit with solutions");
            }
        }
    }
}
