//! Every stack with a given floor through one corner: the floors through the other three corners
//! first, as bits.
//!
//! Corner squares have the fewest floors, and no floor has two of them, so the first four floors
//! are those through the corners a, b, c, d. With a and b chosen, the remaining floors are stored
//! once as bits, and for each pair of floors through c and d the floors that still fit are one
//! intersection:
//!
//! ```text
//!   a . . b      rest = fits(c) & fits(d) & meets(diagonals without slack)
//!   . . . .
//!   . . . .      dead if some square has no floor in rest
//!   c . . d
//! ```
//!
//! Only pairs that pass are searched by the general [`Cover`]. At n = 12 this takes 2.9 s, while
//! the cover alone takes 4.0 s (20 units). Examining the 4 to 32 squares with the fewest floors as
//! bits before the list is made gained nothing and was dropped.

use super::cover::{Cover, Mask, Tile, affords, filter};
use bezzel_board::Stop;
use std::ops::ControlFlow;

/// The tiles that fit with the floors a and b.
pub struct Corners<'a> {
    stop: &'a Stop,
    cover: Cover<'a>,
    with_a: Vec<Tile>,
    with_b: Vec<Tile>,
    layout: Layout,
}

/// The remaining floors after two corners, as bits over the floors without a corner.
#[derive(Default)]
struct Layout {
    third: Vec<Tile>,
    fourth: Vec<Tile>,
    rest: Vec<Tile>,
    words: usize,
    /// For each floor of `third`, then of `fourth`: those of `rest` that fit with it.
    fits: Vec<u64>,
    /// For each watched diagonal: those of `rest` that meet it.
    meets: Vec<u64>,
    /// Buffers: what fits with c, what fits with c and d, and the same as a list.
    with_c: Vec<u64>,
    with_d: Vec<u64>,
    list: Vec<Tile>,
}

/// One problem for [`Corners`]: all floors that may be used, and the corner squares b, c, d.
pub struct CornerProblem<'a> {
    pub first: Tile,
    pub tiles: &'a [Tile],
    pub corners: [usize; 3],
    pub open: Mask,
    pub slack: u64,
    /// Only floors through b whose number has this remainder: (remainder, modulus).
    pub share: (usize, usize),
}

