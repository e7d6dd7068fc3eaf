//! The program as its users see it: answers, formats, exit codes.

use crate::common::{bezzel, json, output, refusal};
use serde_json::Value;

#[test]
fn without_arguments_it_shows_what_it_is() {
    assert!(output(&[], 0).contains("bezzel solve 8"));
    assert!(output(&["--version"], 0).starts_with("bezzel "));
    for verb in ["solve", "count", "list", "trace", "compare", "symmetry", "check", "doctor"] {
        assert!(output(&["help", verb], 0).contains("Usage: bezzel"), "{verb}");
    }
}

#[test]
fn solve_prints_only_the_solution() {
    assert_eq!(output(&["solve", "8"], 0), "0,4,7,5,2,6,1,3\n");
    assert_eq!(output(&["solve", "4", "--notation", "algebraic"], 0), "b4,d3,a2,c1\n");
    assert_eq!(output(&["solve", "3"], 1), "no solution\n");
    assert_eq!(output(&["solve", "6", "--given", "0,2"], 0), "2,5,1,4,0,3\n");
    assert_eq!(output(&["solve", "5", "--torus", "--blocked", "0,0"], 0), "1,3,0,2,4\n");
    assert_eq!(output(&["solve", "27", "--torus"], 1), "no solution\n");
    let big = output(&["solve", "101", "--torus"], 0);
    output(&["check", big.trim(), "--torus"], 0);
    let magic = output(&["construct", "5", "--magic", "0,2,4,1,3"], 0);
    let sums: Vec<u32> = (magic.lines())
        .map(|row| row.split_whitespace().map(|number| number.parse::<u32>().unwrap()).sum())
        .collect();
    assert_eq!(sums, [60; 5], "every row of a magic square has the same sum");
    assert_eq!(output(&["construct", "7", "--magic"], 0).lines().count(), 7);
    output(&["construct", "4", "--magic", "1,3,0,2"], 2);
    let document = json(&["solve", "8", "--json"], 0);
    assert_eq!(document["schema"], "bezzel/solve/2");
    assert_eq!(document["solution"], "0,4,7,5,2,6,1,3");
    let stderr = bezzel(&["solve", "8"]).assert().get_output().stderr.clone();
    assert!(String::from_utf8(stderr).unwrap().contains("found by bitmask"));
}

#[test]
fn solve_reports_restarts_of_algorithms_that_restart() {
    let asked = ["solve", "8", "--algorithm", "las-vegas", "--seed", "3"];
    let document = json(&[&asked[..], &["--json"]].concat(), 0);
    let restarts = document["work"]["restarts"].as_u64().expect("a number");
    assert!(restarts > 0, "{document}");
    let stderr = bezzel(&asked).assert().get_output().stderr.clone();
    let note = String::from_utf8(stderr).unwrap();
    assert!(note.contains(&format!(", {restarts} restarts, ")), "{note}");
    let stderr = bezzel(&["solve", "8"]).assert().get_output().stderr.clone();
    assert!(!String::from_utf8(stderr).unwrap().contains("restarts"), "bit masks never restart");
    let failed = ["solve", "3", "--algorithm", "las-vegas", "--restarts", "7"];
    let stderr = bezzel(&failed).assert().code(4).get_output().stderr.clone();
    assert!(String::from_utf8(stderr).unwrap().contains(", 7 restarts, "));
}

/// The nondeterministic algorithm and its deterministic translation.
#[test]
fn only_an_exhaustive_search_proves_that_there_is_no_solution() {
    let solve = |choice: &str, code: i32| {
        let more = ["--choice", choice, "--restarts", "20", "--json"];
        json(&[&["solve", "3", "--algorithm", "nondeterministic"], &more[..]].concat(), code)
    };
    assert_eq!(solve("backtracking", 1)["proven"], true);
    assert_eq!(solve("random", 4)["proven"], false, "it gave up");
}

