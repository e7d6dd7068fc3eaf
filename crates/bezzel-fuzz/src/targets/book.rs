//! The sources of the book: lines that are computed, and the table of contents.

use bezzel_book::{include, summary};

/// Reads both; boards are small, because every line that is understood is also computed.
pub fn book(input: &[u8]) {
    let text = String::from_utf8_lossy(input);
    if let Ok(entries) = summary::read(&text) {
        // Walking through it ends.
        assert!(summary::chapters(&entries).count() <= text.len());
    }
    let mut digits = text.split(|c: char| !c.is_ascii_digit());
    let is_small = digits.all(|number| number.len() <= 1);
    // Each generated line begins like this; a few of them are enough.
    if is_small && text.matches("{{").count() <= 3 && text.len() < 500 {
        let _ = include::expand("page.md", &text);
    }
}
