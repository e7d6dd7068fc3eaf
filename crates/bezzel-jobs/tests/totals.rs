//! The totals of sides 0 to 17 by every engine, with every instruction set, on any number of
//! workers.

use bezzel_board::{Problem, Stop};
use bezzel_engines::{Colour, Engine, Enumerate, SimdLevel};
use bezzel_jobs::{RunOptions, processors, run};
use bezzel_testkit::golden;

fn totals_are_right(engine: &dyn Engine) {
    for n in 0..=17 {
        let prepared = engine.prepare(&Problem::queens(n), &Stop::new()).unwrap();
        for level in SimdLevel::ALL.into_iter().filter(|level| level.available().is_ok()) {
            // The large boards take seconds without vectors.
            let workers: &[usize] = if n < 16 { &[1, 2, 7] } else { &[2] };
            for &workers in workers {
                let hire = || processors(&prepared, workers, level);
                let result = run(&prepared, &hire, None, &RunOptions::default(), &mut |_| {});
                let case = format!("{}, n = {n}, {level}, {workers}", engine.info().id);
                assert_eq!(result.unwrap().outcome.total(), Some(golden::total(n)), "{case}");
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