#[test]
fn superqueens_by_divide_and_conquer() {
    let parts = ["general", "superqueens", "d-solution", "knight-walk"];
    for part in parts {
        let asked = ["--torus", "--algorithm", "abramson-yung", "--part", part];
        let solution = output(&[&["solve", "25"], &asked[..]].concat(), 0);
        output(&["check", solution.trim(), "--torus"], 0);
        let none = output(&[&["solve", "21"], &asked[..]].concat(), 1);
        assert_eq!(none, "no solution\n", "{part}");
    }
    let card = output(&["algorithms", "abramson-yung"], 0);
    assert!(card.contains("works for  every n up to 1000 but 2, 3, 8, 9, 14, 15, 26, 27, 38, 39"));
    for word in ["knight-walk", "superqueens", "D-solution", "B · (A - 1) + C"] {
        assert!(card.contains(word), "{word}: {card}");
    }
    let cards = json(&["algorithms", "abramson-yung", "--json"], 0);
    let works_for = cards["algorithms"][0]["works_for"].as_str().unwrap();
    assert!(works_for.ends_with("38, 39"), "{works_for}");
}

/// An option that several algorithms have says what it means for each.
#[test]
fn help_distinguishes_the_settings_of_different_algorithms() {
    let help = output(&["help", "solve"], 0).split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(help.contains("ant-colony: rounds before the trails are reset"), "{help}");
    assert!(help.contains("takefuji: rounds before the network starts again"), "{help}");
}

#[test]
fn list_gives_every_solution_or_one_of_each_class() {
    assert_eq!(output(&["list", "8"], 0).lines().count(), 92);
    assert_eq!(output(&["list", "8", "--fundamental"], 0).lines().count(), 12);
    assert_eq!(output(&["list", "8", "--fundamental", "--solutions", "5"], 4).lines().count(), 5);
    assert_eq!(output(&["list", "3"], 0), "");
    let lines = output(&["list", "5", "--jsonl", "--notation", "fen"], 0);
    let lines: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let (answer, solutions) = lines.split_last().unwrap();
    assert_eq!((solutions.len(), &answer["total"]), (10, &"10".into()));
    for document in solutions {
        assert!(document["solution"].as_str().unwrap().contains('Q'));
    }
}

#[test]
fn trace_prints_text_and_json() {
    let text = output(&["trace", "4", "--algorithm", "nilsson"], 0);
    assert!(text.contains("return CONS(R, PATH) = (R01 R13 R20 R32)"), "{text}");
    let text = output(&["trace", "4", "--algorithm", "guldal"], 0);
    let (before, after) = text.split_once("place (0, 0)").expect("it begins in the corner");
    assert_eq!(before.matches("  {").count(), 2 * 16, "the whole matrix first: {text}");
    assert!(after.contains("{6, 1}  {1,2,3,4,5,7,9,10,11,12,14}"), "{text}");
    let text = output(&["trace", "4", "--algorithm", "backtracking", "--boards"], 0);
    assert!(text.contains("reject (1, 1): attacked from (0, 0) along diagonal row - column = 0"));
    let text = output(&["trace", "5", "--algorithm", "wirth", "--all", "--jsonl"], 0);
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines[0]["algorithm"], "wirth");
    let last = lines.last().unwrap();
    assert_eq!((&last["schema"], &last["total"]), (&"bezzel/trace/2".into(), &"10".into()));
    assert_eq!(last["steps"], lines.len() - 2);
    for (number, event) in (1..).zip(&lines[1..lines.len() - 1]) {
        assert_eq!(event["number"], number);
    }
    assert_eq!(output(&["trace", "4"], 2), "");
}

#[test]
fn a_determinant_is_expanded_by_its_letters() {
    let text = output(&["trace", "4", "--algorithm", "gunther", "--all"], 0);
    let terms: Vec<&str> =
        text.lines().filter_map(|line| line.trim().strip_prefix("term")).collect();
    assert_eq!(terms[..3], [" a0", " a0 b3", " a0"]);
    for solution in [" b1 c4 f2 e5", " c2 e1 b5 f4"] {
        assert!(terms.contains(&solution), "{text}");
    }
    assert_eq!(terms.last(), Some(&""), "everything taken is given back");
}

