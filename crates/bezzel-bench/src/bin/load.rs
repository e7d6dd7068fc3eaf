//! Load on a running server: clients that step through traces and clients that count.
//!
//! `load ADDRESS PID [STEPPERS] [COUNTERS] [SECONDS]` prints errors, the times of calls and the memory
//! of the server, and fails if there was any error other than "busy".

mod clients;

use clients::{Client, Load, count, memory, report, step};
use std::time::{Duration, Instant};

#[tokio::main]
async fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let number = |place: usize, default: u64| {
        arguments.get(place).map_or(default, |text| text.parse().expect("a number"))
    };
    let [_, address, pid, ..] = &arguments[..] else {
        eprintln!("load ADDRESS PID [STEPPERS] [COUNTERS] [SECONDS]");
        std::process::exit(2);
    };
    let (steppers, counters, seconds) = (number(3, 200), number(4, 20), number(5, 30));
    let load = Load::on(address);
    let until = Instant::now() + Duration::from_secs(seconds);
    let mut tasks = Vec::new();
    for number in 0..steppers {
        tasks.push(tokio::spawn(step(Client::new(&load, number + 1), until)));
    }
    for number in 0..counters {
        tasks.push(tokio::spawn(count(Client::new(&load, number), number, until)));
    }
    for task in tasks {
        task.await.expect("no client panics");
    }
    println!("{steppers} steppers, {counters} counters, {seconds} s");
    let mut seen = load.seen.lock().expect("no client panics");
    let errors = report(&mut seen);
    let pid = pid.parse().expect("the number of a process");
    if let (Some(now), Some(peak)) = (memory(pid, "VmRSS"), memory(pid, "VmHWM")) {
        println!("server memory {now} MiB, at most {peak} MiB");
    }
    if errors > 0 || !seen.times.contains_key("step") {
        std::process::exit(1);
    }
}
