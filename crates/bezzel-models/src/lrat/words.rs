//! The words of a line, read as lists that each end with 0.

use super::literal::{Literal, Variables};
use std::iter::Peekable;
use std::str::SplitAsciiWhitespace;

/// The words of a line that have not been read yet.
pub(super) struct Words<'t>(Peekable<SplitAsciiWhitespace<'t>>);

impl<'t> Words<'t> {
    /// All words of a line.
    pub fn of(line: &'t str) -> Words<'t> {
        Words(line.split_ascii_whitespace().peekable())
    }

    /// The next word, without consuming it.
    pub fn peek(&mut self) -> Option<&'t str> {
        self.0.peek().copied()
    }

    /// Consumes the next word.
    pub fn next(&mut self) -> Option<&'t str> {
        self.0.next()
    }

    /// Consumes the next word if it is this one.
    pub fn skip(&mut self, word: &str) -> bool {
        self.0.next_if_eq(&word).is_some()
    }

    /// The number of a clause; `None` for the 0 that ends a list.
    pub fn id(&mut self) -> Result<Option<u64>, String> {
        let word = self.next().ok_or("the line does not end with 0")?;
        if word.starts_with('-') {
            return Err(format!("hint {word} resolves on a literal, which is not checked here"));
        }
        let is_number = word.bytes().all(|byte| byte.is_ascii_digit());
        let id = word.parse().ok().filter(|_| is_number);
        let id: u64 = id.ok_or_else(|| format!("'{word}' is not a clause number"))?;
        Ok((id != 0).then_some(id))
    }

    /// Numbers of clauses up to a 0.
    pub fn ids(&mut self) -> Result<Vec<u64>, String> {
        let mut ids = Vec::new();
        while let Some(id) = self.id()? {
            ids.push(id);
        }
        Ok(ids)
    }

    /// Literals up to a 0.
    pub fn literals(&mut self, variables: Variables) -> Result<Vec<Literal>, String> {
        let mut literals = Vec::new();
        loop {
            let word = self.next().ok_or("a clause and its hints each end with 0")?;
            match variables.literal(word)? {
                Some(literal) => literals.push(literal),
                None => return Ok(literals),
            }
        }
    }
}
