//! Clients that load a server: some step through traces, some count, some ask for small things.
#![allow(dead_code, reason = "each program uses its own part")]

use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;

/// What the clients have seen.
#[derive(Default)]
pub struct Seen {
    /// Times of good answers in microseconds, by kind of call.
    pub times: BTreeMap<&'static str, Vec<u64>>,
    pub calls: u64,
    pub busy: u64,
    /// Calls that a kill of the server broke off.
    pub broken_off: u64,
    /// Traces that a restarted server no longer has.
    pub gone: u64,
    pub errors: BTreeMap<String, u64>,
    pub counted: u64,
}

/// What all clients share.
#[derive(Default)]
pub struct Load {
    pub seen: Mutex<Seen>,
    pub address: String,
    /// Raised at each kill and at each restart: odd while the server is down.
    pub restarts: AtomicU64,
}

impl Load {
    pub fn on(address: &str) -> Arc<Load> {
        Arc::new(Load { address: address.to_owned(), ..Load::default() })
    }

    fn error(&self, text: String) {
        *self.seen.lock().expect("no client panics").errors.entry(text).or_default() += 1;
    }
}

/// One connection that is kept.
pub struct Client {
    load: Arc<Load>,
    stream: Option<BufReader<TcpStream>>,
    random: SplitMix64,
}

impl Client {
    pub fn new(load: &Arc<Load>, seed: u64) -> Client {
        let random = SplitMix64::seed_from_u64(seed);
        Client { load: Arc::clone(load), stream: None, random }
    }

    pub fn draw(&mut self, below: u64) -> u64 {
        self.random.next_u64() % below.max(1)
    }

    async fn connect(&self) -> io::Result<BufReader<TcpStream>> {
        let stream = TcpStream::connect(&self.load.address).await?;
        stream.set_nodelay(true)?;
        Ok(BufReader::new(stream))
    }

    fn request(&self, method: &str, path: &str, body: &str) -> String {
        format!(
            "{method} /api/v1{path} HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\n\r\n{body}",
            self.load.address,
            body.len()
        )
    }

    async fn send(&mut self, method: &str, path: &str, body: &str) -> io::Result<(u16, Vec<u8>)> {
        // A kept connection may have been closed since: then once more on a fresh one.
        if self.stream.is_some()
            && let Ok(answer) = self.try_send(method, path, body).await
        {
            return Ok(answer);
        }
        self.stream = Some(self.connect().await?);
        self.try_send(method, path, body).await
    }

