//! Names from files and file systems, made safe to print.

use std::path::Path;

/// The text with every control character written as an escape, so that a name in a file cannot
/// move the cursor, change colours or reverse the direction of a terminal.
#[must_use]
pub fn printable(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        if letter.is_control() || is_hidden(letter) {
            safe.extend(letter.escape_unicode());
        } else {
            safe.push(letter);
        }
    }
    safe
}

/// A path in a form that can be printed.
#[must_use]
pub fn shown(path: &Path) -> String {
    printable(&path.to_string_lossy())
}

/// Invisible characters that change how their neighbours are shown.
fn is_hidden(letter: char) -> bool {
    matches!(letter, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terminal_control_characters_are_escaped() {
        assert_eq!(printable("a=5 C=0,3,7 Zürich"), "a=5 C=0,3,7 Zürich");
        assert_eq!(printable("\u{1b}[2Jx\n\u{202e}"), "\\u{1b}[2Jx\\u{a}\\u{202e}");
        assert_eq!(printable("\u{9b}31m\u{7f}"), "\\u{9b}31m\\u{7f}");
        assert_eq!(shown(Path::new("a\rb")), "a\\u{d}b");
    }
}
