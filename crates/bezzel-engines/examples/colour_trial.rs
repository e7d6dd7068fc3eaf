//! Times the units of the colour engine: `colour_trial N [every k-th unit] [level]`.
//!
//! Prints processor time of this thread, since the machine may be shared, and a projection for all
//! units from those counted. `UNITS=1` lists every unit counted, `STAGE=5` counts only one stage.

#[path = "shared/clock.rs"]
mod clock;

use bezzel_board::Problem;
use bezzel_engines::{Colour, Engine, Prepared, SimdLevel};
use clock::processor_seconds;
use std::collections::BTreeMap;

fn prepare(n: u32, level: SimdLevel) -> Box<dyn Prepared> {
    Colour.prepare(&Problem::queens(n), level).expect("a board the engine knows")
}

/// Seconds of a fixed small count: tells how much of a core this process has just now.
fn probe() -> f64 {
    let job = prepare(15, SimdLevel::best());
    let count = || (0..job.plan().units.len()).map(|unit| job.count(unit)).sum::<u128>();
    count();
    let start = processor_seconds();
    assert_eq!(count(), 2_279_184);
    processor_seconds() - start
}

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let n = args[1].parse().expect("a board size");
    let step: usize = args.get(2).map_or(1, |s| s.parse().expect("a step"));
    let level = SimdLevel::ALL
        .into_iter()
        .find(|level| args.get(3).is_some_and(|word| *word == level.to_string()))
        .unwrap_or(SimdLevel::best());
    let before = probe();
    let start = processor_seconds();
    let job = prepare(n, level);
    let prepared = processor_seconds() - start;
    let stage = |unit: usize| job.plan().units[unit].label.split(' ').next().unwrap().to_string();
    let only = std::env::var("STAGE").ok();
    let units: Vec<usize> = (0..job.plan().units.len())
        .filter(|&unit| only.as_ref().is_none_or(|only| stage(unit) == format!("a={only}")))
        .collect();
    let cost = |unit: usize| job.plan().units[unit].cost;
    let chosen: Vec<usize> = units.iter().copied().skip(step / 2).step_by(step).collect();
    // A first pass fills the shared tables, which a whole run does once.
    if step > 1 {
        chosen.iter().for_each(|&unit| _ = job.count(unit));
    }
    let tables = processor_seconds() - start;
    let mut total = 0;
    let mut stages: BTreeMap<String, (f64, f64, f64)> = BTreeMap::new();
    for &unit in &units {
        stages.entry(stage(unit)).or_default().2 += cost(unit);
    }
    let start = processor_seconds();
    for &unit in &chosen {
        let begun = processor_seconds();
        total += job.count(unit);
        let seconds = processor_seconds() - begun;
        let entry = stages.entry(stage(unit)).or_default();
        entry.0 += seconds;
        entry.1 += cost(unit);
        if std::env::var("UNITS").is_ok() {
            let ratio = seconds / cost(unit);
            let label = &job.plan().units[unit].label;
            println!("{label}: {seconds:.4} s, expected {:.4} s, ratio {ratio:.2}", cost(unit));
        }
    }
    let seconds = processor_seconds() - start;
    let whole: f64 = stages.values().filter(|s| s.1 > 0.0).map(|s| s.0 * s.2 / s.1).sum();
    println!("probe {:.1} ms before, {:.1} ms after", before * 1e3, probe() * 1e3);
    println!(
        "n={n} sum={total} units={} prepared {prepared:.3} s tables {tables:.3} s, then {seconds:.3} s, whole {whole:.2} s",
        units.len(),
    );
    for (stage, (seconds, counted, all)) in stages {
        println!("  {stage}: {:.3} s, expected {all:.3} s", seconds * all / counted);
    }
}
