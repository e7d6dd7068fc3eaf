//! A job that is paused, stopped or deleted stops using the processor, in the command line and in
//! the server. No test says how soon: each waits until the processor time no longer grows.
#![cfg(target_os = "linux")]

use crate::common;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// A process that ends with the test.
struct Process(Child);

impl Process {
    fn start(arguments: &[&str], folder: &Path) -> Process {
        let program = Command::new(env!("CARGO_BIN_EXE_bezzel"))
            .args(arguments)
            .current_dir(folder)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn();
        Process(program.expect("the program starts"))
    }

    /// Processor time so far, of all its threads, in ticks of the system.
    fn ticks(&self) -> u64 {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.0.id())).expect("it runs");
        let fields: Vec<&str> = stat.rsplit_once(')').expect("a name").1.split(' ').collect();
        fields[12..14].iter().map(|field| field.parse::<u64>().expect("a number")).sum()
    }

    /// Waits until it has counted for a while.
    fn works(&self) {
        let before = self.ticks();
        while self.ticks() < before + 20 {
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// Waits until its processor time no longer grows.
    fn stands_still(&self) {
        let (mut last, mut same) = (self.ticks(), 0);
        while same < 5 {
            std::thread::sleep(Duration::from_millis(200));
            let now = self.ticks();
            // An idle server still wakes up from time to time.
            same = if now <= last + 1 { same + 1 } else { 0 };
            last = now;
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Boards whose units take long: each engine has to look at its flag inside a unit.
const JOBS: [(&str, &str); 4] =
    [("27", "colour"), ("26", "enumerate"), ("8^3", "barr-rao"), ("10", "transform")];

#[test]
fn a_paused_or_stopped_run_ends() {
    let folder = tempfile::tempdir().expect("a folder");
    for (board, engine) in JOBS {
        let ledger = folder.path().join(engine);
        let ledger = ledger.to_str().expect("a plain name");
        common::output(&["job", "start", board, "--engine", engine, "--ledger", ledger], 0);
        let mut run = Process::start(&["job", "run", ledger, "--threads", "2"], folder.path());
        run.works();
        common::output(&["job", "pause", ledger], 0);
        assert_eq!(run.0.wait().expect("it ends").code(), Some(4), "{engine}");
        let mut run = Process::start(&["job", "resume", ledger, "--threads", "2"], folder.path());
        run.works();
        let kill = Command::new("kill").args(["-INT", &run.0.id().to_string()]).status();
        assert!(kill.expect("kill runs").success());
        assert_eq!(run.0.wait().expect("it ends").code(), Some(130), "{engine}");
    }
}

#[test]
fn a_paused_or_deleted_job_of_the_server_uses_no_processor() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut server = Process::start(&["serve", "--port", "0", "--data", "data"], folder.path());
    let mut url = String::new();
    let mut lines = BufReader::new(server.0.stdout.take().expect("piped"));
    lines.read_line(&mut url).expect("the address is printed");
    let api = format!("{}/api/v1/jobs", url.trim().trim_end_matches('/'));
    for (board, engine) in JOBS {
        let body = json!({ "problem": { "version": 1, "size": board }, "engine": engine });
        let made = ureq::post(&api).content_type("application/json").send(body.to_string());
        let text = made.expect("an answer").body_mut().read_to_string().expect("text");
        let job: Value = serde_json::from_str(&text).expect("JSON");
        let job = format!("{api}/{}", job["id"].as_str().expect("an id"));
        server.works();
        ureq::post(format!("{job}/pause")).send_empty().expect("it is paused");
        server.stands_still();
        ureq::post(format!("{job}/resume")).send_empty().expect("it goes on");
        server.works();
        ureq::delete(&job).call().expect("it is deleted");
        server.stands_still();
    }
}
