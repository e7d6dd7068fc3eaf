//! Foreign, old, missing and read-only files: refused with a message and not changed.

use crate::common::{Tiny, ledger_with, quick_folder, quietly, sql, with};
use bezzel_board::{Explain, Problem, Stop};
use bezzel_jobs::{JobError, Ledger, RunOptions, salvage};
use std::path::Path;

#[test]
fn another_plan_is_refused_with_both_names() {
    let (_folder, file, _) = ledger_with(5);
    let other = Tiny::new(9, 2).ready();
    let error = Ledger::open_or_create(&file, other.plan(), &Stop::new()).unwrap_err().to_string();
    for word in ["8 queens", "9 queens", "engine tiny (revision 1)", "42 units", "another plan"] {
        assert!(error.contains(word), "{error}");
    }
    let mut ledger = Ledger::open(&file).unwrap();
    let error = with(&other, Some(&mut ledger), &RunOptions::default()).unwrap_err();
    assert!(matches!(error, JobError::OtherPlan { .. }));
    let finer = Tiny::new(8, 3).ready();
    assert!(ledger.belongs_to(finer.plan()).is_err());
    let mut newer = Tiny::new(8, 2);
    newer.plan.revision = 2;
    assert!(ledger.belongs_to(&newer.plan).is_err(), "a revision is part of the plan");
    assert_eq!(ledger.header().problem, Problem::queens(8));
}

#[test]
fn files_that_are_not_ledgers_are_refused_and_not_changed() {
    let folder = quick_folder();
    let tiny = Tiny::new(8, 2).ready();
    let file = folder.path().join("notes.txt");
    for text in ["x", "not a ledger\n", &"a longer text\n".repeat(1000)] {
        std::fs::write(&file, text).unwrap();
        let error = Ledger::open_or_create(&file, tiny.plan(), &Stop::new()).unwrap_err();
        assert!(matches!(error, JobError::NotALedger { .. }), "{error}");
        let error = Ledger::create(&file, tiny.plan(), None, &Stop::new()).unwrap_err();
        assert!(matches!(error, JobError::Exists { .. }), "{error}");
        assert_eq!(std::fs::read_to_string(&file).unwrap(), text);
    }
    let database = folder.path().join("other.db");
    sql(&database, "CREATE TABLE job (x)");
    let error = Ledger::open_or_create(&database, tiny.plan(), &Stop::new()).unwrap_err();
    assert!(matches!(error, JobError::NotALedger { .. }), "{error}");
    let error = Ledger::open(folder.path()).unwrap_err();
    assert!(matches!(error, JobError::NotALedger { .. }), "{error}");
    let error = Ledger::open_or_create(folder.path(), tiny.plan(), &Stop::new()).unwrap_err();
    assert!(matches!(error, JobError::NotALedger { .. }), "{error}");
}

/// An endless view instead of a table.
const ENDLESS: &str = "AS WITH RECURSIVE more(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM more) \
                       SELECT x FROM more";

#[test]
fn a_foreign_schema_is_refused_without_being_queried() {
    let changes = [
        format!("DROP TABLE job; CREATE VIEW job {ENDLESS}"),
        format!("DROP TABLE results; CREATE VIEW results {ENDLESS}"),
        format!("DROP TABLE state; CREATE VIEW state {ENDLESS}"),
        format!("CREATE VIEW \"x\u{1b}[2J\" {ENDLESS}"),
        "CREATE TRIGGER slow AFTER INSERT ON results BEGIN DELETE FROM units; END".to_owned(),
        "CREATE TABLE more (x)".to_owned(),
        "ALTER TABLE results ADD COLUMN more TEXT".to_owned(),
        "CREATE INDEX more ON results (length(host))".to_owned(),
    ];
    for change in changes {
        let (folder, file, tiny) = ledger_with(5);
        sql(&file, &change);
        let error = Ledger::open(&file).unwrap_err();
        let is_refused = matches!(error, JobError::NotALedger { .. } | JobError::Damaged { .. });
        assert!(is_refused, "{change}: {error}");
        assert!(!error.to_string().contains('\u{1b}'), "{error:?}");
        assert!(Ledger::open_or_create(&file, tiny.plan(), &Stop::new()).is_err());
        assert!(salvage(&file, folder.path().join("to"), &Stop::new()).is_err());
    }
}

/// A ledger of the first format, as far as it matters.
fn old_ledger(file: &Path, job: &str) {
    sql(
        file,
        &format!(
            "{job};
             CREATE TABLE results (row INTEGER PRIMARY KEY, unit INTEGER NOT NULL);
             INSERT INTO results (unit) VALUES (1), (5);
             PRAGMA application_id = 1113946732; PRAGMA user_version = 1"
        ),
    );
}

