//! The second half where compatible pairs are rare: find them one by one.
//!
//! With many queens per block a lead has very few compatible partners among thousands, and counting
//! lane by lane mostly counts zeros. Here the survivors of a prefix are packed tightly, 512 to a
//! word whatever their lane. A first, branch-free pass over the pairs (left, right) records those
//! whose maps have a common bit; a second pass looks up the weight of every remaining bit. At n =
//! 22 this makes halves with k = 7 and more several times faster.

use super::kernel::{Chunk, Half, Weights, Workspace, wanted_runs};
use super::partners::chunks;
use super::simd::Lanes;

/// A lead whose maps have a common bit: its row of weights and its two parts.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Hit {
    row: u16,
    left: u16,
    right: u16,
}

/// Sum over the compatible pairs of their weights.
///
/// # Safety
/// As for `kernel::Half`; the packs are tight.
#[inline(always)]
pub(super) unsafe fn sum<L: Lanes>(
    half: &Half<'_>,
    space: &mut Workspace,
    weights: Weights<'_>,
) -> u128 {
    let leads = half.leads;
    let mut total = 0;
    for (number, prefix) in leads.prefixes.iter().enumerate() {
        if half.stop.is_asked() {
            return total;
        }
        let survivors = half.packs.survivors(number);
        if survivors.words == 0 || prefix.runs.is_empty() {
            continue;
        }
        let runs = &leads.runs[prefix.runs.start as usize..prefix.runs.end as usize];
        wanted_runs(runs, half.rows, &mut space.runs);
        let maps = survivors.maps.len() / survivors.words;
        for chunk in chunks(survivors.words, survivors.chunk) {
            let work = Chunk {
                leads,
                trees: [&prefix.left, &prefix.right],
                maps: &survivors.maps[chunk.start * maps..chunk.end * maps],
                blocks: &survivors.blocks[chunk.clone()],
            };
            let lanes = &survivors.lanes[512 * chunk.start..];
            // SAFETY: passed on from the caller.
            total += unsafe {
                match chunk.len() {
                    1 => find::<L, 1>(&work, space, lanes, weights),
                    2 => find::<L, 2>(&work, space, lanes, weights),
                    3 => find::<L, 3>(&work, space, lanes, weights),
                    4 => find::<L, 4>(&work, space, lanes, weights),
                    5 => find::<L, 5>(&work, space, lanes, weights),
                    6 => find::<L, 6>(&work, space, lanes, weights),
                    7 => find::<L, 7>(&work, space, lanes, weights),
                    8 => find::<L, 8>(&work, space, lanes, weights),
                    _ => unreachable!("a chunk has 1 to 8 words"),
                }
            };
        }
    }
    total
}

/// # Safety
/// As for `sum`.
#[inline(always)]
unsafe fn find<L: Lanes, const N: usize>(
    chunk: &Chunk<'_>,
    space: &mut Workspace,
    lanes: &[u16],
    weights: Weights<'_>,
) -> u128 {
    // SAFETY: passed on from the caller.
    unsafe {
        chunk.node_maps::<L, N>(chunk.trees[0], &mut space.left);
        chunk.node_maps::<L, N>(chunk.trees[1], &mut space.right);
    }
    let pairs = space.runs.iter().map(|run| run.len as usize).sum();
    if space.hits.len() < pairs {
        space.hits.resize(pairs, Hit::default());
    }
    let (left, right) = (space.left.as_ptr(), space.right.as_ptr());
    let hits = space.hits.as_mut_ptr();
    let mut found = 0;
    for run in &space.runs {
        for pair in &chunk.leads.pairs[run.first as usize..][..run.len as usize] {
            // SAFETY: pairs name parts of the two trees, whose maps were just written; there are
            // at most as many hits as pairs, for which there is room.
            unsafe {
                let left = left.add(pair.left as usize * N);
                let right = right.add(pair.right as usize * N);
                let mut meet = L::load(left).and(L::load(right));
                for i in 1..N {
                    meet = meet.or(L::load(left.add(i)).and(L::load(right.add(i))));
                }
                *hits.add(found) = Hit { row: run.key, left: pair.left, right: pair.right };
                found += usize::from(meet.is_some());
            }
        }
    }
    let flat = weights.words.as_ptr().cast::<u16>();
    let plane = weights.words.len() / weights.limbs * 32;
    let mut total = 0;
    for hit in &space.hits[..found] {
        let row = hit.row as usize * weights.blocks * 32;
        for i in 0..N {
            // SAFETY: as above.
            let (meet, mut occupied) = unsafe {
                let left = L::load(left.add(hit.left as usize * N + i));
                let meet = left.and(L::load(right.add(hit.right as usize * N + i)));
                (meet.pieces(), meet.occupied())
            };
            while occupied != 0 {
                let piece = occupied.trailing_zeros() as usize;
                occupied &= occupied - 1;
                let mut bits = meet[piece];
                while bits != 0 {
                    let lane = lanes[512 * i + 64 * piece + bits.trailing_zeros() as usize];
                    bits &= bits - 1;
                    for limb in 0..weights.limbs {
                        let at = limb * plane + row + lane as usize;
                        debug_assert!(at < weights.words.len() * 32);
                        // SAFETY: row and lane belong to the weights' slice.
                        total += u128::from(unsafe { flat.add(at).read() }) << (15 * limb);
                    }
                }
            }
        }
    }
    total
}

