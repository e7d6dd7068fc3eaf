//! A value refused while a document is read keeps its facts, which a parser's error has no room for.

use crate::{Explain, Instead};
use std::cell::RefCell;

/// What is wrong with a value in a document, and what to do instead.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Refused {
    /// What is wrong.
    pub what: String,
    /// What to do instead, the best first.
    pub instead: Vec<Instead>,
}

thread_local! {
    /// The latest refusal of this thread and its text. A parser's error keeps a text only, so the
    /// facts are kept beside it until the error is looked at.
    static LATEST: RefCell<Option<(String, Refused)>> = const { RefCell::new(None) };
}

impl Refused {
    /// The parser's error for a value that was refused. Its text is for programs that look no
    /// further; [`Refused::by`] gives the facts.
    pub fn error<E: serde::de::Error>(error: &dyn Explain) -> E {
        let (text, what) = (error.explain(), error.to_string());
        let refused = Refused { what, instead: error.instead() };
        LATEST.replace(Some((text.clone(), refused)));
        E::custom(text)
    }

    /// The facts behind a parser's error that this thread has just met; `None` if the parser itself
    /// refused the text.
    ///
    /// ```
    /// use bezzel_board::{Problem, Refused};
    ///
    /// let text = r#"{ "version": 1, "size": "8x5" }"#;
    /// let error = serde_json::from_str::<Problem>(text).unwrap_err();
    /// let refused = Refused::by(&error.to_string()).unwrap();
    /// assert_eq!(refused.what, "a board has no more rows than columns");
    /// assert_eq!(refused.instead[0].to_string(), "write 5x8, not 8x5");
    /// assert_eq!(Refused::by("expected value at line 1 column 1"), None);
    /// ```
    #[must_use]
    pub fn by(error: &str) -> Option<Refused> {
        // Another value may have been refused and then read in another form: only the text shows which.
        let (_, refused) = LATEST.take().filter(|(text, _)| error.contains(text.as_str()))?;
        Some(refused)
    }
}
