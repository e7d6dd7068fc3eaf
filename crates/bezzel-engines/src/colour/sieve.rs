//! The second half where compatible pairs are rare: partners are sifted queen by queen.
//!
//! With many queens in a block a lead has very few compatible partners among thousands, so counting
//! lane by lane would count zeros, and listing the leads would take longer than using them. Here
//! nothing is listed. The leads of several row sets A are walked at once, row by row, middle rows
//! first:
//!
//! ```text
//! rows of A:        p0 p1 p2 | p3 p4 p5 p6
//!                   lists      one bit map for each diagonal
//! ```
//!
//! The upper queens filter the list of partners. Row sets that begin with the same rows share these
//! lists. As soon as a list is short, it is packed, 512 partners to a word whatever their lane, and
//! the lower queens filter it by an AND with the maps of their diagonals. A lead is abandoned as
//! soon as no partner is left; each partner left at the end adds its weight.

use super::block::{Block, Lines, Placed};
use super::kernel::NO_ROW;
use super::partners::{LANES, Partners, Word, chunks};
use super::simd::{Lanes, Plain};
use super::sinks::Weights;
#[cfg(target_arch = "x86_64")]
use super::{avx2, avx512};
use crate::SimdLevel;
use bezzel_board::Stop;

/// Lists of at most this many partners are packed. Tried at n = 22 to 24: half of it costs up to 15 %,
/// twice as much is within the noise.
const SHORT: usize = 2048;

/// Most words that are walked at a time.
const CHUNK: usize = 4;

/// A row set and the weights of its pairs.
pub(super) struct Member<'a> {
    /// The leads' rows, middle rows first.
    pub rows: Vec<u8>,
    pub weights: Weights<'a>,
}

/// The column sets of the leads, by mask.
#[derive(Debug, Default)]
pub(super) struct Columns {
    /// The row of weights of a complete set, or `NO_ROW`.
    rows: Vec<u16>,
    /// The columns by which a set can be extended towards one that has a row.
    next: Vec<u16>,
}

impl Columns {
    /// From the sets that have a row.
    pub fn new(cols: usize, sets: impl Iterator<Item = (u32, u16)>) -> Self {
        let mut rows = vec![NO_ROW; 1 << cols];
        sets.for_each(|(set, row)| rows[set as usize] = row);
        let mut next = vec![0; 1 << cols];
        // A larger set is a larger number.
        for set in (0..1_usize << cols).rev() {
            for q in (0..cols).filter(|q| set >> q & 1 == 0) {
                let more = set | 1 << q;
                if rows[more] != NO_ROW || next[more] != 0 {
                    next[set] |= 1 << q;
                }
            }
        }
        Columns { rows, next }
    }
}

/// What stays the same for all leads.
#[derive(Clone, Copy)]
pub(super) struct Leads<'a> {
    pub block: &'a Block,
    pub columns: &'a Columns,
    pub level: SimdLevel,
    pub stop: &'a Stop,
}

/// Buffers, one set per thread.
pub(super) struct Sieve {
    short: usize,
    lists: Vec<Partners>,
    maps: Vec<Word>,
    /// Leads that begin with the same rows, by number of rows below the lists.
    layers: Vec<Layer>,
    found: Vec<Found>,
}

impl Default for Sieve {
    fn default() -> Self {
        Sieve::new(SHORT)
    }
}

/// The beginnings of leads that still have partners.
#[derive(Default)]
struct Layer {
    count: usize,
    nodes: Vec<Node>,
    /// The partners of each, `words` words.
    maps: Vec<Word>,
}

/// Queens on some rows; the weights' row if these are all.
#[derive(Clone, Copy, Default)]
struct Node {
    cols: u32,
    lines: Lines,
    row: u16,
}

impl Layer {
    /// Makes room for this many leads.
    fn reserve(&mut self, nodes: usize, words: usize) {
        if self.nodes.len() < nodes {
            self.nodes.resize(nodes, Node::default());
        }
        if self.maps.len() < nodes * words {
            self.maps.resize(nodes * words, Word::ZERO);
        }
    }
}

impl Sieve {
    /// Packs lists of at most `short` partners.
    fn new(short: usize) -> Self {
        Sieve { short, lists: Vec::new(), maps: Vec::new(), layers: Vec::new(), found: Vec::new() }
    }

