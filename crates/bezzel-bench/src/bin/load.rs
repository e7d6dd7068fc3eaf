//! Load on a running server: clients that step through traces and clients that count.
//!
//! `load ADDRESS PID [STEPPERS] [COUNTERS] [SECONDS]` prints errors, the times of small calls and
//! the memory of the server, and fails if there was any error other than "busy". A stepper makes
//! ten calls a second, like a user who holds a key down: pages of events, frames at random steps,
//! trees. A counter posts a job, asks for its progress twice a second, removes it and posts the
//! next.

use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;

/// The result of a call: how long it took, and the status.
#[derive(Default)]
struct Seen {
    /// Small calls, in microseconds.
    small: Vec<u64>,
    calls: u64,
    busy: u64,
    errors: BTreeMap<String, u64>,
    counted: u64,
}

/// One connection that is kept.
struct Client {
    address: String,
    stream: Option<BufReader<TcpStream>>,
}

impl Client {
    fn new(address: &str) -> Client {
        Client { address: address.to_owned(), stream: None }
    }

    async fn call(&mut self, method: &str, path: &str, body: &str) -> io::Result<(u16, Vec<u8>)> {
        // A kept connection may have been closed since; then try again on a new one.
        if self.stream.is_some()
            && let Ok(answer) = self.try_call(method, path, body).await
        {
            return Ok(answer);
        }
        let stream = TcpStream::connect(&self.address).await?;
        stream.set_nodelay(true)?;
        self.stream = Some(BufReader::new(stream));
        self.try_call(method, path, body).await
    }

