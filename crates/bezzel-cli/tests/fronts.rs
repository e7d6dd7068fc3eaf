//! The same request through the command line and through the server gives the same documents, times
//! aside.
#![cfg(unix)]

use crate::common;
use crate::served::{Server, documents};
use serde_json::{Value, json};

/// A request in both forms.
struct Case {
    /// Arguments of the command line, without the one that asks for JSON.
    command: &'static str,
    /// `--json` for one document, `--jsonl` for a stream of them.
    form: &'static str,
    code: i32,
    /// The resource: a query for GET, or a path that a body is sent to.
    path: &'static str,
    body: Option<Value>,
}

fn asks(command: &'static str, code: i32, path: &'static str, body: Value) -> Case {
    Case { command, form: "--json", code, path, body: Some(body) }
}

fn streams(command: &'static str, code: i32, path: &'static str, body: Value) -> Case {
    Case { form: "--jsonl", ..asks(command, code, path, body) }
}

fn reads(command: &'static str, path: &'static str) -> Case {
    Case { command, form: "--json", code: 0, path, body: None }
}

fn queens(n: u32) -> Value {
    json!({ "version": 1, "size": n.to_string() })
}

fn on_torus(n: u32) -> Value {
    json!({ "version": 1, "size": n.to_string(), "topology": "torus" })
}

