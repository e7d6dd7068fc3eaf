//! What is known about something that may or may not exist.

/// What is known about something that may or may not exist.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Existence<T> {
    /// An example.
    Found(T),
    /// There is none, proven.
    None,
    /// Neither one nor a proof was found.
    Open,
}
