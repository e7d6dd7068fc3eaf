//! The book, made from the sources inside the program: each page when it is first asked for.
//!
//! Pages contain tables and pictures of real runs. Making all of them takes longer than starting
//! the program may, so one is made when somebody wants to read it, and kept.

use crate::app::App;
use crate::error::ApiError;
use crate::page;
use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Redirect, Response};
use bezzel_book::Docs;
use bezzel_book::search::{Index, Section, sections};
use rust_embed::RustEmbed;
use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

#[derive(RustEmbed)]
#[folder = "$CARGO_MANIFEST_DIR/../../docs"]
struct Sources;

/// Where the book is served.
pub const ROOT: &str = "/book/";

static DOCS: LazyLock<Docs> = LazyLock::new(|| {
    let files = Sources::iter().filter_map(|path| {
        let file = Sources::get(&path)?;
        Some((path.into_owned(), file.data))
    });
    let docs = Docs::new(files.collect()).expect("the book is tested before it is built in");
    docs.with_workstation("/")
});

/// Everything that can be searched, except what changes while the program runs.
static INDEX: LazyLock<Index> = LazyLock::new(|| {
    let mut all = algorithms();
    all.extend(papers());
    all.extend(sections(&DOCS, ROOT).expect("the book is tested before it is built in"));
    Index::new(all)
});

/// Pages and pictures made so far, by their paths.
static MADE: Mutex<BTreeMap<String, Arc<Vec<u8>>>> = Mutex::new(BTreeMap::new());

/// The index, made when it is first asked for.
pub fn index() -> &'static Index {
    &INDEX
}

/// The entrance: leads to the first page.
pub async fn enter() -> Redirect {
    Redirect::permanent("/book/index.html")
}

/// A page, a picture or a file of the book.
pub async fn serve(
    State(app): State<Arc<App>>,
    Path(path): Path<String>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let bytes = match path.as_str() {
        "book.css" => Some(Arc::new(bezzel_book::STYLE.as_bytes().to_vec())),
        _ => match DOCS.file(&path) {
            Some(bytes) => Some(Arc::new(bytes.to_vec())),
            None => made(&app, &path).await?,
        },
    };
    let Some(bytes) = bytes else {
        let hint = "the contents are at /book/index.html";
        return Err(ApiError::missing("no-page", "the book has no such page", hint));
    };
    let tag = page::tag(&bytes);
    if page::is_known(&headers, &tag) {
        return Ok((axum::http::StatusCode::NOT_MODIFIED, [(header::ETAG, tag)]).into_response());
    }
    let about = [
        (header::CONTENT_TYPE, page::kind(&path).to_owned()),
        (header::CACHE_CONTROL, "no-cache".to_owned()),
        (header::CONTENT_SECURITY_POLICY, page::POLICY.to_owned()),
        (header::ETAG, tag),
    ];
    Ok((about, Body::from(bytes.to_vec())).into_response())
}

/// A page or a picture that is made by running algorithms; `None` if the book has no such page.
async fn made(app: &App, path: &str) -> Result<Option<Arc<Vec<u8>>>, ApiError> {
    let kept = |path: &str| made_so_far().get(path).cloned();
    if let Some(bytes) = kept(path) {
        return Ok(Some(bytes));
    }
    let Some(source) = DOCS.source_of(path) else {
        return Ok(None);
    };
    let page = app.quick.run(move |_| DOCS.page(source)).await?;
    let page = page.map_err(|error| ApiError::internal(format!("{error:#}")))?;
    let mut made = made_so_far();
    for (path, picture) in page.pictures {
        made.insert(path, Arc::new(picture));
    }
    if path.ends_with(".html") {
        made.insert(path.to_owned(), Arc::new(page.html.into_bytes()));
    }
    Ok(made.get(path).cloned())
}

fn made_so_far() -> std::sync::MutexGuard<'static, BTreeMap<String, Arc<Vec<u8>>>> {
    // A page that is not complete is never put in, so that a panic elsewhere spoils nothing.
    MADE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The cards of the algorithms.
fn algorithms() -> Vec<Section> {
    let answer = bezzel::algorithms(&bezzel::AlgorithmsRequest::default());
    let cards = answer.expect("every algorithm has a card").algorithms.into_iter();
    let section = |card: bezzel::Card| Section {
        kind: "algorithm",
        address: format!("/#learn?algorithm={}", card.id),
        heading: String::new(),
        text: [card.reference, card.guarantee, &card.pseudocode.join(" "), card.id].join(". "),
        title: card.title.to_owned(),
    };
    cards.map(section).collect()
}

/// The papers and what they print.
fn papers() -> Vec<Section> {
    let answer = bezzel_papers::list(&bezzel_papers::ReproduceRequest::new());
    let mut found = Vec::new();
    for paper in answer.expect("the papers are listed").papers {
        let section = |heading: &str, address: String, text: String| Section {
            kind: "paper",
            title: paper.title.to_owned(),
            heading: heading.to_owned(),
            address,
            text,
        };
        let itself =
            section("", format!("/#papers?paper={}", paper.id), paper.published.to_owned());
        // Papers are looked for by their authors.
        found.push(Section { title: format!("{} ({})", paper.title, paper.authors), ..itself });
        for item in &paper.items {
            let address = format!("/#papers?item={}", item.id);
            found.push(section(item.title, address, item.source.to_owned()));
        }
    }
    found
}
