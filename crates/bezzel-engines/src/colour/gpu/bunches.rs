//! Row sets in bunches: up to four sets A that share all rows but one or two pairs.
//!
//! Pair the rows like mirror images, p with m - 1 - p. A pair is *split* in A if exactly one of its rows
//! belongs to A; it is then split in the complement of A too. The two outermost split pairs are left
//! open: all sets that agree on the other rows make up a bunch. Leads are walked middle rows first, so
//! the open rows come last, where most nodes are, and their nodes are shared.
//!
//! ```text
//! rows 0 1 2 3 4 5 6 7      A = 1, 2, 3, 7: pairs {0,7} and {1,6} are split, {2,5} and {3,4} too
//!      b a . . . . a b      bunch: 2 and 3, one of rows 1 and 6, one of rows 0 and 7
//! ```

use super::launch::{Bunch, NO_ROW, NONE};
use crate::colour::block::middle_first;
use std::collections::BTreeMap;

/// What the sets of a bunch have in common: the open pairs and the other rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Common {
    inner_pair: Option<u8>,
    outer_pair: Option<u8>,
    fixed: u32,
}

/// A bunch: for each of its sets the number of the row taken from the inner and the outer open pair
/// (0 for the row above, 1 for the row below), and the set.
#[derive(Clone, Debug)]
pub(super) struct Sets {
    common: Common,
    pub sets: Vec<([u8; 2], u32)>,
}

/// Sorts sets of `m` rows into bunches.
pub(super) fn bunches(sets: impl Iterator<Item = u32>, m: usize) -> Vec<Sets> {
    let mut all: BTreeMap<Common, Vec<([u8; 2], u32)>> = BTreeMap::new();
    for set in sets {
        let has = |p: usize| set >> p & 1 == 1;
        let mut split = (0..m / 2).filter(|&p| has(p) != has(m - 1 - p));
        let (outer, inner) = (split.next(), split.next());
        let rows = |pair: Option<usize>| pair.map_or(0, |p| 1 << p | 1 << (m - 1 - p));
        let taken = |pair: Option<usize>| pair.map_or(0, |p| u8::from(!has(p)));
        let common = Common {
            inner_pair: inner.map(|p| p as u8),
            outer_pair: outer.map(|p| p as u8),
            fixed: set & !rows(inner) & !rows(outer),
        };
        all.entry(common).or_default().push(([taken(inner), taken(outer)], set));
    }
    all.into_iter().map(|(common, sets)| Sets { common, sets }).collect()
}

impl Sets {
    /// The walk of the leads on these sets, or on their complements; set i has its matrix in
    /// `slots[i]`.
    pub fn walk(&self, m: usize, complements: bool, slots: &[u32]) -> Bunch {
        let Common { inner_pair, outer_pair, fixed } = self.common;
        let rows = |pair: Option<u8>| match pair {
            Some(p) => [p, m as u8 - 1 - p],
            None => [NO_ROW; 2],
        };
        let open =
            |pair| rows(pair).iter().filter(|&&p| p != NO_ROW).fold(0, |set, p| set | 1 << p);
        let whole = ((1u64 << m) - 1) as u32;
        let fixed = if complements { !fixed & whole } else { fixed };
        let mut chain = middle_first(fixed & !open(inner_pair) & !open(outer_pair), m);
        let mut bunch = Bunch {
            chain: [NO_ROW; 16],
            length: 0,
            pairs: u8::from(inner_pair.is_some()),
            rows: [NO_ROW; 4],
            spare: [0; 2],
            slot: [NONE; 4],
        };
        for (&([inner, outer], _), &slot) in self.sets.iter().zip(slots) {
            // The complement takes the other row of each open pair.
            let [inner, outer] = if complements { [1 - inner, 1 - outer] } else { [inner, outer] };
            let at = |pair: Option<u8>, taken: u8| if pair.is_some() { taken as usize } else { 0 };
            let (i, j) = (at(inner_pair, inner), at(outer_pair, outer));
            bunch.slot[2 * i + j] = slot;
            // Only rows that some set takes.
            if inner_pair.is_some() {
                bunch.rows[i] = rows(inner_pair)[i];
            }
            if outer_pair.is_some() {
                bunch.rows[2 + j] = rows(outer_pair)[j];
            }
        }
        if outer_pair.is_none() {
            bunch.rows[2] = chain.pop().expect("a lead has a queen");
        }
        bunch.length = chain.len() as u8;
        bunch.chain[..chain.len()].copy_from_slice(&chain);
        bunch
    }
}
