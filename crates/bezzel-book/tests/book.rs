//! The book of this repository is complete, and its check detects faults.

use bezzel_book::search::{Index, sections};
use bezzel_book::summary::{self, Entry};
use bezzel_book::{Book, Docs, build, check};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

fn docs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs")
}

/// The book, built once for all tests.
fn book() -> &'static Book {
    static BOOK: OnceLock<Book> = OnceLock::new();
    BOOK.get_or_init(|| build(&docs()).expect("the book can be built"))
}

/// A copy of the book with one thing changed.
fn changed(change: impl FnOnce(&mut Book)) -> Vec<String> {
    let book = book();
    let mut copy = Book {
        files: book.files.clone(),
        summary: book.summary.clone(),
        sources: book.sources.clone(),
    };
    change(&mut copy);
    check::faults(&copy)
}

fn page(book: &Book, path: &str) -> String {
    String::from_utf8(book.files[path].clone()).expect("a page is text")
}

#[test]
fn the_book_has_no_faults() {
    assert_eq!(check::faults(book()), Vec::<String>::new());
    let pages = book().files.keys().filter(|path| path.ends_with(".html")).count();
    assert_eq!(pages, summary::chapters(&book().summary).count());
    assert!(pages > 50, "only {pages} pages");
}

#[test]
fn the_book_is_written_file_by_file() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    book().write(folder.path()).expect("the book can be written");
    for (path, bytes) in &book().files {
        assert!(std::fs::read(folder.path().join(path)).is_ok_and(|read| read == *bytes), "{path}");
    }
}

#[test]
fn pages_load_nothing_from_other_hosts() {
    for (path, bytes) in &book().files {
        let text = String::from_utf8_lossy(bytes);
        for sign in ["src=\"http", "src=\"//", "@import", "url(", "<script", "<iframe"] {
            let svg = path.ends_with(".svg") || path.ends_with(".png");
            assert!(svg || !text.contains(sign), "{path} contains {sign}");
        }
    }
}

#[test]
fn every_algorithm_page_has_its_parts() {
    let all = bezzel::algorithms(&bezzel::AlgorithmsRequest::default()).unwrap();
    for info in all.algorithms {
        let page = page(book(), &format!("algorithms/{}.html", info.id));
        let constructive = info.category == "constructive";
        let last = info.pseudocode.last().expect("there is pseudocode").trim();
        assert!(page.contains("class=\"card\""), "{}: no card", info.id);
        assert!(page.contains("<img "), "{}: no picture", info.id);
        assert!(page.contains("<table class=\"numbers\">"), "{}: nothing measured", info.id);
        assert!(page.contains(">Cost <"), "{}: no cost", info.id);
        assert!(page.contains("$ bezzel "), "{}: no command", info.id);
        let escaped = last.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        assert!(page.contains(&escaped), "{}: no pseudocode", info.id);
        assert!(constructive || page.contains("visits"), "{}: no visits", info.id);
    }
}

#[test]
fn numbers_are_those_of_the_program() {
    let wirth = page(book(), "algorithms/wirth.html");
    assert!(wirth.contains("<td>15,720</td>"), "the tests of eight queens");
    let colour = page(book(), "engines/colour.html");
    assert!(colour.contains("<td>2,680</td>"), "the total of eleven queens");
}

#[test]
fn an_unlisted_missing_or_duplicate_page_is_noticed() {
    let lost = changed(|book| book.sources.push("methods/new.md".to_owned()));
    assert_eq!(lost.len(), 1, "{lost:?}");
    assert!(lost[0].contains("docs/methods/new.md") && lost[0].contains("SUMMARY.md"), "{lost:?}");

    let missing = changed(|book| {
        let is_topor =
            |entry: &Entry| matches!(entry, Entry::Chapter(c) if c.path.ends_with("topor.md"));
        book.summary.retain(|entry| !is_topor(entry));
        book.sources.retain(|source| !source.ends_with("topor.md"));
    });
    let helpful = |fault: &String| fault.contains("topor") && fault.contains("CONTRIBUTING.md");
    assert!(missing.iter().any(helpful), "{missing:?}");

    let twice = changed(|book| book.summary.push(book.summary[0].clone()));
    assert!(twice.iter().any(|fault| fault.contains("twice")), "{twice:?}");
}

#[test]
fn a_broken_link_is_noticed() {
    let with = |link: &str| {
        let html = format!("<a href=\"{link}\">x</a>");
        changed(|book| book.files.get_mut("glossary.html").unwrap().extend(html.bytes()))
    };
    assert_eq!(with("records.html#records"), Vec::<String>::new());
    assert_eq!(with("#glossary"), Vec::<String>::new());
    assert_eq!(with("./algorithms/../records.html"), Vec::<String>::new());
    for broken in ["nowhere.html", "records.html#nowhere", "#nowhere", "../README.md", "http://a.b"]
    {
        let faults = with(broken);
        assert!(faults.len() == 1 && faults[0].contains(broken), "{broken}: {faults:?}");
    }
    let picture = changed(|book| {
        book.files.remove("pictures/tree.svg");
    });
    assert!(picture.iter().any(|fault| fault.contains("tree.svg")), "{picture:?}");
}

#[test]
fn every_file_that_is_made_can_be_made_on_its_own() {
    let docs = Docs::read(&docs()).expect("the sources can be read");
    for path in book().files.keys() {
        let is_made = path.ends_with(".html") || path.starts_with("drawn/");
        let known = docs.source_of(path).is_some();
        assert_eq!(known, is_made, "{path}");
        assert_eq!(docs.file(path).is_some(), !is_made && path != "book.css", "{path}");
    }
    assert_eq!(docs.source_of("drawn/tree-backtracking-4.svg"), Some("algorithms/backtracking.md"));
    let page = docs.page("glossary.md").expect("the page can be made");
    assert_eq!(page.html.as_bytes(), book().files["glossary.html"]);
    assert!(docs.page("nowhere.md").is_err());
}

#[test]
fn a_served_book_links_to_the_workstation() {
    let docs = Docs::read(&docs()).expect("the sources can be read").with_workstation("/");
    let link = |source: &str, link: &str| {
        let html = docs.page(source).expect("the page can be made").html;
        assert!(html.contains(&format!("href=\"{link}\"")), "{source} does not link to {link}");
    };
    link("algorithms/magic-square.md", "/#learn?algorithm=magic-square");
    link("papers/barr.md", "/#papers");
    link("glossary.md", "/");
    assert!(!page(book(), "glossary.html").contains("class=\"station\""));
}

#[test]
fn the_book_is_searched() {
    let docs = Docs::read(&docs()).expect("the sources can be read");
    let index = Index::new(sections(&docs, "/book/").expect("the pages are text"));
    let found = index.find("stepwise refinement", 5);
    assert_eq!(found[0].section.address, "/book/algorithms/wirth.html");
    assert!(found[0].excerpt.contains("stepwise refinement"), "{}", found[0].excerpt);
    // Every address is one of the book's, with its heading.
    for hit in index.find("queens", usize::MAX) {
        let address = hit.section.address.strip_prefix("/book/").expect("below the root");
        let (file, anchor) = address.split_once('#').unwrap_or((address, ""));
        let html = page(book(), file);
        assert!(anchor.is_empty() || html.contains(&format!("id=\"{anchor}\"")), "{address}");
    }
}
