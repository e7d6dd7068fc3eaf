//! The clauses against the problems they describe, and their known numbers.

use super::*;
use bezzel_board::{Placement, Problem, Size};
use bezzel_testkit::problems::{any_divided, any_problem, any_rectangle};
use proptest::prelude::*;

/// Whether the clauses can be satisfied: plain DPLL, for tiny formulas.
fn satisfiable(clauses: &[Vec<i64>], assignment: &mut Vec<Option<bool>>) -> bool {
    let value = |assignment: &[Option<bool>], l: i64| {
        assignment[l.unsigned_abs() as usize].map(|v| v == (l > 0))
    };
    let mut branch = None;
    for clause in clauses {
        if clause.iter().any(|&l| value(assignment, l) == Some(true)) {
            continue;
        }
        let free = clause.iter().find(|&&l| value(assignment, l).is_none());
        let Some(&free) = free else { return false };
        branch = branch.or(Some(free));
    }
    let Some(literal) = branch else { return true };
    let place = literal.unsigned_abs() as usize;
    for choice in [literal > 0, literal < 0] {
        assignment[place] = Some(choice);
        if satisfiable(clauses, assignment) {
            assignment[place] = None;
            return true;
        }
    }
    assignment[place] = None;
    false
}

#[test]
fn every_encoding_allows_at_most_one_and_every_one() {
    for (encoding, name) in Encoding::ALL {
        for k in 0..=13_u64 {
            let mut clauses = Vec::new();
            let mut encoder = Encoder::new(encoding, k, |clause: &[i64]| {
                clauses.push(clause.to_vec());
                Ok::<(), Infallible>(())
            });
            let literals: Vec<i64> = (1..=k as i64).collect();
            let Ok(()) = encoder.at_most_one(&literals);
            let variables = encoder.variables();
            for bits in 0..1_u64 << k {
                let mut assignment = vec![None; variables as usize + 1];
                for x in 0..k {
                    assignment[x as usize + 1] = Some(bits >> x & 1 == 1);
                }
                let allowed = satisfiable(&clauses, &mut assignment);
                assert_eq!(allowed, bits.count_ones() <= 1, "{name}, {k} squares, {bits:b}");
            }
        }
    }
}

#[test]
fn a_counter_allows_exactly_the_number() {
    for k in 0..=6_usize {
        for number in 0..=k + 1 {
            let mut clauses = Vec::new();
            let mut encoder = Encoder::new(Encoding::Pairwise, k as u64, |clause: &[i64]| {
                clauses.push(clause.to_vec());
                Ok::<(), Infallible>(())
            });
            let Ok(()) = encoder.exactly(&(1..=k as i64).collect::<Vec<_>>(), number);
            let variables = encoder.variables();
            for bits in 0..1_u32 << k {
                let mut assignment = vec![None; variables as usize + 1];
                for x in 0..k {
                    assignment[x + 1] = Some(bits >> x & 1 == 1);
                }
                let allowed = satisfiable(&clauses, &mut assignment);
                assert_eq!(allowed, bits.count_ones() as usize == number, "{bits:b}, {number}");
            }
        }
    }
}

/// A set of squares satisfies the clauses exactly if it is a solution, with any number of
/// pieces.
#[test]
fn the_clauses_describe_the_variants() {
    for text in [
        "3 king queens=2",
        "3 mobius queens=2",
        "3x4 cylinder king queens=2",
        "4 bishop queens=3",
        "3 amazon queens=1",
        "3 torus king queens=1",
        "4 semi-queen",
        "4 rook",
    ] {
        let problem: Problem = text.parse().unwrap();
        let corner = bezzel_board::Square::new(0, 0);
        for problem in [problem.clone(), problem.with_given([corner]).unwrap()] {
            let Ok(model) = Model::new(problem) else { continue };
            let mut clauses = Vec::new();
            let formula = Cnf { model: &model, encoding: Encoding::Sequential };
            let Ok(variables) = formula.each_clause(|clause| {
                clauses.push(clause.to_vec());
                Ok::<(), Infallible>(())
            });
            let open = model.variables();
            for set in (0..1_u32 << open).filter(|set| set.count_ones() <= 4) {
                let mut assignment = vec![None; variables as usize + 1];
                let is_in = |place: &u32| set >> place & 1 == 1;
                (0..open).for_each(|v| assignment[v as usize + 1] = Some(is_in(&v)));
                let chosen = (0..open).filter(is_in).map(crate::Variable::from_index);
                let placement = model.decode(chosen).unwrap();
                let expected = model.problem().is_solution(&placement);
                let allowed = satisfiable(&clauses, &mut assignment);
                assert_eq!(allowed, expected, "{}: {placement}", model.problem());
            }
        }
    }
}

