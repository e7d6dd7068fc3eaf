//! What each stage of a count by colour costs, from random parts of its units, each of them recounted.
//!
//! `bench/stages` runs it: `stages SIDE [PARTS [SECONDS [SEED [LEVEL]]]]`. For each stage PARTS units are
//! drawn by cost and split until a part is expected to take at most SECONDS. Stages of less than half a
//! per cent of the expected cost are left out. Seconds are processor seconds of one thread.

use bezzel_bench::draw::{draw_part, mean_and_error, stage_of};
use bezzel_bench::processor_seconds;
use bezzel_board::{Problem, Stop};
use bezzel_engines::{Colour, Engine, SimdLevel, Unit};
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::SeedableRng;

/// Stages with a smaller share of the cost are left out.
const SMALLEST: f64 = 0.005;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |place: usize, default: f64| -> f64 {
        arguments.get(place).map_or(default, |text| text.parse().expect("a number"))
    };
    let (n, parts) = (number(0, 22.0) as u32, number(1, 3.0) as usize);
    let (seconds, seed) = (number(2, 0.4), number(3, 1.0) as u64);
    let level = arguments.get(4).map_or(SimdLevel::best(), |name| {
        let named = |level: &SimdLevel| level.to_string() == *name;
        SimdLevel::ALL.into_iter().find(named).expect("a set of instructions")
    });
    let never = Stop::new();
    let prepared = Colour.prepare(&Problem::queens(n), &never).expect("the engine takes the board");
    let mut worker = prepared.worker(level).expect("the level is available");
    let units = &prepared.plan().units;
    let cost_of = |units: &[Unit]| units.iter().map(|unit| prepared.cost(unit)).sum::<f64>();
    let by_cost = |a: &&Unit, b: &&Unit| prepared.cost(a).total_cmp(&prepared.cost(b));
    let smallest = units.iter().min_by(by_cost).expect("a plan has units");
    let whole = cost_of(units);
    let (mut sum, mut variance) = (0.0, 0.0);
    println!("n = {n}, {parts} parts for each stage, seed {seed}, {}", worker.device());
    for stage in units.chunk_by(|one, other| stage_of(one) == stage_of(other)) {
        let cost = cost_of(stage);
        if cost < SMALLEST * whole {
            continue;
        }
        let mut random = SplitMix64::seed_from_u64(seed);
        let (mut counts, mut recounts) = (Vec::new(), Vec::new());
        for _ in 0..parts {
            let unit = draw_part(prepared.as_ref(), stage, seconds, &mut random);
            // Tables kept for all units are filled by the first count; those kept for one unit are
            // dropped by counting another.
            worker.count(&unit, &never).expect("a unit of the plan");
            worker.count(smallest, &never).expect("a unit of the plan");
            let begun = processor_seconds();
            let count = worker.count(&unit, &never).expect("a unit of the plan");
            let counted = processor_seconds();
            let recount = worker.recount(&unit, &never).expect("a unit of the plan");
            let recounted = processor_seconds();
            assert_eq!(count, recount, "{unit}");
            counts.push((counted - begun) / prepared.cost(&unit));
            recounts.push((recounted - counted) / prepared.cost(&unit));
        }
        let [(mean, error), (again, _)] = [mean_and_error(&counts), mean_and_error(&recounts)];
        println!(
            "{}: {:.2} s +- {:.0} %, expected {cost:.2} s; recount / count {:.2}",
            stage_of(&stage[0]),
            mean * cost,
            100.0 * error / mean,
            again / mean,
        );
        sum += mean * cost;
        variance += (error * cost).powi(2);
    }
    println!("whole count {sum:.4e} s +- {:.1} %", 100.0 * variance.sqrt() / sum);
}
