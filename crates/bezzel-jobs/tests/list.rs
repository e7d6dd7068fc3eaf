//! Lists from the engine against lists from plain search, on any number of threads.

use bezzel_board::{Placement, Problem, Size, Square};
use bezzel_engines::{EngineError, Listing};
use bezzel_jobs::list;
use bezzel_search::{Limits, Settings, StepProbe, algorithms};
use bezzel_testkit::golden;
use std::ops::ControlFlow;

const GO_ON: ControlFlow<()> = ControlFlow::Continue(());

fn by_engine(problem: &Problem, threads: usize) -> Vec<Vec<u32>> {
    let listing = Listing::new(problem).unwrap();
    let mut all = Vec::new();
    let end = list(
        &listing,
        threads,
        || GO_ON,
        |columns| {
            all.push(columns.iter().map(|&column| u32::from(column)).collect());
            GO_ON
        },
    );
    assert!(end.is_continue());
    all
}

#[derive(Default)]
struct All(Vec<Vec<u32>>);

impl StepProbe for All {
    fn solution(&mut self, columns: &[u32]) -> ControlFlow<()> {
        self.0.push(columns.to_vec());
        GO_ON
    }
}

fn by_backtracking(problem: &Problem) -> Vec<Vec<u32>> {
    let mut all = All::default();
    let algorithm = algorithms::find("backtracking").unwrap();
    algorithm.run(problem, &Settings::default(), &Limits::none(), &mut all);
    all.0
}

#[test]
fn lists_are_the_same_as_those_of_backtracking_in_the_same_order() {
    let full = (0..=10).map(Problem::queens);
    let tori = [1, 5, 7, 8, 11].map(|n| Problem::queens(n).on_torus().unwrap());
    let oblong = [(3, 5), (6, 9), (10, 11)]
        .map(|(rows, columns)| Problem::new(Size::rectangle(rows, columns).unwrap()));
    let given = Problem::queens(11).with_given([Square::new(3, 4), Square::new(10, 0)]).unwrap();
    let blocked = Problem::queens(10).with_blocked((0..9).map(|k| Square::new(k, k))).unwrap();
    let torus_given =
        Problem::queens(11).on_torus().unwrap().with_given([Square::new(9, 4)]).unwrap();
    let cylinders = ["3x7 cylinder", "7 cylinder", "7x10 cylinder", "9x10 cylinder"]
        .map(|text| text.parse().unwrap());
    for problem in
        full.chain(tori).chain(cylinders).chain(oblong).chain([given, blocked, torus_given])
    {
        let expected = by_backtracking(&problem);
        for threads in [1, 2, 7] {
            assert_eq!(by_engine(&problem, threads), expected, "{problem}, {threads} threads");
        }
    }
}

/// Rows that may hold any number of pieces, with given pieces among those that are placed.
#[test]
fn pieces_anywhere_are_listed_in_the_order_of_backtracking() {
    let pawn = Problem::queens(5).with_pawns([Square::new(2, 1)]).unwrap();
    let more = Problem::queens(5).with_pawns([Square::new(1, 2)]).unwrap().with_pieces(6).unwrap();
    let given = "5 queens=4".parse::<Problem>().unwrap();
    let given = given.with_given([Square::new(1, 1), Square::new(4, 2)]).unwrap();
    let complete = "4 queens=2".parse::<Problem>().unwrap();
    let complete = complete.with_given([Square::new(0, 0), Square::new(1, 2)]).unwrap();
    let others = [
        "4 king queens=0",
        "4 king queens=1",
        "4 king queens=4",
        "3 king queens=5",
        "6 king queens=9",
        "4 mobius queens=2",
        "3 bishop queens=4",
        "3^3 queens=3",
    ];
    let others = others.map(|text| text.parse().unwrap());
    for problem in [pawn, more, given, complete].into_iter().chain(others) {
        let expected = by_backtracking(&problem);
        for threads in [1, 3] {
            assert_eq!(by_engine(&problem, threads), expected, "{problem}, {threads} threads");
        }
    }
}

/// Long enough for chunks to fill and threads to wait for their turn; with `BEZZEL_DEEP=1` that of 15.
#[test]
fn a_long_list_is_complete_ordered_and_right() {
    let n = if std::env::var_os("BEZZEL_DEEP").is_some() { 15 } else { 12 };
    let problem = Problem::queens(n);
    let all = by_engine(&problem, 3);
    assert_eq!(all.len() as u128, golden::total(n));
    assert!(all.is_sorted_by(|a, b| a < b));
    assert!(all.iter().all(|columns| problem.is_solution(&Placement::from_columns(columns))));
}

#[test]
fn a_list_can_be_stopped_at_any_solution_and_at_any_look() {
    let listing = Listing::new(&Problem::queens(14)).unwrap();
    for most in [1, 1000, 5000] {
        let mut seen = 0;
        let found = |_: &[u8]| {
            seen += 1;
            if seen < most { GO_ON } else { ControlFlow::Break(()) }
        };
        assert!(list(&listing, 2, || GO_ON, found).is_break());
        assert_eq!(seen, most);
    }
    // A torus of side 30 has no solution, so only a look can stop the search early.
    let barren = Listing::new(&Problem::queens(30).on_torus().unwrap()).unwrap();
    let mut looks = 0;
    let look = || {
        looks += 1;
        if looks < 3 { GO_ON } else { ControlFlow::Break(()) }
    };
    assert!(list(&barren, 2, look, |_| panic!("there is no solution")).is_break());
}

#[test]
fn boards_that_cannot_be_listed_are_refused() {
    let wide = Problem::queens(65);
    assert!(matches!(Listing::new(&wide), Err(EngineError::TooLarge { largest: 64, .. })));
    assert!(Listing::new(&Problem::queens(64)).is_ok());
    let kings = "17 king".parse().unwrap();
    assert!(matches!(Listing::new(&kings), Err(EngineError::TooLarge { .. })));
    let cube = Problem::new(Size::cube(4, 3).unwrap());
    assert!(matches!(Listing::new(&cube), Err(EngineError::Unsupported { .. })));
}
