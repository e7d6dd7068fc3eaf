//! Foreign, missing and read-only files: refused in words and left alone.

mod common;

use bezzel_board::Problem;
use bezzel_jobs::{JobError, Ledger, Outcome, RunOptions, run};
use common::{Tiny, ledger_with, quick_folder, quietly, sql};
use std::path::Path;

#[test]
fn another_plan_is_refused_with_both_names() {
    let (_folder, file, _) = ledger_with(5);
    let other = Tiny::new(9, 2).ready();
    let error = Ledger::open_or_create(&file, other.plan()).unwrap_err().to_string();
    for word in ["8 queens", "9 queens", "engine tiny", "42 units", "another plan"] {
        assert!(error.contains(word), "{error}");
    }
    let mut ledger = Ledger::open(&file).unwrap();
    let error = run(&other, Some(&mut ledger), &RunOptions::default(), &mut |_| {}).unwrap_err();
    assert!(matches!(error, JobError::OtherPlan { .. }));
    let finer = Tiny::new(8, 3).ready();
    assert!(ledger.belongs_to(finer.plan()).is_err());
    assert_eq!(ledger.header().problem, Problem::queens(8));
}

#[test]
fn files_that_are_no_ledgers_are_refused_and_left_alone() {
    let folder = quick_folder();
    let tiny = Tiny::new(8, 2).ready();
    let file = folder.path().join("notes.txt");
    for text in ["x", "not a ledger\n", &"a longer text\n".repeat(1000)] {
        std::fs::write(&file, text).unwrap();
        let error = Ledger::open_or_create(&file, tiny.plan()).unwrap_err();
        assert!(matches!(error, JobError::NotALedger { .. }), "{error}");
        let error = Ledger::create(&file, tiny.plan(), None).unwrap_err();
        assert!(matches!(error, JobError::Exists { .. }), "{error}");
        assert_eq!(std::fs::read_to_string(&file).unwrap(), text);
    }
    let database = folder.path().join("other.db");
    sql(&database, "CREATE TABLE job (x)");
    let error = Ledger::open_or_create(&database, tiny.plan()).unwrap_err();
    assert!(matches!(error, JobError::NotALedger { .. }), "{error}");
    let error = Ledger::open(folder.path()).unwrap_err();
    assert!(matches!(error, JobError::NotALedger { .. }), "{error}");
    let error = Ledger::open_or_create(folder.path(), tiny.plan()).unwrap_err();
    assert!(matches!(error, JobError::NotALedger { .. }), "{error}");
}

#[test]
fn an_empty_file_becomes_a_ledger_but_is_none() {
    let folder = quick_folder();
    let file = folder.path().join("empty.ledger");
    std::fs::write(&file, "").unwrap();
    assert!(matches!(Ledger::open(&file), Err(JobError::NotALedger { .. })));
    let tiny = Tiny::new(8, 2).ready();
    let mut ledger = Ledger::open_or_create(&file, tiny.plan()).unwrap();
    assert_eq!(quietly(&tiny, Some(&mut ledger)).outcome, Outcome::Exact { total: 92 });
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
    let error = Ledger::open_or_create(&deep, tiny.plan()).unwrap_err();
    assert!(matches!(error, JobError::NoFolder { .. }), "{error}");
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
        assert_eq!(ledger.status(2).unwrap().units_done, 20);
        let options = RunOptions::default();
        let error = run(&tiny, Some(&mut ledger), &options, &mut |_| {}).unwrap_err();
        assert!(matches!(error, JobError::NotWritable { .. }), "{error}");
        assert!(matches!(ledger.pause(), Err(JobError::NotWritable { .. })));
    };
    mode(folder.path(), 0o555);
    // Root may write anywhere: then there is nothing to refuse here.
    if std::fs::write(folder.path().join("probe"), "").is_err() {
        refuse();
        let error = Ledger::create(&folder.path().join("new"), tiny.plan(), None).unwrap_err();
        assert!(matches!(error, JobError::NotWritable { .. }), "{error}");
        mode(folder.path(), 0o755);
        mode(&file, 0o444);
        refuse();
        mode(&file, 0o644);
        quietly(&tiny, Some(&mut Ledger::open(&file).unwrap()));
        mode(&file, 0o444);
        mode(folder.path(), 0o555);
        let mut finished = Ledger::open(&file).unwrap();
        assert_eq!(quietly(&tiny, Some(&mut finished)).outcome, Outcome::Exact { total: 92 });
    }
    mode(folder.path(), 0o755);
    // Nobody, not even root, makes files here.
    let nowhere = Path::new("/proc/self/8.ledger");
    if nowhere.parent().is_some_and(Path::is_dir) {
        let error = Ledger::create(nowhere, tiny.plan(), None).unwrap_err();
        assert!(matches!(error, JobError::NotWritable { .. }), "{error}");
        assert!(error.to_string().contains("/proc/self/8.ledger"), "{error}");
    }
}
