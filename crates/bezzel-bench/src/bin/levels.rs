//! Compares the vector instructions of one engine in one run on one thread, as ratios to the best.
//!
//! `bench/levels` runs it: `levels [SIDES…]`. Levels take turns, several times, and the shortest time
//! of each counts, so that other work on the machine has little effect. Times are processor seconds
//! of this thread; every total is checked.

use bezzel_bench::processor_seconds;
use bezzel_board::{Problem, Stop};
use bezzel_data as golden;
use bezzel_engines::{Colour, Engine, SimdLevel};

/// Rounds for each side.
const ROUNDS: usize = 3;

/// Largest side that is counted without vector instructions.
const PLAIN: u32 = 18;

fn main() {
    let sides: Vec<u32> = std::env::args().skip(1).map(|n| n.parse().expect("a side")).collect();
    let sides = if sides.is_empty() { vec![16, 18] } else { sides };
    let best = SimdLevel::best();
    println!("engine colour; processor seconds of one thread, best of {ROUNDS} rounds");
    println!("{:>3}  {:>8}  {:>12}  {:>9}", "n", "level", "seconds", format!("/ {best}"));
    for n in sides {
        let levels: Vec<SimdLevel> = (SimdLevel::ALL.into_iter())
            .filter(|level| level.available().is_ok())
            .filter(|&level| level == best || n <= PLAIN || level != SimdLevel::Scalar)
            .collect();
        let mut seconds = vec![f64::MAX; levels.len()];
        for _ in 0..ROUNDS {
            for (&level, best) in levels.iter().zip(&mut seconds) {
                *best = best.min(timed(n, level));
            }
        }
        let fastest = seconds.last().expect("a level");
        for (level, seconds) in levels.iter().zip(&seconds) {
            let name = level.to_string();
            println!("{n:>3}  {name:>8}  {seconds:>12.4}  {:>9.2}", seconds / fastest);
        }
    }
}

/// Seconds for one count, with everything that has to be listed for it.
fn timed(n: u32, level: SimdLevel) -> f64 {
    let never = Stop::new();
    let begun = processor_seconds();
    let prepared = Colour.prepare(&Problem::queens(n), &never).expect("the engine takes the board");
    let total = prepared.count_all(level, &never).expect("it is not stopped");
    let seconds = processor_seconds() - begun;
    assert_eq!(total.count(), Some(golden::total(n)), "n = {n}, {level}");
    seconds
}
