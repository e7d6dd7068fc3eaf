//! Hostile requests: each gets a clear error, and the server keeps running.

use crate::common::{Running, code, code_of, queens, request, status_of};
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::mpsc;
use std::time::Duration;

#[test]
fn absurd_values_are_refused_with_a_suggestion() {
    let server = Running::start();
    let huge = || json!({ "version": 1, "size": "1000000000" });
    let trace = |problem: Value| json!({ "problem": problem, "algorithm": "wirth" });
    for (path, body, expected) in [
        ("/traces", trace(huge()), "too-large"),
        ("/traces", trace(json!({ "version": 1, "size": "99999999999999999999" })), "bad-value"),
        ("/traces", trace(json!({ "version": 1, "size": "-8" })), "bad-value"),
        ("/traces", trace(json!({ "version": 7, "size": "8" })), "bad-value"),
        ("/traces", trace(json!({ "version": 1, "size": "8", "given": [[9, 9]] })), "bad-value"),
        ("/traces", json!({ "problem": queens(8), "algorithm": "wirht" }), "unknown-name"),
        ("/traces", json!({ "problem": queens(8), "algorithm": "wirth", "steps": 0 }), "bad-value"),
        (
            "/traces",
            json!({ "problem": queens(8), "algorithm": "wirth", "steps": 1e15 as u64 }),
            "too-large",
        ),
        (
            "/traces",
            json!({ "problem": queens(8), "algorithm": "qs1", "settings": { "sede": 1 } }),
            "unknown-name",
        ),
        (
            "/traces",
            json!({ "problem": queens(8), "algorithm": "wirth", "unknown": 1 }),
            "unknown-name",
        ),
        (
            "/traces",
            json!({ "problem": queens(8), "algorithm": "pauls", "settings": {} , "all": "some" }),
            "bad-value",
        ),
        // Few rows, but of a billion squares; and one square in a billion dimensions.
        (
            "/traces",
            json!({ "problem": { "version": 1, "size": "3^20" }, "algorithm": "barr-rao" }),
            "too-large",
        ),
        ("/solve", json!({ "problem": { "version": 1, "size": "8x1000000000" } }), "too-large"),
        ("/solve", json!({ "problem": { "version": 1, "size": "1^4000000000" } }), "too-large"),
        ("/solve", json!({ "problem": huge() }), "too-large"),
        ("/solve", json!({ "problem": queens(8), "limits": { "time": -1.0 } }), "bad-value"),
        ("/solve", json!({ "problem": queens(8), "limits": { "time": 1e300 } }), "too-large"),
        ("/compare", json!({ "problems": [huge()] }), "too-large"),
        ("/compare", json!({ "problems": [] }), "bad-value"),
        ("/compare", json!({ "problems": [queens(8)], "seeds": 1_000_000 }), "too-large"),
        ("/compare", json!({ "problems": [queens(8)], "seeds": u64::MAX }), "bad-value"),
        ("/compare", json!({ "problems": [queens(8)], "vary": "crossover" }), "bad-value"),
        ("/compare", json!({ "problems": [queens(8)], "algorithms": ["wirht"] }), "unknown-name"),
        ("/jobs", json!({ "problem": huge() }), "too-large"),
        ("/jobs", json!({ "problem": queens(8), "threads": 100000 }), "too-large"),
        ("/jobs", json!({ "problem": queens(8), "threads": 0 }), "too-large"),
        ("/jobs", json!({ "problem": queens(8), "engine": "../../etc/passwd" }), "unknown-name"),
        ("/jobs", json!({ "problem": queens(8), "device": "abacus" }), "unknown-name"),
        (
            "/jobs",
            json!({ "problem": queens(8), "engine": "enumerate", "device": "gpu" }),
            "unsupported",
        ),
        ("/jobs", json!({ "problem": { "version": 1, "size": "28^7" } }), "too-large"),
        ("/jobs", json!({ "problem": { "version": 1, "size": "8x40" } }), "too-large"),
        ("/symmetry", json!({ "problem": queens(3), "placement": "0,1,x" }), "bad-value"),
        ("/symmetry", json!({ "problem": queens(1), "placement": "9999999999" }), "bad-value"),
        (
            "/symmetry",
            json!({ "problem": { "version": 1, "size": "4^3" }, "placement": "0" }),
            "unsupported",
        ),
        ("/symmetry", json!({ "problem": queens(40) }), "too-large"),
        ("/symmetry", json!({ "placement": "0" }), "bad-value"),
        ("/solve", json!({ "problem": queens(8), "with": "magic" }), "unknown-name"),
        ("/solve", json!({ "problem": queens(400), "with": "cp" }), "too-large"),
        ("/extreme", json!({ "problem": queens(8), "question": "peace" }), "unknown-name"),
        ("/extreme", json!({ "problem": queens(90), "question": "armies" }), "too-large"),
        ("/colour", json!({ "problem": queens(8), "colours": 0 }), "bad-value"),
        ("/colour", json!({ "problem": queens(90) }), "too-large"),
        ("/list", json!({ "problem": huge() }), "too-large"),
        ("/list", json!({ "problem": queens(8), "limits": { "time": 1e300 } }), "too-large"),
        ("/list", json!({ "problem": queens(8), "limits": { "time": -1.0 } }), "bad-value"),
        ("/sample", json!({ "problem": queens(17) }), "too-large"),
        ("/sample", json!({ "problem": queens(8), "number": 0 }), "bad-value"),
        ("/squares", json!({ "problem": queens(17) }), "too-large"),
        ("/squares", json!({ "problem": queens(8), "number": 0 }), "bad-value"),
        ("/squares", json!({ "problem": queens(8), "number": 1_000_000 }), "too-large"),
        ("/squares", json!({ "problem": queens(8), "limits": { "memory": 9 } }), "bad-value"),
        ("/squares", json!({ "problem": queens(8), "limits": { "time": 1e300 } }), "too-large"),
        ("/squares", json!({ "problem": queens(8), "workers": { "threads": 5000 } }), "too-large"),
        ("/forecast", json!({ "problem": queens(8), "engine": "magic" }), "unknown-name"),
        ("/forecast", json!({ "problem": huge() }), "too-large"),
        ("/estimate", json!({ "problems": [queens(8)], "time": -1.0 }), "bad-value"),
        ("/estimate", json!({ "problems": [queens(8)], "time": 1e300 }), "too-large"),
        ("/estimate", json!({ "problems": [queens(8)], "descents": u64::MAX }), "bad-value"),
        ("/estimate", json!({ "problems": [huge()] }), "too-large"),
        ("/check", json!({ "problem": queens(8) }), "bad-value"),
        (
            "/check",
            json!({ "problem": queens(8), "placement": "1", "notation": "guess" }),
            "unknown-name",
        ),
        (
            "/draw",
            json!({ "picture": { "kind": "board", "problem": huge() }, "format": "svg" }),
            "too-large",
        ),
        (
            "/draw",
            json!({ "picture": { "kind": "stack", "floors": [[9]] }, "format": "svg" }),
            "bad-value",
        ),
        (
            "/draw",
            json!({ "picture": { "kind": "gallery", "size": "8" }, "format": "exe" }),
            "bad-value",
        ),
        ("/draw", json!({ "picture": "board" }), "bad-value"),
        ("/export", json!({ "problem": huge(), "format": "cnf" }), "too-large"),
        ("/stack", json!({ "n": 0 }), "bad-value"),
        ("/stack", json!({ "n": 4_000_000_000_u32 }), "too-large"),
        ("/stacks", json!({ "n": 13 }), "too-large"),
        ("/count", json!({ "problems": [huge()] }), "too-large"),
        ("/count", json!({ "problems": [queens(8)], "engine": "steam" }), "unknown-name"),
        ("/count", json!({ "problems": [queens(8)], "workers": { "threads": 0 } }), "bad-value"),
        ("/divide", json!({ "problem": huge() }), "too-large"),
        ("/closed-form", json!({ "sides": [11] }), "too-large"),
        ("/space-table", json!({ "sides": [3], "dimensions": [1] }), "bad-value"),
        ("/modular", json!({ "problems": [queens(5)] }), "bad-value"),
        (
            "/import",
            json!({ "problem": queens(4), "format": "cnf", "answer": "v 1 x 0" }),
            "bad-value",
        ),
    ] {
        let (status, answer) = server.post(path, &body);
        assert!((400..500).contains(&status), "{path} {body}: {status} {answer}");
        assert_eq!(code(&answer), expected, "{path} {body}: {answer}");
        assert!(helps(&answer), "{path} {body}: {answer}");
    }
    let trace = server.made("/traces", &json!({ "problem": queens(6), "algorithm": "wirth" }));
    let id = trace["id"].as_str().unwrap();
    for (path, expected) in [
        (format!("/traces/{id}/events?from=0"), "bad-value"),
        (format!("/traces/{id}/events?count=2001"), "too-large"),
        (format!("/traces/{id}/events?count=-1"), "bad-query"),
        (format!("/traces/{id}/events?from=99999999999"), "bad-query"),
        (format!("/traces/{id}/events?form=1"), "bad-query"),
        (format!("/traces/{id}/frames/4000000000"), "unknown-name"),
        (format!("/traces/{id}/frames/x"), "bad-path"),
        (format!("/traces/{id}/find?kind=miracle"), "bad-query"),
        (format!("/traces/{id}/overview?buckets=0"), "bad-value"),
        (format!("/traces/{id}/overview?buckets=4000000000"), "too-large"),
        (format!("/traces/{id}/tree?limit=0"), "too-large"),
        ("/algorithms?id=none".to_owned(), "unknown-name"),
        ("/algorithms?name=wirth".to_owned(), "bad-query"),
        (format!("/traces/{id}/frames/-1"), "bad-path"),
        ("/known?sequence=A999".to_owned(), "unknown-name"),
        ("/nothing".to_owned(), "unknown-path"),
    ] {
        let (status, answer) = server.get(&path);
        assert!((400..500).contains(&status), "{path}: {status} {answer}");
        assert_eq!(code(&answer), expected, "{path}: {answer}");
        assert!(helps(&answer), "{path}: {answer}");
    }
    // A page beyond the end is empty, not an error.
    let page = server.ok(&format!("/traces/{id}/events?from=4000000000&count=10"));
    assert_eq!(page["events"], json!([]));
    assert_eq!(server.ok("/health")["status"], "ok");
}

