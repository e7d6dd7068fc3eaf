//! Solves boards of a million and of ten million queens, checks the solutions and fails if one
//! takes too long.
//!
//! Run by `bench/large-boards`; the times are for one core.

use bezzel_board::Problem;
use bezzel_search::algorithms::find;
use bezzel_search::{Limits, Settings, StepProbe, solves};
use std::ops::ControlFlow;
use std::process::ExitCode;

struct First(Vec<u32>);

impl StepProbe for First {
    fn solution(&mut self, columns: &[u32]) -> ControlFlow<()> {
        self.0 = columns.to_vec();
        ControlFlow::Continue(())
    }
}

fn main() -> ExitCode {
    let mut in_time = true;
    for (id, n, seconds) in [
        ("min-conflicts", 100_000, 2.0),
        ("qs2", 100_000, 5.0),
        ("qs3", 1_000_000, 5.0),
        ("qs4", 1_000_000, 2.0),
        ("qs4", 10_000_000, 30.0),
    ] {
        let (algorithm, problem) = (find(id).expect("a known id"), Problem::queens(n));
        let mut first = First(Vec::new());
        let limits = Limits::none().with_solutions(1);
        let report = algorithm.run(&problem, &Settings::default(), &limits, &mut first);
        assert!(solves(&problem, &first.0), "{id}, n = {n}: no solution");
        let took = report.elapsed.as_secs_f64();
        let restarts = report.work.restarts;
        println!("{id:14} n = {n:9}  {took:7.3} s of {seconds} s, {restarts} restarts");
        in_time &= took < seconds;
    }
    if in_time { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
