//! Boards divided into regions with exactly one solution: regions grow from the queens of a random
//! solution, and are then changed until no other solution is left.
//!
//! ```text
//!   A A B B     Another solution has a queen on some square of region A that ours has not. Given to
//!   A C C B     a neighbouring region B, the other solution has two queens in B and none in A, and
//!   A D C B     ours is unchanged. This excludes one other solution at a time; it may let a new one
//!   D D D D     in, so it is repeated, and the board is dropped if that takes too long.
//! ```

use super::board::{Board, Squares, below, shuffle};
#[cfg(test)]
use bezzel_board::Square;
use bezzel_board::{Problem, Regions, Rule};
use bezzel_search::Random;

/// Changes before a board is dropped; most boards that succeed need fewer than n².
const CHANGES: usize = 400;

/// A board of side n with regions and one solution; `None` if this attempt failed.
pub fn attempt(n: usize, random: &mut Random) -> Option<Problem> {
    let queens = untouching(n, random)?;
    let mut region = grown(n, &queens, random);
    for _ in 0..CHANGES {
        let problem = divided(n, &region);
        let ours: Squares = queens.iter().enumerate().map(|(row, c)| row * n + c).collect();
        let found = Board::new(&problem).solutions(2, random);
        let Some(other) = found.into_iter().find(|solution| *solution != ours) else {
            return Some(problem);
        };
        let mut squares: Vec<usize> = other.without(ours).iter().collect();
        shuffle(&mut squares, random);
        let change = squares.into_iter().find_map(|square| {
            let mut others: Vec<usize> = neighbours(n, square).map(|next| region[next]).collect();
            others.retain(|&other| other != region[square]);
            shuffle(&mut others, random);
            let to = *others.first()?;
            is_connected_without(n, &region, square).then_some((square, to))
        });
        let (square, to) = change?;
        region[square] = to;
    }
    None
}

/// The problem with the region of each square, row by row.
fn divided(n: usize, region: &[usize]) -> Problem {
    let regions = Regions::numbered(n, region).expect("there are few regions");
    (Problem::queens(n as u32).with_rule(Rule::Touching))
        .and_then(|problem| problem.with_regions(regions))
        .expect("every region has a queen's square")
}

/// The columns of n queens that share no column and do not touch, row by row.
fn untouching(n: usize, random: &mut Random) -> Option<Vec<usize>> {
    let problem = Problem::queens(n as u32).with_rule(Rule::Touching).expect("a flat board");
    let found = Board::new(&problem).solutions(1, random);
    let mut squares: Vec<usize> = found.first()?.iter().collect();
    squares.sort_unstable();
    Some(squares.into_iter().map(|square| square % n).collect())
}

/// Every square joined to one of the queens. Regions grow at different rates, so that some stay
/// small: they are where people start.
fn grown(n: usize, queens: &[usize], random: &mut Random) -> Vec<usize> {
    const NONE: usize = usize::MAX;
    let mut region = vec![NONE; n * n];
    for (row, column) in queens.iter().enumerate() {
        region[row * n + column] = row;
    }
    let rate: Vec<usize> = (0..n).map(|_| 1 + below(12, random)).collect();
    loop {
        // Every way to give a free square to a region beside it, as often as the region's rate says.
        let mut ways: Vec<(usize, usize)> = Vec::new();
        for square in (0..n * n).filter(|&square| region[square] == NONE) {
            for next in neighbours(n, square).filter(|&next| region[next] != NONE) {
                ways.extend((0..rate[region[next]]).map(|_| (square, region[next])));
            }
        }
        if ways.is_empty() {
            return region;
        }
        let (square, to) = ways[below(ways.len(), random)];
        region[square] = to;
    }
}

/// The squares that share an edge with this one.
fn neighbours(n: usize, square: usize) -> impl Iterator<Item = usize> {
    let (row, column) = (square / n, square % n);
    let up = (row > 0).then(|| square - n);
    let down = (row + 1 < n).then(|| square + n);
    let left = (column > 0).then(|| square - 1);
    let right = (column + 1 < n).then(|| square + 1);
    [up, down, left, right].into_iter().flatten()
}

/// Whether the region of a square stays in one piece, and not empty, without it.
fn is_connected_without(n: usize, region: &[usize], square: usize) -> bool {
    let name = region[square];
    let rest: Vec<usize> = (0..n * n).filter(|&s| region[s] == name && s != square).collect();
    let Some(&start) = rest.first() else { return false };
    let mut seen = vec![false; n * n];
    let (mut waiting, mut reached) = (vec![start], 0);
    seen[start] = true;
    while let Some(here) = waiting.pop() {
        reached += 1;
        for next in neighbours(n, here).filter(|&s| region[s] == name && s != square) {
            if !std::mem::replace(&mut seen[next], true) {
                waiting.push(next);
            }
        }
    }
    reached == rest.len()
}

/// Whether every region of a problem is in one piece.
#[cfg(test)]
pub fn are_connected(problem: &Problem) -> bool {
    let n = problem.size().rows() as usize;
    let names = problem.regions().names();
    let name = |square: usize| {
        let square = Square::new((square / n) as u32, (square % n) as u32);
        problem.regions().of(square).expect("it is divided")
    };
    names.iter().all(|&region| {
        let inside: Vec<usize> = (0..n * n).filter(|&square| name(square) == region).collect();
        let mut reached = vec![inside[0]];
        let mut place = 0;
        while let Some(&here) = reached.get(place) {
            for next in neighbours(n, here).filter(|&square| name(square) == region) {
                if !reached.contains(&next) {
                    reached.push(next);
                }
            }
            place += 1;
        }
        reached.len() == inside.len()
    })
}
