//! No threads, files without an end, lists that take years: an answer or an error, no panic.
#![cfg(unix)]

use crate::common::{bezzel, words};

/// Every way of the program that starts threads. No thread can have a stack of this size, so that the
/// system refuses each of them, as it does at its limit of threads.
#[test]
fn without_threads_there_is_an_answer_or_a_refusal_and_no_panic() {
    let folder = tempfile::tempdir().unwrap();
    for (command, answer) in [
        ("count 8 --time 60", None),
        ("count 8", None),
        ("count 6 --with cp --time 60", Some("4")),
        ("list 6", Some("1,3,5,0,2,4")),
        ("solve 6 --time 60", Some("1,3,5,0,2,4")),
        ("stack 7 --time 60", None),
        ("stack 7 --count", None),
        ("stack 5 --all --time 60", None),
        ("sample 6 --seed 1", None),
        ("estimate 8 --descents 10", None),
        ("compare 4 --algorithms wirth", None),
        ("count 6 --divide", None),
        ("job start 8 --ledger x.ledger", None),
        ("job run x.ledger", None),
        ("job verify x.ledger", None),
        ("judge 4 --command true", None),
        ("construct 1000", None),
        ("serve --port 0 --data data", None),
        ("doctor", None),
    ] {
        let command_words = words(command);
        let arguments: Vec<&str> = command_words.iter().map(String::as_str).collect();
        let mut program = bezzel(&arguments);
        program.current_dir(folder.path()).env("RUST_MIN_STACK", (1_u64 << 60).to_string());
        let ended = program.output().unwrap();
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let (out, notes) = (text(&ended.stdout), text(&ended.stderr));
        let code = ended.status.code();
        assert!(code.is_some_and(|code| code <= 4), "{command}: {code:?}, {notes}");
        assert!(!notes.contains("panicked"), "{command}: {notes}");
        assert!(!out.is_empty() || !notes.is_empty(), "{command}: silence");
        if let Some(answer) = answer {
            assert!(out.contains(answer), "{command}: {out}{notes}");
        }
    }
}

/// What looks like a ledger, with an endless view where its table should be.
#[test]
fn an_endless_view_in_the_place_of_a_table_ends_in_a_refusal() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("endless.ledger");
    let database = rusqlite::Connection::open(&file).unwrap();
    database
        .execute_batch(
            "PRAGMA application_id = 1113946732; PRAGMA user_version = 2;
             CREATE VIEW job AS WITH RECURSIVE more(x) AS
             (SELECT 1 UNION ALL SELECT x + 1 FROM more) SELECT x FROM more",
        )
        .unwrap();
    drop(database);
    for verb in ["status", "run", "verify", "export", "pause", "resume"] {
        let ended = bezzel(&["job", verb, file.to_str().unwrap()]).output().unwrap();
        assert_eq!(ended.status.code(), Some(3), "{verb}: {ended:?}");
        assert!(ended.stdout.is_empty() && !ended.stderr.is_empty(), "{verb}: {ended:?}");
    }
    let ended = bezzel(&["count", "8", "--ledger", file.to_str().unwrap()]).output().unwrap();
    assert_eq!(ended.status.code(), Some(3), "{ended:?}");
}

/// All stacks of this side would take years, and planning them alone hours.
#[test]
fn listing_all_stacks_ends_with_its_time() {
    let ended = bezzel(&["stack", "16", "--all", "--time", "0.2"]).output().unwrap();
    assert_eq!(ended.status.code(), Some(4), "{ended:?}");
    assert!(!ended.stderr.is_empty(), "{ended:?}");
}
