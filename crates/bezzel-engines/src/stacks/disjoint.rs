//! The largest number of solutions no two of which share a square, or as many as asked.
//!
//! k such solutions leave n − k squares empty in every row and every column. So the search is a
//! cover with slack: the square with the fewest solutions is covered by one of them, or left empty,
//! which uses up one empty square of its row and one of its column; a square without solutions must
//! be left empty. k is tried from n downwards, so the first success is the maximum, and each
//! failure a proof.

use super::cover::{Mask, Tile};
use super::floors;
use super::symmetric::Stopped;
use bezzel_board::{Placement, Stop};
use std::ops::ControlFlow;

/// A set of solutions that share no square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disjoint {
    /// The side.
    pub n: u32,
    /// The solutions, in lexicographic order.
    pub solutions: Vec<Placement>,
    /// Nodes of the search, including the proofs for the larger numbers.
    pub nodes: u64,
}

/// The largest side searched. From 11 on every side up to 14 has a stack.
pub const LARGEST: u32 = 14;

/// The maximum number of solutions of side n that share no square; `None` if stopped.
///
/// Exact for every n up to [`LARGEST`]; fast if there is no stack (n ≤ 10), while a stack of side
/// 12 is found faster by [`one`](super::one()).
#[must_use]
pub fn largest_disjoint(n: u32, stop: &Stop) -> Option<Disjoint> {
    assert!(n <= LARGEST, "the squares must fit and the solutions too");
    let mut search = Families::new(n, stop).ok()?;
    for k in (0..=n).rev() {
        match search.of(k) {
            Ok(None) => {}
            Ok(found) => return found,
            Err(Stopped) => return None,
        }
    }
    unreachable!("no solutions at all share no square")
}

/// `k` solutions of side n that share no square; `Ok(None)` proves that there are none, `Err` if
/// stopped.
pub fn disjoint(n: u32, k: u32, stop: &Stop) -> Result<Option<Disjoint>, Stopped> {
    assert!(n <= LARGEST, "the squares must fit and the solutions too");
    Families::new(n, stop)?.of(k)
}

/// All solutions of a side, to choose from.
struct Families<'a> {
    n: u32,
    all: Vec<Vec<u8>>,
    tiles: Vec<Tile>,
    nodes: u64,
    stop: &'a Stop,
}

impl<'a> Families<'a> {
    fn new(n: u32, stop: &'a Stop) -> Result<Self, Stopped> {
        let all = floors::solutions(n, stop).ok_or(Stopped)?;
        let tile = |(id, floor): (u32, &Vec<u8>)| Tile { mask: floors::mask(floor), misses: 0, id };
        let tiles = (0..).zip(&all).map(tile).collect();
        Ok(Families { n, all, tiles, nodes: 0, stop })
    }

    /// The first choice of `k` that share no square.
    fn of(&mut self, k: u32) -> Result<Option<Disjoint>, Stopped> {
        let n = self.n;
        if k > n {
            return Ok(None);
        }
        let mut search =
            Slack { n: n as usize, chosen: Vec::new(), nodes: self.nodes, stop: self.stop };
        let board = Mask::first((n * n) as usize);
        let end =
            search.fill(k as usize, &self.tiles, board, [(n - k) as u8; 2 * LARGEST as usize]);
        self.nodes = search.nodes;
        match end {
            ControlFlow::Break(End::Found) => {}
            ControlFlow::Break(End::Stopped) => return Err(Stopped),
            ControlFlow::Continue(()) => return Ok(None),
        }
        search.chosen.sort_unstable();
        let solution = |id: &u32| Placement::from_columns(&floors::widen(&self.all[*id as usize]));
        let solutions = search.chosen.iter().map(solution).collect();
        Ok(Some(Disjoint { n, solutions, nodes: self.nodes }))
    }
}

/// Why a search ended early.
enum End {
    Found,
    Stopped,
}

struct Slack<'a> {
    n: usize,
    chosen: Vec<u32>,
    nodes: u64,
    stop: &'a Stop,
}

impl Slack<'_> {
    /// Looks for k solutions in total, with `spare` empty squares in each row and column.
    fn fill(
        &mut self,
        k: usize,
        tiles: &[Tile],
        mut open: Mask,
        mut spare: [u8; 2 * LARGEST as usize],
    ) -> ControlFlow<End> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(1024) && self.stop.is_asked() {
            return ControlFlow::Break(End::Stopped);
        }
        if self.chosen.len() == k {
            return ControlFlow::Break(End::Found);
        }
        let mut counts = [0_u32; 256];
        for tile in tiles {
            tile.mask.iter().for_each(|square| counts[square] += 1);
        }
        let mut tightest: Option<usize> = None;
        for square in open.iter() {
            if counts[square] == 0 {
                if !self.leave(square, &mut spare) {
                    return ControlFlow::Continue(());
                }
                open.remove(square);
            } else if tightest.is_none_or(|best| counts[square] < counts[best]) {
                tightest = Some(square);
            }
        }
        let Some(square) = tightest else {
            return ControlFlow::Continue(());
        };
        for tile in tiles.iter().filter(|tile| tile.mask.contains(square)) {
            let fitting: Vec<Tile> =
                tiles.iter().filter(|other| !other.mask.meets(&tile.mask)).copied().collect();
            self.chosen.push(tile.id);
            self.fill(k, &fitting, open & !tile.mask, spare)?;
            self.chosen.pop();
        }
        if !self.leave(square, &mut spare) {
            return ControlFlow::Continue(());
        }
        open.remove(square);
        let without: Vec<Tile> =
            tiles.iter().filter(|tile| !tile.mask.contains(square)).copied().collect();
        self.fill(k, &without, open, spare)
    }

    /// Leaves a square empty; returns whether its row and column allowed it.
    fn leave(&self, square: usize, spare: &mut [u8; 2 * LARGEST as usize]) -> bool {
        let lines = [square / self.n, self.n + square % self.n];
        if lines.iter().any(|&line| spare[line] == 0) {
            return false;
        }
        lines.iter().for_each(|&line| spare[line] -= 1);
        true
    }
}
