//! `bezzel-book [FOLDER]`: builds and checks the book, and writes it to `target/book` or FOLDER.

use anyhow::{Result, bail};
use std::path::{Path, PathBuf};

fn main() -> Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize()?;
    let folder = std::env::args_os().nth(1).map_or_else(|| root.join("target/book"), PathBuf::from);
    let book = bezzel_book::build(&root.join("docs"))?;
    let faults = bezzel_book::check::faults(&book);
    if !faults.is_empty() {
        bail!("the book has faults:\n  {}", faults.join("\n  "));
    }
    book.write(&folder)?;
    let pages = book.files.keys().filter(|path| path.ends_with(".html")).count();
    println!("{pages} pages in {}", folder.join("index.html").display());
    Ok(())
}
