//! The largest number of solutions no two of which share a square.
//!
//! k such solutions leave n − k squares empty in every row and every column. So the search is a
//! cover with slack: the square with the fewest solutions is covered by one of them, or left empty,
//! which uses up one empty square of its row and one of its column; a square without solutions must
//! be left empty. k is tried from n downwards, so the first success is the maximum, and each
//! failure a proof.

use super::cover::{Mask, Tile};
use super::floors;
use bezzel_board::{Placement, Stop};
use std::ops::ControlFlow;

/// A maximum set of solutions that share no square.
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
    let all = floors::solutions(n, stop)?;
    let tiles: Vec<Tile> =
        (0..).zip(&all).map(|(id, s)| Tile { mask: floors::mask(s), misses: 0, id }).collect();
    let mut search = Slack { n: n as usize, chosen: Vec::new(), nodes: 0, stop };
    for k in (0..=n as usize).rev() {
        let board = Mask::first((n * n) as usize);
        let spare = [(n as usize - k) as u8; 2 * LARGEST as usize];
        match search.fill(k, &tiles, board, spare) {
            ControlFlow::Break(End::Found) => break,
            ControlFlow::Break(End::Stopped) => return None,
            ControlFlow::Continue(()) => {}
        }
    }
    search.chosen.sort_unstable();
    let solution = |id: &u32| Placement::from_columns(&floors::widen(&all[*id as usize]));
    let solutions = search.chosen.iter().map(solution).collect();
    Some(Disjoint { n, solutions, nodes: search.nodes })
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
