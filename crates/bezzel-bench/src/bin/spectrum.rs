//! The totals of one side in all dimensions, by one of two orders of the transform, on all cores.
//!
//! `bench/spectrum` runs it: `spectrum SIDE [path|stars [SHARE]]`. The two orders share neither the
//! split into units nor the order of the traversal, and stars uses no symmetry: both must print the
//! same digest and the same totals. With a SHARE below 1 only units of about that share of the
//! expected cost are counted, and the time of all of them is projected from processor seconds.

use bezzel_bench::processor_seconds;
use bezzel_board::{Problem, Stop};
use bezzel_engines::transform::{Order, Spectrum, Transform};
use bezzel_engines::{Engine, SimdLevel};
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
    let share: f64 = arguments.get(2).map_or(1.0, |text| text.parse().expect("a share"));
    let (never, begun) = (Stop::new(), Instant::now());
    let prepared = Transform::with_order(order).prepare(&Problem::queens(n), &never);
    let prepared = prepared.expect("a side up to 10");
    let all = &prepared.plan().units;
    let cost = |units: &[bezzel_engines::Unit]| -> f64 {
        units.iter().map(|unit| prepared.cost(unit)).sum()
    };
    // Every k-th unit: neighbours in the plan differ in one pair, so these are spread evenly.
    let step = (1.0 / share).round().max(1.0) as usize;
    let units: Vec<_> = all.iter().step_by(step).cloned().collect();
    let next = AtomicUsize::new(0);
    let sum = Mutex::new(Spectrum::new(n, []));
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let before = processor_seconds();
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                let mut worker = prepared.worker(SimdLevel::best()).expect("it is available");
                while let Some(unit) = units.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let subtotal = worker.count(unit, &never).expect("a unit of the plan");
                    let spectrum = subtotal.spectrum().expect("units of the transform are spectra");
                    let mut sum = sum.lock().expect("no worker panics");
                    *sum = sum.plus(spectrum).expect("of one side, below 2^127");
                }
            });
        }
    });
    let seconds = processor_seconds() - before;
    let wall = begun.elapsed().as_secs_f64();
    let sum = sum.into_inner().expect("no worker panics");
    println!(
        "n = {n}, {order:?}: {} of {} units, {threads} threads, {wall:.1} s, {seconds:.1} s of processor time",
        units.len(),
        all.len()
    );
    if step > 1 {
        let whole = seconds * cost(all) / cost(&units);
        println!("projected for all units: {whole:.3e} s of one core");
        return;
    }
    println!("{} terms, digest {:016x}", sum.terms().len(), digest(&sum.to_string()));
    for dimension in 2..=12 {
        println!("Q({n},{dimension}) = {}", sum.total(dimension));
    }
}

/// FNV-1a of a text: two runs print the same one exactly if their spectra are the same text, up to
/// chance.
fn digest(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
