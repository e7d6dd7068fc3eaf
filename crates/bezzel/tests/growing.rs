//! Types that will grow are `#[non_exhaustive]`: a new variant or field then breaks no program. Which
//! will is in the table of the architecture, whose types and places exist.

use std::fs;
use std::path::{Path, PathBuf};

/// Types of the crate `bezzel` that anybody may match or build completely, and why.
const CLOSED: [(&str, &str); 13] = [
    ("Asked", "a solver is asked for a solution or a colouring"),
    ("ColumnSource", "what can be read once, and what can be read again"),
    ("Conclusion", "there is a solution, there is none, or nobody knows"),
    ("DensityCut", "where a picture begins and ends, and its width"),
    ("Direction", "forwards and backwards"),
    ("Exists", "yes, no, or nobody knows"),
    ("Goal", "all solutions or the first"),
    ("Goals", "one of the goals, or both"),
    ("Imported", "an answer is right or wrong, there is none, or nobody knows"),
    ("NodeState", "a node is open, left, rejected or a solution"),
    ("SettingValue", "JSON has numbers and texts"),
    ("TableAgreement", "a number is right or wrong, or the paper has none"),
    ("TreeCut", "the place, depth and size of a picture"),
];

/// Types that will grow and are not in the table of the architecture.
const GROWING: [&str; 9] = [
    "Counted",
    "DeviceKind",
    "Encoding",
    "FormatOption",
    "GraphKind",
    "Law",
    "Measure",
    "Progress",
    "SimdLevel",
];

/// A type and how its source defines it.
struct Type {
    name: String,
    is_enum: bool,
    may_grow: bool,
    /// Whether others can build it: all its fields are public.
    is_open: bool,
    file: PathBuf,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("the folder can be read") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
    found
}

/// The public types of a crate's sources.
fn types(name: &str) -> Vec<Type> {
    let mut found = Vec::new();
    for file in sources(&root().join("crates").join(name).join("src")) {
        let text = fs::read_to_string(&file).expect("a source can be read");
        let lines: Vec<&str> = text.lines().collect();
        for (place, line) in lines.iter().enumerate() {
            let is_enum = line.starts_with("pub enum ");
            if !is_enum && !line.starts_with("pub struct ") {
                continue;
            }
            let name = line.split_whitespace().nth(2).expect("a name");
            let end = name.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(name.len());
            let above = lines[..place].iter().rev();
            let mut above = above.take_while(|line| !line.is_empty() && !line.starts_with('}'));
            let fields = lines[place + 1..].iter().take_while(|line| !line.starts_with('}'));
            let mut fields = fields.filter(|line| {
                let line = line.trim_start();
                !line.starts_with("//") && !line.starts_with('#') && line.contains(": ")
            });
            let is_open = line.ends_with('{') && fields.all(|line| line.starts_with("    pub "));
            found.push(Type {
                name: name[..end].to_owned(),
                is_enum,
                may_grow: above.any(|line| line.contains("#[non_exhaustive]")),
                is_open: is_enum || is_open,
                file: file.clone(),
            });
        }
    }
    found
}

fn libraries() -> Vec<Type> {
    let names = ["board", "data", "draw", "engines", "jobs", "models", "papers", "search"];
    let mut all: Vec<Type> =
        names.iter().flat_map(|name| types(&format!("bezzel-{name}"))).collect();
    all.extend(types("bezzel"));
    all
}

#[test]
fn what_the_library_exports_may_grow_or_is_closed_for_a_reason() {
    let page = fs::read_to_string(root().join("crates/bezzel/src/lib.rs")).expect("the first page");
    let exports: Vec<&str> = page.split(|c: char| !c.is_ascii_alphanumeric()).collect();
    let all = types("bezzel");
    assert!(all.len() > 150, "only {} types", all.len());
    for one in all.iter().filter(|one| one.is_open && exports.contains(&one.name.as_str())) {
        let is_closed = CLOSED.iter().any(|(name, _)| *name == one.name);
        assert!(one.may_grow != is_closed, "{} in {}", one.name, one.file.display());
    }
    for (name, _) in CLOSED {
        assert!(all.iter().any(|one| one.name == name), "there is no {name}");
    }
}

#[test]
fn errors_options_and_lists_of_kinds_may_grow() {
    let all = libraries();
    let grows =
        |one: &&Type| one.is_open && (one.name.ends_with("Error") || one.name.ends_with("Options"));
    let mut growing: Vec<&Type> = all.iter().filter(grows).collect();
    for name in GROWING {
        let found = all.iter().filter(|one| one.name == name);
        let before = growing.len();
        growing.extend(found);
        assert!(growing.len() > before, "there is no {name}");
    }
    assert!(growing.len() > 15, "only {}", growing.len());
    for one in growing {
        assert!(one.may_grow, "{} in {}", one.name, one.file.display());
    }
}

/// The cells of the table of the architecture: the thing, and the place it goes to.
fn places() -> Vec<(String, String)> {
    let text = fs::read_to_string(root().join("ARCHITECTURE.md")).expect("the architecture");
    let (_, table) = text.split_once("| thing | place |\n|---|---|\n").expect("the table");
    let rows = table.lines().take_while(|line| line.starts_with("| "));
    let cells = rows.map(|row| {
        let mut cells = row.trim_matches('|').splitn(2, '|').map(|cell| cell.trim().to_owned());
        (cells.next().expect("a thing"), cells.next().expect("a place"))
    });
    cells.collect()
}

/// The words of a text between backticks.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

#[test]
fn the_types_of_the_architecture_exist_and_may_grow() {
    let (all, mut checked) = (libraries(), 0);
    for (thing, place) in places() {
        let Some((_, after)) = place.split_once("variant of `") else { continue };
        let after = format!("`{after}");
        let is_name = |word: &&str| {
            word.starts_with(|c: char| c.is_ascii_uppercase())
                && word.chars().all(|c| c.is_ascii_alphanumeric())
        };
        // The verbs of the command line are no library's.
        for name in quoted(&after).filter(is_name).filter(|name| *name != "Verb") {
            let mut same = all.iter().filter(|one| one.is_enum && one.name == name);
            assert!(same.any(|one| one.may_grow), "{thing}: {name}");
            checked += 1;
        }
    }
    assert!(checked > 8, "only {checked} types");
}

#[test]
fn the_places_of_the_architecture_exist() {
    let mut checked = 0;
    for (thing, place) in places() {
        for path in quoted(&place).filter(|word| word.contains('/') && !word.contains('<')) {
            // A short path is one of the crate that the row begins with.
            let first = quoted(&place).find(|word| word.starts_with("bezzel"));
            let own = first.and_then(|first| first.split('/').next()).unwrap_or_default();
            let crates = root().join("crates");
            let found = [crates.join(path), root().join(path), crates.join(own).join(path)];
            assert!(found.iter().any(|path| path.exists()), "{thing}: {path}");
            checked += 1;
        }
    }
    assert!(checked > 40, "only {checked} places");
}
