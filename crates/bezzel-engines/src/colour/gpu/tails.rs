//! The last three rows of leads in groups: what a launch of `complete.cu` takes.

use super::launch::{GROUPS, Group};
use std::collections::{BTreeMap, BTreeSet};

/// Queens of a lead that nodes lack.
pub(super) const TAIL: usize = 3;

/// Tail rows that a launch takes at most.
const TAIL_ROWS: usize = 11;

/// The rows of a lead, middle rows first, and the slot of its matrix.
#[derive(Clone, Debug)]
pub(super) struct Lead {
    pub rows: Vec<u8>,
    pub slot: u32,
}

/// What growing the nodes of a prefix and making their maps costs, in tails.
const PREFIX: f64 = 8.0;

/// The logarithm of how many times as many nodes a queen in the first or last row leaves as one in a middle row: its
/// diagonals are shorter. Measured for seven and eight queens on 14 rows.
const OUTERMOST: f64 = 0.57;

/// Sorts the rows of leads on `inner` rows so that the last three are their tail and few prefixes do for all of them,
/// and sorts the leads.
///
/// If each lead began with its middle rows, which leave the fewest nodes, half of the prefixes would have one tail or
/// four. Here that prefix comes first whose tails cost the least each, then the best for those that are left.
pub(super) fn share(leads: &mut [Lead], inner: usize) {
    let outer = |row: u8| (2.0 * f64::from(row) + 1.0 - inner as f64).abs() / inner as f64;
    let set = |rows: &[u8]| rows.iter().fold(0usize, |set, row| set | 1 << row);
    let mut tails = vec![0u32; 1 << inner];
    let mut prefixes: Vec<(usize, f64)> = Vec::new();
    for lead in &*leads {
        each_prefix(set(&lead.rows), |prefix| {
            if tails[prefix] == 0 {
                let rows = (0..inner as u8).filter(|row| prefix >> row & 1 == 1);
                let nodes = rows.map(|row| OUTERMOST * outer(row)).sum::<f64>().exp();
                prefixes.push((prefix, 1.0 + nodes));
            }
            tails[prefix] += 1;
        });
    }
    let mut left = &mut *leads;
    while !left.is_empty() {
        prefixes.retain(|&(prefix, _)| tails[prefix] > 0);
        let each =
            |&(prefix, nodes): &(usize, f64)| nodes * (1.0 + PREFIX / f64::from(tails[prefix]));
        let best = prefixes.iter().min_by(|one, two| each(one).total_cmp(&each(two)));
        let prefix = best.expect("every lead has a prefix").0;
        // Those that have it come to the front.
        let mut count = 0;
        for i in 0..left.len() {
            let rows = set(&left[i].rows);
            if rows & prefix == prefix {
                each_prefix(rows, |prefix| tails[prefix] -= 1);
                left[i].rows.sort_by_key(|row| prefix >> row & 1 == 0);
                left.swap(count, i);
                count += 1;
            }
        }
        left = &mut left[count..];
    }
    leads.sort_by(|one, two| one.rows.cmp(&two.rows));
}

/// Calls `each` with a set of rows without any three of them.
fn each_prefix(rows: usize, mut each: impl FnMut(usize)) {
    let without = |set: usize| set & set.wrapping_sub(1);
    let lowest = |set: usize| set & set.wrapping_neg();
    let mut x = rows;
    while x != 0 {
        let mut y = without(x);
        while y != 0 {
            let mut z = without(y);
            while z != 0 {
                each(rows & !(lowest(x) | lowest(y) | lowest(z)));
                z = without(z);
            }
            y = without(y);
        }
        x = without(x);
    }
}

/// The tails that one launch completes.
#[derive(Debug, Default)]
pub(super) struct Tails {
    pub rows: [u8; 16],
    pub count_of_rows: u32,
    pub group: [Group; GROUPS],
    pub groups: u32,
    pub tails: u32,
    pub tables: u32,
}

impl Tails {
    /// The number of a row, which is added if there is room.
    fn number(&mut self, row: u8) -> Option<u8> {
        let count = self.count_of_rows as usize;
        let known = self.rows[..count].iter().position(|&known| known == row);
        if known.is_none() && count < TAIL_ROWS {
            self.rows[count] = row;
            self.count_of_rows += 1;
        }
        known.or((count < TAIL_ROWS).then_some(count)).map(|number| number as u8)
    }

    /// Adds tails, given by their third-last rows and slots, that end in these rows; `None` if they do not
    /// fit, and then some rows may have been added.
    fn add(&mut self, last: [u8; 2], tails: &[(u8, u32)], most: u32) -> Option<()> {
        let tables = tails.len().div_ceil(2) as u32;
        if self.groups as usize == GROUPS || self.tables + tables > most {
            return None;
        }
        let mut group = Group {
            last: [self.number(last[0])?, self.number(last[1])?],
            tails: tails.len() as u8,
            first: self.tables as u8,
            ..Group::default()
        };
        for (i, &(third, slot)) in tails.iter().enumerate() {
            group.third[i] = self.number(third)?;
            group.slot[i] = slot;
        }
        self.group[self.groups as usize] = group;
        self.groups += 1;
        self.tails += tails.len() as u32;
        self.tables += tables;
        Some(())
    }
}

