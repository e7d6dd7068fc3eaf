//! Notes on standard error: a warning about a count that takes far too long at the start, results
//! at the end.

use crate::common::{bezzel, notes, output};
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

#[test]
fn a_count_without_an_engine_says_so_at_the_start() {
    for n in ["65", "1000"] {
        let notes = notes(&["count", n, "--time", "0.1"], 4);
        let first = notes.lines().next().expect("a note");
        assert!(first.contains("--time TIME stops it"), "{first}");
        assert!(first.contains("'bezzel solve' finds one solution"), "{first}");
    }
    let small = notes(&["count", "3x65"], 0);
    assert!(!small.contains("unlikely to finish"), "three rows need no warning: {small}");
    assert_eq!(notes(&["count", "8"], 0).lines().count(), 1);
}

#[test]
fn a_list_that_may_never_begin_says_so_at_the_start() {
    let notes = notes(&["list", "1000", "--solutions", "1", "--time", "0.1"], 4);
    assert!(
        notes.lines().next().is_some_and(|n| n.contains("'bezzel solve' finds one")),
        "{notes}"
    );
}

#[test]
fn a_long_count_says_how_long_it_will_take() {
    let folder = tempfile::tempdir().unwrap();
    let plot = ["draw", "plot", "solutions", "26", "--time", "600", "-o", "-"];
    for arguments in [&["count", "26", "--time", "600", "--threads", "1"][..], &plot] {
        let mut child = Command::new(assert_cmd::cargo::cargo_bin("bezzel"))
            .args(arguments)
            .current_dir(&folder)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // The count itself would take days.
        let notes = BufReader::new(child.stderr.take().unwrap()).lines().map_while(Result::ok);
        let has_note = { notes }.any(|note| note.contains("--time TIME stops it"));
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(has_note, "{arguments:?}");
        // Stopped by its own limit, it says that nothing is finished.
        let limited = arguments.iter().map(|&word| if word == "600" { "0.5" } else { word });
        bezzel(&limited.collect::<Vec<_>>()).current_dir(&folder).assert().code(4);
    }
}

#[test]
fn a_trace_says_that_it_stopped_at_the_first_solution() {
    let trace = ["trace", "4", "--algorithm", "backtracking"];
    assert!(notes(&trace, 0).starts_with("stopped at the first solution (--all continues)"));
    assert!(notes(&[&trace[..], &["--all"]].concat(), 0).starts_with("2 solutions; "));
    let limited = notes(&[&trace[..], &["--solutions", "1"]].concat(), 4);
    assert!(limited.starts_with("at least 1 solutions; "), "{limited}");
}

#[test]
fn several_answers_of_a_solver_are_mentioned() {
    let answers = "Answer: 1\nqueen(0,1) queen(1,3) queen(2,0) queen(3,2)\nAnswer: 2\n\
                   queen(0,2) queen(1,0) queen(2,3) queen(3,1)\nSATISFIABLE\n";
    let import = ["import", "4", "--format", "asp"];
    let run = bezzel(&import).write_stdin(answers).assert().code(0).stdout("2,0,3,1\n");
    let notes = String::from_utf8(run.get_output().stderr.clone()).unwrap();
    assert!(notes.contains("2 answers; only one of them is read"), "{notes}");
    let (one, _) = answers.split_once("Answer: 2").unwrap();
    bezzel(&import).write_stdin(one).assert().code(0).stdout("1,3,0,2\n").stderr("");
    let mzn = "q = [1, 3, 0, 2];\n----------\nq = [2, 0, 3, 1];\n----------\n==========\n";
    let run = bezzel(&["import", "4", "--format", "mzn"]).write_stdin(mzn).assert().code(0);
    assert!(String::from_utf8(run.get_output().stderr.clone()).unwrap().contains("2 answers"));
    let xcc = "r0 c1\nr1 c3\nr2 c0\nr3 c2\n".repeat(3);
    let run = bezzel(&["import", "4", "--format", "xcc"]).write_stdin(xcc).assert().code(0);
    assert!(String::from_utf8(run.get_output().stderr.clone()).unwrap().contains("3 answers"));
}

