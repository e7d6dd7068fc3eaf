//! Stacks that the half-turn leaves unchanged, for odd sides: half of the board is enough.
//!
//! The central square is its own image, so its floor is one that the half-turn leaves unchanged.
//! Every other floor comes with another one, its image, and the two share no square. So the squares
//! fall into pairs, and (n − 1) / 2 floors have to use each pair that the central floor leaves
//! exactly once:
//!
//! ```text
//!   a b c d e        n = 5: twelve pairs of squares and the centre.
//!   f g h i j        The floor of the centre uses two pairs and the centre,
//!   k l + l k        two other floors use five pairs each.
//!   j i h g f
//!   e d c b a
//! ```
//!
//! At side 15 there are 2,279,184 solutions, 1,240 floors for the centre and 448,744 pairs of other
//! floors; one floor of the centre leaves some 170,000 of them. The floors of the centre and the pairs
//! are tried in a random order, because stacks are spread unevenly over the lexicographic one: with
//! eight other seeds a stack was found after 5e4 to 3e6 nodes.

use super::cover::{Cover, Mask, Tile, affords};
use super::floors::{self, SLACK};
use super::symmetric::Stopped;
use bezzel_board::{Stack, Stop};
use bezzel_search::Random;
use std::ops::ControlFlow;

/// The largest side: all solutions are visited.
pub const LARGEST_TURNED: u32 = 15;

/// Of the seeds 1 to 300 the one with the shortest search for side 15: 1061 nodes.
const SEED: u64 = 96;

/// A stack of an odd side that the half-turn leaves unchanged; `Ok(None)` if there is none, `Err` if
/// stopped.
pub fn turned(n: u32, stop: &Stop) -> Result<Option<Stack>, Stopped> {
    assert!(n % 2 == 1 && n <= LARGEST_TURNED, "a centre, and solutions that can be gone through");
    let (mut centres, mut others) = (Vec::new(), Vec::new());
    floors::each(n, stop, &mut |columns| {
        let image = half_turn(columns);
        if !floors::is_floor(columns) || image.as_slice() < columns {
            return;
        }
        if image == columns {
            centres.push(columns.to_vec());
        } else if !columns.iter().zip(&image).any(|(column, other)| column == other) {
            others.push(columns.to_vec());
        }
    })
    .ok_or(Stopped)?;
    let mut random = Random::seeded(SEED);
    shuffle(&mut centres, &mut random);
    shuffle(&mut others, &mut random);
    let tiles: Vec<Tile> = (0..).zip(&others).map(|(id, floor)| tile(id, floor)).collect();
    for centre in &centres {
        let middle = tile(0, centre);
        // Its pairs of squares are counted once, but it misses a diagonal once too.
        let misses = floors::misses(centre);
        if !affords(SLACK, misses) {
            continue;
        }
        let slack = SLACK - misses;
        let left: Vec<Tile> = (tiles.iter().copied())
            .filter(|tile| !tile.mask.meets(&middle.mask) && affords(slack, tile.misses))
            .collect();
        let open = Mask::first((n * n / 2) as usize) & !middle.mask;
        let mut found = None;
        let end = Cover::new(stop).each(&left, open, slack, &[], &mut |chosen| {
            found = Some(chosen.to_vec());
            ControlFlow::Break(())
        });
        if let Some(chosen) = found {
            return Ok(Some(unfold(n, centre, chosen.iter().map(|&id| &others[id as usize]))));
        }
        if end.is_break() {
            return Err(Stopped);
        }
    }
    Ok(None)
}

/// The image of a floor under the half-turn.
fn half_turn(columns: &[u8]) -> Vec<u8> {
    let last = columns.len() as u8 - 1;
    columns.iter().rev().map(|column| last - column).collect()
}

/// A floor and its image as the pairs of squares they use; the centre belongs to no pair.
fn tile(id: u32, columns: &[u8]) -> Tile {
    let (n, mut mask) = (columns.len(), Mask::default());
    for (row, &column) in columns.iter().enumerate() {
        let square = row * n + usize::from(column);
        let pair = square.min(n * n - 1 - square);
        if pair < n * n / 2 {
            mask.insert(pair);
        }
    }
    Tile { mask, misses: floors::misses(columns) + floors::misses(&half_turn(columns)), id }
}

fn shuffle(floors: &mut [Vec<u8>], random: &mut Random) {
    for place in (1..floors.len()).rev() {
        floors.swap(place, random.below_wide(place as u128 + 1) as usize);
    }
}

fn unfold<'a>(n: u32, centre: &[u8], chosen: impl Iterator<Item = &'a Vec<u8>>) -> Stack {
    let mut all = vec![floors::widen(centre)];
    for floor in chosen {
        all.extend([floors::widen(floor), floors::widen(&half_turn(floor))]);
    }
    Stack::from_floors(n, &all).expect("its floors use every pair of squares once")
}

#[cfg(test)]
mod tests {
    use super::*;
    use bezzel_board::Symmetry;

    #[test]
    fn fifteen_is_found_and_the_half_turn_keeps_it() {
        let stack = turned(15, &Stop::new()).unwrap().expect("there is one");
        assert!(stack.stabiliser().contains(&Symmetry::R2));
    }

    /// The same answers as by covering the whole board with orbits.
    #[test]
    fn small_sides_agree_with_the_search_by_orbits() {
        for n in [3, 5, 7, 9, 11] {
            let by_orbits = super::super::symmetric::kept_by(
                n,
                super::super::symmetric::Group::HalfTurn,
                &Stop::new(),
            );
            assert_eq!(
                turned(n, &Stop::new()).unwrap().is_some(),
                by_orbits.unwrap().is_some(),
                "n = {n}"
            );
        }
        let stop = Stop::new();
        stop.ask();
        assert_eq!(turned(15, &stop), Err(Stopped));
    }
}
