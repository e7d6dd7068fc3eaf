//! Counts boards on the graphics cards of this machine and times it: `gpu total N…`, or
//! `gpu sample N UNITS SEED` for a projection from units drawn by cost.

use bezzel_board::{Problem, Stop};
use bezzel_engines::{Colour, Engine, Prepared, Subtotal, Unit, Worker, gpu};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

fn prepare(n: u32) -> std::sync::Arc<dyn Prepared> {
    Colour.prepare(&Problem::queens(n), &Stop::new()).expect("a board")
}

/// Counts units on all workers: subtotals and seconds, in the order of the units.
fn run(workers: &mut [Box<dyn Worker>], units: &[Unit]) -> Vec<(u128, f64)> {
    let next = AtomicUsize::new(0);
    let mut done: Vec<(usize, u128, f64)> = std::thread::scope(|scope| {
        let threads: Vec<_> = workers
            .iter_mut()
            .map(|worker| {
                let next = &next;
                scope.spawn(move || {
                    let mut done = Vec::new();
                    loop {
                        let i = next.fetch_add(1, Ordering::Relaxed);
                        let Some(unit) = units.get(i) else { return done };
                        let begun = Instant::now();
                        match worker.count(unit, &Stop::new()) {
                            Ok(Subtotal::Count(count)) => {
                                done.push((i, count, begun.elapsed().as_secs_f64()));
                            }
                            other => panic!("{unit}: {other:?}"),
                        }
                    }
                })
            })
            .collect();
        threads.into_iter().flat_map(|thread| thread.join().expect("no panic")).collect()
    });
    done.sort_by_key(|&(i, ..)| i);
    done.into_iter().map(|(_, count, seconds)| (count, seconds)).collect()
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    println!("{:?}", gpu::report());
    let streams: usize = std::env::var("STREAMS").map_or(4, |v| v.parse().expect("a number"));
    let numbers: Vec<u32> =
        arguments[2..].iter().map(|a| a.parse().expect("a number")).collect();
    match arguments[1].as_str() {
        "total" => {
            for &n in &numbers {
                let prepared = prepare(n);
                let begun = Instant::now();
                let mut workers = prepared.gpu_workers().expect("a card");
                workers.truncate(streams);
                let warm = prepared.plan().units[..workers.len().min(prepared.plan().units.len())].to_vec();
                run(&mut workers, &warm);
                let start_up = begun.elapsed().as_secs_f64();
                let mut units = prepared.plan().units.clone();
                units.sort_by(|x, y| prepared.cost(y).total_cmp(&prepared.cost(x)));
                let begun = Instant::now();
                let sum: u128 = run(&mut workers, &units).iter().map(|(count, _)| count).sum();
                println!(
                    "n={n} total={} seconds={:.3} start-up={start_up:.3} units={}",
                    sum / prepared.plan().divisor, begun.elapsed().as_secs_f64(), units.len()
                );
            }
        }
        "sample" => {
            let (n, draws, mut seed) = (numbers[0], numbers[1] as usize, u64::from(numbers[2]));
            let prepared = prepare(n);
            let units = &prepared.plan().units;
            let costs: Vec<f64> = units.iter().map(|unit| prepared.cost(unit)).collect();
            let all: f64 = costs.iter().sum();
            let mut drawn = Vec::new();
            for _ in 0..draws {
                seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                let mut at = (seed >> 11) as f64 / (1u64 << 53) as f64 * all;
                let i = costs.iter().position(|cost| { at -= cost; at < 0.0 });
                drawn.push(i.unwrap_or(costs.len() - 1));
            }
            let mut workers = prepared.gpu_workers().expect("a card");
            // One stream: a unit's own time.
            workers.truncate(1);
            run(&mut workers, &[units[drawn[0]].clone()]);
            let chosen: Vec<Unit> = drawn.iter().map(|&i| units[i].clone()).collect();
            let done = run(&mut workers, &chosen);
            let per: Vec<f64> =
                done.iter().zip(&drawn).map(|((_, s), &i)| s * all / costs[i]).collect();
            let mean = per.iter().sum::<f64>() / draws as f64;
            let spread = per.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / (draws - 1) as f64;
            for ((count, seconds), unit) in done.iter().zip(&chosen) {
                println!("{unit}: {count} in {seconds:.4} s");
            }
            println!("n={n} projected {mean:.1} s, standard error {:.1} s, {draws} of {} units", (spread / draws as f64).sqrt(), units.len());
        }
        other => panic!("{other}: total or sample"),
    }
}
