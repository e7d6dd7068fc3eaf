//! The page inside the program, compared file by file with the folder it was built from:
//! `web/dist`, or, if that did not exist, the one page that says how to build it.

use crate::common::{self, Running};
use std::path::{Path, PathBuf};
use ureq::Body;
use ureq::http::Response;

/// The folder the program was built with, as named by the build script.
const FOLDER: &str = env!("BEZZEL_PAGE");

fn is_built() -> bool {
    FOLDER.ends_with("web/dist")
}

/// All files of the page, by their path in it.
fn files() -> Vec<String> {
    fn walk(folder: &Path, into: &mut Vec<PathBuf>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() { walk(&path, into) } else { into.push(path) }
        }
    }
    let mut found = Vec::new();
    walk(Path::new(FOLDER), &mut found);
    let inside = |path: PathBuf| path.strip_prefix(FOLDER).unwrap().to_str().unwrap().to_owned();
    let mut files: Vec<String> = found.into_iter().map(inside).collect();
    files.sort();
    files
}

fn on_disk(path: &str) -> Vec<u8> {
    std::fs::read(Path::new(FOLDER).join(path)).unwrap()
}

struct Client(ureq::Agent, Running);

impl Client {
    fn new() -> Client {
        Client(common::agent(), Running::start())
    }

    fn url(&self, path: &str) -> String {
        format!("http://{}/{path}", self.1.address)
    }

    /// Asks with one additional header.
    fn ask(&self, path: &str, name: &str, value: &str) -> Response<Body> {
        self.0.get(self.url(path)).header(name, value).call().unwrap()
    }

    fn plain(&self, path: &str) -> Response<Body> {
        self.ask(path, "accept-encoding", "identity")
    }
}

fn header<'a>(answer: &'a Response<Body>, name: &str) -> &'a str {
    answer.headers().get(name).map_or("", |value| value.to_str().unwrap())
}

fn bytes(mut answer: Response<Body>) -> Vec<u8> {
    answer.body_mut().with_config().limit(64 << 20).read_to_vec().unwrap()
}

#[test]
fn it_is_the_built_page_or_the_one_that_says_how_to_build_it() {
    let client = Client::new();
    let page = String::from_utf8(bytes(client.plain(""))).unwrap();
    assert!(page.contains("<title>Bezzel</title>"), "{page}");
    if is_built() {
        println!("this program has the page of {FOLDER}");
        let script = page.split("src=\"/").nth(1).and_then(|rest| rest.split('"').next());
        let script = script.expect("the page has a script");
        assert!(script.starts_with("assets/") && script.ends_with(".js"), "{script}");
        assert_eq!(client.plain(script).status(), 200);
        assert!(files().iter().any(|path| path.ends_with(".css.br")));
    } else {
        println!("the page was not built; this program says how to build it");
        assert!(page.contains("npm run build") && !page.contains("<script"), "{page}");
        assert_eq!(files(), ["index.html"]);
    }
}

#[test]
fn every_file_is_served_as_it_was_built() {
    let client = Client::new();
    for path in files() {
        let answer = client.plain(&path);
        assert_eq!(answer.status(), 200, "{path}");
        let kind = match path.rsplit('.').next().unwrap() {
            "html" => "text/html; charset=utf-8",
            "js" => "text/javascript; charset=utf-8",
            "css" => "text/css; charset=utf-8",
            "svg" => "image/svg+xml",
            "txt" => "text/plain; charset=utf-8",
            "br" | "gz" => "application/octet-stream",
            ending => panic!("{path}: what should be the content type of .{ending}?"),
        };
        assert_eq!(header(&answer, "content-type"), kind, "{path}");
        assert_eq!(header(&answer, "x-content-type-options"), "nosniff", "{path}");
        let cache = header(&answer, "cache-control");
        match path.starts_with("assets/") {
            true => assert_eq!(cache, "public, max-age=31536000, immutable", "{path}"),
            false => assert_eq!(cache, "no-cache", "{path}"),
        }
        assert_eq!(header(&answer, "content-encoding"), "", "{path}");
        assert_eq!(bytes(answer), on_disk(&path), "{path}");
    }
    // Addresses inside the page give the page.
    for path in ["", "learn", "count/deep/address", "learn?n=8&step=3"] {
        let answer = client.plain(path);
        assert_eq!(answer.status(), 200, "{path}");
        assert_eq!(bytes(answer), on_disk("index.html"), "{path}");
    }
}

