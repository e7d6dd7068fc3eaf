//! Boards of any dimension: the transform, engine `barr-rao` and brute force agree with each other
//! and with the golden table.

use bezzel_board::{Problem, Rule, Size, Stop};
use bezzel_engines::modular::{self, Existence, existence, linear, most_modular_queens};
use bezzel_engines::{BarrRao, Engine, EngineError, SimdLevel, Spectrum, Transform};
use bezzel_testkit::{engines, golden, oracle};

fn spectrum(engine: Transform, n: u32, level: SimdLevel) -> Spectrum {
    let prepared = engine.prepare(&Problem::queens(n), &Stop::new()).unwrap();
    prepared.count_all(level, &Stop::new()).unwrap().spectrum().unwrap().clone()
}

fn of(n: u32) -> Spectrum {
    spectrum(Transform::default(), n, SimdLevel::best())
}

fn spectra(largest: u32) -> Vec<Spectrum> {
    (1..=largest).map(of).collect()
}

fn by_engine(problem: &Problem) -> u128 {
    engines::total(&*BarrRao.prepare(problem, &Stop::new()).unwrap(), SimdLevel::best())
}

fn cube(n: u32, d: u32) -> Problem {
    Problem::new(Size::cube(n, d).unwrap())
}

#[test]
fn the_transform_gives_the_golden_table() {
    for spectrum in spectra(7) {
        for d in 1..=8 {
            if let Some(known) = golden::space(spectrum.side(), d) {
                assert_eq!(
                    spectrum.total(d).to_string(),
                    known,
                    "n = {}, d = {d}",
                    spectrum.side()
                );
            }
        }
    }
}

#[test]
fn three_queens_have_the_published_closed_form() {
    let three = of(3);
    assert_eq!(three.to_string(), "27^m - 2*21^m + 17^m - 15^m + 2*11^m - 9^m");
    assert_eq!(of(1).to_string(), "1^m");
    assert_eq!(of(0).total(2), 1.into());
}

/// The result does not depend on the size of the table or on the instructions.
#[test]
fn every_split_and_every_level_give_the_same_spectrum() {
    for n in 2..=6 {
        let whole = of(n);
        for level in engines::levels() {
            for bits in [0, 1, 3, 4, 5, 9].into_iter().filter(|&bits| n < 6 || bits > 4) {
                let split = spectrum(Transform::with_table(bits), n, level);
                assert_eq!(split, whole, "n = {n}, {bits} pairs in the table, {level}");
            }
        }
    }
}

/// Side 10 exceeds 2^32 in one number only; the unit that contains it is corrected.
#[test]
fn the_empty_set_counts_all_vectors() {
    for n in [0, 1, 3, 4, 5, 6, 7] {
        let spectrum = of(n);
        assert_eq!(spectrum.terms()[0], (u64::from(n).pow(n), 1), "n = {n}");
    }
    // Any two values of two layers attack each other: everything cancels.
    assert_eq!(of(2).to_string(), "0");
    let error = Transform::default().prepare(&Problem::queens(11), &Stop::new()).err();
    assert!(matches!(error, Some(EngineError::TooManySets { pairs: 55, .. })));
}

#[test]
fn brute_force_engine_and_transform_agree() {
    for (n, d) in [(1, 2), (1, 5), (2, 2), (2, 3), (2, 4), (3, 2), (3, 3), (3, 4), (4, 2), (4, 3)] {
        let total = of(n).total(d);
        let problem = cube(n, d);
        assert_eq!(by_engine(&problem).to_string(), total.to_string(), "{n}^{d}");
        if n + d < 7 {
            assert_eq!(oracle::solutions(&problem).len().to_string(), total.to_string());
        }
    }
    for (n, d) in [(5, 3), (4, 4), (3, 6), (4, 5), (6, 3)] {
        let total = of(n).total(d);
        assert_eq!(by_engine(&cube(n, d)).to_string(), total.to_string(), "{n}^{d}");
    }
}

