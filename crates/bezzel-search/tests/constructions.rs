//! Every construction: verified for all n it claims up to 2,000 and for random large n.

use bezzel_search::algorithms::{ALL, abramson_yung, falkowski_schmitz, find};
use bezzel_search::construct::prove;
use bezzel_search::{Algorithm, Category, Settings};
use bezzel_testkit::constructions;
use proptest::prelude::*;

fn all() -> impl Iterator<Item = &'static dyn Algorithm> {
    ALL.iter().copied().filter(|a| a.info().category == Category::Constructive)
}

#[test]
fn the_category_is_those_that_write_runs_down() {
    assert_eq!(all().count(), 8);
    for algorithm in ALL {
        let writes = algorithm.construct(7, &Settings::default()).is_some();
        assert_eq!(writes, algorithm.info().category == Category::Constructive);
    }
}

/// What each claims is exactly what it has, for every n up to 2,000.
#[test]
fn verified_for_all_n_up_to_2000() {
    for construction in all() {
        for n in 0..=2000 {
            let has = constructions::side(construction, n, &Settings::default());
            let claims = match construction.info().id {
                "magic-square" => n == 0 || (n % 2 != 0 && n % 3 != 0),
                "abramson-yung" => ![2, 3, 8, 9, 14, 15, 26, 27, 38, 39].contains(&n),
                _ => n != 2 && n != 3,
            };
            assert_eq!(has, claims, "{}, n = {n}", construction.info().id);
        }
    }
}

/// Members of families: right or refused, never wrong.
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
    fn random_large_n(n in 2_001_u64..=1_000_000_000_000_000_000) {
        for construction in all() {
            for settings in constructions::choices(construction) {
                constructions::large_side(construction, n, &settings);
            }
            let works = constructions::large_side(construction, n, &Settings::default());
            prop_assert!(works || construction.info().id == "magic-square");
        }
    }
}

#[test]
fn random_n_of_a_million_number_by_number() {
    for (construction, n) in all().zip([1_000_003, 999_998, 1_048_576, 777_777, 900_001, 654_320]) {
        constructions::side(construction, n, &Settings::default());
    }
}

/// The exceptions of the paper come out of the search for A, B and C.
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

/// Tiles with a corner larger than the others do attack each other: C ≤ B is needed.
#[test]
fn a_refusal_says_what_is_missing_and_what_works() {
    let construct = |id: &str, n| {
        find(id).unwrap().construct(n, &Settings::default()).unwrap().unwrap_err().to_string()
    };
    assert_eq!(
        construct("abramson-yung", 26),
        "algorithm abramson-yung does not work on n = 26 (there are no A, B, C with \
         27 = B·(A - 1) + C and C <= B); use bernhardsson"
    );
    assert_eq!(
        construct("magic-square", 10),
        "algorithm magic-square does not work on n = 10 (the square needs n without divisor 2 or \
         3); use bernhardsson"
    );
    assert_eq!(
        construct("pauls", 3),
        "3 queens have no solution: there is one for n = 1 and for every n from 4 on"
    );
    assert!(construct("pauls", u64::MAX).contains("use n up to 10^18"));
    let large = bezzel_board::Problem::queens(1_000_000_000);
    let error = find("pauls").unwrap().supports(&large, &Settings::default()).unwrap_err();
    assert!(error.to_string().ends_with("; use 'bezzel construct'"), "{error}");
}

/// The linear family: every member, for every n up to 300, and all of them different.
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

/// The proof is quick whatever n.
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
