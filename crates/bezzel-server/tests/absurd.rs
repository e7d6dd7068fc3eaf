//! Random requests for every path and method of the OpenAPI document: each quickly gets an answer
//! or an error of the documented form, and nothing is written outside the data folder.

use crate::common::{self, Running, code, queens};
use crate::nonsense::{Dice, Nonsense};
use bezzel_board::Notation;
use bezzel_models::solve::OWN;
use bezzel_models::{DEFINITIONS, Encoding, FORMATS, GraphKind};
use bezzel_server::Config;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use ureq::http::{Method, Request};

/// Calls of each path and method that takes anything; with `BEZZEL_DEEP`, enough for 10,000 in all.
fn calls(document: &Value) -> u32 {
    let paths = document["paths"].as_object().unwrap().values();
    let operations = paths.flat_map(|methods| methods.as_object().unwrap().values());
    let calls = 10_000_usize.div_ceil(operations.filter(|one| takes_anything(one)).count());
    if std::env::var_os("BEZZEL_DEEP").is_some() { calls as u32 } else { 30 }
}

/// Whether a request can say anything beyond its path.
fn takes_anything(operation: &Value) -> bool {
    operation["requestBody"].is_object() || operation["parameters"].is_array()
}

/// Small boards and short runs, so that many requests can be tried. A request that hangs fails by the
/// client's own limit.
fn short(config: &mut Config) {
    let limits = &mut config.limits;
    (limits.trace_rows, limits.trace_steps, limits.trace_seconds) = (40, 5_000, 1);
    limits.trace_steps_most = 5_000;
    (limits.solve_rows, limits.solve_seconds) = (2_000, 1);
    (limits.compare_rows, limits.compare_runs, limits.compare_seconds) = (20, 20, 0.1);
    (limits.count_rows, limits.jobs, limits.stack_side) = (8, 20, 12);
    (limits.count_seconds, limits.stack_count_side) = (0.5, 8);
    (limits.fundamental_columns, limits.sample_columns, limits.model_rows) = (8, 8, 12);
}

/// Valid words, so that many requests get past the first checks.
fn words(server: &Running, trace: &str, job: &str) -> BTreeMap<&'static str, Vec<String>> {
    let list = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
    let all = server.ok("/algorithms");
    let all = all["algorithms"].as_array().unwrap().iter();
    let algorithms: Vec<String> = all.map(|one| one["id"].as_str().unwrap().to_owned()).collect();
    let placements = list("1,3,0,2 0,2,4,1,3 2,4,1,7,0,6,3,5 1,3,5,0,2,4 0,1,2,3 0");
    let formats = FORMATS.iter().map(|format| format.id.to_owned());
    let formats = formats.chain(list("svg png pdf tikz csv jsonl gif apng")).collect();
    let names = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>();
    BTreeMap::from([
        ("algorithm", algorithms.clone()),
        ("algorithms", algorithms),
        ("with", OWN.iter().map(|backend| backend.info().id.to_owned()).collect()),
        ("definition", DEFINITIONS.iter().map(|one| one.id.to_owned()).collect()),
        ("encoding", names(&Encoding::ALL.map(|(_, name)| name))),
        ("engine", list("auto enumerate colour torus stacks transform")),
        ("format", formats),
        ("graph", names(&GraphKind::ALL.map(|(_, name)| name))),
        ("item", list("nodes")),
        ("job", list(job)),
        ("kind", list("place backtrack reject dead-end solution restart")),
        ("n", list("0 1 4 5 6 7 8 5x8 40")),
        ("notation", names(&Notation::ALL.map(|(_, name)| name))),
        ("numbers", list("none edges cells algebraic")),
        ("paper", list("tutorial")),
        ("placement", placements.clone()),
        ("rule", list("queen two-axis hyperplane")),
        ("sequence", list("A000170 A002562")),
        ("setting", list("seed restarts order variant limit")),
        ("size", list("4 5 6 8 5x8")),
        ("solution", placements.clone()),
        ("answer", list("s v 1 sat UNSAT")),
        ("text", placements),
        ("vary", list("crossover=1..3 restarts=1..2 seed=4..1")),
        ("trace", list(trace)),
    ])
}

