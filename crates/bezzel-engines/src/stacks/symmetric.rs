//! Stacks that a symmetry of the board leaves unchanged, mapping floors to floors: covers by
//! orbits.
//!
//! Which symmetries can leave a stack unchanged (n > 1)? A reflection fixes the squares of its
//! axis. Every floor has a queen on the main diagonal and on the other one, and for odd n in the
//! middle row and column, so a floor and its mirror image would share that queen. Hence no stack is
//! unchanged by a diagonal reflection, and the other two are possible only for even n. So
//!
//! ```text
//!   classes = (all + 2 · kept by R1 + kept by R2 + 2 · kept by D1) / 8        (Burnside)
//! ```
//!
//! For a stack with a symmetry only a part of the board has to be covered, with far fewer tiles. A
//! stack of side 14 is found in this way: n / 2 floors and their mirror images. The idea of
//! imposing symmetries is Vasquez's ("New results on the queens_n² graph coloring problem", Journal
//! of Heuristics 10, 2004). The larger groups were tried first: with both reflections there are
//! stacks of side 12 but none of 14, with the quarter turn none of either.

use super::cover::{Cover, Mask, Tile};
use super::floors::{self, FloorList};
use bezzel_board::{Size, Stack, Stop, Symmetry};
use std::collections::{BTreeSet, HashMap};
use std::ops::ControlFlow;

/// The largest side of a search with a symmetry: 365,596 solutions.
pub const LARGEST_SYMMETRIC: u32 = 14;

/// The groups of symmetries that can leave a stack unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// Turns by 90°.
    QuarterTurn,
    /// The turn by 180°.
    HalfTurn,
    /// The reflection that reverses the columns.
    Mirror,
    /// Both reflections, and so the half-turn.
    Mirrors,
}

impl Group {
    /// All of them, the largest first.
    pub const ALL: [Group; 4] =
        [Group::Mirrors, Group::QuarterTurn, Group::Mirror, Group::HalfTurn];

    /// The symmetries it consists of.
    #[must_use]
    pub fn elements(self) -> &'static [Symmetry] {
        use Symmetry::{D1, D2, R1, R2, R3, R4};
        match self {
            Group::QuarterTurn => &[R4, R1, R2, R3],
            Group::HalfTurn => &[R4, R2],
            Group::Mirror => &[R4, D1],
            Group::Mirrors => &[R4, R2, D1, D2],
        }
    }

    /// The group in words.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Group::QuarterTurn => "the quarter turn",
            Group::HalfTurn => "the half-turn",
            Group::Mirror => "a reflection",
            Group::Mirrors => "both reflections",
        }
    }
}

/// The number of stacks of these floors that each symmetry leaves unchanged, and their number up to
/// symmetry.
///
/// `None` if stopped.
pub(super) fn classes(n: u32, floors: &FloorList, all: u128, stop: &Stop) -> Option<u128> {
    if n <= 1 {
        return Some(all);
    }
    let quarter = kept(n, floors, Group::QuarterTurn, stop)?;
    let half = kept(n, floors, Group::HalfTurn, stop)?;
    let mirror = if n.is_multiple_of(2) { kept(n, floors, Group::Mirror, stop)? } else { 0 };
    let sum = all + 2 * quarter + half + 2 * mirror;
    assert!(sum.is_multiple_of(8), "Burnside's sum is a multiple of the group's order");
    Some(sum / 8)
}

/// The number of stacks of these floors (all floors, in lexicographic order) that a group leaves
/// unchanged.
fn kept(n: u32, floors: &FloorList, group: Group, stop: &Stop) -> Option<u128> {
    let tiles = orbits(n, floors, group, stop)?;
    let mut count = 0;
    let mut cover = Cover::new(stop);
    let board = Mask::first((n * n) as usize);
    let end = cover.each(&tiles, board, floors::SLACK, &[], &mut |_| {
        count += 1;
        ControlFlow::Continue(())
    });
    end.is_continue().then_some(count)
}

/// One tile for each orbit of floors whose members share no square; `None` if stopped.
fn orbits(n: u32, floors: &FloorList, group: Group, stop: &Stop) -> Option<Vec<Tile>> {
    let size = Size::square(n).expect("equal sides are a board");
    let number: HashMap<&[u8], u32> =
        floors.numbered().map(|(id, columns)| (columns, id)).collect();
    let mut tiles = Vec::new();
    for (id, columns) in floors.numbered() {
        if stop.is_asked() {
            return None;
        }
        let images =
            group.elements().iter().map(|&symmetry| floors::image(columns, symmetry, size));
        let mut orbit: Vec<u32> = images.map(|image| number[image.as_slice()]).collect();
        orbit.sort_unstable();
        orbit.dedup();
        // The orbit belongs to its first floor.
        if orbit[0] != id {
            continue;
        }
        let mut tile = Tile { mask: Mask::default(), misses: 0, id };
        let is_disjoint = orbit.iter().all(|&other| {
            let floor = floors::tile(other, floors.get(other));
            let is_apart = !floor.mask.meets(&tile.mask);
            tile.mask = tile.mask | floor.mask;
            tile.misses += floor.misses;
            is_apart
        });
        if is_disjoint {
            tiles.push(tile);
        }
    }
    Some(tiles)
}

/// A stack that this group leaves unchanged. `Ok(None)` if there is none, `Err` if stopped.
///
/// The side is at most [`LARGEST_SYMMETRIC`].
pub fn kept_by(n: u32, group: Group, stop: &Stop) -> Result<Option<Stack>, Stopped> {
    assert!(n <= LARGEST_SYMMETRIC, "all solutions must fit into memory");
    let floors = FloorList::new(n, stop).ok_or(Stopped)?;
    let tiles = orbits(n, &floors, group, stop).ok_or(Stopped)?;
    let mut found = None;
    let mut cover = Cover::new(stop);
    let board = Mask::first((n * n) as usize);
    let end = cover.each(&tiles, board, floors::SLACK, &[], &mut |chosen| {
        found = Some(chosen.to_vec());
        ControlFlow::Break(())
    });
    match (found, end) {
        (Some(chosen), _) => Ok(Some(unfold(n, &floors, &chosen, group))),
        (None, ControlFlow::Continue(())) => Ok(None),
        (None, ControlFlow::Break(())) => Err(Stopped),
    }
}

/// A search was asked to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

/// The chosen floors with their images.
fn unfold(n: u32, floors: &FloorList, chosen: &[u32], group: Group) -> Stack {
    let size = Size::square(n).expect("equal sides are a board");
    let mut all = BTreeSet::new();
    for &id in chosen {
        let floor = floors.get(id);
        let images = group.elements().iter().map(|&symmetry| floors::image(floor, symmetry, size));
        all.extend(images.map(|image| floors::widen(&image)));
    }
    let all: Vec<Vec<u32>> = all.into_iter().collect();
    Stack::from_floors(n, &all).expect("a cover by orbits is a stack")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symmetric_searches_find_twelve_and_fourteen() {
        let never = Stop::new();
        let found = |n, group| kept_by(n, group, &never).unwrap();
        assert_eq!(found(12, Group::QuarterTurn), None);
        for (n, group) in [(12, Group::Mirrors), (12, Group::HalfTurn), (14, Group::Mirror)] {
            let kept = found(n, group).expect("there is one").stabiliser();
            assert!(group.elements().iter().all(|element| kept.contains(element)), "n = {n}");
        }
        for n in [4, 6, 8, 10] {
            assert_eq!(kept_by(n, Group::HalfTurn, &never), Ok(None), "n = {n}");
        }
    }
}
