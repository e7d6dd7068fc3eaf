//! Jobs on the command line: ledgers that are killed, split, merged, verified, damaged.

use assert_cmd::Command;
use serde_json::Value;
use std::path::Path;
use std::process::{Command as Process, Stdio};
use std::time::Duration;
use tempfile::TempDir;

/// Standard output of a run in this folder that must end with this code.
fn output(folder: &TempDir, arguments: &[&str], code: i32) -> String {
    let mut command = Command::cargo_bin("bezzel").expect("the program is built");
    let assert = command.args(arguments).current_dir(folder).assert().code(code);
    String::from_utf8(assert.get_output().stdout.clone()).expect("output is text")
}

fn complaint(folder: &TempDir, arguments: &[&str], code: i32) -> String {
    let mut command = Command::cargo_bin("bezzel").expect("the program is built");
    let assert = command.args(arguments).current_dir(folder).assert().code(code);
    let text = String::from_utf8(assert.get_output().stderr.clone()).expect("output is text");
    assert_eq!(text.lines().count(), 1, "{text}");
    text
}

fn folder() -> TempDir {
    tempfile::tempdir().expect("a temporary folder can be made")
}

#[test]
fn a_job_is_started_run_split_merged_and_verified() {
    let folder = folder();
    output(&folder, &["job", "start", "14", "--ledger", "whole"], 0);
    for part in ["1/3", "2/3", "3/3"] {
        let file = format!("part{}", &part[..1]);
        output(&folder, &["job", "split", "whole", part, "--to", &file], 0);
        let partial = output(&folder, &["job", "run", &file], 0);
        assert!(partial.starts_with("at least "), "a part is not a total: {partial}");
    }
    output(&folder, &["job", "merge", "whole", "part1", "part2", "part3"], 0);
    assert_eq!(output(&folder, &["job", "run", "whole"], 0), "365596\n");
    assert!(output(&folder, &["job", "verify", "whole", "--sample", "5"], 0).contains(" 0 wrong"));
    let document: Value =
        serde_json::from_str(&output(&folder, &["job", "status", "whole", "--json"], 0)).unwrap();
    assert_eq!(document["status"]["outcome"]["total"], "365596");
    assert_eq!(document["status"]["units_recounted"], 5);
    let exported = output(&folder, &["job", "export", "whole"], 0);
    let units = document["status"]["units_total"].as_u64().unwrap() as usize;
    assert_eq!(exported.lines().count(), 1 + units);
    Command::cargo_bin("bezzel")
        .unwrap()
        .args(["job", "import", "copy"])
        .current_dir(&folder)
        .write_stdin(exported)
        .assert()
        .code(0);
    assert_eq!(output(&folder, &["job", "run", "copy"], 0), "365596\n");
}

#[test]
fn limits_pauses_and_resumes_keep_what_is_counted() {
    let folder = folder();
    output(&folder, &["job", "start", "15", "--ledger", "job"], 0);
    assert!(output(&folder, &["job", "run", "job", "--units", "3"], 4).starts_with("at least "));
    output(&folder, &["job", "pause", "job"], 0);
    assert!(output(&folder, &["job", "run", "job"], 4).starts_with("at least "));
    assert_eq!(output(&folder, &["job", "resume", "job", "--progress", "jsonl"], 0), "2279184\n");
    assert_eq!(output(&folder, &["count", "15", "--ledger", "job"], 0), "2279184\n");
}

#[test]
fn a_foreign_or_damaged_ledger_is_refused() {
    let folder = folder();
    output(&folder, &["count", "12", "--ledger", "twelve"], 0);
    assert!(complaint(&folder, &["count", "13", "--ledger", "twelve"], 2).contains("another plan"));
    assert!(complaint(&folder, &["job", "run", "nowhere"], 3).contains("no ledger"));
    std::fs::write(folder.path().join("text"), "not a ledger").unwrap();
    assert!(complaint(&folder, &["job", "status", "text"], 3).contains("not a ledger"));
    change(&folder.path().join("twelve"));
    let text = complaint(&folder, &["job", "run", "twelve"], 3);
    assert!(text.contains("damaged"), "{text}");
}

/// Changes the engine's name in one of the rows.
fn change(file: &Path) {
    let mut bytes = std::fs::read(file).unwrap();
    let engine = b"enumerate";
    let place = bytes.windows(engine.len()).rposition(|window| window == engine);
    bytes[place.expect("rows name their engine")] = b'E';
    std::fs::write(file, bytes).unwrap();
}

#[test]
fn a_killed_count_goes_on_where_it_stopped() {
    let folder = folder();
    for milliseconds in [5, 20, 40, 60, 80, 100, 30, 50] {
        let mut child = Process::new(env!("CARGO_BIN_EXE_bezzel"))
            .args(["count", "16", "--threads", "1", "--simd", "scalar", "--ledger", "job"])
            .args(["--engine", "enumerate"])
            .current_dir(&folder)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        std::thread::sleep(Duration::from_millis(milliseconds));
        child.kill().expect("the program can be killed");
        child.wait().expect("the program has ended");
    }
    assert_eq!(
        output(&folder, &["count", "16", "--engine", "enumerate", "--ledger", "job"], 0),
        "14772512\n"
    );
}