#[cfg(test)]
mod tests {
    use crate::SimdLevel;
    use crate::colour::block::{Block, Placed, Subsets};
    use crate::colour::kernel::{Half, Weights, Workspace};
    use crate::colour::leads::{Leads, Wanted};
    use crate::colour::partners::{LANES, Order, Packs, Partners, Word};
    use crate::colour::simd::usable;
    use bezzel_board::Stop;

    /// Compares both kernels at every level with all pairs one by one, with weights of three limbs.
    #[test]
    fn both_kernels_weigh_every_compatible_pair() {
        let n = 13;
        let open = vec![(1 << n) - 1; n];
        let (lead_block, partner_block) = (Block::new(n, &open, 0, 0), Block::new(n, &open, 1, 1));
        let (lead_rows, partner_rows) = ([3, 2, 4, 1, 5], [2, 3, 1]);
        let keys = Subsets::new(7, 5, |_| true);
        let rows: Vec<u16> = (0..keys.len() as u16).collect();
        let stop = &Stop::new();
        let partners = Partners::new(&partner_block, &partner_rows, |_| true, stop).unwrap();
        let (blocks, limbs) = (partners.blocks(), 3);
        let plane = keys.len() * blocks;
        let words: Vec<Word> = (0..limbs * plane)
            .map(|i| {
                Word(std::array::from_fn(|lane| ((i * 7919 + lane * 104_729) % 0x8000) as u16))
            })
            .collect();
        let weights = Weights { words: &words, blocks, limbs };

        let mut expected = 0;
        let all_leads = lead_block.placements(&lead_rows, Placed::default(), stop).unwrap();
        let all_partners = partner_block.placements(&partner_rows, Placed::default(), stop);
        let all_partners = all_partners.unwrap();
        for lead in all_leads {
            for partner in &all_partners {
                if lead.diags & partner.diags == 0 {
                    let lane = partners.sets.iter().position(|&set| set == partner.cols).unwrap();
                    let at = usize::from(keys.rank(lead.cols).unwrap()) * blocks + lane / LANES;
                    for limb in 0..limbs {
                        let weight = words[limb * plane + at].0[lane % LANES];
                        expected += u128::from(weight) << (15 * limb);
                    }
                }
            }
        }
        assert!(expected > 1 << 40, "{expected}");

        for level in SimdLevel::ALL.into_iter().filter(|level| level.available().is_ok()) {
            for (order, depth) in [Order::Lanes, Order::Packed]
                .into_iter()
                .flat_map(|order| (0..=lead_rows.len()).map(move |depth| (order, depth)))
            {
                let level = usable(level);
                let mut leads = Leads::default();
                let wanted = Wanted { keys: &keys, rows: None };
                leads.list(&lead_block, &lead_rows, depth, wanted, 2 * n, stop).unwrap();
                let mut packs = Packs::new(n);
                let (block, rows_above) = (&lead_block, &lead_rows[..depth]);
                packs.fill(block, rows_above, &partners, order, level, stop).unwrap();
                let half = Half { leads: &leads, packs: &packs, rows: &rows, order, stop };
                let found = half.weigh(level, &mut Workspace::default(), weights);
                assert_eq!(found, expected, "{level}, {order:?}, depth {depth}");
            }
        }
    }
}
