//! `bezzel puzzle` from outside, and the rule of its boards in other verbs.

use crate::common::{json, notes, output, refusal};
use serde_json::Value;

/// One solution: 2,4,0,3,1.
const FIVE: [&str; 5] = ["5", "--rule", "touching", "--regions", "AABBB/AABBC/AACCC/AADDC/AEEDC"];

fn five(verb: &[&str], options: &[&str], code: i32) -> String {
    output(&[verb, &FIVE, options].concat(), code)
}

#[test]
fn a_puzzle_is_drawn_with_its_solution_on_request() {
    let puzzle = ["puzzle", "6", "--seed", "3"];
    let text = output(&puzzle, 0);
    assert_eq!(text.lines().count(), 6);
    assert!(text.lines().all(|line| line.split(' ').count() == 6), "{text}");
    let solved = output(&[&puzzle[..], &["--solution"]].concat(), 0);
    let solution = solved.strip_prefix(&text).expect("the same puzzle").trim();
    let regions = text.trim().replace(' ', "").replace('\n', "/");
    let options = ["--size", "6", "--rule", "touching", "--regions", &regions];
    output(&[&["check", solution], &options[..]].concat(), 0);
    assert!(notes(&puzzle, 0).contains(&format!("regions={regions}&level=")));
}

#[test]
fn a_completion_puzzle_is_solved_by_its_solution() {
    let document = json(&["puzzle", "7", "--kind", "completion", "--json"], 0);
    let puzzle = &document["puzzle"];
    let given = puzzle["problem"]["given"].as_array().expect("queens are given");
    let given: Vec<String> =
        given.iter().map(|queen| format!("{},{}", queen[0], queen[1])).collect();
    let solved = output(&["solve", "7", "--given", &given.join(" ")], 0);
    assert_eq!(Value::from(solved.trim()), puzzle["solution"]);
}

#[test]
fn a_day_has_its_puzzle() {
    let day = ["puzzle", "--date", "2026-11-16"];
    assert_eq!(output(&day, 0).lines().count(), 7);
    assert!(notes(&day, 0).contains("puzzle of 2026-11-16"));
    assert!(notes(&["puzzle", "--date", "today"], 0).contains("puzzle of 20"));
}

#[test]
fn wrong_puzzles_are_refused() {
    for (arguments, word) in [
        (&["puzzle", "3"][..], "sides from 5 to 12"),
        (&["puzzle", "--kind", "sudoku"], "there are regions, completion"),
        (&["puzzle", "--level", "mild"], "there are easy, medium, hard, expert"),
        (&["puzzle", "--date", "tomorrow"], "2026-11-16"),
        (&["puzzle", "9", "--date", "2026-11-16"], "leave --date out"),
        (&["puzzle", "--level", "expert", "--without-guessing"], "use --level hard"),
        (&["count", "4", "--regions", "AAB/ACB/CCB"], "a 3x3 board, but this one is 4x4"),
        (&["count", "4", "--regions", "AABB/AABB/AABB/AABB"], "4 rows need 4 regions"),
        (&["count", "4^3", "--rule", "touching"], "two-dimensional boards with edges"),
        (&["count", "5", "--torus", "--rule", "touching"], "two-dimensional boards with edges"),
        (&["sample", "13", "--rule", "touching"], "12 with the rule touching"),
        (
            &["solve", "5", "--rule", "touching", "--algorithm", "bitmask"],
            "--algorithm backtracking",
        ),
        (&["count", "5", "--rule", "touching", "--engine", "colour"], "use --engine barr-rao"),
    ] {
        let line = refusal(arguments);
        assert!(line.contains(word), "{arguments:?}: {line}");
    }
}

#[test]
fn every_verb_takes_the_regions() {
    assert_eq!(five(&["count"], &[], 0), "1\n");
    assert_eq!(five(&["solve"], &[], 0), "2,4,0,3,1\n");
    for by in ["exact-cover", "cp", "clique", "stable-set", "sat", "cdcl", "ip"] {
        assert_eq!(five(&["solve"], &["--with", by], 0), "2,4,0,3,1\n", "{by}");
    }
    for id in ["backtracking", "brute-force", "trial-and-error", "guldal", "barr-rao"] {
        assert_eq!(five(&["count"], &["--algorithm", id], 0), "1\n", "{id}");
    }
    assert_eq!(five(&["list"], &[], 0), "2,4,0,3,1\n");
    assert_eq!(five(&["sample"], &["--number", "2"], 0), "2,4,0,3,1\n2,4,0,3,1\n");
    let used = five(&["count"], &["--squares"], 0);
    assert_eq!(used, "0 0 1 0 0\n0 0 0 0 1\n1 0 0 0 0\n0 0 0 1 0\n0 1 0 0 0\n");
    let estimate: Value = serde_json::from_str(&five(&["estimate"], &["--json"], 0)).unwrap();
    let solutions = &estimate["estimates"][0]["solutions"];
    let number = |key: &str| solutions[key].as_f64().unwrap();
    assert!((number("about") - 1.0).abs() < 4.0 * number("standard_error"), "{solutions}");
    let trace = five(&["trace"], &["--algorithm", "backtracking", "--jsonl"], 0);
    assert!(trace.contains("{\"region\":\"A\"}") && trace.contains("{\"block\":["), "{trace}");
    let drawn = output(&[&["draw", "board"], &FIVE[..1], &["2,4,0,3,1"], &FIVE[1..]].concat(), 0);
    assert!(!drawn.is_empty());
    for format in [
        "cnf", "opb", "lp", "mps", "mzn", "fzn", "xcsp3", "smt2", "asp", "xcc", "qubo", "col",
        "clq", "graph6", "dot", "graphml",
    ] {
        assert!(!five(&["export"], &["--format", format], 0).is_empty(), "{format}");
    }
    let compared = five(&["compare"], &["--algorithms", "backtracking,guldal", "--csv"], 0);
    for run in ["all,5,backtracking,1,", "all,5,guldal,1,", "first,5,guldal,1,"] {
        assert!(compared.contains(run), "{compared}");
    }
    let classes = five(&["symmetry"], &[], 0);
    assert!(classes.contains("2,4,0,3,1        1  R4"), "{classes}");
    let folder = tempfile::tempdir().unwrap();
    let ledger = folder.path().join("five.ledger").display().to_string();
    five(&["job", "start"], &["--ledger", &ledger], 0);
    assert_eq!(output(&["job", "run", &ledger], 0), "1\n");
    // A second queen in region A.
    let faults = output(&[&["check", "0,2,4,1,3", "--size"], &FIVE[..]].concat(), 1);
    assert!(faults.contains("attack each other along region A"), "{faults}");
}
