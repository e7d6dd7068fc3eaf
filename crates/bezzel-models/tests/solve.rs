//! Every back-end of this crate on every kind of board: solutions are verified, totals compared
//! with brute force, limits tested.

use bezzel_board::{Explain, Problem};
use bezzel_models::solve::{self, Backends, OWN, ProofFiles, SolveError};
use bezzel_search::Limits;
use bezzel_testkit::backends::conforms;
use std::path::Path;

/// One test for each, so that they run side by side.
macro_rules! conforming {
    ($($name:ident: $id:literal,)*) => {
        $(#[test]
        fn $name() {
            conforms(Backends::own().find($id).unwrap());
        })*

        #[test]
        fn every_back_end_is_tested_here() {
            let tested = [$($id),*];
            assert!(OWN.iter().map(|backend| backend.info().id).eq(tested));
        }
    };
}

conforming! {
    integer_program: "ip",
    arc_consistency: "cp",
    forward_checking: "cp:forward-checking",
    all_different: "cp:all-different",
    exact_cover: "exact-cover",
    clause_learning: "cdcl",
    clique: "clique",
    stable_set: "stable-set",
}

#[test]
fn an_unknown_name_lists_the_valid_ones() {
    let Err(error) = Backends::own().find("magic") else { panic!("there is no magic") };
    assert!(error.explain().contains("ip, cp,"), "{error}");
}

#[test]
fn boards_too_large_are_refused() {
    for (id, n) in [("ip", 101), ("clique", 500)] {
        let backend = Backends::own().find(id).unwrap();
        let refused = solve::run(backend, &Problem::queens(n), &Limits::none(), &mut |_| ());
        assert!(matches!(refused, Err(SolveError::TooLarge { .. })), "{id}");
    }
}

#[test]
fn a_list_without_a_sat_solver_says_so() {
    assert!(ProofFiles::new(Path::new("proof.lrat")).is_ok());
    assert_eq!(Backends::own().sat().unwrap().info.id, "cdcl");
    let others: Backends = OWN.iter().copied().filter(|one| one.sat().is_none()).collect();
    let Err(error) = others.sat() else { panic!("they have no SAT solver") };
    assert_eq!(error, SolveError::NoSat);
}