#[test]
fn check_names_the_queens_and_the_line() {
    output(&["check", "2,4,1,7,0,6,3,5"], 0);
    let text = output(&["check", "0,1,3,2"], 1);
    assert!(text.contains("(0, 0) and (1, 1) attack each other along diagonal"), "{text}");
    let document = json(&["check", "0,1,2,3,4,5,6,7", "--json", "--faults", "2"], 1);
    assert_eq!(document["faults"].as_array().unwrap().len(), 2);
    assert_eq!(document["faults_in_all"], 7);
    output(&["check", "1,3,0,2", "--torus"], 1);
    bezzel(&["check", "-", "--notation", "grid"])
        .write_stdin(".Q..\n...Q\nQ...\n..Q.\n")
        .assert()
        .code(0);
}

#[test]
fn symmetry_shows_images_and_classes() {
    let text = output(&["symmetry", "8", "2,4,1,7,0,6,3,5"], 0);
    assert!(text.contains("stabiliser  R2 R4"), "{text}");
    let document = json(&["symmetry", "8", "--json"], 0);
    let classes = document["fundamental"]["solutions"].as_array().unwrap();
    assert_eq!(classes.len(), 12);
    let sum: u64 = classes.iter().map(|class| class["orbit"].as_u64().unwrap()).sum();
    assert_eq!(sum, 92);
}

/// Joined edges add shifts to the turns and reflections; `count`, `list` and `symmetry` agree on what
/// one class is.
#[test]
fn symmetry_takes_every_part_of_a_problem() {
    let text = output(&["symmetry", "5", "0,2,4,1,3", "--torus"], 0);
    assert!(text.contains("\nR1+2,3      ") && text.contains("orbit       10 "), "{text}");
    let problems: [&[&str]; 6] = [
        &["7", "--torus"],
        &["5x7", "--cylinder"],
        &["4", "--mobius", "--queens", "3"],
        &["4", "--rule", "bishop", "--blocked", "0,0"],
        &["4", "--pawns", "1,1", "--queens", "4"],
        &["6", "--exclude", "d0", "--rule", "rook"],
    ];
    for problem in problems {
        let document = json(&[&["symmetry"], problem, &["--json"]].concat(), 0);
        let fundamental = &document["fundamental"];
        let classes = fundamental["solutions"].as_array().unwrap();
        let sum: u64 = classes.iter().map(|class| class["orbit"].as_u64().unwrap()).sum();
        let total = output(&[&["count"], problem].concat(), 0);
        assert_eq!(
            (fundamental["total"].as_str(), sum.to_string()),
            (Some(total.trim()), total.trim().to_owned()),
            "{problem:?}"
        );
        let listed = output(&[&["list"], problem, &["--fundamental"]].concat(), 0);
        let solutions: Vec<&str> =
            classes.iter().map(|class| class["solution"].as_str().unwrap()).collect();
        assert_eq!(listed.lines().collect::<Vec<_>>(), solutions, "{problem:?}");
    }
    for side in ["5", "7", "11", "13"] {
        let listed = output(&["list", side, "--torus", "--fundamental"], 0).lines().count();
        let counted = output(&["count", side, "--torus", "--fundamental"], 0);
        assert_eq!(counted.trim(), listed.to_string(), "side {side}");
    }
    let refused = refusal(&["count", "7", "--torus", "--fundamental", "--algorithm", "naur"]);
    assert!(refused.contains("naur") && refused.contains("the torus"), "{refused}");
}

#[test]
fn compare_agrees_with_the_papers() {
    let document = json(&["compare", "8", "--json", "--algorithms", "wirth,rohl-1,rohl-2"], 0);
    let tests: Vec<u64> = (document["runs"].as_array().unwrap().iter())
        .filter(|run| run["goal"] == "all")
        .map(|run| run["work"]["tests"].as_u64().unwrap())
        .collect();
    assert_eq!(tests, [15_720, 5508, 5508]);
    let table = output(
        &["compare", "5", "--csv", "--goal", "first", "--algorithms", "backtracking,guldal"],
        0,
    );
    let mut table = csv::Reader::from_reader(table.as_bytes());
    let place = table.headers().unwrap().iter().position(|name| name == "trials").unwrap();
    let trials: Vec<String> = table.records().map(|row| row.unwrap()[place].to_owned()).collect();
    assert_eq!(trials, ["15", "5"]);
    let table = output(&["compare", "7", "--visits", "1000", "--goal", "all"], 4);
    assert!(table.contains(">= 1000"), "a stopped run shows a bound");
}