#[test]
fn numbers_behind_a_plot_are_read_back() {
    let folder = tempfile::tempdir().unwrap();
    let draw = |arguments: &[&str], code: i32| {
        bezzel(&[&["draw", "plot"], arguments].concat()).current_dir(&folder).assert().code(code)
    };
    let plot = ["algorithms", "4..6", "--algorithms", "wirth,nilsson:index", "--visits", "100"];
    let first = [&plot[..], &["-o", "a.svg", "--data", "d.csv"]].concat();
    draw(&first, 0);
    draw(&first, 2);
    draw(&[&first[..], &["--force"]].concat(), 0);
    let data = std::fs::read_to_string(folder.path().join("d.csv")).unwrap();
    assert!(data.contains(",yes\n") && data.contains(",no\n"), "bounds and values: {data}");
    draw(&["csv", "d.csv", "--format", "csv"], 0).stdout(data);
    draw(&["csv", "d.csv", "-o", "b.svg"], 0);
    std::fs::write(folder.path().join("bad.csv"), "series,x,y,at_least\nwirth,4,x,no\n").unwrap();
    draw(&["csv", "bad.csv", "-o", "c.svg"], 2);
    // Whole numbers, and no 1820.0000000000014.
    let spaces = output(&["draw", "plot", "spaces", "4..8", "--format", "csv"], 0);
    assert_eq!(spaces.lines().count(), 21);
    for line in ["\"C(n², n)\",4,1820,no", "\"C(n², n)\",8,4426165368,no", "n!,8,40320,no"] {
        assert!(spaces.lines().any(|one| one == line), "{spaces}");
    }
}

/// Where a theorem gives the total nothing is counted, however large the board is.
#[test]
fn the_torus_is_decided_by_divisibility() {
    for n in ["26", "27", "1000000"] {
        assert_eq!(output(&["count", n, "--torus"], 0), "0\n");
    }
    let said = notes(&["count", "26", "--torus", "--classes"], 0);
    assert!(said.contains("26 queens on the torus: not counted: a torus whose side is"), "{said}");
    let forecast = output(&["count", "26", "--torus", "--forecast"], 0);
    assert!(forecast.starts_with("no time at all: a torus whose side is divisible by 2 or 3"));
    let searched = ["count", "8", "--torus", "--engine", "torus"];
    assert!(notes(&searched, 0).contains("computed now by engine torus"), "it can be counted too");
}

#[test]
fn classes_on_the_torus_are_those_of_its_own_motions() {
    let text = output(&["count", "13", "--torus", "--classes"], 0);
    assert!(text.starts_with("total: 4524\n  fundamental   "), "{text}");
    let count = |line: &str| -> Option<(u64, u64)> {
        let (images, classes) = line.trim().split_once(" solutions each")?;
        Some((images.parse().ok()?, classes.trim().parse().ok()?))
    };
    let sum: u64 = text.lines().filter_map(count).map(|(images, classes)| images * classes).sum();
    assert_eq!(sum, 4524, "{text}");
    assert_eq!(output(&["count", "17", "--torus", "--fundamental"], 0), "97\n");
    let refused = notes(&["count", "23", "--torus", "--classes"], 2);
    assert!(refused.contains("the torus up to 19"), "{refused}");
}

#[test]
fn totals_are_printed_as_comma_separated_values() {
    let csv = |arguments: &[&str]| output(&[&["count"], arguments, &["--csv"]].concat(), 0);
    assert_eq!(csv(&["4..6"]), "n,total,exact\n4,2,yes\n5,10,yes\n6,4,yes\n");
    assert_eq!(csv(&["8", "--fundamental"]), "n,total,fundamental,exact\n8,92,12,yes\n");
    assert_eq!(
        csv(&["8", "--classes"]),
        "n,total,fundamental,asymmetric,half_turn,quarter_turn,all_symmetries,exact\n\
         8,92,12,11,1,0,0,yes\n"
    );
    assert_eq!(csv(&["4", "--divide"]), "column,total\n0,0\n1,1\n2,1\n3,0\n");
    let cut = ["count", "8", "--solutions", "5", "--csv"];
    assert_eq!(output(&cut, 4), "n,total,exact\n8,5,no\n");
    assert!(csv(&["3..4", "--table"]).starts_with("n,d,total,nontrivial,printed,agreement\n"));
}
