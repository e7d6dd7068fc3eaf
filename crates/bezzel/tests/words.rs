//! What the libraries say and do is for every front: no text names a flag or a command, nothing
//! prints or knows HTTP. And each word of the glossary means one thing in the whole tree.

use std::fs;
use std::path::{Path, PathBuf};

/// The crates below the fronts.
const LIBRARIES: [&str; 10] = [
    "bezzel",
    "bezzel-board",
    "bezzel-data",
    "bezzel-draw",
    "bezzel-engines",
    "bezzel-jobs",
    "bezzel-models",
    "bezzel-papers",
    "bezzel-search",
    "bezzel-solvers",
];

/// Flags of compilers, which no front has.
const FOREIGN: [&str; 2] = ["--gpu-architecture=sm_{major}{minor}", "--std=c++17"];

/// The folder of a crate.
fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(name)
}

fn sources(folder: &Path, into: &mut Vec<PathBuf>) {
    files(folder, &["rs"], into);
}

/// The files in a folder with these endings.
fn files(folder: &Path, endings: &[&str], into: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the folder can be read") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            files(&path, endings, into);
        } else if path.extension().is_some_and(|ending| endings.iter().any(|it| ending == *it)) {
            into.push(path);
        }
    }
}

/// The string literals of a source, without those of its comments.
fn literals(source: &str) -> Vec<String> {
    let (mut found, mut rest) = (Vec::new(), source);
    while let Some(start) = rest.find(['"', '/', '\'']) {
        let (opening, after) = rest[start..].split_at(1);
        rest = match opening {
            "/" if after.starts_with('/') => after.split_once('\n').map_or("", |(_, next)| next),
            "'" if after.starts_with("\"'") => &after[2..],
            "'" if after.starts_with("\\\"'") => &after[3..],
            "\"" => {
                let mut escaped = false;
                let end = after.find(|letter: char| {
                    let ends = letter == '"' && !escaped;
                    escaped = letter == '\\' && !escaped;
                    ends
                });
                let end = end.expect("a literal ends");
                found.push(after[..end].to_owned());
                &after[end + 1..]
            }
            _ => after,
        };
    }
    found
}

/// Whether a text names a flag, such as `--time`, or a command, such as `'bezzel solve'`.
fn names_a_flag(text: &str) -> bool {
    let flags = text.match_indices("--");
    let mut letters = flags.map(|(place, _)| text[place + 2..].chars().next());
    text.contains("'bezzel ") || letters.any(|next| next.is_some_and(|c| c.is_ascii_lowercase()))
}

#[test]
fn flags_and_commands_are_noticed() {
    let source = "// \"--no\"\nlet a = 'x'; f('\"', \"say \\\"--time\\\"\", \"a -- b\"); // '";
    assert_eq!(literals(source), ["say \\\"--time\\\"", "a -- b"]);
    assert!(names_a_flag("say \"--time\"") && names_a_flag("'bezzel solve' finds one"));
    assert!(!names_a_flag("a -- b") && !names_a_flag("----------"));
}

#[test]
fn no_text_of_a_library_names_a_flag_or_a_command() {
    let (mut looked_at, mut wrong) = (0, Vec::new());
    for name in LIBRARIES {
        let mut files = Vec::new();
        sources(&folder(name).join("src"), &mut files);
        for file in files {
            let text = fs::read_to_string(&file).expect("a source can be read");
            for literal in literals(&text).into_iter().filter(|literal| names_a_flag(literal)) {
                // Each row of a paper has a command that shows it: that is what the text is.
                let is_command = name == "bezzel-papers"
                    && (literal.starts_with("bezzel ") || literal.starts_with(" --"));
                if !is_command && !FOREIGN.contains(&literal.as_str()) {
                    wrong.push(format!("{}: {literal}", file.display()));
                }
            }
            looked_at += 1;
        }
    }
    assert!(looked_at > 200, "only {looked_at} sources");
    assert_eq!(wrong, Vec::<String>::new());
}

