//! Every verb has one request, one answer, and one function between them that takes a control; what
//! is different is named on the crate's first page, with the reason.

use std::fs;
use std::path::{Path, PathBuf};

fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten() {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
    found
}

/// A file or folder of the crates.
fn of_crates(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path)
}

fn text(path: &str) -> String {
    fs::read_to_string(of_crates(path)).expect("a source can be read")
}

/// A function of the library.
struct Function {
    name: String,
    /// From its name to its body.
    signature: String,
}

impl Function {
    /// Whether it takes its own request and a control, and returns an answer.
    fn is_verb(&self, exports: &str) -> bool {
        let mut request = String::new();
        for word in self.name.split('_') {
            request.push_str(&word[..1].to_uppercase());
            request.push_str(&word[1..]);
        }
        request.push_str("Request");
        let answer = self.signature.split("-> Result<").nth(1).and_then(|it| it.split(',').next());
        let is_exported = |name: &str| exports.split([' ', ',', '\n', '}']).any(|it| it == name);
        self.signature.contains(&request)
            && self.signature.contains("control: &Control")
            && answer.is_some_and(|answer| answer.ends_with("Answer") && is_exported(answer))
            && is_exported(&request)
    }
}

/// What the library exports, and the functions among it that are its own.
fn library() -> (String, Vec<Function>) {
    let page = text("bezzel/src/lib.rs");
    let (mut exports, mut functions) = (String::new(), Vec::new());
    for export in page.split("\npub use ").skip(1) {
        let export = export.split(';').next().expect("a use ends");
        exports.push_str(&export.replace(['{', ':'], " "));
        let module = export.split(':').next().expect("a path");
        if module.starts_with("bezzel_") {
            continue;
        }
        let mut files = sources(&of_crates(&format!("bezzel/src/{module}")));
        files.push(of_crates(&format!("bezzel/src/{module}.rs")));
        let code: String = files.iter().filter_map(|file| fs::read_to_string(file).ok()).collect();
        let names = export.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        let names = names.skip(1).filter(|name| name.starts_with(|c: char| c.is_ascii_lowercase()));
        for name in names {
            let start = format!("\npub fn {name}");
            let found = code.split(&start).skip(1).find(|rest| rest.starts_with(['(', '<']));
            let signature = found.and_then(|rest| rest.split(" {\n").next()).unwrap_or_default();
            functions.push(Function { name: name.to_owned(), signature: signature.to_owned() });
        }
    }
    (exports, functions)
}

/// The names in the table of exceptions on the first page.
fn exceptions() -> Vec<String> {
    let page = text("bezzel/src/lib.rs");
    let table = page.lines().skip_while(|line| !line.contains("| not a verb | why |")).skip(2);
    let rows: Vec<&str> = table.take_while(|line| line.starts_with("//! | ")).collect();
    for row in &rows {
        let why = row.split('|').nth(2).expect("a reason").trim();
        assert!(why.len() > 15, "{row} has no reason");
    }
    let names = rows.iter().map(|row| row.split('|').nth(1).expect("names"));
    let names = names.flat_map(|names| names.split('`').skip(1).step_by(2));
    names.map(str::to_owned).collect()
}

#[test]
fn every_function_is_a_verb_or_an_exception() {
    let ((exports, functions), exceptions) = (library(), exceptions());
    assert!(functions.len() > 40, "only {} functions", functions.len());
    for function in &functions {
        let is_exception = exceptions.contains(&function.name);
        let is_verb = function.is_verb(&exports);
        assert!(is_verb != is_exception, "{}: {}", function.name, function.signature);
    }
    for name in &exceptions {
        let is_there = functions.iter().any(|function| function.name == *name);
        assert!(is_there, "the library has no function {name}");
    }
}

/// Verbs and resources that are not functions of the library.
const OF_FRONTS: [(&str, &str); 12] = [
    ("job", "its actions are the verbs"),
    ("jobs", "the jobs of a server"),
    ("job_resume", "job_run, which ends the pause first"),
    ("job_events", "job_status, again and again"),
    ("traces", "the traces that a server keeps"),
    ("reproduce", "the verb of bezzel-papers"),
    ("papers", "the verb of bezzel-papers"),
    ("search", "the verb of bezzel-book"),
    ("serve", "starts a front"),
    ("health", "about the server itself"),
    ("completions", "about the command line itself"),
    ("man", "about the command line itself"),
];

/// The verbs that the variants of an enumeration of the command line name.
fn variants(file: &str, name: &str, prefix: &str) -> Vec<String> {
    let source = text(file);
    let start = format!("enum {name} {{\n");
    let (_, body) = source.split_once(&start).expect("the verbs");
    let (body, _) = body.split_once("\n}").expect("the end of the verbs");
    let named = body.lines().filter_map(|line| line.trim().split_once('('));
    let named = named.filter(|(name, _)| name.chars().all(|c| c.is_ascii_alphabetic()));
    named.map(|(name, _)| format!("{prefix}{}", name.to_lowercase())).collect()
}

/// The verbs that the server's resources name; parts of a kept trace are not verbs.
fn resources() -> Vec<String> {
    let mut found = Vec::new();
    for file in sources(&of_crates("bezzel-server/src/api")) {
        let source = fs::read_to_string(file).expect("a source can be read");
        for path in source.split(", path = \"/").skip(1) {
            let path = path.split('"').next().expect("the end of a path").replace('-', "_");
            match path.split('/').collect::<Vec<&str>>()[..] {
                ["jobs", _, action] => found.push(format!("job_{action}")),
                [first, ..] => found.push(first.to_owned()),
                [] => {}
            }
        }
    }
    found
}

#[test]
fn every_verb_of_a_front_is_a_function_of_the_library() {
    let (_, functions) = library();
    let mut verbs = variants("bezzel-cli/src/verbs/mod.rs", "Verb", "");
    verbs.extend(variants("bezzel-cli/src/verbs/job/mod.rs", "Action", "job_"));
    assert!(verbs.len() > 30, "{verbs:?}");
    let resources = resources();
    assert!(resources.len() > 40, "{resources:?}");
    verbs.extend(resources);
    for verb in &verbs {
        let is_function = functions.iter().any(|function| function.name == *verb);
        let is_of_front = OF_FRONTS.iter().any(|(name, _)| name == verb);
        assert!(is_function != is_of_front, "{verb} needs a function, or a reason");
    }
    for (name, _) in OF_FRONTS {
        assert!(verbs.iter().any(|verb| verb == name), "no front has the verb {name}");
    }
}