#[test]
fn bad_input_gets_one_line_and_exit_2() {
    for (arguments, words) in [
        (&["solve", "-1"][..], "'-1' is not a board size; write 8"),
        (&["count", "1e30"], "too large a board"),
        (&["count", "8x"], "'8x' is not a board size"),
        (&["count", "8x5"], "write 5x8"),
        (&["count", "12..4"], "the smaller side first: 4..12"),
        (&["solve", "4..6"], "takes one size"),
        (&["count", "4", "--dimension", "0"], "the dimension starts at 2"),
        (&["count", "4", "--dimension", "x"], "not a dimension"),
        (&["count", "4", "--rule", "knight"], "there are queen, two-axis, touching, hyperplane"),
        (&["count", "4^3", "--rule", "king"], "the rule king is for two-dimensional boards"),
        (&["count", "4", "--queens", "x"], "'x' is not a number of queens; write for example 5"),
        (&["count", "4", "--queens", "17"], "17 pieces do not fit on 16 squares"),
        (&["count", "4", "--torus", "--mobius"], "cannot be used with"),
        (&["count", "4", "--mobius", "--rule", "semi-queen"], "does not tell the two diagonals"),
        (&["count", "8", "--exclude", "d8"], "has no diagonal row - column = 8"),
        (&["count", "8", "--exclude", "x"], "'x' is not a diagonal"),
        (&["count", "8", "--queens", "5", "--engine", "colour"], "use --engine pieces"),
        (&["count", "8", "--queens", "5", "--algorithm", "bitmask"], "backtracking"),
        (&["count", "8", "--queens", "5", "--divide"], "need not have a queen in the first row"),
        (&["count", "0", "--divide"], "0 queens have no first row"),
        (&["solve", "8", "--rule", "king", "--with", "cp"], "cp does not support kings"),
        (
            &["export", "8", "--rule", "king", "--format", "mzn"],
            "cannot express kings; use --format cnf",
        ),
        (&["solve", "4..6", "--queens", "2"], "takes one size"),
        (&["solve", "4", "--queens", "1..2"], "'1..2' is a range"),
        (&["solve", "8", "--given", "0,0 3,3"], "attack each other along diagonal"),
        (&["solve", "8", "--given", "0,0", "--blocked", "0,0"], "both given and blocked"),
        (&["solve", "8", "--given", "0,0 3;3"], "--given: squares notation, character 6"),
        (&["solve", "8", "--given", "8,0"], "not on the 8 board"),
        (&["solve", "8", "--algorithm", "whirt"], "did you mean wirth?"),
        (&["solve", "8", "--algorithm", "genetik"], "did you mean genetic?"),
        (&["solve", "8", "--with", "genetik"], "--algorithm genetic\n"),
        (
            &["solve", "8", "--algorithm", "tabu"],
            "'tabu' is not an algorithm; 'bezzel algorithms' lists all\n",
        ),
        (
            &["solve", "8", "--algorithm", "nilsson", "--heuristic", "x"],
            "there are diagonal, index",
        ),
        (&["solve", "8", "--heuristic", "index"], "say which with --algorithm"),
        (
            &["solve", "8", "--algorithm", "wirth", "--heuristic", "index"],
            "has no setting 'heuristic'",
        ),
        (&["solve", "5x8", "--algorithm", "wirth"], "does not work on the 5x8 board"),
        (&["count", "100", "--algorithm", "bitmask"], "backtracking"),
        (&["check", "0,4,x"], "one-line notation, character 5: expected a column"),
        (&["check", "a1", "--notation", "chess"], "is not a notation; there are one-line"),
        (&["list", "3^3", "--notation", "fen"], "more than two dimensions"),
        (&["symmetry", "20"], "up to 14 columns"),
        (&["count", "8", "--engine", "steam"], "there are auto, enumerate"),
        (&["count", "8", "--simd", "mmx"], "there are scalar, avx2, avx512, neon"),
        (&["count", "8", "--threads", "0"], "a number from 1 to 1024"),
        (&["count", "8", "--torus", "--engine", "enumerate"], "use --engine torus"),
        (&["count", "5", "--torus", "--classes", "--given", "0,0"], "full square boards"),
        (&["count", "4..8", "--ledger", "x"], "give one size"),
        (&["count", "99", "--engine", "enumerate"], "engine enumerate"),
        (&["count", "8", "--time", "-1"], "is not a time"),
        (&["count", "8", "--visits", "0"], "is not a number from 1"),
        (&["sole", "8"], "'solve'"),
        (&["count"], "<N>"),
        (&["count", "8", "--frobnicate"], "--frobnicate"),
    ] {
        let assert = bezzel(arguments).assert().code(2).stdout("");
        let stderr = String::from_utf8(assert.get_output().stderr.clone()).unwrap();
        assert_eq!(stderr.lines().count(), 1, "{arguments:?}: {stderr}");
        assert!(stderr.contains(words), "{arguments:?}: {stderr}");
    }
}

