//! The totals of sides 0 to 17 by every engine, with every instruction set, on any number of
//! threads.

use bezzel_board::{Problem, Stop};
use bezzel_engines::{Colour, Engine, Enumerate, SimdLevel};
use bezzel_jobs::{Outcome, RunOptions, run};
use bezzel_testkit::golden;

fn totals_are_right(engine: &dyn Engine) {
    for level in SimdLevel::ALL.into_iter().filter(|level| level.available().is_ok()) {
        for n in 0..=17 {
            let prepared = engine.prepare(&Problem::queens(n), &Stop::new()).unwrap();
            // The large boards take seconds without vectors.
            let threads: &[usize] = if n < 16 { &[1, 2, 7] } else { &[2] };
            for &threads in threads {
                let options = RunOptions { threads, simd: level, ..RunOptions::default() };
                let report = run(&prepared, None, &options, &mut |_| {}).unwrap();
                let expected = Outcome::Exact { total: golden::total(n) };
                let (id, case) = (engine.info().id, format!("n = {n}, {level}, {threads} threads"));
                assert_eq!(report.outcome, expected, "{id}, {case}");
            }
        }
    }
}

#[test]
fn enumerate_is_right_up_to_17() {
    totals_are_right(&Enumerate);
}

#[test]
fn colour_is_right_up_to_17() {
    totals_are_right(&Colour);
}
