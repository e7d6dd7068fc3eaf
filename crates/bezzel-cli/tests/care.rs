//! User files are never overwritten, and nothing else is passed off as an answer.

use crate::common::{bezzel, json, output, words};
use std::fs;

/// Checks for one line on standard error with these words, exit code 2 and no answer.
fn refused(arguments: &[&str], input: &str, words: &str) {
    let assert = bezzel(arguments).write_stdin(input).assert().code(2).stdout("");
    let stderr = String::from_utf8(assert.get_output().stderr.clone()).unwrap();
    assert_eq!(stderr.lines().count(), 1, "{arguments:?}: {stderr}");
    assert!(stderr.contains(words), "{arguments:?}: {stderr}");
}

#[test]
fn a_stopped_count_of_fundamental_solutions_gives_a_bound() {
    // Fifty of the 92 solutions lie in at least seven of the twelve classes.
    let stopped = ["count", "8", "--fundamental", "--algorithm", "wirth", "--solutions", "50"];
    assert_eq!(output(&stopped, 4), "at least 7\n");
    let document = json(&[&stopped[..], &["--json"]].concat(), 4);
    assert_eq!(document["totals"][0]["at_least"], "50");
    assert_eq!(document["totals"][0]["fundamental_at_least"], "7");
}

#[test]
fn existing_files_are_not_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).display().to_string();
    for (arguments, name) in [
        (vec!["construct", "20", "--output"], "queens"),
        (vec!["export", "4", "--format", "cnf", "-o"], "four.cnf"),
        (vec!["solve", "3", "--proof"], "three.lrat"),
    ] {
        let file = at(name);
        let arguments = [arguments, vec![file.as_str()]].concat();
        fs::write(&file, "mine").unwrap();
        refused(&arguments, "", "--force");
        assert_eq!(fs::read_to_string(&file).unwrap(), "mine");
        let written = bezzel(&arguments).arg("--force").assert();
        assert!(matches!(written.get_output().status.code(), Some(0 | 1)));
        assert_ne!(fs::read_to_string(&file).unwrap(), "mine", "{arguments:?}");
    }
    // The user did not type the name of the formula beside the proof.
    fs::write(at("proof.cnf"), "mine").unwrap();
    refused(&["solve", "3", "--proof", &at("proof.lrat")], "", "proof.cnf already exists");
    refused(&["construct", "20", "--output", &folder.path().display().to_string()], "", "folder");
    assert!(
        !fs::read_dir(folder.path())
            .unwrap()
            .any(|entry| { entry.unwrap().file_name().to_string_lossy().ends_with(".part") })
    );
}

#[cfg(unix)]
#[test]
fn a_device_is_written_to_and_not_replaced() {
    use std::os::unix::fs::FileTypeExt;
    for arguments in [
        vec!["construct", "100000", "--output", "/dev/full"],
        vec!["export", "8", "--format", "cnf", "-o", "/dev/full"],
    ] {
        let assert = bezzel(&arguments).assert().code(3);
        let stderr = String::from_utf8(assert.get_output().stderr.clone()).unwrap();
        assert!(stderr.contains("/dev/full: No space left"), "{stderr}");
        assert!(fs::metadata("/dev/full").unwrap().file_type().is_char_device());
    }
    bezzel(&["construct", "8", "--output", "/dev/null"]).assert().code(0);
}

#[cfg(unix)]
#[test]
fn an_answer_that_cannot_be_written_is_a_failure() {
    for arguments in ["solve 3", "check 0,1,2", "count 8"] {
        let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let mut command = std::process::Command::new(assert_cmd::cargo::cargo_bin("bezzel"));
        command.args(words(arguments)).stdout(full);
        let ended = command.output().unwrap();
        assert_eq!(ended.status.code(), Some(3), "{arguments}");
        assert!(String::from_utf8_lossy(&ended.stderr).contains("No space left"), "{arguments}");
    }
}

#[test]
fn an_empty_placement_is_not_a_solution() {
    for arguments in [&["check", "-"][..], &["check", ""], &["check", "-", "--stream", "commas"]] {
        refused(arguments, "", "there is no placement to check");
    }
    for arguments in [&["check", "-", "--size", "0"][..], &["check", "", "--size", "0"]] {
        bezzel(arguments).write_stdin("").assert().code(0);
    }
    let folder = tempfile::tempdir().unwrap();
    let ledger = folder.path().join("l").display().to_string();
    bezzel(&["job", "start", "9", "--ledger", &ledger]).assert().code(0);
    refused(&["job", "verify", &ledger, "--sample", "0"], "", "verifies nothing");
    refused(&["job", "verify", &ledger], "", "no counted unit to verify");
}

