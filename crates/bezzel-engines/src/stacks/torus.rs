//! Partitions of the torus into solutions of the torus.
//!
//! A torus has a solution only if its side is coprime to 6, and then its lines of slope 2 are a
//! partition. There may be others: the solutions of the torus are listed, and every exact cover of its
//! squares by them is found. For n = 5, 7 and 11 all solutions are lines and so are the partitions.

use super::construct;
use super::cover::{Cover, Mask, Tile};
use super::symmetric::Stopped;
use bezzel_board::{Stack, Stop};
use std::collections::BTreeSet;
use std::ops::ControlFlow;

/// The largest side whose partitions are all found: at 13 there are 4524 solutions, and their covers
/// were not all found in 20 s.
pub const LARGEST_TORUS: u32 = 12;

/// Every partition, smallest first. `Err` if stopped.
pub fn all_on_torus(n: u32, stop: &Stop) -> Result<Vec<Stack>, Stopped> {
    assert!(n <= LARGEST_TORUS, "the covers of larger sides are too many to search");
    if stop.is_asked() {
        return Err(Stopped);
    }
    if n != 1 && construct::slopes(n).next().is_none() {
        return Ok(Vec::new());
    }
    let mut solutions = Vec::new();
    extend(n, &mut Vec::new(), [0; 3], &mut solutions);
    let tile = |(id, columns): (u32, &Vec<u32>)| {
        let mut mask = Mask::default();
        (0..).zip(columns).for_each(|(row, column)| mask.insert((row * n + column) as usize));
        Tile { mask, misses: 0, id }
    };
    let tiles: Vec<Tile> = (0..).zip(&solutions).map(tile).collect();
    let mut found = BTreeSet::new();
    let board = Mask::first((n * n) as usize);
    let end = Cover::new(stop).each(&tiles, board, 0, &[], &mut |chosen| {
        let floors: Vec<&Vec<u32>> = chosen.iter().map(|&id| &solutions[id as usize]).collect();
        found.insert(Stack::from_floors(n, &floors).expect("a cover by solutions is a stack"));
        ControlFlow::Continue(())
    });
    if end.is_break() { Err(Stopped) } else { Ok(found.into_iter().collect()) }
}

/// Adds every solution of the torus that begins with these columns.
fn extend(n: u32, columns: &mut Vec<u32>, taken: [u32; 3], found: &mut Vec<Vec<u32>>) {
    let row = columns.len() as u32;
    if row == n {
        found.push(columns.clone());
        return;
    }
    for column in 0..n {
        let lines = [column, (row + column) % n, (row + n - column) % n].map(|line| 1 << line);
        if taken.iter().zip(lines).all(|(taken, line)| taken & line == 0) {
            columns.push(column);
            extend(n, columns, [0, 1, 2].map(|kind| taken[kind] | lines[kind]), found);
            columns.pop();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stacks;

    /// Those stacks of the plane whose floors are all solutions of the torus.
    #[test]
    fn partitions_are_the_toroidal_stacks_of_the_plane() {
        for n in [1, 4, 5, 6, 7, 8, 11] {
            let mut plane = stacks::all(n).unwrap();
            plane.retain(Stack::is_toroidal);
            assert_eq!(all_on_torus(n, &Stop::new()).unwrap(), plane, "n = {n}");
        }
        let stop = Stop::new();
        stop.ask();
        assert_eq!(all_on_torus(11, &stop), Err(Stopped));
    }
}
