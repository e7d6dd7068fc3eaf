//! The same request through the command line and through the server gives the same documents, times
//! aside.
#![cfg(unix)]

mod cases;
mod files;
mod jobs;

use crate::served::{Server, documents};
use crate::{common, generated};
use cases::{Case, cases};
use serde_json::json;
use std::fs;

/// Verbs without a resource of the server, and why.
const TYPED_ONLY: [(&str, &str); 7] = [
    ("judge", "it runs programs of this machine, which no page may ask for"),
    ("completions", "it is about the command line itself"),
    ("man", "it is about the command line itself"),
    ("job split", "it makes a file for another machine"),
    ("job import", "it makes a file from standard input"),
    ("job salvage", "it reads a damaged file, which is no job of the server"),
    ("job discard", "it is for a unit that a verification has found wrong, by hand"),
];

/// What is typed in a test of its own.
const ELSEWHERE: [&str; 1] = ["check"];

#[test]
fn every_verb_is_compared_or_has_a_reason_not_to_be() {
    let mut typed: Vec<String> = cases().iter().map(|case| case.command.to_owned()).collect();
    typed.extend(files::files().iter().map(|(command, ..)| (*command).to_owned()));
    typed.extend(jobs::TYPED.iter().chain(&ELSEWHERE).map(|&command| command.to_owned()));
    let is_typed = |verb: &str| {
        typed.iter().any(|command| command == verb || command.starts_with(&format!("{verb} ")))
    };
    let verbs: Vec<String> = generated::verbs().iter().map(|verb| verb.path.join(" ")).collect();
    assert!(verbs.len() > 30, "{verbs:?}");
    for verb in &verbs {
        let has_reason = TYPED_ONLY.iter().any(|(name, _)| name == verb);
        assert!(is_typed(verb) != has_reason, "{verb} needs a case here, or a reason");
    }
    for (name, _) in TYPED_ONLY {
        assert!(verbs.iter().any(|verb| verb == name), "there is no verb {name}");
    }
}

#[test]
fn command_line_and_server_give_the_same_documents() {
    let data = tempfile::tempdir().expect("a folder");
    let server = Server::start(data.path());
    for Case { command, form, code, path, body } in cases() {
        let mut arguments = common::words(command);
        arguments.push(form.to_owned());
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let typed = documents(form, &common::output(&arguments, code));
        let sent = documents(form, &server.answer(path, body.as_ref()));
        assert!(!typed.is_empty(), "{command}");
        assert_eq!(typed, sent, "{command}, {path}");
        let last = typed.last().expect("at least one");
        let schema = last["schema"].as_str().unwrap_or_default();
        assert!(schema.starts_with("bezzel/"), "{command}: {last}");
    }
}

/// A stream of columns and a proof are files for the command line and texts for the server.
#[test]
fn streams_and_proofs_are_checked_alike() {
    let data = tempfile::tempdir().expect("a folder");
    let server = Server::start(data.path());
    for (columns, code) in [("1\n3\n0\n2\n", 0), ("0\n1\n2\n3\n", 1)] {
        let checked = common::bezzel(&["check", "-", "--stream", "lines", "--json"])
            .write_stdin(columns)
            .assert()
            .code(code);
        let typed = String::from_utf8(checked.get_output().stdout.clone()).expect("text");
        let body = json!({ "check": { "stream": "lines" }, "columns": columns });
        let sent = server.answer("/check-stream", Some(&body));
        assert_eq!(documents("--json", &typed), documents("--json", &sent), "{columns}");
    }
    let formula = data.path().join("formula.cnf");
    let text = "p cnf 1 2\n1 0\n-1 0\n";
    fs::write(&formula, text).expect("a file");
    for (proof, code) in [("3 0 1 2 0\n", 0), ("3 0 1 0\n", 1)] {
        let formula = formula.to_str().expect("a plain name");
        let checked = common::bezzel(&["check", "-", "--refutes", formula, "--json"])
            .write_stdin(proof)
            .assert()
            .code(code);
        let typed = String::from_utf8(checked.get_output().stdout.clone()).expect("text");
        let body = json!({ "formula": text, "proof": proof });
        let sent = server.answer("/check-proof", Some(&body));
        assert_eq!(documents("--json", &typed), documents("--json", &sent), "{proof}");
    }
}