/// A vector of columns satisfies the clauses, whatever the encoding, exactly if it is a
/// solution.
fn says_the_problem(problem: Problem) {
    let Ok(model) = Model::new(problem) else { return };
    let size = model.problem().size();
    for (encoding, name) in Encoding::ALL {
        let mut clauses = Vec::new();
        let formula = Cnf { model: &model, encoding };
        let Ok(variables) = formula.each_clause(|clause| {
            clauses.push(clause.to_vec());
            Ok::<(), Infallible>(())
        });
        for code in 0..size.columns().pow(size.rows()) {
            let columns: Vec<u32> = (0..size.rows())
                .map(|row| code / size.columns().pow(row) % size.columns())
                .collect();
            let placement = Placement::from_columns(&columns);
            if placement.squares().iter().any(|&queen| !model.is_open(queen)) {
                assert!(!model.problem().is_solution(&placement));
                continue;
            }
            let mut assignment = vec![None; variables as usize + 1];
            for (variable, square) in model.squares() {
                assignment[variable.number() as usize] = Some(placement.contains(square));
            }
            let solution = model.problem().is_solution(&placement);
            assert_eq!(
                satisfiable(&clauses, &mut assignment),
                solution,
                "{} {name} {columns:?}",
                model.problem()
            );
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(30))]

    #[test]
    fn the_clauses_describe_the_problem(problem in any_problem(1..=4, true)) {
        says_the_problem(problem);
    }

    #[test]
    fn the_clauses_describe_regions(problem in any_divided(1..=4)) {
        says_the_problem(problem);
    }

    #[test]
    fn the_clauses_describe_rectangles(problem in any_rectangle(1..=3)) {
        says_the_problem(problem);
    }
}

/// Lines long enough for the encodings to differ.
#[test]
fn the_clauses_describe_a_wide_rectangle() {
    says_the_problem(Problem::new(Size::rectangle(2, 11).unwrap()));
}

#[test]
fn sizes_are_the_formulas_of_the_table() {
    let line = |encoding, k: u64| {
        let mut clauses = 0;
        let mut encoder = Encoder::new(encoding, k, |_: &[i64]| {
            clauses += 1;
            Ok::<(), Infallible>(())
        });
        let Ok(()) = encoder.at_most_one(&(1..=k as i64).collect::<Vec<_>>());
        (encoder.variables() - k, clauses)
    };
    for k in 6..40 {
        assert_eq!(line(Encoding::Pairwise, k), (0, k * (k - 1) / 2));
        assert_eq!(line(Encoding::Sequential, k), (k - 1, 3 * k - 4));
    }
    // A grid of 10 by 10, then each side of 10 as a grid of 4 by 3.
    assert_eq!(line(Encoding::Product, 100), (20 + 14, 200 + 2 * (20 + 6 + 3)));
}

#[test]
fn eight_queens_in_pairs_has_the_known_size() {
    let model = Model::new(Problem::queens(8)).unwrap();
    let size = Cnf { model: &model, encoding: Encoding::Pairwise }.size();
    // A clause for each attacking pair, and one for each row and each column.
    assert_eq!(size, CnfSize { variables: 64, clauses: 728 + 16 });
    assert_eq!(model.attacks().count(), 728);
}
