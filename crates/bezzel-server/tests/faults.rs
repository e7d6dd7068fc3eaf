//! A disk that fails under the server: every answer is one or a refusal, and what was told stays true.
//!
//! The same story is told again and again, with the fault at one operation after the other. After a
//! restart every unit that was shown as done still is, and the count comes to the right total.
//! `BEZZEL_DEEP` tries every operation instead of some.

use crate::common::{Running, code, queens};
use bezzel_faults::{Cut, Fault, FaultyDisk, Kind};
use serde_json::{Value, json};
use std::sync::Arc;

const KINDS: [Kind; 6] = [
    Kind::Error,
    Kind::Full,
    Kind::Short,
    Kind::PowerCut(Cut::Nothing),
    Kind::PowerCut(Cut::Everything),
    Kind::PowerCut(Cut::Some(7)),
];

/// Operations between two that fail.
fn stride() -> usize {
    if std::env::var_os("BEZZEL_DEEP").is_some() { 1 } else { 11 }
}

fn server(disk: &Arc<FaultyDisk>) -> Running {
    Running::with(|config| {
        config.data = "/data".into();
        config.disk = Arc::clone(disk) as Arc<dyn bezzel::Disk>;
        config.limits.count_threads = 1;
    })
}

/// What the clients were told.
#[derive(Default)]
struct Told {
    id: Option<String>,
    done: u64,
    is_paused: bool,
}

/// A good answer; a refusal of the documented form gives nothing.
fn good(case: &str, (status, answer): (u16, Value)) -> Option<Value> {
    if (200..300).contains(&status) {
        return Some(answer);
    }
    let code = code(&answer);
    assert!(code != "internal" || answer.to_string().contains("ledger"), "{case}: {answer}");
    None
}

/// A job that is made, counted, paused and looked at.
fn story(server: &Running, case: &str, told: &mut Told) {
    let made = good(case, server.post("/jobs", &json!({ "problem": queens(6) })));
    let Some(id) = made.and_then(|job| Some(job["id"].as_str()?.to_owned())) else {
        return;
    };
    let path = format!("/jobs/{id}");
    told.id = Some(id);
    let ended = server.until(&path, |job| job["state"] == "done" || job["state"] == "failed");
    assert!(ended["state"] == "failed" || ended["total"] == "4", "{case}: {ended}");
    told.done = ended["units"]["done"].as_u64().unwrap();
    let paused = good(case, server.post(&format!("{path}/pause"), &json!({})));
    told.is_paused = paused.is_some();
    good(case, server.get(&format!("{path}/units")));
    good(case, server.get("/jobs"));
}

#[test]
fn whatever_fails_is_said_and_nothing_that_was_told_is_lost() {
    let mut failures = 0;
    for (place, kind) in KINDS.into_iter().enumerate() {
        // The kinds begin at different operations, so that together they see more of them.
        for at in (place..).step_by(stride()) {
            let case = format!("{kind:?} at {at}");
            let disk = FaultyDisk::new();
            let running = server(&disk);
            disk.fail(Fault { at, kind });
            let mut told = Told::default();
            story(&running, &case, &mut told);
            assert_eq!(running.ok("/health")["status"], "ok", "{case}");
            running.stop();
            let has_failed = disk.has_failed();
            failures += usize::from(has_failed);
            disk.restart();
            let running = server(&disk);
            if let Some(id) = &told.id {
                let shown = running.ok(&format!("/jobs/{id}"));
                assert!(shown["units"]["done"].as_u64() >= Some(told.done), "{case}: {shown}");
                if told.is_paused {
                    running.made(&format!("/jobs/{id}/resume"), &json!({}));
                }
            }
            let made = running.made("/jobs", &json!({ "problem": queens(6) }));
            let id = made["id"].as_str().unwrap();
            let done = running.until(&format!("/jobs/{id}"), |job| job["state"] != "running");
            let done = match done["state"].as_str() {
                // The pause was told as failed, and is there all the same.
                Some("paused") => {
                    running.made(&format!("/jobs/{id}/resume"), &json!({}));
                    running.until(&format!("/jobs/{id}"), |job| job["state"] == "done")
                }
                _ => running.until(&format!("/jobs/{id}"), |job| job["state"] == "done"),
            };
            assert_eq!(done["total"], "4", "{case}: {done}");
            assert_eq!(running.delete(&format!("/jobs/{id}")), 204, "{case}");
            assert!(disk.names().is_empty(), "{case}: {:?} are left", disk.names());
            if !has_failed {
                break;
            }
        }
    }
    assert!(failures > 20, "{failures} operations failed");
}

#[test]
fn a_disk_that_fails_at_the_start_is_named() {
    let disk = FaultyDisk::new();
    disk.fail(Fault { at: 0, kind: Kind::Error });
    let mut config = bezzel_server::Config::local("/data".into());
    (config.port, config.disk) = (0, Arc::clone(&disk) as Arc<dyn bezzel::Disk>);
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let refused = runtime.block_on(bezzel_server::Server::bind(config));
    let Err(bezzel_server::ServeError::Data { folder, .. }) = refused else {
        panic!("a server without its folder");
    };
    assert_eq!(folder, std::path::Path::new("/data"));
}