#[test]
fn doctor_algorithms_completions_and_man_print() {
    let document = json(&["doctor", "--json"], 0);
    assert_eq!(document["well"], true);
    // Short answers stand beside what they answer, however long others are.
    let report = output(&["doctor"], 0);
    let cores = report.lines().find(|line| line.contains("  cores  ")).expect("a line");
    assert!(cores.len() < 60, "{cores}");
    let table = output(&["algorithms"], 0);
    assert!(table.contains("rohl-2"));
    assert!(output(&["algorithms", "wirth"], 0).contains("Trycolumn(j)"));
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        assert!(output(&["completions", shell], 0).contains("bezzel"), "{shell}");
    }
    assert!(output(&["man"], 0).contains(".TH bezzel"));
}

#[test]
fn construct_writes_and_check_reads_streams() {
    assert_eq!(output(&["construct", "8", "--algorithm", "pauls"], 0), "3,5,7,1,6,0,2,4\n");
    assert_eq!(output(&["construct", "4", "--format", "lines"], 0), "1\n3\n0\n2\n");
    let binary = bezzel(&["construct", "4", "--format", "u32"]).assert().code(0);
    assert_eq!(binary.get_output().stdout, [1, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0]);
    for (arguments, code) in [
        (&["construct", "26", "--algorithm", "abramson-yung"][..], 2),
        (&["construct", "8", "--algorithm", "wirth"], 2),
        (&["construct", "5e9", "--format", "u32"], 2),
        (&["construct", "8", "--format", "roman"], 2),
        (&["construct", "8", "--output", "/nowhere/at/all"], 3),
    ] {
        assert_eq!(output(arguments, code), "", "{arguments:?}");
    }

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("queens");
    let file = path.to_str().expect("a plain path");
    output(&["construct", "1e5", "--format", "u64", "--output", file], 0);
    assert_eq!(output(&["check", file, "--stream", "u64"], 0), "a solution of 100000 queens\n");
    let document = json(&["check", file, "--stream", "u64", "--json"], 0);
    assert_eq!(document["solution"], true);
    // Read as numbers half as wide, every second one is 0 and every first advances by 2.
    assert_eq!(
        output(&["check", file, "--stream", "u32"], 1),
        "not a solution of 200000 queens\n  the queens on (0, 49999) and (2, 50001) \
         attack each other along diagonal row - column = -49999\n"
    );

    let mut piped = bezzel(&["check", "-", "--stream", "commas"]);
    let answer = piped.write_stdin("1,3,0,2\n").assert().code(0);
    assert_eq!(answer.get_output().stdout, b"a solution of 4 queens\n");
    let mut torn = bezzel(&["check", "-", "--stream", "commas"]);
    torn.write_stdin("1,3,zero").assert().code(3);
}
