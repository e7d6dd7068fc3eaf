//! One base of numbering within a trace: rows, columns, cells, floors and solutions count from 0, in
//! the steps and in the pseudocode beside them.

use crate::common::{bezzel, json};

const SIDE: u64 = 5;

/// Every algorithm of the registry.
fn algorithms() -> Vec<(String, Vec<String>)> {
    let answer = json(&["algorithms", "--json"], 0);
    let text = |value: &serde_json::Value| value.as_str().expect("text").to_owned();
    let card = |card: &serde_json::Value| {
        let lines = card["pseudocode"].as_array().expect("a list");
        (text(&card["id"]), lines.iter().map(text).collect())
    };
    answer["algorithms"].as_array().expect("a list").iter().map(card).collect()
}

/// The rows, columns and floors that a step names.
fn numbers(step: &str) -> Vec<u64> {
    let mut found = Vec::new();
    // (row, column)
    for (pair, _) in step.split('(').skip(1).filter_map(|rest| rest.split_once(')')) {
        if let Some((row, column)) = pair.split_once(", ") {
            found.extend([row, column].iter().filter_map(|number| number.parse::<u64>().ok()));
        }
    }
    // R12, the rule for row 1 and column 2; row 3, rows 0 and 1, floor 2.
    let words: Vec<&str> = step
        .split_whitespace()
        .map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()))
        .collect();
    for (place, word) in words.iter().enumerate() {
        let digits = word.strip_prefix('R').filter(|digits| digits.len() == 2).unwrap_or_default();
        found.extend(digits.chars().filter_map(|c| c.to_digit(10)).map(u64::from));
        if ["row", "rows", "column", "columns", "floor", "floors"].contains(word) {
            found.extend(words.get(place + 1).and_then(|number| number.parse::<u64>().ok()));
        }
    }
    found
}

#[test]
fn a_trace_counts_from_0() {
    for (id, pseudocode) in algorithms() {
        let n = SIDE.to_string();
        let arguments = ["trace", &n, "--algorithm", &id, "--all", "--steps", "2000"];
        let output = bezzel(&arguments).output().expect("the program runs");
        assert!(matches!(output.status.code(), Some(0 | 4)), "{id}: {:?}", output.status);
        let text = String::from_utf8(output.stdout).expect("output is text");
        let steps = text.split_once("number  line  step").map_or("", |(_, steps)| steps);
        assert!(!steps.is_empty(), "{id} has no steps");
        // Counted from 1, the last row would be row 5.
        for step in steps.lines() {
            assert!(numbers(step).iter().all(|&number| number < SIDE), "{id}: {step}");
        }
        for line in &pseudocode {
            let counts_from_1 =
                [":= 1 to", "= 1 to", "from 1 to", "floors 1", "> N", "p[1]", "x[1]"];
            let wrong = counts_from_1.iter().find(|words| line.contains(**words));
            assert_eq!(wrong, None, "{id}: {line}");
        }
    }
}

/// The test above would notice: these are steps as they would be counted from 1.
#[test]
fn numbers_are_found_in_steps() {
    for (step, found) in [
        ("place (5, 2)", vec![5, 2]),
        ("dead end: no square of row 3 is free", vec![3]),
        ("RULES <- APPRULES(DATA) = (R45 R23)", vec![4, 5, 2, 3]),
        ("floor 5: solution 1, 2,0,3,1", vec![5]),
        ("swap the columns of rows 0 and 1", vec![0]),
        ("the R-th of 12", vec![]),
    ] {
        assert_eq!(numbers(step), found, "{step}");
    }
}