impl<'a> Corners<'a> {
    /// A search that ends soon after it is asked to stop.
    pub fn new(stop: &'a Stop) -> Corners<'a> {
        let layout = Layout::default();
        Corners { stop, cover: Cover::new(stop), with_a: Vec::new(), with_b: Vec::new(), layout }
    }

    /// Visits every stack with the problem's first floor and others of its tiles.
    pub fn each<F>(&mut self, problem: &CornerProblem<'_>, visit: &mut F) -> ControlFlow<()>
    where
        F: FnMut(&[u32]) -> ControlFlow<()>,
    {
        let [b, c, d] = problem.corners;
        if !affords(problem.slack, problem.first.misses) {
            return ControlFlow::Continue(());
        }
        let slack = problem.slack - problem.first.misses;
        let (length, _) = filter(problem.tiles, &problem.first.mask, slack, &mut self.with_a);
        let with_a = &self.with_a[..length];
        let open = problem.open & !problem.first.mask;
        let (share, of) = problem.share;
        let is_second = |tile: &&Tile| tile.mask.contains(b) && tile.id as usize % of == share;
        for second in with_a.iter().filter(is_second) {
            if self.stop.is_asked() {
                return ControlFlow::Break(());
            }
            let slack = slack - second.misses;
            let (length, covered) = filter(with_a, &second.mask, slack, &mut self.with_b);
            let open = open & !second.mask;
            if !(open & !covered).is_empty() {
                continue;
            }
            self.layout.lay_out(&self.with_b[..length], [c, d], self.stop)?;
            let before = [problem.first.id, second.id];
            self.layout.pairs(open, slack, before, self.stop, &mut self.cover, visit)?;
        }
        ControlFlow::Continue(())
    }
}

impl Layout {
    /// Breaks when it is asked to stop: building the bit sets takes longer than most covers, on large
    /// boards seconds.
    fn lay_out(&mut self, tiles: &[Tile], [c, d]: [usize; 2], stop: &Stop) -> ControlFlow<()> {
        for list in [&mut self.third, &mut self.fourth, &mut self.rest] {
            list.clear();
        }
        for tile in tiles {
            if tile.mask.contains(c) {
                self.third.push(*tile);
            } else if tile.mask.contains(d) {
                self.fourth.push(*tile);
            } else {
                self.rest.push(*tile);
            }
        }
        self.words = self.rest.len().div_ceil(64);
        self.fits.clear();
        for tile in self.third.iter().chain(&self.fourth) {
            if stop.is_asked() {
                return ControlFlow::Break(());
            }
            bits(&self.rest, &mut self.fits, |other| !other.mask.meets(&tile.mask));
        }
        self.meets.clear();
        for digit in 0..16 {
            bits(&self.rest, &mut self.meets, |other| other.misses >> (4 * digit) & 1 == 0);
        }
        ControlFlow::Continue(())
    }

    fn pairs<F>(
        &mut self,
        open: Mask,
        slack: u64,
        [a, b]: [u32; 2],
        stop: &Stop,
        cover: &mut Cover<'_>,
        visit: &mut F,
    ) -> ControlFlow<()>
    where
        F: FnMut(&[u32]) -> ControlFlow<()>,
    {
        let words = self.words;
        let (fits_third, fits_fourth) = self.fits.split_at(self.third.len() * words);
        for (place, third) in self.third.iter().enumerate() {
            let slack_c = slack - third.misses;
            self.with_c.clear();
            self.with_c.extend_from_slice(&fits_third[place * words..][..words]);
            narrow(&mut self.with_c, &self.meets, slack_c, slack);
            for (place, fourth) in self.fourth.iter().enumerate() {
                if stop.is_asked() {
                    return ControlFlow::Break(());
                }
                if fourth.mask.meets(&third.mask) || !affords(slack_c, fourth.misses) {
                    continue;
                }
                let slack_d = slack_c - fourth.misses;
                self.with_d.clear();
                let fits_d = &fits_fourth[place * words..][..words];
                self.with_d.extend(self.with_c.iter().zip(fits_d).map(|(c, d)| c & d));
                narrow(&mut self.with_d, &self.meets, slack_d, slack_c);
                let open = open & !(third.mask | fourth.mask);
                self.list.clear();
                let mut covered = Mask::default();
                for (word, &bits) in self.with_d.iter().enumerate() {
                    let mut bits = bits;
                    while bits != 0 {
                        let tile = self.rest[word * 64 + bits.trailing_zeros() as usize];
                        covered = covered | tile.mask;
                        self.list.push(tile);
                        bits &= bits - 1;
                    }
                }
                if !(open & !covered).is_empty() {
                    continue;
                }
                cover.each(&self.list, open, slack_d, &[a, b, third.id, fourth.id], visit)?;
            }
        }
        ControlFlow::Continue(())
    }
}

/// Appends one bit for each tile.
fn bits(tiles: &[Tile], words: &mut Vec<u64>, is: impl Fn(&Tile) -> bool) {
    words.extend(tiles.chunks(64).map(|chunk| {
        (0..).zip(chunk).fold(0, |word, (bit, tile)| word | u64::from(is(tile)) << bit)
    }));
}

/// Keeps only the floors that have a queen on the diagonals whose slack has just run out.
fn narrow(words: &mut [u64], meets: &[u64], now: u64, before: u64) {
    let empty = |slack: u64| !(slack | slack >> 1 | slack >> 2) & 0x1111_1111_1111_1111;
    let mut run_out = empty(now) & !empty(before);
    while run_out != 0 {
        let digit = run_out.trailing_zeros() as usize / 4;
        run_out &= run_out - 1;
        let meeting = &meets[digit * words.len()..][..words.len()];
        words.iter_mut().zip(meeting).for_each(|(word, meets)| *word &= meets);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stacks::floors;

    /// Building the bit sets between two checks of the flag once took seconds.
    #[test]
    fn a_stop_is_seen_before_anything_is_laid_out() {
        let n = 11;
        let solutions = floors::solutions(n, &Stop::new()).unwrap();
        let tiles: Vec<Tile> =
            (0..).zip(&solutions).map(|(id, columns)| floors::tile(id, columns)).collect();
        let first = *tiles.iter().find(|tile| tile.mask.contains(0)).unwrap();
        let side = n as usize;
        let problem = CornerProblem {
            first,
            tiles: &tiles,
            corners: [side - 1, side * (side - 1), side * side - 1],
            open: Mask::first(side * side),
            slack: floors::SLACK,
            share: (0, 1),
        };
        let laid_out = |stop: &Stop| {
            let mut corners = Corners::new(stop);
            let _ = corners.each(&problem, &mut |_| ControlFlow::Continue(()));
            !corners.layout.rest.is_empty()
        };
        let asked = Stop::new();
        asked.ask();
        assert!(laid_out(&Stop::new()));
        assert!(!laid_out(&asked));
    }
}
