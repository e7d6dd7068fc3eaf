//! The answer of each resource.

use crate::common::{self, Running, queens};
use bezzel_board::Instead;
use bezzel_engines::registry;
use bezzel_models::solve::{Backend, Info, OWN, SearchEnd, SolutionProbe, SolveError};
use bezzel_models::{Model, Variable};
use bezzel_search::StopReason;
use serde_json::{Value, json};

#[test]
fn one_solution_and_proofs_that_there_is_none() {
    let server = Running::start();
    let solve = |body: Value| server.made("/solve", &body);
    let found = solve(json!({ "problem": queens(8) }));
    assert_eq!(found["conclusion"], "solution");
    let check = json!({ "problem": queens(8), "placement": found["solution"] });
    assert_eq!(server.made("/check", &check)["solution"], true);
    let big = solve(json!({ "problem": queens(5000) }));
    assert!(big["by"].as_str().unwrap().starts_with("bernhardsson"), "{}", big["by"]);
    let none = solve(json!({ "problem": queens(3) }));
    assert_eq!((&none["conclusion"], &none["proven"]), (&json!("none"), &json!(true)));
    let torus = solve(json!({ "problem": { "version": 1, "size": "12", "topology": "torus" } }));
    assert!(torus["by"].as_str().unwrap().contains("Polya"));
    let short =
        json!({ "problem": queens(30), "algorithm": "brute-force", "limits": { "time": 0.1 } });
    let unknown = solve(short);
    assert_eq!((&unknown["conclusion"], &unknown["proven"]), (&json!("unknown"), &json!(false)));
}

#[test]
fn solutions_of_any_size_are_constructed() {
    let server = Running::start();
    let runs = server.made("/construct", &json!({ "n": "1000000000000000000" }));
    assert_eq!((&runs["conclusion"], &runs["by"]), (&json!("solution"), &json!("bernhardsson")));
    let rows = runs["runs"].as_array().unwrap().iter();
    let rows: u64 = rows.map(|run| run["count"].as_str().unwrap().parse::<u64>().unwrap()).sum();
    assert_eq!(rows, 1_000_000_000_000_000_000);
    let none = server.made("/construct", &json!({ "n": 3 }));
    assert_eq!((&none["conclusion"], &none["runs"]), (&json!("none"), &Value::Null));
    let magic = server.made("/construct", &json!({ "n": 5, "magic": "" }));
    assert_eq!(magic["magic"]["constant"], 60);
    let stream = |body: Value| server.post("/construct", &body);
    let lines = json!({ "n": 4, "format": "lines", "algorithm": "pauls" });
    assert_eq!(stream(lines), (200, json!("1\n3\n0\n2\n")));
    for (body, code) in [
        (json!({ "n": 3, "format": "lines" }), "no-solution"),
        (json!({ "n": "1000000000000000000", "format": "u64" }), "too-large"),
        (json!({ "n": "2000000000000000000" }), "too-large"),
        (json!({ "n": 0 }), "too-large"),
        (json!({ "n": "many" }), "bad-value"),
        (json!({ "n": 8, "algorithm": "wirth" }), "unsupported"),
        (json!({ "n": 8, "algorithm": "paul" }), "unknown-name"),
        (json!({ "n": 8, "format": "lines", "magic": "" }), "bad-value"),
    ] {
        let (status, answer) = stream(body.clone());
        assert_eq!((status, common::code(&answer)), (422, code), "{body}");
    }
}

