//! Errors of the libraries hold facts: what is wrong, and apart from it what to do instead, which
//! each front puts into its own words.

use std::path::{Path, PathBuf};

/// The crates below the fronts.
const LIBRARIES: [&str; 9] = [
    "bezzel-board",
    "bezzel-search",
    "bezzel-engines",
    "bezzel-models",
    "bezzel-draw",
    "bezzel-solvers",
    "bezzel-jobs",
    "bezzel",
    "bezzel-papers",
];

/// Sources that write options for other programs, or commands that readers of a paper can type.
const OTHER_PROGRAMS: [&str; 2] = ["bezzel-engines/src/gpu/compile.rs", "bezzel-papers/src/items/"];

/// Every source of the libraries without comments and tests, with its name.
fn sources() -> Vec<(String, String)> {
    fn collect(folder: &Path, found: &mut Vec<PathBuf>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            match path.extension() {
                _ if path.is_dir() => collect(&path, found),
                Some(extension) if extension == "rs" => found.push(path),
                _ => {}
            }
        }
    }
    let crates = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize().unwrap();
    let mut paths = Vec::new();
    for name in LIBRARIES {
        collect(&crates.join(name).join("src"), &mut paths);
    }
    let name = |path: &Path| path.strip_prefix(&crates).unwrap().to_str().unwrap().to_owned();
    let sources = paths.iter().map(|path| (name(path), std::fs::read_to_string(path).unwrap()));
    sources.map(|(name, text)| (name, code(&text))).collect()
}

