//! The engine against brute force on every kind of piece and board.

use super::*;
use crate::engine::units_that_differ;
use bezzel_board::{Placement, Rule, Topology};

fn total(problem: &Problem) -> u128 {
    let stop = Stop::new();
    let prepared = Pieces.prepare(problem, &stop).unwrap();
    match prepared.count_all(SimdLevel::Scalar, &stop).unwrap() {
        Subtotal::Count(total) => total,
        Subtotal::Spectrum(_) => unreachable!("pieces counts"),
    }
}

/// All choices of squares, judged by the problem itself.
fn brute_force(problem: &Problem) -> u128 {
    let squares: Vec<Square> = problem.size().iter().collect();
    let sets = (0..1_u32 << squares.len()).filter(|set| set.count_ones() == problem.pieces());
    let placement = |set: u32| -> Placement {
        let is_in = |place: &usize| set >> place & 1 == 1;
        (0..squares.len()).filter(is_in).map(|place| squares[place]).collect()
    };
    sets.filter(|&set| problem.is_solution(&placement(set))).count() as u128
}

#[test]
fn every_piece_on_every_board_is_counted_as_by_brute_force() {
    for size in ["3", "3x4"] {
        for (rule, _) in Rule::ALL {
            for (topology, _) in Topology::ALL {
                for pieces in 0..=4 {
                    let problem = Problem::new(size.parse().unwrap()).with_rule(rule);
                    let problem = problem.and_then(|problem| problem.on(topology));
                    let problem = problem.and_then(|problem| problem.with_pieces(pieces));
                    let Ok(problem) = problem.map(|problem| {
                        let blocked = problem.clone().with_blocked([Square::new(0, 1)]);
                        if pieces % 2 == 1 { blocked.unwrap() } else { problem }
                    }) else {
                        continue;
                    };
                    if !problem.has_one_per_row() {
                        assert_eq!(total(&problem), brute_force(&problem), "{problem}");
                    }
                }
            }
        }
    }
}

#[test]
fn pawns_and_given_pieces_are_counted_as_by_brute_force() {
    let board = Problem::new("3x4".parse().unwrap());
    let pawns = board.clone().with_pawns([Square::new(1, 1)]).unwrap();
    for pieces in 1..=4 {
        let problem = pawns.clone().with_pieces(pieces).unwrap();
        assert_eq!(total(&problem), brute_force(&problem), "{problem}");
        let given = problem.with_given([Square::new(0, 3)]).unwrap();
        assert_eq!(total(&given), brute_force(&given), "{given}");
    }
    let kings = board.with_rule(Rule::King).and_then(|board| board.with_pieces(3)).unwrap();
    let given = kings.with_given([Square::new(0, 0), Square::new(2, 0)]).unwrap();
    assert_eq!(total(&given), brute_force(&given));
}

#[test]
fn units_are_recounted_and_split() {
    let problem: Problem = "5 cylinder queens=3".parse().unwrap();
    let prepared = Pieces.prepare(&problem, &Stop::new()).unwrap();
    assert!(units_that_differ(&*prepared).is_empty());
    let mut worker = prepared.worker(SimdLevel::Scalar).unwrap();
    let mut count = |unit: &Unit| match worker.count(unit, &Stop::new()).unwrap() {
        Subtotal::Count(count) => count,
        Subtotal::Spectrum(_) => unreachable!("pieces counts"),
    };
    for unit in &prepared.plan().units {
        assert!(prepared.cost(unit) > 0.0);
        let parts: u128 = prepared.split(unit).iter().map(&mut count).sum();
        assert_eq!(parts, count(unit), "{unit}");
    }
    for label in ["pieces 99", "pieces 1,0", "pieces 0,1", "pieces x", "empty board", "queens 1"] {
        let unknown = Unit::new(label);
        let mut worker = prepared.worker(SimdLevel::Scalar).unwrap();
        assert!(worker.count(&unknown, &Stop::new()).is_err(), "{label}");
        assert!(prepared.split(&unknown).is_empty() && prepared.cost(&unknown) == 0.0, "{label}");
    }
}

#[test]
fn a_stopped_count_has_no_subtotal() {
    let problem: Problem = "16 king queens=20".parse().unwrap();
    let prepared = Pieces.prepare(&problem, &Stop::new()).unwrap();
    let mut worker = prepared.worker(SimdLevel::Scalar).unwrap();
    let stop = Stop::new();
    stop.ask();
    let unit = &prepared.plan().units[0];
    assert_eq!(worker.count(unit, &stop), Err(WorkError::Stopped));
    assert_eq!(worker.recount(unit, &stop), Err(WorkError::Stopped));
    assert!(Pieces.prepare(&"17 queens=3".parse().unwrap(), &stop).is_err());
}

#[test]
fn small_numbers_of_pieces_have_one_unit() {
    for (text, expected) in [("4 queens=0", 1), ("4 queens=1", 16), ("4 rook queens=5", 0)] {
        assert_eq!(total(&text.parse().unwrap()), expected, "{text}");
    }
}