/// The code of a source, without comments; examples in documentation print what they show.
fn code(source: &str) -> impl Iterator<Item = &str> {
    source.lines().map(str::trim_start).filter(|line| !line.starts_with("//"))
}

#[test]
fn no_library_prints_reads_arguments_or_knows_http() {
    let mut looked_at = 0;
    for name in LIBRARIES {
        let mut files = Vec::new();
        sources(&folder(name).join("src"), &mut files);
        for file in files {
            let text = fs::read_to_string(&file).expect("a source can be read");
            for line in code(&text) {
                let forbidden = ["print!(", "println!(", "dbg!(", "io::stdout", "io::stderr"];
                let forbidden =
                    forbidden.iter().chain(&["io::stdin", "env::args", "::http", "axum"]);
                for word in forbidden {
                    assert!(!line.contains(word), "{}: {line}", file.display());
                }
            }
            looked_at += 1;
        }
        let manifest = fs::read_to_string(folder(name).join("Cargo.toml")).expect("a manifest");
        for front in ["axum", "http", "hyper", "ureq", "reqwest", "tokio", "clap", "pyo3"] {
            let is_used = manifest.lines().any(|line| {
                line.strip_prefix(front).is_some_and(|rest| rest.starts_with([' ', '.', '=', '-']))
            });
            assert!(!is_used, "{name} uses {front}");
        }
    }
    assert!(looked_at > 200, "only {looked_at} sources");
}

/// The glossary's names of types, and the names that it forbids.
fn glossary() -> (Vec<String>, Vec<String>) {
    let text = fs::read_to_string(folder("..").join("CONTRIBUTING.md")).expect("the glossary");
    let (_, text) = text.split_once("## Glossary").expect("a glossary");
    let (text, _) = text.split_once("\n## ").expect("an end of the glossary");
    let quoted = |text: &str| -> Vec<String> {
        text.split('`').skip(1).step_by(2).map(str::to_owned).collect()
    };
    let (table, after) = text.split_once("No type is called").expect("what no type is called");
    let mut names = Vec::new();
    for row in table.lines().filter(|row| row.starts_with("| ")).skip(1) {
        let words = row.split('|').nth(1).expect("the words of a row");
        for word in words.split(',').map(|word| word.trim().trim_matches('`')) {
            // A type has the word's name with a capital letter.
            let mut letters = word.chars();
            let first = letters.next().expect("a word").to_ascii_uppercase();
            names.push(format!("{first}{}", letters.as_str()));
        }
    }
    (names, quoted(after))
}

/// The type that a line defines.
fn defined(line: &str) -> Option<&str> {
    let mut words = line.split_whitespace().skip_while(|word| word.starts_with("pub"));
    let is_type = ["struct", "enum", "trait", "union"].contains(&words.next()?);
    let name = words.next()?;
    let end = name.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(name.len());
    is_type.then_some(&name[..end])
}

/// The type that a line of Python or TypeScript defines.
fn defined_in_front(line: &str) -> Option<&str> {
    let mut words = line.split_whitespace();
    let mut first = words.next()?;
    if let Some(alias) = first.strip_suffix(':') {
        return (words.next() == Some("TypeAlias")).then_some(alias);
    }
    while ["export", "declare", "abstract", "const"].contains(&first) {
        first = words.next()?;
    }
    let is_type = ["class", "interface", "type", "enum"].contains(&first);
    let name = words.next()?;
    let end = name.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(name.len());
    is_type.then_some(&name[..end])
}

/// The function that a line defines, in Rust, Python or TypeScript.
fn function(line: &str) -> Option<&str> {
    let mut words = line.split_whitespace().skip_while(|word| {
        word.starts_with("pub") || ["async", "export", "unsafe", "const"].contains(word)
    });
    let is_function = ["fn", "def", "function"].contains(&words.next()?);
    let name = words.next()?;
    let end = name.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(name.len());
    is_function.then_some(&name[..end])
}

