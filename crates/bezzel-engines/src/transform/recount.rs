//! The second count of a unit: sorted lists instead of tables, and pairs in another order.
//!
//! The vectors that have the unit's pairs are gone through one by one, without using mirror images,
//! and listed by their sets of the pairs still open, with how many vectors have each set. The
//! highest pair e splits a list in two: sets without e and sets with e.
//!
//! ```text
//!   S without e    both parts, e dropped, merged as sorted lists
//!   S with e       the second part, with the opposite sign
//!   first part empty    every vector left has e: both cases are the same and cancel
//! ```
//!
//! When no pair is open, the number of vectors left is N(S). Pairs are decided star by star, those of
//! the last layer first, where the first count goes along the path and then from far to near.

use bezzel_board::Stop;
use std::collections::HashMap;

/// Two layers, the lower one first.
pub(super) type Pair = (usize, usize);

/// Open pairs in a list; with more, the first ones are decided before the vectors are listed.
const LISTED: usize = 22;

/// The flag is checked while at least this many pairs are open: with fewer, a list takes only a moment.
const LOOK: usize = 14;

/// How often each N(S) occurs, with signs, over the sets S that have all pairs `inside` and any of
/// those `open`; `None` if stopped.
pub(super) fn count(
    n: usize,
    inside: &[Pair],
    open: &[Pair],
    stop: &Stop,
) -> Option<HashMap<u64, i128>> {
    let mut open = open.to_vec();
    open.sort_by_key(|&(i, j)| std::cmp::Reverse((j, i)));
    let mut sum = Sum { n, terms: HashMap::new(), stop };
    sum.decide(&mut inside.to_vec(), &open)?;
    Some(sum.terms)
}

/// A set of open pairs, the highest bit decided first, and how many vectors have exactly these.
type Entry = (u32, u64);

struct Sum<'a> {
    n: usize,
    terms: HashMap<u64, i128>,
    stop: &'a Stop,
}

impl Sum<'_> {
    fn decide(&mut self, inside: &mut Vec<Pair>, open: &[Pair]) -> Option<()> {
        let sign = if inside.len().is_multiple_of(2) { 1 } else { -1 };
        if open.len() <= LISTED {
            let list = Vectors::new(self.n, inside, open, self.stop).list()?;
            let mut merged = vec![Vec::new(); open.len()];
            return self.divide(&list, open.len(), sign, &mut merged);
        }
        let (&pair, others) = open.split_first().expect("more than are listed");
        self.decide(inside, others)?;
        inside.push(pair);
        self.decide(inside, others)?;
        inside.pop();
        Some(())
    }

    /// Adds up the sets S of the last `open` pairs; `merged` is a buffer for each of them.
    fn divide(
        &mut self,
        list: &[Entry],
        open: usize,
        sign: i128,
        merged: &mut [Vec<Entry>],
    ) -> Option<()> {
        if open == 0 {
            let vectors = list.iter().map(|(_, vectors)| vectors).sum();
            *self.terms.entry(vectors).or_default() += sign;
            return Some(());
        }
        if open >= LOOK && self.stop.is_asked() {
            return None;
        }
        let pair = 1 << (open - 1);
        let (without, with) = list.split_at(list.partition_point(|(set, _)| set & pair == 0));
        if without.is_empty() {
            return Some(());
        }
        let (own, below) = merged.split_first_mut().expect("a buffer for each pair");
        merge(without, with, pair - 1, own);
        self.divide(own, open - 1, sign, below)?;
        self.divide(with, open - 1, -sign, below)
    }
}

/// Both lists in one, by the lower bits alone.
fn merge(mut first: &[Entry], mut second: &[Entry], low: u32, into: &mut Vec<Entry>) {
    into.clear();
    while let (Some(&(a, x)), Some(&(b, y))) = (first.first(), second.first()) {
        let (a, b) = (a & low, b & low);
        into.push((a.min(b), if a <= b { x } else { 0 } + if b <= a { y } else { 0 }));
        first = &first[usize::from(a <= b)..];
        second = &second[usize::from(b <= a)..];
    }
    into.extend(first.iter().chain(second).map(|&(set, vectors)| (set & low, vectors)));
}

/// Goes through the vectors.
struct Vectors<'a> {
    n: usize,
    /// By layer: the lower layers that it must make a pair with.
    inside: Vec<Vec<usize>>,
    /// By layer: the lower layers that it may make a pair with, and the pair's bit.
    open: Vec<Vec<(usize, u32)>>,
    /// How many vectors have each set.
    found: Vec<u64>,
    stop: &'a Stop,
}

/// The flag is checked while at least this many layers are left.
const LOOK_LAYERS: usize = 5;

impl<'a> Vectors<'a> {
    fn new(n: usize, inside: &[Pair], open: &[Pair], stop: &'a Stop) -> Self {
        let mut vectors = Vectors {
            n,
            inside: vec![Vec::new(); n],
            open: vec![Vec::new(); n],
            found: vec![0; 1 << open.len()],
            stop,
        };
        inside.iter().for_each(|&(i, j)| vectors.inside[j].push(i));
        for (place, &(i, j)) in open.iter().enumerate() {
            vectors.open[j].push((i, 1 << (open.len() - 1 - place)));
        }
        vectors
    }

    /// The sets that occur, sorted; `None` if stopped.
    fn list(mut self) -> Option<Vec<Entry>> {
        self.extend(&mut Vec::with_capacity(self.n), 0)?;
        let found = (0..).zip(self.found).filter(|(_, vectors)| *vectors > 0);
        Some(found.collect())
    }

    fn extend(&mut self, values: &mut Vec<usize>, set: u32) -> Option<()> {
        let layer = values.len();
        if layer == self.n {
            self.found[set as usize] += 1;
            return Some(());
        }
        if self.n - layer >= LOOK_LAYERS && self.stop.is_asked() {
            return None;
        }
        for value in 0..self.n {
            // Two queens make a pair if they differ by 0 or by the distance of their layers.
            let pairs = |lower: usize| {
                let difference = value.abs_diff(values[lower]);
                difference == 0 || difference == layer - lower
            };
            if self.inside[layer].iter().all(|&lower| pairs(lower)) {
                let more = self.open[layer].iter().filter(|(lower, _)| pairs(*lower));
                let set = more.fold(set, |set, (_, bit)| set | bit);
                values.push(value);
                self.extend(values, set)?;
                values.pop();
            }
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example of the engine's page.
    #[test]
    fn three_layers_are_added_up_as_by_hand() {
        let found = count(3, &[], &[(0, 1), (1, 2), (0, 2)], &Stop::new()).unwrap();
        let mut terms: Vec<(u64, i128)> =
            found.into_iter().filter(|(_, times)| *times != 0).collect();
        terms.sort_unstable();
        assert_eq!(terms, [(9, -1), (11, 2), (15, -1), (17, 1), (21, -2), (27, 1)]);
    }
}
