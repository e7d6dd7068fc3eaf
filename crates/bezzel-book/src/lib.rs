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
pub mod search;
pub mod summary;

use anyhow::{Context, Result};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use summary::Entry;

/// The files of `docs/` and its table of contents.
pub struct Docs {
    files: BTreeMap<String, Cow<'static, [u8]>>,
    /// The table of contents.
    pub summary: Vec<Entry>,
    /// The address of a workstation that serves the book, for links to it.
    workstation: Option<&'static str>,
}

/// A page, and the pictures drawn for it, by their paths in the book.
pub struct Rendered {
    /// The page as HTML.
    pub html: String,
    /// The pictures.
    pub pictures: BTreeMap<String, Vec<u8>>,
}

impl Docs {
    /// These files, by their paths from `docs/`.
    pub fn new(files: BTreeMap<String, Cow<'static, [u8]>>) -> Result<Docs> {
        let table = files.get("SUMMARY.md").context("there is no docs/SUMMARY.md")?;
        let summary = summary::read(std::str::from_utf8(table).context("docs/SUMMARY.md")?)?;
        Ok(Docs { files, summary, workstation: None })
    }

    /// The files of a folder.
    pub fn read(folder: &Path) -> Result<Docs> {
        let mut files = BTreeMap::new();
        for path in listed(folder, "")? {
            let bytes = fs::read(folder.join(&path)).with_context(|| path.clone())?;
            files.insert(path, Cow::Owned(bytes));
        }
        Docs::new(files)
    }

    /// The same, with links to a workstation at this address on every page.
    #[must_use]
    pub fn with_workstation(self, address: &'static str) -> Docs {
        Docs { workstation: Some(address), ..self }
    }

    /// A file that is part of the book as it is: a picture, a program.
    #[must_use]
    pub fn file(&self, path: &str) -> Option<&[u8]> {
        self.files.get(path).filter(|_| !path.ends_with(".md")).map(AsRef::as_ref)
    }

    /// The Markdown of a page.
    pub fn text(&self, source: &str) -> Result<&str> {
        let bytes = (self.files.get(source))
            .with_context(|| format!("docs/{source}, which SUMMARY.md names, does not exist"))?;
        std::str::from_utf8(bytes).with_context(|| format!("docs/{source}"))
    }

    /// The source that a file of the book is made from: a page, or a picture drawn for a page.
    #[must_use]
    pub fn source_of(&self, path: &str) -> Option<&str> {
        let mut chapters = summary::chapters(&self.summary);
        let draws = |chapter: &&summary::Chapter| {
            let text = self.text(&chapter.path).unwrap_or_default();
            include::drawn(text).any(|drawn| drawn == path)
        };
        let found = match path.starts_with("drawn/") {
            true => chapters.find(draws),
            false => chapters.find(|chapter| render::target(&chapter.path) == path),
        };
        found.map(|chapter| chapter.path.as_str())
    }

    /// Makes the page of a source.
    pub fn page(&self, source: &str) -> Result<Rendered> {
        let chapters: Vec<_> = summary::chapters(&self.summary).collect();
        let place = (chapters.iter().position(|chapter| chapter.path == source))
            .with_context(|| format!("docs/SUMMARY.md does not name {source}"))?;
        let included = include::expand(source, self.text(source)?)
            .with_context(|| format!("docs/{source}"))?;
        let page = page::Page {
            chapter: chapters[place],
            before: place.checked_sub(1).map(|place| chapters[place]),
            after: chapters.get(place + 1).copied(),
            workstation: self.workstation,
            body: &render::html(&included.text),
        };
        Ok(Rendered { html: page.html(&self.summary), pictures: included.pictures })
    }
}

/// The style sheet of the book.
pub const STYLE: &str = include_str!("book.css");

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
pub fn build(folder: &Path) -> Result<Book> {
    let docs = Docs::read(folder)?;
    let mut files = BTreeMap::new();
    let mut sources = Vec::new();
    for (path, bytes) in &docs.files {
        if path.ends_with(".md") {
            sources.push(path.clone());
        } else {
            files.insert(path.clone(), bytes.to_vec());
        }
    }
    files.insert("book.css".to_owned(), STYLE.as_bytes().to_vec());
    for chapter in summary::chapters(&docs.summary) {
        let page = docs.page(&chapter.path)?;
        files.extend(page.pictures);
        files.insert(render::target(&chapter.path), page.html.into_bytes());
    }
    Ok(Book { files, summary: docs.summary, sources })
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
