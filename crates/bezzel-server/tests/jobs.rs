//! Counting jobs over HTTP: totals, pausing, following, restarts, ledgers shared with others.

use crate::common::{Running, code, queens};
use bezzel_board::{Problem, Stop};
use bezzel_engines::{Device, SimdLevel};
use bezzel_jobs::{Ledger, RunOptions, processors, run};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};

fn job(server: &Running, n: u32) -> Value {
    server.made("/jobs", &json!({ "problem": queens(n) }))
}

/// A job that takes a minute: many units, each a fraction of a second.
fn long_job(server: &Running) -> Value {
    server.made("/jobs", &json!({ "problem": queens(20), "threads": 1 }))
}

/// A job that does not finish while a test waits.
fn endless_job(server: &Running) -> Value {
    job(server, 25)
}

fn path(job: &Value) -> String {
    format!("/jobs/{}", job["id"].as_str().unwrap())
}

fn ledger_of(server: &Running, job: &Value) -> std::path::PathBuf {
    server.folder.path().join(format!("jobs/{}.ledger", job["id"].as_str().unwrap()))
}

fn is_done(job: &Value) -> bool {
    job["state"] == "done"
}

#[test]
fn totals_are_exact_and_say_where_they_come_from() {
    let server = Running::start();
    for (n, total, fundamental) in [(8, "92", "12"), (10, "724", "92"), (12, "14200", "1787")] {
        let made = job(&server, n);
        assert!(made["total"].is_null() || made["state"] == "done", "{made}");
        let done = server.until(&path(&made), is_done);
        assert_eq!((&done["total"], &done["fundamental"]), (&json!(total), &json!(fundamental)));
        assert_eq!(done["provenance"]["how"], "computed now");
        assert_eq!(done["units"]["done"], done["units"]["total"]);
        // The same count again is the same job.
        let (status, again) = server.post("/jobs", &json!({ "problem": queens(n) }));
        assert_eq!((status, &again["id"]), (200, &made["id"]));
        let units = server.ok(&format!("{}/units", path(&made)));
        assert!(units["units"].as_array().unwrap().iter().all(|unit| unit["state"] == "done"));
    }
    assert_eq!(server.ok("/jobs")["jobs"].as_array().unwrap().len(), 3);
    let torus = json!({ "problem": { "version": 1, "size": "7", "topology": "torus" } });
    let done = server.until(&path(&server.made("/jobs", &torus)), is_done);
    assert_eq!((&done["total"], &done["engine"]), (&json!("28"), &json!("torus")));
    assert_eq!(done["fundamental"], Value::Null);
}

#[test]
fn a_paused_job_keeps_its_units_and_resumes_after_a_restart() {
    let server = Running::start();
    let made = long_job(&server);
    server.until(&path(&made), |job| job["units"]["done"].as_u64() > Some(2));
    server.made(&format!("{}/pause", path(&made)), &json!({}));
    let paused = server.until(&path(&made), |job| job["state"] == "paused");
    let done = paused["units"]["done"].as_u64().unwrap();
    assert!(done > 2 && paused["total"].is_null());
    // Other programs read the ledger while the server is running.
    assert!(Ledger::open(ledger_of(&server, &made)).unwrap().rows().unwrap().len() as u64 >= done);
    let folder = server.stop();
    let server = Running::on(folder, |_| ());
    let back = server.ok(&path(&made));
    assert_eq!(back["state"], "paused", "{back}");
    assert!(back["units"]["done"].as_u64().unwrap() >= done);
    let on = server.made(&format!("{}/resume", path(&made)), &json!({}));
    assert!(["waiting", "running"].contains(&on["state"].as_str().unwrap()), "{on}");
    server.until(&path(&made), |job| job["units"]["done"].as_u64() > Some(done));
    // A pause and a resume from outside take effect here too.
    Ledger::open(ledger_of(&server, &made)).unwrap().pause().unwrap();
    server.until(&path(&made), |job| job["state"] == "paused");
    Ledger::open(ledger_of(&server, &made)).unwrap().resume().unwrap();
    server.until(&path(&made), |job| job["state"] == "running");
    // After the next restart it resumes by itself.
    let folder = server.stop();
    let server = Running::on(folder, |_| ());
    server.until(&path(&made), |job| job["state"] == "running");
    assert_eq!(server.delete(&path(&made)), 204);
    let (status, answer) = server.get(&path(&made));
    assert_eq!((status, code(&answer)), (404, "unknown-job"));
    let left = std::fs::read_dir(server.folder.path().join("jobs")).unwrap().count();
    assert_eq!(left, 0, "the ledger is gone");
}

