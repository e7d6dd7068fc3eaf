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
    for share in ["1/3", "2/3", "3/3"] {
        let file = format!("share{}", &share[..1]);
        output(&folder, &["job", "split", "whole", share, "--to", &file], 0);
        let partial = output(&folder, &["job", "run", &file], 0);
        assert!(partial.starts_with("at least "), "a share is not a total: {partial}");
    }
    output(&folder, &["job", "merge", "whole", "share1", "share2", "share3"], 0);
    assert_eq!(output(&folder, &["job", "run", "whole"], 0), "365596\n");
    let verified = output(&folder, &["job", "verify", "whole", "--sample", "5"], 0);
    assert!(verified.contains(" 0 wrong") && verified.contains("% of the work"), "{verified}");
    assert!(verified.contains("stays unseen with probability"), "{verified}");
    let document: Value =
        serde_json::from_str(&output(&folder, &["job", "status", "whole", "--json"], 0)).unwrap();
    assert_eq!(
        (&document["schema"], &document["total"]),
        (&"bezzel/job/2".into(), &"365596".into())
    );
    assert_eq!(document["provenance"]["results_recounted"], 5);
    let exported = output(&folder, &["job", "export", "whole"], 0);
    let units = document["units"]["total"].as_u64().unwrap() as usize;
    assert!(exported.lines().count() > 2 * units, "each unit has a line, and each its result");
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

/// Changes the device's name in one of the rows.
fn change(file: &Path) {
    let mut bytes = std::fs::read(file).unwrap();
    let device = b"cpu ";
    let place = bytes.windows(device.len()).rposition(|window| window == device);
    bytes[place.expect("rows name their device")] = b'C';
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

/// An export with one subtotal changed and everything sealed anew, as a forger would.
fn forged(export: &str, change: impl Fn(u128) -> u128) -> String {
    use sha2::{Digest, Sha256};
    let hex = |bytes: &[u8]| -> String {
        Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
    };
    let mut lines: Vec<Value> =
        export.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    lines.pop();
    let digest = lines[0]["digest"].as_str().unwrap().to_owned();
    let row = lines.iter_mut().find(|line| line["line"] == "result" && line["subtotal"] != "0");
    let row = row.unwrap();
    let old: u128 = row["subtotal"].as_str().unwrap().parse().unwrap();
    row["subtotal"] = change(old).to_string().into();
    let names = [
        "label",
        "subtotal",
        "program",
        "revision",
        "device",
        "host",
        "micros",
        "processor_micros",
        "attempt",
        "finished",
    ];
    let plain = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let mut fields = vec!["bezzel result 2".to_owned(), digest];
    fields.extend(names.map(|name| plain(&row[name])));
    let mut bytes = Vec::new();
    for field in fields {
        bytes.extend((field.len() as u64).to_le_bytes());
        bytes.extend(field.as_bytes());
    }
    row["checksum"] = hex(&bytes).into();
    let mut text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    let end = serde_json::json!({
        "line": "end", "lines": lines.len(), "sha256": hex(text.as_bytes())
    });
    text.push_str(&format!("{end}\n"));
    text
}

#[test]
fn a_forged_ledger_shows_no_total_anywhere() {
    let folder = folder();
    output(&folder, &["count", "10", "--ledger", "ten"], 0);
    let export = output(&folder, &["job", "export", "ten"], 0);
    let header: Value = serde_json::from_str(export.lines().next().unwrap()).unwrap();
    let divisor: u128 = header["divisor"].as_str().unwrap().parse().unwrap();
    for by in [8, 1] {
        let name = format!("forged{by}");
        let text = forged(&export, |it| it + by * divisor);
        let mut import = Command::cargo_bin("bezzel").unwrap();
        import.args(["job", "import", &name]).current_dir(&folder).write_stdin(text);
        import.assert().code(0);
        let both = |text: &str| {
            assert!(text.contains(&(724 + by).to_string()) && text.contains("724"), "{text}");
        };
        both(&output(&folder, &["job", "status", &name], 1));
        both(&complaint(&folder, &["job", "run", &name], 1));
        both(&complaint(&folder, &["count", "10", "--ledger", &name], 1));
    }
}

#[test]
fn a_plan_of_no_engine_shows_no_total() {
    let folder = folder();
    output(&folder, &["count", "8", "--ledger", "eight"], 0);
    let file = folder.path().join("eight");
    // The name of the engine is part of every digest: a ledger that names another is damaged, and
    // one that is consistent in itself is unknown.
    let export = output(&folder, &["job", "export", "eight"], 0);
    let other = export.replace(r#""engine":"enumerate""#, r#""engine":"abacus""#);
    let mut import = Command::cargo_bin("bezzel").unwrap();
    import.args(["job", "import", "other"]).current_dir(&folder).write_stdin(other);
    import.assert().code(3);
    assert!(file.exists() && !folder.path().join("other").exists());
}

#[test]
fn counting_twice_says_that_everything_was_recounted() {
    let folder = folder();
    let mut command = Command::cargo_bin("bezzel").unwrap();
    let assert = command.args(["count", "12", "--verify"]).current_dir(&folder).assert().code(0);
    let notes = String::from_utf8(assert.get_output().stderr.clone()).unwrap();
    assert!(notes.contains("results recounted"), "{notes}");
    let mut command = Command::cargo_bin("bezzel").unwrap();
    let assert = command.args(["count", "12"]).current_dir(&folder).assert().code(0);
    let notes = String::from_utf8(assert.get_output().stderr.clone()).unwrap();
    assert!(notes.contains("never recounted"), "{notes}");
}

#[test]
fn spectra_and_stacks_have_the_same_verbs() {
    let folder = folder();
    output(&folder, &["job", "start", "6^3", "--engine", "transform", "--ledger", "spectrum"], 0);
    output(&folder, &["job", "run", "spectrum", "--units", "2"], 4);
    output(&folder, &["job", "pause", "spectrum"], 0);
    let form = output(&folder, &["job", "resume", "spectrum"], 0);
    assert!(form.contains("46656^m"), "{form}");
    assert!(
        output(&folder, &["job", "verify", "spectrum", "--sample", "3"], 0).contains(" 0 wrong")
    );
    assert!(output(&folder, &["job", "status", "spectrum"], 0).contains("46656^m"));
    output(&folder, &["job", "start", "11", "--engine", "stacks", "--ledger", "stacks"], 0);
    assert_eq!(output(&folder, &["job", "run", "stacks", "--for", "10min"], 0), "8\n");
}

#[test]
fn control_characters_in_names_are_not_printed() {
    let folder = folder();
    let text = complaint(&folder, &["job", "status", "a\u{1b}[2Jb"], 3);
    assert!(!text.contains('\u{1b}') && text.contains("\\u{1b}"), "{text:?}");
}