/// Checks that an error says what would be right, correctly and only in terms of the API.
fn helps(answer: &Value) -> bool {
    let text = |key: &str| answer["error"][key].as_str().unwrap_or_default().to_owned();
    let foreign =
        ["deserialize", " enum ", " struct ", " u32", " u64", "usize", "command line has no"];
    let both = text("message") + &text("hint");
    !text("message").is_empty()
        && !text("hint").is_empty()
        && !foreign.iter().any(|word| both.contains(word))
}

/// The hint is for the field that is wrong, and in the words of the form.
#[test]
fn a_refused_value_has_a_hint_of_its_own_and_names_its_field() {
    let server = Running::start();
    let eight = || json!({ "version": 1, "size": "8" });
    for (path, body, message, hint, field) in [
        (
            "/solve",
            json!({ "problem": { "version": 1, "size": "8x5" } }),
            "a board has no more rows than columns",
            "write 5x8, not 8x5",
            "problem",
        ),
        (
            "/count",
            json!({ "problems": [eight(), { "version": 1, "size": "8", "queens": 65 }] }),
            "65 pieces do not fit on 64 squares",
            "at most 64 fit",
            "problems[1]",
        ),
        (
            "/list",
            json!({ "problem": { "version": 1, "size": "8", "topology": "mobius",
                                 "rule": "semi-queen" } }),
            "a Möbius strip does not tell the two diagonals apart, so it has no semi-queens",
            "set rule to queen, or set topology to cylinder",
            "problem",
        ),
        ("/solve", json!({}), "problem is missing", "give problem", "problem"),
        (
            "/sample",
            json!({ "problem": eight(), "number": "ten" }),
            "number cannot be \"ten\"",
            "it must be a whole number from 0 to 18446744073709551615",
            "number",
        ),
        (
            "/construct",
            json!({ "n": "many" }),
            "'many' is not a number",
            "write a whole number from 0",
            "n",
        ),
    ] {
        let (status, answer) = server.post(path, &body);
        let error = &answer["error"];
        assert_eq!(status, 422, "{answer}");
        assert_eq!([&error["message"], &error["hint"]], [message, hint], "{path}");
        assert_eq!(error["field"], field, "{path}");
    }
    let (_, answer) = server.get("/algorithms?name=wirth");
    assert_eq!(answer["error"]["message"], "there is no option name");
}