/// Valid bodies, to be made invalid.
fn examples() -> BTreeMap<&'static str, Vec<Value>> {
    let (problem, floors) = (queens(5), json!([[0, 2, 4, 1, 3], [1, 3, 0, 2, 4]]));
    let draw = |format: &str, picture: Value| json!({ "picture": picture, "format": format });
    let series = json!({ "of": "series", "x": "n", "y": "v",
                         "series": [{ "name": "a", "points": [[1, 2.5], [2, 4]] }] });
    let squares = json!([[0, 1], [1, 3], [2, 0], [3, 2]]);
    let traced = json!({ "problem": problem, "algorithm": "qs1", "settings": { "seed": 7 },
                         "all": true, "steps": 1000, "limits": { "time": 0.5 } });
    let solved = json!({ "problem": problem, "algorithm": "wirth", "limits": { "time": 0.5, "visits": 99 } });
    let pictures = vec![
        draw(
            "svg",
            json!({ "kind": "board", "problem": queens(4), "placement": "1,3,0,2",
                            "lines": "0,1", "attacker": "0,1", "numbers": "cells" }),
        ),
        draw(
            "png",
            json!({ "kind": "orbit", "problem": { "version": 1, "size": "4" }, "placement": "1,3,0,2" }),
        ),
        draw("tikz", json!({ "kind": "gallery", "size": "6" })),
        draw("pdf", json!({ "kind": "levels", "floors": floors, "caption": "c" })),
        draw("svg", json!({ "kind": "stack", "floors": floors })),
        draw(
            "svg",
            json!({ "kind": "tree", "problem": queens(5), "algorithm": "wirth", "depth": 2,
                    "refused": true, "limits": { "visits": 40 } }),
        ),
        draw("svg", json!({ "kind": "graph", "problem": queens(4), "placement": "1,3,0,2" })),
        draw("csv", json!({ "kind": "plot", "numbers": series })),
        draw("png", json!({ "kind": "plot", "title": "t", "log": true, "numbers": series })),
        draw(
            "svg",
            json!({ "kind": "plot", "numbers": { "of": "algorithms", "sides": [4, 5],
                    "algorithms": ["wirth"], "measure": "tests" }, "limits": { "visits": 1000 } }),
        ),
        draw("svg", json!({ "kind": "trace", "problem": queens(4), "algorithm": "wirth" })),
    ];
    BTreeMap::from([
        ("/trace", vec![traced.clone()]),
        ("/traces", vec![traced]),
        ("/solve", vec![solved, json!({ "problem": problem, "with": "cp" })]),
        (
            "/extreme",
            vec![
                json!({ "problem": problem, "question": "completion", "limits": { "time": 0.5 } }),
            ],
        ),
        ("/colour", vec![json!({ "problem": problem, "colours": 5, "limits": { "time": 0.5 } })]),
        (
            "/compare",
            vec![
                json!({ "problems": [problem, queens(4)], "goal": "both", "fit": true,
                         "algorithms": ["wirth", "qs1"], "seeds": 2, "vary": "restarts=1..2",
                         "limits": { "time": 0.1, "visits": 1000 } }),
                json!({ "problems": [queens(4)], "algorithms": ["wirth"] }),
            ],
        ),
        (
            "/construct",
            vec![
                json!({ "n": 8, "algorithm": "pauls", "format": "lines" }),
                json!({ "n": "7", "magic": "" }),
            ],
        ),
        (
            "/jobs",
            vec![json!({ "problem": problem, "engine": "auto", "threads": 1, "device": "cpu" })],
        ),
        (
            "/count",
            vec![
                json!({ "problems": [problem, queens(4)], "engine": "auto", "classes": true,
                        "workers": { "threads": 1, "simd": "scalar" }, "limits": { "time": 0.1 } }),
                json!({ "problems": [problem], "algorithm": "wirth", "fundamental": false }),
                json!({ "problems": [problem], "with": "cp", "limits": { "time": 0.1 } }),
            ],
        ),
        ("/divide", vec![json!({ "problem": problem, "limits": { "time": 0.05 } })]),
        ("/closed-form", vec![json!({ "sides": [3, 4], "limits": { "time": 0.1 } })]),
        ("/space-table", vec![json!({ "sides": [3], "dimensions": [2, 3] })]),
        ("/modular", vec![json!({ "problems": [problem], "maximum": true, "visits": 1000 })]),
        ("/stack", vec![json!({ "n": 7, "limits": { "time": 0.1 } })]),
        ("/stacks", vec![json!({ "n": 5 })]),
        ("/stack-count", vec![json!({ "sides": [5, 6], "workers": { "threads": 1 } })]),
        ("/disjoint", vec![json!({ "sides": [5, 6] })]),
        (
            "/check-stream",
            vec![json!({ "check": { "stream": "lines", "size": 4, "memory": 1_000_000 },
                         "columns": "1\n3\n0\n2\n" })],
        ),
        (
            "/check-proof",
            vec![json!({ "formula": "p cnf 1 2\n1 0\n-1 0\n", "proof": "3 0 1 2 0\n" })],
        ),
        (
            "/symmetry",
            vec![json!({ "placement": "1,3,0,2", "problem": queens(4), "notation": "one-line" })],
        ),
        (
            "/check",
            vec![
                json!({ "problem": queens(4), "placement": "1,3,0,2", "notation": "one-line", "faults": 3 }),
                json!({ "problem": queens(4), "squares": squares, "definition": "csp", "printed": true }),
            ],
        ),
        (
            "/list",
            vec![json!({ "problem": problem, "algorithm": "wirth", "fundamental": true,
                         "limits": { "solutions": 2, "time": 0.5 }, "notation": "fen" })],
        ),
        ("/sample", vec![json!({ "problem": problem, "number": 3, "seed": 2 })]),
        (
            "/estimate",
            vec![json!({ "problems": [problem], "descents": 20, "seed": 3, "time": 0.1 })],
        ),
        ("/forecast", vec![json!({ "problem": problem, "engine": "enumerate" })]),
        (
            "/squares",
            vec![
                json!({ "problem": problem, "number": 3, "seed": 2 }),
                json!({ "problem": problem, "workers": { "threads": 1, "simd": "scalar" },
                        "limits": { "time": 0.1 } }),
            ],
        ),
        (
            "/puzzle",
            vec![
                json!({ "kind": "completion", "n": 6, "level": "easy", "without_guessing": true, "seed": 2 }),
                json!({ "date": "2026-11-16" }),
            ],
        ),
        ("/draw", pictures),
        ("/reproduce", vec![json!({ "paper": "tutorial", "item": "nodes", "depth": "quick" })]),
        (
            "/export",
            vec![
                json!({ "problem": problem, "format": "cnf", "encoding": "pairwise" }),
                json!({ "problem": problem, "format": "col", "graph": "complement" }),
            ],
        ),
        (
            "/import",
            vec![
                json!({ "problem": queens(2), "format": "cnf", "answer": "s UNSATISFIABLE" }),
                json!({ "problem": queens(1), "format": "cnf", "answer": "s SATISFIABLE\nv 1 0" }),
            ],
        ),
    ])
}

