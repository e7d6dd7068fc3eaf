//! The Python package names its functions and keyword arguments like the command line, or there is a
//! reason.
#![cfg(unix)]

use crate::common;
use crate::generated::verbs;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The functions of the package that do what a verb does.
const FUNCTIONS: &[(&str, &[&str])] = &[
    ("algorithms", &["algorithms"]),
    ("check", &["check"]),
    ("compare", &["compare"]),
    ("construct", &["construct"]),
    (
        "count",
        &[
            "count",
            "fundamental",
            "classes",
            "divide",
            "forecast",
            "squares",
            "space_count",
            "space_table",
            "closed_form",
            "modular",
        ],
    ),
    ("draw board", &["draw"]),
    ("draw density", &["draw"]),
    ("draw gallery", &["draw"]),
    ("draw graph", &["draw"]),
    ("draw levels", &["draw"]),
    ("draw orbit", &["draw"]),
    ("draw plot", &["draw"]),
    ("draw stack", &["draw"]),
    ("draw trace", &["draw"]),
    ("draw tree", &["draw"]),
    ("estimate", &["estimate"]),
    ("export", &["export"]),
    ("import", &["import_answer"]),
    ("job discard", &["Job.discard"]),
    ("job export", &["Job.export"]),
    ("job import", &["Job.read"]),
    ("job merge", &["Job.merge"]),
    ("job pause", &["Job.pause"]),
    ("job resume", &["Job.resume", "Job.run"]),
    ("job run", &["Job.run"]),
    ("job salvage", &["Job.salvage"]),
    ("job split", &["Job.split"]),
    ("job start", &["Job.create", "Job.open"]),
    ("job status", &["Job.status"]),
    ("job verify", &["Job.verify"]),
    ("list", &["solutions"]),
    ("puzzle", &["puzzle"]),
    ("reproduce", &["reproduce"]),
    ("sample", &["sample"]),
    ("solve", &["solve", "ask", "colours", "chromatic"]),
    ("stack", &["stack", "stacks", "stack_count", "max_disjoint", "disjoint"]),
    ("symmetry", &["symmetry"]),
    ("trace", &["trace"]),
];

/// Verbs that are no functions, and why.
const NO_FUNCTION: &[(&str, &str)] = &[
    ("completions", "for shells"),
    ("doctor", "checks the program and its solvers"),
    ("draw", "has a verb for each picture"),
    ("job", "has a verb for each thing to do"),
    ("judge", "runs programs of other people"),
    ("man", "for shells"),
];

/// Options that are no keyword arguments, of every verb or of one, and why.
const NO_KEYWORD: &[(&str, &str, &str)] = &[
    ("", "as", "answers are objects"),
    ("", "boards", "every step has its queens"),
    ("", "csv", "answers are objects"),
    ("", "cylinder", "a Problem has its topology"),
    ("", "exclude", "a Problem has its excluded diagonals"),
    ("", "force", "the function returns what would be written"),
    ("", "help", "help() shows it"),
    ("", "json", "every answer has its document"),
    ("", "jsonl", "every answer has its document"),
    ("", "markdown", "answers are objects"),
    ("", "mobius", "a Problem has its topology"),
    ("", "notation", "a placement writes itself in any notation"),
    ("", "oeis", "answers are objects"),
    ("", "output", "the function returns what would be written"),
    ("", "pawns", "a Problem has its pawns"),
    ("", "queens", "a Problem has its number of pieces"),
    ("check", "memory", "belongs to stream"),
    ("check", "refutes", "for proofs in files"),
    ("check", "size", "n is the size in every function"),
    ("check", "stream", "for files of any length"),
    ("construct", "format", "it returns an array"),
    ("construct", "magic", "it returns an array"),
    ("count", "table", "is the function space_table"),
    ("draw density", "data", "the picture has its data"),
    ("draw plot", "data", "the picture has its data"),
    ("import", "check", "the answer is true or false"),
    ("job resume", "for", "is a word of Python; time, in seconds"),
    ("job run", "for", "is a word of Python; time, in seconds"),
    ("puzzle", "solution", "the puzzle has its solution"),
    ("reproduce", "html", "the answer shows itself in notebooks"),
    ("reproduce", "list", "is the function papers"),
    ("reproduce", "summary", "answers are objects"),
    ("solve", "solutions", "it finds one"),
    ("stack", "all", "is the function stacks"),
    ("stack", "count", "is the function stack_count"),
    ("stack", "solutions", "stacks have no such limit"),
    ("stack", "steps", "a trace is of one board"),
    ("stack", "trace", "a trace is of one board"),
    ("stack", "visits", "stacks have no such limit"),
    ("symmetry", "blocked", "a Problem has its blocked squares"),
    ("symmetry", "dimension", "a Problem has its dimension"),
    ("symmetry", "given", "a Problem has its given queens"),
    ("symmetry", "regions", "a Problem has its regions"),
    ("symmetry", "rule", "a Problem has its rule"),
    ("symmetry", "torus", "a Problem has its topology"),
];