#[test]
fn broken_and_endless_bodies_are_refused() {
    let server = Running::with(|config| {
        config.limits.body_bytes = 1 << 20;
        config.limits.header_seconds = 2;
    });
    for body in ["", "{", "[]", "null", "{\"problem\":", "\u{0}", "{\"problem\":{}}", "1e999"] {
        let (status, answer) = server.post_text("/traces", body);
        assert!([400, 422].contains(&status), "{body:?}: {status}");
        assert!(["bad-json", "bad-value"].contains(&code(&answer)), "{body:?}: {answer}");
    }
    let deep = format!("{}{}", "[".repeat(200_000), "]".repeat(200_000));
    let (status, answer) = server.post_text("/traces", &deep);
    assert!([400, 422].contains(&status), "{answer}");
    let long = format!("{{\"problem\":\"{}\"}}", "x".repeat(2 << 20));
    let (status, answer) = server.post_text("/traces", &long);
    assert_eq!((status, code(&answer)), (413, "body-too-large"));
    // A content length of more than the server accepts, without the bytes.
    let host = server.address.to_string();
    let lie = format!(
        "POST /api/v1/traces HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n\
         Content-Length: 99999999999\r\n\r\n{}",
        "x".repeat(2 << 20)
    );
    assert_eq!(status_of(&server, &lie), 413);
    // A form of another site could send this without the browser asking for permission.
    let plain =
        request("POST", "/api/v1/traces", &[("Host", &host), ("Content-Type", "text/plain")], "{}");
    assert_eq!(status_of(&server, &plain), 415);
    for garbage in ["\r\n\r\n", "GET\r\n\r\n", "GET / HTTP/9.9\r\n\r\n", "\u{16}\u{3}\u{1}"] {
        let answer = server.raw(garbage);
        assert!(answer.is_empty() || code_of(&answer) == 400, "{garbage:?}: {answer}");
    }
    let headers = "X: y\r\n".repeat(2000);
    let answer = server.raw(&format!("GET / HTTP/1.1\r\nHost: {host}\r\n{headers}\r\n"));
    assert!(answer.is_empty() || [400, 431].contains(&code_of(&answer)), "{answer}");
    assert_eq!(server.ok("/health")["status"], "ok");
}

