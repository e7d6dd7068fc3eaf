//! Clients that stop reading or never send a request lose their connection; slow ones do not.

use crate::common::{Running, queens};
use serde_json::json;
use socket2::{Domain, Socket, Type};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

/// A client with a receive buffer of only a few kilobytes.
fn narrow(server: &Running) -> TcpStream {
    let socket = Socket::new(Domain::IPV4, Type::STREAM, None).unwrap();
    socket.set_recv_buffer_size(4096).unwrap();
    socket.connect(&server.address.into()).unwrap();
    socket.set_read_timeout(Some(Duration::from_secs(300))).unwrap();
    socket.into()
}

fn get(server: &Running, path: &str) -> String {
    format!("GET /api/v1{path} HTTP/1.1\r\nHost: {}\r\n\r\n", server.address)
}

fn post(server: &Running, path: &str, body: &serde_json::Value) -> String {
    let (host, body) = (server.address, body.to_string());
    let length = body.len();
    format!(
        "POST /api/v1{path} HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n\
         Content-Length: {length}\r\n\r\n{body}"
    )
}

/// The id of a trace with this many steps.
fn trace(server: &Running, steps: u32) -> String {
    let body =
        json!({ "problem": queens(12), "algorithm": "backtracking", "all": true, "steps": steps });
    server.made("/traces", &body)["id"].as_str().unwrap().to_owned()
}

/// Whether an answer is complete: it has all bytes it announced, or the last chunk.
fn is_whole(answer: &[u8]) -> bool {
    let text = String::from_utf8_lossy(answer);
    let (head, body) = text.split_once("\r\n\r\n").expect("a head");
    match head.lines().find_map(|line| line.strip_prefix("content-length: ")) {
        Some(length) => body.len() == length.parse::<usize>().unwrap(),
        None => body.ends_with("\r\n0\r\n\r\n"),
    }
}

#[test]
fn a_client_that_reads_nothing_is_disconnected() {
    let server = Running::with(|config| config.limits.reader_seconds = 1);
    let id = trace(&server, 50_000);
    // Its description alone is long, and it is sent five times a second.
    let squares = (0..26).flat_map(|row| (0..26).map(move |column| [row, column]));
    let blocked: Vec<_> = squares.filter(|[row, column]| (row * row + column) % 2 == 0).collect();
    let problem = json!({ "version": 1, "size": "26", "blocked": blocked });
    let job = server.made("/jobs", &json!({ "problem": problem, "threads": 1 }));
    let job = job["id"].as_str().unwrap();
    let algorithms: Vec<String> = (0..50).map(|_| "bitmask".to_owned()).collect();
    let problems: Vec<_> = (0..40).map(|_| queens(8)).collect();
    for request in [
        get(&server, &format!("/traces/{id}/events?count=2000")),
        get(&server, &format!("/traces/{id}/download?format=jsonl")),
        post(
            &server,
            "/compare",
            &json!({ "problems": problems, "goal": "all", "algorithms": algorithms }),
        ),
        post(&server, "/export", &json!({ "problem": queens(300), "format": "cnf" })),
        get(&server, &format!("/jobs/{job}/events")),
    ] {
        let mut client = narrow(&server);
        client.write_all(request.as_bytes()).unwrap();
        let mut answer = vec![0];
        client.read_exact(&mut answer).expect("an answer begins");
        // The connection of this request is the only one left, and nothing is being computed.
        server.until("/health", |health| health["connections"] == 1 && health["computing"] == 0);
        // First what the system has buffered, then the end.
        let _ = client.read_to_end(&mut answer);
        assert!(answer.starts_with(b"HTTP/1.1 200"), "{request}");
        assert!(!is_whole(&answer), "{request}: all of it fits");
    }
    // The first try stops the job; on a busy machine it may end only during a later one.
    assert!((0..60).any(|_| server.delete(&format!("/jobs/{job}")) == 204), "{job} is still there");
}

