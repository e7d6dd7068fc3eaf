//! The book inside the program: its pages, what is drawn for them, and the search over it.

use crate::common::Running;
use ureq::http::Response;

/// A file of the book, with its status.
fn book(server: &Running, path: &str) -> Response<ureq::Body> {
    let agent: ureq::Agent =
        ureq::Agent::config_builder().http_status_as_error(false).max_redirects(0).build().into();
    agent.get(format!("http://{}{path}", server.address)).call().expect("an answer")
}

fn text(answer: &mut Response<ureq::Body>) -> String {
    answer.body_mut().read_to_string().expect("a text")
}

#[test]
fn pages_pictures_and_files_are_served() {
    let server = Running::start();
    let entered = book(&server, "/book/");
    assert_eq!(entered.status(), 308);
    assert_eq!(entered.headers()["location"], "/book/index.html");

    let mut page = book(&server, "/book/algorithms/magic-square.html");
    assert_eq!(page.status(), 200);
    assert_eq!(page.headers()["content-type"], "text/html; charset=utf-8");
    assert!(page.headers().contains_key("content-security-policy"));
    let html = text(&mut page);
    assert!(html.contains("href=\"/#learn?algorithm=magic-square\""), "no way to the workstation");
    let drawn = html.split("src=\"../").nth(1).and_then(|rest| rest.split('"').next()).unwrap();
    for (path, kind) in [
        (drawn, "image/svg+xml"),
        ("book.css", "text/css; charset=utf-8"),
        ("check_ledger.py", "text/plain; charset=utf-8"),
        ("pictures/backtracking.gif", "image/gif"),
    ] {
        let answer = book(&server, &format!("/book/{path}"));
        assert_eq!(
            (answer.status().as_u16(), &answer.headers()["content-type"]),
            (200, &kind.parse().unwrap()),
            "{path}"
        );
    }
}

/// A picture can be asked for before its page.
#[test]
fn a_picture_is_drawn_on_its_own() {
    let server = Running::start();
    let mut picture = book(&server, "/book/drawn/tree-backtracking-4.svg");
    assert_eq!(picture.status(), 200);
    assert!(text(&mut picture).contains("<svg"));
}

#[test]
fn what_is_not_in_the_book_is_missing() {
    let server = Running::start();
    for path in [
        "nowhere.html",
        "SUMMARY.md",
        "algorithms/wirth.md",
        "drawn/none.svg",
        "../Cargo.toml",
        "%2e%2e/Cargo.toml",
    ] {
        let status = book(&server, &format!("/book/{path}")).status().as_u16();
        assert!([400, 404].contains(&status), "{path}: {status}");
    }
}

#[test]
fn book_algorithms_and_papers_are_searched() {
    let server = Running::start();
    let kinds = |words: &str| -> Vec<(String, String)> {
        let answer = server.ok(&format!("/search?q={words}"));
        let hits = answer["hits"].as_array().unwrap().iter();
        let word = |hit: &serde_json::Value, name: &str| hit[name].as_str().unwrap().to_owned();
        hits.map(|hit| (word(hit, "kind"), word(hit, "address"))).collect()
    };
    let found = kinds("wirth");
    let has = |kind: &str, address: &str| found.contains(&(kind.to_owned(), address.to_owned()));
    assert!(has("algorithm", "/#learn?algorithm=wirth"), "{found:?}");
    assert!(has("book", "/book/algorithms/wirth.html"), "{found:?}");
    assert!(kinds("barr+rao").iter().any(|(kind, _)| kind == "paper"));
    assert_eq!(kinds("guldal")[0].0, "algorithm", "accents do not matter");
    assert_eq!(kinds("xyzzy"), []);
    assert_eq!(kinds(""), []);
    let (status, _) = server.get(&format!("/search?q={}", "a".repeat(300)));
    assert_eq!(status, 422);
    // Every address of the book that is found is there.
    for (kind, address) in kinds("queens").into_iter().filter(|(kind, _)| kind == "book").take(3) {
        let page = address.split('#').next().unwrap();
        assert_eq!(book(&server, page).status(), 200, "{kind} {address}");
    }
}