    /// Sum over the compatible pairs of all members of their weights; meaningless if stopped.
    pub fn sum(&mut self, leads: Leads<'_>, members: &[Member<'_>], partners: &Partners) -> u128 {
        let most = members.iter().map(|member| member.rows.len()).max().unwrap_or(0);
        let mut lists = std::mem::take(&mut self.lists);
        lists.resize_with(most.max(lists.len()), Partners::default);
        self.layers.resize_with((most + 1).max(self.layers.len()), Layer::default);
        let sum = self.sift(leads, members, 0, Placed::default(), partners, &mut lists);
        self.lists = lists;
        sum
    }

    /// The members begin with the same `depth` rows, whose queens are placed.
    fn sift(
        &mut self,
        leads: Leads<'_>,
        members: &[Member<'_>],
        depth: usize,
        placed: Placed,
        partners: &Partners,
        lists: &mut [Partners],
    ) -> u128 {
        if partners.len() == 0 || leads.stop.is_asked() {
            return 0;
        }
        let mut sum = 0;
        if partners.len() <= self.short || members[0].rows.len() <= depth + 1 {
            let diagonals = leads.block.diagonals();
            let mut maps = std::mem::take(&mut self.maps);
            let mut layers = std::mem::take(&mut self.layers);
            maps.resize((diagonals + 1) * CHUNK, Word::ZERO);
            for chunk in chunks(partners.len().div_ceil(512), CHUNK) {
                let lanes = partners.pack(chunk.clone(), diagonals, &mut maps, leads.level);
                let pack = Pack { leads, words: chunk.len(), maps: &maps, lanes };
                let all = diagonals * chunk.len();
                let top = &mut layers[0];
                top.reserve(1, chunk.len());
                top.count = 1;
                top.nodes[0] =
                    Node { cols: placed.cols, lines: leads.block.lines(placed.diags), row: 0 };
                top.maps[..chunk.len()].copy_from_slice(&maps[all..all + chunk.len()]);
                sum += pack.walk(members, depth, &mut layers, &mut self.found);
            }
            (self.maps, self.layers) = (maps, layers);
            return sum;
        }
        let (list, lists) = lists.split_first_mut().expect("one list per row");
        for members in members.chunk_by(|one, other| one.rows[depth] == other.rows[depth]) {
            leads.block.each_queen(members[0].rows[depth], placed, |more, diags| {
                if leads.columns.next[more.cols as usize] != 0 {
                    list.keep(partners, diags, leads.level);
                    sum += self.sift(leads, members, depth + 1, more, list, lists);
                }
            });
        }
        sum
    }
}

/// A few partners packed.
struct Pack<'a> {
    leads: Leads<'a>,
    words: usize,
    /// The maps of the diagonals, and the map of all partners, `words` words each.
    maps: &'a [Word],
    /// Lane of each partner.
    lanes: &'a [u16],
}

