//! Times one engine on one board: `engine_time enumerate 16 avx512`.

use bezzel_board::Problem;
use bezzel_engines::{Engine, Enumerate, SimdLevel, plain};
use std::time::Instant;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let n: u32 = words[1].parse().expect("a board size");
    let level = SimdLevel::ALL
        .into_iter()
        .find(|level| words.get(2).is_some_and(|word| *word == level.to_string()))
        .unwrap_or(SimdLevel::best());
    let start = Instant::now();
    if words[0] == "plain" {
        println!("{} {:?}", plain::count_full(n), start.elapsed());
        return;
    }
    let prepared = Enumerate
        .prepare(&Problem::queens(n), level)
        .expect("a plain board");
    let ready = start.elapsed();
    let units = prepared.plan().units.len();
    let sum = (0..units).map(|unit| prepared.count(unit)).sum();
    println!(
        "{} {level}: {} in {:?}, {ready:?} of it to prepare {units} units",
        n,
        prepared.plan().total(sum).expect("a multiple"),
        start.elapsed()
    );
}
