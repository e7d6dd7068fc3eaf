//! Checks of a built book: every link has a target, and no page is unlisted or missing.

use crate::Book;
use crate::include::cards;
use crate::summary::chapters;
use bezzel::{Control, catalogue};
use std::collections::{BTreeMap, BTreeSet};

/// All faults of a book, in sentences.
#[must_use]
pub fn faults(book: &Book) -> Vec<String> {
    let mut faults = lost(book);
    faults.extend(missing(book));
    faults.extend(broken(book));
    faults
}

/// Sources that the table of contents does not list, or lists twice.
fn lost(book: &Book) -> Vec<String> {
    let mut faults = Vec::new();
    let mut listed = BTreeSet::new();
    for chapter in chapters(&book.summary) {
        if !listed.insert(chapter.path.as_str()) {
            faults.push(format!("docs/SUMMARY.md names {} twice", chapter.path));
        }
    }
    for source in &book.sources {
        if source != "SUMMARY.md" && !listed.contains(source.as_str()) {
            let line = format!("- [Title]({source})");
            faults.push(format!(
                "docs/{source} is not in docs/SUMMARY.md; add a line '{line}' there"
            ));
        }
    }
    faults
}

/// Algorithms and engines without a page.
fn missing(book: &Book) -> Vec<String> {
    let listed: BTreeSet<&str> =
        chapters(&book.summary).map(|chapter| chapter.path.as_str()).collect();
    let searches = cards().iter().map(|card| card.id);
    let engines = catalogue(&Control::new()).engines.into_iter().map(|engine| engine.id);
    let pages = searches
        .map(|id| ("algorithm", format!("algorithms/{id}.md"), format!("{{{{card {id}}}}}")))
        .chain(
            engines
                .map(|id| ("engine", format!("engines/{id}.md"), format!("{{{{totals {id} …}}}}"))),
        );
    pages
        .filter(|(_, path, _)| !listed.contains(path.as_str()))
        .map(|(kind, path, first)| {
            format!(
                "the {kind} of docs/{path} has no page: write it, with '{first}' in it \
                 (CONTRIBUTING.md says how), and add it to docs/SUMMARY.md"
            )
        })
        .collect()
}

/// Links and pictures without a target.
fn broken(book: &Book) -> Vec<String> {
    let mut anchors: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    let mut pages = Vec::new();
    for (path, bytes) in &book.files {
        if path.ends_with(".html") {
            let text = String::from_utf8_lossy(bytes).into_owned();
            anchors.insert(path, attributes(&text, "id").collect());
            pages.push((path.as_str(), text));
        }
    }
    let mut faults = Vec::new();
    for (path, text) in &pages {
        for link in attributes(text, "href").chain(attributes(text, "src")) {
            if let Some(why) = fault(book, &anchors, path, &link) {
                faults.push(format!("{path}: the link '{link}' {why}"));
            }
        }
    }
    faults
}

fn fault(
    book: &Book,
    anchors: &BTreeMap<&str, BTreeSet<String>>,
    page: &str,
    link: &str,
) -> Option<&'static str> {
    if link == "data:," || link.starts_with("https://") || link.starts_with("mailto:") {
        return None;
    }
    let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
    let path = if file.is_empty() { page.to_owned() } else { resolve(page, file)? };
    if !book.files.contains_key(&path) {
        return Some("has no target file in the book");
    }
    let known = anchor.is_empty()
        || anchors.get(path.as_str()).is_some_and(|anchors| anchors.contains(anchor));
    (!known).then_some("has no target heading")
}

/// The target path of a link on a page; a link out of the book gets a path that no file has.
fn resolve(page: &str, link: &str) -> Option<String> {
    let mut folders: Vec<&str> = page.split('/').collect();
    folders.pop();
    for part in link.split('/') {
        match part {
            "." => {}
            ".." if folders.pop().is_none() => return Some("..".to_owned()),
            ".." => {}
            name => folders.push(name),
        }
    }
    Some(folders.join("/"))
}

/// The values of an attribute in HTML written by this crate, which always uses double quotes.
fn attributes<'a>(text: &'a str, name: &str) -> impl Iterator<Item = String> + 'a {
    let opening = format!(" {name}=\"");
    let pieces: Vec<&str> = text.split(opening.as_str()).skip(1).collect();
    pieces.into_iter().filter_map(|piece| Some(piece.split_once('"')?.0.replace("&amp;", "&")))
}
