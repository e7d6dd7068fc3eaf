//! Times the colour engine: `colour_trial N [auto|scalar|avx2] [every k-th unit] [threads]`.

use bezzel_engines::colour::{ColourPlan, SimdLevel};
use std::collections::BTreeMap;

/// A clock of the processor time of this thread: the machine may be shared.
struct Instant(f64);

impl Instant {
    fn now() -> Self {
        let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
        Instant(
            text.split(' ')
                .next()
                .and_then(|ns| ns.parse().ok())
                .unwrap_or(0.0)
                / 1e9,
        )
    }

    fn seconds(&self) -> f64 {
        Self::now().0 - self.0
    }
}

/// Seconds of a fixed small count: tells how much of a core this process has just now.
fn probe() -> f64 {
    let plan = ColourPlan::new(&[(1 << 15) - 1; 15]);
    let units = plan.units();
    let count = || units.iter().map(|unit| plan.count(unit)).sum::<u128>();
    assert_eq!(count(), 2_279_184);
    let start = Instant::now();
    assert_eq!(count(), 2_279_184);
    start.seconds()
}

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let n: usize = args[1].parse().unwrap();
    let before = probe();
    let start = Instant::now();
    let mut plan = ColourPlan::new(&vec![(1 << n) - 1; n]);
    match args.get(2).map(String::as_str) {
        Some("scalar") => plan = plan.with_level(SimdLevel::Scalar),
        Some("avx2") => plan = plan.with_level(SimdLevel::Avx2),
        _ => {}
    }
    let mut units = plan.units();
    if let Ok(stage) = std::env::var("STAGE") {
        units.retain(|unit| unit.queens.to_string() == stage);
    }
    let step: usize = args.get(3).map_or(1, |s| s.parse().unwrap());
    let mut total = 0u128;
    let mut by_stage: BTreeMap<usize, (f64, f64)> = BTreeMap::new();
    let all: f64 = units.iter().map(|unit| unit.cost).sum();
    let mut cost = 0.0;
    // A first pass fills the shared tables, which a whole run does once.
    if step > 1 {
        units
            .iter()
            .step_by(step)
            .for_each(|unit| _ = plan.count(unit));
    }
    let tables = start.seconds();
    let start = Instant::now();
    for unit in units.iter().step_by(step) {
        let begun = Instant::now();
        total += plan.count(unit);
        let seconds = begun.seconds();
        let entry = by_stage.entry(unit.queens).or_default();
        entry.0 += seconds;
        entry.1 += unit.cost;
        cost += unit.cost;
        if std::env::var("UNITS").is_ok() {
            println!(
                "{unit}: {seconds:.4} s, cost {:.4}, ratio {:.2}",
                unit.cost,
                seconds / unit.cost
            );
        }
    }
    let seconds = start.seconds();
    println!(
        "probe {:.1} ms before, {:.1} ms after",
        before * 1e3,
        probe() * 1e3
    );
    println!(
        "n={n} total={} units={} before {tables:.3} s, then {seconds:.3} s, whole {:.2} s by cost, {:.2} s by units",
        total / plan.divisor(),
        units.len(),
        seconds * all / cost,
        seconds * step as f64,
    );
    for (a, (seconds, cost)) in by_stage {
        let stage: f64 = units.iter().filter(|u| u.queens == a).map(|u| u.cost).sum();
        println!("  a={a}: {:.3} s", seconds * stage / cost);
    }
}
