//! Boards of more than two dimensions on the command line.

use crate::common;
use assert_cmd::Command;
use serde_json::Value;

fn run(line: &str, code: i32) -> (String, String) {
    let mut command = Command::cargo_bin("bezzel").expect("the program is built");
    let assert = command.args(common::words(line)).assert().code(code);
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("output is text");
    (text(&assert.get_output().stdout), text(&assert.get_output().stderr))
}

fn output(line: &str) -> String {
    run(line, 0).0
}

#[test]
fn every_verb_works_in_space_with_every_rule() {
    for (rule, total) in [("queen", "72"), ("two-axis", "172"), ("hyperplane", "0")] {
        let code = i32::from(total == "0");
        assert_eq!(output(&format!("count 3 --dimension 3 --rule {rule}")), format!("{total}\n"));
        assert_eq!(
            output(&format!("count 3^3 --rule {rule} --algorithm barr-rao")),
            format!("{total}\n")
        );
        let listed = output(&format!("list 3^3 --rule {rule}"));
        assert_eq!(listed.lines().count().to_string(), total);
        let (solution, _) = run(&format!("solve 3^3 --rule {rule}"), code);
        if total != "0" {
            assert_eq!(listed.lines().next(), Some(solution.trim_end()));
            let check = format!("check {} --size 3 --dimension 3 --rule {rule}", solution.trim());
            assert!(output(&check).starts_with("a solution of 3 queens on 3^3"));
        }
        let trace = format!("trace 3^3 --rule {rule} --algorithm barr-rao --same-layer kept");
        assert!(output(&trace).contains("place (0, 0)"));
    }
    assert_eq!(output("count 4^3 --torus"), "768\n");
    assert_eq!(output("count 4^3 --engine barr-rao"), "7196\n");
}

#[test]
fn totals_closed_forms_and_nontrivial_solutions() {
    assert_eq!(output("count 3..5 --dimension 3"), "3^3 72\n4^3 7196\n5^3 981016\n");
    assert_eq!(output("count 4..5 --dimension 3 --nontrivial"), "4^3 7180\n5^3 980916\n");
    assert_eq!(output("count 3 --closed-form"), "27^m - 2*21^m + 17^m - 15^m + 2*11^m - 9^m\n");
    assert_eq!(output("count 3..4 --dimension 3 --oeis"), "3 72\n4 7196\n");
    let (document, note) = run("count 6 --dimension 5 --json", 0);
    let document: Value = serde_json::from_str(&document).unwrap();
    assert_eq!(document["totals"][0]["total"], "3365521390282490208");
    assert_eq!(document["totals"][0]["provenance"]["engine"], "transform");
    assert!(note.contains("computed now by engine transform"), "{note}");
}

/// 8^12 has more squares in a layer than 32 bits can number, but its total follows from its side.
#[test]
fn eight_queens_in_twelve_dimensions_by_every_way_of_asking() {
    let data: Value =
        serde_json::from_str(include_str!("../../../data/higher-dimensions.json")).unwrap();
    let known = data["Q"]["8"]["12"].as_str().unwrap();
    for line in ["count 8^12", "count 8 --dimension 12", "count 8^12 --engine transform"] {
        assert_eq!(output(line).trim(), known, "{line}");
    }
    let json = output("count 8^12 --json");
    assert!(json.contains(&format!("\"{known}\"")), "{json}");
    assert!(output("count 8^12 --forecast").contains("about"));
    assert!(output("count 8 --dimension 12 --table").contains(known));
    // What would go through its squares says that they are too many.
    assert!(run("count 8^12 --engine barr-rao", 2).1.contains("would need a table"));
    run("solve 8^12", 4);
}

/// Side 9 takes minutes: its totals were computed in two orders, and every place that has them has the same.
#[test]
fn nine_queens_are_the_same_in_data_and_records() {
    let data: Value =
        serde_json::from_str(include_str!("../../../data/higher-dimensions.json")).unwrap();
    let totals = data["Q"]["9"].as_object().unwrap();
    assert_eq!((totals.len(), &totals["2"]), (12, &"352".into()));
    let records = include_str!("../../../docs/records.md");
    let (_, table) = records.split_once("## Nine queens in d dimensions").unwrap();
    let is_deep = std::env::var_os("BEZZEL_DEEP").is_some();
    let computed = is_deep.then(|| output("count 9 --dimension 2..12 --table --csv"));
    for (d, total) in totals.iter().filter(|(d, _)| *d != "1") {
        let total = total.as_str().unwrap();
        assert!(table.contains(&format!("\n| {d} | {total} |\n")), "d = {d}");
        if let Some(computed) = &computed {
            assert!(computed.contains(&format!("\n9,{d},{total},")), "{computed}");
        }
    }
    let source = data["source"]["n = 9"].as_str().unwrap();
    let digest = "f1bc46c14044e40cad7b285ed00cc0a61bed691d2d24a28f7b8e165df5ba9055";
    assert!(source.contains(digest) && table.contains(digest));
}

