//! Problems: what they accept, refuse, read and write.

use super::*;
use crate::Symmetry;

#[test]
fn a_solution_has_no_faults_and_a_near_miss_names_them() {
    let problem = Problem::queens(8);
    let figure = Placement::from_columns(&[2, 4, 1, 7, 0, 6, 3, 5]);
    assert!(problem.is_solution(&figure));
    let mut near = figure.clone();
    near.remove(Square::new(7, 5));
    assert_eq!(problem.faults(&near), ["row 7 has no queen"]);
    near.place(Square::new(7, 7));
    assert_eq!(
        problem.faults(&near),
        ["the queens on (3, 7) and (7, 7) attack each other along column 7"]
    );
    near.place(Square::new(9, 0));
    assert!(problem.faults(&near)[0].contains("(9, 0) is not on the 8 board"));
}

/// Only neighbours are listed, but the list is non-empty exactly when some pair attacks.
#[test]
fn conflicts_are_empty_exactly_when_no_pair_attacks() {
    for torus in [false, true] {
        let mut problem = Problem::queens(5);
        if torus {
            problem = problem.on_torus().unwrap();
        }
        let board: Vec<Square> = problem.size().iter().collect();
        for a in &board {
            for b in &board {
                for c in &board {
                    let queens: Placement = [*a, *b, *c].into_iter().collect();
                    let all = queens.squares();
                    let attacked =
                        all.iter().any(|&x| all.iter().any(|&y| problem.attack(x, y).is_some()));
                    assert_eq!(!problem.conflicts(&queens).is_empty(), attacked);
                }
            }
        }
    }
}

#[test]
fn impossible_given_and_blocked_squares_are_refused() {
    let given =
        |list: Vec<(u32, u32)>| Problem::queens(8).with_given(list.into_iter().map(Square::from));
    assert!(matches!(given(vec![(0, 0), (3, 3)]), Err(BoardError::GivenAttack { .. })));
    assert!(matches!(given(vec![(0, 8)]), Err(BoardError::OffBoard { .. })));
    let problem = given(vec![(0, 0), (3, 4)]).unwrap();
    assert!(matches!(
        problem.clone().with_blocked([Square::new(3, 4)]),
        Err(BoardError::BlockedGiven { .. })
    ));
    // (0, 0) and (3, 5) share no line on the plane but do on the torus of side 8.
    assert!(given(vec![(0, 0), (3, 5)]).unwrap().on_torus().is_err());
    assert!(problem.allows(Square::new(3, 4)) && !problem.allows(Square::new(3, 5)));
    assert_eq!(problem.open_columns().unwrap()[3], 1 << 4);
    assert_eq!(problem.faults(&Placement::from_columns(&[0, 4, 7, 5, 2, 6, 1, 3])).len(), 1);
}

#[test]
fn a_cube_wants_one_queen_in_each_layer() {
    let problem = Problem::new(Size::cube(3, 3).unwrap());
    let layers = Placement::from_columns(&[0, 5, 1]);
    assert_eq!(
        problem.faults(&layers),
        ["the queens on (1, 5) and (2, 1) attack each other along direction (-1, -1, +1)"]
    );
    let two: Placement = [Square::new(0, 0), Square::new(0, 5)].into_iter().collect();
    assert_eq!(
        problem.faults(&two),
        ["layer 0 has 2 queens", "layer 1 has no queen", "layer 2 has no queen"]
    );
    assert!(problem.with_given(two.squares().iter().copied()).is_err());
}

#[test]
fn the_torus_needs_equal_sides() {
    let rectangle = Problem::new(Size::rectangle(3, 4).unwrap());
    assert!(rectangle.clone().on_torus().is_err());
    assert!(rectangle.with_rule(Rule::Hyperplane).is_err());
}

