//! Counts one full board on one thread and prints the total: `count-once plain|ENGINE SIDE`.
//!
//! `bench/peers` runs it beside other people's programs, one process for each count.

use bezzel_board::{Problem, Stop};
use bezzel_engines::{SimdLevel, plain, registry};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [counter, side] = &arguments[..] else { panic!("usage: count-once plain|ENGINE SIDE") };
    let n: u32 = side.parse().expect("a side");
    if counter == "plain" {
        return println!("{}", plain::count_full(n));
    }
    let engine = registry::find(counter).expect("plain or an engine");
    let never = Stop::new();
    let prepared = engine.prepare(&Problem::queens(n), &never).expect("the engine takes the board");
    let total = prepared.count_all(SimdLevel::best(), &never).expect("it is not stopped");
    println!("{}", total.count().expect("the engine counts solutions"));
}
