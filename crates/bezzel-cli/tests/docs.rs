//! What the documentation shows is true: commands run, answers match, tables come from the registry.

use crate::common::words;
use assert_cmd::Command;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Every file below a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("the folder can be read") {
            let path = entry.expect("the folder can be read").path();
            if path.is_dir() { folders.push(path) } else { found.push(path) }
        }
    }
    found
}

/// The README and every Markdown file under `docs/`.
fn documents() -> Vec<PathBuf> {
    let mut found = files(&root().join("docs"));
    found.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    found.push(root().join("README.md"));
    found
}

/// The commands of every `console` block with the output shown below each.
fn sessions(text: &str) -> Vec<(String, String)> {
    let mut found: Vec<(String, String)> = Vec::new();
    let mut inside = false;
    for line in text.lines() {
        if line.starts_with("```") {
            inside = line == "```console";
        } else if let (true, Some(command)) = (inside, line.strip_prefix("$ ")) {
            found.push((command.to_owned(), String::new()));
        } else if let (true, Some((_, output))) = (inside, found.last_mut()) {
            output.push_str(line);
            output.push('\n');
        }
    }
    found
}

#[test]
fn every_command_shown_runs_and_prints_what_is_shown() {
    let mut ran = 0;
    let mut faults = Vec::new();
    for path in documents() {
        let text = fs::read_to_string(&path).expect("the document can be read");
        // Each document has its own folder, so that examples that write files leave nothing behind.
        let folder = tempfile::tempdir().expect("a temporary folder can be made");
        for (command, shown) in sessions(&text) {
            ran += 1;
            if let Some(fault) = fault(&command, &shown, folder.path()) {
                faults.push(format!("{}: {command}: {fault}", path.display()));
            }
        }
        faults.extend(stale(&path, folder.path()));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(ran > 100, "only {ran} commands were found");
}

/// Pictures beside a document that differ from what its commands have just drawn. `BEZZEL_UPDATE=1`
/// updates them.
fn stale(document: &Path, folder: &Path) -> Vec<String> {
    let mut faults = Vec::new();
    for entry in fs::read_dir(folder).expect("the folder can be read") {
        let drawn = entry.expect("the folder can be read").path();
        let shown = document.with_file_name(drawn.file_name().expect("a file has a name"));
        if !shown.exists() {
            continue;
        }
        if std::env::var_os("BEZZEL_UPDATE").is_some() {
            fs::copy(&drawn, &shown).expect("the picture can be renewed");
        } else if fs::read(&drawn).ok() != fs::read(&shown).ok() {
            faults.push(format!("{} is stale; renew it with BEZZEL_UPDATE=1", shown.display()));
        }
    }
    faults
}

/// What is wrong with a command, or with the answer shown below it. Commands may be joined by
/// pipes.
fn fault(command: &str, shown: &str, folder: &Path) -> Option<String> {
    let mut piped = Vec::new();
    for part in command.split(" | ") {
        let words = words(part);
        if words[0] != "bezzel" {
            return Some("only bezzel can be run".to_owned());
        }
        let mut run = Command::cargo_bin("bezzel").expect("the program is built");
        run.args(&words[1..]).current_dir(folder).write_stdin(piped);
        let output = run.output().expect("the program runs");
        // A negative answer is an answer; anything else is a broken example.
        if !matches!(output.status.code(), Some(0 | 1)) {
            let error = String::from_utf8_lossy(&output.stderr);
            return Some(format!("exit code {:?}: {error}", output.status.code()));
        }
        piped = output.stdout;
    }
    let printed = String::from_utf8_lossy(&piped);
    (!shown.is_empty() && printed != shown).then(|| format!("it prints\n{printed}"))
}

/// `BEZZEL_UPDATE=1` writes the table instead of comparing it.
#[test]
fn the_table_of_algorithms_is_the_registry() {
    let path = root().join("docs/algorithms.md");
    let text = fs::read_to_string(&path).expect("the page can be read");
    let output = Command::cargo_bin("bezzel")
        .expect("the program is built")
        .args(["algorithms", "--markdown"])
        .output()
        .expect("the program runs");
    let table = String::from_utf8(output.stdout).expect("the table is text");
    let (open, close) = ("<!-- algorithms -->\n", "<!-- /algorithms -->");
    let start = text.find(open).expect("the page has a place for the table") + open.len();
    let end = text.find(close).expect("the page has an end of the table");
    if std::env::var_os("BEZZEL_UPDATE").is_some() {
        let renewed = format!("{}{table}{}", &text[..start], &text[end..]);
        fs::write(&path, renewed).expect("the page can be written");
    } else {
        assert_eq!(&text[start..end], table, "renew it with BEZZEL_UPDATE=1");
    }
}

/// The names in the first column of the table with this heading.
fn named(page: &str, heading: &str) -> BTreeSet<String> {
    let text = fs::read_to_string(root().join("docs").join(page)).expect("the page can be read");
    let rows = text.lines().skip_while(|line| !line.starts_with(heading)).skip(2);
    let cells = rows.map_while(|line| line.strip_prefix('|')?.split('|').next());
    // Every other piece between backquotes is a name.
    cells.flat_map(|cell| cell.split('`').skip(1).step_by(2)).map(str::to_owned).collect()
}

#[test]
fn the_other_tables_name_what_the_registries_have() {
    let backends = bezzel_solvers::backends();
    let catalogue = bezzel::catalogue(&bezzel::Control::new().with_backends(backends));
    let encodings = catalogue.formats.iter().flat_map(|format| &format.encodings).copied();
    let tables: [(&str, &str, BTreeSet<&str>); 5] = [
        ("engines/README.md", "| engine |", catalogue.engines.iter().map(|e| e.id).collect()),
        ("methods/models.md", "| format |", catalogue.formats.iter().map(|f| f.id).collect()),
        ("methods/models.md", "| id |", catalogue.definitions.iter().map(|d| d.id).collect()),
        ("methods/models.md", "| encoding |", encodings.collect()),
        ("methods/solvers.md", "| back-end |", catalogue.backends.iter().map(|b| b.id).collect()),
    ];
    for (page, heading, mut ids) in tables {
        if cfg!(not(feature = "cadical")) && page == "methods/solvers.md" {
            ids.insert("sat");
        }
        let named = named(page, heading);
        let named: BTreeSet<&str> = named.iter().map(String::as_str).collect();
        assert_eq!(named, ids, "{page}, {heading}");
    }
}

/// Links to files of the repository are not broken.
#[test]
fn links_between_documents_are_not_broken() {
    let mut checked = 0;
    for path in documents()
        .into_iter()
        .chain(["ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"].map(|name| root().join(name)))
    {
        let text = fs::read_to_string(&path).expect("the document can be read");
        for part in text.split("](").skip(1) {
            let target = part.split([')', '#']).next().unwrap_or_default();
            if target.is_empty() || target.contains("://") {
                continue;
            }
            let file = path.parent().expect("a document is in a folder").join(target);
            assert!(file.exists(), "{} links to {target}, which does not exist", path.display());
            checked += 1;
        }
    }
    assert!(checked > 3, "only {checked} links were found");
}

/// Phrases that were edited out of the whole tree, in lower case.
const PHRASES: &[&str] = &[
    "are known how to count",
    "as you like",
    "at the most",
    "counts on what is in it",
    "everybody who",
    "goes on where it",
    "if need be",
    "if nothing is said",
    "is no solution of",
    "is taken turned",
    "is there already",
    "off its standard error says",
    "seed is always told",
    "so-manieth",
    "tells the size of",
    "the plan of today",
    "twice over",
    "where need be",
    "where nothing is said",
    "which is their right",
    "whoever",
];

/// Names that were edited out, in lower case, after the words that define functions and types.
const DEFINED: [(&str, &str); 8] = [
    ("fn", "praise"),
    ("def", "praise"),
    ("function", "praise"),
    ("const", "praise"),
    ("struct", "teller"),
    ("trait", "teller"),
    ("struct", "hopeless"),
    ("enum", "hopeless"),
];

/// The text in lower case with single spaces, without the signs of comments at line breaks.
fn plain(text: &str) -> String {
    let signs = ["//", "///", "//!", "*", "#"];
    let words: Vec<&str> = text.split_whitespace().filter(|word| !signs.contains(word)).collect();
    words.join(" ").to_lowercase()
}

#[test]
fn phrases_that_were_edited_out_do_not_come_back() {
    let mut checked = 0;
    let mut faults = Vec::new();
    let folders =
        ["bench", "crates", "data", "docs", "python", "tests", "web/e2e", "web/src", "web/test"];
    let documents = [
        "README.md",
        "CHANGELOG.md",
        "CONTRIBUTING.md",
        "ARCHITECTURE.md",
        "SECURITY.md",
        "Makefile",
    ];
    let below = folders.iter().flat_map(|folder| files(&root().join(folder)));
    for path in below.chain(documents.map(|name| root().join(name))) {
        // Pictures and fonts are not text, and this file names the phrases.
        let Ok(text) = fs::read_to_string(&path) else { continue };
        if path.ends_with("bezzel-cli/tests/docs.rs") {
            continue;
        }
        // "there is no solution of this kind" is right.
        let text = plain(&text).replace("there is no solution of", "");
        let found = PHRASES.iter().filter(|phrase| text.contains(**phrase));
        faults.extend(found.map(|phrase| format!("{}: '{phrase}'", path.display())));
        let words: Vec<&str> = text.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
        let defined = words.windows(2).filter(|pair| DEFINED.contains(&(pair[0], pair[1])));
        faults.extend(defined.map(|pair| format!("{}: {}", path.display(), pair.join(" "))));
        checked += 1;
    }
    assert!(faults.is_empty(), "say it in other words:\n{}", faults.join("\n"));
    assert!(checked > 500, "only {checked} files were read");
}

/// The README says how fast the program is with numbers that the page of records has.
#[test]
fn the_claim_of_speed_has_its_measurement() {
    let readme = fs::read_to_string(root().join("README.md")).expect("the README can be read");
    let records = fs::read_to_string(root().join("docs/records.md")).expect("the records too");
    let claim = readme.split("\n\n").find(|part| part.contains("docs/records.md"));
    let claim = claim.expect("the README links to the records").replace('\n', " ");
    let row = |cells: &[&str]| {
        let fits = |line: &str| cells.iter().all(|cell| line.contains(&format!("| {cell} ")));
        records.lines().any(fits)
    };
    for (words, cells) in [
        ("18 queens in 0.3918 s on one core", &["18", "0.3918", "912"][..]),
        ("912 times as long", &["18", "912"]),
        ("22 queens in 101.1 s on two cores", &["`bezzel count 22 --threads 2`", "101.1"]),
    ] {
        assert!(claim.contains(words), "{words}: {claim}");
        assert!(row(cells), "docs/records.md has no row with {cells:?}");
    }
}
