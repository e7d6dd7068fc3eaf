//! Ledgers that others have written: as files of SQLite, and as lines of JSON.
//!
//! The corpus counts 6 queens: 4 solutions. No change of it may show another total.

use bezzel::{Control, JobImportRequest, JobStatusRequest, Problem, Stop, job_import, job_status};
use bezzel_jobs::{Ledger, salvage};
use std::fs;
use std::path::Path;

/// A folder for one ledger.
fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder can be made")
}

/// Whatever is shown as the total of 6 queens is that.
fn look(file: &Path) {
    let mut request = JobStatusRequest::new(file);
    request.workers = Some(1);
    if let Ok(status) = job_status(&request, &Control::new())
        && status.problem == Problem::queens(6)
        && status.engine == "enumerate"
        && let Some(total) = status.total
    {
        assert_eq!(total.0, 4, "{}", file.display());
    }
}

/// A ledger as a file: opened, shown, saved.
pub fn files(input: &[u8]) {
    let folder = folder();
    let file = folder.path().join("some.ledger");
    fs::write(&file, input).expect("a file can be written");
    look(&file);
    let saved = folder.path().join("saved.ledger");
    if salvage(&file, &saved, Control::new().stop()).is_ok() {
        look(&saved);
    }
}

/// A ledger as lines: read, shown, and written as it was.
pub fn lines(input: &[u8]) {
    let folder = folder();
    let file = folder.path().join("some.ledger");
    if job_import(&JobImportRequest::new(&file), &mut &*input, &Control::new()).is_ok() {
        look(&file);
        let mut again = Vec::new();
        let ledger = Ledger::open(&file).expect("it was made just now");
        ledger.export(None, &mut again, &Stop::new()).expect("it can be written");
        let copy = folder.path().join("copy.ledger");
        let read =
            Ledger::import(&copy, &mut &*again, &Stop::new()).expect("what is written is read");
        let mut once_more = Vec::new();
        read.export(None, &mut once_more, &Stop::new()).expect("it can be written");
        assert_eq!(again, once_more);
    }
}
