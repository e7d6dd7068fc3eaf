//! Microseconds of small calls of the library, for `bench/python` to compare with those from Python.

use bezzel::{
    CheckRequest, Control, CountRequest, ListRequest, Placement, Problem, SolveRequest, Square,
    check, count, list, solve,
};
use std::hint::black_box;
use std::ops::ControlFlow;
use std::time::Instant;

/// The shortest mean of some series of calls. Many short ones are best: most of them are not
/// interrupted by other programs.
fn best(series: u32, calls: u32, mut call: impl FnMut()) -> f64 {
    let means = (0..series).map(|_| {
        let start = Instant::now();
        for _ in 0..calls {
            call();
        }
        start.elapsed().as_secs_f64() * 1e6 / f64::from(calls)
    });
    means.fold(f64::INFINITY, f64::min)
}

fn main() {
    let problem = Problem::queens(8);
    let control = Control::new();
    let solving = SolveRequest::new(problem.clone());
    let mut by_algorithm = solving.clone();
    by_algorithm.algorithm = Some("bitmask".to_owned());
    let mut limited = by_algorithm.clone();
    (limited.limits.time, limited.limits.visits) = (Some(5.0), Some(100_000));
    let mut counting = CountRequest::new(Problem::queens(5));
    counting.algorithm = Some("bitmask".to_owned());
    let solution = solve(&solving, &control).expect("8 queens").placement.expect("a solution");
    let checking = CheckRequest::of(solution.clone(), problem.clone());
    let text = CheckRequest::new("0,4,7,5,2,6,1,3");
    let all = ListRequest::new(Problem::queens(12));
    let print = |name: &str, micros: f64| println!("{name} {micros:.3}");
    print("solve", best(500, 50, || drop(black_box(solve(&solving, &control)))));
    print("solve-by", best(500, 50, || drop(black_box(solve(&by_algorithm, &control)))));
    print("solve-limits", best(500, 50, || drop(black_box(solve(&limited, &control)))));
    print("problem", best(500, 50, || drop(black_box(Problem::queens(black_box(8))))));
    let with_queen = || {
        let square = Square::new(0, 3);
        drop(black_box(Problem::queens(black_box(8)).with_given([square])));
    };
    print("problem-given", best(500, 50, with_queen));
    let columns = [0, 4, 7, 5, 2, 6, 1, 3];
    let placed = || drop(black_box(Placement::from_columns(black_box(&columns))));
    print("placement", best(500, 50, placed));
    print("count-by", best(500, 50, || drop(black_box(count(&counting, &control)))));
    print("check", best(500, 50, || drop(black_box(check(&checking, &control)))));
    print("check-text", best(500, 50, || drop(black_box(check(&text, &control)))));
    let judged = || {
        black_box(problem.is_solution(&solution));
    };
    print("is_solution", best(500, 100, judged));
    let listing = best(20, 1, || {
        let mut number = 0;
        let answer = list(&all, &control, &mut |found| {
            number += usize::from(!black_box(found).placement.is_empty());
            ControlFlow::Continue(())
        });
        assert!(answer.is_ok() && number == 14_200);
    });
    print("list", listing);
}
