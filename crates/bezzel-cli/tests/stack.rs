//! Stacks on the command line.

use crate::common::{bezzel, json, notes, output};
use serde_json::Value;

#[test]
fn stack_shows_counts_and_rejects_wrong_requests() {
    let figure = "1 2 3 4 5\n4 5 1 2 3\n2 3 4 5 1\n5 1 2 3 4\n3 4 5 1 2\n";
    assert_eq!(output(&["stack", "5"], 0), figure, "figure 5 of the paper");
    assert_eq!(output(&["stack", "8"], 1), "no stack\n");
    assert_eq!(output(&["stack", "12"], 0).lines().count(), 12);
    assert_eq!(
        json(&["stack", "60", "--json"], 0)["stack"]["floors"].as_array().unwrap().len(),
        60
    );
    assert_eq!(json(&["stack", "9", "--json"], 1)["conclusion"], "none");
    assert_eq!(output(&["stack", "16"], 0).lines().count(), 16);
    assert_eq!(output(&["stack", "15"], 0).lines().count(), 15);
    output(&["stack", "18"], 4);
    assert_eq!(output(&["stack", "7", "--all"], 0).lines().count(), 4 * 7 + 3);
    let counts = json(&["stack", "5..11", "--count", "--json"], 0);
    let unordered: Vec<&str> = (counts["counts"].as_array().unwrap().iter())
        .map(|count| count["unordered"].as_str().unwrap())
        .collect();
    assert_eq!(unordered, ["2", "0", "4", "0", "0", "0", "8"]);
    assert_eq!(
        output(&["stack", "5", "--count"], 0),
        "unordered    2\nordered      240\nfundamental  1\n"
    );
    let most = output(&["stack", "4..10", "--max-disjoint"], 0);
    assert_eq!(most, "4 2\n5 5\n6 4\n7 7\n8 6\n9 7\n10 8\n");
    let none = output(&["stack", "2", "--max-disjoint", "--as", "floors"], 0);
    assert_eq!(none, "no solution of side 2\n", "an empty answer would say nothing");
    assert_eq!(output(&["stack", "8", "--disjoint", "6"], 0).lines().count(), 6);
    assert_eq!(output(&["stack", "8", "--disjoint", "7"], 1), "none of side 8\n");
    let refuted = notes(&["stack", "5", "--disjoint", "6"], 1);
    assert!(
        refuted.starts_with("side 5: proven: 6 disjoint solutions do not exist, "),
        "{refuted}"
    );
    let uncovered = notes(&["solve", "10", "--colours", "10"], 1);
    assert!(uncovered.starts_with("that many solutions do not cover the board"), "{uncovered}");
    assert_eq!(output(&["stack", "5", "--torus"], 0), figure);
    assert_eq!(output(&["stack", "12", "--torus"], 1), "no stack\n", "12 is not coprime to 6");
    assert_eq!(output(&["stack", "7", "--torus", "--all"], 0).lines().count(), 4 * 7 + 3);
    let memory = output(&["stack", "7", "--as", "memory"], 0);
    assert!(memory.contains("module = (j - 2 i) mod 7"), "{memory}");
    assert!(output(&["stack", "13", "--count", "--time", "0.2"], 4).contains("at least"));
    for (arguments, words) in [
        (&["stack", "0"][..], "side 1 or more"),
        (&["stack", "5x8"], "square floors"),
        (&["stack", "4..6"], "is a range"),
        (&["stack", "17", "--count"], "up to side 16"),
        (&["stack", "5000"], "too large a table"),
        (&["stack", "5", "--count", "--all"], "cannot be used with"),
        (&["stack", "8", "--visits", "3"], "limit the time"),
        (&["stack", "17", "--torus", "--all"], "up to 12"),
        (&["stack", "8", "--disjoint", "0"], "a whole number from 1"),
    ] {
        let assert = bezzel(arguments).assert().code(2).stdout("");
        let stderr = String::from_utf8(assert.get_output().stderr.clone()).unwrap();
        assert!(stderr.contains(words), "{arguments:?}: {stderr}");
    }
}

#[test]
fn the_double_backtracking_is_traced() {
    let text = output(&["stack", "5", "--trace"], 0);
    assert!(text.contains("not floor 1: solution 1 has a queen above floor 0 on (0, 0)"), "{text}");
    assert!(text.contains("floor 4: solution 8"), "{text}");
    assert!(text.contains("\n                0 1 2 3 4\n"), "{text}");
    output(&["stack", "6", "--trace"], 1);
    for line in output(&["stack", "5", "--trace", "--jsonl"], 0).lines() {
        serde_json::from_str::<Value>(line).unwrap();
    }
    // Side 9 has 170 million steps: the trace ends where it is told to, and says so.
    let assert = bezzel(&["stack", "9", "--trace", "--steps", "2000"]).assert().code(4);
    let (stdout, stderr) = (&assert.get_output().stdout, &assert.get_output().stderr);
    assert!(String::from_utf8_lossy(stdout).lines().last().unwrap().starts_with("    2000 "));
    assert!(String::from_utf8_lossy(stderr).contains("ends after 2000 steps; --steps shows more"));
    assert!(output(&["stack", "--help"], 0).contains("[default: 1000000]"));
    assert!(output(&["algorithms"], 0).contains("double-backtracking"));
}

#[test]
fn a_count_of_stacks_resumes_from_its_ledger() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("stacks.db");
    let ledger = file.to_str().unwrap();
    let count = ["stack", "11", "--count", "--ledger", ledger];
    assert!(output(&count, 0).starts_with("unordered    8\n"));
    assert!(output(&count, 0).starts_with("unordered    8\n"), "from the ledger");
    assert_eq!(output(&["job", "run", ledger], 0), "8\n");
}
