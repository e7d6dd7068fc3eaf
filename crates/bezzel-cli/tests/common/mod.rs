//! Functions shared by several tests of the program.

use assert_cmd::Command;
use serde_json::Value;

/// The program with these arguments.
pub fn bezzel(arguments: &[&str]) -> Command {
    let mut command = Command::cargo_bin("bezzel").expect("the program is built");
    command.args(arguments);
    command
}

/// Standard output of a run that must end with this code.
pub fn output(arguments: &[&str], code: i32) -> String {
    let assert = bezzel(arguments).assert().code(code);
    String::from_utf8(assert.get_output().stdout.clone()).expect("output is text")
}

/// Standard error of a run that must end with this code.
pub fn notes(arguments: &[&str], code: i32) -> String {
    let assert = bezzel(arguments).assert().code(code);
    String::from_utf8(assert.get_output().stderr.clone()).expect("notes are text")
}

/// The one-line message for a wrong request; nothing else is printed.
pub fn refusal(arguments: &[&str]) -> String {
    let assert = bezzel(arguments).assert().code(2).stdout("");
    let line = String::from_utf8(assert.get_output().stderr.clone()).expect("notes are text");
    assert_eq!(line.lines().count(), 1, "{arguments:?}: {line}");
    line
}

/// The document printed by a run that must end with this code.
pub fn json(arguments: &[&str], code: i32) -> Value {
    serde_json::from_str(&output(arguments, code)).expect("output is one JSON document")
}

/// Words as a shell would split them.
pub fn words(command: &str) -> Vec<String> {
    shlex::split(command).unwrap_or_else(|| panic!("a shell cannot read {command}"))
}