/// Each of these holds a thread while it is sent; a reader that is never still, but slow, would
/// hold it for hours.
#[test]
fn a_reader_that_makes_a_computation_wait_is_disconnected() {
    let server = Running::with(|config| config.limits.reader_seconds = 5);
    let algorithms: Vec<String> = (0..50).map(|_| "bitmask".to_owned()).collect();
    // Each of the 2,000 runs is over at once, and its line repeats the long problem: together far more
    // than all buffers hold, however slowly a busy machine computes them.
    let blocked: Vec<_> =
        (1..12).flat_map(|row| (0..12).map(move |column| [row, column])).collect();
    let problem = json!({ "version": 1, "size": "12", "blocked": blocked });
    let problems: Vec<_> = (0..40).map(|_| &problem).collect();
    let comparison = json!({ "problems": problems, "goal": "all", "algorithms": algorithms });
    let requests = [
        post(&server, "/export", &json!({ "problem": queens(300), "format": "cnf" })),
        post(&server, "/compare", &comparison),
    ];
    std::thread::scope(|scope| {
        for request in &requests {
            let (mut client, server) = (narrow(&server), &server);
            scope.spawn(move || {
                client.write_all(request.as_bytes()).unwrap();
                let (mut answer, mut piece) = (Vec::new(), [0; 2048]);
                let mut is_slow = true;
                // Enough for a blocked write to go on in time, and a fraction of what is expected.
                while let Ok(read @ 1..) = client.read(&mut piece) {
                    answer.extend_from_slice(&piece[..read]);
                    is_slow = is_slow && server.ok("/health")["computing"] != 0;
                    if is_slow {
                        std::thread::sleep(Duration::from_millis(100));
                    }
                }
                assert!(answer.starts_with(b"HTTP/1.1 200"), "{request}");
                assert!(!is_whole(&answer), "all {} bytes came", answer.len());
            });
        }
    });
    server.until("/health", |health| health["connections"] == 1 && health["computing"] == 0);
}

#[test]
fn a_slow_reader_gets_everything() {
    let server = Running::with(|config| {
        config.limits.reader_seconds = 5;
        config.limits.header_seconds = 1;
    });
    let id = trace(&server, 50_000);
    let read = |path: &str, wait: &dyn Fn(usize)| {
        let mut client = narrow(&server);
        client.write_all(get(&server, path).as_bytes()).unwrap();
        let mut answer = Vec::new();
        let mut piece = [0; 8192];
        while answer.len() < 1000 || !is_whole(&answer) {
            let read = client.read(&mut piece).unwrap();
            assert!(read > 0, "{path}: cut off after {} bytes", answer.len());
            answer.extend_from_slice(&piece[..read]);
            wait(answer.len());
        }
        answer.len()
    };
    // Reading everything takes longer than the limit, at an even pace: the last piece is due after 1.4 times the
    // limit, but a blocked write waits for a small part of it. On a machine too busy for the pace the reader
    // does not wait at all.
    let read_slowly = |path: String, limit: Duration| {
        let bytes = read(&path, &|_| ());
        let started = Instant::now();
        read(&path, &|so_far| {
            let due = limit.mul_f64(1.4 * so_far as f64 / bytes as f64);
            std::thread::sleep(due.saturating_sub(started.elapsed()));
        });
    };
    std::thread::scope(|scope| {
        // One answer is written at once, the other in pieces.
        let slowly =
            |path, seconds| scope.spawn(move || read_slowly(path, Duration::from_secs(seconds)));
        slowly(format!("/traces/{id}/events?count=2000"), 1);
        slowly(format!("/traces/{id}/download?format=jsonl&to=12000"), 5);
    });
}

#[test]
fn idle_connections_and_slow_headers_make_room_for_others() {
    let server = Running::with(|config| {
        config.limits.header_seconds = 3;
        config.limits.connections = 4;
    });
    let silent = server.connect();
    let mut idle = server.connect();
    idle.write_all(get(&server, "/health").as_bytes()).unwrap();
    idle.read_exact(&mut [0; 12]).unwrap();
    let mut begun = server.connect();
    begun.write_all(b"GET / HTTP/1.1\r\n").unwrap();
    // Sending a byte now and then does not prevent it.
    let mut dribble = server.connect();
    dribble.write_all(b"GET / HTTP/1.1\r\nX: ").unwrap();
    let dribbled = std::thread::spawn(move || {
        let mut written = 0;
        while dribble.write_all(b"x").is_ok() {
            written += 1;
            assert!(written < 6000, "it is not closed for minutes");
            std::thread::sleep(Duration::from_millis(50));
        }
    });
    // There is no room for this one until they are gone.
    assert_eq!(server.ok("/health")["status"], "ok");
    for mut client in [silent, idle, begun] {
        client.read_to_end(&mut Vec::new()).expect("an end");
    }
    dribbled.join().unwrap();
}
