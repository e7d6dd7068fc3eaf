//! Reading requests: an error names the field that is wrong and says what it must be.

use crate::{Error, ErrorKind};
use bezzel_board::Refused;
use serde::de::DeserializeOwned;

/// Most letters of a value that a message shows.
const SHOWN: usize = 40;

/// What a reader calls a value, and what a user calls it.
const WORDS: [(&str, &str); 11] = [
    ("a string", "a text"),
    ("a boolean", "true or false"),
    ("a sequence", "a list"),
    ("a map", "an object"),
    ("usize", "a whole number from 0 to 18446744073709551615"),
    ("u64", "a whole number from 0 to 18446744073709551615"),
    ("u32", "a whole number from 0 to 4294967295"),
    ("u16", "a whole number from 0 to 65535"),
    ("f64", "a number"),
    ("a tuple of size 2", "a pair [row, column]"),
    ("string or map", "a name or an object"),
];

/// Reads a request, or another value, from JSON.
///
/// ```
/// use bezzel::{SolveRequest, read_json};
///
/// let text = br#"{ "problem": { "version": 1, "size": "8x5" } }"#;
/// let error = read_json::<SolveRequest>(text).unwrap_err();
/// assert_eq!(error.field.as_deref(), Some("problem"));
/// assert_eq!(error.what, "a board has no more rows than columns");
/// assert_eq!(error.instead[0].to_string(), "write 5x8, not 8x5");
/// ```
pub fn read_json<T: DeserializeOwned>(json: &[u8]) -> Result<T, Error> {
    serde_json::from_slice(json).map_err(|error: serde_json::Error| {
        let text = error.to_string();
        let text = text.rsplit_once(" at line ").map_or(text.as_str(), |(text, _)| text);
        if !error.is_data() {
            let what = format!("the request cannot be read: {text}");
            let error = Error::new(ErrorKind::NotJson, what);
            return error.advice("check its brackets, quotes and commas");
        }
        // The facts come with the first error; only a second, slower reading finds out where it is.
        let facts = Refused::by(text);
        let reader = &mut serde_json::Deserializer::from_slice(json);
        let again: Result<T, _> = serde_path_to_error::deserialize(reader);
        let field = again.err().map_or(String::new(), |error| error.path().to_string());
        match facts {
            Some(facts) => known(&field, facts),
            None => misread(&field, text),
        }
    })
}

/// The error for a value that a reader of documents has refused: at this field, a path such as
/// `problems[0].size`, with this complaint.
#[must_use]
pub fn misread(field: &str, complaint: &str) -> Error {
    if let Some(facts) = Refused::by(complaint) {
        return known(field, facts);
    }
    let field = field.trim_matches('.');
    // A user knows the innermost name; the numbers of list entries do not help.
    let innermost = field.rsplit('.').next().unwrap_or_default();
    let name = innermost.split('[').next().filter(|name| !name.is_empty()).unwrap_or("the request");
    let mut error = in_words(name, complaint);
    let inner = missing(complaint);
    let path = [field, inner.unwrap_or_default()];
    let path: Vec<&str> = path.into_iter().filter(|part| !part.is_empty()).collect();
    error.field = Some(path.join(".")).filter(|path| !path.is_empty());
    error
}

/// The error for a value with known facts.
fn known(field: &str, facts: Refused) -> Error {
    let mut error = Error::bad(facts.what);
    error.instead = facts.instead;
    error.field = Some(field.trim_matches('.').to_owned()).filter(|field| !field.is_empty());
    error
}

/// The name of a field that is not there.
fn missing(complaint: &str) -> Option<&str> {
    complaint.strip_prefix("missing field `")?.strip_suffix('`')
}

/// A reader's complaint without the names of types in the program.
fn in_words(name: &str, complaint: &str) -> Error {
    if let Some(missing) = missing(complaint) {
        return Error::bad(format!("{missing} is missing")).advice(format!("give {missing}"));
    }
    if let Some((wrong, known)) = about(complaint, "unknown variant `") {
        let error = Error::unknown(format!("{name} cannot be '{}'", shortened(wrong)));
        return error.advice(format!("it is one of {known}"));
    }
    if let Some((wrong, known)) = about(complaint, "unknown field `") {
        let error = Error::unknown(format!("there is no option {}", shortened(wrong)));
        return error.advice(format!("there are {known}"));
    }
    let mismatch = ["invalid type: ", "invalid value: "];
    let mismatch = mismatch.iter().find_map(|start| complaint.strip_prefix(start));
    if let Some((found, wanted)) = mismatch.and_then(|text| text.rsplit_once(", expected ")) {
        let error = Error::bad(format!("{name} cannot be {}", shortened(&value(found))));
        return error.advice(format!("it must be {}", expected(wanted)));
    }
    if let Some(wanted) = complaint.strip_prefix("expected ") {
        let error = Error::bad(format!("{name} has a value of the wrong kind"));
        return error.advice(format!("it must be {}", expected(wanted)));
    }
    let length = complaint.strip_prefix("invalid length ");
    if let Some((length, wanted)) = length.and_then(|text| text.split_once(", expected ")) {
        let error = Error::bad(format!("{name} has {length} entries"));
        return error.advice(format!("it must be {}", expected(wanted)));
    }
    match complaint {
        "invalid digit found in string" | "cannot parse integer from empty string" => {
            Error::bad(format!("{name} is not a number")).advice("write a whole number from 0")
        }
        "number too large to fit in target type" => {
            Error::bad(format!("{name} is too large a number")).advice("write a smaller one")
        }
        other => Error::bad(format!("{name}: {}", other.replace('`', "'"))),
    }
}