/// The tails of these leads in launches of at most so many tables, which are for two tails each.
///
/// Any two of the three rows of a tail may be the last. A group costs little more with four tails than with
/// one, so those rows come first that are in most tails.
pub(super) fn launches(leads: &[Lead], level: usize, left: u32, most: u32) -> Vec<Tails> {
    // What is beyond the eighth column of the third-last rows of a group has eight columns in all.
    let in_group = if left > 10 { 2 } else { 4 }.min(2 * most as usize);
    let mut by_pair: BTreeMap<[u8; 2], BTreeSet<(u8, u32)>> = BTreeMap::new();
    for Lead { rows, slot } in leads {
        let mut tail: [u8; TAIL] = rows[level..].try_into().expect("three rows are left");
        tail.sort_unstable();
        let [x, y, z] = tail;
        for (third, last) in [(x, [y, z]), (y, [x, z]), (z, [x, y])] {
            by_pair.entry(last).or_default().insert((third, *slot));
        }
    }
    let mut launches = vec![Tails::default()];
    while let Some((&last, tails)) = by_pair.iter().max_by_key(|(_, tails)| tails.len())
        && !tails.is_empty()
    {
        let tails: Vec<(u8, u32)> = tails.iter().take(in_group).copied().collect();
        let is_taken = |slot: u32| tails.iter().any(|&(_, taken)| taken == slot);
        by_pair.values_mut().for_each(|others| others.retain(|&(_, slot)| !is_taken(slot)));
        let launch = launches.last_mut().expect("there is one");
        let before = launch.count_of_rows;
        if launch.add(last, &tails, most).is_none() {
            launch.count_of_rows = before;
            launches.push(Tails::default());
            let launch = launches.last_mut().expect("just pushed");
            launch.add(last, &tails, most).expect("a group has six rows");
        }
    }
    launches
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Leads that begin with rows 0 and 1 and end in any three of the next rows.
    fn leads(rows: u8) -> Vec<Lead> {
        let mut leads = Vec::new();
        for x in 2..rows + 2 {
            for y in x + 1..rows + 2 {
                for z in y + 1..rows + 2 {
                    leads.push(Lead { rows: vec![0, 1, x, y, z], slot: leads.len() as u32 });
                }
            }
        }
        leads
    }

    #[test]
    fn every_lead_is_completed_once_within_the_limits() {
        for (rows, left, most) in [(3, 8, 1), (7, 10, 8), (7, 11, 8), (9, 10, 3), (13, 9, 16)] {
            let leads = leads(rows);
            let mut completed = BTreeSet::new();
            for launch in launches(&leads, 2, left, most) {
                assert!(launch.count_of_rows as usize <= TAIL_ROWS && launch.tables <= most);
                let (mut tails, mut tables) = (0, 0);
                for group in &launch.group[..launch.groups as usize] {
                    assert_eq!(u32::from(group.first), tables);
                    assert!((1..=if left > 10 { 2 } else { 4 }).contains(&group.tails));
                    for i in 0..usize::from(group.tails) {
                        let lead = &leads[group.slot[i] as usize];
                        let mut rows = [group.third[i], group.last[0], group.last[1]]
                            .map(|number| launch.rows[usize::from(number)]);
                        rows.sort_unstable();
                        assert_eq!(rows, lead.rows[2..]);
                        assert!(completed.insert(lead.slot), "{} twice", lead.slot);
                    }
                    tails += u32::from(group.tails);
                    tables += u32::from(group.tails).div_ceil(2);
                }
                assert_eq!((launch.tails, launch.tables), (tails, tables));
            }
            assert_eq!(completed.len(), leads.len(), "{rows} rows");
        }
    }

    #[test]
    fn few_prefixes_do_for_all_leads_and_no_row_is_lost() {
        // All leads of eight queens on 14 rows that lack three middle ones, as they come in one batch.
        for (inner, lacking, queens) in [(14, 0b11100000, 8), (14, 0, 6), (13, 0b1000, 7)] {
            let sets: Vec<u32> = (0..1u32 << inner)
                .filter(|set| set & lacking == 0 && set.count_ones() == queens)
                .collect();
            let middle_first = |&set: &u32| crate::colour::block::middle_first(set, inner);
            let mut leads: Vec<Lead> = sets
                .iter()
                .map(middle_first)
                .zip(0..)
                .map(|(rows, slot)| Lead { rows, slot })
                .collect();
            let level = queens as usize - TAIL;
            let prefixes = |leads: &[Lead]| {
                leads.chunk_by(|one, two| one.rows[..level] == two.rows[..level]).count()
            };
            leads.sort_by(|one, two| one.rows.cmp(&two.rows));
            let before = prefixes(&leads);
            share(&mut leads, inner);
            assert!(3 * prefixes(&leads) < 2 * before, "{} of {before}", prefixes(&leads));
            assert_eq!(leads.len(), sets.len());
            for Lead { rows, slot } in leads {
                let mut expected = middle_first(&sets[slot as usize]);
                let mut rows_of_it = rows.clone();
                rows_of_it.sort_unstable();
                expected.sort_unstable();
                assert_eq!(rows_of_it, expected);
            }
        }
    }

    #[test]
    fn groups_are_full_where_tails_allow_it() {
        let groups: u32 = launches(&leads(7), 2, 10, 100).iter().map(|launch| launch.groups).sum();
        assert!(groups <= 12, "{groups} groups of 35 tails");
    }
}