/// Keyword arguments that are no options, of every function or of one, and why.
const NO_OPTION: &[(&str, &str, &str)] = &[
    ("", "progress", "a function of the caller"),
    ("Job.run", "resume", "is the verb 'job resume'"),
    ("Job.run", "time", "is the option --for"),
    ("Job.status", "workers", "for other machines than this one"),
    ("draw", "columns", "the command line uses the width of the terminal"),
    ("draw", "of", "the command line names it without an option"),
    ("draw", "table", "the command line takes it without an option"),
];

fn python() -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../python/bezzel");
    let files = std::fs::read_dir(folder).expect("the package is there");
    let paths = files.map(|file| file.expect("a file").path());
    let modules = paths.filter(|path| path.extension().is_some_and(|kind| kind == "py"));
    modules.map(|path| std::fs::read_to_string(path).expect("text")).collect()
}

/// The parameters of every function and of every method of a job, by name: those that may be given
/// in order, and keywords.
fn signatures() -> BTreeMap<String, [BTreeSet<String>; 2]> {
    let (text, mut found) = (python(), BTreeMap::new());
    let mut class = "";
    let mut rest = text.as_str();
    while let Some((line, after)) = rest.split_once('\n') {
        if let Some(name) = line.strip_prefix("class ") {
            class = name.split([':', '(']).next().unwrap_or_default();
        }
        let method = line.strip_prefix("    def ").filter(|_| class == "Job");
        if let Some(name) = line.strip_prefix("def ").or(method) {
            let (name, _) = name.split_once('(').expect("a list of parameters");
            let start = rest.find('(').expect("a list of parameters") + 1;
            let name = if method.is_some() { format!("Job.{name}") } else { name.to_owned() };
            let names = parameters(&rest[start..]);
            let mut parts = names.split(|name| name == "*").map(|part| part.iter().cloned());
            let mut next = || parts.next().into_iter().flatten().collect();
            found.insert(name, [next(), next()]);
        }
        rest = after;
    }
    found
}

/// The names in a list of parameters, up to its closing bracket.
fn parameters(text: &str) -> Vec<String> {
    let (mut depth, mut names) = (0, vec![String::new()]);
    for letter in text.chars() {
        match letter {
            '(' | '[' => depth += 1,
            ')' if depth == 0 => break,
            ')' | ']' => depth -= 1,
            ',' if depth == 0 => names.push(String::new()),
            _ => names.last_mut().expect("one at least").push(letter),
        }
    }
    let name = |text: &String| text.split([':', '=']).next().unwrap_or_default().trim().to_owned();
    names.iter().map(name).filter(|name| !matches!(name.as_str(), "" | "self" | "cls")).collect()
}

/// The settings of all algorithms.
fn settings() -> BTreeSet<String> {
    let answer = common::json(&["algorithms", "--json"], 0);
    let cards = answer["algorithms"].as_array().expect("a list");
    let settings = cards.iter().flat_map(|card| card["settings"].as_array().expect("a list"));
    settings.map(|setting| setting["name"].as_str().expect("a name").replace('-', "_")).collect()
}

/// The exception for this name, if there is one.
fn exception<'a>(
    list: &'a [(&str, &str, &str)],
    of: &str,
    name: &str,
) -> Option<&'a (&'a str, &'a str, &'a str)> {
    list.iter().find(|(verb, option, _)| (verb.is_empty() || *verb == of) && *option == name)
}

#[test]
fn options_are_keyword_arguments() {
    let (signatures, settings) = (signatures(), settings());
    let (mut faults, mut needed) = (Vec::new(), BTreeSet::new());
    let mut options_of: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for verb in verbs() {
        let path = verb.path.join(" ");
        let Some((_, functions)) = FUNCTIONS.iter().find(|(name, _)| *name == path) else {
            if !NO_FUNCTION.iter().any(|(name, _)| *name == path) {
                faults.push(format!("there is no function for '{path}'"));
            }
            continue;
        };
        let taken: BTreeSet<&String> =
            functions.iter().flat_map(|name| signatures[*name].iter().flatten()).collect();
        for option in &verb.options {
            let option = match option.name.trim_start_matches('-').replace('-', "_") {
                // A word of Python.
                option if option == "with" => "with_".to_owned(),
                option => option,
            };
            let is_function = functions.contains(&option.as_str());
            let is_setting =
                taken.iter().any(|name| *name == "**settings") && settings.contains(&option);
            if !taken.contains(&option) && !is_function && !is_setting {
                match exception(NO_KEYWORD, &path, &option) {
                    Some(reason) => {
                        needed.insert(reason);
                    }
                    None => faults.push(format!("Python has no {option} for '{path}'")),
                }
            }
            for function in *functions {
                options_of.entry(function).or_default().insert(option.clone());
            }
        }
    }
    for (function, options) in options_of {
        for keyword in signatures[function][1].iter().filter(|name| !name.starts_with("**")) {
            if !options.contains(keyword) {
                match exception(NO_OPTION, function, keyword) {
                    Some(reason) => {
                        needed.insert(reason);
                    }
                    None => faults.push(format!("{function} has {keyword}, which is no option")),
                }
            }
        }
    }
    let exceptions = NO_KEYWORD.iter().chain(NO_OPTION);
    let unneeded = exceptions.filter(|reason| !needed.contains(reason));
    faults.extend(unneeded.map(|(of, name, _)| format!("no exception is needed for {of} {name}")));
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
