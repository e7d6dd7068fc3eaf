//! How long a count would take, with error bars, from random units.
//!
//! `bench/projection` runs it. Units are drawn with a chance that follows their expected cost; then
//! the mean of seconds per cost, times the cost of all units, estimates the whole without bias, and
//! the spread of the sample gives its standard error. Seconds are processor seconds.

#[path = "shared/clock.rs"]
mod clock;

use bezzel_board::Problem;
use bezzel_engines::{SimdLevel, registry};
use clock::processor_seconds;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let mut number = |name: &str, default: u64| -> u64 {
        arguments.next().map_or(default, |text| text.parse().unwrap_or_else(|_| panic!("{name}")))
    };
    let n = number("the side", 20) as u32;
    let sample = number("the number of units", 20);
    let seed = number("the seed", 1);
    let problem = Problem::queens(n);
    let engine = registry::fastest(&problem);
    let prepared = engine.prepare(&problem, SimdLevel::best()).expect("the engine takes the board");
    let units = &prepared.plan().units;
    let mut ends = Vec::with_capacity(units.len());
    let mut cost = 0.0;
    for unit in units {
        cost += unit.cost;
        ends.push(cost);
    }
    let mut random = seed;
    println!("n = {n}, engine {}, {} units, seed {seed}", engine.id(), units.len());
    let mut ratios = Vec::new();
    for _ in 0..sample {
        let drawn = ends.partition_point(|&end| end <= uniform(&mut random) * cost);
        let drawn = drawn.min(units.len() - 1);
        let before = processor_seconds();
        std::hint::black_box(prepared.count(drawn));
        let seconds = processor_seconds() - before;
        ratios.push(seconds / units[drawn].cost);
        let (mean, error) = mean_and_error(&ratios);
        // After every unit, because the next one may take minutes.
        println!(
            "{} drawn, the last {seconds:.1} s, {:.3e} s by it alone; whole count {:.3e} s +- {:.0} %, \
             {:.2} core-days",
            ratios.len(),
            seconds / units[drawn].cost * cost,
            mean * cost,
            100.0 * error / mean,
            mean * cost / 86_400.0
        );
    }
}

/// The mean of a sample and its standard error.
fn mean_and_error(sample: &[f64]) -> (f64, f64) {
    let count = sample.len() as f64;
    let mean = sample.iter().sum::<f64>() / count;
    let squares = sample.iter().map(|value| (value - mean).powi(2)).sum::<f64>();
    (mean, (squares / (count - 1.0) / count).sqrt())
}

/// A number from 0 to 1, by SplitMix64.
fn uniform(state: &mut u64) -> f64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    ((z ^ (z >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
}
