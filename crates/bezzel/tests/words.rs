//! What the libraries say is for every front: no text of theirs names a flag or a command.

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
const FOREIGN: [&str; 2] = ["--gpu-architecture=sm_{}{}", "--std=c++17"];

fn sources(folder: &Path, into: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the folder can be read") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            sources(&path, into);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
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
        sources(
            &Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(name).join("src"),
            &mut files,
        );
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