/// The page contains other people's code, so it comes with their licences.
#[test]
fn the_licences_of_what_is_bundled_are_served() {
    if is_built() {
        let text = String::from_utf8(bytes(Client::new().plain("licences.txt"))).unwrap();
        for package in ["svelte", "three", "uplot"] {
            assert!(text.contains(&format!("\n## {package} - ")), "{package}: {text}");
        }
    }
}

#[test]
fn codings_and_tags_are_negotiated() {
    let client = Client::new();
    let all = files();
    for path in all.iter().filter(|path| !path.ends_with(".br") && !path.ends_with(".gz")) {
        let has = |ending: &str| all.contains(&format!("{path}.{ending}"));
        let mut tags = Vec::new();
        for (accepted, wanted) in [
            ("br", "br"),
            ("gzip, deflate, br, zstd", "br"),
            ("gzip, br;q=0", "gzip"),
            ("gzip;q=0.1", "gzip"),
            ("*", "br"),
            ("br;q=0, gzip;q=0", ""),
            ("*;q=0", ""),
            ("deflate", ""),
        ] {
            let (ending, coding) = match wanted {
                "br" if has("br") => (".br", "br"),
                "gzip" if has("gz") => (".gz", "gzip"),
                _ => ("", ""),
            };
            let whole = on_disk(&format!("{path}{ending}"));
            let answer = client.ask(path, "accept-encoding", accepted);
            assert_eq!(answer.status(), 200, "{path}");
            assert_eq!(header(&answer, "content-encoding"), coding, "{path}, {accepted}");
            assert_eq!(header(&answer, "vary"), "accept-encoding", "{path}");
            let tag = header(&answer, "etag").to_owned();
            assert_eq!(header(&answer, "content-length"), whole.len().to_string(), "{path}");
            assert_eq!(bytes(answer), whole, "{path}, {accepted}");
            if !tags.contains(&tag) {
                tags.push(tag);
            }
        }
        // Each coding has its own tag.
        let forms = 1 + usize::from(has("br")) + usize::from(has("gz"));
        assert_eq!(tags.len(), forms, "{path}: {tags:?}");
        let plain = client.plain(path);
        let tag = header(&plain, "etag");
        for known in [tag.to_owned(), format!("\"x\", {tag}"), format!("W/{tag}"), "*".to_owned()] {
            let url = client.url(path);
            let asked = client.0.get(url).header("accept-encoding", "identity");
            let answer = asked.header("if-none-match", &known).call().unwrap();
            assert_eq!((answer.status().as_u16(), header(&answer, "etag")), (304, tag), "{known}");
            assert_eq!(bytes(answer), b"", "{path}");
        }
        assert_eq!(client.ask(path, "if-none-match", "\"another\"").status(), 200, "{path}");
        let head = client.0.head(client.url(path)).header("accept-encoding", "identity");
        let head = head.call().unwrap();
        assert_eq!((head.status().as_u16(), header(&head, "etag")), (200, tag), "{path}");
        assert_eq!(header(&head, "content-length"), on_disk(path).len().to_string(), "{path}");
        assert_eq!(bytes(head), b"", "{path}");
    }
}