/// The lines of a streamed answer.
fn lines(server: &Running, path: &str, body: &Value) -> Vec<Value> {
    let (status, text) = server.post(path, body);
    assert_eq!(status, 200, "{text}");
    let text = text.as_str().expect("lines are not one document");
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn runs_are_compared_line_by_line() {
    let server = Running::start();
    let problems = [4, 5, 6, 7, 8].map(queens);
    let body = json!({ "problems": problems, "algorithms": ["wirth", "qs1"], "fit": true });
    let lines = lines(&server, "/compare", &body);
    // The algorithm that finds only some solutions does not take part in finding all.
    assert_eq!(lines.len(), 5 + 10 + 1);
    let (run, answer) = (&lines[4], &lines[15]);
    assert_eq!((&run["algorithm"], &run["solutions"]), (&json!("wirth"), &json!("92")));
    assert_eq!(run["work"]["tests"], 15_720);
    assert_eq!(answer["schema"], "bezzel/compare/2");
    assert_eq!(answer["runs"].as_array().unwrap()[..], lines[..15]);
    let fits = answer["fits"].as_array().unwrap().iter();
    let growth = fits.filter(|fit| fit["goal"] == "all" && fit["measure"] == "tests");
    assert_eq!(growth.map(|fit| &fit["law"]).collect::<Vec<_>>(), ["exponential"]);
}

/// One algorithm with several settings, and seeds only for randomised ones.
#[test]
fn experiments_have_seeds_and_vary_settings() {
    let server = Running::start();
    let algorithms = ["topor", "topor:order=centre", "las-vegas-backtracking:crossover=3"];
    let problem = json!({ "version": 1, "size": "5x7" });
    let body = json!({ "problems": [problem], "algorithms": algorithms, "seeds": 2 });
    let all = lines(&server, "/compare", &body);
    let runs: Vec<_> = all.iter().map(|line| (line["algorithm"].as_str(), &line["seed"])).collect();
    let seeded = |seed: u64| format!("las-vegas-backtracking:crossover=3,seed={seed}");
    assert_eq!(runs[0], (Some("topor"), &Value::Null));
    assert_eq!(runs[1], (Some("topor:order=centre"), &Value::Null));
    assert_eq!(runs[2], (Some(seeded(1).as_str()), &json!(1)));
    assert_eq!(runs[3], (Some(seeded(2).as_str()), &json!(2)));
    let samples = all[4]["samples"].as_array().unwrap();
    assert_eq!(samples.iter().map(|one| &one["runs"]).collect::<Vec<_>>(), [1, 1, 2]);
    assert_eq!(samples[2]["algorithm"], "las-vegas-backtracking:crossover=3");
    // Without an experiment the chosen seed is used.
    let body = json!({ "problems": [queens(8)], "algorithms": ["qs1:seed=7"], "goal": "first" });
    assert_eq!(lines(&server, "/compare", &body)[0]["algorithm"], "qs1:seed=7");
    let body = json!({ "problems": [queens(8)], "algorithms": ["las-vegas-backtracking"],
                       "seeds": 200, "vary": "crossover=1..8" });
    assert_eq!(lines(&server, "/compare", &body).last().unwrap()["best"][0]["value"], 3);
}

#[test]
fn symmetries_and_fundamental_solutions() {
    let server = Running::start();
    let asked = json!({ "problem": queens(8), "placement": "2,4,1,7,0,6,3,5" });
    let class = &server.made("/symmetry", &asked)["class"];
    assert_eq!(class["images"].as_array().unwrap().len(), 8);
    let identity = json!({ "symmetry": "R4", "placement": "2,4,1,7,0,6,3,5" });
    assert_eq!(class["images"][3], identity);
    assert_eq!(class["orbit"].as_array().unwrap().len(), 4);
    assert_eq!(class["stabiliser"], json!(["R2", "R4"]));
    let list = &server.made("/symmetry", &json!({ "problem": queens(8) }))["fundamental"];
    assert_eq!(list["solutions"].as_array().unwrap().len(), 12);
    assert_eq!((&list["total"], &list["stopped"]), (&json!("92"), &Value::Null));
}

#[test]
fn solutions_are_listed_and_drawn_line_by_line() {
    let server = Running::start();
    let lines = |path: &str, body: Value| -> Vec<Value> {
        let (status, text) = server.post(path, &body);
        assert_eq!(status, 200, "{text}");
        let text = text.as_str().expect("lines are not one document").to_owned();
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    };
    let all = lines("/list", json!({ "problem": queens(6) }));
    assert_eq!(all.len(), 5, "{all:?}");
    assert_eq!(all[0], json!({ "number": 1, "solution": "1,3,5,0,2,4" }));
    assert_eq!((&all[4]["schema"], &all[4]["total"]), (&json!("bezzel/list/1"), &json!("4")));
    let classes = lines("/list", json!({ "problem": queens(8), "fundamental": true }));
    assert_eq!((classes.len(), &classes[12]["listed"]), (13, &json!(12)));
    let drawn = lines("/sample", json!({ "problem": queens(8), "number": 3, "seed": 5 }));
    assert_eq!((drawn.len(), &drawn[3]["total"]), (4, &json!("92")));
    let (status, answer) =
        server.post("/list", &json!({ "problem": queens(4), "algorithm": "no" }));
    assert_eq!((status, common::code(&answer)), (422, "unknown-name"), "{answer}");
}

#[test]
fn known_totals_have_their_sources() {
    let server = Running::start();
    let known = server.ok("/known?sequence=A000170");
    let sequence = &known["sequences"][0];
    assert_eq!(sequence["terms"][27]["value"], "234907967154122528");
    assert!(sequence["source"].as_str().unwrap().contains("A000170"));
    // A term of the torus is about the side 2n + 1, against which the page plots it.
    let torus = server.ok("/known?sequence=A007705");
    let term = &torus["sequences"][0]["terms"][6];
    assert_eq!((&term["n"], &term["side"]), (&json!(6), &json!(13)));
    assert!(server.ok("/known")["sequences"].as_array().unwrap().len() > 5);
}

#[test]
fn checks_name_the_faults() {
    let server = Running::start();
    let check = |body: Value| server.made("/check", &body);
    let wrong = check(json!({ "problem": queens(4), "placement": "0,1,2,3" }));
    assert_eq!(wrong["solution"], false);
    assert!(wrong["faults"][0].as_str().unwrap().contains("attack"), "{wrong}");
    let squares =
        check(json!({ "problem": queens(4), "squares": [[0, 1], [1, 3], [2, 0], [3, 2]] }));
    assert_eq!(squares["solution"], true);
    let by = |printed: bool| {
        check(json!({
            "problem": queens(8), "placement": "2,4,1,7,0,6,3,5", "definition": "csp", "printed": printed
        }))
    };
    assert_eq!(by(false)["solution"], true);
    assert_eq!(by(true)["solution"], false, "the survey's text forbids too much");
}

#[test]
fn totals_are_counted_within_limits() {
    let hasty = Running::with(|config| config.limits.count_seconds = 0.5);
    let long = &hasty.made("/count", &json!({ "problems": [queens(24)] }))["totals"][0];
    assert_eq!((&long["total"], &long["because"]), (&Value::Null, &json!("time")));
    let server = Running::start();
    let count = |body: Value| server.made("/count", &body);
    let eight = count(json!({ "problems": [queens(8), queens(9)], "classes": true }));
    assert_eq!(eight["totals"][0]["total"], "92");
    assert_eq!(eight["totals"][0]["fundamental"], "12");
    assert_eq!(eight["totals"][1]["classes"]["half_turn"], "4");
    let by = count(json!({ "problems": [queens(6)], "algorithm": "wirth" }));
    assert_eq!(by["totals"][0]["provenance"]["by"], "algorithm");
    let divided = server.made("/divide", &json!({ "problem": queens(6) }));
    assert_eq!((&divided["total"], &divided["columns"][1]["total"]), (&json!("4"), &json!("1")));
    let form = server.made("/closed-form", &json!({ "sides": [3] }));
    assert_eq!(form["sides"][0]["formula"], "27^m - 2*21^m + 17^m - 15^m + 2*11^m - 9^m");
    let table = server.made("/space-table", &json!({ "sides": [5], "dimensions": [3] }));
    assert_eq!(table["entries"][0]["agreement"], "wrong");
    let cube = json!({ "version": 1, "size": "11^3", "rule": "hyperplane" });
    let modular = server.made("/modular", &json!({ "problems": [cube], "exists": true }));
    assert_eq!(modular["answers"][0]["exists"], "yes");
    let (status, _) = server.post("/count", &json!({ "problems": [queens(8)], "ledger": "/x" }));
    assert_eq!(status, 422, "a request names no files");
}

#[test]
fn stacks_and_boards_in_space() {
    let server = Running::start();
    let found = server.made("/stack", &json!({ "n": 5 }));
    let stack = &found["stack"];
    assert_eq!(stack["floors"].as_array().unwrap().len(), 5);
    assert_eq!(found["conclusion"], "solution");
    assert!(stack["attacking_pairs"].as_str().unwrap().parse::<u64>().unwrap() > 0);
    let none = server.made("/stack", &json!({ "n": 6 }));
    assert_eq!((&none["stack"], &none["conclusion"]), (&Value::Null, &json!("none")));
    let counts = server.made("/stack-count", &json!({ "sides": [5, 6, 7] }));
    let unordered = |place: usize| counts["counts"][place]["unordered"].clone();
    assert_eq!([0, 1, 2].map(unordered), [json!("2"), json!("0"), json!("4")]);
    let all = server.made("/stacks", &json!({ "n": 7 }));
    assert_eq!(all["stacks"].as_array().unwrap().len(), 4);
    let most = server.made("/disjoint", &json!({ "sides": [6] }));
    assert_eq!(most["sides"][0]["max_disjoint"], 4);
    let three = server.made("/disjoint", &json!({ "sides": [6], "number": 3 }));
    assert_eq!(three["sides"][0]["solutions"].as_array().unwrap().len(), 3);
    let cube = json!({ "version": 1, "size": "4^3" });
    let total = bezzel_data::space(4, 3).expect("the table has it");
    assert_eq!(server.made("/count", &json!({ "problems": [cube] }))["totals"][0]["total"], total);
}

#[test]
fn pictures_in_every_format() {
    let server = Running::start();
    let pictures = [
        json!({ "kind": "board", "problem": queens(4), "placement": "1,3,0,2", "lines": "0,1" }),
        json!({ "kind": "orbit", "problem": { "version": 1, "size": "4" }, "placement": "1,3,0,2" }),
        json!({ "kind": "gallery", "size": "6" }),
        json!({ "kind": "levels", "floors": [[0, 2, 4, 1, 3], [1, 3, 0, 2, 4]] }),
        json!({ "kind": "stack", "floors": [[0, 2, 4, 1, 3], [1, 3, 0, 2, 4]] }),
        json!({ "kind": "tree", "problem": queens(5), "algorithm": "backtracking", "depth": 2 }),
        json!({ "kind": "graph", "problem": queens(4), "placement": "1,3,0,2" }),
        json!({ "kind": "plot", "title": "t", "numbers": { "of": "series", "x": "n", "y": "v", "series": [{ "name": "a", "points": [[1, 2], [2, 4]] }] } }),
    ];
    let agent = common::agent();
    for picture in &pictures {
        for (format, magic) in
            [("svg", "<svg"), ("png", "\u{fffd}PNG"), ("pdf", "%PDF"), ("tikz", "")]
        {
            let body = json!({ "picture": picture, "format": format, "scale": 0.5 });
            let request = agent.post(server.url("/draw")).content_type("application/json");
            let mut answer = request.send(body.to_string()).unwrap();
            let bytes = answer.body_mut().read_to_vec().unwrap();
            let text = String::from_utf8_lossy(&bytes);
            assert_eq!(answer.status(), 200, "{picture}, {format}: {text}");
            assert!(text.starts_with(magic) && text.len() > 100, "{picture}, {format}");
        }
    }
    let (status, csv) = server.post("/draw", &json!({ "picture": pictures[7], "format": "csv" }));
    assert_eq!(status, 200);
    assert!(csv.as_str().unwrap().contains("2,4"), "{csv}");
}

#[test]
fn papers_are_computed_when_asked() {
    let server = Running::start();
    let papers = server.ok("/papers");
    assert_eq!(papers["papers"].as_array().unwrap().len(), 5);
    let answer = server.made("/reproduce", &json!({ "paper": "tutorial", "item": "nodes" }));
    let rows = answer["papers"][0]["items"][0]["rows"].as_array().unwrap();
    assert!(
        rows.iter().any(|row| row["computed"] == "65" && row["agreement"] == "agrees"),
        "{answer}"
    );
    let (status, answer) = server.post("/reproduce", &json!({ "paper": "tutorail" }));
    assert_eq!((status, common::code(&answer)), (422, "unknown-name"));
    let (status, answer) = server.post("/reproduce", &json!({ "paper": "tutorial" }));
    assert_eq!((status, common::code(&answer)), (422, "too-large"));
    let (status, answer) = server.post("/reproduce", &json!({ "depth": "deep" }));
    assert_eq!((status, common::code(&answer)), (422, "bad-value"));
}

#[test]
fn models_are_written_and_answers_read() {
    let server = Running::start();
    let models = server.ok("/catalogue");
    assert_eq!(models["engines"].as_array().unwrap().len(), registry::ALL.len());
    assert_eq!(models["formats"].as_array().unwrap().len(), 16);
    assert_eq!(models["definitions"].as_array().unwrap().len(), 6);
    for format in models["formats"].as_array().unwrap() {
        let body = json!({ "problem": queens(5), "format": format["id"] });
        let (status, text) = server.post("/export", &body);
        assert_eq!(status, 200, "{format}");
        assert!(text.to_string().len() > 20, "{format}");
    }
    let (_, cnf) = server
        .post("/export", &json!({ "problem": queens(4), "format": "cnf", "encoding": "pairwise" }));
    assert!(cnf.as_str().unwrap().contains("p cnf 16 "), "{cnf}");
    let answer = json!({
        "problem": queens(4), "format": "cnf", "encoding": "pairwise",
        "answer": "s SATISFIABLE\nv 2 8 9 15 -1 -3 -4 -5 -6 -7 -10 -11 -12 -13 -14 -16 0\n"
    });
    let read = server.made("/import", &answer);
    assert_eq!((&read["imported"], &read["answer"]), (&json!("right"), &json!("1,3,0,2")));
    let import = |answer: &str| {
        let body = json!({
            "problem": queens(4), "format": "cnf", "encoding": "pairwise", "answer": answer
        });
        server.post("/import", &body)
    };
    let (status, wrong) = import("s SATISFIABLE\nv 1 2 0\n");
    assert_eq!((status, &wrong["imported"]), (200, &json!("wrong")), "{wrong}");
    assert!(wrong["reason"].is_string() && wrong["answer"].is_null(), "{wrong}");
    // A solver that finds nothing is contradicted or confirmed, if the answer is known.
    let denies =
        |n: u32| json!({ "problem": queens(n), "format": "cnf", "answer": "s UNSATISFIABLE" });
    let denied = server.made("/import", &denies(200));
    assert_eq!((&denied["imported"], &denied["verified"]), (&json!("wrong"), &json!(true)));
    assert!(denied["reason"].as_str().unwrap().contains("but this is one: "), "{denied}");
    let none = server.made("/import", &denies(3));
    assert_eq!((&none["imported"], &none["verified"]), (&json!("none"), &json!(true)));
    let (status, answer) = import("queens everywhere");
    assert_eq!((status, common::code(&answer)), (422, "bad-value"));
}

/// The smallest and strangest boards: answers or errors, never a failure of the server.
#[test]
fn strange_boards_are_answered() {
    let server = Running::start();
    for size in ["0", "1", "2", "3", "2x3", "0x3", "1^3", "2^3", "3^4"] {
        let problem = json!({ "version": 1, "size": size });
        for (path, body) in [
            ("/solve", json!({ "problem": problem })),
            ("/jobs", json!({ "problem": problem })),
            ("/check", json!({ "problem": problem, "squares": [] })),
            (
                "/compare",
                json!({ "problems": [problem], "goal": "all", "limits": { "time": 1.0 } }),
            ),
            ("/export", json!({ "problem": problem, "format": "cnf" })),
            ("/solve", json!({ "problem": problem, "with": "cp" })),
            (
                "/draw",
                json!({ "picture": { "kind": "board", "problem": problem }, "format": "svg" }),
            ),
            (
                "/draw",
                json!({ "picture": { "kind": "graph", "problem": problem }, "format": "svg" }),
            ),
            ("/draw", json!({ "picture": { "kind": "gallery", "size": size }, "format": "svg" })),
            ("/symmetry", json!({ "placement": "", "problem": problem })),
            ("/symmetry", json!({ "problem": problem })),
            ("/estimate", json!({ "problems": [problem], "descents": 10 })),
            ("/list", json!({ "problem": problem })),
            ("/sample", json!({ "problem": problem })),
            ("/forecast", json!({ "problem": problem })),
            ("/squares", json!({ "problem": problem })),
        ] {
            let (status, answer) = server.post(path, &body);
            assert!([200, 201, 422].contains(&status), "{path} {body}: {status} {answer}");
        }
    }
    for series in [
        json!([]),
        json!([{ "name": "", "points": [] }]),
        json!([{ "name": "a", "points": [[0, 0], [1e308, -1e308]] }]),
        json!([{ "name": "a", "points": [[1, 1]], "spread": [[1, 0, 1e308], [9, 5, -5]] }]),
    ] {
        for log in [false, true] {
            let picture = json!({ "kind": "plot", "log": log, "numbers": { "of": "series", "x": "", "y": "", "series": series } });
            let (status, answer) =
                server.post("/draw", &json!({ "picture": picture, "format": "svg" }));
            assert!([200, 422].contains(&status), "{picture}: {answer}");
        }
    }
    let jobs = server.until("/jobs", |all| {
        all["jobs"].as_array().unwrap().iter().all(|job| job["state"] == "done")
    });
    assert!(jobs["jobs"].as_array().unwrap().len() > 4);
}

/// A back-end whose solver is not on this machine.
struct Missing;

impl Backend for Missing {
    fn info(&self) -> &'static Info {
        &Info {
            id: "missing",
            title: "a solver that is not there",
            formulation: "",
            guarantee: "",
            proves: false,
            most_squares: 100,
            visit: None,
        }
    }

    fn ready(&self) -> Result<(), SolveError> {
        let (why, instead) = ("it is not installed".to_owned(), Instead::advice("install it"));
        Err(SolveError::NotThere { id: "missing", why, instead })
    }

    fn search(&self, _: &Model, _: &mut SolutionProbe<'_>) -> Result<(), SearchEnd> {
        Ok(())
    }
}

