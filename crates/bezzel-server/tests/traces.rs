//! Traces over HTTP: long ones by page and by step, many readers, eviction.

use crate::common::{self, Running, code, queens};
use bezzel_board::Problem;
use bezzel_search::{Choice, Event, Limits, Replay, StepProbe};
use serde_json::{Value, json};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU32, Ordering};

#[derive(Default)]
struct Keep(Vec<Event>);

impl StepProbe for Keep {
    fn step(&mut self, event: &Event) -> ControlFlow<()> {
        self.0.push(event.clone());
        ControlFlow::Continue(())
    }

    fn wants_steps(&self) -> bool {
        true
    }
}

fn trace(server: &Running, algorithm: &str, n: u32, goal: &str) -> Value {
    let request = json!({ "problem": queens(n), "algorithm": algorithm, "all": goal == "all" });
    server.made("/traces", &request)
}

#[test]
fn recorded_traces_match_the_real_ones() {
    let server = Running::start();
    for algorithm in ["backtracking", "guldal", "nilsson", "bitmask", "qs1", "min-conflicts"] {
        let choice = Choice::read(algorithm).unwrap();
        let mut keep = Keep::default();
        let limits = Limits::none().with_solutions(1);
        choice.algorithm.run(&Problem::queens(8), &choice.settings, &limits, &mut keep);
        let summary = trace(&server, algorithm, 8, "first");
        let id = summary["id"].as_str().unwrap();
        let steps = keep.0.len();
        assert_eq!(summary["steps"], steps, "{algorithm}");
        assert_eq!(summary["complete"], true, "{algorithm}");
        assert_eq!(summary["solutions"], "1", "{algorithm}");
        let page = server.ok(&format!("/traces/{id}/events?from=1&count=2000"));
        for (shown, event) in page["events"].as_array().unwrap().iter().zip(&keep.0) {
            assert_eq!(shown["number"], event.number);
            assert_eq!(shown["step"], json!(event.step));
            assert_eq!(shown["text"], event.step.to_string());
        }
        let mut replay = Replay::new(keep.0);
        for step in [0, 1, steps / 2, steps] {
            replay.seek(step);
            let moment = server.ok(&format!("/traces/{id}/frames/{step}"));
            assert_eq!(moment["frame"], json!(replay.frame()), "{algorithm}, step {step}");
            let path = format!("/traces/{id}/events?from={}&count=0", step + 1);
            assert_eq!(server.ok(&path)["before"], json!(replay.frame()), "{algorithm}, {step}");
        }
    }
}

#[test]
fn the_same_request_gives_the_same_trace_and_a_dropped_one_is_reported() {
    let server = Running::with(|config| config.limits.store_bytes = 1 << 20);
    let request = json!({
        "problem": queens(8), "algorithm": "qs1", "settings": { "seed": 7 }
    });
    let (status, first) = server.post("/traces", &request);
    assert_eq!(status, 201);
    assert_eq!(first["settings"]["seed"], "7");
    let (status, again) = server.post("/traces", &request);
    assert_eq!((status, &again["id"]), (200, &first["id"]));
    // Other traces replace it.
    for n in 8..12 {
        trace(&server, "backtracking", n, "all");
    }
    let path = format!("/traces/{}/events", first["id"].as_str().unwrap());
    let (status, answer) = server.get(&path);
    assert_eq!((status, code(&answer)), (404, "trace-gone"));
    let (status, again) = server.post("/traces", &request);
    assert_eq!((status, &again["id"]), (201, &first["id"]));
    assert_eq!(server.ok(&path)["total"], first["steps"]);
}

