//! Times one counter on one full board: `engine_time enumerate 16 avx512`.

use bezzel_board::Problem;
use bezzel_engines::{Engine, Enumerate, SimdLevel, Torus, plain};
use bezzel_engines::{half_turn_solutions, quarter_turn_solutions};
use std::time::Instant;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let n: u32 = words[1].parse().expect("a board size");
    let level = SimdLevel::ALL
        .into_iter()
        .find(|level| words.get(2).is_some_and(|word| *word == level.to_string()))
        .unwrap_or(SimdLevel::best());
    let start = Instant::now();
    let total = match words[0].as_str() {
        "plain" => u128::from(plain::count_full(n)),
        "half-turn" => u128::from(half_turn_solutions(n)),
        "quarter-turn" => u128::from(quarter_turn_solutions(n)),
        "enumerate" => count(&Enumerate, &Problem::queens(n), level),
        "torus" => {
            let problem = Problem::queens(n).on_torus().expect("a square board");
            count(&Torus, &problem, level)
        }
        other => panic!("no counter is called {other}"),
    };
    println!("{} {n} {level}: {total} in {:?}", words[0], start.elapsed());
}

fn count(engine: &dyn Engine, problem: &Problem, level: SimdLevel) -> u128 {
    let start = Instant::now();
    let prepared = engine.prepare(problem, level).expect("a board the engine knows");
    let units = prepared.plan().units.len();
    println!("{units} units prepared in {:?}", start.elapsed());
    let sum = (0..units).map(|unit| prepared.count(unit)).sum();
    prepared.plan().total(sum).expect("a multiple")
}