/// A back-end that finds a solution and cannot finish.
struct Tired;

impl Backend for Tired {
    fn info(&self) -> &'static Info {
        &Info {
            id: "tired",
            title: "a solver that gives up",
            formulation: "",
            guarantee: "",
            proves: true,
            most_squares: 100,
            visit: None,
        }
    }

    fn search(&self, model: &Model, probe: &mut SolutionProbe<'_>) -> Result<(), SearchEnd> {
        if model.queens() == 4 {
            probe.found([1, 7, 8, 14].map(Variable::from_index))?;
        }
        Err(SearchEnd::Stop(StopReason::GaveUp))
    }
}

#[test]
fn a_solver_that_gives_up_proves_nothing() {
    let tired = [&Tired as &dyn Backend];
    let server =
        Running::with(|config| config.backends = OWN.iter().copied().chain(tired).collect());
    let solve = |n: u32| server.made("/solve", &json!({ "problem": queens(n), "with": "tired" }));
    assert_eq!(solve(4)["conclusion"], "solution");
    let unknown = solve(3);
    assert_eq!((&unknown["conclusion"], &unknown["proven"]), (&json!("unknown"), &json!(false)));
    assert_eq!(unknown["stopped"], "gave-up");
    let count = json!({ "problems": [queens(4)], "with": "tired" });
    let count = &server.made("/count", &count)["totals"][0];
    assert_eq!((&count["total"], &count["at_least"]), (&Value::Null, &json!("1")), "{count}");
    assert_eq!(count["because"], "gave-up");
}

#[test]
fn built_in_solvers_agree() {
    let more = [&Missing as &dyn Backend];
    let server =
        Running::with(|config| config.backends = OWN.iter().copied().chain(more).collect());
    for backend in server.ok("/catalogue")["backends"].as_array().unwrap() {
        let solve = json!({ "problem": queens(6), "with": backend["id"] });
        let (status, answer) = server.post("/solve", &solve);
        assert_eq!(backend["available"], backend["id"] != "missing");
        if backend["available"] == false {
            assert_eq!((status, common::code(&answer)), (422, "not-there"), "{backend}");
            continue;
        }
        assert_eq!(status, 200, "{backend}: {answer}");
        let count = json!({ "problems": [queens(6)], "with": backend["id"] });
        assert_eq!(server.made("/count", &count)["totals"][0]["total"], "4", "{backend}");
        let check = json!({ "problem": queens(6), "placement": answer["solution"] });
        assert_eq!(server.made("/check", &check)["solution"], true, "{backend}");
        let none = json!({ "problem": queens(3), "with": backend["id"] });
        assert_eq!(server.made("/solve", &none)["conclusion"], "none", "{backend}");
    }
}
