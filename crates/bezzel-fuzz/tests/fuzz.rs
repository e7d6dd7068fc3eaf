//! Every target with its corpus and some mutants of it, the same at every run.
//!
//! `BEZZEL_SEED` gives other mutants; `make fuzz` tries for a minute each.

use bezzel_fuzz::{Fuzzer, TARGETS, Target};
use std::panic::{AssertUnwindSafe, catch_unwind};

fn run(target: &Target) {
    let seed = std::env::var("BEZZEL_SEED").map_or(1848, |seed| seed.parse().expect("a number"));
    let corpus = target.corpus().len();
    assert!(corpus >= 2, "{} has a corpus", target.name);
    for input in Fuzzer::new(target, seed).take(corpus + target.share) {
        let ran = catch_unwind(AssertUnwindSafe(|| (target.run)(&input)));
        let text = String::from_utf8_lossy(&input);
        assert!(ran.is_ok(), "{}: this input fails: {text:?}", target.name);
    }
}

/// A test for each target, so that they run side by side and fail by name.
macro_rules! targets {
    ($($name:ident),*) => {
        $(#[test] fn $name() {
            run(Target::find(stringify!($name)).expect("a target"));
        })*

        #[test]
        fn every_target_is_tried() {
            let tried = [$(stringify!($name)),*];
            assert_eq!(TARGETS.iter().map(|target| target.name).collect::<Vec<_>>(), tried);
        }
    };
}

targets!(
    notations, problems, words, requests, traces, ledgers, imports, answers, proofs, book, engines,
    models
);
