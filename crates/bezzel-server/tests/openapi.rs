//! The OpenAPI document against the server: every path answers, and every answer matches its
//! schema.

use crate::common::{Running, queens};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// The parts of an answer that do not match the schema. Supports only what the document uses.
fn faults(schema: &Value, value: &Value, document: &Value, at: &str) -> Vec<String> {
    if let Some(reference) = schema["$ref"].as_str() {
        let place = document.pointer(reference.trim_start_matches('#'));
        let target = place.unwrap_or_else(|| panic!("{reference} does not exist"));
        return faults(target, value, document, at);
    }
    for key in ["oneOf", "anyOf"] {
        if let Some(choices) = schema[key].as_array() {
            let fits = choices.iter().any(|one| faults(one, value, document, at).is_empty());
            return if fits { vec![] } else { vec![format!("{at}: {value} is none of {schema}")] };
        }
    }
    if let Some(all) = schema["allOf"].as_array() {
        // Each part gets only the fields it knows; a field that none of them knows is reported.
        let known: Vec<BTreeSet<String>> = all.iter().map(|one| names(one, document)).collect();
        let unknown = value.as_object().into_iter().flat_map(|object| object.keys());
        let unknown = unknown.filter(|name| !known.iter().any(|names| names.contains(*name)));
        let mut found: Vec<String> =
            unknown.map(|name| format!("{at}: {name} is not in the document")).collect();
        for (one, names) in all.iter().zip(&known) {
            let fields = value.as_object().into_iter().flatten();
            let part = fields.filter(|(name, _)| names.contains(*name));
            let part = part.map(|(name, value)| (name.clone(), value.clone())).collect();
            found.extend(faults(one, &Value::Object(part), document, at));
        }
        return found;
    }
    if let Some(words) = schema["enum"].as_array() {
        return if words.contains(value) { vec![] } else { vec![format!("{at}: {value}")] };
    }
    let kinds: Vec<&str> = match &schema["type"] {
        Value::String(kind) => vec![kind],
        Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).collect(),
        _ => return vec![],
    };
    let kind = match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_f64() => "number",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    };
    let fits = kinds.contains(&kind) || kind == "integer" && kinds.contains(&"number");
    if !fits {
        return vec![format!("{at}: {value} is {kind}, not {kinds:?}")];
    }
    let mut found = Vec::new();
    if let Some(items) = value.as_array() {
        for (place, item) in items.iter().enumerate() {
            found.extend(faults(&schema["items"], item, document, &format!("{at}[{place}]")));
        }
    }
    if let Some(object) = value.as_object() {
        for name in schema["required"].as_array().into_iter().flatten() {
            if !object.contains_key(name.as_str().unwrap()) {
                found.push(format!("{at}: {name} is missing"));
            }
        }
        let known = schema["properties"].as_object();
        for (name, value) in object {
            match known.and_then(|known| known.get(name)) {
                Some(schema) => {
                    found.extend(faults(schema, value, document, &format!("{at}.{name}")));
                }
                None if known.is_some() => {
                    found.push(format!("{at}: {name} is not in the document"));
                }
                None => {}
            }
        }
    }
    found
}

/// The fields that an object of this schema may have.
fn names(schema: &Value, document: &Value) -> BTreeSet<String> {
    if let Some(reference) = schema["$ref"].as_str() {
        let target = document.pointer(reference.trim_start_matches('#'));
        return names(target.expect("a reference leads somewhere"), document);
    }
    let parts = ["oneOf", "anyOf", "allOf"].into_iter().filter_map(|key| schema[key].as_array());
    let own =
        schema["properties"].as_object().into_iter().flat_map(|fields| fields.keys().cloned());
    own.chain(parts.flatten().flat_map(|one| names(one, document))).collect()
}

