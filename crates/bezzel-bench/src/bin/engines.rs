//! Compares the engines in one run on one thread, as ratios to the plain bit-mask counter.
//!
//! `bench/engines` runs it. Times are processor seconds of this thread, so that other work on the
//! machine has little effect; every total is checked.

use bezzel_bench::processor_seconds;
use bezzel_board::{Problem, Stop};
use bezzel_data as golden;
use bezzel_engines::{SimdLevel, plain, registry};
use std::hint::black_box;

/// Largest side for which the plain counter is run completely; beyond it, its time is extrapolated
/// from its rate at this side and the known number of nodes, and marked as such.
const PLAIN: u32 = 16;

/// Largest side whose number of nodes is in the golden tables.
const NODES: u32 = 19;

fn main() {
    let sides: Vec<u32> = std::env::args().skip(1).map(|n| n.parse().expect("a side")).collect();
    let sides = if sides.is_empty() { vec![12, 13, 14, 15, 16, 17, 18] } else { sides };
    let level = SimdLevel::best();
    println!("vector instructions: {level}; processor seconds of one thread");
    println!("{:>3}  {:>12}  {:>12}  {:>9}  {:>9}", "n", "engine", "seconds", "x plain", "growth");
    let rate = plain_rate();
    let mut last: Vec<(&str, u32, f64)> = Vec::new();
    for n in sides {
        let plain = if n <= PLAIN {
            let (seconds, total) = timed(|| u128::from(plain::count_full(black_box(n))));
            assert_eq!(total, golden::total(n), "plain, n = {n}");
            seconds
        } else if n <= NODES {
            golden::sequence("A319283", n) as f64 / rate
        } else {
            f64::NAN
        };
        if n <= NODES {
            let mark = if n <= PLAIN { "plain" } else { "plain (rate)" };
            print_line(n, mark, plain, plain, &mut last);
        }
        for engine in registry::counters() {
            // Enumerating large boards takes minutes and gives no new information; Barr and Rao's
            // engine is for higher dimensions.
            let largest = match engine.info().id {
                "enumerate" => 18,
                "barr-rao" => 0,
                _ => u32::MAX,
            };
            if n > largest {
                continue;
            }
            let Ok(prepared) = engine.prepare(&Problem::queens(n), &Stop::new()) else { continue };
            let (seconds, total) = timed(|| {
                let total = prepared.count_all(level, &Stop::new()).expect("it is not stopped");
                total.count().expect("these engines count solutions")
            });
            assert_eq!(total, golden::total(n), "{}, n = {n}", engine.info().id);
            print_line(n, engine.info().id, seconds, plain, &mut last);
        }
    }
}

fn print_line<'a>(
    n: u32,
    name: &'a str,
    seconds: f64,
    plain: f64,
    last: &mut Vec<(&'a str, u32, f64)>,
) {
    let kind = name.split(' ').next().unwrap_or(name);
    let before = last.iter().rposition(|(before, ..)| *before == kind);
    // Growth per board size, even if sizes were skipped.
    let growth = before.map(|place| {
        let (_, m, then) = last[place];
        (seconds / then).powf(1.0 / f64::from(n - m))
    });
    let growth = growth.map_or(String::new(), |growth| format!("{growth:.2}"));
    let ratio = plain / seconds;
    let ratio = if ratio.is_nan() { String::new() } else { format!("{ratio:.1}") };
    println!("{n:>3}  {name:>12}  {seconds:>12.4}  {ratio:>9}  {growth:>9}");
    last.push((kind, n, seconds));
}

/// Nodes per second of the plain counter.
fn plain_rate() -> f64 {
    let n = 14;
    let best = (0..3)
        .map(|_| timed(|| u128::from(plain::count_full(black_box(n)))).0)
        .fold(f64::MAX, f64::min);
    golden::sequence("A319283", n) as f64 / best
}

/// The mean of enough runs to fill half a second, at least one: the system's clock for threads is
/// too coarse for a single short run.
fn timed(count: impl Fn() -> u128) -> (f64, u128) {
    let before = processor_seconds();
    let mut runs = 0.0;
    loop {
        let total = black_box(count());
        runs += 1.0;
        let seconds = processor_seconds() - before;
        if seconds > 0.5 {
            return (seconds / runs, total);
        }
    }
}
