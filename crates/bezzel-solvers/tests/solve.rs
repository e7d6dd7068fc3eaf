//! The back-ends that are not written in Rust, on every kind of board.
//!
//! HiGHS is loaded at run time from the folder of `make solvers`. With `BEZZEL_OUTSIDE=1`, as in
//! `make test`, its absence is a failure; without it only the error message is tested, which a second
//! run of the tests does in any case.

use bezzel_board::Problem;
use bezzel_models::solve::{self, Backend, OWN, SolveError};
use bezzel_search::Limits;
use bezzel_solvers::{backends, found};
use bezzel_testkit::backends::conforms;
use std::process::Command;

#[test]
#[cfg(feature = "cadical")]
fn sat() {
    conforms(backends().find("sat").unwrap());
}

#[test]
fn highs() {
    let highs = backends().find("highs").unwrap();
    let outcome = solve::run(highs, &Problem::queens(6), &Limits::none(), &mut |_| ());
    match found() {
        Ok(library) => {
            assert!(library.version.starts_with(|digit: char| digit.is_ascii_digit()));
            assert!(outcome.is_ok());
            conforms(highs);
        }
        Err(why) => {
            assert!(std::env::var_os("BEZZEL_OUTSIDE").is_none(), "{why}");
            assert_eq!(highs.ready(), Err(outcome.clone().unwrap_err()));
            let Err(SolveError::NotThere { id: "highs", instead, .. }) = outcome else {
                panic!("HiGHS is missing, and {outcome:?}")
            };
            assert!(instead.to_string().contains("BEZZEL_HIGHS"), "{instead}");
        }
    }
}

/// A library is loaded once in a process, so this takes another one.
#[test]
fn the_same_without_highs() {
    let ran = Command::new(std::env::current_exe().unwrap())
        .args(["solve::", "--skip", "the_same_without_highs"])
        .env("BEZZEL_HIGHS", "/no/such/library")
        .env_remove("BEZZEL_OUTSIDE")
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&ran.stdout);
    assert!(ran.status.success() && text.contains("solve::highs ... ok"), "{text}");
}

#[test]
fn the_list_has_the_back_ends_in_rust_and_more() {
    let ids: Vec<&str> = backends().iter().map(|backend| backend.info().id).collect();
    let own = OWN.iter().map(|backend| backend.info().id);
    let sat = cfg!(feature = "cadical").then_some("sat");
    let expected: Vec<&str> = sat.into_iter().chain(own).chain(["highs"]).collect();
    assert_eq!(ids, expected);
    // The first one answers what needs a SAT solver.
    assert_eq!(backends().sat().unwrap().info().id, sat.unwrap_or("cdcl"));
}