#[test]
fn slow_senders_are_cut_off() {
    let server = Running::with(|config| {
        config.limits.body_seconds = 2;
        config.limits.header_seconds = 2;
    });
    let host = server.address;
    let mut slow = server.connect();
    write!(
        slow,
        "POST /api/v1/traces HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n\
         Content-Length: 1000\r\n\r\n{{"
    )
    .unwrap();
    let mut answer = [0; 12];
    slow.read_exact(&mut answer).unwrap();
    assert_eq!(&answer, b"HTTP/1.1 408");
    // A header that never ends.
    let mut slow = server.connect();
    write!(slow, "GET / HTTP/1.1\r\nX-Slow: ").unwrap();
    slow.read_to_end(&mut Vec::new()).expect("the connection is closed");
    assert_eq!(server.ok("/health")["status"], "ok");
}

#[test]
fn a_client_that_goes_away_stops_its_computation() {
    // Nothing else would stop it while the test waits.
    let server = Running::with(|config| {
        (config.limits.solve_seconds, config.limits.compare_seconds) = (3_600, 3_600.0);
    });
    let host = server.address.to_string();
    let endless = json!({ "problem": queens(40), "algorithm": "brute-force" }).to_string();
    let compare = json!({
        "problems": [queens(40)], "algorithms": ["brute-force"],
        "limits": { "time": 3600.0, "visits": u64::MAX }
    });
    for (path, body) in [("/api/v1/solve", endless), ("/api/v1/compare", compare.to_string())] {
        let mut client = server.connect();
        let text = format!(
            "POST {path} HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\n\r\n{body}",
            body.len()
        );
        client.write_all(text.as_bytes()).unwrap();
        server.until("/health", |health| health["computing"] == 1);
        drop(client);
        server.until("/health", |health| health["computing"] == 0);
    }
}

#[test]
fn too_many_requests_at_once_get_busy() {
    let server = Running::with(|config| {
        (config.limits.waiting, config.limits.solve_seconds) = (2, 3_600);
    });
    let host = server.address.to_string();
    let body = json!({ "problem": queens(40), "algorithm": "brute-force" }).to_string();
    let text = format!(
        "POST /api/v1/solve HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\n\r\n{body}",
        body.len()
    );
    // Every place for new computations and for those that take long, one after the other: a burst
    // would be refused before the first ones have made room.
    let cores = std::thread::available_parallelism().map_or(1, usize::from).max(2);
    let computing: Vec<TcpStream> = (1..=2 * cores + 4 * cores)
        .map(|running| {
            let mut client = server.connect();
            client.write_all(text.as_bytes()).unwrap();
            server.until("/health", |health| health["computing"] == running);
            client
        })
        .collect();
    // Two that wait, and some more. Which of them get "busy" is a matter of chance.
    let (tell, told) = mpsc::channel();
    for _ in 0..2 + 6 {
        let (mut client, tell) = (server.connect(), tell.clone());
        client.write_all(text.as_bytes()).unwrap();
        std::thread::spawn(move || {
            let mut answer = [0; 400];
            let read = client.read(&mut answer).unwrap_or(0);
            // The test may have ended, and the server with it.
            let _ = tell.send(String::from_utf8_lossy(&answer[..read]).into_owned());
        });
    }
    for _ in 0..6 {
        let answer = told.recv_timeout(Duration::from_secs(300)).expect("an answer");
        assert_eq!(code_of(&answer), 503, "{answer}");
        assert!(answer.contains("retry-after: 1") && answer.contains("\"busy\""), "{answer}");
    }
    // Small calls are still answered.
    assert_eq!(server.ok("/health")["busy"], true);
    drop(computing);
}
