//! Standard input is read once, by one argument, and must not be empty.

use crate::common::bezzel;

/// Standard output of a run with this standard input.
fn reads(arguments: &[&str], input: &str, code: i32) -> String {
    let assert = bezzel(arguments).write_stdin(input).assert().code(code);
    String::from_utf8(assert.get_output().stdout.clone()).expect("output is text")
}

/// The one-line error message.
fn refused(arguments: &[&str], input: &str) -> String {
    let assert = bezzel(arguments).write_stdin(input).assert().code(2).stdout("");
    let line = String::from_utf8(assert.get_output().stderr.clone()).expect("notes are text");
    assert_eq!(line.lines().count(), 1, "{arguments:?}: {line}");
    line
}

#[test]
fn counts_use_squares_from_standard_input() {
    assert_eq!(reads(&["count", "8", "--given", "-"], "0,0\n", 0), "4\n");
    assert_eq!(reads(&["count", "8", "--blocked", "-"], "0,0", 0), "88\n");
    assert_eq!(reads(&["count", "3^3", "--given", "-"], "0,1", 0), "10\n");
    assert_eq!(reads(&["count", "3^3", "--given", "0,1"], "", 0), "10\n");
    let divided = reads(&["count", "5", "--divide", "--given", "-"], "0,0", 0);
    assert_eq!(divided, "0 2\n1 0\n2 0\n3 0\n4 0\ntotal 2\n");
    for way in [["--algorithm", "wirth"], ["--engine", "enumerate"], ["--with", "cp"]] {
        let arguments = ["count", "8", way[0], way[1], "--given", "-"];
        assert_eq!(reads(&arguments, "0,0", 0), "4\n", "{way:?}");
    }
}

/// For every verb that takes a problem, the answer is the same as with the squares written out.
#[test]
fn every_verb_reads_given_and_blocked_squares_as_if_written_out() {
    let verbs: &[&[&str]] = &[
        &["solve", "8"],
        &["count", "8"],
        &["list", "8"],
        &["sample", "8", "--seed", "1"],
        &["estimate", "8", "--seed", "1"],
        &["trace", "6", "--algorithm", "backtracking"],
        &["compare", "6", "--csv", "--algorithms", "wirth,bitmask"],
        &["export", "8", "--format", "cnf"],
        &["draw", "board", "8", "--format", "svg"],
        &["draw", "tree", "6", "--algorithm", "backtracking", "--format", "svg"],
    ];
    // Without the column of a table that depends on the clock.
    let plain = |verb: &[&str], text: String| -> Vec<String> {
        if !verb.contains(&"--csv") {
            return vec![text];
        }
        let mut table = csv::Reader::from_reader(text.as_bytes());
        let seconds = table.headers().unwrap().iter().position(|name| name == "seconds").unwrap();
        let rows = table.records().map(Result::unwrap);
        rows.flat_map(|row| {
            let cells = row.iter().enumerate().filter(|(place, _)| *place != seconds);
            cells.map(|(_, cell)| cell.to_owned()).collect::<Vec<_>>()
        })
        .collect()
    };
    for verb in verbs {
        for (option, square) in [("--given", "1,3"), ("--blocked", "1,4")] {
            let whole = plain(verb, reads(verb, "", 0));
            let written = plain(verb, reads(&[*verb, &[option, square]].concat(), "", 0));
            let read = plain(verb, reads(&[*verb, &[option, "-"]].concat(), square, 0));
            assert_eq!(read, written, "{verb:?} {option}");
            assert_ne!(read, whole, "{verb:?} {option} changes the answer");
        }
    }
}

#[test]
fn placements_are_read_from_standard_input() {
    let solution = "2,4,1,7,0,6,3,5";
    assert_eq!(reads(&["check", "-"], solution, 0), "a solution of 8 queens\n");
    assert_eq!(
        reads(&["symmetry", "8", "-"], solution, 0),
        reads(&["symmetry", "8", solution], "", 0)
    );
    assert_eq!(
        reads(&["draw", "board", "8", "-", "--format", "svg"], solution, 0),
        reads(&["draw", "board", "8", solution, "--format", "svg"], "", 0)
    );
}

#[test]
fn empty_standard_input_is_rejected_where_squares_are_expected() {
    for verb in ["solve", "count", "list", "sample", "estimate", "compare"] {
        for option in ["--given", "--blocked"] {
            for input in ["", "\n", "  \n\n"] {
                let line = refused(&[verb, "8", option, "-"], input);
                assert!(
                    line.contains(option) && line.contains("standard input is empty"),
                    "{line}"
                );
            }
        }
    }
    refused(&["check", "-"], "");
    refused(&["symmetry", "8", "-"], "");
    refused(&["import", "8", "--format", "cnf", "-"], "");
}

#[test]
fn two_arguments_cannot_both_read_standard_input() {
    let line = refused(&["count", "8", "--given", "-", "--blocked", "-"], "0,0");
    assert!(line.contains("--given and --blocked cannot both be read"), "{line}");
    let line = refused(&["draw", "board", "8", "-", "--given", "-"], "0,0");
    assert!(line.contains("cannot both be read"), "{line}");
}
