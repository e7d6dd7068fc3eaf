//! The crates use each other in one direction: board → search, engines, models, draw → jobs →
//! `bezzel` → papers, book → fronts.

use std::path::PathBuf;

/// Each crate after those that it may use. Fronts use the library and what is built on it, nothing
/// below it.
const MAY_USE: [(&str, &[&str]); 18] = [
    ("bezzel-board", &[]),
    ("bezzel-data", &[]),
    ("bezzel-search", &["bezzel-board"]),
    ("bezzel-engines", &["bezzel-board", "bezzel-search"]),
    ("bezzel-models", &["bezzel-board", "bezzel-search"]),
    ("bezzel-draw", &["bezzel-board", "bezzel-search"]),
    ("bezzel-solvers", &["bezzel-board", "bezzel-models", "bezzel-search"]),
    ("bezzel-jobs", &["bezzel-board", "bezzel-data", "bezzel-engines", "bezzel-search"]),
    (
        "bezzel",
        &[
            "bezzel-board",
            "bezzel-data",
            "bezzel-draw",
            "bezzel-engines",
            "bezzel-jobs",
            "bezzel-models",
            "bezzel-search",
        ],
    ),
    // Pictures of their own data are drawn by `bezzel-draw`.
    ("bezzel-papers", &["bezzel", "bezzel-data", "bezzel-draw"]),
    ("bezzel-book", &["bezzel", "bezzel-draw"]),
    ("bezzel-server", &["bezzel", "bezzel-book", "bezzel-papers"]),
    ("bezzel-cli", &["bezzel", "bezzel-papers", "bezzel-server", "bezzel-solvers"]),
    // The workers of a cluster are workers of the engines.
    ("bezzel-python", &["bezzel", "bezzel-engines", "bezzel-papers"]),
    // What tests and measurements use may look into every crate.
    ("bezzel-faults", &["bezzel-jobs"]),
    (
        "bezzel-testkit",
        &["bezzel-board", "bezzel-data", "bezzel-engines", "bezzel-models", "bezzel-search"],
    ),
    (
        "bezzel-bench",
        &[
            "bezzel",
            "bezzel-board",
            "bezzel-data",
            "bezzel-engines",
            "bezzel-jobs",
            "bezzel-search",
        ],
    ),
    (
        "bezzel-fuzz",
        &[
            "bezzel",
            "bezzel-board",
            "bezzel-book",
            "bezzel-draw",
            "bezzel-engines",
            "bezzel-jobs",
            "bezzel-models",
            "bezzel-search",
            "bezzel-testkit",
        ],
    ),
];

/// The crates of this workspace in the tables of dependencies of a manifest, those for tests aside.
fn used(manifest: &str) -> Vec<&str> {
    let mut is_table = false;
    let mut used = Vec::new();
    for line in manifest.lines() {
        if let Some(table) = line.strip_prefix('[') {
            is_table = table.ends_with("dependencies]") && !table.ends_with("dev-dependencies]");
        }
        let name = line.split(['.', ' ', '=']).next().unwrap_or_default();
        if is_table && (name == "bezzel" || name.starts_with("bezzel-")) {
            used.push(name);
        }
    }
    used
}

#[test]
fn a_crate_uses_only_those_before_it() {
    for (place, (name, may_use)) in MAY_USE.iter().enumerate() {
        for used in *may_use {
            let is_before = MAY_USE[..place].iter().any(|(before, _)| before == used);
            assert!(is_before, "{name} stands before {used}, which it may use");
        }
    }
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut checked = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let Ok(manifest) = std::fs::read_to_string(path.join("Cargo.toml")) else { continue };
        let name = path.file_name().unwrap().to_str().unwrap();
        let known = MAY_USE.iter().find(|(known, _)| *known == name);
        let (_, may_use) = known.unwrap_or_else(|| panic!("{name} has no line in {}", file!()));
        for used in used(&manifest) {
            assert!(may_use.contains(&used), "{name} uses {used}, which it may not");
        }
        checked += 1;
    }
    assert!(checked >= 17, "only {checked} crates were found");
}

#[test]
fn manifests_are_read() {
    let manifest = "[dependencies]\nbezzel.workspace = true\nbezzel-draw = { path = \"x\" }\n\
                    bezzeled = \"1\"\n[target.'cfg(unix)'.dependencies]\nbezzel-data.workspace = true\n\
                    [dev-dependencies]\nbezzel-jobs.workspace = true\n";
    assert_eq!(used(manifest), ["bezzel", "bezzel-draw", "bezzel-data"]);
}

/// The map of the code is for a first look: it fits on a printed page.
#[test]
fn the_architecture_is_one_page() {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..");
    let text = std::fs::read_to_string(root.join("ARCHITECTURE.md")).expect("the page");
    let (lines, letters) = (text.lines().count(), text.chars().count());
    assert!(lines <= 66 && letters <= 6_000, "{lines} lines of {letters} letters");
    for name in MAY_USE.map(|(name, _)| name) {
        assert!(text.contains(&format!("**{name}**")), "{name} is missing");
    }
}
