//! How long a count would take on the graphics cards of this machine, with error bars.
//!
//! `bench/card-projection` runs it: `card-projection SIDE [UNITS [SEED [SECONDS [LIMIT [LEDGER]]]]]`.
//! UNITS is a number of units of all stages, or of one stage, units whose labels begin alike: `a=6:60`.
//! Each is drawn with a chance that follows the square root of its expected cost, as the seconds on a
//! card do. If SECONDS is not 0, a unit expected to take a core longer is split and one part drawn; units
//! and parts are then drawn by cost, and what a part could share with the rest of its unit is computed
//! for it alone, so that the estimate may be too high.
//!
//! All streams of work of the cards count at the same time, as in a real run; a unit's time is divided
//! by their number. The mean of seconds per weight, times the weight of all units, estimates the time,
//! and the spread gives the standard error. Streams get equal shares of a card only while they count the
//! same stage, so a sample that has more of one stage than a real run has would be wrong: then each stage
//! has a run of its own.
//!
//! After LIMIT seconds no unit of the sample begins. Those that have begun are all finished, else long
//! ones would be missing, and meanwhile the other streams count further units, as they would in a real
//! run. Whole units go into LEDGER. Each line is a unit, its subtotal and its seconds, with a star if it
//! is not of the sample.

use bezzel_bench::draw::{mean_and_error, part_of, place, stage_of};
use bezzel_board::{Problem, Stop};
use bezzel_engines::{Colour, Engine, Unit};
use bezzel_jobs::{Ledger, PROGRAM, Row, host_name, processor_time};
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::SeedableRng;
use std::sync::Mutex;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// What the streams share.
struct Sample {
    random: SplitMix64,
    left: u64,
    in_flight: usize,
    /// Seconds per weight.
    ratios: Vec<f64>,
    ledger: Option<Ledger>,
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let text = |place: usize, default| arguments.get(place).map_or(default, String::as_str);
    let number = |text: &str| text.parse::<u64>().expect("a number");
    let (n, seed) = (number(text(0, "24")) as u32, number(text(2, "1")));
    let (seconds, limit) = (number(text(3, "0")), Duration::from_secs(number(text(4, "1000000"))));
    let wanted = text(1, "300");
    let (stage, left) = wanted.rsplit_once(':').unwrap_or(("", wanted));

    let ending = Stop::new();
    let prepared = Colour.prepare(&Problem::queens(n), &ending).expect("a board for this engine");
    let mut workers = prepared.gpu_workers().unwrap_or_else(|error| panic!("{error}"));
    workers.retain(|worker| worker.refuses().is_none());
    let streams = workers.len() as f64;
    let plan = prepared.plan();
    let ledger = arguments.get(5).map(|file| {
        let ledger = Ledger::open(file.as_str()).unwrap_or_else(|error| panic!("{error}"));
        ledger.belongs_to(plan).unwrap_or_else(|error| panic!("{error}"));
        assert!(seconds == 0, "only whole units go into a ledger");
        ledger
    });
    let weight = |unit: &Unit| match seconds {
        0 => prepared.cost(unit).sqrt(),
        _ => prepared.cost(unit),
    };
    let is_wanted = |unit: &&Unit| stage.is_empty() || stage_of(unit) == stage;
    let units: Vec<Unit> = plan.units.iter().filter(is_wanted).cloned().collect();
    assert!(!units.is_empty(), "a stage that the plan lacks");
    let weights: Vec<f64> = units.iter().map(weight).collect();
    let draw_next = |random: &mut SplitMix64| {
        let unit = units[place(&weights, random)].clone();
        let most = if seconds == 0 { f64::INFINITY } else { seconds as f64 };
        part_of(prepared.as_ref(), unit, most, random)
    };
    println!(
        "n = {n}, {} units, {} to be drawn, seed {seed}, {streams} streams on {}",
        plan.units.len(),
        wanted,
        workers[0].device()
    );
    let sample = Mutex::new(Sample {
        random: SplitMix64::seed_from_u64(seed),
        left: number(left),
        in_flight: 0,
        ratios: Vec::new(),
        ledger,
    });
    let begun = Instant::now();
    std::thread::scope(|scope| {
        for mut worker in workers {
            let (sample, ending, draw_next, weight) = (&sample, &ending, &draw_next, &weight);
            scope.spawn(move || {
                // The self-test of small boards comes before the first unit and is not part of its time; that of
                // nodes, a tenth of a second, is part of the first unit counted by nodes.
                worker.count(&plan.units[0], ending).expect("a count");
                loop {
                    let mut now = sample.lock().expect("no panic");
                    let is_drawn = now.left > 0 && begun.elapsed() < limit;
                    if !is_drawn && now.in_flight == 0 {
                        return ending.ask();
                    }
                    if is_drawn {
                        now.left -= 1;
                        now.in_flight += 1;
                    }
                    let unit = draw_next(&mut now.random);
                    drop(now);
                    let (start, processor) = (Instant::now(), processor_time());
                    let subtotal = match worker.count(&unit, ending) {
                        Ok(subtotal) => subtotal,
                        Err(_) if ending.is_asked() => return,
                        Err(error) => {
                            ending.ask();
                            panic!("{unit}: {error}");
                        }
                    };
                    let took = start.elapsed();
                    let processor = processor_time().zip(processor).map(|(end, start)| end - start);
                    let star = if is_drawn { "" } else { "\t*" };
                    println!("{unit}\t{subtotal}\t{:.6}{star}", took.as_secs_f64());
                    let mut now = sample.lock().expect("no panic");
                    if is_drawn {
                        now.in_flight -= 1;
                        now.ratios.push(took.as_secs_f64() / streams / weight(&unit));
                    }
                    if let Some(ledger) = &mut now.ledger {
                        let row = Row {
                            label: unit.label().to_owned(),
                            subtotal,
                            program: PROGRAM.to_owned(),
                            revision: plan.revision,
                            device: worker.device().to_string(),
                            host: host_name(),
                            micros: took.as_micros() as u64,
                            processor_micros: processor.unwrap_or(took).as_micros() as u64,
                            attempt: 1,
                            finished: SystemTime::now()
                                .duration_since(UNIX_EPOCH)
                                .map_or(0, |passed| passed.as_secs()),
                        };
                        ledger.enter(row).unwrap_or_else(|error| panic!("{error}"));
                    }
                }
            });
        }
    });
    let ratios = sample.into_inner().expect("no panic").ratios;
    let (mean, error) = mean_and_error(&ratios);
    let whole = mean * weights.iter().sum::<f64>();
    println!(
        "n = {n}, {}: {whole:.4e} s +- {:.1} %, {:.2} hours, {} units; this sample took {:.1} s",
        if stage.is_empty() { "whole count" } else { stage },
        100.0 * error / mean,
        whole / 3600.0,
        ratios.len(),
        begun.elapsed().as_secs_f64(),
    );
}
