//! Care with what belongs to the user, and with what must not look like an answer.

mod common;

use common::{bezzel, json, output};
use std::fs;

/// One line on standard error that holds these words, exit code 2 and no answer.
fn refused(arguments: &[&str], input: &str, words: &str) {
    let assert = bezzel(arguments).write_stdin(input).assert().code(2).stdout("");
    let stderr = String::from_utf8(assert.get_output().stderr.clone()).unwrap();
    assert_eq!(stderr.lines().count(), 1, "{arguments:?}: {stderr}");
    assert!(stderr.contains(words), "{arguments:?}: {stderr}");
}

#[test]
fn a_bound_of_fundamental_solutions_is_one() {
    // Fifty of the 92 solutions lie in at least seven of the twelve classes.
    let stopped = ["count", "8", "--fundamental", "--algorithm", "wirth", "--solutions", "50"];
    assert_eq!(output(&stopped, 4), "at least 7\n");
    let document = json(&[&stopped[..], &["--json"]].concat(), 4);
    assert_eq!(document["totals"][0]["at_least"], "50");
    assert_eq!(document["totals"][0]["fundamental_at_least"], "7");
}

#[test]
fn files_that_are_there_are_not_overwritten() {
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
    // The formula beside a proof has a name nobody typed.
    fs::write(at("proof.cnf"), "mine").unwrap();
    refused(&["solve", "3", "--proof", &at("proof.lrat")], "", "proof.cnf is there already");
    refused(&["construct", "20", "--output", &folder.path().display().to_string()], "", "folder");
    assert!(
        !fs::read_dir(folder.path())
            .unwrap()
            .any(|entry| { entry.unwrap().file_name().to_string_lossy().ends_with(".part") })
    );
}

#[cfg(unix)]
#[test]
fn what_is_no_file_is_written_into_and_stays() {
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
        command.args(arguments.split(' ')).stdout(full);
        let ended = command.output().unwrap();
        assert_eq!(ended.status.code(), Some(3), "{arguments}");
        assert!(String::from_utf8_lossy(&ended.stderr).contains("No space left"), "{arguments}");
    }
}

#[test]
fn nothing_is_no_solution() {
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
fn what_cannot_be_meant_is_refused() {
    refused(&["check", "-1,3,0,2"], "", "columns are not negative");
    refused(&["check", "-"], "1,3,0,2\n2,0,3,1\n", "a second line");
    refused(&["solve", "8", "--given", "-", "--blocked", "-"], "0,0", "cannot both be read");
    refused(&["count", "5^3", "--nontrivial", "--engine", "barr-rao"], "", "leave --engine out");
    refused(&["count", "5^3", "--nontrivial", "--with", "cp"], "", "leave --nontrivial out");
    refused(&["count", "8", "--classes", "--oeis"], "", "--oeis");
    refused(&["count", "8", "--divide", "--oeis"], "", "--oeis");
    refused(&["count", "8", "--maximum", "--time", "1"], "", "--time");
}

#[test]
fn the_total_by_first_squares_says_where_it_comes_from() {
    let document = json(&["count", "5", "--divide", "--json"], 0);
    assert_eq!(document["total"], "10");
    assert_eq!(document["columns"][0]["provenance"]["how"], "computed");
    assert_eq!(document["columns"][4]["provenance"]["by"], "mirrored");
}

#[test]
fn the_reason_for_stopping_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let ledger = folder.path().join("l").display().to_string();
    let arguments = ["count", "20", "--engine", "enumerate", "--time", "0.2", "--ledger", &ledger];
    let assert = bezzel(&arguments).assert().code(4);
    let stderr = String::from_utf8(assert.get_output().stderr.clone()).unwrap();
    assert!(stderr.contains("the time limit was reached"), "{stderr}");
    assert!(stderr.contains("job run"), "{stderr}");
}

#[test]
fn algorithms_that_are_named_take_part_or_are_refused() {
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
fn limits_that_were_set_and_reached_are_told_by_the_exit_code() {
    let cut = ["compare", "9", "--algorithms", "wirth", "--goal", "all", "--visits", "100"];
    assert!(output(&cut, 4).contains(">= "));
    let csv = output(&[&cut[..], &["--csv"]].concat(), 4);
    assert!(csv.lines().next().unwrap().ends_with(",exact"), "{csv}");
    assert!(csv.lines().nth(1).unwrap().ends_with(",no") && !csv.contains(">="), "{csv}");
    assert!(output(&["compare", "6", "--algorithms", "wirth", "--csv"], 0).contains(",yes"));
}

#[test]
fn the_seed_is_told_though_nobody_chose_it() {
    let document = json(&["solve", "8", "--algorithm", "qs1", "--json"], 0);
    assert_eq!(document["by"], "qs1:seed=1");
    let assert = bezzel(&["solve", "8", "--algorithm", "qs1"]).assert().code(0);
    let stderr = String::from_utf8(assert.get_output().stderr.clone()).unwrap();
    assert!(stderr.contains("seed=1"), "{stderr}");
}
