//! Definitions, exports and imports as users see them.

use assert_cmd::Command;
use serde_json::Value;

fn bezzel(arguments: &[&str]) -> Command {
    let mut command = Command::cargo_bin("bezzel").expect("the program is built");
    command.args(arguments);
    command
}

/// Standard output and standard error of a run that must end with this code.
fn run(arguments: &[&str], input: &str, code: i32) -> (String, String) {
    let assert = bezzel(arguments).write_stdin(input).assert().code(code);
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("output is text");
    (text(&assert.get_output().stdout), text(&assert.get_output().stderr))
}

#[test]
fn definitions_say_which_condition_fails() {
    let check = ["check", "1,3,0,2", "--definition"];
    let names = ["algebraic", "modular", "csp", "stable-set", "clique", "integer-program"];
    for name in names {
        let (text, _) = run(&[&check[..], &[name]].concat(), "", 0);
        let mut lines = text.lines();
        let verdict = format!("a solution of 4 queens by the definition {name}, as corrected");
        assert_eq!(lines.next(), Some(verdict.as_str()));
        assert_eq!(lines.next(), Some("the definition accepts 2 of the 1820 sets of 4 squares"));
        let relations: Vec<&str> = lines.collect();
        assert_eq!(relations.len(), if name == "csp" { 6 } else { 0 }, "{text}");
        assert!(relations.iter().all(|line| line.starts_with("  P")), "{text}");
    }
    let (text, note) = run(&[&check[..], &["modular", "--printed"]].concat(), "", 1);
    assert!(text.contains("condition 4 (not on the same diagonal) fails for X = 1 and Y = 14"));
    assert!(note.contains("absolute values"), "{note}");
    let (text, _) = run(&[&check[..], &["csp", "--printed", "--json"]].concat(), "", 1);
    let document: Value = serde_json::from_str(&text).expect("one JSON document");
    assert_eq!(document["definition"]["printed"], true);
    assert_eq!(document["solution"], false);
    run(&["check", "1,3,0,2", "--printed"], "", 2);
    run(&["check", "1,3,0,2", "--definition", "csp", "--torus"], "", 2);
    let (_, error) = run(&["check", "0,2", "--size", "2x4", "--definition", "csp"], "", 2);
    assert!(error.contains("n x n boards"), "{error}");
}

#[test]
fn exports_go_to_standard_output_or_a_file() {
    let (text, _) = run(&["export", "4", "--format", "opb"], "", 0);
    assert!(text.starts_with("* #variable= 16 #constraint= 18\n* 4 queens\n* x1 is square 0,0\n"));
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("four.opb");
    let name = path.to_str().expect("a path");
    let (printed, _) = run(&["export", "4", "--format", "opb", "-o", name], "", 0);
    assert_eq!(printed, "");
    assert_eq!(std::fs::read_to_string(&path).expect("a file"), text);
    run(&["export", "4", "--format", "opb", "-o", "/nowhere/at/all"], "", 3);
    // A wrong request changes no file.
    run(&["export", "4^3", "--format", "opb", "-o", name], "", 2);
    assert_eq!(std::fs::read_to_string(&path).expect("a file"), text);
}

#[test]
fn comments_of_a_model_name_the_piece() {
    for (rule, piece) in [("queen", "a queen"), ("king", "a king"), ("amazon", "an amazon")] {
        for format in ["lp", "mps", "smt2"] {
            let (model, _) = run(&["export", "4", "--rule", rule, "--format", format], "", 0);
            assert!(model.contains(&format!("1 if {piece} stands on row R")), "{rule}, {format}");
        }
    }
}

#[test]
fn wrong_requests_are_rejected_with_a_suggestion() {
    let cases: [(&[&str], &str); 8] = [
        (&["export", "8", "--format", "dimacs"], "there are cnf, opb"),
        (&["export", "8", "--format", "opb", "--encoding", "product"], "cnf, smt2"),
        (
            &["export", "8", "--format", "cnf", "--encoding", "best"],
            "pairwise, sequential, product",
        ),
        (&["export", "8", "--format", "cnf", "--graph", "queen"], "col, clq, graph6, dot, graphml"),
        (&["export", "8", "--format", "opb", "--colours", "8"], "use --format cnf"),
        (
            &["export", "8", "--format", "cnf", "--colours", "8", "--given", "0,0"],
            "leave the given",
        ),
        (&["export", "4^3", "--format", "cnf"], "two-dimensional"),
        (&["export", "0", "--format", "cnf"], "no square is open"),
    ];
    for (arguments, part) in cases {
        let (text, error) = run(arguments, "", 2);
        assert!(text.is_empty() && error.contains(part), "{arguments:?}: {error}");
    }
}

