//! The second half where compatible pairs are rare: partners are sifted queen by queen.
//!
//! With many queens in a block a lead has very few compatible partners among thousands, so counting
//! lane by lane would count zeros, and listing the leads would take longer than using them. Here
//! nothing is listed. The leads of several row sets A are walked at once, row by row, middle rows
//! first:
//!
//! ```text
//! rows of A:        p0 p1 p2 | p3 p4 p5 p6
//!                   lists      one bit map for each square
//! ```
//!
//! The upper queens filter the list of partners. Row sets that begin with the same rows share these
//! lists. As soon as a list is short, it is packed, 512 partners to a word whatever their lane, and
//! the lower queens filter it by an AND with the maps of their squares (`pack.rs`). A lead is abandoned
//! as soon as no partner is left; each partner left at the end adds its weight (`found.rs`).

mod found;
mod pack;

use super::block::{Block, Placed};
use super::kernel::NO_ROW;
use super::packs::chunks;
use super::partners::{Partners, Word};
use super::sinks::Weights;
use crate::SimdLevel;
use bezzel_board::Stop;
use found::{Due, FULL, PARTNER_BITS};
use pack::{Layer, Node, Pack, Space};

/// Lists of at most this many partners are packed where so many rows are left. With three rows left bit maps are
/// faster than another list, however long it is: n = 25 a = 8 takes 0.72 of the time that lists down to 3072 partners
/// take. With four left 3072 to 12,000 are about equal at n = 23 and 25, and shorter ones slower.
fn short(left: usize) -> usize {
    match left {
        0..=3 => usize::MAX,
        4 => 5120,
        _ => 3072,
    }
}

/// Most words that are walked at a time.
const CHUNK: usize = 4;
const _: () = assert!(512 * CHUNK <= 1 << PARTNER_BITS);

/// A row set and the weights of its pairs.
pub(super) struct Member<'a> {
    /// Its place among all members.
    pub number: usize,
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
    short: fn(usize) -> usize,
    full: usize,
    lists: Vec<Partners>,
    maps: Vec<Word>,
    /// Leads that begin with the same rows, by number of rows below the lists.
    layers: Vec<Layer>,
    space: Space,
    /// For each member.
    due: Vec<Due>,
}

impl Default for Sieve {
    fn default() -> Self {
        Sieve::new(short, FULL)
    }
}

impl Sieve {
    /// Packs lists of at most so many partners, by rows that are left, and adds up the weights of `full` pairs at a time.
    fn new(short: fn(usize) -> usize, full: usize) -> Self {
        Sieve {
            short,
            full,
            lists: Vec::new(),
            maps: Vec::new(),
            layers: Vec::new(),
            space: Space::default(),
            due: Vec::new(),
        }
    }

    /// Sum over the compatible pairs of all members of their weights; meaningless if stopped.
    pub fn sum(&mut self, leads: Leads<'_>, members: &[Member<'_>], partners: &Partners) -> u128 {
        let most = members.iter().map(|member| member.rows.len()).max().unwrap_or(0);
        let mut lists = std::mem::take(&mut self.lists);
        lists.resize_with(most.max(lists.len()), Partners::default);
        self.layers.resize_with((most + 1).max(self.layers.len()), Layer::default);
        self.due.resize_with(members.len().max(self.due.len()), Due::default);
        let mut sum = self.sift(leads, members, 0, Placed::default(), partners, &mut lists);
        self.lists = lists;
        for (due, member) in self.due.iter_mut().zip(members) {
            sum += due.settle(member.weights);
        }
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
        let left = members[0].rows.len() - depth;
        if partners.len() <= (self.short)(left) || left <= 1 {
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
                top.nodes[0] = Node { cols: placed.cols, lines: leads.block.lines(placed.diags) };
                top.maps[..chunk.len()].copy_from_slice(&maps[all..all + chunk.len()]);
                let due = (&mut self.due[..], self.full);
                sum += pack.walk(members, depth, &mut layers, &mut self.space, due);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::colour::block::Subsets;
    use crate::colour::kernel::{Half, Workspace};
    use crate::colour::leads::{Leads as Listed, Wanted};
    use crate::colour::packs::{Layout, Packs};
    use crate::colour::partners::LANES;
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
        let members: Vec<Member<'_>> = (row_sets.iter().enumerate())
            .map(|(number, rows)| Member { number, rows: rows.to_vec(), weights })
            .collect();
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
                let sets: Vec<_> = listed.iter().map(|leads| (leads, weights)).collect();
                let of_all: u128 = together.iter().map(|set| one_by_one(*set)).sum();
                for layout in [Layout::Blocks, Layout::Close] {
                    let mut packs = Packs::new(n, layout);
                    packs.fill(&lead_block, &row_sets[0][..depth], &partners, level, stop).unwrap();
                    let half = Half { packs: &packs, prefixes: 0..packs.len(), rows: &rows, stop };
                    let found = half.weigh(level, &mut Workspace::default(), &sets);
                    let what =
                        format!("{level}, {layout:?}, depth {depth}, {} row sets", sets.len());
                    assert_eq!(found, of_all, "{what}");
                }
            }
            let leads = Leads { block: &lead_block, columns: &columns, level, stop };
            // All partners at once, lists of every length, and lists down to the last row.
            type Short = fn(usize) -> usize;
            let ways: [(Short, usize); 6] = [
                (short, FULL),
                (|_| 100, 1),
                (|_| 30, 50),
                (|_| 5, 7),
                (|left| 40 / left, 9),
                (|_| 0, FULL),
            ];
            for (short, full) in ways {
                let found = Sieve::new(short, full).sum(leads, &members, &partners);
                let shortest = short(row_sets[0].len());
                assert_eq!(found, expected.iter().sum(), "{level}, {shortest}, {full} due");
            }
        }
    }
}
