//! `bezzel-fuzz SECONDS [TARGET…]`: mutated input for these targets, or for all, for this long each.
//!
//! `BEZZEL_SEED` chooses the mutants; without it the clock does. Input that makes a target panic,
//! or never end, is written to a file below `target/fuzz`, and the exit code is 1.
//! `bezzel-fuzz FILE TARGET` runs one file.

use bezzel_fuzz::{Fuzzer, TARGETS, Target};
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// Longest time for one input.
const PATIENCE: Duration = Duration::from_secs(60);

/// The input at work and when it was begun.
type Current = Arc<Mutex<Option<(Vec<u8>, Instant)>>>;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let Some((first, names)) = arguments.split_first() else {
        return usage();
    };
    let found: Option<Vec<&Target>> = names.iter().map(|name| Target::find(name)).collect();
    let targets = match found {
        Some(targets) if targets.is_empty() => TARGETS.iter().collect(),
        Some(targets) => targets,
        None => return usage(),
    };
    let Ok(seconds) = first.parse() else {
        let input = fs::read(first).expect("seconds, or a file that can be read");
        targets.iter().for_each(|target| (target.run)(&input));
        return ExitCode::SUCCESS;
    };
    let clock = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
    let seed = std::env::var("BEZZEL_SEED").ok().and_then(|seed| seed.parse().ok());
    let seed = seed.unwrap_or(clock);
    println!("seed {seed}");
    let current = Current::default();
    watch(&current);
    let mut failed = 0;
    for target in targets {
        failed += usize::from(!fuzz(target, seed, Duration::from_secs(seconds), &current));
    }
    if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn usage() -> ExitCode {
    eprintln!("usage: bezzel-fuzz SECONDS|FILE [TARGET…]");
    for target in TARGETS {
        eprintln!("  {:12} {}", target.name, target.about);
    }
    ExitCode::from(2)
}

/// Runs a target for this long; returns whether nothing was wrong.
fn fuzz(target: &Target, seed: u64, time: Duration, current: &Current) -> bool {
    let (started, mut tried) = (Instant::now(), 0_u64);
    for input in Fuzzer::new(target, seed) {
        if started.elapsed() >= time {
            break;
        }
        let now = Instant::now();
        *current.lock().unwrap_or_else(PoisonError::into_inner) = Some((input.clone(), now));
        tried += 1;
        if catch_unwind(AssertUnwindSafe(|| (target.run)(&input))).is_err() {
            let file = keep(target.name, &input);
            println!("{}: input {tried} fails: {}", target.name, file.display());
            return false;
        }
    }
    *current.lock().unwrap_or_else(PoisonError::into_inner) = None;
    println!("{}: {tried} inputs, nothing wrong", target.name);
    true
}

/// Ends the program if an input takes too long.
fn watch(current: &Current) {
    let current = Arc::clone(current);
    std::thread::spawn(move || {
        loop {
            std::thread::sleep(Duration::from_secs(1));
            let current = current.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some((input, begun)) = &*current
                && begun.elapsed() > PATIENCE
            {
                let file = keep("endless", input);
                println!("no end after {} s: {}", PATIENCE.as_secs(), file.display());
                std::process::exit(1);
            }
        }
    });
}

/// Writes an input to a file.
fn keep(name: &str, input: &[u8]) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../target/fuzz");
    fs::create_dir_all(&folder).expect("a folder can be made");
    let file = folder.join(format!("{name}-{}", std::process::id()));
    fs::write(&file, input).expect("a file can be written");
    file
}
