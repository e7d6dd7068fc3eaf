//! Why there is no answer: what is wrong, why, and what to do instead, as facts.

use bezzel_board::{BoardError, Explain, Instead, NotationError};
use bezzel_engines::{ClassesError, EngineError};
use bezzel_models::ModelError;
use bezzel_models::solve::SolveError;
use bezzel_search::SearchError;
use std::fmt;

/// Why there is no answer.
///
/// `Display` gives what is wrong and why in one line without mentioning options. What to do instead
/// is kept separately as [`Instead`], because a flag, a JSON field and a keyword argument are
/// written differently; [`Error::render`] puts everything together.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Error {
    /// What kind of error it is.
    pub kind: ErrorKind,
    /// What is wrong.
    pub what: String,
    /// What to do instead, the best first.
    pub instead: Vec<Instead>,
    /// Where it is in a request that was read, such as `problems[0].size`.
    pub field: Option<String>,
}

/// What kind of error it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// A wrong value, or values that cannot be combined.
    BadRequest,
    /// A request that is not JSON.
    NotJson,
    /// A name that does not exist.
    UnknownName,
    /// A board that the chosen method does not support.
    Unsupported,
    /// More than a limit allows.
    TooLarge,
    /// Something that already exists and will not be overwritten.
    Exists,
    /// A file or stream that cannot be read or written.
    Io,
    /// A file that is not what it should be.
    Damaged,
    /// It is in use by another program.
    Busy,
    /// A solver that is not on this machine.
    NotThere,
    /// A solver or engine failed, or gave an answer that did not verify.
    Failed,
    /// Numbers that contradict each other; the message has them.
    Alarm,
    /// It was stopped before there was anything to answer.
    Stopped,
}

impl Error {
    /// An error without a suggestion.
    pub fn new(kind: ErrorKind, what: impl Into<String>) -> Error {
        Error { kind, what: what.into(), instead: Vec::new(), field: None }
    }

    /// A wrong value.
    pub fn bad(what: impl Into<String>) -> Error {
        Error::new(ErrorKind::BadRequest, what)
    }

    /// A computation that was asked to stop before it had an answer.
    pub fn stopped() -> Error {
        Error::new(ErrorKind::Stopped, "it was stopped before it had an answer")
    }

    /// A name that does not exist.
    pub fn unknown(what: impl Into<String>) -> Error {
        Error::new(ErrorKind::UnknownName, what)
    }

    /// An error of a lower library, which knows what is wrong and what to do instead.
    pub fn of(kind: ErrorKind, error: &dyn Explain) -> Error {
        Error { kind, what: error.to_string(), instead: error.instead(), field: None }
    }

    /// The same, and what to do instead.
    pub fn or(mut self, instead: Instead) -> Error {
        self.instead.push(instead);
        self
    }

    /// The same, with an option to set.
    pub fn set(self, option: &'static str, value: impl Into<String>) -> Error {
        self.or(Instead::set(option, value))
    }

    /// The same, with an option to leave out.
    pub fn leave_out(self, option: &'static str) -> Error {
        self.or(Instead::LeaveOut { option })
    }

    /// The same, with another verb to ask.
    pub fn ask(self, verb: &'static str, purpose: &'static str) -> Error {
        self.or(Instead::ask(verb, purpose))
    }

    /// The same, with advice.
    pub fn advice(self, advice: impl Into<String>) -> Error {
        self.or(Instead::advice(advice))
    }

    /// What is wrong and what to do instead in one line, with each suggestion in a front's words.
    pub fn render(&self, words: impl Fn(&Instead) -> String) -> String {
        match self.hint(words) {
            Some(hint) => format!("{}; {hint}", self.what),
            None => self.what.clone(),
        }
    }

    /// What to do instead in one line; `None` if there is no suggestion.
    pub fn hint(&self, words: impl Fn(&Instead) -> String) -> Option<String> {
        Instead::hint(&self.instead, words)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)
    }
}

impl std::error::Error for Error {}

impl Explain for Error {
    fn instead(&self) -> Vec<Instead> {
        self.instead.clone()
    }
}

impl From<BoardError> for Error {
    fn from(error: BoardError) -> Error {
        Error::of(ErrorKind::BadRequest, &error)
    }
}

impl From<NotationError> for Error {
    fn from(error: NotationError) -> Error {
        Error::of(ErrorKind::BadRequest, &error)
    }
}

impl From<SearchError> for Error {
    fn from(error: SearchError) -> Error {
        let kind = match error {
            SearchError::UnknownAlgorithm { .. }
            | SearchError::UnknownSetting { .. }
            | SearchError::UnknownWord { .. }
            | SearchError::UnknownValue { .. }
            | SearchError::UnknownFormat { .. } => ErrorKind::UnknownName,
            _ => ErrorKind::Unsupported,
        };
        Error::of(kind, &error)
    }
}

impl From<EngineError> for Error {
    fn from(error: EngineError) -> Error {
        let kind = match error {
            EngineError::Unknown { .. } => ErrorKind::UnknownName,
            EngineError::Stopped => ErrorKind::Stopped,
            EngineError::TooLarge { .. }
            | EngineError::Memory { .. }
            | EngineError::TooManySets { .. } => ErrorKind::TooLarge,
            _ => ErrorKind::Unsupported,
        };
        Error::of(kind, &error)
    }
}

/// Two counts contradict each other: nothing is shown.
impl From<ClassesError> for Error {
    fn from(error: ClassesError) -> Error {
        Error::of(ErrorKind::Failed, &error)
    }
}

impl From<SolveError> for Error {
    fn from(error: SolveError) -> Error {
        let kind = match error {
            SolveError::Model(error) => return error.into(),
            SolveError::UnknownBackend { .. } => ErrorKind::UnknownName,
            SolveError::TooLarge { .. } => ErrorKind::TooLarge,
            SolveError::NotThere { .. } => ErrorKind::NotThere,
            SolveError::WrongAnswer { .. } | SolveError::Failed { .. } => ErrorKind::Failed,
            SolveError::File { .. } => ErrorKind::Io,
            SolveError::NoSat | SolveError::Unsupported { .. } => ErrorKind::Unsupported,
            _ => ErrorKind::BadRequest,
        };
        Error::of(kind, &error)
    }
}

impl From<ModelError> for Error {
    fn from(error: ModelError) -> Error {
        let kind = match error {
            ModelError::UnknownName { .. } => ErrorKind::UnknownName,
            ModelError::NotFlat { .. } | ModelError::NoFormat { .. } => ErrorKind::Unsupported,
            ModelError::TooLarge { .. } => ErrorKind::TooLarge,
            _ => ErrorKind::BadRequest,
        };
        Error::of(kind, &error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bezzel_board::Size;

    #[test]
    fn what_is_wrong_and_what_would_be_right_stay_apart() {
        let error = Error::from("8; 9".parse::<Size>().unwrap_err());
        assert_eq!(error.what, "'8; 9' is not a board size");
        let [Instead::Advice(advice)] = &error.instead[..] else { panic!("{error:?}") };
        assert!(advice.starts_with("write 8, "), "{advice}");
    }
}