/// Every verb that both fronts have. A new verb needs a line here.
fn cases() -> Vec<Case> {
    let solution = "2,4,1,7,0,6,3,5";
    vec![
        asks("solve 8", 0, "/solve", json!({ "problem": queens(8) })),
        asks("solve 12 --torus", 1, "/solve", json!({ "problem": on_torus(12) })),
        asks(
            "solve 8 --algorithm qs1 --seed 3 --notation grid",
            0,
            "/solve",
            json!({ "problem": queens(8), "algorithm": "qs1", "settings": { "seed": 3 },
                    "notation": "grid" }),
        ),
        asks(
            "solve 6 --with exact-cover",
            0,
            "/solve",
            json!({ "problem": queens(6), "with": "exact-cover" }),
        ),
        asks("solve 3 --with ip", 1, "/solve", json!({ "problem": queens(3), "with": "ip" })),
        asks(
            "solve 10 --algorithm brute-force --visits 50",
            4,
            "/solve",
            json!({ "problem": queens(10), "algorithm": "brute-force", "limits": { "visits": 50 } }),
        ),
        #[cfg(feature = "cadical")]
        asks("solve 5 --colours 5", 0, "/colour", json!({ "problem": queens(5), "colours": 5 })),
        #[cfg(feature = "cadical")]
        asks("solve 5 --chromatic", 0, "/colour", json!({ "problem": queens(5) })),
        asks(
            "solve 6 --ask completion",
            0,
            "/extreme",
            json!({ "problem": queens(6), "question": "completion" }),
        ),
        #[cfg(feature = "cadical")]
        asks(
            "solve 5 --ask domination",
            0,
            "/extreme",
            json!({ "problem": queens(5), "question": "domination" }),
        ),
        reads("algorithms", "/algorithms"),
        reads("algorithms nilsson", "/algorithms?id=nilsson"),
        asks(
            "symmetry 8 2,4,1,7,0,6,3,5",
            0,
            "/symmetry",
            json!({ "size": "8", "placement": solution }),
        ),
        asks("symmetry 5x6", 0, "/symmetry", json!({ "size": "5x6" })),
        asks(
            "symmetry 6 --notation algebraic",
            0,
            "/symmetry",
            json!({ "size": "6", "notation": "algebraic" }),
        ),
        asks("check 2,4,1,7,0,6,3,5", 0, "/check", json!({ "placement": solution })),
        asks(
            "check 0,1,2,3 --size 4 --faults 2",
            1,
            "/check",
            json!({ "placement": "0,1,2,3", "problem": queens(4), "faults": 2 }),
        ),
        asks(
            "check 1,3,0,2 --torus",
            1,
            "/check",
            json!({ "placement": "1,3,0,2", "torus": true }),
        ),
        asks(
            "check 0,2,4,1,3 --torus --size 5",
            0,
            "/check",
            json!({ "placement": "0,2,4,1,3", "problem": on_torus(5) }),
        ),
        asks(
            "check 2,4,1,7,0,6,3,5 --definition csp --printed",
            1,
            "/check",
            json!({ "placement": solution, "definition": "csp", "printed": true }),
        ),
        streams(
            "trace 6 --algorithm nilsson --heuristic index --all",
            0,
            "/trace",
            json!({ "problem": queens(6), "algorithm": "nilsson", "all": true,
                    "settings": { "heuristic": "index" } }),
        ),
        streams(
            "trace 6 --algorithm backtracking --after 3 --steps 5",
            4,
            "/trace",
            json!({ "problem": queens(6), "algorithm": "backtracking", "after": 3, "steps": 5 }),
        ),
        streams(
            "trace 8 --algorithm qs1 --seed 3 --visits 20",
            4,
            "/trace",
            json!({ "problem": queens(8), "algorithm": "qs1", "settings": { "seed": 3 },
                    "limits": { "visits": 20 } }),
        ),
        streams(
            "compare 6..7 --algorithms wirth,pauls --goal first --fit",
            0,
            "/compare",
            json!({ "problems": [queens(6), queens(7)], "algorithms": ["wirth", "pauls"],
                    "goal": "first", "fit": true, "limits": { "visits": 20_000_000 } }),
        ),
        streams(
            "compare 8 --algorithms las-vegas-backtracking --seeds 5 --vary crossover=1..3",
            0,
            "/compare",
            json!({ "problems": [queens(8)], "algorithms": ["las-vegas-backtracking"],
                    "seeds": 5, "vary": "crossover=1..3", "limits": { "visits": 20_000_000 } }),
        ),
        asks("count 8", 0, "/count", json!({ "problems": [queens(8)] })),
        asks(
            "count 5..7 --classes --engine enumerate",
            0,
            "/count",
            json!({ "problems": [queens(5), queens(6), queens(7)], "classes": true,
                    "engine": "enumerate" }),
        ),
        asks(
            "count 8 --fundamental --algorithm topor",
            0,
            "/count",
            json!({ "problems": [queens(8)], "fundamental": true, "algorithm": "topor" }),
        ),
        asks(
            "count 9 --algorithm wirth --visits 500",
            4,
            "/count",
            json!({ "problems": [queens(9)], "algorithm": "wirth", "limits": { "visits": 500 } }),
        ),
        asks(
            "count 4^3 --nontrivial",
            0,
            "/count",
            json!({ "problems": [{ "version": 1, "size": "4^3" }], "nontrivial": true }),
        ),
        asks("count 6 --divide", 0, "/divide", json!({ "problem": queens(6) })),
        asks(
            "count 14 --forecast --engine enumerate --threads 1",
            0,
            "/forecast",
            json!({ "problem": queens(14), "engine": "enumerate", "workers": { "threads": 1 } }),
        ),
        asks(
            "puzzle 6 --without-guessing --seed 3",
            0,
            "/puzzle",
            json!({ "n": 6, "without_guessing": true, "seed": 3 }),
        ),
        asks(
            "puzzle 6 --kind completion --level medium",
            0,
            "/puzzle",
            json!({ "kind": "completion", "n": 6, "level": "medium" }),
        ),
        asks("puzzle --date 2026-11-16", 0, "/puzzle", json!({ "date": "2026-11-16" })),
        asks(
            "count 5 --rule touching --regions AABBB/AABBC/AACCC/AADDC/AEEDC",
            0,
            "/count",
            json!({ "problems": [{ "version": 1, "size": "5", "rule": "touching",
                                   "regions": "AABBB/AABBC/AACCC/AADDC/AEEDC" }] }),
        ),
        asks("count 6 --squares", 0, "/squares", json!({ "problem": queens(6) })),
        asks(
            "count 13 --squares --number 20",
            0,
            "/squares",
            json!({ "problem": queens(13), "number": 20 }),
        ),
        asks("count 3..4 --closed-form", 0, "/closed-form", json!({ "sides": [3, 4] })),
        asks(
            "count 3..5 --dimension 2..4 --table",
            0,
            "/space-table",
            json!({ "sides": [3, 4, 5], "dimensions": [2, 3, 4] }),
        ),
        asks(
            "count 7^3 --rule hyperplane --exists",
            1,
            "/modular",
            json!({ "problems": [{ "version": 1, "size": "7^3", "rule": "hyperplane" }],
                    "exists": true }),
        ),
        asks("stack 5", 0, "/stack", json!({ "n": 5 })),
        asks("stack 8", 1, "/stack", json!({ "n": 8 })),
        asks("stack 7 --all", 0, "/stacks", json!({ "n": 7 })),
        asks("stack 5..7 --count", 0, "/stack-count", json!({ "sides": [5, 6, 7] })),
        asks("stack 4..6 --max-disjoint", 0, "/disjoint", json!({ "sides": [4, 5, 6] })),
        asks(
            "reproduce tutorial nodes --quick",
            0,
            "/reproduce",
            json!({ "paper": "tutorial", "item": "nodes", "depth": "quick" }),
        ),
        reads("reproduce --list", "/papers"),
        reads("doctor", "/doctor"),
        asks("construct 1e18", 0, "/construct", json!({ "n": "1000000000000000000" })),
        asks("construct 3", 1, "/construct", json!({ "n": 3 })),
        asks("construct 7 --magic", 0, "/construct", json!({ "n": 7, "magic": "" })),
        asks(
            "import 3 --format cnf tests/answers/unsatisfiable",
            1,
            "/import",
            json!({ "problem": queens(3), "format": "cnf", "answer": "s UNSATISFIABLE\n" }),
        ),
        streams("list 6", 0, "/list", json!({ "problem": queens(6) })),
        streams(
            "list 8 --fundamental --notation algebraic",
            0,
            "/list",
            json!({ "problem": queens(8), "fundamental": true, "notation": "algebraic" }),
        ),
        streams(
            "list 8 --algorithm nilsson --heuristic index --solutions 3",
            4,
            "/list",
            json!({ "problem": queens(8), "algorithm": "nilsson",
                    "settings": { "heuristic": "index" }, "limits": { "solutions": 3 } }),
        ),
        streams(
            "sample 8 --number 3 --seed 5",
            0,
            "/sample",
            json!({ "problem": queens(8), "number": 3, "seed": 5 }),
        ),
        streams("sample 3", 1, "/sample", json!({ "problem": queens(3) })),
        asks(
            "estimate 8..9 --descents 500 --seed 3",
            0,
            "/estimate",
            json!({ "problems": [queens(8), queens(9)], "descents": 500, "seed": 3 }),
        ),
    ]
}

