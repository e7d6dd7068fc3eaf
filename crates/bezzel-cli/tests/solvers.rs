//! Back-ends, proofs and colourings on the command line.

use assert_cmd::Command;
use serde_json::Value;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

/// Standard output and standard error of a run that must end with this code.
fn run(folder: &Path, arguments: &[&str], code: i32) -> (String, String) {
    let mut command = Command::cargo_bin("bezzel").expect("the program is built");
    let assert = command.args(arguments).current_dir(folder).assert().code(code);
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("output is text");
    (text(&assert.get_output().stdout), text(&assert.get_output().stderr))
}

fn output(arguments: &[&str], code: i32) -> String {
    run(Path::new("."), arguments, code).0
}

fn complaint(arguments: &[&str], code: i32) -> String {
    let (answer, complaint) = run(Path::new("."), arguments, code);
    assert_eq!(answer, "");
    assert_eq!(complaint.lines().count(), 1, "{complaint}");
    complaint
}

const INSIDE: [&str; 8] = [
    "ip",
    "cp",
    "cp:forward-checking",
    "cp:all-different",
    "exact-cover",
    "cdcl",
    "clique",
    "stable-set",
];

/// The back-ends that this build has and this machine can run.
fn backends() -> Vec<&'static str> {
    let sat = cfg!(feature = "cadical").then_some("sat");
    let highs = bezzel_solvers::found().is_ok().then_some("highs");
    // `make test` installs it.
    assert!(highs.is_some() || std::env::var_os("BEZZEL_OUTSIDE").is_none());
    INSIDE.into_iter().chain(sat).chain(highs).collect()
}

#[test]
fn every_back_end_solves_and_counts() {
    for id in backends() {
        let solution = output(&["solve", "8", "--with", id], 0);
        output(&["check", solution.trim()], 0);
        assert_eq!(output(&["count", "4..6", "--with", id], 0), "4 2\n5 10\n6 4\n", "{id}");
        assert_eq!(output(&["count", "5", "--torus", "--with", id], 0), "10\n", "{id}");
        assert_eq!(output(&["solve", "3", "--with", id], 1), "no solution\n", "{id}");
        let given = ["6", "--given", "0,2", "--blocked", "5,5", "--with", id];
        assert_eq!(output(&[&["solve"][..], &given].concat(), 0), "2,5,1,4,0,3\n", "{id}");
        let none = ["solve", "6", "--given", "0,0", "--json", "--with", id];
        let document: Value = serde_json::from_str(&output(&none, 1)).unwrap();
        assert_eq!(document["by"], id);
        // It uses floating-point numbers, so its "no solution" is not a proof.
        let proven = Value::from(!["ip", "highs"].contains(&id));
        assert_eq!((&document["solution"], &document["proven"]), (&Value::Null, &proven));
    }
    let fundamental = ["count", "8", "--fundamental", "--with", "exact-cover"];
    assert_eq!(output(&fundamental, 0), "12\n");
    let document: Value =
        serde_json::from_str(&output(&["count", "6", "--with", "cp", "--json"], 0)).unwrap();
    assert_eq!(document["totals"][0]["total"], "4");
    assert_eq!(document["totals"][0]["provenance"]["back_end"], "cp");
}

#[test]
fn a_stopped_back_end_claims_nothing() {
    for id in backends() {
        let (answer, _) = run(Path::new("."), &["count", "20", "--with", id, "--time", "0.2"], 4);
        assert!(answer.starts_with("at least "), "{id}: {answer}");
        let (answer, _) = run(Path::new("."), &["solve", "60", "--with", id, "--time", "0"], 4);
        assert_eq!(answer, "", "{id}");
    }
}

#[test]
fn wrong_requests_are_rejected() {
    assert!(complaint(&["solve", "8", "--with", "magic"], 2).contains("ip, cp,"));
    assert!(complaint(&["solve", "3^3", "--with", "cp"], 2).contains("two-dimensional"));
    assert!(complaint(&["count", "8", "--with", "cp", "--divide"], 2).contains("--divide"));
    assert!(
        complaint(&["count", "8", "--with", "cp", "--engine", "colour"], 2)
            .contains("leave --with out")
    );
    assert!(complaint(&["solve", "500", "--with", "clique"], 2).contains("up to 20000"));
    assert!(
        complaint(&["solve", "8", "--with", "cp", "--algorithm", "wirth"], 2)
            .contains("--algorithm")
    );
}

