//! The pairs of layers in the order in which the transform decides them, and the vectors' masks.
//!
//! A set S of pairs is a word with one bit per pair, the first pair of the order highest. First
//! come the pairs of neighbouring layers (the *path*): they connect all layers, so that requiring
//! some of them prunes the enumeration of vectors at every layer. Then the others, most distant
//! first. The order matters for the work, not for the result: of the 2^21 sets at n = 7 the
//! traversal reaches 36 % in this order, 43 % with all pairs most distant first, 51 % with all
//! pairs nearest first; at n = 8 it is 13 % against 16 % (stars instead of the path: 16 %).
//!
//! [`Order::Stars`] is there for a second run that shares neither the split into units nor the order
//! of the traversal with the first.

use super::LARGEST;
use bezzel_board::Stop;

/// One mask for each value of a coordinate.
pub(super) type Row = [u64; LARGEST as usize];

/// The order in which the pairs are decided; it changes the work, not the result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// Pairs of neighbouring layers, then the others, most distant first.
    #[default]
    Path,
    /// All pairs of layer 0, then those of layer 1, and so on.
    Stars,
}

/// The pairs of n layers and which vectors have them.
pub(super) struct Pairs {
    n: usize,
    /// In the order they are decided.
    order: Vec<(usize, usize)>,
    /// `masks[i][j][v][w]`: the bit of the pair {i, j}, i < j, if values v and w have it.
    masks: Vec<Vec<Vec<Row>>>,
}

impl Pairs {
    pub(super) fn new(n: u32, by: Order) -> Pairs {
        let n = n as usize;
        let mut order: Vec<(usize, usize)> =
            (0..n).flat_map(|i| (i + 1..n).map(move |j| (i, j))).collect();
        // The pairs are listed star by star.
        if by == Order::Path {
            order.sort_by_key(|&(i, j)| if j - i == 1 { (0, i) } else { (n - (j - i), i) });
        }
        let mut masks = vec![vec![vec![Row::default(); n]; n]; n];
        for (place, &(i, j)) in order.iter().enumerate() {
            let bit = 1 << (order.len() - 1 - place);
            for (v, row) in masks[i][j].iter_mut().enumerate() {
                for (w, mask) in row.iter_mut().enumerate().take(n) {
                    // The queens may differ by 0 or by the distance of their layers.
                    if v == w || v.abs_diff(w) == j - i {
                        *mask = bit;
                    }
                }
            }
        }
        Pairs { n, order, masks }
    }

    /// Number of pairs.
    pub(super) fn len(&self) -> u32 {
        self.order.len() as u32
    }

    /// The pairs in the order in which a unit's label names them.
    pub(super) fn order(&self) -> &[(usize, usize)] {
        &self.order
    }

    /// Number of pairs that a unit fixes: those of the path, or of the first star.
    pub(super) fn path(&self) -> u32 {
        self.n.saturating_sub(1) as u32
    }

    /// Adds every vector that has all pairs of `chosen` to the table, at the mask of its pairs
    /// among the last ones, of which the table has one place for each set; some of them if stopped.
    ///
    /// A vector c and its mirror image n − 1 − c have the same pairs: only those with the first
    /// value in the lower half are enumerated, and count twice.
    pub(super) fn add_vectors(&self, chosen: u64, table: &mut [u32], stop: &Stop) {
        if self.n == 0 {
            table[0] += 1;
            return;
        }
        let mut needed = vec![0; self.n];
        for (place, &(_, j)) in self.order.iter().enumerate() {
            needed[j] |= chosen & 1 << (self.order.len() - 1 - place);
        }
        let mut rows = [Row::default(); LARGEST as usize];
        for first in 0..self.n.div_ceil(2) {
            let weight = if 2 * first + 1 == self.n { 1 } else { 2 };
            for (later, row) in rows.iter_mut().enumerate().take(self.n).skip(1) {
                *row = self.masks[0][later][first];
            }
            Vectors { pairs: self, needed: &needed, weight, table, stop }.extend(1, 0, &rows);
        }
    }
}

/// An enumeration in progress.
struct Vectors<'a> {
    pairs: &'a Pairs,
    /// By layer: the required pairs with an earlier layer.
    needed: &'a [u64],
    weight: u32,
    table: &'a mut [u32],
    stop: &'a Stop,
}

/// The flag is checked while at least this many layers are left: with fewer, an enumeration takes
/// only a moment.
const LOOK: usize = 6;

impl Vectors<'_> {
    /// Goes through all values of this layer. `mask` has the pairs of the layers before, and
    /// `rows[j][w]` the pairs of value w in layer j with those layers.
    fn extend(&mut self, layer: usize, mask: u64, rows: &[Row; LARGEST as usize]) {
        let n = self.pairs.n;
        let low = self.table.len() as u64 - 1;
        if layer == n {
            self.add((mask & low) as usize);
            return;
        }
        if n - layer >= LOOK && self.stop.is_asked() {
            return;
        }
        let needed = self.needed[layer];
        if layer + 1 == n {
            for &pairs in &rows[layer][..n] {
                if pairs & needed == needed {
                    self.add(((mask | pairs) & low) as usize);
                }
            }
            return;
        }
        let mut next = *rows;
        for value in 0..n {
            let pairs = rows[layer][value];
            if pairs & needed != needed {
                continue;
            }
            for later in layer + 1..n {
                let seen = &self.pairs.masks[layer][later][value];
                for (new, (old, seen)) in next[later].iter_mut().zip(rows[later].iter().zip(seen)) {
                    *new = old | seen;
                }
            }
            self.extend(layer + 1, mask | pairs, &next);
        }
    }

    fn add(&mut self, place: usize) {
        // Only the empty set of ten layers exceeds 2^32; the caller corrects that.
        self.table[place] = self.table[place].wrapping_add(self.weight);
    }
}
