//! What to do instead of what was refused, as facts that each program puts into its own words.

use std::fmt;

/// A suggestion. A flag, a JSON field and a keyword argument are written differently, so this says
/// which option is meant and not how to write it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Instead {
    /// Set an option of the request to a value, for example `algorithm` to `bitmask`.
    Set {
        /// The option's name in the request.
        option: &'static str,
        /// Its value; `None` if any will do.
        value: Option<String>,
    },
    /// Leave an option of the request out.
    LeaveOut {
        /// The option's name in the request.
        option: &'static str,
    },
    /// Use another verb.
    Ask {
        /// The verb.
        verb: &'static str,
        /// What for.
        purpose: &'static str,
    },
    /// Install what is loaded at run time.
    Install {
        /// What.
        library: &'static str,
        /// The package on PyPI that contains it.
        package: &'static str,
        /// The environment variable that says where it is.
        variable: &'static str,
    },
    /// Advice that is the same for everybody.
    Advice(String),
}

impl Instead {
    /// Set an option to this value.
    pub fn set(option: &'static str, value: impl Into<String>) -> Instead {
        Instead::Set { option, value: Some(value.into()) }
    }

    /// Set an option to whatever is meant.
    #[must_use]
    pub fn choose(option: &'static str) -> Instead {
        Instead::Set { option, value: None }
    }

    /// Use another verb for this purpose.
    #[must_use]
    pub fn ask(verb: &'static str, purpose: &'static str) -> Instead {
        Instead::Ask { verb, purpose }
    }

    /// Advice that is the same for everybody.
    pub fn advice(advice: impl Into<String>) -> Instead {
        Instead::Advice(advice.into())
    }

    /// All suggestions in one line, each in these words; `None` if there are none.
    pub fn hint(all: &[Instead], words: impl Fn(&Instead) -> String) -> Option<String> {
        let mut suggestions = all.iter().map(words);
        let first = suggestions.next()?;
        Some(suggestions.fold(first, |text, next| {
            // After a question mark the next suggestion starts a new sentence.
            let joint = if text.ends_with('?') { " " } else { ", or " };
            text + joint + &next
        }))
    }
}

/// In the words of the request's fields: `set algorithm to bitmask`.
impl fmt::Display for Instead {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Instead::Set { option, value: Some(value) } => write!(f, "set {option} to {value}"),
            Instead::Set { option, value: None } => write!(f, "set {option}"),
            Instead::LeaveOut { option } => write!(f, "leave {option} out"),
            Instead::Ask { verb, purpose } => write!(f, "{verb} {purpose}"),
            Instead::Install { library, package, variable } => write!(
                f,
                "install {library}, which the PyPI package {package} contains, \
                 and say in the variable {variable} where it is"
            ),
            Instead::Advice(advice) => f.write_str(advice),
        }
    }
}

/// An error that knows what to do instead. Its `Display` says what is wrong, and nothing else.
///
/// ```
/// use bezzel_board::{Explain, Size};
///
/// let error = "8x5".parse::<Size>().unwrap_err();
/// assert_eq!(error.to_string(), "a board has no more rows than columns");
/// assert_eq!(error.instead()[0].to_string(), "write 5x8, not 8x5");
/// assert_eq!(error.explain(), "a board has no more rows than columns; write 5x8, not 8x5");
/// ```
pub trait Explain: fmt::Display {
    /// What to do instead, the best first; nothing if there is no suggestion.
    fn instead(&self) -> Vec<Instead>;

    /// What is wrong and what to do instead in one line, for a program without words of its own.
    fn explain(&self) -> String {
        match Instead::hint(&self.instead(), Instead::to_string) {
            Some(hint) => format!("{self}; {hint}"),
            None => self.to_string(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suggestions_are_joined_in_one_line() {
        let hint = |all: &[Instead]| Instead::hint(all, Instead::to_string);
        assert_eq!(hint(&[]), None);
        let all = [Instead::set("engine", "torus"), Instead::LeaveOut { option: "torus" }];
        assert_eq!(hint(&all).as_deref(), Some("set engine to torus, or leave torus out"));
        let all = [Instead::advice("did you mean wirth?"), Instead::ask("algorithms", "lists all")];
        assert_eq!(hint(&all).as_deref(), Some("did you mean wirth? algorithms lists all"));
        assert_eq!(hint(&[Instead::choose("size")]).as_deref(), Some("set size"));
    }
}