#[test]
fn without_highs_the_program_says_how_to_get_it() {
    let without = |arguments: &[&str], code: i32, highs: &str| {
        let mut command = Command::cargo_bin("bezzel").expect("the program is built");
        let assert = command.args(arguments).env("BEZZEL_HIGHS", highs).assert().code(code);
        let output = assert.get_output().clone();
        (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap())
    };
    for arguments in [["solve", "8", "--with", "highs"], ["count", "6", "--with", "highs"]] {
        let (answer, complaint) = without(&arguments, 3, "/no/such/library");
        assert_eq!((answer.as_str(), complaint.lines().count()), ("", 1), "{complaint}");
        assert!(complaint.contains("BEZZEL_HIGHS names no HiGHS: /no/such/library"), "{complaint}");
        assert!(complaint.contains("unset BEZZEL_HIGHS and run 'make solvers'"), "{complaint}");
    }
    // Any other library is recognised as not HiGHS.
    let libc = without(&["solve", "8", "--with", "highs"], 3, "libc.so.6").1;
    assert!(libc.contains("Highs_getSizeofHighsInt"), "{libc}");
    // The default back-end for integer programs needs no library, and the doctor reports no
    // problem.
    assert_eq!(without(&["count", "6", "--with", "ip"], 0, "").0, "4\n");
    let (answer, _) = without(&["doctor", "--json"], 0, "");
    let document: Value = serde_json::from_str(&answer).unwrap();
    let found = |what: &str, field: &str| {
        let mut findings = document["findings"].as_array().unwrap().iter();
        findings.find(|finding| finding["what"] == what).map(|finding| finding[field].clone())
    };
    let value = |what: &str| found(what, "value");
    assert_eq!(value("back-end ip"), Some("4".into()));
    assert!(value("back-end highs").unwrap().as_str().unwrap().contains("is not available"));
    let hint = found("back-end highs", "hint").unwrap();
    assert!(hint.as_str().unwrap().contains("install HiGHS"), "{hint}");
    assert_eq!(value("library of highs"), None);
    let (report, _) = without(&["doctor"], 0, "");
    assert!(report.contains("'make solvers'"), "{report}");
}

/// What the other tests here ask does not depend on HiGHS.
#[test]
fn the_same_without_highs() {
    let ran = Command::new(std::env::current_exe().unwrap())
        .args(["solvers::", "--skip", "the_same_without_highs"])
        .env("BEZZEL_HIGHS", "/no/such/library")
        .env_remove("BEZZEL_OUTSIDE")
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&ran.stdout);
    let ended = "solvers::without_highs_the_program_says_how_to_get_it ... ok";
    assert!(ran.status.success() && text.contains(ended), "{text}");
}

#[test]
#[cfg(unix)]
fn an_installed_program_names_the_command_that_brings_highs_to_it() {
    let prefix = TempDir::new().unwrap();
    let (bin, package) = (prefix.path().join("bin"), prefix.path().join("lib/bezzel/highspy"));
    fs::create_dir(&bin).unwrap();
    // Another process writes it: a file that is open for writing anywhere cannot be run.
    let program = assert_cmd::cargo::cargo_bin("bezzel");
    Command::new("cp").arg(program).arg(&bin).assert().success();
    let solve = || {
        let mut installed = Command::new(bin.join("bezzel"));
        installed.args(["solve", "8", "--with", "highs"]).env_remove("BEZZEL_HIGHS").assert()
    };
    let assert = solve();
    // A system may have its own.
    if !assert.get_output().status.success() {
        let complaint = String::from_utf8(assert.code(3).get_output().stderr.clone()).unwrap();
        let folder = package.parent().unwrap().display();
        let command = format!("; run 'pip install --no-deps --target {folder} highspy'\n");
        assert!(complaint.ends_with(&command), "{complaint}");
    }
    if let Ok(found) = bezzel_solvers::found() {
        let library = fs::canonicalize(&found.place).unwrap_or(found.place);
        fs::create_dir_all(&package).unwrap();
        std::os::unix::fs::symlink(library, package.join("libhighs.so.1")).unwrap();
        solve().success();
    }
}

#[test]
fn the_doctor_says_which_highs_was_found() {
    let document: Value = serde_json::from_str(&output(&["doctor", "--json"], 0)).unwrap();
    let findings = document["findings"].as_array().unwrap();
    let library = findings.iter().find(|finding| finding["what"] == "library of highs");
    match (library, bezzel_solvers::found()) {
        (Some(finding), Ok(found)) => {
            let value = finding["value"].as_str().unwrap();
            assert!(value.starts_with(&format!("{} in ", found.version)), "{value}");
        }
        (None, Err(_)) => {}
        (finding, found) => panic!("{finding:?}, {found:?}"),
    }
}