    async fn try_send(
        &mut self,
        method: &str,
        path: &str,
        body: &str,
    ) -> io::Result<(u16, Vec<u8>)> {
        let request = self.request(method, path, body);
        let mut stream = self.stream.take().ok_or(io::ErrorKind::NotConnected)?;
        stream.write_all(request.as_bytes()).await?;
        let (mut status, mut length) = (0, 0);
        let mut line = String::new();
        loop {
            line.clear();
            if stream.read_line(&mut line).await? == 0 {
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
        self.stream = Some(stream);
        Ok((status, answer))
    }

    /// A call that is recorded under its kind; nothing where it was refused or failed.
    pub async fn call(
        &mut self,
        kind: &'static str,
        (method, path, body): (&str, &str, &str),
    ) -> Option<Vec<u8>> {
        let (before, started) = (self.load.restarts.load(Ordering::Acquire), Instant::now());
        let answer = self.send(method, path, body).await;
        let micros = started.elapsed().as_micros() as u64;
        let after = self.load.restarts.load(Ordering::Acquire);
        let mut seen = self.load.seen.lock().expect("no client panics");
        seen.calls += 1;
        match answer {
            Ok((200..300, bytes)) => {
                // One that waited for a restart says nothing about the server.
                if before == after {
                    seen.times.entry(kind).or_default().push(micros);
                }
                return Some(bytes);
            }
            Ok((503, _)) => seen.busy += 1,
            Ok((404, bytes)) if after > 0 && holds(&bytes, "trace-gone") => seen.gone += 1,
            Err(_) if before != after || before % 2 == 1 => seen.broken_off += 1,
            Ok((status, bytes)) => {
                let text = format!("{method} {path}: {status} {}", String::from_utf8_lossy(&bytes));
                *seen.errors.entry(text).or_default() += 1;
            }
            Err(error) => *seen.errors.entry(format!("{method} {kind}: {error}")).or_default() += 1,
        }
        None
    }

    async fn json(&mut self, kind: &'static str, call: (&str, &str, &str)) -> Option<Value> {
        serde_json::from_slice(&self.call(kind, call).await?).ok()
    }

    /// Begins to read a stream and closes it after this many bytes.
    async fn read_some(&mut self, path: &str, body: &str, most: u64) {
        let request = self.request("POST", path, body);
        let Ok(mut stream) = self.connect().await else {
            return;
        };
        if stream.write_all(request.as_bytes()).await.is_ok() {
            // The result does not matter: the load is a client that leaves.
            let _ = stream.take(most).read_to_end(&mut Vec::new()).await;
        }
    }
}

fn holds(bytes: &[u8], word: &str) -> bool {
    String::from_utf8_lossy(bytes).contains(word)
}

/// Makes ten calls a second, like a user who holds a key down: pages of events, frames at random
/// steps, trees.
pub async fn step(mut client: Client, until: Instant) {
    let algorithms = ["backtracking", "wirth", "bitmask", "guldal", "nilsson", "qs1"];
    // Not all at the same moment.
    tokio::time::sleep(Duration::from_millis(client.draw(1000))).await;
    let mut trace: Option<(String, u64)> = None;
    let mut calls = 0;
    while Instant::now() < until {
        let rhythm = tokio::time::sleep(Duration::from_millis(100));
        match trace.take() {
            Some((id, steps)) => {
                let step = client.draw(steps) + 1;
                let path = match client.draw(10) {
                    0 => format!("/traces/{id}/tree?at={step}&limit=200"),
                    1..=4 => format!("/traces/{id}/events?from={step}&count=50"),
                    _ => format!("/traces/{id}/frames/{step}"),
                };
                let answer = client.call("step", ("GET", &path, "")).await;
                calls += 1;
                // Every ten seconds another trace, and after a restart.
                trace = Some((id, steps)).filter(|_| calls % 100 != 0 && answer.is_some());
            }
            None => {
                let body = json!({
                    "problem": { "version": 1, "size": (6 + client.draw(4)).to_string() },
                    "algorithm": algorithms[client.draw(6) as usize],
                    "all": client.draw(2) == 0,
                });
                let made = client.json("record", ("POST", "/traces", &body.to_string())).await;
                trace = made
                    .and_then(|it| Some((it["id"].as_str()?.to_owned(), it["steps"].as_u64()?)));
            }
        }
        rhythm.await;
    }
}

/// Posts a job, asks twice a second how far it is, removes it and posts the next. A total that has
/// been told must be told again, and a job that was made must be there.
pub async fn count(mut client: Client, number: u64, until: Instant) {
    let mut round = 0;
    while Instant::now() < until {
        round += 1;
        // Other squares blocked for each client and round, so that no two jobs are the same.
        let n = 13 + (number + round) % 4;
        let k = 100 * number + round;
        let squares = [[1 + k % (n - 1), k / (n - 1) % n], [0, k / (n - 1) / n % n]];
        let problem = json!({ "version": 1, "size": n.to_string(), "blocked": squares });
        let body = json!({ "problem": problem }).to_string();
        let job = client.json("job", ("POST", "/jobs", &body)).await;
        let Some(id) = job.and_then(|job| Some(job["id"].as_str()?.to_owned())) else {
            tokio::time::sleep(Duration::from_secs(1)).await;
            continue;
        };
        let path = format!("/jobs/{id}");
        let mut total = None;
        while Instant::now() < until {
            tokio::time::sleep(Duration::from_millis(500)).await;
            let job = client.json("job status", ("GET", &path, "")).await;
            let Some(told) = job.and_then(|job| Some(job["total"].as_str()?.to_owned())) else {
                continue;
            };
            match &total {
                None => total = Some(told),
                Some(before) => {
                    if *before != told {
                        client.load.error(format!("{path}: {before}, then {told}"));
                    }
                    client.load.seen.lock().expect("no client panics").counted += 1;
                    break;
                }
            }
        }
        client.call("remove", ("DELETE", &path, "")).await;
    }
}

/// Asks for solutions, pictures and checks, twice a second.
pub async fn ask(mut client: Client, until: Instant) {
    tokio::time::sleep(Duration::from_millis(client.draw(1000))).await;
    while Instant::now() < until {
        let rhythm = tokio::time::sleep(Duration::from_millis(500));
        let n = 4 + client.draw(60);
        let problem = json!({ "version": 1, "size": n.to_string() });
        let placement = "2,4,1,7,0,6,3,5";
        let (kind, path, body) = match client.draw(4) {
            0 => ("solve", "/solve", json!({ "problem": problem })),
            1 => {
                let picture = json!({ "kind": "board", "placement": placement,
                                      "problem": { "version": 1, "size": "8" } });
                ("draw", "/draw", json!({ "picture": picture, "format": "svg" }))
            }
            2 => ("check", "/check", json!({ "placement": placement })),
            _ => (
                "symmetry",
                "/symmetry",
                json!({ "problem": { "version": 1, "size": "8" }, "placement": placement }),
            ),
        };
        client.call(kind, ("POST", path, &body.to_string())).await;
        rhythm.await;
    }
}

/// Asks for long answers and leaves in the middle of them.
pub async fn leave(mut client: Client, until: Instant) {
    while Instant::now() < until {
        let (most, n) = (1 << (8 + client.draw(10)), 8 + client.draw(8));
        let problem = json!({ "version": 1, "size": n.to_string() });
        let (path, body) = match client.draw(4) {
            0 => ("/compare", json!({ "problems": [problem], "limits": { "time": 2.0 } })),
            1 => ("/export", json!({ "problem": problem, "format": "cnf" })),
            2 => ("/list", json!({ "problem": problem })),
            _ => ("/count", json!({ "problems": [{ "version": 1, "size": "18" }] })),
        };
        let body = body.to_string();
        let reading = client.read_some(path, &body, most);
        let _ = tokio::time::timeout(Duration::from_secs(2), reading).await;
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
}

/// The time below which this share of the calls of a kind stays, in milliseconds.
pub fn share(times: &mut [u64], part: f64) -> f64 {
    times.sort_unstable();
    let place = ((times.len() as f64 * part) as usize).min(times.len().max(1) - 1);
    times.get(place).map_or(0.0, |micros| *micros as f64 / 1000.0)
}

/// A line of /proc/PID/status in MiB.
pub fn memory(pid: u32, name: &str) -> Option<u64> {
    let text = std::fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let line = text.lines().find(|line| line.starts_with(name))?;
    Some(line.split_whitespace().nth(1)?.parse::<u64>().ok()? / 1024)
}

/// Prints calls, refusals, the times of each kind and the errors; returns how many errors there were.
pub fn report(seen: &mut Seen) -> u64 {
    println!("calls {}, busy {}, jobs counted {}", seen.calls, seen.busy, seen.counted);
    for (kind, times) in &mut seen.times {
        let [middle, high, most] = [0.5, 0.99, 1.0].map(|part| share(times, part));
        let number = times.len();
        println!("{kind}: {number} calls, p50 {middle:.2} ms, p99 {high:.2} ms, max {most:.2} ms");
    }
    let errors: u64 = seen.errors.values().sum();
    println!("errors other than refusals: {errors}");
    for (text, times) in seen.errors.iter().take(10) {
        println!("  {times} x {text}");
    }
    errors
}
