//! Random problems: boards with given queens, blocked squares and regions.

use bezzel_board::{Problem, Regions, Rule, Size, Square, Symmetry};
use proptest::prelude::*;
use std::ops::RangeInclusive;

/// A square board of one of these sides with up to two given queens and a share of its squares
/// blocked, on the plane or (if `torus`) either.
pub fn any_problem(sides: RangeInclusive<u32>, torus: bool) -> impl Strategy<Value = Problem> {
    (sides, any::<bool>()).prop_flat_map(move |(n, on_torus)| {
        let square = (0..n, 0..n).prop_map(Square::from);
        let blocked = prop::collection::vec(square.clone(), 0..=(n * n / 3) as usize);
        let given = prop::collection::vec(square, 0..=2);
        (blocked, given).prop_map(move |(blocked, given)| {
            let mut problem = Problem::queens(n);
            if torus && on_torus {
                problem = problem.on_torus().expect("the board is square");
            }
            problem = problem.with_blocked(blocked).expect("the squares are on the board");
            for queen in given {
                // A queen that attacks another or stands on a blocked square is left out.
                problem = problem.clone().with_given([queen]).unwrap_or(problem);
            }
            problem
        })
    })
}

/// A square board of one of these sides divided into regions, with either rule, perhaps a given
/// queen and a few blocked squares. The regions are rows with some squares exchanged, so that many
/// of the boards have solutions.
pub fn any_divided(sides: RangeInclusive<u32>) -> impl Strategy<Value = Problem> {
    (sides, any::<bool>()).prop_flat_map(|(n, touching)| {
        let square = (0..n, 0..n).prop_map(Square::from);
        let changes = prop::collection::vec((square.clone(), 0..n), 0..=(n * n) as usize);
        let blocked = prop::collection::vec(square.clone(), 0..=1);
        let given = prop::collection::vec(square, 0..=1);
        (changes, blocked, given).prop_map(move |(changes, blocked, given)| {
            let side = n as usize;
            let mut numbers: Vec<usize> = (0..side * side).map(|place| place / side).collect();
            for (square, region) in changes {
                let place = square.row as usize * side + square.column as usize;
                // A region never loses its last square.
                if numbers.iter().filter(|&&number| number == numbers[place]).count() > 1 {
                    numbers[place] = region as usize;
                }
            }
            let rule = if touching { Rule::Touching } else { Rule::Queen };
            let regions = Regions::numbered(side, &numbers).expect("few regions");
            let mut problem = (Problem::queens(n).with_rule(rule))
                .and_then(|problem| problem.with_regions(regions))
                .and_then(|problem| problem.with_blocked(blocked))
                .expect("one region for each row");
            for queen in given {
                problem = problem.clone().with_given([queen]).unwrap_or(problem);
            }
            problem
        })
    })
}

/// A rectangle with a share of its squares blocked.
pub fn any_rectangle(rows: RangeInclusive<u32>) -> impl Strategy<Value = Problem> {
    (rows, 1_u32..=3).prop_flat_map(|(rows, more)| {
        let size = Size::rectangle(rows, rows + more).expect("wider than tall");
        let square = (0..rows, 0..rows + more).prop_map(Square::from);
        prop::collection::vec(square, 0..=rows as usize).prop_map(move |blocked| {
            Problem::new(size).with_blocked(blocked).expect("the squares are on the board")
        })
    })
}

/// A square board with blocked squares, and perhaps a given queen, that some symmetry leaves
/// unchanged.
pub fn any_symmetric(sides: RangeInclusive<u32>) -> impl Strategy<Value = Problem> {
    let symmetry = prop::sample::select(Symmetry::ALL.to_vec());
    (sides, symmetry).prop_flat_map(|(n, symmetry)| {
        let square = (0..n, 0..n).prop_map(Square::from);
        let blocked = prop::collection::vec(square.clone(), 0..=n as usize);
        (blocked, square).prop_map(move |(blocked, queen)| {
            let size = Size::square(n).expect("equal sides");
            // The symmetry has order at most 4, so closing a set under it takes three images.
            let close = |squares: Vec<Square>| {
                let mut closed = squares;
                for _ in 0..3 {
                    let images = closed.iter().map(|&s| symmetry.apply(s, size));
                    closed = closed.iter().copied().chain(images).collect();
                    closed.sort_unstable();
                    closed.dedup();
                }
                closed
            };
            let problem =
                Problem::queens(n).with_blocked(close(blocked)).expect("they are on the board");
            problem.clone().with_given(close(vec![queen])).unwrap_or(problem)
        })
    })
}