#[test]
fn nothing_else_is_served() {
    let client = Client::new();
    for path in ["assets/missing.js", "favicon.missing", "assets/", "a/b.html", "index.html.br.br"]
    {
        assert_eq!(client.plain(path).status(), 404, "{path}");
    }
    for path in ["", "learn", "assets/missing.js"] {
        let answer = client.0.post(client.url(path)).send_empty().unwrap();
        assert_eq!((answer.status().as_u16(), header(&answer, "allow")), (405, "GET, HEAD"));
    }
    let host = client.1.address;
    let page = String::from_utf8(on_disk("index.html")).unwrap();
    for path in [
        "/../Cargo.toml",
        "/../../Cargo.toml",
        "/assets/../../package.json",
        "/assets/../index.html",
        "/%2e%2e/%2e%2e/Cargo.toml",
        "/..%2f..%2fCargo.toml",
        "/..%252f..%252fCargo.toml",
        "/%2e%2e%5c%2e%2e%5cCargo.toml",
        "/..\\..\\Cargo.toml",
        "/assets\\..\\..\\package.json",
        "/assets/%2e%2e/%2e%2e/src",
        "/index.html%00.js",
        "/%00",
        "/\0",
        "/index.html/../../src",
        "//etc/passwd",
        "/file:/etc/passwd",
        "/~root",
        "/%c0%ae%c0%ae/Cargo.toml",
    ] {
        let request = format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
        let answer = client.1.raw(&request);
        let (head, body) = answer.split_once("\r\n\r\n").unwrap_or_else(|| panic!("{path}"));
        let status = head.split(' ').nth(1).unwrap();
        // An address inside the page, like every path that does not look like a file, or an error.
        match status {
            "200" => assert_eq!(body, page, "{path}"),
            _ => assert!(["400", "404"].contains(&status) && body.len() < 200, "{path}: {answer}"),
        }
    }
}

/// Other sites may show the view that plays a run, and nothing else.
#[test]
fn only_the_view_of_a_run_can_be_framed() {
    let client = Client::new();
    let policy = |path: &str| header(&client.plain(path), "content-security-policy").to_owned();
    let whole = policy("");
    assert!(whole.ends_with("; frame-ancestors 'none'"), "{whole}");
    assert_eq!(policy("embed"), whole.trim_end_matches("; frame-ancestors 'none'"));
    for path in ["learn", "/embed", "embed/", "embed/learn", "index.html", "EMBED"] {
        assert_eq!(policy(path), whole, "{path}");
    }
}

#[test]
fn it_loads_nothing_from_other_sites() {
    let client = Client::new();
    let answer = client.plain("");
    let policy = header(&answer, "content-security-policy").to_owned();
    for part in ["default-src 'self'", "object-src 'none'", "base-uri 'none'", "connect-src 'self'"]
    {
        assert!(policy.split("; ").any(|directive| directive == part), "{part} of {policy}");
    }
    for directive in policy.split("; ") {
        let (name, sources) = directive.split_once(' ').unwrap();
        for source in sources.split(' ') {
            let own =
                ["'self'", "'none'", "data:", "blob:", "'wasm-unsafe-eval'"].contains(&source);
            let styles = name == "style-src" && source == "'unsafe-inline'";
            assert!(own || styles, "{directive}");
        }
    }
    for path in files() {
        let is_style = path.ends_with(".css");
        if !is_style && !path.ends_with(".html") {
            continue;
        }
        assert_eq!(header(&client.plain(&path), "content-security-policy"), policy, "{path}");
        let text = String::from_utf8(on_disk(&path)).unwrap();
        assert!(!text.contains("@import"), "{path}");
        let marks: &[&str] = if is_style { &["url("] } else { &["src=", "href="] };
        for mark in marks {
            for place in text.split(mark).skip(1) {
                let place = place.trim_start_matches(['"', '\'']);
                let own = place.starts_with("data:")
                    || place.starts_with('/') && !place.starts_with("//");
                assert!(own, "{path}: {mark}{}", &place[..place.len().min(60)]);
            }
        }
        // The policy would block an inline script.
        for script in text.split("<script").skip(1) {
            assert!(script.split('>').next().unwrap().contains("src="), "{path}");
        }
    }
}