/// A source without comments and without its tests, which stand at its end.
fn code(source: &str) -> String {
    let source = source.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let lines = source.lines().map(|line| match line.trim_start().starts_with("//") {
        true => "",
        false => line.split(" // ").next().unwrap_or_default(),
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// What stands between parentheses after each occurrence of these words, which end with the opening
/// one.
fn arguments<'s>(source: &'s str, words: &str) -> Vec<&'s str> {
    let starts = source.match_indices(words).map(|(at, _)| &source[at + words.len()..]);
    starts.map(|rest| &rest[..closing(rest)]).collect()
}

/// Where the parenthesis closes that was opened before this text; those in quotes do not count.
fn closing(text: &str) -> usize {
    let (mut depth, mut is_quoted, mut is_escaped) = (0_u32, false, false);
    for (at, char) in text.char_indices() {
        match char {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '"' => is_quoted = !is_quoted,
            '(' if !is_quoted => depth += 1,
            ')' if !is_quoted && depth == 0 => return at,
            ')' if !is_quoted => depth -= 1,
            _ => {}
        }
    }
    text.len()
}

/// Where a text names a flag: two dashes before a letter.
fn flag(text: &str) -> Option<&str> {
    let places = text.match_indices("--").map(|(at, _)| at);
    let mut named =
        places.filter(|at| text[at + 2..].starts_with(|c: char| c.is_ascii_lowercase()));
    named.next().map(|at| text[at..].lines().next().unwrap_or_default())
}

#[test]
fn what_is_wrong_is_said_without_advice() {
    let mut seen = 0;
    for (name, source) in sources() {
        // The texts of the error types, and of the errors of the library itself.
        for words in ["#[error(", "Error::bad(", "Error::unknown(", "Error::new("] {
            for text in arguments(&source, words) {
                assert!(!text.contains("; "), "{name}: advice belongs into `instead`: {text}");
                seen += 1;
            }
        }
    }
    assert!(seen > 200, "only {seen} texts were found");
}

#[test]
fn no_library_names_a_flag_or_a_command() {
    for (name, source) in sources() {
        if OTHER_PROGRAMS.iter().any(|other| name.starts_with(other)) {
            continue;
        }
        assert_eq!(flag(&source), None, "{name} names a flag of the command line");
        assert!(!source.contains("'bezzel "), "{name} names a command");
    }
}

#[test]
fn sources_are_read() {
    let source = "let a = f(g(\"(\"), 'x'); // --no\n/// --no\n#[cfg(test)]\nmod tests {\n--no";
    assert_eq!(arguments(&code(source), "f("), ["g(\"(\"), 'x'"]);
    assert_eq!(flag(&code(source)), None);
    assert_eq!(flag("a -- b \"use --time\""), Some("--time\""));
}

#[cfg(unix)]
mod fronts {
    use crate::common::{refusal, words};
    use crate::served::Server;
    use serde_json::{Value, json};

    fn queens(n: u32) -> Value {
        json!({ "version": 1, "size": n.to_string() })
    }

    /// One error for each kind of suggestion: the words of the command line, and those of the
    /// server.
    #[test]
    fn each_front_has_its_own_words_for_the_same_error() {
        let torus = json!({ "version": 1, "size": "7", "topology": "torus" });
        let wide = json!({ "version": 1, "size": "5x8" });
        let cases = [
            (
                "count 7 --torus --engine enumerate",
                "use --engine torus",
                ("/count", json!({ "problems": [torus], "engine": "enumerate" })),
                "set engine to torus",
            ),
            (
                "solve 5x8 --algorithm wirth",
                "use --algorithm backtracking",
                ("/solve", json!({ "problem": wide, "algorithm": "wirth" })),
                "set algorithm to backtracking",
            ),
            (
                "solve 8 --algorithm bactracking",
                "did you mean backtracking? 'bezzel algorithms' lists all",
                ("/solve", json!({ "problem": queens(8), "algorithm": "bactracking" })),
                "did you mean backtracking? algorithms lists all",
            ),
            (
                "count 8 --engine colour --with cp",
                "leave --with out",
                ("/count", json!({ "problems": [queens(8)], "engine": "colour", "with": "cp" })),
                "leave with out",
            ),
            (
                "symmetry 8 0,9",
                "write - for an empty row",
                (
                    "/symmetry",
                    json!({ "problem": { "version": 1, "size": "8" }, "placement": "0,9" }),
                ),
                "write - for an empty row",
            ),
        ];
        let data = tempfile::tempdir().unwrap();
        let server = Server::start(data.path());
        for (command, typed, (path, body), sent) in cases {
            let arguments = words(command);
            let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
            let line = refusal(&arguments);
            assert!(line.trim_end().contains(&format!("; {typed}")), "{command}: {line}");
            let error = server.refusal(path, &body);
            assert_eq!(error["hint"], sent, "{path} {body}");
            let what = error["message"].as_str().unwrap();
            assert!(!what.contains("; "), "{path} {body}: {what}");
            // What is wrong is the same text, what to do instead is not.
            assert!(typed == sent || !line.contains(sent), "{command}: {line}");
        }
    }

    /// What a form sends is refused in words of the form, not of the text between page and server.
    #[test]
    fn the_server_names_neither_lines_nor_schemas() {
        let data = tempfile::tempdir().unwrap();
        let server = Server::start(data.path());
        let wrong_problem = |problem: Value| json!({ "problem": problem });
        for (path, body) in [
            ("/solve", wrong_problem(json!({ "version": 1, "size": "8y" }))),
            ("/solve", wrong_problem(json!({ "version": 1, "size": "8x5" }))),
            ("/solve", wrong_problem(json!({ "version": 1, "size": 8 }))),
            (
                "/solve",
                json!({ "problem": { "version": 1, "size": "4", "rule": "king" },
                        "notation": "one-line" }),
            ),
            ("/solve", wrong_problem(json!({ "version": 1, "size": "4", "given": [[0, 4]] }))),
            ("/solve", wrong_problem(json!({ "version": 2, "size": "4" }))),
            ("/solve", json!({ "problem": queens(4), "limits": { "time": "soon" } })),
            ("/solve", json!({ "problem": queens(4), "colour": "red" })),
            ("/solve", json!([])),
            ("/count", json!({ "problems": [queens(4)], "workers": { "threads": -1 } })),
            ("/draw", json!({ "picture": "board", "format": "svg" })),
        ] {
            let error = server.refusal(path, &body).to_string();
            for foreign in [" line ", " column ", "schema", "openapi", "http", "--", "'bezzel "] {
                assert!(!error.contains(foreign), "{path} {body}: {foreign:?} in {error}");
            }
        }
    }
}
