//! Times the colour engine: `colour_trial N [level]`.
use bezzel_engines::colour::*;
use std::time::Instant;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let n: usize = args[1].parse().unwrap();
    let start = Instant::now();
    let mut plan = ColourPlan::new(&vec![(1 << n) - 1; n]);
    match args.get(2).map(String::as_str) {
        Some("scalar") => plan = plan.with_level(SimdLevel::Scalar),
        Some("avx2") => plan = plan.with_level(SimdLevel::Avx2),
        _ => {}
    }
    let units = plan.units();
    let step: usize = args.get(3).map_or(1, |s| s.parse().unwrap());
    let mut total = 0u128;
    let mut by: std::collections::BTreeMap<usize, (f64, usize)> = Default::default();
    for unit in units.iter().step_by(step) {
        let t = Instant::now();
        total += plan.count(unit);
        let e = by.entry(unit.queens).or_default();
        e.0 += t.elapsed().as_secs_f64();
        e.1 += 1;
        if std::env::var("ST").is_ok() {
                .iter()
                .map(|s| s.swap(0, std::sync::atomic::Ordering::Relaxed) as f64)
                .collect();
            println!(
                "a={} {:.4}s pairwords {:.3e} runwords {:.3e} nodewords {:.3e} words {:.3e} avgN {:.2} pairs/run {:.2} runs {:.3e} bits/word {:.1}",
                unit.queens,
                t.elapsed().as_secs_f64(),
                v[0],
                v[1],
                v[2],
                v[3],
                v[3] / v[4],
                v[0] / v[1],
                v[5],
                v[6] / v[3]
            );
        }
    }
    println!(
        "n={n} total={} units={} {:.3}s (scaled {:.3}s)",
        total / plan.divisor(),
        units.len(),
        start.elapsed().as_secs_f64(),
        start.elapsed().as_secs_f64() * step as f64
    );
    for (a, (s, c)) in by {
        println!("  a={a}: {:.3}s scaled in {c} units", s * step as f64);
    }
}
