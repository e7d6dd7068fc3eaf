//! The totals of sides 0 to 16 by every engine, with every instruction set, on any number of
//! workers; `BEZZEL_DEEP=1` goes on to 20.

use bezzel_board::{Problem, Stop};
use bezzel_engines::{Colour, Engine, Enumerate, SimdLevel};
use bezzel_jobs::{RunOptions, processors, run};
use bezzel_testkit::golden;

fn totals_are_right(engine: &dyn Engine) {
    let deep = std::env::var_os("BEZZEL_DEEP").is_some();
    for n in 0..=if deep { 20 } else { 16 } {
        let prepared = engine.prepare(&Problem::queens(n), &Stop::new()).unwrap();
        let levels = SimdLevel::ALL.into_iter().filter(|level| level.available().is_ok());
        for level in levels {
            // The large boards take seconds without vectors, and enumerating 20 half an hour.
            let id = engine.info().id;
            let is_long = id == Enumerate::ID && level == SimdLevel::Scalar && n > 18;
            let some = n < 16 || deep && !is_long;
            let workers: &[usize] = if some { &[1, 2, 7] } else { &[2] };
            for &workers in workers {
                let hire = || processors(&prepared, workers, level);
                let result = run(&prepared, &hire, None, &RunOptions::default(), &mut |_| {});
                let case = format!("{id}, n = {n}, {level}, {workers}");
                assert_eq!(result.unwrap().outcome.total(), Some(golden::total(n)), "{case}");
            }
        }
    }
}

#[test]
fn enumerate_is_right() {
    totals_are_right(&Enumerate);
}

#[test]
fn colour_is_right() {
    totals_are_right(&Colour);
}
