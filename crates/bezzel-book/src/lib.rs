//! The book: `docs/` as a set of pages that need no server, no script and no other host.
//!
//! The Markdown contains what cannot be computed; the rest is inserted when the book is built. A
//! line `{{card backtracking}}` becomes the algorithm's card from the registry, `{{measured …}}` a
//! table of counters from a run, `{{tree …}}` a picture of a run ([`mod@include`]), so none of it
//! can become outdated.
//!
//! Pages are rendered by `pulldown-cmark` and a small template because a cold build of mdBook's own
//! library takes 138 s of processor time; the sources keep mdBook's format (`SUMMARY.md`).

pub mod check;
pub mod include;
mod page;
mod render;
pub mod summary;

use anyhow::{Context, Result};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use summary::Entry;

/// A built book that has not been written yet.
pub struct Book {
    /// Every file by its path in the book, `/` between folders.
    pub files: BTreeMap<String, Vec<u8>>,
    /// The table of contents.
    pub summary: Vec<Entry>,
    /// The Markdown files of the sources, relative to `docs/`.
    pub sources: Vec<String>,
}

/// Builds the book from the folder that contains `SUMMARY.md`.
pub fn build(docs: &Path) -> Result<Book> {
    let table = fs::read_to_string(docs.join("SUMMARY.md")).context("docs/SUMMARY.md")?;
    let summary = summary::read(&table)?;
    let mut files = BTreeMap::new();
    let mut sources = Vec::new();
    for path in listed(docs, "")? {
        if path.ends_with(".md") {
            sources.push(path);
        } else {
            files.insert(path.clone(), fs::read(docs.join(&path)).context(path)?);
        }
    }
    files.insert("book.css".to_owned(), include_bytes!("book.css").to_vec());
    let chapters: Vec<_> = summary::chapters(&summary).collect();
    for (place, chapter) in chapters.iter().enumerate() {
        let text = fs::read_to_string(docs.join(&chapter.path))
            .with_context(|| format!("docs/{}, which SUMMARY.md names", chapter.path))?;
        let included = include::expand(&chapter.path, &text)
            .with_context(|| format!("docs/{}", chapter.path))?;
        let page = page::Page {
            chapter,
            before: place.checked_sub(1).map(|place| chapters[place]),
            after: chapters.get(place + 1).copied(),
            body: &render::html(&included.text),
        };
        files.extend(included.pictures);
        files.insert(render::target(&chapter.path), page.html(&summary).into_bytes());
    }
    Ok(Book { files, summary, sources })
}

impl Book {
    /// Writes the book into a folder, which is emptied first.
    pub fn write(&self, folder: &Path) -> Result<()> {
        if folder.exists() {
            fs::remove_dir_all(folder).with_context(|| folder.display().to_string())?;
        }
        for (path, bytes) in &self.files {
            let file = folder.join(path);
            if let Some(parent) = file.parent() {
                fs::create_dir_all(parent).with_context(|| parent.display().to_string())?;
            }
            fs::write(&file, bytes).with_context(|| file.display().to_string())?;
        }
        Ok(())
    }
}

/// All files below a folder, by their paths from `docs/`, in order.
fn listed(docs: &Path, folder: &str) -> Result<Vec<String>> {
    let mut found = Vec::new();
    let entries = fs::read_dir(docs.join(folder)).with_context(|| format!("docs/{folder}"))?;
    for entry in entries {
        let entry = entry?;
        let path = format!("{folder}{}", entry.file_name().to_string_lossy());
        if entry.file_type()?.is_dir() {
            found.extend(listed(docs, &format!("{path}/"))?);
        } else {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

/// Text with the special characters of HTML escaped.
pub(crate) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
