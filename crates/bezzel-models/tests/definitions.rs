//! The six definitions agree as corrected, and differ as printed exactly where the survey is wrong.

use bezzel_board::{Placement, Problem, Size, Square};
use bezzel_models::{DEFINITIONS, Definition, ModelError, Reading};
use proptest::prelude::*;

fn accepts(id: &str, n: u32, placement: &Placement, reading: Reading) -> bool {
    Definition::find(id).unwrap().faults(n, placement, reading).unwrap().is_empty()
}

/// Every set of k squares of the board of side n.
fn subsets(n: u32, k: u32) -> impl Iterator<Item = Placement> {
    let squares = n * n;
    (0_u32..1 << squares).filter(move |set| set.count_ones() == k).map(move |set| {
        (0..squares)
            .filter(|place| set >> place & 1 == 1)
            .map(|place| Square::new(place / n, place % n))
            .collect()
    })
}

fn agree(n: u32, placement: &Placement) -> bool {
    let solution = Problem::queens(n).is_solution(placement);
    for definition in &DEFINITIONS {
        let accepted = definition.faults(n, placement, Reading::Corrected).unwrap().is_empty();
        assert_eq!(accepted, solution, "{}, side {n}: {placement:?}", definition.id);
    }
    solution
}

#[test]
fn the_corrected_six_agree_on_every_choice_of_n_squares_up_to_four() {
    for (n, total) in [(1, 1), (2, 0), (3, 0), (4, 2)] {
        let found = subsets(n, n).filter(|placement| agree(n, placement)).count();
        assert_eq!(found, total, "side {n}");
    }
}

#[test]
fn the_corrected_six_agree_on_sets_of_any_size_up_to_three() {
    for n in 1..=3 {
        for k in 0..=n * n {
            subsets(n, k).for_each(|placement| {
                agree(n, &placement);
            });
        }
    }
}

proptest! {
    #[test]
    fn the_corrected_six_agree_on_random_sets(
        (n, places) in (5_u32..=12).prop_flat_map(|n| {
            (Just(n), prop::collection::vec(0..n * n, (n - 1) as usize..=(n + 1) as usize))
        }),
    ) {
        agree(n, &places.into_iter().map(|place| Square::new(place / n, place % n)).collect());
    }

    /// Random sets are hardly ever solutions: here every row and column has one queen.
    #[test]
    fn the_corrected_six_agree_on_random_permutations(
        columns in (5_u32..=9).prop_flat_map(|n| Just((0..n).collect::<Vec<u32>>()).prop_shuffle()),
    ) {
        agree(columns.len() as u32, &Placement::from_columns(&columns));
    }
}

/// Every permutation, by counting up in the factorial system.
fn permutations(n: u32) -> impl Iterator<Item = Vec<u32>> {
    (0..(1..=u64::from(n)).product()).map(move |mut code| {
        let mut left: Vec<u32> = (0..n).collect();
        let mut chosen = Vec::new();
        for size in (1..=u64::from(n)).rev() {
            chosen.push(left.remove((code % size) as usize));
            code /= size;
        }
        chosen
    })
}

fn total(id: &str, n: u32, reading: Reading) -> usize {
    permutations(n).filter(|c| accepts(id, n, &Placement::from_columns(c), reading)).count()
}

#[test]
fn every_solution_is_accepted_by_all_six() {
    for (n, solutions) in [(4, 2), (5, 10), (6, 4), (7, 40), (8, 92)] {
        for definition in &DEFINITIONS {
            assert_eq!(total(definition.id, n, Reading::Corrected), solutions, "{}", definition.id);
        }
    }
}

/// The printed conditions forbid more than the right ones, so they accept only solutions: it is
/// enough to check those.
fn printed_total(id: &str, n: u32) -> usize {
    let solutions = search(Size::square(n).unwrap());
    solutions.iter().filter(|p| accepts(id, n, p, Reading::Printed)).count()
}

/// All solutions, by the readable bit-mask search.
fn search(size: Size) -> Vec<Placement> {
    use bezzel_search::{Limits, Settings, StepProbe, algorithms};
    use std::ops::ControlFlow;
    struct All(Vec<Placement>);
    impl StepProbe for All {
        fn solution(&mut self, columns: &[u32]) -> ControlFlow<()> {
            self.0.push(Placement::from_columns(columns));
            ControlFlow::Continue(())
        }
    }
    let mut all = All(Vec::new());
    let algorithm = algorithms::find("bitmask").unwrap();
    algorithm.run(&Problem::new(size), &Settings::default(), &Limits::none(), &mut all);
    all.0
}