/// The wrong name and the right ones in a complaint that starts like this.
fn about<'c>(complaint: &'c str, start: &str) -> Option<(&'c str, String)> {
    let (wrong, rest) = complaint.strip_prefix(start)?.rsplit_once("`, expected ")?;
    let names = rest.trim_start_matches("one of ").replace('`', "");
    Some((wrong, names.replace(" or ", ", ")))
}

/// A value as it was written.
fn value(found: &str) -> String {
    let kinds = ["string ", "integer ", "floating point ", "boolean ", "character "];
    match kinds.iter().find_map(|kind| found.strip_prefix(kind)) {
        Some(written) => written.trim_matches('`').to_owned(),
        None => match found {
            "map" => "an object".to_owned(),
            "sequence" => "a list".to_owned(),
            "null" | "unit value" | "Option value" => "empty".to_owned(),
            other => other.to_owned(),
        },
    }
}

/// What a field must be.
fn expected(wanted: &str) -> String {
    if ["struct ", "internally tagged enum ", "map with"].iter().any(|it| wanted.starts_with(it)) {
        return "an object".to_owned();
    }
    let known = WORDS.iter().find(|(reader, _)| *reader == wanted);
    known.map_or_else(|| wanted.replace('`', "'"), |(_, user)| (*user).to_owned())
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{CountRequest, ListRequest};

    /// What is wrong, what to do instead, and where.
    fn refused(text: &str) -> (String, String, Option<String>) {
        let error = read_json::<CountRequest>(text.as_bytes()).unwrap_err();
        let hint = error.hint(ToString::to_string).unwrap_or_default();
        (error.what, hint, error.field)
    }

    #[test]
    fn a_refused_problem_keeps_its_facts() {
        let (what, hint, field) =
            refused(r#"{"problems":[{"version":1,"size":"8"},{"version":1,"size":"x"}]}"#);
        assert_eq!(what, "'x' is not a board size");
        assert!(hint.starts_with("write 8, "), "{hint}");
        assert_eq!(field.as_deref(), Some("problems[1]"));
        let text =
            r#"{"problem":{"version":1,"size":"4","topology":"mobius","rule":"semi-queen"}}"#;
        let error = read_json::<ListRequest>(text.as_bytes()).unwrap_err();
        let instead =
            [crate::Instead::set("rule", "queen"), crate::Instead::set("topology", "cylinder")];
        assert_eq!(error.instead, instead);
    }

    #[test]
    fn what_the_reader_refuses_is_said_in_words() {
        let plain = r#"{"version":1,"size":"8"}"#;
        for (text, what, hint, field) in [
            ("{}", "problems is missing", "give problems", "problems"),
            (
                &format!(r#"{{"problems":[{plain}],"limits":{{"visits":-1}}}}"#),
                "visits cannot be -1",
                "it must be a whole number from 0 to 18446744073709551615",
                "limits.visits",
            ),
            (
                &format!(r#"{{"problems":[{plain}],"classes":"yes"}}"#),
                "classes cannot be \"yes\"",
                "it must be true or false",
                "classes",
            ),
            (
                r#"{"problems":[{"version":1,"size":"8","given":[[1]]}]}"#,
                "given has 1 entries",
                "it must be a pair [row, column]",
                "problems[0].given[0]",
            ),
        ] {
            let (said, instead, at) = refused(text);
            assert_eq!((said.as_str(), instead.as_str()), (what, hint), "{text}");
            assert_eq!(at.as_deref(), Some(field), "{text}");
        }
        let (what, hint, _) = refused(&format!(r#"{{"problems":[{plain}],"knights":1}}"#));
        assert_eq!(what, "there is no option knights");
        assert!(hint.starts_with("there are problems, "), "{hint}");
        let error = read_json::<CountRequest>(b"{\"problems\"").unwrap_err();
        assert_eq!((error.kind, error.field), (ErrorKind::NotJson, None));
        assert!(!error.what.contains("line"), "{}", error.what);
    }
}
