//! The answers of solvers, and the positions of errors in their text.

use crate::{ModelError, Variable};
use bezzel_board::{Explain, Instead};
use std::borrow::Cow;
use std::fmt;
use thiserror::Error;

/// The answer of an external program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SolverAnswer<T> {
    /// It found this solution, which has been verified.
    Found(T),
    /// It reports that there is none. Only a proof could verify that.
    None,
    /// It stopped without an answer, with this message.
    Unknown(String),
}

/// The claim of a solver, before it is verified.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Claim {
    /// These variables are true.
    Queens(Vec<Variable>),
    /// There is no solution.
    None,
    /// No answer, in the solver's words.
    Unknown(String),
}

/// Why an answer is rejected.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ReadError {
    /// The text is not an answer in this format.
    #[error("line {line}, column {column}: {problem}")]
    Malformed {
        /// Line, from 1.
        line: usize,
        /// Column in characters, from 1.
        column: usize,
        /// What is wrong.
        problem: String,
        /// What would be right, where that does not follow from what is wrong.
        advice: Option<String>,
    },
    /// The answer is readable but wrong.
    #[error("the answer is wrong: {0}")]
    Wrong(ModelError),
}

impl ReadError {
    pub(super) fn wrong(error: ModelError) -> ReadError {
        ReadError::Wrong(error)
    }

    /// The same with what was expected.
    pub(super) fn expected(self, expected: impl fmt::Display) -> ReadError {
        self.advice(format!("expected {expected}"))
    }

    /// The same with what would be right.
    pub(super) fn advice(mut self, text: impl Into<String>) -> ReadError {
        if let ReadError::Malformed { advice, .. } = &mut self {
            *advice = Some(text.into());
        }
        self
    }
}

impl Explain for ReadError {
    fn instead(&self) -> Vec<Instead> {
        match self {
            ReadError::Malformed { advice, .. } => {
                advice.iter().map(|text| Instead::advice(text.as_str())).collect()
            }
            ReadError::Wrong(error) => error.instead(),
        }
    }
}

/// A word of an answer and its position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Word<'t> {
    pub text: &'t str,
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
}

impl<'t> Word<'t> {
    /// An error at this word.
    pub fn fault(&self, problem: impl Into<String>) -> ReadError {
        let (line, column) = (self.line, self.column);
        ReadError::Malformed { line, column, problem: problem.into(), advice: None }
    }

    /// The word as a number.
    pub fn number<N: std::str::FromStr>(&self, what: &str) -> Result<N, ReadError> {
        self.text.parse().map_err(|_| self.fault(format!("'{}' is not {what}", self.text)))
    }

    /// The part of the word from this byte on.
    pub fn from(&self, byte: usize) -> Word<'t> {
        let column = self.column + self.text[..byte].chars().count();
        Word { text: &self.text[byte..], line: self.line, column }
    }

    /// The words of this text between separators.
    pub fn split(self, separator: fn(char) -> bool) -> impl Iterator<Item = Word<'t>> {
        let mut rest = Some(self);
        std::iter::from_fn(move || {
            let here = rest?;
            let Some(start) = here.text.find(|c| !separator(c)) else {
                rest = None;
                return None;
            };
            let here = here.from(start);
            let end = here.text.find(separator).unwrap_or(here.text.len());
            rest = Some(here.from(end));
            Some(Word { text: &here.text[..end], ..here })
        })
    }

    /// The words between white space.
    pub fn words(self) -> impl Iterator<Item = Word<'t>> {
        self.split(char::is_whitespace)
    }

    /// The first word and the rest, both trimmed; `None` for an empty line.
    pub fn split_first(self) -> Option<(Word<'t>, Word<'t>)> {
        let first = self.words().next()?;
        let start = self.text.find(first.text).expect("the word is in the line") + first.text.len();
        let rest = self.from(start);
        let rest = rest.from(rest.text.len() - rest.text.trim_start().len());
        Some((first, Word { text: rest.text.trim_end(), ..rest }))
    }

    /// The rest of this text after a prefix, if it has this prefix.
    pub fn after(&self, prefix: &str) -> Option<Word<'t>> {
        self.text.starts_with(prefix).then(|| self.from(prefix.len()))
    }
}

/// The text without the escape sequences that some programs write for colours even into pipes.
pub(super) fn plain(text: &str) -> Cow<'_, str> {
    let mut parts = text.split("\x1b[");
    let first = parts.next().unwrap_or_default();
    if first.len() == text.len() {
        return Cow::Borrowed(text);
    }
    let rest = parts.map(|part| part.split_once(|c: char| c.is_alphabetic()).map_or("", |p| p.1));
    Cow::Owned(std::iter::once(first).chain(rest).collect())
}

/// The lines of an answer, each as one word with its position.
pub(super) fn lines(text: &str) -> impl Iterator<Item = Word<'_>> {
    (1..).zip(text.lines()).map(|(line, text)| Word { text, line, column: 1 })
}

/// The error for a text that ends without an answer.
pub(super) fn nothing(text: &str, expected: &str) -> ReadError {
    let line = text.lines().count().max(1);
    let column = text.lines().last().map_or(0, |line| line.chars().count()) + 1;
    let problem = "the text ends without an answer".to_owned();
    ReadError::Malformed { line, column, problem, advice: None }.expected(expected)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_taken_out() {
        assert_eq!(
            plain("\x1b[92ms SATISFIABLE\x1b[0m\n\x1b[1;4mv\x1b[0m 1"),
            "s SATISFIABLE\nv 1"
        );
        assert_eq!(plain("a\x1b[9"), "a");
        assert!(matches!(plain("s UNKNOWN"), Cow::Borrowed(_)));
    }

    #[test]
    fn words_know_their_line_and_column_in_characters() {
        let all: Vec<(String, usize, usize)> = lines("v 1  -2\n\n été x5")
            .flat_map(Word::words)
            .map(|word| (word.text.to_owned(), word.line, word.column))
            .collect();
        let expected = [("v", 1, 1), ("1", 1, 3), ("-2", 1, 6), ("été", 3, 2), ("x5", 3, 6)];
        assert_eq!(all, expected.map(|(text, line, column)| (text.to_owned(), line, column)));
        assert_eq!(
            nothing("a\nbc", "x").explain(),
            "line 2, column 3: the text ends without an answer; expected x"
        );
    }
}