#[test]
fn a_ledger_of_the_first_format_says_who_can_finish_it() {
    let folder = quick_folder();
    let file = folder.path().join("old.ledger");
    old_ledger(
        &file,
        "CREATE TABLE job (program TEXT, engine TEXT, units INTEGER);
         INSERT INTO job VALUES ('0.1.0', 'colour', 812)",
    );
    let error = Ledger::open(&file).unwrap_err();
    assert!(matches!(error, JobError::OlderFormat { .. }), "{error}");
    let text = error.explain();
    for words in ["bezzel 0.1.0", "engine colour", "2 of 812 units", "finish it with that program"]
    {
        assert!(text.contains(words), "{text}");
    }
    // A file that only looks like one is not queried either.
    let file = folder.path().join("endless.ledger");
    old_ledger(&file, &format!("CREATE VIEW job {ENDLESS}"));
    let error = Ledger::open(&file).unwrap_err();
    assert!(matches!(error, JobError::OlderFormat { .. }), "{error}");
}

#[test]
fn an_empty_file_is_not_a_ledger_but_can_become_one() {
    let folder = quick_folder();
    let file = folder.path().join("empty.ledger");
    std::fs::write(&file, "").unwrap();
    assert!(matches!(Ledger::open(&file), Err(JobError::NotALedger { .. })));
    let tiny = Tiny::new(8, 2).ready();
    let mut ledger = Ledger::open_or_create(&file, tiny.plan(), &Stop::new()).unwrap();
    assert_eq!(quietly(&tiny, Some(&mut ledger)).outcome.total(), Some(92));
}

#[test]
fn missing_files_and_folders_are_named() {
    let folder = quick_folder();
    let tiny = Tiny::new(8, 2).ready();
    let file = folder.path().join("none.ledger");
    let error = Ledger::open(&file).unwrap_err();
    assert!(error.to_string().contains("there is no ledger"), "{error}");
    assert!(!file.exists());
    let deep = folder.path().join("no/such/8.ledger");
    let error = Ledger::open_or_create(&deep, tiny.plan(), &Stop::new()).unwrap_err();
    assert!(matches!(error, JobError::NoFolder { .. }), "{error}");
}

#[test]
fn control_characters_in_names_are_never_printed_raw() {
    let folder = quick_folder();
    let file = folder.path().join("a\u{1b}[2J\u{202e}.ledger");
    let error = Ledger::open(&file).unwrap_err().to_string();
    assert!(error.contains("\\u{1b}[2J\\u{202e}"), "{error:?}");
    let (_folder, file, _) = ledger_with(5);
    sql(&file, "UPDATE results SET label = 'x\u{1b}]0;title\u{7}', host = 'x' WHERE row = 2");
    let error = Ledger::open(&file).unwrap_err().to_string();
    assert!(!error.contains(['\u{1b}', '\u{7}']) && error.contains("\\u{1b}"), "{error:?}");
}

#[cfg(unix)]
#[test]
fn read_only_files_and_folders_can_be_read_but_not_run() {
    use std::os::unix::fs::PermissionsExt;
    let (folder, file, tiny) = ledger_with(20);
    let mode = |path: &Path, bits| {
        std::fs::set_permissions(path, PermissionsExt::from_mode(bits)).unwrap();
    };
    let refuse = || {
        let mut ledger = Ledger::open(&file).unwrap();
        assert_eq!(ledger.status(Ok(&*tiny), 2).units_done, 20);
        let error = with(&tiny, Some(&mut ledger), &RunOptions::default()).unwrap_err();
        assert!(matches!(error, JobError::NotWritable { .. }), "{error}");
        assert!(matches!(ledger.pause(), Err(JobError::NotWritable { .. })));
    };
    mode(folder.path(), 0o555);
    // Root may write anywhere, so nothing is refused here.
    if std::fs::write(folder.path().join("probe"), "").is_err() {
        refuse();
        let error =
            Ledger::create(folder.path().join("new"), tiny.plan(), None, &Stop::new()).unwrap_err();
        assert!(matches!(error, JobError::NotWritable { .. }), "{error}");
        mode(folder.path(), 0o755);
        mode(&file, 0o444);
        refuse();
        mode(&file, 0o644);
        quietly(&tiny, Some(&mut Ledger::open(&file).unwrap()));
        mode(&file, 0o444);
        mode(folder.path(), 0o555);
        let mut finished = Ledger::open(&file).unwrap();
        assert_eq!(quietly(&tiny, Some(&mut finished)).outcome.total(), Some(92));
    }
    mode(folder.path(), 0o755);
    // Not even root can create files here.
    let nowhere = Path::new("/proc/self/8.ledger");
    if nowhere.parent().is_some_and(Path::is_dir) {
        let error = Ledger::create(nowhere, tiny.plan(), None, &Stop::new()).unwrap_err();
        assert!(matches!(error, JobError::NotWritable { .. }), "{error}");
        assert!(error.to_string().contains("/proc/self/8.ledger"), "{error}");
    }
}