impl Pack<'_> {
    /// The leads in the first layer have the same `depth` rows as the members.
    fn walk(
        &self,
        members: &[Member<'_>],
        depth: usize,
        layers: &mut [Layer],
        found: &mut Vec<Found>,
    ) -> u128 {
        let mut sum = 0;
        let (above, below) = layers.split_first_mut().expect("one layer per row");
        for members in members.chunk_by(|one, other| one.rows[depth] == other.rows[depth]) {
            let p = members[0].rows[depth];
            let next = &mut below[0];
            next.reserve(above.count * self.leads.block.cols + 1, self.words);
            // SAFETY: `Colour::prepare` checked the level.
            unsafe {
                match self.leads.level {
                    SimdLevel::Scalar => self.any::<Plain>(p, above, next),
                    #[cfg(target_arch = "x86_64")]
                    SimdLevel::Avx2 => self.any_avx2(p, above, next),
                    #[cfg(target_arch = "x86_64")]
                    SimdLevel::Avx512 => self.any_avx512(p, above, next),
                    #[cfg(not(target_arch = "x86_64"))]
                    _ => unreachable!("not available"),
                }
            }
            if next.count == 0 {
                continue;
            }
            if members[0].rows.len() == depth + 1 {
                let found = self.spill(next, found);
                sum += self.weigh(found, members[0].weights);
            } else {
                sum += self.walk(members, depth + 1, below, found);
            }
        }
        sum
    }

    /// The partners left for complete leads, 64 at a time. Which 64 have some left cannot be predicted.
    fn spill<'f>(&self, complete: &Layer, found: &'f mut Vec<Found>) -> &'f [Found] {
        let most = 8 * self.words * complete.count;
        if found.len() < most {
            found.resize(most, Found::default());
        }
        let mut count = 0;
        let leads = complete.nodes[..complete.count].iter();
        for (node, maps) in leads.zip(complete.maps.chunks_exact(self.words)) {
            for (i, word) in maps.iter().enumerate() {
                // SAFETY: both are 64 plain bytes.
                let pieces = unsafe { std::mem::transmute::<Word, [u64; 8]>(*word) };
                for (piece, bits) in pieces.into_iter().enumerate() {
                    let first = (512 * i + 64 * piece) as u32;
                    found[count] = Found { bits, first, row: node.row.into() };
                    count += usize::from(bits != 0);
                }
            }
        }
        &found[..count]
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1")]
    unsafe fn any_avx2(&self, p: u8, above: &Layer, below: &mut Layer) {
        // SAFETY: passed on from the caller.
        unsafe { self.any::<avx2::Avx2>(p, above, below) }
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512bitalg,avx512vnni,bmi1")]
    unsafe fn any_avx512(&self, p: u8, above: &Layer, below: &mut Layer) {
        // SAFETY: passed on from the caller.
        unsafe { self.any::<avx512::Avx512>(p, above, below) }
    }

    /// # Safety
    /// The level of `L` is available.
    #[inline(always)]
    unsafe fn any<L: Lanes>(&self, p: u8, above: &Layer, below: &mut Layer) {
        // SAFETY: passed on from the caller.
        unsafe {
            match self.words {
                1 => self.row::<L, 1>(p, above, below),
                2 => self.row::<L, 2>(p, above, below),
                3 => self.row::<L, 3>(p, above, below),
                4 => self.row::<L, 4>(p, above, below),
                _ => unreachable!("a chunk has 1 to 4 words"),
            }
        }
    }

    /// Adds a queen in row p to the leads of `above`.
    ///
    /// The processor cannot predict whether partners are left, so every lead is written, and the
    /// position advances only if some are.
    ///
    /// # Safety
    /// The level of `L` is available and the pack has N words.
    #[inline(always)]
    unsafe fn row<L: Lanes, const N: usize>(&self, p: u8, above: &Layer, below: &mut Layer) {
        let Leads { block, columns, .. } = self.leads;
        let diagonals = block.diagonals();
        assert!(self.maps.len() >= (diagonals + 1) * N && columns.rows.len() == 1 << block.cols);
        assert!(above.maps.len() >= above.count * N);
        let most = above.count * block.cols + 1;
        assert!(below.nodes.len() >= most && below.maps.len() >= most * N);
        let (nodes, maps) = (below.nodes.as_mut_ptr(), below.maps.as_mut_ptr());
        let mut count = 0;
        for (i, node) in above.nodes[..above.count].iter().enumerate() {
            let mut free =
                block.free(p, node.cols, node.lines) & u32::from(columns.next[node.cols as usize]);
            // SAFETY: the assertions above; there are at most as many leads below as there are columns
            // for each above.
            unsafe {
                let mut map = [L::zero(); N];
                for (w, word) in map.iter_mut().enumerate() {
                    *word = L::load(above.maps.as_ptr().add(i * N + w));
                }
                while free != 0 {
                    let q = free.trailing_zeros();
                    free &= free - 1;
                    let [anti, diag] = block.numbers(p, q);
                    debug_assert!(anti < diagonals && diag < diagonals);
                    let anti = self.maps.as_ptr().add(anti * N);
                    let diag = self.maps.as_ptr().add(diag * N);
                    let to = maps.add(count * N);
                    let mut any = L::zero();
                    for (w, &word) in map.iter().enumerate() {
                        let left = word.and(L::load(anti.add(w))).and(L::load(diag.add(w)));
                        left.store(to.add(w));
                        any = any.or(left);
                    }
                    let cols = node.cols | 1 << q;
                    *nodes.add(count) = Node {
                        cols,
                        lines: block.plus(node.lines, p, q),
                        row: *columns.rows.get_unchecked(cols as usize),
                    };
                    count += usize::from(any.is_some());
                }
            }
        }
        below.count = count;
    }

    /// Sum of the weights of the partners that are left for complete leads.
    fn weigh(&self, found: &[Found], weights: Weights<'_>) -> u128 {
        let Weights { words, blocks, limbs } = weights;
        let plane = words.len() / limbs;
        let mut sums = [0_u64; 3];
        for &Found { bits, row, first } in found {
            let mut bits = bits;
            let start = row as usize * blocks;
            // At least one bit, and seldom more where this is used most.
            loop {
                let lane = usize::from(self.lanes[first as usize + bits.trailing_zeros() as usize]);
                for (limb, sum) in sums.iter_mut().enumerate().take(limbs) {
                    let word = &words[limb * plane + start + lane / LANES];
                    *sum += u64::from(word.0[lane % LANES]);
                }
                bits &= bits - 1;
                if bits == 0 {
                    break;
                }
            }
        }
        sums.iter().zip([0, 15, 30]).map(|(&sum, up)| u128::from(sum) << up).sum()
    }
}

