//! Requests in both forms, typed and sent, that are answered with documents.

use serde_json::{Value, json};

/// A request in both forms.
pub struct Case {
    /// Arguments of the command line, without the one that asks for JSON.
    pub command: &'static str,
    /// `--json` for one document, `--jsonl` for a stream of them.
    pub form: &'static str,
    pub code: i32,
    /// The resource: a query for GET, or a path that a body is sent to.
    pub path: &'static str,
    pub body: Option<Value>,
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

pub fn queens(n: u32) -> Value {
    json!({ "version": 1, "size": n.to_string() })
}

pub fn on_torus(n: u32) -> Value {
    json!({ "version": 1, "size": n.to_string(), "topology": "torus" })
}

/// Requests to every verb that answers with documents.
pub fn cases() -> Vec<Case> {
    let mut all = usual();
    all.extend(variants());
    all
}

fn usual() -> Vec<Case> {
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
            json!({ "problem": queens(8), "placement": solution }),
        ),
        asks(
            "symmetry 4 --rule touching --regions AABB/AABB/CCDD/CCDD",
            0,
            "/symmetry",
            json!({ "problem": { "version": 1, "size": "4", "rule": "touching", "regions": "AABB/AABB/CCDD/CCDD" } }),
        ),
        asks("symmetry 5x6", 0, "/symmetry", json!({ "problem": { "version": 1, "size": "5x6" } })),
        asks(
            "symmetry 5 0,2,4,1,3 --torus",
            0,
            "/symmetry",
            json!({ "problem": { "version": 1, "size": "5", "topology": "torus" }, "placement": "0,2,4,1,3" }),
        ),
        asks(
            "symmetry 4 --rule king --cylinder --queens 3",
            0,
            "/symmetry",
            json!({ "problem": { "version": 1, "size": "4", "rule": "king", "topology": "cylinder",
                                 "queens": 3 } }),
        ),
        asks(
            "symmetry 6 --notation algebraic",
            0,
            "/symmetry",
            json!({ "problem": queens(6), "notation": "algebraic" }),
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
            "stack 5 --trace",
            0,
            "/trace",
            json!({ "problem": queens(5), "algorithm": "double-backtracking" }),
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
        asks(
            "count 10 --squares --threads 1 --simd scalar --time 30",
            0,
            "/squares",
            json!({ "problem": queens(10), "workers": { "threads": 1, "simd": "scalar" },
                    "limits": { "time": 30 } }),
        ),
        asks("count 3..4 --closed-form", 0, "/closed-form", json!({ "sides": [3, 4] })),
        asks(
            "count 3..5 --dimension 2..4 --table",
            0,
            "/space-table",
            json!({ "sides": [3, 4, 5], "dimensions": [2, 3, 4] }),
        ),
        asks("count 3..4 --table", 0, "/space-table", json!({ "sides": [3, 4] })),
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
        streams(
            "sample 30 --approximate --number 2 --seed 3",
            0,
            "/sample",
            json!({ "problem": queens(30), "approximate": true, "number": 2, "seed": 3 }),
        ),
        streams("sample 6", 0, "/sample", json!({ "problem": queens(6) })),
        asks("estimate 7", 0, "/estimate", json!({ "problems": [queens(7)] })),
        asks(
            "check 0,0,0,0,0,0,0,0,0,0",
            1,
            "/check",
            json!({ "placement": "0,0,0,0,0,0,0,0,0,0" }),
        ),
        asks(
            "estimate 8..9 --descents 500 --seed 3",
            0,
            "/estimate",
            json!({ "problems": [queens(8), queens(9)], "descents": 500, "seed": 3 }),
        ),
        asks(
            "estimate 12 --method walks --sweeps 10 --seed 2",
            0,
            "/estimate",
            json!({ "problems": [queens(12)], "method": "walks", "sweeps": 10, "seed": 2 }),
        ),
        asks(
            "count 6 --with exact-cover",
            0,
            "/count",
            json!({ "problems": [queens(6)], "with": "exact-cover" }),
        ),
    ]
}

/// Problems that are not n queens on the plane.
fn variants() -> Vec<Case> {
    let board = |fields: Value| -> Value {
        let mut problem = json!({ "version": 1 });
        for (name, value) in fields.as_object().expect("an object") {
            problem[name] = value.clone();
        }
        problem
    };
    let counts = |command: &'static str, fields: Value| {
        asks(command, 0, "/count", json!({ "problems": [board(fields)] }))
    };
    vec![
        counts("count 8 --queens 5", json!({ "size": "8", "queens": 5 })),
        counts("count 7 --rule amazon", json!({ "size": "7", "rule": "amazon" })),
        counts(
            "count 5 --rule semi-queen --torus",
            json!({ "size": "5", "rule": "semi-queen", "topology": "torus" }),
        ),
        counts(
            "count 5 --rule king --cylinder",
            json!({ "size": "5", "rule": "king", "topology": "cylinder" }),
        ),
        counts(
            "count 6 --mobius --queens 3",
            json!({ "size": "6", "topology": "mobius", "queens": 3 }),
        ),
        counts("count 6 --exclude d0,s5", json!({ "size": "6", "excluded": "d0,s5" })),
        counts("count 5x7", json!({ "size": "5x7" })),
        counts(
            "count 7 --given 0,1 --blocked 3,3",
            json!({ "size": "7", "given": [[0, 1]], "blocked": [[3, 3]] }),
        ),
        asks(
            "count 4 --queens 0..2",
            0,
            "/count",
            json!({ "problems": [board(json!({ "size": "4", "queens": 0 })),
                                 board(json!({ "size": "4", "queens": 1 })),
                                 board(json!({ "size": "4", "queens": 2 }))] }),
        ),
        asks(
            "solve 6 --queens 7 --pawns 1,2",
            0,
            "/solve",
            json!({ "problem": board(json!({ "size": "6", "queens": 7, "pawns": [[1, 2]] })) }),
        ),
        streams(
            "list 4 --rule bishop --queens 6 --solutions 5",
            4,
            "/list",
            json!({ "problem": board(json!({ "size": "4", "rule": "bishop", "queens": 6 })),
                    "limits": { "solutions": 5 } }),
        ),
        asks(
            "check '0,0 1,2' --size 3 --rule rook --queens 2 --notation squares",
            0,
            "/check",
            json!({ "placement": "0,0 1,2", "notation": "squares",
                    "problem": board(json!({ "size": "3", "rule": "rook", "queens": 2 })) }),
        ),
    ]
}
