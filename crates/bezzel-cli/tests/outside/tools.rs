//! External programs: where they are and how they are run.

use super::board::Board;
use crate::common::words;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// An external program.
pub enum Tool {
    /// On the path.
    Command(&'static str),
    /// In the Python environment that `make solvers` creates.
    Venv(&'static str),
    /// A script in this folder that uses a Python library.
    Script(&'static str),
    /// The SAT solver Kissat, a program inside the package passagemath-kissat.
    Kissat,
    /// The constraint solver ACE, a Java archive inside the package pycsp3.
    Ace,
}

fn venv() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/outside")
}

impl Tool {
    /// The command, if the program is installed.
    fn command(&self) -> Option<Command> {
        match self {
            Tool::Command(name) => {
                let path = std::env::var_os("PATH")?;
                let places: Vec<PathBuf> = std::env::split_paths(&path).collect();
                places.iter().any(|place| place.join(name).is_file()).then(|| Command::new(name))
            }
            Tool::Venv(name) => {
                let file = venv().join("bin").join(name);
                file.is_file().then(|| Command::new(file))
            }
            Tool::Script(name) => {
                let mut command = Tool::Venv("python").command()?;
                command.arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/outside").join(name));
                Some(command)
            }
            Tool::Kissat => in_package("sage_wheels/bin", "kissat").map(Command::new),
            Tool::Ace => {
                let mut command = Tool::Command("java").command()?;
                // Runs are short: little compilation, one thread for garbage collection, and what
                // is loaded has been prepared.
                command
                    .args(["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"])
                    .arg(format!("-XX:SharedArchiveFile={}", venv().join("ace.jsa").display()))
                    .arg("-jar")
                    .arg(in_package("pycsp3/solvers/ace", ".jar")?);
                Some(command)
            }
        }
    }

    fn name(&self) -> &'static str {
        match self {
            Tool::Command(name) | Tool::Venv(name) | Tool::Script(name) => name,
            Tool::Kissat => "Kissat",
            Tool::Ace => "ACE",
        }
    }
}

/// The file with this extension in a folder of the Python packages, for any version of Python.
fn in_package(folder: &str, ending: &str) -> Option<PathBuf> {
    let versions = fs::read_dir(venv().join("lib")).ok()?;
    let folders = versions.filter_map(|version| {
        fs::read_dir(version.ok()?.path().join("site-packages").join(folder)).ok()
    });
    let mut files = folders.flatten().filter_map(|entry| Some(entry.ok()?.path()));
    files.find(|file| file.to_string_lossy().ends_with(ending))
}

/// Runs a program on an exported file and returns its answer; `None` if it is not installed and not
/// required.
pub fn run(tool: &Tool, file: &[u8], arguments: &str, board: &Board) -> Option<String> {
    let Some(mut command) = tool.command() else {
        let name = tool.name();
        assert!(
            std::env::var_os("BEZZEL_OUTSIDE").is_none(),
            "{name} is not installed; 'make solvers' installs it"
        );
        eprintln!("{name} is not installed and skipped; 'make solvers' installs it");
        return None;
    };
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    // The extension matters to some: CBC and HiGHS use it to distinguish LP from MPS, MiniZinc and
    // ACE require it.
    let ending = ending(file);
    let (input, output) = (folder.path().join(format!("in.{ending}")), folder.path().join("out"));
    fs::write(&input, file).expect("the file can be written");
    for word in words(arguments) {
        match word.as_str() {
            "IN" => command.arg(&input),
            "OUT" => command.arg(&output),
            "QUEENS" => command.arg(board.queens().to_string()),
            word => command.arg(word),
        };
    }
    let run = command.current_dir(folder.path()).output().expect("the program starts");
    let printed = String::from_utf8_lossy(&run.stdout).into_owned();
    if !arguments.contains("OUT") {
        return Some(printed);
    }
    let answer = fs::read_to_string(&output);
    Some(answer.unwrap_or_else(|error| panic!("{}: {error}\n{printed}", tool.name())))
}

/// The extension of a file, from how it starts.
fn ending(file: &[u8]) -> &'static str {
    let text = String::from_utf8_lossy(&file[..file.len().min(400)]).into_owned();
    match text {
        text if text.contains("NAME          QUEENS") => "mps",
        text if text.starts_with('\\') => "lp",
        text if text.contains("XCSP3") => "xml",
        text if text.contains("include \"alldifferent.mzn\"") => "mzn",
        _ => "txt",
    }
}