#[test]
fn every_rule_counts_what_brute_force_counts() {
    for text in ["2^3", "3^3", "2^4", "3", "5", "2x3", "3x4"] {
        for (rule, _) in Rule::ALL {
            let Ok(plane) = Problem::new(text.parse().unwrap()).with_rule(rule) else { continue };
            // Bishops and kings stand anywhere; engine `pieces` counts them.
            let boards = [Some(plane.clone()), plane.on_torus().ok()].into_iter().flatten();
            for problem in boards.filter(Problem::has_one_per_row) {
                let known = oracle::solutions(&problem).len() as u128;
                assert_eq!(by_engine(&problem), known, "{problem}");
                engines::recounts(&BarrRao, &problem, 1);
            }
        }
    }
    // The board without squares has one solution: no queens.
    for (rule, _) in Rule::ALL {
        let Ok(nothing) = cube(0, 3).with_rule(rule) else { continue };
        assert_eq!((by_engine(&nothing), by_engine(&nothing.on_torus().unwrap())), (1, 1));
    }
    let two_axis = cube(4, 3).with_rule(Rule::TwoAxis).unwrap();
    engines::recounts(&BarrRao, &two_axis, 1);
    assert!(by_engine(&two_axis) > by_engine(&cube(4, 3)));
}

#[test]
fn nontrivial_solutions_are_those_with_no_constant_coordinate() {
    for (n, d) in [(3, 3), (4, 3), (3, 4)] {
        let size = Size::cube(n, d).unwrap();
        let free = |columns: &Vec<u32>| {
            let queens = bezzel_board::Placement::from_columns(columns);
            let places: Vec<Vec<u32>> =
                queens.squares().iter().map(|&queen| size.coordinates(queen)).collect();
            (0..d as usize - 1).all(|axis| places.iter().any(|x| x[axis] != places[0][axis]))
        };
        let brute = if n == 4 { None } else { Some(oracle::solutions(&cube(n, d))) };
        let spectrum = of(n);
        if let Some(solutions) = brute {
            let count = solutions.iter().filter(|columns| free(columns)).count();
            assert_eq!(spectrum.nontrivial(d), count.into(), "{n}^{d}");
        }
        // The formula of inclusion and exclusion over the constant coordinates.
        let mut sum = num_bigint::BigInt::from(0);
        let mut factor = num_bigint::BigInt::from(1); // (−n)^k C(d−1, k)
        for k in 0..d {
            sum += &factor * spectrum.total(d - k);
            factor = -factor * n * (d - 1 - k) / (k + 1);
        }
        assert_eq!(spectrum.nontrivial(d), sum, "{n}^{d}");
    }
    let nontrivial = |n| of(n).nontrivial(3).to_string();
    assert_eq!((nontrivial(4), nontrivial(5)), ("7180".to_owned(), "980916".to_owned()));
}

#[test]
fn modular_queens_in_three_dimensions() {
    let total = |n, d| by_engine(&modular::problem(n, d).unwrap());
    assert_eq!([7, 11, 13].map(|n| total(n, 3)), [0, 2904, 8112]);
    assert_eq!([5, 7, 11].map(|n| total(n, 2)), [10, 28, 88]);
    assert_eq!(linear::number_of_solutions(13, 3).to_string(), "8112");
    // The existence test agrees with counting.
    for (n, d) in [(1, 3), (5, 2), (6, 2), (7, 2), (9, 2), (5, 3), (7, 3), (8, 3), (11, 3)] {
        let answer = existence(n, d).unwrap().answer();
        assert_eq!(answer, Some(total(n, d) > 0), "{n}^{d}");
    }
    assert_eq!(existence(49, 3).unwrap().answer(), None);
    assert!(matches!(existence(1001, 2).unwrap(), Existence::Linear { .. }));
}

#[test]
fn most_modular_queens_where_none_are_complete() {
    let most = |n| most_modular_queens(n, 3, u64::MAX).unwrap().placement.len();
    assert_eq!([1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map(most), [1, 1, 1, 1, 1, 1, 1, 2, 3, 4]);
}

#[test]
fn a_table_too_big_for_memory_is_refused_with_its_size() {
    let error = BarrRao.prepare(&cube(64, 4), &Stop::new()).map(|_| ()).unwrap_err();
    assert!(matches!(error, EngineError::Memory { .. }));
    assert!(error.to_string().contains("504 GiB"), "{error}");
    let error = Transform::with_table(40).prepare(&Problem::queens(9), &Stop::new());
    let error = error.map(|_| ()).unwrap_err();
    assert!(matches!(error, EngineError::Memory { .. }), "{error}");
}