#[test]
fn definitions_are_found() {
    assert_eq!(defined("pub(super) enum Part<T> {"), Some("Part"));
    assert_eq!(defined("struct Stop(Arc<AtomicBool>);"), Some("Stop"));
    assert_eq!(defined("let work = struct_of(it);"), None);
    assert_eq!(function("pub async fn cancel(&self) {"), Some("cancel"));
    assert_eq!(function("    def cancel(self) -> None:"), Some("cancel"));
    assert_eq!(function("self.cancel()"), None);
    assert_eq!(defined_in_front("Watcher: TypeAlias = Callable"), Some("Watcher"));
    assert_eq!(defined_in_front("class Job(Answer):"), Some("Job"));
    assert_eq!(defined_in_front("  export interface Part<T> {"), Some("Part"));
    assert_eq!(defined_in_front("import type { Part } from './it';"), None);
}

#[test]
fn a_word_of_the_glossary_means_one_thing() {
    let (names, forbidden) = glossary();
    for expected in ["Outcome", "StopReason", "Unit", "Share", "Job", "Choice", "Verdict", "Piece"]
    {
        assert!(names.iter().any(|name| name == expected), "{expected}: {names:?}");
    }
    assert!(forbidden.len() > 5, "{forbidden:?}");
    let mut files = Vec::new();
    for entry in fs::read_dir(folder("")).expect("the crates") {
        let folder = entry.expect("an entry").path();
        // The classes of the Python package are the library's types, seen from Python.
        if !folder.ends_with("bezzel-python") {
            sources(&folder.join("src"), &mut files);
        }
    }
    let mut seen: Vec<(String, PathBuf)> = Vec::new();
    for file in files {
        let text = fs::read_to_string(&file).expect("a source can be read");
        for line in code(&text) {
            if let Some(name) = defined(line) {
                assert!(!forbidden.iter().any(|word| word == name), "{}: {name}", file.display());
                if names.iter().any(|word| word == name) {
                    let other = seen.iter().find(|(seen, _)| seen == name);
                    assert!(other.is_none(), "{name}: {} and {other:?}", file.display());
                    seen.push((name.to_owned(), file.clone()));
                }
            }
            if let Some(name) = function(line) {
                assert!(!STOPS.contains(&name), "{}: {name} is stop", file.display());
            }
        }
    }
    assert!(seen.len() > 15, "{seen:?}");
}

/// Verbs that all mean stop.
const STOPS: [&str; 5] = ["cancel", "abandon", "interrupt", "halt", "give_up"];

#[test]
fn the_python_package_and_the_page_use_the_same_words() {
    let (_, mut forbidden) = glossary();
    // Units of work are not called parts. A piece is a chess piece.
    forbidden.push("Part".to_owned());
    let mut found = Vec::new();
    files(&folder("../python/bezzel"), &["py", "pyi"], &mut found);
    files(&folder("../web/src"), &["ts", "svelte"], &mut found);
    let mut types = 0;
    for file in found {
        let text = fs::read_to_string(&file).expect("a source can be read");
        for line in text.lines() {
            if let Some(name) = defined_in_front(line) {
                types += 1;
                assert!(!forbidden.iter().any(|word| word == name), "{}: {name}", file.display());
            }
            if let Some(name) = function(line) {
                assert!(!STOPS.contains(&name), "{}: {name} is stop", file.display());
            }
        }
    }
    assert!(types > 200, "only {types} types");
}

/// A list of names that the library has is never written out in a front: it comes from the
/// catalogue.
#[test]
fn the_page_has_no_list_of_notations_of_its_own() {
    let mut found = Vec::new();
    files(&folder("../web/src"), &["ts", "svelte"], &mut found);
    // The types are generated from the server's document.
    found.retain(|file| !file.ends_with("documents.ts"));
    assert!(found.len() > 100, "only {} sources", found.len());
    for file in found {
        let text = fs::read_to_string(&file).expect("a source can be read");
        let named = bezzel::Notation::ALL.iter().filter(|(_, name)| {
            [format!("'{name}'"), format!("\"{name}\"")].iter().any(|it| text.contains(it))
        });
        assert!(named.count() < 4, "{} lists notations", file.display());
    }
}
