//! `bezzel serve` as a process: killed, restarted, stopped, and its ledgers read from outside.
#![cfg(unix)]

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use ureq::http::Response;

struct Server {
    process: Child,
    url: String,
    /// What is printed below the address.
    more: String,
}

impl Server {
    fn start(data: &Path, more: &[&str]) -> Server {
        let mut process = Command::new(env!("CARGO_BIN_EXE_bezzel"))
            .args(["serve", "--port", "0", "--data"])
            .arg(data)
            .args(more)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut url = String::new();
        let mut lines = BufReader::new(process.stdout.take().expect("piped"));
        lines.read_line(&mut url).expect("the address is printed");
        // All lines come at once.
        let more = String::from_utf8_lossy(lines.buffer()).into_owned();
        Server { process, url: url.trim().trim_end_matches('/').to_owned(), more }
    }

    fn get(&self, path: &str) -> Value {
        read(ureq::get(format!("{}/api/v1{path}", self.url)).call())
    }

    fn post(&self, path: &str, body: &Value) -> Value {
        let request = ureq::post(format!("{}/api/v1{path}", self.url));
        let request = request.content_type("application/json");
        read(request.send(body.to_string()))
    }

    fn until(&self, path: &str, wanted: impl Fn(&Value) -> bool) -> Value {
        loop {
            let answer = self.get(path);
            if wanted(&answer) {
                return answer;
            }
            assert_ne!(answer["state"], "failed", "{path}: {answer}");
            std::thread::sleep(Duration::from_millis(30));
        }
    }

    fn signal(&self, name: &str) {
        let id = self.process.id().to_string();
        assert!(Command::new("kill").args([name, &id]).status().expect("kill runs").success());
    }

    /// The exit code and everything on standard error.
    fn end(mut self) -> (Option<i32>, String) {
        let mut log = String::new();
        self.process.stderr.take().expect("piped").read_to_string(&mut log).expect("text");
        (self.process.wait().expect("it ends").code(), log)
    }
}

fn read(answer: Result<Response<ureq::Body>, ureq::Error>) -> Value {
    serde_json::from_reader(answer.expect("an answer").body_mut().as_reader()).expect("JSON")
}

fn queens(n: u32) -> Value {
    json!({ "problem": { "version": 1, "size": n.to_string() } })
}

#[test]
fn a_count_survives_kill_9_and_is_read_by_the_command_line() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path(), &[]);
    let mut one_thread = queens(17);
    one_thread["threads"] = json!(1);
    let id = server.post("/jobs", &one_thread)["id"].as_str().unwrap().to_owned();
    let path = format!("/jobs/{id}");
    let before = server.until(&path, |job| job["units"]["done"].as_u64() > Some(0));
    server.signal("-KILL");
    assert_eq!(server.end().0, None, "killed");
    let server = Server::start(data.path(), &[]);
    let back = server.get(&path);
    assert!(back["units"]["done"].as_u64() >= before["units"]["done"].as_u64(), "{back}");
    // The command line reads the ledger while the server counts.
    let ledger = data.path().join(format!("jobs/{id}.ledger"));
    let status = Command::new(env!("CARGO_BIN_EXE_bezzel"))
        .args(["job", "status", "--json"])
        .arg(&ledger)
        .output()
        .expect("the program runs");
    assert!(status.status.success(), "{}", String::from_utf8_lossy(&status.stderr));
    let status: Value = serde_json::from_slice(&status.stdout).unwrap();
    assert!(status["units"]["done"].as_u64() >= before["units"]["done"].as_u64());
    let done = server.until(&path, |job| job["state"] == "done");
    assert_eq!(done["total"], "95815104");
    // From the ledger alone if the kill came too late.
    let how = &done["provenance"]["how"];
    assert!(how == "resumed" || how == "from the ledger", "{done}");
    server.signal("-TERM");
    assert_eq!(server.end().0, Some(0));
}