#[test]
fn any_of_a_million_steps_is_shown() {
    let server = Running::with(|config| config.limits.trace_seconds = 600);
    let summary = trace(&server, "backtracking", 11, "all");
    assert_eq!(summary["steps"], 1_000_000);
    assert_eq!((&summary["complete"], &summary["stopped"]), (&json!(false), &json!("steps")));
    let id = summary["id"].as_str().unwrap();
    let bytes = summary["bytes"].as_u64().unwrap();
    assert!(bytes < 64 << 20, "{bytes} bytes");
    // Some steps, each compared with the state before it and its event.
    let mut step = 1_u64;
    for _ in 0..300 {
        step = (step * 48_271) % 999_983 + 1;
        let moment = server.ok(&format!("/traces/{id}/frames/{step}"));
        assert_eq!(moment["event"]["number"], step);
        let before = server.ok(&format!("/traces/{id}/events?from={step}&count=1"));
        let mut frame: bezzel_search::Frame =
            serde_json::from_value(before["before"].clone()).unwrap();
        let event: Event = serde_json::from_value(before["events"][0].clone()).unwrap();
        frame.apply(&event.step);
        assert_eq!(json!(frame), moment["frame"], "step {step}");
    }
    let tree = server.ok(&format!("/traces/{id}/tree?at=700000&limit=200"));
    assert_eq!(tree["nodes"].as_array().unwrap().len() as u64, tree["shown"].as_u64().unwrap());
    assert!(tree["shown"].as_u64().unwrap() <= 200 && tree["total"].as_u64().unwrap() > 50_000);
    let found = server.ok(&format!("/traces/{id}/find?from=500000&kind=solution"));
    assert!(found["step"].as_u64().unwrap() > 500_000);
    let overview = server.ok(&format!("/traces/{id}/overview?buckets=1000"));
    assert_eq!(overview["buckets"].as_array().unwrap().len(), 1000);
}

/// Going on again and again gives the steps of one run, and a part is found without those before it.
#[test]
fn a_cut_trace_goes_on_from_where_it_stopped() {
    let server = Running::start();
    let part = |steps: u64, after: u64| {
        let request = json!({
            "problem": queens(12), "algorithm": "backtracking", "all": true,
            "steps": steps, "after": after,
        });
        let summary = server.made("/traces", &request);
        assert_eq!((&summary["steps"], &summary["after"]), (&json!(steps), &json!(after)));
        assert_eq!(summary["stopped"], "steps");
        let id = summary["id"].as_str().unwrap();
        let page = server.ok(&format!("/traces/{id}/events?from=1&count=2000"));
        let steps: Vec<Value> =
            page["events"].as_array().unwrap().iter().map(|event| event["text"].clone()).collect();
        (page["before"].clone(), steps)
    };
    let (_, whole) = part(2000, 0);
    let parts = [0, 500, 1000, 1500].map(|after| part(500, after).1);
    assert_eq!(parts.concat(), whole);
    // Back to an earlier part, whose run has gone on, and far beyond where any has come.
    assert_eq!(part(700, 600).1, whole[600..1300]);
    let far = part(10, 50_000);
    assert_eq!(part(20, 49_990).1[10..], far.1);
}

/// A request may name more steps than a trace has by default: enough for a tree of a million nodes.
#[test]
fn a_tree_of_a_million_nodes_is_a_density() {
    let server = Running::with(|config| config.limits.trace_seconds = 600);
    let request = json!({
        "problem": queens(13), "algorithm": "bitmask", "all": true, "steps": 4_000_000,
    });
    let summary = server.made("/traces", &request);
    assert_eq!(summary["steps"], 4_000_000);
    let id = summary["id"].as_str().unwrap();
    let density = server.ok(&format!("/traces/{id}/density?width=400"));
    let nodes = density["nodes"].as_u64().unwrap();
    assert!(nodes > 1_000_000, "{nodes} nodes");
    let cells = density["cells"].as_array().unwrap().iter().flat_map(|row| row.as_array().unwrap());
    assert_eq!(cells.map(|cell| cell.as_u64().unwrap()).sum::<u64>(), nodes);
}

