//! Hours of a server in minutes: many clients, jobs, clients that leave, kills and restarts.
//!
//! `soak PROGRAM MINUTES CLIENTS` starts the program's server on a folder of its own. In the first
//! half of the time it is killed and started again every so often; in the second half its memory is
//! watched. The report ends with what must hold: no error that is not a refusal, quick calls under
//! 250 ms, memory flat. The exit code says whether it does.

mod clients;

use clients::{Client, Load, ask, count, leave, memory, report, share, step};
use serde_json::Value;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// Kills in the first half.
const KILLS: u32 = 10;

/// 99 of 100 quick calls take less, in milliseconds.
const QUICK: f64 = 250.0;

/// A call that a client waits for.
const QUICK_CALLS: [&str; 5] = ["solve", "draw", "check", "symmetry", "step"];

/// Growth of the memory, in MiB, that does not count: what the allocator keeps for itself.
const SLACK: u64 = 48;

/// A server on this folder and port, and its address; port 0 takes a free one.
fn start(program: &str, data: &str, port: &str) -> (Child, String) {
    let mut server = Command::new(program)
        .args(["serve", "--data", data, "--port", port])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let mut line = String::new();
    BufReader::new(server.stdout.take().expect("an output")).read_line(&mut line).expect("a line");
    let address = line.trim().trim_start_matches("http://").trim_end_matches('/').to_owned();
    assert!(!address.is_empty(), "the server does not start");
    (server, address)
}

/// MiB that the server takes besides the traces it keeps on purpose.
async fn own_memory(client: &mut Client, pid: u32) -> Option<u64> {
    let health = client.call("health", ("GET", "/health", "")).await?;
    let health: Value = serde_json::from_slice(&health).ok()?;
    let traces = health["trace_bytes"].as_u64()? >> 20;
    Some(memory(pid, "VmRSS")?.saturating_sub(traces))
}

#[tokio::main]
async fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, program, minutes, clients] = &arguments[..] else {
        eprintln!("soak PROGRAM MINUTES CLIENTS");
        std::process::exit(2);
    };
    let minutes: u32 = minutes.parse().expect("minutes");
    let clients: u64 = clients.parse().expect("a number of clients");
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().to_str().expect("a plain path").to_owned();
    let (mut server, address) = start(program, &data, "0");
    let port = address.rsplit(':').next().expect("a port").to_owned();
    let load = Load::on(&address);
    let half = Duration::from_secs(30) * minutes;
    let until = Instant::now() + 2 * half;
    let mut tasks = Vec::new();
    for number in 0..clients {
        let client = Client::new(&load, number + 1);
        tasks.push(match number % 10 {
            0 => tokio::spawn(count(client, number, until)),
            1 => tokio::spawn(leave(client, until)),
            2..=4 => tokio::spawn(ask(client, until)),
            _ => tokio::spawn(step(client, until)),
        });
    }
    for _ in 0..KILLS {
        tokio::time::sleep(half / KILLS).await;
        load.restarts.fetch_add(1, Ordering::AcqRel);
        server.kill().expect("it runs");
        server.wait().expect("it has ended");
        let (again, same) = start(program, &data, &port);
        assert_eq!(same, address);
        server = again;
        load.restarts.fetch_add(1, Ordering::AcqRel);
    }
    let (mut sizes, mut client) = (Vec::new(), Client::new(&load, 0));
    while Instant::now() < until {
        tokio::time::sleep(half / 60).await;
        sizes.extend(own_memory(&mut client, server.id()).await);
    }
    for task in tasks {
        task.await.expect("no client panics");
    }
    let has_ended = server.try_wait().expect("it can be asked").is_some();
    let peak = memory(server.id(), "VmHWM").unwrap_or_default();
    server.kill().expect("it can be killed");
    server.wait().expect("it has ended");
    folder.close().expect("the folder is there");

    println!("{clients} clients, {minutes} minutes, {KILLS} kills");
    let mut seen = load.seen.lock().expect("no client panics");
    let errors = report(&mut seen);
    println!("broken off by a kill {}, traces gone with it {}", seen.broken_off, seen.gone);
    // The first third is for warming up.
    let third = sizes.len() / 3;
    let middle = |sizes: &[u64]| {
        let mut sizes = sizes.to_vec();
        sizes.sort_unstable();
        sizes.get(sizes.len() / 2).copied().unwrap_or_default()
    };
    let (early, late) = (middle(&sizes[third..2 * third]), middle(&sizes[2 * third..]));
    println!("memory without traces: {early} MiB, then {late} MiB; peak with them {peak} MiB");
    let mut is_quick = true;
    for kind in QUICK_CALLS {
        let p99 = seen.times.get_mut(kind).map_or(f64::INFINITY, |times| share(times, 0.99));
        is_quick &= p99 < QUICK;
    }
    let is_flat = late <= early + SLACK;
    let said = |holds: bool| if holds { "yes" } else { "NO" };
    println!("no error: {}", said(errors == 0 && !has_ended));
    println!("quick calls under {QUICK} ms: {}", said(is_quick));
    println!("memory flat: {}", said(is_flat));
    if errors > 0 || has_ended || !is_quick || !is_flat {
        std::process::exit(1);
    }
}