    async fn try_call(
        &mut self,
        method: &str,
        path: &str,
        body: &str,
    ) -> io::Result<(u16, Vec<u8>)> {
        let stream = self.stream.as_mut().ok_or(io::ErrorKind::NotConnected)?;
        let request = format!(
            "{method} /api/v1{path} HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        );
        stream.write_all(request.as_bytes()).await?;
        let (mut status, mut length) = (0, 0);
        let mut line = String::new();
        loop {
            line.clear();
            if stream.read_line(&mut line).await? == 0 {
                self.stream = None;
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            let text = line.trim_end();
            if text.is_empty() {
                break;
            }
            if let Some(rest) = text.strip_prefix("HTTP/1.1 ") {
                status = rest.split(' ').next().and_then(|word| word.parse().ok()).unwrap_or(0);
            } else if let Some(rest) = text.strip_prefix("content-length: ") {
                length = rest.parse().unwrap_or(0);
            }
        }
        let mut answer = vec![0; length];
        stream.read_exact(&mut answer).await?;
        Ok((status, answer))
    }
}

/// A call that is recorded; `None` if it was refused or failed.
async fn call(
    seen: &Mutex<Seen>,
    client: &mut Client,
    (method, path, body): (&str, &str, &str),
    small: bool,
) -> Option<Value> {
    let started = Instant::now();
    let answer = client.call(method, path, body).await;
    let micros = started.elapsed().as_micros() as u64;
    let mut seen = seen.lock().expect("no client panics");
    seen.calls += 1;
    match answer {
        Ok((200..300, bytes)) => {
            if small {
                seen.small.push(micros);
            }
            Some(serde_json::from_slice(&bytes).unwrap_or_default())
        }
        Ok((503, _)) => {
            seen.busy += 1;
            None
        }
        Ok((status, bytes)) => {
            let text = format!("{method} {path}: {status} {}", String::from_utf8_lossy(&bytes));
            *seen.errors.entry(text).or_default() += 1;
            None
        }
        Err(error) => {
            *seen.errors.entry(format!("{method}: {error}")).or_default() += 1;
            None
        }
    }
}

async fn step(seen: Arc<Mutex<Seen>>, address: String, number: u64, until: Instant) {
    let mut client = Client::new(&address);
    let algorithms = ["backtracking", "wirth", "bitmask", "guldal", "nilsson", "qs1"];
    let mut random = SplitMix64::seed_from_u64(number);
    let mut draw = |below: u64| random.next_u64() % below.max(1);
    // So that not all start at the same moment.
    tokio::time::sleep(Duration::from_millis(draw(1000))).await;
    let mut trace: Option<(String, u64)> = None;
    let mut calls = 0;
    while Instant::now() < until {
        let rhythm = tokio::time::sleep(Duration::from_millis(100));
        match &trace {
            Some((id, steps)) => {
                let step = draw(*steps) + 1;
                let path = match draw(10) {
                    0 => format!("/traces/{id}/tree?at={step}&limit=200"),
                    1..=4 => format!("/traces/{id}/events?from={step}&count=50"),
                    _ => format!("/traces/{id}/frames/{step}"),
                };
                call(&seen, &mut client, ("GET", &path, ""), true).await;
                calls += 1;
                // A new trace every ten seconds.
                if calls % 100 == 0 {
                    trace = None;
                }
            }
            None => {
                let body = json!({
                    "problem": { "version": 1, "size": (6 + draw(4)).to_string() },
                    "algorithm": algorithms[draw(6) as usize],
                    "all": draw(2) == 0,
                });
                let body = body.to_string();
                let made = call(&seen, &mut client, ("POST", "/traces", &body), false).await;
                trace = made
                    .and_then(|it| Some((it["id"].as_str()?.to_owned(), it["steps"].as_u64()?)));
            }
        }
        rhythm.await;
    }
}

async fn count(seen: Arc<Mutex<Seen>>, address: String, number: u64, until: Instant) {
    let mut client = Client::new(&address);
    let mut round = 0;
    while Instant::now() < until {
        round += 1;
        // Other squares blocked for each client and round, so that no two jobs are the same.
        let n = 13 + (number + round) % 4;
        let k = 100 * number + round;
        let squares = [[1 + k % (n - 1), k / (n - 1) % n], [0, k / (n - 1) / n % n]];
        let problem = json!({ "version": 1, "size": n.to_string(), "blocked": squares });
        let body = json!({ "problem": problem });
        let body = body.to_string();
        let job = call(&seen, &mut client, ("POST", "/jobs", &body), false).await;
        let Some(id) = job.and_then(|job| Some(job["id"].as_str()?.to_owned())) else {
            tokio::time::sleep(Duration::from_secs(1)).await;
            continue;
        };
        let path = format!("/jobs/{id}");
        while Instant::now() < until {
            tokio::time::sleep(Duration::from_millis(500)).await;
            let job = call(&seen, &mut client, ("GET", &path, ""), true).await;
            if job.is_some_and(|job| job["state"] == "done") {
                seen.lock().expect("no client panics").counted += 1;
                break;
            }
        }
        call(&seen, &mut client, ("DELETE", &path, ""), false).await;
    }
}

/// A line of /proc/PID/status in MiB.
fn memory(pid: &str, name: &str) -> Option<u64> {
    let text = std::fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let line = text.lines().find(|line| line.starts_with(name))?;
    Some(line.split_whitespace().nth(1)?.parse::<u64>().ok()? / 1024)
}

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
    let seen = Arc::new(Mutex::new(Seen::default()));
    let until = Instant::now() + Duration::from_secs(seconds);
    let mut tasks = Vec::new();
    for client in 0..steppers {
        tasks.push(tokio::spawn(step(Arc::clone(&seen), address.clone(), client + 1, until)));
    }
    for client in 0..counters {
        tasks.push(tokio::spawn(count(Arc::clone(&seen), address.clone(), client, until)));
    }
    for task in tasks {
        task.await.expect("no client panics");
    }
    let mut seen = seen.lock().expect("no client panics");
    seen.small.sort_unstable();
    let share = |part: f64| {
        let place = ((seen.small.len() as f64 * part) as usize).min(seen.small.len().max(1) - 1);
        seen.small.get(place).map_or(0.0, |micros| *micros as f64 / 1000.0)
    };
    println!("{steppers} steppers, {counters} counters, {seconds} s");
    println!("calls {}, busy {}, jobs counted {}", seen.calls, seen.busy, seen.counted);
    let (middle, high, most) = (share(0.5), share(0.99), share(1.0));
    println!(
        "small calls {}: p50 {middle:.2} ms, p99 {high:.2} ms, max {most:.2} ms",
        seen.small.len()
    );
    if let (Some(now), Some(peak)) = (memory(pid, "VmRSS"), memory(pid, "VmHWM")) {
        println!("server memory {now} MiB, at most {peak} MiB");
    }
    let errors: u64 = seen.errors.values().sum();
    println!("errors other than busy: {errors}");
    for (text, times) in seen.errors.iter().take(10) {
        println!("  {times} x {text}");
    }
    if errors > 0 || seen.small.is_empty() {
        std::process::exit(1);
    }
}