#[test]
fn two_hundred_clients_step_at_the_same_time() {
    let server = Running::start();
    let refused = AtomicU32::new(0);
    std::thread::scope(|scope| {
        for client in 0..200_u32 {
            let (server, refused) = (&server, &refused);
            scope.spawn(move || {
                let agent = common::agent();
                let n = 5 + client % 4;
                let body = json!({ "problem": queens(n), "algorithm": "wirth", "all": true });
                let posted = agent.post(server.url("/traces")).content_type("application/json");
                let mut answer = posted.send(body.to_string()).unwrap();
                if answer.status() == 503 {
                    refused.fetch_add(1, Ordering::Relaxed);
                    return;
                }
                let summary: Value =
                    serde_json::from_reader(answer.body_mut().as_reader()).unwrap();
                let id = summary["id"].as_str().unwrap();
                for step in 1..=20 {
                    let path = format!("/traces/{id}/events?from={step}&count=1");
                    let mut answer = agent.get(server.url(&path)).call().unwrap();
                    assert_eq!(answer.status(), 200);
                    let page: Value =
                        serde_json::from_reader(answer.body_mut().as_reader()).unwrap();
                    assert_eq!(page["events"][0]["number"], step);
                }
            });
        }
    });
    // There are only four traces for two hundred clients, so no client gets "busy".
    assert_eq!(refused.into_inner(), 0);
    assert_eq!(server.ok("/health")["traces"], 4);
}

/// Every algorithm on strange boards: a trace or a clear error, never a failure of the server.
#[test]
fn every_algorithm_on_every_strange_board() {
    let server = Running::start();
    let listed = server.ok("/algorithms");
    let problems = [
        json!({ "version": 1, "size": "0" }),
        queens(1),
        queens(2),
        queens(3),
        json!({ "version": 1, "size": "3x5" }),
        json!({ "version": 1, "size": "3^3" }),
        json!({ "version": 1, "size": "2^4", "rule": "hyperplane" }),
        json!({ "version": 1, "size": "5", "topology": "torus" }),
        json!({ "version": 1, "size": "4", "given": [[0, 1]], "blocked": [[1, 3]] }),
    ];
    for card in listed["algorithms"].as_array().unwrap() {
        for problem in &problems {
            for goal in ["first", "all"] {
                let algorithm = &card["id"];
                let body = json!({ "problem": problem, "algorithm": algorithm, "all": goal == "all", "steps": 300 });
                let (status, answer) = server.post("/traces", &body);
                assert!([200, 201, 422].contains(&status), "{body}: {answer}");
                if status == 422 {
                    continue;
                }
                let id = answer["id"].as_str().unwrap();
                let steps = &answer["steps"];
                for path in [
                    format!("/traces/{id}/frames/{steps}"),
                    format!("/traces/{id}/events?from=1&count=2000"),
                    format!("/traces/{id}/tree?refused=true"),
                    format!("/traces/{id}/tree?at=0"),
                    format!("/traces/{id}/overview"),
                ] {
                    server.ok(&path);
                }
            }
        }
    }
}

#[test]
fn downloads_have_the_requested_steps() {
    let server = Running::start();
    let summary = trace(&server, "backtracking", 6, "all");
    let id = summary["id"].as_str().unwrap();
    let agent = common::agent();
    let fetch = |query: &str| {
        let url = server.url(&format!("/traces/{id}/download?{query}"));
        let mut answer = agent.get(url).call().unwrap();
        (answer.status().as_u16(), answer.body_mut().read_to_vec().unwrap())
    };
    let (status, lines) = fetch("format=jsonl");
    assert_eq!(status, 200);
    let lines = String::from_utf8(lines).unwrap();
    let lines: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines[0]["algorithm"], "backtracking");
    assert_eq!(lines.len() as u64 - 1, summary["steps"].as_u64().unwrap());
    assert_eq!(lines.last().unwrap()["number"], summary["steps"]);
    for (format, magic) in [("gif", &b"GIF89a"[..]), ("apng", b"\x89PNG"), ("svg", b"<svg")] {
        let (status, file) = fetch(&format!("format={format}&from=20&to=24"));
        assert_eq!(status, 200, "{format}");
        assert!(file.starts_with(magic), "{format}");
    }
    assert_eq!(fetch("format=exe").0, 422);
    assert_eq!(fetch("format=gif&from=9&to=3").0, 422);
}