/// Every file under a folder except those of the jobs, with its size.
fn listing(folder: &Path, jobs: &Path) -> Vec<(PathBuf, u64)> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.symlink_metadata().unwrap() {
            data if data.is_dir() => {
                if path != jobs {
                    found.extend(listing(&path, jobs));
                }
                found.push((path, 0));
            }
            data => found.push((path, data.len())),
        }
    }
    found.sort();
    found
}

/// Sends one request; returns whether it succeeded.
fn answered(
    server: &Running,
    agent: &ureq::Agent,
    request: Request<Vec<u8>>,
    known: &Value,
) -> bool {
    let body = String::from_utf8_lossy(request.body());
    let body: String = body.chars().take(2_000).collect();
    let said = format!("{} {} {body}", request.method(), request.uri().path_and_query().unwrap());
    let mut answer = agent.run(request).unwrap_or_else(|error| panic!("{said}: {error}"));
    let status = answer.status().as_u16();
    let kind = answer.headers().get("content-type");
    // A stream of events may last as long as its job.
    let is_stream = kind.is_some_and(|kind| kind == "text/event-stream");
    let bytes = match is_stream {
        true => Vec::new(),
        false => answer.body_mut().with_config().limit(1 << 30).read_to_vec().unwrap(),
    };
    let good = (200..300).contains(&status);
    if good {
        assert!(known[status.to_string()].is_object(), "{said}: {status} is not in the document");
        let may_be_empty = status == 204 || is_stream;
        assert!(may_be_empty || !bytes.is_empty(), "{said}: {status} and nothing else");
    } else {
        let text = String::from_utf8_lossy(&bytes);
        assert!((400..500).contains(&status), "{said}: {status} {text}");
        let refusal: Value = serde_json::from_slice(&bytes).unwrap_or_default();
        assert!(!code(&refusal).is_empty(), "{said}: {text}");
        // A user who filled in a form has not seen the JSON or its schema, and types no commands.
        let foreign = ["at line ", "JSON", "openapi", "schema", " --", "'bezzel "];
        // Unless the request has it itself: errors quote what is wrong.
        let named = foreign.iter().find(|word| text.contains(**word) && !said.contains(**word));
        let is_wrong_input = status == 400 || status == 422;
        assert!(!is_wrong_input || named.is_none(), "{said}: {named:?} in {text}");
    }
    assert!(known.is_object() || status == 405, "{said}: {status}");
    assert_eq!(server.ok("/health")["status"], "ok", "{said}");
    good
}

