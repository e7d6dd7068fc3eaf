//! Every construction is verified for all n it covers up to 2,000 and for random large n.

use bezzel_board::{Explain, Instead, Problem};
use bezzel_search::algorithms::{ALL, abramson_yung, falkowski_schmitz, find};
use bezzel_search::construct::{Runs, prove};
use bezzel_search::{Algorithm, Category, Limits, Settings, solves};
use bezzel_testkit::conformance::Recorder;
use bezzel_testkit::constructions::{self, is_coprime_to_6};
use proptest::prelude::*;

fn all() -> impl Iterator<Item = &'static dyn Algorithm> {
    ALL.iter().copied().filter(|a| a.info().category == Category::Constructive)
}

#[test]
fn the_category_has_the_algorithms_that_write_runs() {
    assert_eq!(all().count(), 8);
    for algorithm in ALL {
        let writes = algorithm.construct(7, &Settings::default()).is_some();
        assert_eq!(writes, algorithm.info().category == Category::Constructive);
    }
}

/// Whether there is to be a solution.
fn claims(construction: &dyn Algorithm, n: u64) -> bool {
    match construction.info().id {
        "magic-square" => n == 0 || is_coprime_to_6(n),
        "abramson-yung" => ![2, 3, 8, 9, 14, 15, 26, 27, 38, 39].contains(&n),
        _ => n != 2 && n != 3,
    }
}

/// Each covers exactly the n it claims, for every n up to 2,000.
#[test]
fn verified_for_all_n_up_to_2000() {
    for construction in all() {
        for n in 0..=2000 {
            let has = constructions::side(construction, n, &Settings::default());
            assert_eq!(has, claims(construction, n), "{}, n = {n}", construction.info().id);
        }
    }
}

/// Members of families are correct or refused, never wrong.
#[test]
fn settings_are_right_or_refused() {
    for construction in all() {
        for settings in constructions::choices(construction) {
            let solved =
                (0..=400).filter(|&n| constructions::side(construction, n, &settings)).count();
            assert!(solved > 100, "{} {settings} solves {solved}", construction.info().id);
        }
    }
}