#[test]
fn printed_modular_has_four_solutions_at_five_and_none_elsewhere() {
    assert_eq!(total("modular", 1, Reading::Printed), 1);
    for n in 2..=13 {
        let expected = if n == 5 { 4 } else { 0 };
        assert_eq!(printed_total("modular", n), expected, "side {n}");
    }
    // On small boards every permutation has been checked, not only every solution.
    for n in 2..=7 {
        assert_eq!(total("modular", n, Reading::Printed), printed_total("modular", n));
    }
}

#[test]
fn printed_csp_makes_the_same_error() {
    // x + y = i + j says that x - i and y - j are opposite, which is what absolute values hide.
    for n in 1..=10 {
        for solution in search(Size::square(n).unwrap()) {
            let [csp, modular] =
                ["csp", "modular"].map(|id| accepts(id, n, &solution, Reading::Printed));
            assert_eq!(csp, modular, "side {n}: {solution:?}");
        }
    }
    let totals: Vec<usize> = (1..=10).map(|n| printed_total("csp", n)).collect();
    assert_eq!(totals, [1, 0, 0, 0, 4, 0, 0, 0, 0, 0]);
}

#[test]
fn printed_integer_program_takes_no_n_squares() {
    for n in 2..=4 {
        let taken = subsets(n, n).filter(|p| accepts("integer-program", n, p, Reading::Printed));
        assert_eq!(taken.count(), 0, "side {n}");
    }
    for n in 5..=10 {
        assert_eq!(printed_total("integer-program", n), 0, "side {n}");
    }
    // One more square satisfies them, with two queens in a row and in a column.
    let seven = [(0, 2), (1, 2), (2, 5), (3, 3), (4, 0), (4, 1), (5, 4)].map(Square::from);
    let seven = Placement::from(seven.to_vec());
    assert!(accepts("integer-program", 6, &seven, Reading::Printed));
    assert!(!accepts("integer-program", 6, &seven, Reading::Corrected));
}

#[test]
fn the_others_are_right_as_printed() {
    for id in ["algebraic", "stable-set", "clique"] {
        for n in 1..=4 {
            for placement in subsets(n, n) {
                let readings = [Reading::Printed, Reading::Corrected];
                let [printed, corrected] = readings.map(|r| accepts(id, n, &placement, r));
                assert_eq!(printed, corrected);
            }
        }
    }
}

#[test]
fn faults_name_the_condition() {
    let placement = Placement::from_columns(&[1, 3, 2, 0]);
    let first = |id: &str, reading| {
        Definition::find(id).unwrap().faults(4, &placement, reading).unwrap().first.swap_remove(0)
    };
    use Reading::{Corrected, Printed};
    assert_eq!(
        first("algebraic", Corrected),
        "condition 3 (not on the same diagonal) fails for (3, 1) and (2, 2)"
    );
    assert_eq!(
        first("modular", Printed),
        "condition 3 (not on the same diagonal) fails for X = 7 and Y = 10"
    );
    assert_eq!(first("csp", Corrected), "(3, 2) is not in P1,2: |x - y| = |i - j|");
    assert_eq!(first("stable-set", Corrected), "it is not stable: an edge joins (1, 3) and (2, 2)");
    assert_eq!(
        first("integer-program", Corrected),
        "constraint 3, i + j = 4: the sum is 2, more than 1"
    );
    assert!(Definition::find("algebra").is_err());
}

/// Queens on one line have a fault for every pair: with 3,000 queens they are counted, not stored.
#[test]
fn many_faults_are_counted_and_few_kept() {
    let column: Placement = (0..3000).map(|row| Square::new(row, 0)).collect();
    for definition in &DEFINITIONS {
        let faults = definition.faults(3000, &column, Reading::Corrected).unwrap();
        assert!(faults.first.len() <= 1000, "{}", definition.id);
        if definition.id != "integer-program" {
            assert_eq!(faults.total, 3000 * 2999 / 2, "{}", definition.id);
        }
        let many: Placement = (0..50_001).map(|row| Square::new(row, row)).collect();
        let refused = definition.faults(50_001, &many, Reading::Corrected);
        assert!(matches!(refused, Err(ModelError::TooManyQueens { queens: 50_001, .. })));
    }
}
