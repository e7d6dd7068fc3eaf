//! The totals of one side in all dimensions, by one of two orders of the transform, on all cores.
//!
//! `bench/spectrum` runs it: `spectrum SIDE [path|stars [PARTS]]`. The two orders share neither the
//! split into units nor the order of the traversal, and stars uses no symmetry: both must print the
//! same digest and the same totals. With a number of PARTS nothing is totalled: that many random parts
//! are counted for each number of pairs that the first decisions put into the set, and the processor
//! time of all parts is projected from their mean, with its standard error.

use bezzel_bench::processor_seconds;
use bezzel_board::{Problem, Stop};
use bezzel_engines::transform::{Order, Spectrum, TABLE_BITS, Transform};
use bezzel_engines::{Engine, Prepared, SimdLevel, Unit};
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use sha2::{Digest, Sha256};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let n: u32 = arguments.first().map_or(8, |text| text.parse().expect("a side"));
    let order = match arguments.get(1).map_or("path", String::as_str) {
        "path" => Order::Path,
        "stars" => Order::Stars,
        other => panic!("'{other}' is not an order; there are path and stars"),
    };
    let parts: Option<usize> = arguments.get(2).map(|text| text.parse().expect("a number"));
    let (never, begun) = (Stop::new(), Instant::now());
    let prepared = Transform::with_order(order).prepare(&Problem::queens(n), &never);
    let prepared = prepared.expect("a side up to 10");
    if let Some(parts) = parts {
        return project(n, prepared.as_ref(), parts);
    }
    let units = &prepared.plan().units;
    let next = AtomicUsize::new(0);
    let sum = Mutex::new((Spectrum::new(n, []), 0.0));
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                let before = processor_seconds();
                let mut worker = prepared.worker(SimdLevel::best()).expect("it is available");
                while let Some(unit) = units.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let subtotal = worker.count(unit, &never).expect("a unit of the plan");
                    let spectrum = subtotal.spectrum().expect("units of the transform are spectra");
                    let mut sum = sum.lock().expect("no worker panics");
                    sum.0 = sum.0.plus(spectrum).expect("of one side, below 2^127");
                }
                sum.lock().expect("no worker panics").1 += processor_seconds() - before;
            });
        }
    });
    let wall = begun.elapsed().as_secs_f64();
    let (sum, seconds) = sum.into_inner().expect("no worker panics");
    println!(
        "n = {n}, {order:?}: {} units, {threads} threads, {wall:.1} s, {seconds:.1} s of processor time",
        units.len()
    );
    println!("{} terms, digest {}", sum.terms().len(), digest(&sum.to_string()));
    for dimension in 2..=12 {
        println!("Q({n},{dimension}) = {}", sum.total(dimension));
    }
}

/// Tables of a part, as a power of two: a part of one table spends half of its time on memory that a
/// unit uses again.
const TABLES: u32 = 5;

/// Counts random parts and projects the time of all. A unit is split until few tables are left; how
/// long they take depends most on the pairs that the first decisions put into the set, so every
/// number of them has its own sample.
fn project(n: u32, prepared: &dyn Prepared, parts: usize) {
    let (never, mut dice) = (Stop::new(), SplitMix64::seed_from_u64(1));
    let mut roll = |sides: usize| (dice.next_u64() % sides as u64) as usize;
    let splits = (n * (n - 1) / 2).saturating_sub(n - 1 + TABLE_BITS + TABLES);
    let mut worker = prepared.worker(SimdLevel::best()).expect("it is available");
    let (mut whole, mut variance, mut counted) = (0.0, 0.0, 0.0);
    let units = &prepared.plan().units;
    for inside in 0..n as usize {
        let pairs = |unit: &Unit| unit.label().matches('1').count();
        let stratum: Vec<&Unit> = units.iter().filter(|unit| pairs(unit) == inside).collect();
        let all = stratum.len() as f64 * 2_f64.powi(splits as i32);
        let seconds: Vec<f64> = (0..parts)
            .map(|_| {
                let mut unit = stratum[roll(stratum.len())].clone();
                for _ in 0..splits {
                    unit = prepared.split(&unit).swap_remove(roll(2));
                }
                let before = processor_seconds();
                worker.count(&unit, &never).expect("a unit of the plan");
                processor_seconds() - before
            })
            .collect();
        let mean = seconds.iter().sum::<f64>() / parts as f64;
        let spread = seconds.iter().map(|second| (second - mean).powi(2)).sum::<f64>();
        println!(
            "{inside} pairs inside: {} units, {mean:.4} s for a part, {all:.0} parts",
            stratum.len()
        );
        whole += mean * all;
        variance += all * all * spread / (parts as f64 * (parts as f64 - 1.0).max(1.0));
        counted += mean * parts as f64;
    }
    let error = variance.sqrt();
    println!(
        "n = {n}: {parts} parts of each kind, {counted:.1} s of processor time; all parts take \
         {whole:.3e} s of one core, standard error {error:.1e} s"
    );
}

/// The SHA-256 digest of a text.
fn digest(text: &str) -> String {
    Sha256::digest(text).iter().map(|byte| format!("{byte:02x}")).collect()
}