#[test]
fn every_answer_matches_its_schema() {
    let server = Running::start();
    let document = server.ok("/openapi.json");
    assert_eq!(document, serde_json::to_value(bezzel_server::openapi()).unwrap());
    let trace = json!({ "problem": queens(6), "algorithm": "backtracking", "all": true });
    let id = server.made("/traces", &trace)["id"].as_str().unwrap().to_owned();
    let job =
        server.made("/jobs", &json!({ "problem": queens(9) }))["id"].as_str().unwrap().to_owned();
    server.until(&format!("/jobs/{job}"), |job| job["state"] == "done");
    let solution = json!({ "problem": queens(4), "placement": "1,3,0,2" });
    let calls: Vec<(&str, String, String, Value)> = [
        ("get", "/health", "", Value::Null),
        ("get", "/algorithms", "", Value::Null),
        ("post", "/trace", "", json!({ "problem": queens(5), "algorithm": "nilsson" })),
        ("post", "/traces", "", json!({ "problem": queens(5), "algorithm": "qs1" })),
        ("get", "/traces/{id}", "", Value::Null),
        ("get", "/traces/{id}/events", "?from=3&count=40", Value::Null),
        ("get", "/traces/{id}/frames/{step}", "", Value::Null),
        ("get", "/traces/{id}/find", "?kind=solution", Value::Null),
        ("get", "/traces/{id}/overview", "?buckets=9", Value::Null),
        ("get", "/traces/{id}/tree", "?at=300&refused=true", Value::Null),
        ("get", "/traces/{id}/branches", "?at=300&below=2", Value::Null),
        ("get", "/traces/{id}/density", "?width=20&to=0.5", Value::Null),
        ("get", "/traces/{id}/download", "?format=jsonl", Value::Null),
        ("post", "/solve", "", json!({ "problem": queens(8) })),
        ("post", "/colour", "", json!({ "problem": queens(5) })),
        ("post", "/extreme", "", json!({ "problem": queens(5), "question": "completion" })),
        ("post", "/compare", "", json!({ "problems": [queens(4)], "algorithms": ["wirth"] })),
        ("post", "/construct", "", json!({ "n": "8" })),
        ("post", "/jobs", "", json!({ "problem": queens(7) })),
        ("get", "/jobs", "", Value::Null),
        ("get", "/jobs/{id}", "", Value::Null),
        ("post", "/jobs/{id}/pause", "", json!({})),
        ("post", "/jobs/{id}/resume", "", json!({})),
        ("get", "/jobs/{id}/units", "", Value::Null),
        ("get", "/jobs/{id}/events", "", Value::Null),
        ("post", "/jobs/{id}/verify", "", json!({ "sample": 1 })),
        ("post", "/jobs/{id}/merge", "", json!({ "sources": [] })),
        ("get", "/jobs/{id}/export", "", Value::Null),
        ("post", "/symmetry", "", solution),
        ("post", "/list", "", json!({ "problem": queens(5) })),
        ("post", "/sample", "", json!({ "problem": queens(6), "number": 2 })),
        ("post", "/estimate", "", json!({ "problems": [queens(6)], "descents": 100 })),
        ("post", "/forecast", "", json!({ "problem": queens(10) })),
        ("post", "/squares", "", json!({ "problem": queens(6) })),
        ("post", "/puzzle", "", json!({ "n": 6, "without_guessing": true })),
        ("get", "/known", "", Value::Null),
        ("get", "/search", "?q=torus", Value::Null),
        ("post", "/check", "", json!({ "problem": queens(4), "placement": "0,1,2,3" })),
        ("post", "/check-stream", "", json!({ "check": { "stream": "lines" }, "columns": "0\n" })),
        ("post", "/check-proof", "", json!({ "formula": "p cnf 1 1\n1 0\n", "proof": "" })),
        ("post", "/count", "", json!({ "problems": [queens(7)], "classes": true })),
        ("post", "/divide", "", json!({ "problem": queens(6) })),
        ("post", "/closed-form", "", json!({ "sides": [3, 4] })),
        ("post", "/space-table", "", json!({ "sides": [3], "dimensions": [2, 3] })),
        ("post", "/modular", "", json!({ "problems": [queens(5)], "maximum": true })),
        ("post", "/stack", "", json!({ "n": 7 })),
        ("post", "/stacks", "", json!({ "n": 5 })),
        ("post", "/stack-count", "", json!({ "sides": [5, 6] })),
        ("post", "/disjoint", "", json!({ "sides": [5, 6] })),
        (
            "post",
            "/draw",
            "",
            json!({ "picture": { "kind": "gallery", "size": "5" }, "format": "svg" }),
        ),
        ("get", "/papers", "", Value::Null),
        (
            "post",
            "/reproduce",
            "",
            json!({ "paper": "tutorial", "item": "nodes", "depth": "quick" }),
        ),
        ("get", "/catalogue", "", Value::Null),
        ("get", "/doctor", "", Value::Null),
        ("post", "/export", "", json!({ "problem": queens(4), "format": "cnf" })),
        (
            "post",
            "/import",
            "",
            json!({ "problem": queens(3), "format": "cnf", "answer": "s UNSATISFIABLE" }),
        ),
        ("delete", "/jobs/{id}", "", Value::Null),
    ]
    .map(|(method, path, query, body)| (method, path.to_owned(), query.to_owned(), body))
    .into();
    let (mut seen, mut without_schema) = (BTreeSet::new(), Vec::new());
    for (method, path, query, body) in &calls {
        seen.insert(format!("{method} {path}"));
        let ours = if path.starts_with("/jobs") { &job } else { &id };
        let real = path.replace("{id}", ours).replace("{step}", "7");
        let real = format!("{real}{query}");
        let (status, answer) = match *method {
            "get" => server.get(&real),
            "post" => server.post(&real, body),
            _ => (server.delete(&real), Value::String(String::new())),
        };
        assert!((200..300).contains(&status), "{method} {real}: {status} {answer}");
        let response = &document["paths"][path][method]["responses"][status.to_string()];
        assert!(response.is_object(), "{method} {path} does not name {status}");
        let schema = &response["content"]["application/json"]["schema"];
        let of_lines = &response["content"]["application/x-ndjson"]["schema"];
        if schema.is_object() {
            let found = faults(schema, &answer, &document, "answer");
            assert!(found.is_empty(), "{method} {path}: {found:?}");
        } else if of_lines.is_object() {
            let lines: Vec<&str> = answer.as_str().expect("several lines").lines().collect();
            assert!(lines.len() > 1, "{method} {path}: {lines:?}");
            for line in lines {
                let line = serde_json::from_str(line).expect("a line of JSON");
                let found = faults(of_lines, &line, &document, "line");
                assert!(found.is_empty(), "{method} {path}: {found:?}");
            }
        } else {
            assert!(answer.is_string() || method == &"delete", "{method} {path} is not JSON");
            without_schema.push(path.as_str());
        }
    }
    // Files, events and nothing at all; the lines of a ledger have a format of their own.
    assert_eq!(
        without_schema,
        [
            "/traces/{id}/download",
            "/jobs/{id}/events",
            "/jobs/{id}/export",
            "/draw",
            "/export",
            "/jobs/{id}",
        ]
    );
    let text = document.to_string();
    for reference in text.split("\"$ref\":\"#").skip(1) {
        let place = reference.split('"').next().unwrap();
        assert!(document.pointer(place).is_some(), "{place} does not exist");
    }
    let written: BTreeSet<String> = (document["paths"].as_object().unwrap().iter())
        .flat_map(|(path, methods)| {
            methods.as_object().unwrap().keys().map(move |method| format!("{method} {path}"))
        })
        .collect();
    let missing: Vec<_> = written.symmetric_difference(&seen).collect();
    assert!(missing.is_empty(), "not tried or not in the document: {missing:?}");
    // Errors have their own schema.
    let (_, refusal) = server.get("/jobs/none");
    let schema = &document["components"]["schemas"]["ErrorBody"];
    assert_eq!(faults(schema, &refusal, &document, "refusal"), Vec::<String>::new());
}