#[test]
fn problems_are_read() {
    assert_eq!("8".parse(), Ok(Problem::queens(8)));
    let space: Problem = "5^3 hyperplane".parse().unwrap();
    assert_eq!((space.size().dimension(), space.rule()), (3, Rule::Hyperplane));
    let puzzle: Problem = "2 touching regions=AB/AB".parse().unwrap();
    assert_eq!((puzzle.rule(), puzzle.regions().names().len()), (Rule::Touching, 2));
    assert!("5 torus touching".parse::<Problem>().is_err());
    assert!("5 touching torus".parse::<Problem>().is_err());
    assert!("5^3 touching".parse::<Problem>().is_err());
    assert!("5x8 torus".parse::<Problem>().is_err());
    assert!("8 knights".parse::<Problem>().is_err());
    assert!("".parse::<Problem>().is_err());
    let kings: Problem = "8 mobius king queens=3 exclude=d0".parse().unwrap();
    assert_eq!((kings.rule(), kings.topology(), kings.pieces()), (Rule::King, Topology::Mobius, 3));
    assert_eq!(kings.to_string(), "3 kings on 8x8 on the Möbius strip, 1 diagonal excluded");
    assert_eq!("8 queens=8".parse(), Ok(Problem::queens(8)), "as many queens as rows are usual");
    let cube: Problem = "3^3 queens=3".parse().unwrap();
    assert!(!cube.has_one_per_row() && !cube.is_plain());
    assert_eq!(cube.to_string(), "3 queens anywhere on 3^3, rule queen");
    assert_eq!(Problem::queens(1).to_string(), "1 queen");
    for (text, word) in [
        ("8 queens=x", "is not a number of pieces"),
        ("3 queens=10", "10 pieces do not fit on 9 squares"),
        ("5^3 rook", "two-dimensional"),
        ("5^3 cylinder", "two-dimensional"),
        ("5 hyperplane mobius", "two-dimensional"),
        ("5 semi-queen mobius", "does not tell the two diagonals apart"),
        ("5 exclude=d5", "has no diagonal"),
        ("5 mobius exclude=s1", "has no anti-diagonal"),
    ] {
        let error = text.parse::<Problem>().unwrap_err().to_string();
        assert!(error.contains(word), "{text}: {error}");
    }
}

#[test]
fn excluded_diagonals_follow_the_topology() {
    let excluded = Problem::queens(5).with_excluded("d1".parse().unwrap()).unwrap();
    assert_eq!(excluded.blocked().len(), 4);
    let torus = excluded.on_torus().unwrap();
    assert_eq!((torus.blocked().len(), torus.blocked_itself().len()), (5, 0));
    assert_eq!(torus.to_string(), "5 queens on the torus, 1 diagonal excluded");
}

#[test]
fn pawns_block_lines_and_take_squares() {
    let problem = Problem::queens(3).with_pawns([Square::new(1, 1)]).unwrap();
    let (a, b) = (Square::new(0, 0), Square::new(2, 2));
    assert_eq!(problem.attack(a, b), None);
    assert_eq!(problem.attack(a, Square::new(0, 2)), Some(Line::Row(0)));
    let corners: Placement = [a, b].into_iter().collect();
    assert_eq!(problem.faults(&corners), ["there must be 3 queens, not 2"]);
    let two = problem.clone().with_pieces(2).unwrap();
    assert!(two.is_solution(&corners) && !two.has_one_per_row());
    let on_pawn: Placement = [Square::new(1, 1), a].into_iter().collect();
    assert_eq!(two.faults(&on_pawn), ["the queen on (1, 1) stands on a pawn"]);
    assert!(problem.clone().on_torus().is_err());
    assert!(two.with_given([a, b, Square::new(0, 1)]).is_err());
    assert!(problem.with_given([Square::new(1, 1)]).is_err());
}

#[test]
fn solutions_are_read_from_numbers() {
    assert_eq!(Problem::queens(4).placement(&[1, 3, 0, 2]), Placement::from_columns(&[1, 3, 0, 2]));
    let kings: Problem = "3 king queens=2".parse().unwrap();
    let corners: Placement = [Square::new(0, 0), Square::new(2, 2)].into_iter().collect();
    assert_eq!(kings.placement(&[0, 8]), corners);
    assert!(kings.is_solution(&corners));
}

/// Every symmetry that is named preserves the attacks, and on boards of a usual size no other does.
#[test]
fn the_symmetries_of_a_board_are_those_of_its_attacks() {
    for size in ["6", "5x7"] {
        for (rule, name) in Rule::ALL {
            for (topology, _) in Topology::ALL {
                let board = Problem::new(size.parse().unwrap()).with_rule(rule);
                let Ok(problem) = board.and_then(|board| board.on(topology)) else { continue };
                let size = problem.size();
                let squares: Vec<Square> = size.iter().collect();
                let keeps = |symmetry: Symmetry| {
                    let turn = |square: &Square| symmetry.apply(*square, size);
                    squares.iter().all(|a| {
                        let attacks = |a, b| problem.attack(a, b).is_some();
                        squares.iter().all(|b| attacks(*a, *b) == attacks(turn(a), turn(b)))
                    })
                };
                let kept: Vec<Symmetry> =
                    Symmetry::of_size(size).iter().copied().filter(|s| keeps(*s)).collect();
                assert_eq!(Symmetry::of_board(&problem), kept, "{name} on {problem}");
            }
        }
    }
}