#[test]
fn as_searches_with_traces_that_replay() {
    for construction in all() {
        for n in (0..=30).chain([100]) {
            constructions::as_search(construction, n);
        }
        constructions::refusals(construction);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn random_large_n(n in 2_001_u64..=999_999_999_999_999_990) {
        // The next one divisible by neither 2 nor 3, so that every method is tested in every round.
        let coprime = (n..).find(|&n| is_coprime_to_6(n)).unwrap();
        for construction in all() {
            let plain = Settings::default();
            for n in [n, coprime] {
                let works = constructions::large_side(construction, n, &plain);
                prop_assert_eq!(works, claims(construction, n), "{}", construction.info().id);
                for settings in constructions::choices(construction) {
                    constructions::large_side(construction, n, &settings);
                }
            }
            prop_assert!(claims(construction, coprime));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(6))]
    #[test]
    fn random_n_of_a_million_number_by_number(n in 900_000_u64..1_100_000) {
        let coprime = (n..).find(|&n| is_coprime_to_6(n)).unwrap();
        for construction in all() {
            let n = if claims(construction, n) { n } else { coprime };
            prop_assert!(constructions::side(construction, n, &Settings::default()));
        }
    }
}

/// The search for A, B and C gives the exceptions of the paper.
#[test]
fn the_exceptions_of_divide_and_conquer_are_found() {
    let exceptions: Vec<u64> =
        (1..=1000).filter(|n| abramson_yung::divide(n | 1).is_none()).collect();
    assert_eq!(exceptions, [2, 3, 8, 9, 14, 15, 26, 27, 38, 39]);
    for n in (1..=1001).step_by(2) {
        if let Some(abramson_yung::Division::Tiles { a, b, c }) = abramson_yung::divide(n) {
            assert_eq!(b * (a - 1) + c, n);
            assert!(c <= b);
        }
    }
}

/// Any two solutions of the torus give a third: every pair of small ones, knight-walks or not.
#[test]
fn superqueens_are_put_together_from_superqueens() {
    let is_super = |columns: &[u32]| {
        let torus = Problem::queens(columns.len() as u32).on_torus().unwrap();
        solves(&torus, columns)
    };
    let all_of = |n: u32| {
        let mut recorder = Recorder::default();
        let torus = Problem::queens(n).on_torus().unwrap();
        find("bitmask").unwrap().run(&torus, &Settings::default(), &Limits::none(), &mut recorder);
        recorder.solutions
    };
    let as_runs = |columns: &[u32]| {
        columns.iter().fold(Runs::new(), |runs, &column| runs.queen(1, u64::from(column)))
    };
    let (fives, sevens) = (all_of(5), all_of(7));
    assert_eq!((fives.len(), sevens.len()), (10, 28));
    for (tiles, tile) in [(&fives, &fives), (&fives, &sevens), (&sevens, &fives)] {
        for (a, b) in tiles.iter().flat_map(|a| tile.iter().map(move |b| (a, b))) {
            let composed = abramson_yung::compose(&as_runs(a), &as_runs(b));
            let columns: Vec<u32> = composed.columns().map(|column| column as u32).collect();
            assert!(is_super(&columns), "{a:?} of {b:?}");
        }
    }
}

/// The parts of the paper by name: for every n up to 2,000 with gcd(n, 6) = 1 a solution of the
/// torus that has the form required by the definition, and an error for every other n.
#[test]
fn knight_walks_superqueens_and_d_solutions() {
    let algorithm = find("abramson-yung").unwrap();
    let part = |name: &str, n: u64| {
        let settings = Settings::default().choose(algorithm.info(), "part", name).unwrap();
        let runs = algorithm.construct(n, &settings).unwrap();
        runs.map(|runs| runs.columns().map(|column| column as u32).collect::<Vec<_>>())
    };
    for n in 1..=2000_u32 {
        if !is_coprime_to_6(u64::from(n)) {
            for name in ["superqueens", "d-solution", "knight-walk"] {
                assert!(part(name, u64::from(n)).is_err(), "{name}, n = {n}");
            }
            continue;
        }
        let torus = Problem::queens(n).on_torus().unwrap();
        let [superqueens, d_solution, walk] = ["superqueens", "d-solution", "knight-walk"]
            .map(|name| part(name, u64::from(n)).unwrap());
        for columns in [&superqueens, &d_solution, &walk] {
            assert!(solves(&torus, columns), "n = {n}");
        }
        assert!(walk.iter().zip(0..).all(|(&column, row)| column == 2 * row % n), "n = {n}");
        // The first B rows of the D-solution are a knight-walk in the corner tile.
        let half = d_solution.iter().zip(0..).position(|(&column, row)| column != 2 * row % n);
        let b = half.map(|rows| 2 * rows as u32 - 1);
        let smallest = (2..n).find(|d| n.is_multiple_of(*d));
        match smallest.filter(|&a| a <= 100) {
            Some(a) => {
                assert_eq!(b, Some(n / a), "n = {n}");
                assert_ne!(superqueens, walk, "n = {n} is divided");
            }
            None => assert_eq!((&d_solution, &superqueens), (&walk, &walk), "n = {n}"),
        }
    }
    // 125 = 5 · 25: superqueens divide the 25 again, a D-solution does not.
    assert_ne!(part("superqueens", 125), part("d-solution", 125));
    // Figure 6.
    let figure: Vec<u32> = (0..25).map(|row| 5 * (2 * (row / 5) % 5) + 2 * (row % 5) % 5).collect();
    assert_eq!(part("superqueens", 25), Ok(figure));
}

/// A D-solution without its corner tile is a solution of B·(A − 1) queens, the paper's first
/// theorem; with a knight-walk of every side C up to B in the corner one of B·(A − 1) + C, the second.
/// Larger walks do not fit: C ≤ B is needed.
#[test]
fn both_theorems_of_divide_and_conquer() {
    let sides = || [5_u64, 7, 11, 13, 17, 25, 35].into_iter();
    let mut too_large = 0;
    for (a, b) in sides().flat_map(|a| sides().map(move |b| (a, b))) {
        let rest = abramson_yung::d_solution(a, b).without_corner(b);
        assert_eq!(prove(&rest, b * (a - 1)), Ok(()), "{b}·({a} - 1)");
        for c in (1..=b + 20).filter(|&c| is_coprime_to_6(c)) {
            let whole = abramson_yung::knight_walk(c).then(&rest.right(c));
            let proof = prove(&whole, b * (a - 1) + c);
            if c <= b {
                assert_eq!(proof, Ok(()), "{b}·({a} - 1) + {c}");
            } else {
                too_large += u32::from(proof.is_err());
            }
        }
    }
    assert!(too_large > 100, "{too_large}");
}

#[test]
fn a_refusal_says_what_is_missing_and_what_works() {
    let construct = |id: &str, n| {
        find(id).unwrap().construct(n, &Settings::default()).unwrap().unwrap_err().explain()
    };
    assert_eq!(
        construct("abramson-yung", 26),
        "algorithm abramson-yung does not work on n = 26 (there are no A, B, C with \
         27 = B·(A - 1) + C and C <= B); set algorithm to bernhardsson"
    );
    assert_eq!(
        construct("magic-square", 10),
        "algorithm magic-square does not work on n = 10 (the square needs n divisible by neither \
         2 nor 3); set algorithm to bernhardsson"
    );
    assert_eq!(
        construct("pauls", 3),
        "3 queens have no solution: there is one for n = 1 and for every n from 4 on"
    );
    assert!(construct("pauls", u64::MAX).contains("n goes up to 10^18"));
    let large = Problem::queens(1_000_000_000);
    let error = find("pauls").unwrap().supports(&large, &Settings::default()).unwrap_err();
    assert_eq!(error.instead(), [Instead::ask("construct", "does this")], "{error}");
}

/// The linear family: every member is correct, for every n up to 300, and all are different.
#[test]
fn the_family_of_falkowski_and_schmitz_grows_linearly() {
    let algorithm = find("falkowski-schmitz").unwrap();
    for n in 4..=300 {
        let mut seen = std::collections::HashSet::new();
        for member in 0..falkowski_schmitz::family_size(n) {
            let settings = Settings::default()
                .choose(algorithm.info(), "member", &member.to_string())
                .unwrap();
            assert!(constructions::side(algorithm, n, &settings), "n = {n}, member {member}");
            let runs = algorithm.construct(n, &settings).unwrap().unwrap();
            assert!(seen.insert(runs.columns().next()), "n = {n}, member {member} comes twice");
        }
    }
    assert_eq!(falkowski_schmitz::family_size(1_000_005), 166_667);
}

/// Every star polygon with a small step, against the condition on divisors.
#[test]
fn star_polygons() {
    let algorithm = find("erbas-tanik").unwrap();
    for n in [5_u64, 7, 25, 35, 77, 101, 1001] {
        for s in 2_u64..=60 {
            let settings =
                Settings::default().choose(algorithm.info(), "step", &s.to_string()).unwrap();
            let prime = |a: u64| (2..=n).all(|d| !n.is_multiple_of(d) || !a.is_multiple_of(d));
            let works = constructions::side(algorithm, n, &settings);
            assert_eq!(works, prime(s - 1) && prime(s) && prime(s + 1), "{{{n}/{s}}}");
        }
    }
}

/// Each of Erbas and Tanik's constructions works exactly where its card says.
#[test]
fn constructions_a_b_c1_and_c2() {
    let algorithm = find("erbas-tanik").unwrap();
    for n in 4..=600_u64 {
        for (case, expected) in [
            ("polygon", is_coprime_to_6(n)),
            ("a", matches!(n % 6, 0 | 4)),
            ("b", matches!(n % 6, 2 | 4)),
            ("c1", matches!(n % 6, 1 | 5)),
            ("c2", matches!(n % 6, 3 | 5)),
            ("any", true),
        ] {
            let settings = Settings::default().choose(algorithm.info(), "case", case).unwrap();
            assert_eq!(constructions::side(algorithm, n, &settings), expected, "{case}, n = {n}");
        }
    }
}

/// The proof is fast, whatever n is.
#[test]
fn a_billion_billion_queens_in_no_time() {
    for construction in all() {
        let n = 999_999_999_999_999_999;
        if let Ok(runs) = construction.construct(n, &Settings::default()).unwrap() {
            assert!(runs.list().len() < 20, "{}", construction.info().id);
            assert_eq!(prove(&runs, n), Ok(()));
        }
    }
}
