//! Stacks compared with the literature, with each other, and with plain search.

use crate::common::prepare;
use bezzel_board::{Access, Problem, Stack, Stop, Symmetry};
use bezzel_engines::stacks::{
    self, PreparedStacks, StackError, StacksEngine, Way, construct, existence, largest_disjoint,
    one,
};
use bezzel_engines::{Engine, EngineError, Prepared, SimdLevel, Subtotal};
use std::collections::BTreeSet;

fn deep() -> bool {
    std::env::var_os("BEZZEL_DEEP").is_some()
}

#[test]
fn the_number_of_stacks() {
    let known = [(0, 1), (1, 1), (2, 0), (3, 0), (4, 0), (5, 2), (6, 0), (7, 4), (8, 0), (9, 0)];
    for (n, unordered) in known.into_iter().chain([(10, 0), (11, 8)]) {
        let count = stacks::count(n).unwrap();
        assert_eq!(count.unordered, unordered, "n = {n}");
        let all = stacks::all(n).unwrap();
        assert_eq!(all.len() as u128, unordered, "n = {n}");
        let classes: BTreeSet<Stack> = all.iter().map(Stack::canonical).collect();
        assert_eq!(classes.len() as u128, count.fundamental, "n = {n}");
    }
    assert_eq!(stacks::count(5).unwrap().ordered(), Some(240));
    if deep() {
        let twelve = stacks::count(12).unwrap();
        assert_eq!((twelve.unordered, twelve.fundamental), (454, 178));
    }
}

/// For n = 5, 7 and 11 all stacks consist of lines.
#[test]
fn small_stacks_are_lines() {
    for n in [5, 7, 11] {
        let lines: BTreeSet<Stack> =
            construct::slopes(n).map(|slope| construct::linear(n, slope).unwrap()).collect();
        assert_eq!(stacks::all(n).unwrap(), lines.into_iter().collect::<Vec<_>>());
    }
}

#[test]
fn units_agree_with_dancing_links() {
    for n in [1, 5, 7, 8, 9, 10] {
        let mut bench = prepare(&StacksEngine, &Problem::queens(n), SimdLevel::Scalar);
        let units = bench.units();
        let expected = stacks::count(n).unwrap().unordered * bench.plan().divisor;
        assert_eq!(bench.twice(&units), Subtotal::Count(expected), "n = {n}");
    }
    let mut eleven = prepare(&StacksEngine, &Problem::queens(11), SimdLevel::Scalar);
    let mut sum = eleven.plan().nothing();
    for unit in eleven.units() {
        sum = sum.plus(&eleven.recount(&unit)).unwrap();
    }
    assert_eq!(eleven.plan().total(&sum), Some(Subtotal::Count(8)));
}

#[test]
fn the_engine_refuses_what_it_does_not_count() {
    let refused = |problem: &Problem| {
        StacksEngine.prepare(problem, &Stop::new()).map(|_| ()).unwrap_err().to_string()
    };
    assert!(refused(&Problem::queens(17)).contains("up to side 16"));
    assert!(refused(&Problem::queens(7).on_torus().unwrap()).contains("torus"));
    let given = Problem::queens(5).with_given([bezzel_board::Square::new(0, 0)]).unwrap();
    assert!(refused(&given).contains("given queens"));
}

/// "The 3D solution might exist if and only if the number of two dimensional solutions is greater
/// than or equal to N" (Chakiat et al., section 5).
#[test]
fn enough_solutions_do_not_make_a_stack() {
    let evidence = existence(4..=11);
    let disjoint: Vec<u32> = evidence.iter().map(|e| e.disjoint).collect();
    assert_eq!(disjoint, [2, 5, 4, 7, 6, 7, 8, 11]);
    let refuting: Vec<(u32, u64)> =
        evidence.iter().filter(|e| !e.agrees()).map(|e| (e.n, e.solutions)).collect();
    assert_eq!(refuting, [(8, 92), (9, 352), (10, 724)]);
    for e in &evidence {
        assert_eq!(e.stacks > 0, e.disjoint == e.n, "n = {}", e.n);
        assert!(e.stacks == 0 || e.solutions >= u64::from(e.n), "only if holds");
    }
}

#[test]
fn disjoint_solutions_share_no_square() {
    for n in 0..=9 {
        let found = largest_disjoint(n, &Stop::new()).unwrap();
        let squares: BTreeSet<_> =
            found.solutions.iter().flat_map(bezzel_board::Placement::squares).collect();
        assert_eq!(squares.len(), found.solutions.len() * n as usize);
        assert!(found.solutions.iter().all(|s| Problem::queens(n).is_solution(s)), "n = {n}");
    }
}

#[test]
fn one_stack_for_every_side_with_a_known_method() {
    assert_eq!(one(5, &Stop::new()).unwrap().way, Way::Lines { slope: 2 });
    for n in [1, 7, 11, 12, 13, 14, 25, 35, 49, 60] {
        assert_eq!(one(n, &Stop::new()).unwrap().stack.side(), n);
    }
    assert_eq!(one(60, &Stop::new()).unwrap().way, Way::Product { outer: 12, inner: 5 });
    assert!(matches!(one(14, &Stop::new()).unwrap().way, Way::Mirrored));
    for n in [2, 3, 4, 6, 8, 9, 10] {
        assert_eq!(one(n, &Stop::new()), Err(StackError::None { n }));
    }
    assert_eq!(one(15, &Stop::new()).unwrap().way, Way::Turned);
    assert_eq!(one(18, &Stop::new()), Err(StackError::Unknown { n: 18 }));
    assert_eq!(one(5000, &Stop::new()), Err(StackError::TooLarge { n: 5000 }));
}

/// Plain diagonals are read without conflict from every stack; broken ones from toroidal stacks.
#[test]
fn stacks_are_storage_schemes() {
    for n in [5, 12, 14, 25] {
        let stack = one(n, &Stop::new()).unwrap().stack;
        for access in Access::ALL {
            let free = access.read(&stack).conflicts == 0;
            assert_eq!(free, access != Access::BrokenDiagonals || stack.is_toroidal(), "n = {n}");
        }
    }
}

/// Listing the floors of a large side takes seconds, so planning checks the flag as well.
#[test]
fn planning_can_be_stopped() {
    let asked = Stop::new();
    asked.ask();
    for n in [13, 16] {
        let prepared = PreparedStacks::new(&Problem::queens(n), &asked);
        assert_eq!(prepared.err(), Some(EngineError::Stopped), "n = {n}");
        assert_eq!(one(14, &asked), Err(StackError::Stopped { n: 14 }));
        assert!(largest_disjoint(14, &asked).is_none());
    }
}

/// A run enters all units before it counts, and a stop waits for that: there must not be too many.
/// Those that take long are split later.
#[test]
fn a_large_side_has_thousands_of_units_that_can_be_split() {
    let prepared = PreparedStacks::new(&Problem::queens(13), &Stop::new()).unwrap();
    let units = &prepared.plan().units;
    assert_eq!(units.len(), 1169 * 16);
    assert_eq!(prepared.split(&units[0]).len(), 2);
}

#[test]
fn no_stack_is_symmetric_under_a_diagonal_reflection() {
    for n in [5, 7, 11, 12, 14] {
        let kept = one(n, &Stop::new()).unwrap().stack.stabiliser();
        assert!(!kept.contains(&Symmetry::D3) && !kept.contains(&Symmetry::D4), "n = {n}");
    }
}
