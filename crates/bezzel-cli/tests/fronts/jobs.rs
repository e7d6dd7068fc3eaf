//! Jobs through both fronts: the same ledgers, started, counted, shown, verified, merged, exported.

use crate::common;
use crate::served::{Server, documents};
use serde_json::json;
use std::path::Path;

/// What is typed here; each has a resource of the server.
pub const TYPED: [&str; 8] = [
    "job start",
    "job run",
    "job status",
    "job pause",
    "job resume",
    "job verify",
    "job merge",
    "job export",
];

/// Runs an action on ledgers of this folder.
fn job(folder: &Path, action: &str, more: &[&str]) -> String {
    let typed = common::words(action);
    let arguments: Vec<&str> =
        typed.iter().map(String::as_str).chain(more.iter().copied()).collect();
    let run = common::bezzel(&arguments).current_dir(folder).assert().code(0);
    String::from_utf8(run.get_output().stdout.clone()).expect("text")
}

/// Without what differs from run to run and from front to front.
fn document(text: &str) -> serde_json::Value {
    let mut document = documents("--json", text).remove(0);
    for field in ["created", "last_finished", "elapsed", "id", "rate", "eta", "seed"] {
        document.as_object_mut().expect("an object").remove(field);
    }
    if let Some(from) = document["provenance"].as_object_mut() {
        from.retain(|name, _| ["engine", "revision", "digest", "results"].contains(&name.as_str()));
    }
    document
}

/// Both fronts show a finished ledger in the server's folder as the same job. `job` has no case
/// above because the server still counts a job while it answers.
#[test]
fn command_line_and_server_show_the_same_job() {
    let data = tempfile::tempdir().expect("a folder");
    let folder = data.path().join("jobs");
    std::fs::create_dir(&folder).expect("a folder");
    for (name, counted) in [
        ("eight", "count 8 --engine colour --ledger"),
        ("space", "count 5 --engine transform --ledger"),
        ("stacks", "stack 7 --count --ledger"),
    ] {
        let ledger = folder.join(format!("{name}.ledger"));
        let ledger = ledger.to_str().expect("a plain name");
        let arguments = common::words(counted);
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).chain([ledger]).collect();
        common::output(&arguments, 0);
    }
    let server = Server::start(data.path());
    for name in ["eight", "space", "stacks"] {
        let ledger = folder.join(format!("{name}.ledger"));
        let ledger = ledger.to_str().expect("a plain name");
        let typed = common::output(&["job", "status", ledger, "--json"], 0);
        let typed = documents("--json", &typed);
        assert_eq!(typed[0]["state"], "done", "{typed:?}");
        assert_eq!(typed[0]["schema"], "bezzel/job/2");
        assert_eq!(typed, documents("--json", &server.answer(&format!("/jobs/{name}"), None)));
    }
}

/// A job that the server starts and counts is the one that the command line starts and counts.
#[test]
fn both_fronts_count_verify_merge_and_export_the_same_job() {
    let (data, elsewhere) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let server = Server::start(data.path());
    let nine = json!({ "version": 1, "size": "9" });
    let started = server.answer("/jobs", Some(&json!({ "problem": nine, "engine": "colour" })));
    let started: serde_json::Value = serde_json::from_str(&started).unwrap();
    let id = started["id"].as_str().expect("a name");
    let at = |action: &str| format!("/jobs/{id}{action}");
    // The events end when the job does.
    server.answer(&at("/events"), None);
    let here = elsewhere.path();
    let typed = job(here, "job start 9 --engine colour --ledger nine --json", &[]);
    assert_eq!(document(&typed)["problem"], started["problem"]);
    assert_eq!(document(&typed)["provenance"]["digest"], started["provenance"]["digest"]);
    let typed = job(here, "job run nine --json", &[]);
    assert_eq!(document(&typed)["total"], "352");
    assert_eq!(document(&typed)["total"], document(&server.answer(&at(""), None))["total"]);

    let typed = job(here, "job verify nine --sample 3 --seed 7 --json", &[]);
    let sent = json!({ "sample": 3, "seed": 7 });
    let sent = server.answer(&at("/verify"), Some(&sent));
    assert_eq!(document(&typed), document(&sent));
    assert_eq!(document(&typed)["schema"], "bezzel/job-verify/1");

    job(here, "job split nine 1/2 --to first", &[]);
    let target = data.path().join("jobs").join("first.ledger");
    std::fs::copy(here.join("first"), &target).unwrap();
    let typed = job(here, "job merge nine first --json", &[]);
    let sent = server.answer(&at("/merge"), Some(&json!({ "sources": ["first"] })));
    assert_eq!(document(&typed), document(&sent));
    assert_eq!(document(&typed)["schema"], "bezzel/job-merge/1");

    // The same units in the same order; when and where they were counted differs.
    let units = |text: &str| -> Vec<String> {
        let is_unit = |line: &&str| line.starts_with(r#"{"line":"unit""#);
        text.lines().filter(is_unit).map(str::to_owned).collect()
    };
    let (typed, sent) = (job(here, "job export nine", &[]), server.answer(&at("/export"), None));
    assert!(units(&typed).len() > 10);
    assert_eq!(units(&typed), units(&sent));

    for (action, resource) in [("pause", "/pause"), ("resume", "/resume")] {
        let typed = job(here, &format!("job {action} nine --json"), &[]);
        let sent = server.answer(&at(resource), Some(&json!({})));
        assert_eq!(document(&typed)["total"], document(&sent)["total"], "{action}");
    }
}
