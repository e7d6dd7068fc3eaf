//! The back-ends, one language each.

pub mod animated_svg;
pub mod apng;
pub(crate) mod comma;
pub mod gif;
pub mod pdf;
pub mod png;
pub mod raster;
pub mod svg;
pub mod terminal;
pub mod tikz;

/// A text without control characters: a terminal would interpret them, and XML does not allow them.
/// Line breaks become spaces, all others the replacement character.
pub(crate) fn printable(text: &str) -> String {
    let steers = |c: char| c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}');
    let plain = |c: char| match c {
        '\n' | '\r' | '\t' => ' ',
        c if steers(c) => char::REPLACEMENT_CHARACTER,
        c => c,
    };
    text.chars().map(plain).collect()
}

/// A number with at most two decimals and no trailing zeros: stable and short.
pub(crate) fn number(value: f64) -> String {
    let rounded = (value * 100.0).round() / 100.0;
    // Adding 0 turns −0 into 0.
    format!("{}", rounded + 0.0)
}