#[test]
fn a_job_says_what_it_is_being_counted_on() {
    let server = Running::start();
    let made = endless_job(&server);
    let running = server.until(&path(&made), |job| job["devices"].is_array());
    let here = Device::cpu(SimdLevel::best()).to_string();
    assert_eq!(running["devices"], json!([here]));
    assert_eq!((&running["state"], &running["total"]), (&json!("running"), &Value::Null));
    server.made(&format!("{}/pause", path(&made)), &json!({}));
    let paused = server.until(&path(&made), |job| job["state"] == "paused");
    assert_eq!(paused["devices"], Value::Null);
}

#[test]
fn a_job_waits_for_its_turn_and_may_be_paused_before_it() {
    let server = Running::with(|config| config.limits.jobs_at_once = 1);
    let first = endless_job(&server);
    server.until(&path(&first), |job| job["state"] == "running");
    let second = job(&server, 12);
    assert_eq!(server.ok(&path(&second))["state"], "waiting");
    let paused = server.made(&format!("{}/pause", path(&second)), &json!({}));
    assert_eq!(paused["state"], "paused");
    let on = server.made(&format!("{}/resume", path(&second)), &json!({}));
    assert_eq!(on["state"], "waiting", "{on}");
    assert_eq!(server.delete(&path(&first)), 204);
    assert_eq!(server.until(&path(&second), is_done)["total"], "14200");
}

#[test]
fn a_job_is_followed_to_its_end() {
    let server = Running::start();
    let made = job(&server, 14);
    let mut stream = server.connect();
    let (path, address) = (path(&made), server.address);
    write!(stream, "GET /api/v1{path}/events HTTP/1.1\r\nHost: {address}\r\n\r\n").unwrap();
    let mut last = (String::new(), Value::Null);
    let mut name = String::new();
    for line in BufReader::new(stream).lines().map_while(Result::ok) {
        if let Some(event) = line.strip_prefix("event: ") {
            name = event.to_owned();
        }
        if let Some(data) = line.strip_prefix("data: ") {
            last = (name.clone(), serde_json::from_str(data).unwrap());
        }
        if line == "0" {
            break; // The last chunk. The server ends the stream after the total.
        }
    }
    assert_eq!(last.0, "done");
    assert_eq!(last.1["total"], "365596");
}

#[test]
fn ledgers_of_the_command_line_join_and_links_do_not() {
    let server = Running::start();
    let jobs = server.folder.path().join("jobs");
    let problem = Problem::queens(11);
    let engine = bezzel::registry::fastest(&problem);
    let prepared = engine.prepare(&problem, &Stop::new()).unwrap();
    let file = jobs.join("my-count.ledger");
    let mut ledger =
        Ledger::create(&file, bezzel_engines::Prepared::plan(&*prepared), None, &Stop::new())
            .unwrap();
    let options = RunOptions::default().with_max_units(Some(1));
    let hire = || processors(&prepared, 1, SimdLevel::best());
    run(&prepared, &hire, Some(&mut ledger), &options, &mut |_| {}).unwrap();
    drop(ledger);
    let outside = tempfile::tempdir().unwrap();
    let secret = outside.path().join("secret.ledger");
    std::fs::copy(&file, &secret).unwrap();
    std::os::unix::fs::symlink(&secret, jobs.join("link.ledger")).unwrap();
    std::fs::write(jobs.join("not one.ledger"), "nonsense").unwrap();
    std::fs::write(jobs.join("broken.ledger"), "nonsense").unwrap();
    let listed = server.ok("/jobs");
    let ids: Vec<&str> =
        listed["jobs"].as_array().unwrap().iter().map(|job| job["id"].as_str().unwrap()).collect();
    assert_eq!(ids, ["my-count"]);
    let done = server.until("/jobs/my-count", is_done);
    assert_eq!(done["total"], "2680");
    assert_eq!(done["provenance"]["how"], "resumed");
    for path in ["/jobs/..%2fjobs%2fmy-count", "/jobs/link", "/jobs/broken", "/jobs/%00"] {
        let (status, answer) = server.get(path);
        assert_eq!((status, code(&answer)), (404, "unknown-job"), "{path}");
    }
}

