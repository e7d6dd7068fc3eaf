//! Microseconds of small calls of the library, for `bench/python` to compare with those from Python.

use bezzel::{
    CheckRequest, Control, CountRequest, ListRequest, Problem, SolveRequest, check, count, list,
    solve,
};
use std::hint::black_box;
use std::ops::ControlFlow;
use std::time::Instant;

/// The shortest mean of a few series.
fn best(times: u32, mut call: impl FnMut()) -> f64 {
    let series = (0..7).map(|_| {
        let start = Instant::now();
        for _ in 0..times {
            call();
        }
        start.elapsed().as_secs_f64() * 1e6 / f64::from(times)
    });
    series.fold(f64::INFINITY, f64::min)
}

fn main() {
    let problem = Problem::queens(8);
    let control = Control::new();
    let (solving, counting) =
        (SolveRequest::new(problem.clone()), CountRequest::new(problem.clone()));
    let solution = solve(&solving, &control).expect("8 queens").placement.expect("a solution");
    let checking = CheckRequest::of(solution.clone(), problem.clone());
    let all = ListRequest::new(Problem::queens(12));
    let print = |name: &str, micros: f64| println!("{name} {micros:.3}");
    print("solve", best(2000, || drop(black_box(solve(&solving, &control)))));
    print("count", best(300, || drop(black_box(count(&counting, &control)))));
    print("check", best(2000, || drop(black_box(check(&checking)))));
    let judged = || {
        black_box(problem.is_solution(&solution));
    };
    print("is_solution", best(20_000, judged));
    let listing = best(1, || {
        let mut number = 0;
        let answer = list(&all, &control, &mut |found| {
            number += usize::from(!black_box(found).placement.is_empty());
            ControlFlow::Continue(())
        });
        assert!(answer.is_ok() && number == 14_200);
    });
    print("list", listing);
}