#[test]
fn a_stopped_server_closes_everything_and_exits_0() {
    for signal in ["-INT", "-TERM"] {
        let data = tempfile::tempdir().unwrap();
        let server = Server::start(data.path(), &["--log", "json"]);
        let id = server.post("/jobs", &queens(25))["id"].as_str().unwrap().to_owned();
        server.until(&format!("/jobs/{id}"), |job| job["state"] == "running");
        // A client follows the job: the stream must not keep the server running.
        let url = format!("{}/api/v1/jobs/{id}/events", server.url);
        let (tell, told) = std::sync::mpsc::channel();
        let follower = std::thread::spawn(move || {
            let mut answer = ureq::get(url).call().expect("a stream");
            let mut events = answer.body_mut().as_reader();
            events.read_exact(&mut [0; 10]).expect("an event");
            tell.send(()).expect("the test waits");
            // To the end, which may be a broken connection.
            let _ = events.read_to_end(&mut Vec::new());
        });
        told.recv_timeout(Duration::from_secs(300)).expect("the client follows");
        server.signal(signal);
        let (code, log) = server.end();
        assert_eq!(code, Some(0), "{log}");
        follower.join().expect("the stream has ended");
        for line in log.lines().filter(|line| line.starts_with('{')) {
            serde_json::from_str::<Value>(line).expect("a JSON log");
        }
        assert!(log.contains("\"ended\""), "{log}");
        let ledger = data.path().join(format!("jobs/{id}.ledger"));
        let journal = data.path().join(format!("jobs/{id}.ledger-journal"));
        assert!(ledger.is_file() && !journal.exists(), "the ledger is closed");
    }
}

#[test]
fn usage_errors_are_one_line() {
    let data = tempfile::tempdir().unwrap();
    let run = |arguments: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_bezzel"))
            .args(["serve", "--data"])
            .arg(data.path())
            .args(arguments)
            .output()
            .expect("the program runs");
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let (code, text) = run(&["--host", "nowhere"]);
    assert_eq!((code, text.lines().count()), (Some(2), 1), "{text}");
    let (code, text) = run(&["--port", "0", "--token", "a b"]);
    assert_eq!(code, Some(2), "{text}");
    let (code, text) = run(&["--port", "0", "--host", "0.0.0.0", "--token", "short-one"]);
    assert_eq!(code, Some(2), "{text}");
    assert!(text.contains("at least 16"), "{text}");
    let (code, text) = run(&["--host", "192.0.2.1", "--port", "0"]);
    assert_eq!((code, text.lines().count()), (Some(3), 1), "{text}");
    assert!(text.contains("the host is an address of this machine"), "{text}");
    let server = Server::start(data.path(), &[]);
    let port = server.url.rsplit(':').next().unwrap().to_owned();
    let (code, text) = run(&["--port", &port]);
    assert_eq!(code, Some(3), "{text}");
    assert!(text.contains("choose another port"), "{text}");
    server.signal("-INT");
    assert_eq!(server.end().0, Some(0));
}

#[test]
fn bound_to_all_addresses_it_creates_a_token() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path(), &["--host", "0.0.0.0"]);
    let (address, token) = server.url.split_once("/?token=").expect("the address has a token");
    assert!(token.len() >= 32, "{token}");
    let health = format!("{address}/api/v1/health");
    let refused = ureq::get(&health).call();
    assert!(matches!(refused, Err(ureq::Error::StatusCode(401))), "{refused:?}");
    let shown = ureq::get(&health).header("authorization", format!("Bearer {token}")).call();
    assert_eq!(shown.unwrap().status(), 200);
    // Other machines cannot use the address of this one's loopback.
    for url in server.more.lines() {
        let (address, shown) = url.split_once("/?token=").expect("every address has the token");
        assert!(shown == token && !address.contains("127.0.0.1"), "{url}");
        let health = format!("{address}/api/v1/health");
        let answer = ureq::get(&health).header("authorization", format!("Bearer {token}")).call();
        assert_eq!(answer.unwrap().status(), 200, "{url}");
    }
    let routes = std::fs::read_to_string("/proc/net/route").unwrap_or_default();
    assert!(routes.lines().count() < 2 || !server.more.is_empty(), "there is a network");
    server.signal("-TERM");
    let (code, log) = server.end();
    assert_eq!(code, Some(0));
    assert!(log.contains("not encrypted"), "{log}");
}