#[test]
fn imports_verify_before_they_print() {
    let import = ["import", "4", "--format", "mzn"];
    assert_eq!(run(&import, "q = [1, 3, 0, 2];\n", 0).0, "1,3,0,2\n");
    let squares = [&import[..], &["--notation", "algebraic"]].concat();
    assert_eq!(run(&squares, "q = [1, 3, 0, 2];\n", 0).0, "b4,d3,a2,c1\n");
    let (text, _) = run(&import, "q = [1, 3, 0, 3];\n", 1);
    assert!(text.starts_with("not a solution of 4 queens\n  the queens on (1, 3)"), "{text}");
    let (text, error) = run(&import, "q = [1, 3, 0, 4];\n", 2);
    assert!(text.is_empty() && error.contains("line 1, column 15"), "{error}");
    let given = [&import[..], &["--given", "0,2"]].concat();
    let (text, error) = run(&given, "q = [1, 3, 0, 2];\n", 2);
    assert!(text.is_empty() && error.contains("no open square (0, 1)"), "{error}");
    run(&["import", "4", "--format", "mzn", "no-such-file"], "", 3);
    let (text, _) = run(&[&import[..], &["--json"]].concat(), "q = [1, 3, 0, 2];\n", 0);
    let document: Value = serde_json::from_str(&text).expect("one JSON document");
    assert_eq!((&document["imported"], &document["answer"]), (&"right".into(), &"1,3,0,2".into()));
}

#[test]
fn a_solver_that_finds_nothing_is_checked_too() {
    let none = "s UNSATISFIABLE\n";
    let (text, note) = run(&["import", "3", "--format", "cnf"], none, 1);
    assert_eq!(text, "no solution\n");
    assert!(note.contains("and this is confirmed"), "{note}");
    // By a theorem, where no search would finish.
    let (text, note) = run(&["import", "28", "--torus", "--format", "cnf"], none, 1);
    assert_eq!(text, "no solution\n");
    assert!(note.contains("and this is confirmed"), "{note}");
    for more in [&["8"][..], &["200", "--check"], &["200", "--given", "0,0", "--check"]] {
        let (text, _) = run(&[&["import", "--format", "cnf"], more].concat(), none, 1);
        let (_, one) = text.split_once("there is none, but this is one: ").expect("contradicted");
        let size = more[0];
        let (judged, _) = run(&["check", "-", "--size", size], one, 0);
        assert!(judged.contains("solution"), "{judged}");
    }
    let colours = ["import", "6", "--format", "cnf", "--colours"];
    let (text, _) = run(&[&colours[..], &["7"]].concat(), none, 1);
    assert!(text.contains("but this is one: \n1 2 3 4 5 6\n3 4 5 6 7 1\n"), "{text}");
    let (text, note) = run(&[&colours[..], &["5"]].concat(), none, 1);
    assert_eq!(text, "no colouring\n");
    assert!(note.contains("and this is confirmed"), "{note}");
    let (_, note) = run(&[&colours[..], &["6"]].concat(), none, 1);
    assert!(note.contains("this is not confirmed here"), "{note}");
    let (text, _) = run(&["import", "8", "--format", "cnf"], "s UNKNOWN\n", 4);
    assert!(text.starts_with("unknown"), "{text}");
}

#[test]
fn colourings_are_verified_too() {
    let colour = |p: usize| (p % 5 + 3 * (p / 5)) % 5 + 1;
    let all: Vec<String> = (0..25).map(|p| format!("l {} {}\n", p + 1, colour(p))).collect();
    let import = ["import", "5", "--format", "col", "--colours", "5"];
    let (text, _) = run(&import, &all.concat(), 0);
    assert_eq!(text, "1 2 3 4 5\n4 5 1 2 3\n2 3 4 5 1\n5 1 2 3 4\n3 4 5 1 2\n");
    let wrong = all.concat().replace("l 25 2", "l 25 1");
    let (text, _) = run(&import, &wrong, 1);
    assert!(text.starts_with("not a colouring of 5 queens\n"), "{text}");
    assert!(text.contains("share a line and a colour"), "{text}");
    let (_, error) = run(&import, "l 1 1\n", 2);
    assert!(error.contains("for every vertex"), "{error}");
    let (_, error) = run(&["import", "5", "--format", "opb", "--colours", "5"], "", 2);
    assert!(error.contains("cnf and col"), "{error}");
}

/// Exporting 600 queens writes a hundred megabytes but uses little memory.
#[test]
#[cfg(target_os = "linux")]
fn a_large_export_needs_little_memory() {
    let program = assert_cmd::cargo::cargo_bin("bezzel");
    // Kilobytes, including the program itself, which is large when it is not optimised.
    let most = std::fs::metadata(&program).unwrap().len() / 1024 + 20_000;
    for format in ["opb", "cnf"] {
        let script = format!(
            "ulimit -v {most}; exec {} export 600 --format {format} --output /dev/null",
            program.display()
        );
        Command::new("sh").args(["-c", &script]).assert().success();
    }
}
