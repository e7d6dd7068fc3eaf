//! Words that blocks share: what few lanes need beyond the others.
//!
//! A word costs the same however empty it is. Without sharing a block needs a plane more as soon as one of its
//! lanes has a survivor more; so its last plane is often nearly empty.

use super::super::partners::{LANES, Ranges, Word};
use super::{Chunk, Packs, place};

/// Most shared words of a chunk: those that one instruction can take lanes from.
const MOST: usize = 2;

/// Most places that a lane may have in them.
const BEYOND: usize = 2;

/// One of a block's own planes.
struct Own<'a> {
    block: usize,
    plane: usize,
    ranges: &'a Ranges,
    /// Places that its lanes need in shared words: only the last of a block's planes has any.
    beyond: usize,
}

impl Packs {
    /// Block by block, each with so many planes of its own that there are the fewest words. A chunk shares what is
    /// beyond them.
    pub(super) fn arrange_sharing(&mut self, most: usize) {
        let all = std::mem::take(&mut self.ranges);
        let mut chunk: Vec<Own<'_>> = Vec::with_capacity(most);
        let mut beyond = 0;
        for (block, ranges) in all.as_chunks::<LANES>().0.iter().enumerate() {
            let planes = own_planes(ranges);
            for plane in 0..planes {
                let more = if plane + 1 == planes { needs(ranges, planes) } else { 0 };
                let shared = words_for(beyond + more);
                if chunk.len() + 1 + shared > most || shared > MOST {
                    self.end_chunk(&chunk, words_for(beyond));
                    chunk.clear();
                    beyond = 0;
                }
                chunk.push(Own { block, plane, ranges, beyond: more });
                beyond += more;
            }
        }
        if !chunk.is_empty() {
            self.end_chunk(&chunk, words_for(beyond));
        }
        drop(chunk);
        self.ranges = all;
    }

    /// A chunk of these planes and so many shared words.
    fn end_chunk(&mut self, chunk: &[Own<'_>], shared: usize) {
        let (first_word, first_order) = (self.places.len(), self.orders.len());
        let mut rest = [[(0, 0); LANES]; MOST];
        let mut used = 0;
        // The last place is never taken, so its count is zero.
        let none = Word([(LANES * shared).saturating_sub(1) as u16; LANES]);
        for (number, own) in chunk.iter().enumerate() {
            self.places.push(own.ranges.map(|range| place(range, own.plane)));
            self.firsts.push((LANES * own.block) as u32);
            if own.beyond == 0 {
                continue;
            }
            for (lane, &range) in own.ranges.iter().enumerate() {
                for second in 0..places_for(range.1).saturating_sub(own.plane + 1) {
                    rest[used / LANES][used % LANES] = place(range, own.plane + 1 + second);
                    let orders = first_order + second * chunk.len();
                    if self.orders.len() == orders {
                        self.orders.resize(orders + chunk.len(), none);
                    }
                    self.orders[orders + number].0[lane] = used as u16;
                    used += 1;
                }
            }
        }
        self.places.extend(&rest[..shared]);
        // Nobody asks for the lanes of a shared word.
        self.firsts.resize(self.firsts.len() + shared, 0);
        let (words, orders) = (first_word..self.places.len(), first_order..self.orders.len());
        self.chunks.push(Chunk { words, shared, orders });
    }
}

/// Places for so many survivors.
fn places_for(survivors: u32) -> usize {
    survivors.div_ceil(16) as usize
}

/// Places that the lanes of a block need beyond so many planes.
fn needs(ranges: &Ranges, planes: usize) -> usize {
    ranges.iter().map(|range| places_for(range.1).saturating_sub(planes)).sum()
}

/// Words for so many places, and one that is never taken.
fn words_for(places: usize) -> usize {
    if places == 0 { 0 } else { (places + 1).div_ceil(LANES) }
}

/// How many planes of a block are its own: as many as make the fewest words.
fn own_planes(ranges: &Ranges) -> usize {
    let fullest = ranges.iter().map(|range| places_for(range.1)).max().unwrap_or(0);
    (fullest.min(1)..=fullest)
        .filter(|&own| fullest - own <= BEYOND && words_for(needs(ranges, own)) <= MOST)
        .min_by_key(|&own| LANES * own + needs(ranges, own))
        .expect("all planes can be its own")
}

#[cfg(test)]
mod tests {
    use super::super::Layout;
    use super::*;

    /// Every survivor of every lane is in one place, and the orders find the places of each lane.
    #[test]
    fn each_lane_finds_all_its_places() {
        let mut random = crate::dice::Dice::new(1);
        let (mut twice, mut both) = (0, 0);
        for round in 0..300_usize {
            let (mut packs, most) = (Packs::new(8, Layout::Shared), 4 + round % 3);
            let mut start = 0;
            for lane in 0..LANES * (1 + round % 9) {
                // Full and empty lanes, and some that are longer than the others.
                let longest = [5, 20, 40, 90][(lane / LANES + round) % 4];
                let len = if random.roll(7) == 0 { 0 } else { random.roll(longest + 1) as u32 };
                packs.ranges.push((start, len));
                start += len;
            }
            packs.arrange_sharing(most);
            let mut found: Vec<Vec<(u32, u32)>> = vec![Vec::new(); packs.ranges.len()];
            for Chunk { words, shared, orders } in &packs.chunks {
                assert!(words.len() <= most && *shared <= MOST);
                let own = words.len() - shared;
                let rest: Vec<(u32, u32)> =
                    packs.places[words.start + own..words.end].iter().flatten().copied().collect();
                assert!(rest.last().is_none_or(|last| last.1 == 0), "nothing is there");
                both += usize::from(*shared == 2);
                twice += usize::from(orders.len() > own);
                for word in 0..own {
                    let first = packs.firsts[words.start + word] as usize;
                    for (lane, place) in packs.places[words.start + word].iter().enumerate() {
                        found[first + lane].push(*place);
                        for order in packs.orders[orders.clone()].iter().skip(word).step_by(own) {
                            found[first + lane].push(rest[order.0[lane] as usize]);
                        }
                    }
                }
            }
            for (range, mut places) in packs.ranges.iter().zip(found) {
                places.retain(|place| place.1 > 0);
                places.sort_unstable();
                let mut next = range.0;
                for place in places {
                    assert_eq!(place.0, next, "round {round}");
                    next += place.1;
                }
                assert_eq!(next, range.0 + range.1, "round {round}");
            }
        }
        assert!(
            both > 20 && twice > 20,
            "{both} chunks with two shared words, {twice} with seconds"
        );
    }
}