#[test]
fn impossible_requests_are_rejected() {
    refused(&["check", "-1,3,0,2"], "", "columns are not negative");
    refused(&["check", "-"], "1,3,0,2\n2,0,3,1\n", "a second line");
    refused(&["solve", "8", "--given", "-", "--blocked", "-"], "0,0", "cannot both be read");
    refused(&["count", "5^3", "--nontrivial", "--engine", "barr-rao"], "", "leave --engine out");
    refused(&["count", "5^3", "--nontrivial", "--with", "cp"], "", "leave --nontrivial out");
    refused(&["count", "8", "--classes", "--oeis"], "", "--oeis");
    refused(&["count", "8", "--divide", "--oeis"], "", "--oeis");
    refused(&["count", "14", "--squares", "--number", "0"], "", "--number");
    refused(&["count", "8", "--squares", "--forecast"], "", "--forecast");
    for option in [
        "--time=1",
        "--with=sat",
        "--engine=torus",
        "--queens=2",
        "--classes",
        "--forecast",
        "--oeis",
    ] {
        let name = option.split('=').next().unwrap();
        refused(&["count", "8", "--maximum", option], "", name);
    }
}

#[test]
fn the_total_by_first_squares_says_where_it_comes_from() {
    let document = json(&["count", "5", "--divide", "--json"], 0);
    assert_eq!(document["total"], "10");
    assert_eq!(document["columns"][0]["provenance"]["how"], "computed");
    assert_eq!(document["columns"][4]["provenance"]["by"], "moved");
    // A shift sends every column of a torus to the first.
    let document = json(&["count", "7", "--torus", "--divide", "--json"], 0);
    assert_eq!(document["total"], "28");
    for column in 1..7 {
        assert_eq!(document["columns"][column]["provenance"]["column"], 0, "column {column}");
    }
    // A blocked square leaves it the reflection in the column of that square.
    let blocked = ["count", "7", "--torus", "--blocked", "2,2", "--divide", "--json"];
    let document = json(&blocked, 0);
    for (column, image) in [(3, 1), (4, 0), (6, 5)] {
        let one = &document["columns"][column];
        assert_eq!(one["provenance"]["column"], image, "{one}");
        assert_eq!(one["total"], document["columns"][image]["total"], "{one}");
    }
}

#[test]
fn the_reason_for_stopping_is_printed() {
    let folder = tempfile::tempdir().unwrap();
    let ledger = folder.path().join("l").display().to_string();
    let arguments = ["count", "20", "--engine", "enumerate", "--time", "0.2", "--ledger", &ledger];
    let assert = bezzel(&arguments).assert().code(4);
    let stderr = String::from_utf8(assert.get_output().stderr.clone()).unwrap();
    assert!(stderr.contains("the time limit was reached"), "{stderr}");
    assert!(stderr.contains("job run"), "{stderr}");
}

#[test]
fn named_algorithms_take_part_or_are_rejected() {
    for (arguments, words) in [
        (["compare", "5x8", "--algorithms", "wirth"], "does not work on the 5x8 board"),
        (["compare", "4^3", "--algorithms", "wirth"], "wirth"),
    ] {
        refused(&arguments, "", words);
    }
    let all = ["compare", "5", "--algorithms", "pauls", "--goal", "all"];
    refused(&all, "", "--goal first");
}

#[test]
fn the_exit_code_says_that_a_limit_was_reached() {
    let cut = ["compare", "9", "--algorithms", "wirth", "--goal", "all", "--visits", "100"];
    assert!(output(&cut, 4).contains(">= "));
    let csv = output(&[&cut[..], &["--csv"]].concat(), 4);
    assert!(csv.lines().next().unwrap().ends_with(",exact"), "{csv}");
    assert!(csv.lines().nth(1).unwrap().ends_with(",no") && !csv.contains(">="), "{csv}");
    assert!(output(&["compare", "6", "--algorithms", "wirth", "--csv"], 0).contains(",yes"));
}

#[test]
fn a_seed_that_was_not_chosen_is_printed() {
    let document = json(&["solve", "8", "--algorithm", "qs1", "--json"], 0);
    assert_eq!(document["by"], "qs1:seed=1");
    let assert = bezzel(&["solve", "8", "--algorithm", "qs1"]).assert().code(0);
    let stderr = String::from_utf8(assert.get_output().stderr.clone()).unwrap();
    assert!(stderr.contains("seed=1"), "{stderr}");
}