#[test]
fn plans_of_clients_that_have_gone_block_no_other_request() {
    let server = Running::start();
    let address = server.address;
    let asked = ["2^14", "2^15"].map(|size| {
        let body = json!({ "problem": { "version": 1, "size": size } }).to_string();
        let mut client = server.connect();
        let length = body.len();
        write!(
            client,
            "POST /api/v1/jobs HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\n\
             Content-Length: {length}\r\n\r\n{body}"
        )
        .unwrap();
        client
    });
    server.until("/health", |health| health["computing"] == 2 || health["jobs_running"] != 0);
    // Neither a solution nor another job waits for them, and with the clients the plans end.
    let (status, solved) = server.post("/solve", &json!({ "problem": queens(8) }));
    assert_eq!(status, 200, "{solved}");
    drop(asked);
    server.until("/health", |health| health["computing"] == 0);
    assert_eq!(server.until(&path(&job(&server, 8)), is_done)["total"], "92");
}

#[test]
fn a_server_short_of_memory_ends_plans_and_counts_with_a_refusal() {
    let server = Running::with(|config| config.limits.memory_bytes = 1);
    let space = json!({ "problem": { "version": 1, "size": "2^15" } });
    let counts = json!({ "problems": [queens(22)] });
    for (path, body) in [("/jobs", space), ("/count", counts)] {
        let (status, answer) = server.post(path, &body);
        assert_eq!((status, code(&answer)), (503, "busy"), "{path}: {answer}");
        assert!(answer["error"]["message"].as_str().unwrap().contains("memory"), "{answer}");
    }
    assert_eq!(server.ok("/health")["status"], "ok");
}

#[test]
fn counting_leaves_room_for_small_calls() {
    let server = Running::start();
    let made = endless_job(&server);
    server.until(&path(&made), |job| job["state"] == "running");
    // If one of these waited for the count, it would never be answered.
    for step in 0..100 {
        let body = json!({ "problem": queens(6), "algorithm": "wirth", "all": true });
        let id = server.made("/traces", &body)["id"].as_str().unwrap().to_owned();
        server.ok(&format!("/traces/{id}/frames/{step}"));
    }
    assert_eq!(server.ok(&path(&made))["state"], "running");
}

#[test]
fn a_ledger_of_an_unknown_engine_shows_no_total() {
    let server = Running::start();
    let plan = bezzel_engines::Plan {
        engine: "abacus",
        revision: 1,
        problem: Problem::queens(8),
        // There is nothing to count, so it would count as done.
        units: Vec::new(),
        divisor: 1,
        counted: bezzel_engines::Counted::Solutions,
    };
    let file = server.folder.path().join("jobs/forged.ledger");
    drop(Ledger::create(file, &plan, None, &Stop::new()).unwrap());
    // A scan of the folder finds it.
    server.ok("/jobs");
    let shown = server.until("/jobs/forged", |job| job["state"] == "failed");
    assert!(shown["total"].is_null() && shown["at_least"].is_null(), "{shown}");
    assert!(shown["error"].as_str().unwrap().contains("abacus"), "{shown}");
}

#[test]
fn an_endless_view_instead_of_a_table_blocks_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let jobs = folder.path().join("jobs");
    std::fs::create_dir_all(&jobs).unwrap();
    let database = rusqlite::Connection::open(jobs.join("endless.ledger")).unwrap();
    database
        .execute_batch(
            "PRAGMA application_id = 1113946732; PRAGMA user_version = 2;
             CREATE VIEW job AS WITH RECURSIVE more(x) AS
             (SELECT 1 UNION ALL SELECT x + 1 FROM more) SELECT x FROM more",
        )
        .unwrap();
    drop(database);
    let server = Running::on(folder, |_| ());
    assert_eq!(server.ok("/jobs")["jobs"].as_array().unwrap().len(), 0);
}

#[cfg(unix)]
#[test]
fn folders_and_ledgers_are_readable_by_their_owner_only() {
    use std::os::unix::fs::PermissionsExt;
    let server = Running::start();
    let made = job(&server, 8);
    let mode = |path: &std::path::Path| path.metadata().unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&server.folder.path().join("jobs")), 0o700);
    assert_eq!(mode(&ledger_of(&server, &made)), 0o600);
}
