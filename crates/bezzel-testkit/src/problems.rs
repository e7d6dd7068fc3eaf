//! Random problems: boards with given queens, blocked squares and regions.

use bezzel_board::{BoardError, Problem, Regions, Rule, Size, Square, Symmetry, Topology};
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

/// A small board of any piece and topology with any number of pieces, perhaps with a pawn, an
/// excluded diagonal, a given piece and a few blocked squares.
pub fn any_variant() -> impl Strategy<Value = Problem> {
    let rule = prop::sample::select(Rule::ALL.to_vec());
    let topology = prop::sample::select(Topology::ALL.to_vec());
    let square = (0..4_u32, 0..4_u32).prop_map(Square::from);
    let board = (1..=4_u32, 0..=1_u32, rule, topology, prop::option::of(0..=5_u32));
    let diagonal = prop::option::of((any::<bool>(), -2..=3_i32));
    let pawns = prop::collection::vec(square.clone(), 0..=1);
    let blocked = prop::collection::vec(square.clone(), 0..=2);
    (board, diagonal, pawns, blocked, square).prop_map(
        |(board, diagonal, pawns, blocked, given)| {
            let (rows, more, (rule, _), (topology, _), pieces) = board;
            let size = Size::rectangle(rows, rows + more).expect("wider than tall");
            let mut problem = Problem::new(size);
            // What does not fit what is there is left out.
            let mut add = |with: &dyn Fn(Problem) -> Result<Problem, BoardError>| {
                problem = with(problem.clone()).unwrap_or(problem.clone());
            };
            add(&|problem| problem.with_rule(rule));
            add(&|problem| problem.on(topology));
            if let Some(pieces) = pieces {
                add(&|problem| problem.with_pieces(pieces));
            }
            if let Some((is_sum, number)) = diagonal {
                let text = format!("{}{number}", if is_sum { 's' } else { 'd' });
                add(&|problem| problem.with_excluded(text.parse()?));
            }
            add(&|problem| problem.with_pawns(pawns.clone()));
            add(&|problem| problem.with_blocked(blocked.clone()));
            add(&|problem| problem.with_given([given]));
            problem
        },
    )
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
