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
    assert!(verified.contains("goes unnoticed with probability"), "{verified}");
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
fn a_foreign_or_damaged_ledger_is_rejected() {
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
fn a_killed_count_resumes_where_it_stopped() {
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

fn hex(bytes: &[u8]) -> String {
    use sha2::{Digest, Sha256};
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The checksum of some fields, as the book describes it.
fn seal<'a>(fields: impl IntoIterator<Item = &'a str>) -> String {
    let mut bytes = Vec::new();
    for field in fields {
        bytes.extend((field.len() as u64).to_le_bytes());
        bytes.extend(field.as_bytes());
    }
    hex(&bytes)
}

/// An export with all checksums recomputed, as a forger would do.
fn sealed(header: &str, mut lines: Vec<Value>) -> String {
    const NAMES: &str =
        "label subtotal program revision device host micros processor_micros attempt finished";
    let job: Value = serde_json::from_str(header).unwrap();
    let plain = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    for row in lines.iter_mut().filter(|line| line["line"] == "result") {
        let fields: Vec<String> = NAMES.split(' ').map(|name| plain(&row[name])).collect();
        let fields = fields.iter().map(String::as_str);
        let digest = job["digest"].as_str().unwrap();
        row["checksum"] = seal(["bezzel result 2", digest].into_iter().chain(fields)).into();
    }
    // The order of the header's fields is part of the plan's digest, so it must not change.
    let mut text = format!("{header}\n");
    lines.iter().for_each(|line| text.push_str(&format!("{line}\n")));
    let end = serde_json::json!({
        "line": "end", "lines": lines.len() + 1, "sha256": hex(text.as_bytes())
    });
    format!("{text}{end}\n")
}

/// The header of an export, and the lines between it and the last.
fn opened(export: &str) -> (&str, Vec<Value>) {
    let lines: Vec<&str> = export.lines().collect();
    let between = lines[1..lines.len() - 1].iter();
    (lines[0], between.map(|line| serde_json::from_str(line).unwrap()).collect())
}

/// An export with one subtotal changed.
fn forged(export: &str, change: impl Fn(u128) -> u128) -> String {
    let (header, mut lines) = opened(export);
    let row = lines.iter_mut().find(|line| line["line"] == "result" && line["subtotal"] != "0");
    let row = row.unwrap();
    let old: u128 = row["subtotal"].as_str().unwrap().parse().unwrap();
    row["subtotal"] = change(old).to_string().into();
    sealed(header, lines)
}

/// An export whose plan has only its first units, or names another engine.
fn replanned(export: &str, engine: &str, units: usize) -> String {
    let (header, mut lines) = opened(export);
    let kept: Vec<String> = (lines.iter().filter(|line| line["line"] == "unit"))
        .map(|line| line["label"].as_str().unwrap().to_owned())
        .take(units)
        .collect();
    lines.retain(|line| kept.iter().any(|label| line["label"] == **label));
    let job: Value = serde_json::from_str(header).unwrap();
    let problem = header.split_once(r#""problem":"#).unwrap().1;
    let problem = &problem[..=problem.find('}').unwrap()];
    let (revision, number) = (job["revision"].to_string(), kept.len().to_string());
    let divisor = job["divisor"].as_str().unwrap();
    let plan = ["bezzel plan 2", engine, &revision, problem, divisor, &number];
    let digest = seal(plan.into_iter().chain(kept.iter().map(String::as_str)));
    let header = header
        .replace(job["digest"].as_str().unwrap(), &digest)
        .replace(&format!(r#""engine":{}"#, job["engine"]), &format!(r#""engine":"{engine}""#))
        .replace(&format!(r#""units":{}"#, job["units"]), &format!(r#""units":{number}"#));
    sealed(&header, lines)
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

/// Plans that are consistent in themselves but not this program's own: an engine that does not
/// exist, and one unit instead of all.
#[test]
fn a_forged_plan_shows_no_total_anywhere() {
    let folder = folder();
    output(&folder, &["count", "8", "--engine", "colour", "--ledger", "eight"], 0);
    let export = output(&folder, &["job", "export", "eight"], 0);
    // A name that does not match the digest counts as damage.
    let mut import = Command::cargo_bin("bezzel").unwrap();
    let damaged = export.replace(r#""engine":"colour""#, r#""engine":"abacus""#);
    import.args(["job", "import", "other"]).current_dir(&folder).write_stdin(damaged);
    import.assert().code(3);
    assert!(!folder.path().join("other").exists());
    for (name, text, words) in [
        ("abacus", replanned(&export, "abacus", usize::MAX), "'abacus' is not an engine"),
        ("short", replanned(&export, "colour", 1), "the current plan is"),
    ] {
        let mut import = Command::cargo_bin("bezzel").unwrap();
        import.args(["job", "import", name]).current_dir(&folder).write_stdin(text);
        import.assert().code(0);
        let status = output(&folder, &["job", "status", name, "--json"], 1);
        let status: Value = serde_json::from_str(&status).unwrap();
        assert_eq!((&status["state"], &status["total"]), (&"failed".into(), &Value::Null));
        assert!(status["error"].as_str().unwrap().contains(words), "{status}");
        let mut run = Command::cargo_bin("bezzel").unwrap();
        let run = run.args(["job", "run", name]).current_dir(&folder).assert().failure();
        assert!(run.get_output().stdout.is_empty());
        assert!(String::from_utf8_lossy(&run.get_output().stderr).contains(words));
    }
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

/// Short runs add up: a run goes on from what others have counted, and ends when its time is over.
#[test]
fn a_run_goes_on_and_ends_when_its_time_is_over() {
    let folder = folder();
    // Minutes of work.
    output(&folder, &["job", "start", "22", "--ledger", "long"], 0);
    let run = |how: [&str; 2]| -> Value {
        let run = ["job", "run", "long", how[0], how[1], "--json"];
        serde_json::from_str(&output(&folder, &run, 4)).unwrap()
    };
    let (first, second) = (run(["--units", "2"]), run(["--for", "1s"]));
    let of = |run: &Value, field: &str| run["provenance"][field].as_u64().unwrap();
    assert_eq!((of(&first, "results_resumed"), of(&first, "results_now")), (0, 2));
    assert_eq!(second["because"], "time");
    assert_eq!(of(&second, "results_resumed"), 2);
    assert_eq!(of(&second, "results"), 2 + of(&second, "results_now"));
}

#[test]
fn control_characters_in_names_are_not_printed() {
    let folder = folder();
    let text = complaint(&folder, &["job", "status", "a\u{1b}[2Jb"], 3);
    assert!(!text.contains('\u{1b}') && text.contains("\\u{1b}"), "{text:?}");
}

/// The checker in the book, which shares no code with the program.
#[test]
fn an_export_is_checked_by_a_program_in_another_language() {
    let folder = folder();
    let checker = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/check_ledger.py");
    let check = |export: &str| {
        let file = folder.path().join("export.jsonl");
        std::fs::write(&file, export).unwrap();
        let output =
            std::process::Command::new("python3").arg(checker).arg(&file).output().unwrap();
        let said = [output.stdout, output.stderr].concat();
        (output.status.success(), String::from_utf8(said).unwrap())
    };
    for (count, total) in [
        (&["count", "10", "--engine", "colour"][..], "total 724"),
        (&["count", "9", "--engine", "enumerate"], "total 352"),
        (&["stack", "7", "--count"], "total 4"),
        (&["count", "4^3", "--engine", "transform"], "spectra are not added up here"),
    ] {
        let ledger = format!("{}.ledger", count[1].replace('^', "-"));
        output(&folder, &[count, &["--ledger", &ledger]].concat(), 0);
        output(&folder, &["job", "verify", &ledger, "--sample", "3"], 0);
        let export = output(&folder, &["job", "export", &ledger], 0);
        let (sound, said) = check(&export);
        assert!(sound && said.contains(total), "{count:?}: {said}");
        // A changed line is noticed, and so is a missing one.
        assert!(!check(&export.replacen("\"attempt\":1", "\"attempt\":2", 1)).0);
        let lines: Vec<&str> = export.split_inclusive('\n').collect();
        assert!(!check(&[&lines[..3], &lines[4..]].concat().concat()).0);
    }
    // So is a subtotal whose checksums were all recomputed, if its unit was recounted.
    output(&folder, &["count", "6", "--engine", "colour", "--ledger", "six"], 0);
    output(&folder, &["job", "verify", "six", "--sample", "9"], 0);
    let export = output(&folder, &["job", "export", "six"], 0);
    assert!(check(&export).1.contains("recounts agree, total 4"));
    let (sound, said) = check(&forged(&export, |subtotal| subtotal + 8));
    assert!(!sound && said.contains("is disputed"), "{said}");
}
