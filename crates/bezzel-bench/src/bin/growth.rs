//! How the time of a count by colour grows from side to side: whole counts and samples of whole units, in one
//! run on the same threads.
//!
//! `bench/growth` runs it: `growth THREADS [LEVEL] [seed=K] SIDE[:UNITS[:SECONDS[:PART]]]…`. A side alone is counted
//! to the end and its total checked. With UNITS, so many are drawn by expected cost; the mean of seconds per cost in
//! each stage, times the cost of the stage, estimates the whole, and the spread gives its standard error. After
//! SECONDS by the clock no unit begins; those that have begun are all finished, else long ones would be missing. A unit
//! expected to take longer than PART is split and one part drawn, again by cost.
//!
//! Seconds are processor seconds of all threads. What a plan keeps for all units of a stage is made by the first unit
//! that needs it. So before a sample its first unit of each stage is counted once more, and these units begin the
//! sample, however short the time is; what one takes longer the first time is added once, not for every unit. A part
//! does alone what the parts of a unit share, so a sample of parts tends to overestimate.

use bezzel_bench::draw::{draw_part, mean_and_error, stage_of};
use bezzel_bench::processor_seconds;
use bezzel_board::{Problem, Stop};
use bezzel_data as golden;
use bezzel_engines::{Colour, Engine, Prepared, SimdLevel, Unit};
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::SeedableRng;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// What to do with a side.
struct Task {
    n: u32,
    /// Units to draw; all of them if there is no number.
    units: Option<usize>,
    limit: Duration,
    /// The longest part, in expected seconds.
    part: f64,
    seed: u64,
}

fn main() {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let usage = "usage: growth THREADS [LEVEL] [seed=K] SIDE[:UNITS[:SECONDS[:PART]]]...";
    assert!(arguments.len() > 1, "{usage}");
    let threads: usize = arguments.remove(0).parse().expect("a number of threads");
    let named = |level: &SimdLevel| level.to_string() == arguments[0];
    let level = SimdLevel::ALL.into_iter().find(named);
    assert!(arguments.len() > usize::from(level.is_some()), "{usage}");
    if level.is_some() {
        arguments.remove(0);
    }
    let level = level.unwrap_or(SimdLevel::best());
    let seed: Option<u64> =
        arguments[0].strip_prefix("seed=").map(|seed| seed.parse().expect("a number"));
    if seed.is_some() {
        arguments.remove(0);
    }
    let seed = seed.unwrap_or(1);
    println!("engine colour, {level}, {threads} threads, seed {seed}; processor seconds");
    let mut before: Option<(u32, f64, f64)> = None;
    for side in &arguments {
        let task = read(side, seed);
        let (seconds, error) = timed(&task, level, threads);
        let error = error / seconds;
        let growth = before.map_or(String::new(), |(last, least, its_error)| {
            let steps = f64::from(task.n) - f64::from(last);
            let times = seconds / least;
            format!(
                ", {times:.2} +- {:.2} times {last}, {:.2} a side",
                times * error.hypot(its_error),
                times.powf(1.0 / steps)
            )
        });
        println!("n = {}: {seconds:.4e} s +- {:.1} %{growth}", task.n, 100.0 * error);
        before = Some((task.n, seconds, error));
    }
}

fn read(side: &str, seed: u64) -> Task {
    let numbers: Vec<u64> = side.split(':').map(|text| text.parse().expect("a number")).collect();
    let units = numbers.get(1).map(|&units| units as usize);
    assert!(units.is_none_or(|units| units > 1), "{side}: one unit says nothing about its error");
    Task {
        n: numbers[0] as u32,
        units,
        limit: Duration::from_secs(*numbers.get(2).unwrap_or(&u64::from(u32::MAX))),
        part: numbers.get(3).map_or(f64::INFINITY, |&part| part as f64),
        seed,
    }
}

