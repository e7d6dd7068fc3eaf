//! Parts of a batch of row sets, each with no more packs and lists than fit the card's memory.
//!
//! With seven queens in a block of 14 columns, one prefix leaves so many partners that the packs of
//! all placements of its queens are larger than a stream's share of the memory. Counts are added to
//! the matrices, so it does not matter in how many parts they come.

use super::launch::{Meeting, Prefix};

/// How much fits at a time.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    /// Placements of prefixes, by the packs that each may need.
    pub prefixes: usize,
    /// Lists, one for each row set under each placement of its prefix.
    pub lists: usize,
}

/// Row sets with the same prefix: all placements of its queens, and the sets.
#[derive(Clone, Debug, Default)]
pub(super) struct Group {
    pub prefixes: Vec<Prefix>,
    pub sets: Vec<Suffix>,
}

/// The rows of a lead after its prefix, and the slot of its matrix.
#[derive(Clone, Copy, Debug)]
pub(super) struct Suffix {
    pub left: [u8; 2],
    pub right: [u8; 2],
    pub slot: u32,
}

/// What is filled at a time.
#[derive(Clone, Debug, Default)]
pub(super) struct Part {
    pub prefixes: Vec<Prefix>,
    pub meetings: Vec<Meeting>,
    pub lists: u32,
}

impl Part {
    /// How many placements, each with this many row sets, still fit.
    fn room(&self, sets: usize, limits: Limits) -> usize {
        let lists = (limits.lists - self.lists as usize) / sets;
        lists.min(limits.prefixes - self.prefixes.len())
    }

    fn add(&mut self, prefixes: &[Prefix], sets: &[Suffix]) {
        let (first, count) = (self.prefixes.len() as u32, prefixes.len() as u32);
        self.prefixes.extend_from_slice(prefixes);
        for &Suffix { left, right, slot } in sets {
            self.meetings.push(Meeting { left, right, slot, first, count, list: self.lists });
            self.lists += count;
        }
    }
}

/// Every row set of every group under every placement of its prefix, in parts within the limits,
/// which are at least 1.
pub(super) fn parts<'a>(groups: impl IntoIterator<Item = &'a Group>, limits: Limits) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut part = Part::default();
    for Group { prefixes, sets } in groups {
        for sets in sets.chunks(limits.lists) {
            let mut left = prefixes.as_slice();
            while !left.is_empty() {
                let (now, later) = left.split_at(part.room(sets.len(), limits).min(left.len()));
                if now.is_empty() {
                    parts.push(std::mem::take(&mut part));
                } else {
                    part.add(now, sets);
                    left = later;
                }
            }
        }
    }
    if part.lists > 0 {
        parts.push(part);
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// Groups with these numbers of placements and row sets. A placement is known by its columns, a
    /// set by its slot.
    fn groups(sizes: &[(u32, u32)]) -> Vec<Group> {
        let (mut cols, mut slots) = (0.., 0..);
        let prefix = |cols| Prefix { cols, anti: 0, diag: 0, fixed: 0 };
        let suffix = |slot| Suffix { left: [0, 1], right: [2, 3], slot };
        let group = |&(placements, sets): &(u32, u32)| Group {
            prefixes: cols.by_ref().take(placements as usize).map(prefix).collect(),
            sets: slots.by_ref().take(sets as usize).map(suffix).collect(),
        };
        sizes.iter().map(group).collect()
    }

    #[test]
    fn every_set_meets_every_placement_once_within_the_limits() {
        let groups = groups(&[(5, 3), (0, 2), (40, 1), (1, 30), (12, 12)]);
        let mut wanted = BTreeSet::new();
        for Group { prefixes, sets } in &groups {
            wanted
                .extend(sets.iter().flat_map(|set| prefixes.iter().map(|it| (set.slot, it.cols))));
        }
        for limits in [(1, 1), (1, 100), (100, 1), (7, 20), (16, 64), (1000, 1000)] {
            let limits = Limits { prefixes: limits.0, lists: limits.1 };
            let mut met = BTreeSet::new();
            for part in parts(&groups, limits) {
                assert!((1..=limits.prefixes).contains(&part.prefixes.len()), "{limits:?}");
                assert!((1..=limits.lists).contains(&(part.lists as usize)), "{limits:?}");
                let mut lists = 0;
                for meeting in &part.meetings {
                    assert_eq!(meeting.list, lists, "{limits:?}");
                    lists += meeting.count;
                    for i in meeting.first..meeting.first + meeting.count {
                        let pair = (meeting.slot, part.prefixes[i as usize].cols);
                        assert!(met.insert(pair), "{limits:?}: {pair:?} twice");
                    }
                }
                assert_eq!(part.lists, lists, "{limits:?}");
            }
            assert_eq!(met, wanted, "{limits:?}");
        }
    }

    #[test]
    fn what_fits_at_once_is_one_part() {
        let groups = groups(&[(5, 3), (4, 2)]);
        let parts = parts(&groups, Limits { prefixes: 9, lists: 23 });
        assert_eq!(parts.len(), 1);
        assert_eq!((parts[0].prefixes.len(), parts[0].meetings.len()), (9, 5));
    }
}