#[test]
fn random_requests_are_refused_and_do_no_harm() {
    let around = tempfile::tempdir().unwrap();
    let data = around.path().join("inner/data");
    let server = Running::with(|config| {
        config.data = data.clone();
        short(config);
    });
    std::fs::write(around.path().join("secret.txt"), "the secret").unwrap();
    let trace = json!({ "problem": queens(6), "algorithm": "backtracking", "all": true });
    let trace = server.made("/traces", &trace)["id"].as_str().unwrap().to_owned();
    let job = || server.made("/jobs", &json!({ "problem": queens(7) }));
    let words = words(&server, &trace, job()["id"].as_str().unwrap());
    let (document, examples) = (server.ok("/openapi.json"), examples());
    // The same requests at every run, unless another seed is set.
    let seed = std::env::var("BEZZEL_SEED").map_or(1848, |seed| seed.parse().unwrap());
    let mut nonsense = Nonsense { document: document.clone(), words, dice: Dice::new(seed) };
    let (jobs, here) = (data.join("jobs"), Path::new(env!("CARGO_MANIFEST_DIR")));
    let before = (listing(around.path(), &jobs), listing(here, &jobs));
    let agent = common::agent();
    for (path, methods) in document["paths"].as_object().unwrap() {
        for method in ["get", "post", "put", "patch", "delete"] {
            let operation = &methods[method];
            // Each resource has its own random numbers, so that a new one does not change the calls
            // of all others.
            let name = method.bytes().chain(path.bytes());
            let own =
                name.fold(seed, |sum: u64, byte| sum.wrapping_mul(31).wrapping_add(byte.into()));
            nonsense.dice = Dice::new(own);
            let schema = operation.pointer("/requestBody/content/application~1json/schema");
            let parameters = operation["parameters"].as_array().cloned().unwrap_or_default();
            let mut good = 0;
            let calls = match operation.is_object() {
                true if takes_anything(operation) => calls(&document),
                is_known => 1 + 4 * u32::from(is_known),
            };
            let may_fail = calls == 1;
            // Whether a few calls have a good one among them is chance: then there are more.
            for call in 0..calls + 300 {
                if call >= calls && (good > 0 || may_fail) {
                    break;
                }
                if path.starts_with("/jobs/") {
                    // An earlier call may have removed it, or there may be too many others.
                    for job in server.ok("/jobs")["jobs"].as_array().unwrap().iter().skip(10) {
                        server.delete(&format!("/jobs/{}", job["id"].as_str().unwrap()));
                    }
                    job();
                }
                let address = nonsense.address(path, &parameters).replace(['{', '}'], "");
                let good_ones = examples.get(path.as_str()).map_or(&[][..], Vec::as_slice);
                let body = schema.map(|schema| nonsense.body(schema, good_ones));
                let body = body.unwrap_or_default();
                let kind = match nonsense.dice.chance(98) {
                    true => "application/json",
                    false => *nonsense.dice.one(&["text/plain", "application/x", "json", ";"]),
                };
                let method = Method::from_bytes(method.to_uppercase().as_bytes()).unwrap();
                let request = Request::builder().method(method).uri(server.url(&address));
                let request = request.header("content-type", kind).body(body).unwrap();
                good += u32::from(answered(&server, &agent, request, &operation["responses"]));
            }
            println!("{method} {path}: {good} of {calls} answered");
            assert!(good > 0 || may_fail, "{method} {path}: nothing comes far");
        }
    }
    server.until("/health", |health| health["computing"] == 0);
    let after = (listing(around.path(), &jobs), listing(here, &jobs));
    assert_eq!(before, after, "something was written outside");
    for entry in std::fs::read_dir(&jobs).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        assert!(name.ends_with(".ledger") || name.ends_with(".ledger-journal"), "{name}");
    }
}