/// OEIS A068940 and its relatives: more than one queen in a layer.
#[test]
fn the_most_queens_anywhere() {
    for (board, most) in [
        ("3^3", 4),
        ("4^3", 7),
        ("5^3", 13),
        ("3^3 --rule two-axis", 5),
        ("3^3 --rule hyperplane", 1),
    ] {
        let found = output(&format!("count {board} --maximum"));
        assert!(found.starts_with(&format!("{most} queen")), "{board}: {found}");
    }
    // A search that reaches its limit says so, and how to raise it.
    let (found, note) = run("count 5^3 --maximum --visits 1000", 4);
    assert!(found.starts_with("at least "), "{found}");
    assert!(note.contains("1001 visits") && note.contains("--visits allows more"), "{note}");
}

#[test]
fn the_table_shows_errata_and_counterexamples() {
    let table = output("count 1..6 --dimension 2..6 --table");
    assert_eq!(table.matches(" wrong").count(), 3, "{table}");
    assert_eq!(table.matches(" right").count(), 11, "{table}");
    assert!(table.contains("Q(3,2) = 0 is not more than Q(2,3) = 0"), "{table}");
    let csv = output("count 3 --dimension 6 --table --csv");
    assert_eq!(csv.lines().last(), Some("3,6,7104240,4530240,14348907,wrong"));
    let document: Value =
        serde_json::from_str(&output("count 3..4 --dimension 3 --table --json")).unwrap();
    assert_eq!(document["entries"][1]["nontrivial"], "7180");
    assert_eq!(document["conjectures"][0]["number"], "5.2");
}

#[test]
fn a_ledger_of_spectra_resumes_where_it_stopped() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("5.spectra");
    let line = format!("count 5 --dimension 4 --ledger {}", file.display());
    let (first, note) = run(&line, 0);
    assert!(note.contains("computed now"), "{note}");
    let (second, note) = run(&line, 0);
    assert!(note.contains("resumed by engine transform: 10 results from the ledger"), "{note}");
    assert_eq!((first.as_str(), second.as_str()), ("11353276978\n", "11353276978\n"));
    let other = format!("count 4 --dimension 4 --ledger {}", file.display());
    assert!(run(&other, 2).1.contains("another plan"));
}

#[test]
fn modular_queens() {
    assert_eq!(output("count 13 --dimension 3 --rule hyperplane"), "8112\n");
    assert_eq!(output("count 11..13 --dimension 3 --rule hyperplane --linear").lines().count(), 3);
    assert!(output("count 11^3 --rule hyperplane --exists").starts_with("yes: "));
    assert!(
        run("count 7^3 --rule hyperplane --exists", 1).0.starts_with("no: an exhaustive search")
    );
    assert!(run("count 10^3 --rule hyperplane --exists", 1).0.contains("the prime 2"));
    assert!(output("count 10^3 --rule hyperplane --maximum").starts_with("4 queens: 0,0 "));
    assert!(run("count 11^3 --exists", 2).1.contains("--rule hyperplane"));
}

#[test]
fn wrong_requests_get_one_clear_line() {
    for (line, words) in [
        ("count 4 --dimension 0", "the dimension starts at 2"),
        ("count 4 --dimension 1", "the dimension starts at 2"),
        ("count 4 --dimension three", "'three' is not a dimension"),
        ("count 1000^9", "squares are too many"),
        ("solve 1000^9", "squares are too many"),
        ("count 4^3 --rule knight", "'knight' is not a rule; there are queen, two-axis"),
        ("count 64^4 --engine barr-rao", "would need a table of 504 GiB"),
        ("count 11 --closed-form", "a table of their sets would need 128 PiB"),
        ("count 4^3 --engine transform --torus", "use --engine barr-rao"),
        ("count 4 --dimension 8..2 --table", "not a range of dimensions"),
        ("count 4x5 --closed-form", "full square boards with rule queen"),
    ] {
        let (stdout, stderr) = run(line, 2);
        assert!(stderr.contains(words), "{line}: {stderr}");
        assert_eq!((stdout.as_str(), stderr.lines().count()), ("", 1), "{line}: {stderr}");
    }
}