#[test]
#[cfg(unix)]
fn another_highs_is_used_where_the_variable_names_it() {
    let Ok(found) = bezzel_solvers::found() else { return };
    let folder = TempDir::new().unwrap();
    let other = folder.path().join("libother.so");
    std::os::unix::fs::symlink(fs::canonicalize(&found.place).unwrap_or(found.place), &other)
        .unwrap();
    let mut doctor = Command::cargo_bin("bezzel").expect("the program is built");
    let assert = doctor.arg("doctor").env("BEZZEL_HIGHS", &other).assert().success();
    let report = String::from_utf8(assert.get_output().stdout.clone()).unwrap();
    assert!(report.contains(&other.display().to_string()), "{report}");
}

#[test]
#[cfg(not(feature = "cadical"))]
fn a_build_without_cadical_has_the_solver_in_rust() {
    assert!(output(&["solve", "9", "--colours", "9"], 1).contains("no colouring"));
    assert!(complaint(&["solve", "8", "--with", "sat"], 2).contains("ip, cp,"));
}

#[test]
#[cfg(feature = "cadical")]
fn a_refutation_leaves_a_proof_that_checks() {
    let folder = TempDir::new().unwrap();
    let at = |arguments: &[&str], code| run(folder.path(), arguments, code);
    let (answer, note) = at(&["solve", "3", "--proof", "three.lrat"], 1);
    assert_eq!(answer, "no solution\n");
    assert!(note.contains("three.lrat refutes three.cnf"), "{note}");
    let (text, _) = at(&["check", "three.lrat", "--refutes", "three.cnf"], 0);
    assert!(text.starts_with("a proof in "), "{text}");
    // The formula is the one that export writes.
    let (exported, _) = at(&["export", "3", "--format", "cnf"], 0);
    assert_eq!(fs::read_to_string(folder.path().join("three.cnf")).unwrap(), exported);
    at(&["export", "4", "--format", "cnf", "-o", "four.cnf"], 0);
    let (text, _) = at(&["check", "three.lrat", "--refutes", "four.cnf"], 1);
    assert!(text.starts_with("not a proof\n  proof, line "), "{text}");
    let (document, _) = at(&["check", "three.lrat", "--refutes", "three.cnf", "--json"], 0);
    let document: Value = serde_json::from_str(&document).unwrap();
    assert_eq!((&document["proof"], &document["fault"]), (&true.into(), &Value::Null));

    at(&["solve", "8", "--proof", "eight.drat"], 0);
    assert!(!folder.path().join("eight.drat").exists(), "there is a solution, so no proof");
    assert!(complaint(&["solve", "8", "--proof", "eight.txt"], 2).contains(".drat or .lrat"));
    assert!(
        complaint(&["solve", "8", "--proof", "a.drat", "--with", "ip"], 2).contains("no proofs")
    );
    assert!(complaint(&["solve", "3", "--proof", "/no/such/a.drat"], 3).contains("/no/such/a.cnf"));
    assert!(complaint(&["check", "none.lrat", "--refutes", "none.cnf"], 3).contains("none.cnf"));
}

#[test]
#[cfg(feature = "cadical")]
fn squares_are_coloured() {
    let numbers: Vec<String> = (1..=7)
        .map(|n| output(&["solve", &n.to_string(), "--chromatic"], 0))
        .map(|text| text.lines().next().unwrap_or_default().to_owned())
        .collect();
    assert_eq!(numbers, ["1", "4", "5", "5", "5", "7", "7"]);
    let folder = TempDir::new().unwrap();
    let stack = ["solve", "8", "--colours", "8", "--proof", "stack.lrat"];
    assert_eq!(run(folder.path(), &stack, 1).0, "no colouring\n");
    run(folder.path(), &["check", "stack.lrat", "--refutes", "stack.cnf"], 0);
    // A colouring with as many colours as rows is a stack, which another verb counts.
    let five = output(&["solve", "5", "--colours", "5"], 0);
    assert_eq!(five.lines().count(), 5);
    let document: Value =
        serde_json::from_str(&output(&["solve", "8", "--chromatic", "--json"], 0)).unwrap();
    assert_eq!(document["chromatic_number"], 9);
    assert_eq!(document["refuted_by"], "cover");
    assert!(output(&["solve", "10", "--chromatic"], 0).starts_with("11\n"));
    assert!(output(&["solve", "11", "--chromatic"], 0).starts_with("11\n"));
    assert_eq!(document["colouring"][7].as_array().map(Vec::len), Some(8));
    let hurry = ["solve", "20", "--chromatic", "--time", "0.05"];
    assert_eq!(run(Path::new("."), &hurry, 4).0, "at least 20\n");
    assert!(complaint(&["solve", "8", "--colours", "none"], 2).contains("--colours 'none'"));
    assert!(complaint(&["solve", "8", "--given", "0,0", "--chromatic"], 2).contains("given"));
}