/// Files and streams are the same bytes from both fronts.
#[test]
fn command_line_and_server_write_the_same_files() {
    let data = tempfile::tempdir().expect("a folder");
    let server = Server::start(data.path());
    for (command, path, body) in [
        ("construct 50 --format lines", "/construct", json!({ "n": 50, "format": "lines" })),
        (
            "export 6 --torus --format cnf --encoding product",
            "/export",
            json!({ "problem": on_torus(6), "format": "cnf", "encoding": "product" }),
        ),
        (
            "draw board 8 2,4,1,7,0,6,3,5 --lines --format svg",
            "/draw",
            json!({ "picture": { "kind": "board", "problem": queens(8), "lines": "all",
                                 "placement": "2,4,1,7,0,6,3,5" } }),
        ),
        (
            "draw tree 5 --algorithm wirth --depth 3 --format tikz",
            "/draw",
            json!({ "picture": { "kind": "tree", "problem": queens(5), "algorithm": "wirth",
                                 "depth": 3 }, "format": "tikz" }),
        ),
        (
            "draw trace 4 --algorithm guldal --format svg",
            "/draw",
            json!({ "picture": { "kind": "trace", "problem": queens(4), "algorithm": "guldal" } }),
        ),
        (
            "draw plot solutions 4..8 --format csv",
            "/draw",
            json!({ "picture": { "kind": "plot",
                                 "numbers": { "of": "solutions", "sides": [4, 5, 6, 7, 8] } },
                    "format": "csv" }),
        ),
        (
            "export 5 --format cnf --colours 5",
            "/export",
            json!({ "problem": queens(5), "format": "cnf", "colours": 5 }),
        ),
    ] {
        let arguments = common::words(command);
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let typed = common::output(&arguments, 0);
        assert!(typed.len() > 100, "{command}");
        assert_eq!(typed, server.answer(path, Some(&body)), "{command}, {path}");
    }
}

#[test]
fn command_line_and_server_give_the_same_documents() {
    let data = tempfile::tempdir().expect("a folder");
    let server = Server::start(data.path());
    for Case { command, form, code, path, body } in cases() {
        let mut arguments = common::words(command);
        arguments.push(form.to_owned());
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let typed = documents(form, &common::output(&arguments, code));
        let sent = documents(form, &server.answer(path, body.as_ref()));
        assert!(!typed.is_empty(), "{command}");
        assert_eq!(typed, sent, "{command}, {path}");
        let last = typed.last().expect("at least one");
        let schema = last["schema"].as_str().unwrap_or_default();
        assert!(schema.starts_with("bezzel/"), "{command}: {last}");
    }
}

/// Both fronts show a finished ledger in the server's folder as the same job. `job` has no case
/// above because the server still counts a job while it answers.
#[test]
fn command_line_and_server_show_the_same_job() {
    let data = tempfile::tempdir().expect("a folder");
    let folder = data.path().join("jobs");
    std::fs::create_dir(&folder).expect("a folder");
    for (name, counted) in [
        ("eight", "count 8 --engine colour --ledger"),
        ("space", "count 5 --engine transform --ledger"),
        ("stacks", "stack 7 --count --ledger"),
    ] {
        let ledger = folder.join(format!("{name}.ledger"));
        let ledger = ledger.to_str().expect("a plain name");
        let arguments = common::words(counted);
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).chain([ledger]).collect();
        common::output(&arguments, 0);
    }
    let server = Server::start(data.path());
    for name in ["eight", "space", "stacks"] {
        let ledger = folder.join(format!("{name}.ledger"));
        let ledger = ledger.to_str().expect("a plain name");
        let typed = common::output(&["job", "status", ledger, "--json"], 0);
        let typed = documents("--json", &typed);
        assert_eq!(typed[0]["state"], "done", "{typed:?}");
        assert_eq!(typed[0]["schema"], "bezzel/job/2");
        assert_eq!(typed, documents("--json", &server.answer(&format!("/jobs/{name}"), None)));
    }
}
