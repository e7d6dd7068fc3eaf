//! The lines of a file, of limited length.

use super::LratError;
use std::io::{BufRead, Read};

/// Longest line in bytes: ten million literals. No solver writes a longer one, and reading it would
/// only fill the memory.
const LONGEST: u64 = 100_000_000;

/// The lines of a file with their numbers; `file` is the name it has in errors.
pub(super) fn numbered(
    mut text: impl BufRead,
    file: &'static str,
) -> impl Iterator<Item = Result<(usize, String), LratError>> {
    (1..).map_while(move |line| {
        let mut bytes = Vec::new();
        let fault = |what: &str| LratError::Line { file, line, what: what.to_owned() };
        match text.by_ref().take(LONGEST).read_until(b'\n', &mut bytes) {
            Ok(0) => None,
            Ok(_) if bytes.len() as u64 == LONGEST => Some(Err(fault("the line has no end"))),
            Ok(_) => Some(match String::from_utf8(bytes) {
                Ok(text) => Ok((line, text)),
                Err(_) => {
                    Err(fault("this is not text, and only proofs and formulas in text are read"))
                }
            }),
            Err(error) => Some(Err(error.into())),
        }
    })
}