/// Seconds for all units of a side, and their standard error.
fn timed(task: &Task, level: SimdLevel, threads: usize) -> (f64, f64) {
    let prepared =
        Colour.prepare(&Problem::queens(task.n), &Stop::new()).expect("the engine takes it");
    let units = &prepared.plan().units;
    let count = |units: &[Unit], surely| {
        let limit = Limit { surely, time: task.limit };
        count(prepared.as_ref(), units, level, threads, &limit)
    };
    let Some(number) = task.units else {
        let mut all = units.clone();
        all.sort_by(|one, other| prepared.cost(other).total_cmp(&prepared.cost(one)));
        let (took, total) = count(&all, all.len());
        assert_eq!(total, golden::total(task.n), "n = {}", task.n);
        println!("n = {}: {total}", task.n);
        return (took.iter().map(|(_, seconds)| seconds).sum(), 0.0);
    };
    let mut random = SplitMix64::seed_from_u64(task.seed << 32 | u64::from(task.n));
    let mut draw_one = || draw_part(prepared.as_ref(), units, task.part, &mut random);
    let mut chosen: Vec<Unit> = (0..number).map(|_| draw_one()).collect();
    let stages = first_of_stages_first(&mut chosen);
    let (first, _) = count(&chosen[..stages], stages);
    let (took, _) = count(&chosen, stages);
    let mut ratios: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    for (unit, seconds) in &took {
        ratios.entry(stage_of(unit)).or_default().push(seconds / prepared.cost(unit));
    }
    let all: Vec<f64> = ratios.values().flatten().copied().collect();
    let once: f64 = first.iter().map(|first| longer(first, &took)).sum();
    println!("  kept for all units of a stage: {once:.1} s");
    let (mut sum, mut variance, mut guessed) = (once, 0.0, 0.0);
    for stage in units.chunk_by(|one, other| stage_of(one) == stage_of(other)) {
        let cost: f64 = stage.iter().map(|unit| prepared.cost(unit)).sum();
        // A stage with one unit drawn or none is like the others.
        let own = ratios.get(stage_of(&stage[0])).filter(|own| own.len() > 1);
        let (mean, error) = mean_and_error(own.unwrap_or(&all));
        println!(
            "  {}: {} of {} units, {:.3e} s +- {:.1} %",
            stage_of(&stage[0]),
            own.map_or(0, Vec::len),
            stage.len(),
            mean * cost,
            100.0 * error / mean
        );
        sum += mean * cost;
        match own {
            Some(_) => variance += (error * cost).powi(2),
            // Errors of the same mean, so they do not balance each other.
            None => guessed += error * cost,
        }
    }
    println!("  {} units", all.len());
    (sum, variance.sqrt().hypot(guessed))
}

/// Puts the first unit of each stage before all others; returns how many these are.
fn first_of_stages_first(chosen: &mut Vec<Unit>) -> usize {
    let mut stages = BTreeSet::new();
    let is_first = |unit: &Unit| stages.insert(stage_of(unit).to_owned());
    let (first, others): (Vec<Unit>, Vec<Unit>) = chosen.drain(..).partition(is_first);
    let number = first.len();
    chosen.extend(first.into_iter().chain(others));
    number
}

/// How much longer a unit took than when it was counted again.
fn longer((unit, seconds): &(Unit, f64), again: &[(Unit, f64)]) -> f64 {
    let (_, again) = again.iter().find(|(other, _)| other == unit).expect("it begins the sample");
    (seconds - again).max(0.0)
}

/// Which units begin.
struct Limit {
    /// The first ones, in any case.
    surely: usize,
    /// The others until then.
    time: Duration,
}

/// Counts these units in turn on all threads: the seconds of each that was begun in time, and the total of them.
fn count(
    prepared: &dyn Prepared,
    units: &[Unit],
    level: SimdLevel,
    threads: usize,
    limit: &Limit,
) -> (Vec<(Unit, f64)>, u128) {
    let (left, found) = (Mutex::new(units.iter().enumerate()), Mutex::new((Vec::new(), 0)));
    let begun = Instant::now();
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                let (mut worker, never) =
                    (prepared.worker(level).expect("the level is there"), Stop::new());
                loop {
                    let Some((place, unit)) = left.lock().expect("no panic").next() else { break };
                    if place >= limit.surely && begun.elapsed() >= limit.time {
                        break;
                    }
                    let start = processor_seconds();
                    let subtotal = worker.count(unit, &never).expect("a unit of the plan");
                    let seconds = processor_seconds() - start;
                    let mut found = found.lock().expect("no panic");
                    found.0.push((unit.clone(), seconds));
                    found.1 += subtotal.count().expect("the engine counts solutions");
                }
            });
        }
    });
    found.into_inner().expect("no panic")
}
