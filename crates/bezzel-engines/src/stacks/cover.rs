//! Exact cover of a board by tiles given as sets of squares.
//!
//! Knuth's algorithm X on lists instead of links: a node holds the tiles that still fit, side by
//! side in memory; choosing one filters the list with a few instructions per tile. One pass over
//! the list finds the squares that at least one, two, three and four tiles cover, so the square
//! with the fewest tiles is known without counting; a square without any ends the branch.

use bezzel_board::Stop;
use std::ops::{BitAnd, BitOr, ControlFlow, Not};

/// Up to 256 squares as bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Mask([u64; 4]);

impl Mask {
    /// The squares below this number.
    pub fn first(squares: usize) -> Mask {
        let mut mask = Mask::default();
        (0..squares).for_each(|square| mask.insert(square));
        mask
    }

    pub fn insert(&mut self, square: usize) {
        self.0[square / 64] |= 1 << (square % 64);
    }

    pub fn remove(&mut self, square: usize) {
        self.0[square / 64] &= !(1 << (square % 64));
    }

    pub fn contains(&self, square: usize) -> bool {
        self.0[square / 64] >> (square % 64) & 1 == 1
    }

    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.0[0] | self.0[1] | self.0[2] | self.0[3] == 0
    }

    #[inline(always)]
    pub fn meets(&self, other: &Mask) -> bool {
        !(*self & *other).is_empty()
    }

    pub fn lowest(&self) -> Option<usize> {
        let word = self.0.iter().position(|&word| word != 0)?;
        Some(word * 64 + self.0[word].trailing_zeros() as usize)
    }

    pub fn iter(mut self) -> impl Iterator<Item = usize> {
        std::iter::from_fn(move || {
            let square = self.lowest()?;
            self.0[square / 64] &= self.0[square / 64] - 1;
            Some(square)
        })
    }
}

impl BitAnd for Mask {
    type Output = Mask;
    #[inline(always)]
    fn bitand(self, other: Mask) -> Mask {
        Mask(std::array::from_fn(|word| self.0[word] & other.0[word]))
    }
}

impl BitOr for Mask {
    type Output = Mask;
    #[inline(always)]
    fn bitor(self, other: Mask) -> Mask {
        Mask(std::array::from_fn(|word| self.0[word] | other.0[word]))
    }
}

impl Not for Mask {
    type Output = Mask;
    #[inline(always)]
    fn not(self) -> Mask {
        Mask(self.0.map(|word| !word))
    }
}

/// A tile: a floor, or several floors that are used together.
#[derive(Clone, Copy, Debug)]
pub struct Tile {
    /// The squares it covers.
    pub mask: Mask,
    /// How many of its floors miss each watched diagonal, a hexadecimal digit each.
    pub misses: u64,
    /// Its number.
    pub id: u32,
}

/// The highest bit of every hexadecimal digit; slacks and misses stay below it.
const GUARD: u64 = 0x8888_8888_8888_8888;

/// Whether no digit of `misses` is larger than that of `slack`.
#[inline(always)]
pub fn affords(slack: u64, misses: u64) -> bool {
    (slack | GUARD).wrapping_sub(misses) & GUARD == GUARD
}

/// A search for covers. Keeps its lists from one call to the next.
pub struct Cover<'a> {
    lists: Vec<Vec<Tile>>,
    chosen: Vec<u32>,
    nodes: u32,
    stop: &'a Stop,
}

