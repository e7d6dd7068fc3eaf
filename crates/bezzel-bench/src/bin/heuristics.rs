//! Measures the randomised searches over seeds: success, restarts, visits and time.
//!
//! `bench/heuristics 8,20,50 20 qs2 qs3 min-conflicts`
//! takes sizes, the number of seeds, and ids, each with optional settings after a colon
//! (`las-vegas-backtracking:crossover=30`); without ids it runs every search for some solutions.

use bezzel_board::Problem;
use bezzel_search::algorithms::{ALL, find};
use bezzel_search::{Category, Limits, Settings};
use std::time::{Duration, Instant};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let sizes: Vec<u32> = match arguments.first() {
        Some(list) => list.split(',').map(|n| n.parse().expect("sizes are numbers")).collect(),
        None => vec![8, 20, 50],
    };
    let seeds: u64 = arguments.get(1).map_or(20, |seeds| seeds.parse().expect("a number of seeds"));
    let all = || {
        let some = |category| category == Category::SomeSolutions;
        ALL.iter().filter(|a| some(a.info().category)).map(|a| a.info().id.to_owned()).collect()
    };
    let names = if arguments.len() > 2 { arguments[2..].to_vec() } else { all() };
    println!("| algorithm | n | solved | median visits | restarts, mean | median time | slowest |");
    println!("|---|---|---|---|---|---|---|");
    for name in &names {
        for &n in &sizes {
            measure(name, n, seeds);
        }
    }
}

fn measure(name: &str, n: u32, seeds: u64) {
    let (id, choices) = name.split_once(':').unwrap_or((name, ""));
    let algorithm = find(id).expect("a known id");
    let problem = Problem::queens(n);
    if algorithm.info().supports(&problem).is_err() {
        return;
    }
    let limits = Limits { time: Some(Duration::from_secs(10)), ..Limits::none() };
    let (mut solved, mut restarts) = (0, 0);
    let (mut visits, mut times) = (Vec::new(), Vec::new());
    for seed in 1..=seeds {
        let mut settings =
            Settings::default().choose(algorithm.info(), "seed", &seed.to_string()).unwrap();
        for choice in choices.split(',').filter(|choice| !choice.is_empty()) {
            let (setting, value) = choice.split_once('=').expect("setting=value");
            settings = settings.choose(algorithm.info(), setting, value).unwrap();
        }
        let mut found = Found(None);
        let started = Instant::now();
        let report = algorithm.run(&problem, &settings, &limits, &mut found);
        times.push(started.elapsed());
        // Checked again from scratch.
        solved +=
            u64::from(found.0.is_some_and(|columns| bezzel_search::solves(&problem, &columns)));
        restarts += report.work.restarts;
        visits.push(report.work.visits);
    }
    visits.sort_unstable();
    times.sort_unstable();
    let middle = visits.len() / 2;
    println!(
        "| {name} | {n} | {solved}/{seeds} | {} | {:.1} | {:.3?} | {:.3?} |",
        visits[middle],
        restarts as f64 / seeds as f64,
        times[middle],
        times[times.len() - 1]
    );
}

struct Found(Option<Vec<u32>>);

impl bezzel_search::StepProbe for Found {
    fn solution(&mut self, columns: &[u32]) -> std::ops::ControlFlow<()> {
        self.0 = Some(columns.to_vec());
        std::ops::ControlFlow::Continue(())
    }
}
