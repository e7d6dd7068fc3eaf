//! Requests in both forms that are answered with a file: the same bytes from both fronts.

use super::cases::{on_torus, queens};
use crate::common;
use crate::served::Server;
use serde_json::{Value, json};

/// What is typed, and the resource and body that ask for the same.
pub fn files() -> Vec<(&'static str, &'static str, Value)> {
    vec![
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
        (
            "draw orbit 5 0,2,4,1,3 --format svg",
            "/draw",
            json!({ "picture": { "kind": "orbit", "problem": queens(5), "placement": "0,2,4,1,3" } }),
        ),
        (
            "draw orbit 5 0,2,4,1,3 --torus --format svg",
            "/draw",
            json!({ "picture": { "kind": "orbit", "placement": "0,2,4,1,3",
                                 "problem": { "version": 1, "size": "5", "topology": "torus" } } }),
        ),
        (
            "draw gallery 6 --format svg",
            "/draw",
            json!({ "picture": { "kind": "gallery", "size": "6" } }),
        ),
        (
            "draw levels '1 2 3/3 1 2/2 3 1' --format svg",
            "/draw",
            json!({ "picture": { "kind": "levels", "table": "1 2 3/3 1 2/2 3 1" } }),
        ),
        (
            "draw stack '0,2,4,1,3 / 1,3,0,2,4' --floors --format svg",
            "/draw",
            json!({ "picture": { "kind": "stack", "floors": [[0, 2, 4, 1, 3], [1, 3, 0, 2, 4]] } }),
        ),
        (
            "draw graph 3 --complement --format svg",
            "/draw",
            json!({ "picture": { "kind": "graph", "problem": queens(3), "complement": true } }),
        ),
        (
            "draw density 7 --format svg",
            "/draw",
            json!({ "picture": { "kind": "density", "problem": queens(7) } }),
        ),
    ]
}

#[test]
fn command_line_and_server_write_the_same_files() {
    let data = tempfile::tempdir().expect("a folder");
    let server = Server::start(data.path());
    for (command, path, body) in files() {
        let arguments = common::words(command);
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let typed = common::output(&arguments, 0);
        assert!(typed.len() > 100, "{command}");
        assert_eq!(typed, server.answer(path, Some(&body)), "{command}, {path}");
    }
}
