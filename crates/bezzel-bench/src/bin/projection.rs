//! How long a count would take, with error bars, and how long its recount, from random units.
//!
//! `bench/projection` runs it: `projection SIDE [UNITS [SEED [ENGINE [SECONDS]]]]`. Units are drawn
//! with a chance that follows their expected cost; then the mean of seconds per cost, times the cost
//! of all units, estimates the whole without bias, and the spread of the sample gives its standard
//! error. A unit expected to take longer than SECONDS is split and one part drawn, again by cost.
//! Each unit is counted and recounted; the subtotals must agree. Seconds are processor seconds.

use bezzel_bench::draw::{draw_part, mean_and_error};
use bezzel_bench::processor_seconds;
use bezzel_board::{Problem, Stop};
use bezzel_engines::{SimdLevel, Unit, registry};
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::SeedableRng;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |place: usize, default: u64| -> u64 {
        arguments.get(place).map_or(default, |text| text.parse().expect("a number"))
    };
    let (n, sample, seed) = (number(0, 20) as u32, number(1, 20), number(2, 1));
    let seconds = number(4, 10) as f64;
    let (problem, never) = (Problem::queens(n), Stop::new());
    let engine = match arguments.get(3) {
        Some(id) => registry::find(id).expect("an engine"),
        None => registry::find("colour").expect("an engine"),
    };
    let prepared = engine.prepare(&problem, &never).expect("the engine takes the board");
    let mut worker = prepared.worker(SimdLevel::best()).expect("the best level is available");
    let units = &prepared.plan().units;
    let whole: f64 = units.iter().map(|unit| prepared.cost(unit)).sum();
    let id = engine.info().id;
    println!("n = {n}, engine {id}, {} units, seed {seed}, {}", units.len(), worker.device());
    let by_cost = |a: &&Unit, b: &&Unit| prepared.cost(a).total_cmp(&prepared.cost(b));
    let smallest = units.iter().min_by(by_cost).expect("a plan has units").clone();
    let mut random = SplitMix64::seed_from_u64(seed);
    let (mut counts, mut recounts) = (Vec::new(), Vec::new());
    for _ in 0..sample {
        let unit = draw_part(prepared.as_ref(), units, seconds, &mut random);
        let cost = prepared.cost(&unit);
        // The tables a worker keeps for all units are filled once in a whole run; those it keeps for
        // one unit are dropped by counting another.
        let begun = processor_seconds();
        let first = worker.count(&unit, &never).expect("a unit of the plan");
        let first_counted = processor_seconds();
        worker.count(&smallest, &never).expect("a unit of the plan");
        let warm = processor_seconds();
        let count = worker.count(&unit, &never).expect("a unit of the plan");
        let counted = processor_seconds();
        let recount = worker.recount(&unit, &never).expect("a unit of the plan");
        let recounted = processor_seconds();
        assert!(first == count && count == recount, "{unit}: {count} and {recount}");
        counts.push((counted - warm) / cost);
        recounts.push((recounted - counted) / cost);
        let [(mean, error), (again, _)] = [mean_and_error(&counts), mean_and_error(&recounts)];
        // After every unit, because the next one may take minutes.
        println!(
            "{unit}: {:.3} s (first {:.3} s), expected {cost:.3} s, recounted in {:.3} s; whole count \
             {:.3e} s +- {:.0} %, {:.2} core-days; recount / count {:.2}",
            counted - warm,
            first_counted - begun,
            recounted - counted,
            mean * whole,
            100.0 * error / mean,
            mean * whole / 86_400.0,
            again / mean,
        );
    }
}