/// Partners that are left for a complete lead.
#[derive(Clone, Copy, Default)]
struct Found {
    /// One bit for each of 64 partners; never zero.
    bits: u64,
    /// The number of the first of them.
    first: u32,
    /// The row of weights of the lead.
    row: u32,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::colour::block::Subsets;
    use crate::colour::kernel::{Half, Workspace};
    use crate::colour::leads::{Leads as Listed, Wanted};
    use crate::colour::partners::Packs;
    use crate::colour::simd::usable;

    /// Compares both methods at every level with all pairs one by one, with weights of three limbs.
    #[test]
    fn both_methods_weigh_every_compatible_pair() {
        let n = 13;
        let mut open = vec![(1 << n) - 1; n];
        open[6] ^= 1 << 4;
        let (lead_block, partner_block) = (Block::new(n, &open, 0, 0), Block::new(n, &open, 1, 1));
        let row_sets = [[3, 2, 4, 1, 5], [3, 2, 4, 1, 6], [3, 2, 1, 5, 0]];
        let keys = Subsets::new(7, 5, |set| set % 5 > 0);
        let rows: Vec<u16> = (0..keys.len() as u16).collect();
        let stop = &Stop::new();
        let partners = Partners::new(&partner_block, &[2, 3, 1], |_| true, stop).unwrap();
        let (blocks, limbs) = (partners.blocks(), 3);
        let plane = keys.len() * blocks;
        let words: Vec<Word> = (0..limbs * plane)
            .map(|i| {
                Word(std::array::from_fn(|lane| ((i * 7919 + lane * 104_729) % 0x8000) as u16))
            })
            .collect();
        let weights = Weights { words: &words, blocks, limbs };
        let all_partners = partner_block.placements(&[2, 3, 1], Placed::default(), stop).unwrap();
        let one_by_one = |rows: &[u8]| {
            let mut sum = 0;
            for lead in lead_block.placements(rows, Placed::default(), stop).unwrap() {
                let Some(key) = keys.rank(lead.cols) else { continue };
                for partner in all_partners.iter().filter(|it| it.diags & lead.diags == 0) {
                    let lane = partners.sets.iter().position(|&set| set == partner.cols).unwrap();
                    let at = usize::from(key) * blocks + lane / LANES;
                    for limb in 0..limbs {
                        let weight = words[limb * plane + at].0[lane % LANES];
                        sum += u128::from(weight) << (15 * limb);
                    }
                }
            }
            sum
        };
        let expected = row_sets.each_ref().map(|rows| one_by_one(rows));
        assert!(expected.iter().all(|&sum| sum > 1 << 40), "{expected:?}");

        let columns = Columns::new(7, keys.sets.iter().copied().zip(0..));
        let member = |rows: &[u8; 5]| Member { rows: rows.to_vec(), weights };
        let members: Vec<Member<'_>> = row_sets.iter().map(member).collect();
        for level in SimdLevel::ALL.into_iter().filter(|level| level.available().is_ok()) {
            let level = usable(level);
            for depth in 0..=5 {
                // Row sets with the same prefix rows are weighed together; two have the same left rows.
                let shares = |set: &&[u8; 5]| set[..depth] == row_sets[0][..depth];
                let together: Vec<&[u8; 5]> = row_sets.iter().filter(shares).collect();
                let listed: Vec<Listed> = (together.iter())
                    .map(|set| {
                        let mut leads = Listed::default();
                        let wanted = Wanted { keys: &keys, rows: None };
                        leads.list(&lead_block, *set, depth, wanted, 2 * n, stop).unwrap();
                        leads
                    })
                    .collect();
                let mut packs = Packs::new(n);
                packs.fill(&lead_block, &row_sets[0][..depth], &partners, level, stop).unwrap();
                let half = Half { packs: &packs, rows: &rows, stop };
                let sets: Vec<_> = listed.iter().map(|leads| (leads, weights)).collect();
                let found = half.weigh(level, &mut Workspace::default(), &sets);
                let of_all: u128 = together.iter().map(|set| one_by_one(*set)).sum();
                assert_eq!(found, of_all, "{level}, depth {depth}, {} row sets", sets.len());
            }
            let leads = Leads { block: &lead_block, columns: &columns, level, stop };
            // All partners at once, lists of every length, and lists down to the last row.
            for short in [SHORT, 100, 30, 5, 0] {
                let found = Sieve::new(short).sum(leads, &members, &partners);
                assert_eq!(found, expected.iter().sum(), "{level}, lists of {short}");
            }
        }
    }
}