impl<'a> Cover<'a> {
    /// A search that breaks off soon after it is asked to stop.
    pub fn new(stop: &'a Stop) -> Cover<'a> {
        Cover { lists: Vec::new(), chosen: Vec::new(), nodes: 0, stop }
    }

    /// Visits every choice of tiles that covers `open` once and misses no watched diagonal more
    /// often than `slack` says. The tiles must lie inside `open`; `before` precedes the numbers of
    /// the chosen tiles.
    pub fn each<F>(
        &mut self,
        tiles: &[Tile],
        open: Mask,
        slack: u64,
        before: &[u32],
        visit: &mut F,
    ) -> ControlFlow<()>
    where
        F: FnMut(&[u32]) -> ControlFlow<()>,
    {
        self.chosen.clear();
        self.chosen.extend_from_slice(before);
        self.search(0, tiles, open, slack, visit)
    }

    fn search<F>(
        &mut self,
        depth: usize,
        tiles: &[Tile],
        open: Mask,
        slack: u64,
        visit: &mut F,
    ) -> ControlFlow<()>
    where
        F: FnMut(&[u32]) -> ControlFlow<()>,
    {
        self.nodes = self.nodes.wrapping_add(1);
        if self.nodes.is_multiple_of(4096) && self.stop.is_asked() {
            return ControlFlow::Break(());
        }
        if open.is_empty() {
            return visit(&self.chosen);
        }
        let Some(square) = tightest(tiles, open) else {
            return ControlFlow::Continue(());
        };
        if depth == self.lists.len() {
            self.lists.push(Vec::new());
        }
        for tile in tiles.iter().filter(|tile| tile.mask.contains(square)) {
            if !affords(slack, tile.misses) {
                continue;
            }
            let slack = slack - tile.misses;
            let open = open & !tile.mask;
            let mut list = std::mem::take(&mut self.lists[depth]);
            let (length, covered) = filter(tiles, &tile.mask, slack, &mut list);
            let mut end = ControlFlow::Continue(());
            if (open & !covered).is_empty() {
                self.chosen.push(tile.id);
                end = self.search(depth + 1, &list[..length], open, slack, visit);
                self.chosen.pop();
            }
            self.lists[depth] = list;
            end?;
        }
        ControlFlow::Continue(())
    }
}

/// Writes the tiles that do not overlap `mask` and that `slack` allows to the front of `list`;
/// returns their number and the squares they cover together.
///
/// Every tile is written, and the position advances only if it fits: there is no branch to
/// predict. The list only grows, so that it is not cleared each time.
pub fn filter(tiles: &[Tile], mask: &Mask, slack: u64, list: &mut Vec<Tile>) -> (usize, Mask) {
    if list.len() < tiles.len() {
        list.resize(tiles.len(), Tile { mask: Mask::default(), misses: 0, id: 0 });
    }
    let (mut length, mut covered) = (0, Mask::default());
    for tile in tiles {
        let fits = !tile.mask.meets(mask) & affords(slack, tile.misses);
        list[length] = *tile;
        length += usize::from(fits);
        let all = u64::from(fits).wrapping_neg();
        covered = covered | Mask(tile.mask.0.map(|word| word & all));
    }
    (length, covered)
}

/// The open square that the fewest tiles cover; none where some square has no tile.
fn tightest(tiles: &[Tile], open: Mask) -> Option<usize> {
    // Squares covered at least once, twice, three times, four times.
    let mut covered = [Mask::default(); 4];
    for tile in tiles {
        let mut again = tile.mask;
        for times in &mut covered {
            let both = *times & again;
            *times = *times | again;
            again = both;
        }
    }
    if !(open & !covered[0]).is_empty() {
        return None;
    }
    for times in covered {
        if let Some(square) = (open & !times).lowest() {
            return Some(square);
        }
    }
    let mut counts = [0_u32; 256];
    for tile in tiles {
        tile.mask.iter().for_each(|square| counts[square] += 1);
    }
    open.iter().min_by_key(|&square| counts[square])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_compared_without_borrowing() {
        assert!(affords(0x4321, 0x4321));
        assert!(affords(0x4321, 0x0000));
        assert!(!affords(0x4320, 0x0001));
        assert!(!affords(0x0444, 0x1000));
    }

    /// A 2 × 4 board is covered by dominoes in five ways.
    #[test]
    fn dominoes_cover_a_strip_in_fibonacci_ways() {
        let mut tiles = Vec::new();
        for (id, squares) in
            [[0, 1], [2, 3], [4, 5], [6, 7], [0, 2], [2, 4], [4, 6], [1, 3], [3, 5], [5, 7]]
                .into_iter()
                .enumerate()
        {
            let mut mask = Mask::default();
            squares.into_iter().for_each(|square| mask.insert(square));
            tiles.push(Tile { mask, misses: 0, id: id as u32 });
        }
        let mut covers = 0;
        let never = Stop::new();
        let _ = Cover::new(&never).each(&tiles, Mask::first(8), 0, &[], &mut |_| {
            covers += 1;
            ControlFlow::Continue(())
        });
        assert_eq!(covers, 5);
    }
}
