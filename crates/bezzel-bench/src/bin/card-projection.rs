//! How long a count would take on the graphics cards of this machine, with error bars.
//!
//! `bench/card-projection` runs it: `card-projection SIDE [UNITS [SEED [SECONDS]]]`. Units are drawn
//! with a chance that follows their expected cost, and a unit expected to take a core longer than
//! SECONDS is split and one part drawn, again by cost. All streams of work of the cards count at the
//! same time, as in a real run; a unit's time is divided by their number. Then the mean of seconds per
//! cost, times the cost of all units, estimates the whole, and the spread of the sample gives its
//! standard error. A real run counts whole units; what a part could share with the rest of its unit is
//! computed for it alone, so the estimate may be too high. Each line is a unit, its subtotal and its
//! seconds; then come the stages (units whose labels begin alike) with their share of the time.

use bezzel_bench::draw::{draw, mean_and_error, place};
use bezzel_board::{Problem, Stop};
use bezzel_engines::{Colour, Engine, Unit};
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::SeedableRng;
use std::collections::BTreeMap;
use std::sync::Mutex;
use std::time::Instant;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |place: usize, default: u64| -> u64 {
        arguments.get(place).map_or(default, |text| text.parse().expect("a number"))
    };
    let (n, sample, seed) = (number(0, 24) as u32, number(1, 300), number(2, 1));
    let seconds = number(3, 2400) as f64;
    let never = Stop::new();
    let prepared = Colour.prepare(&Problem::queens(n), &never).expect("a board for this engine");
    let workers = prepared.gpu_workers().unwrap_or_else(|error| panic!("{error}"));
    let streams = workers.len();
    let units = &prepared.plan().units;
    let costs: Vec<f64> = units.iter().map(|unit| prepared.cost(unit)).collect();
    let whole: f64 = costs.iter().sum();
    let mut random = SplitMix64::seed_from_u64(seed);
    let drawn: Vec<Unit> = (0..sample)
        .map(|_| {
            let mut unit = units[place(&costs, &mut random)].clone();
            while prepared.cost(&unit) > seconds {
                let parts = prepared.split(&unit);
                if parts.is_empty() {
                    break;
                }
                unit = draw(prepared.as_ref(), &parts, &mut random);
            }
            unit
        })
        .collect();
    println!(
        "n = {n}, {} units of {whole:.3e} s, {sample} drawn, seed {seed}, {streams} streams on {}",
        units.len(),
        workers[0].device()
    );
    let by_stage = Mutex::new(BTreeMap::<String, Vec<f64>>::new());
    let (waiting, ratios) = (Mutex::new(drawn.into_iter()), Mutex::new(Vec::new()));
    let begun = Instant::now();
    std::thread::scope(|scope| {
        for mut worker in workers {
            let (waiting, ratios, prepared, never) = (&waiting, &ratios, &prepared, &never);
            let by_stage = &by_stage;
            scope.spawn(move || {
                // The self-test comes before the first unit and is not part of its time.
                worker.count(&prepared.plan().units[0], never).expect("a count");
                loop {
                    let Some(unit) = waiting.lock().expect("no panic").next() else { return };
                    let start = Instant::now();
                    let count = worker.count(&unit, never).expect("a count");
                    let took = start.elapsed().as_secs_f64();
                    println!("{unit}\t{count}\t{took:.6}");
                    let ratio = took / streams as f64 / prepared.cost(&unit);
                    ratios.lock().expect("no panic").push(ratio);
                    let stage = unit.label().split(' ').next().unwrap_or_default().to_owned();
                    by_stage.lock().expect("no panic").entry(stage).or_default().push(ratio);
                }
            });
        }
    });
    for (stage, ratios) in by_stage.into_inner().expect("no panic") {
        let seconds = ratios.iter().sum::<f64>() / sample as f64 * whole;
        println!("{stage}: {} drawn, {seconds:.3e} s of the whole count", ratios.len());
    }
    let (mean, error) = mean_and_error(&ratios.into_inner().expect("no panic"));
    println!(
        "n = {n}: whole count {:.4e} s +- {:.1} %, {:.2} hours; this sample took {:.1} s",
        mean * whole,
        100.0 * error / mean,
        mean * whole / 3600.0,
        begun.elapsed().as_secs_f64(),
    );
}
