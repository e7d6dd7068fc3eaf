//! The tables of a ledger and how its file is opened.
//!
//! Why a rollback journal and not a write-ahead log: between two commits the ledger is *one*
//! file that can be copied, mailed and merged, also after the program was killed between
//! commits; a write-ahead log keeps finished units in a second file that a copy forgets. A job
//! commits a few times a second at most, so the log's speed buys nothing.
//!
//! Why `synchronous = EXTRA`: a commit returns only after the journal, the file and the removal
//! of the journal (a change of the folder) have reached the disk. With `FULL` a power cut just
//! after a commit could bring the old journal back and undo it.
//!
//! A kill in the middle of a commit leaves `FILE-journal` beside the ledger; the next open rolls
//! that commit back. Until then the two files belong together.

use crate::JobError;
use crate::error::explain;
use rusqlite::{Connection, OpenFlags, Transaction, TransactionBehavior};
use std::path::Path;
use std::time::Duration;

/// "Bezl": marks the file as a ledger.
pub(crate) const APPLICATION: i64 = 0x4265_7a6c;

/// Raised when an older program could misread the tables.
pub(crate) const FORMAT: i64 = 1;

/// How long to wait for another process's commit; commits take milliseconds.
const PATIENCE: Duration = Duration::from_secs(10);

const TABLES: &str = "
CREATE TABLE job (
    problem TEXT NOT NULL, engine TEXT NOT NULL, divisor TEXT NOT NULL, units INTEGER NOT NULL,
    digest TEXT NOT NULL, part TEXT NOT NULL, program TEXT NOT NULL, created INTEGER NOT NULL,
    checksum TEXT NOT NULL
) STRICT;
CREATE TABLE units (
    unit INTEGER PRIMARY KEY, label TEXT NOT NULL, cost REAL NOT NULL,
    discarded INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE TABLE results (
    row INTEGER PRIMARY KEY AUTOINCREMENT, unit INTEGER NOT NULL UNIQUE, label TEXT NOT NULL,
    subtotal TEXT NOT NULL, engine TEXT NOT NULL, simd TEXT NOT NULL, micros INTEGER NOT NULL,
    host TEXT NOT NULL, attempt INTEGER NOT NULL, finished INTEGER NOT NULL,
    checksum TEXT NOT NULL
) STRICT;
CREATE TABLE checks (
    row INTEGER PRIMARY KEY AUTOINCREMENT, unit INTEGER NOT NULL, recorded TEXT NOT NULL,
    recount TEXT NOT NULL, seed TEXT, micros INTEGER NOT NULL, host TEXT NOT NULL,
    finished INTEGER NOT NULL, checksum TEXT NOT NULL UNIQUE
) STRICT;
CREATE TABLE state (paused INTEGER NOT NULL, discards INTEGER NOT NULL) STRICT;
INSERT INTO state VALUES (0, 0);
";

/// Opens the file, which must exist unless `create`.
pub(crate) fn connect(file: &Path, create: bool) -> Result<Connection, JobError> {
    let mut flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    if create {
        flags |= OpenFlags::SQLITE_OPEN_CREATE;
    }
    let connection = Connection::open_with_flags(file, flags).map_err(|e| explain(file, e))?;
    (|| {
        connection.busy_timeout(PATIENCE)?;
        // Damage in the schema or in a page must end in an error, not run.
        connection.pragma_update(None, "trusted_schema", false)?;
        connection.pragma_update(None, "cell_size_check", true)?;
        connection.pragma_update(None, "synchronous", "EXTRA")?;
        // Only macOS needs this to get past the drive's own cache; elsewhere it does nothing.
        connection.pragma_update(None, "fullfsync", true)
    })()
    .map_err(|e| explain(file, e))?;
    Ok(connection)
}

/// Leaves write-ahead mode, should some tool have switched it on.
pub(crate) fn use_rollback_journal(connection: &Connection) -> rusqlite::Result<()> {
    connection.pragma_update_and_check(None, "journal_mode", "DELETE", |_| Ok(()))
}

/// A transaction that holds the write lock from the start, so that what it reads stays true
/// until it commits.
pub(crate) fn writing(connection: &Connection) -> rusqlite::Result<Transaction<'_>> {
    Transaction::new_unchecked(connection, TransactionBehavior::Immediate)
}

/// A transaction in which all reads see the same state.
pub(crate) fn reading(connection: &Connection) -> rusqlite::Result<Transaction<'_>> {
    Transaction::new_unchecked(connection, TransactionBehavior::Deferred)
}

/// Makes the tables of an empty file, inside the caller's transaction.
pub(crate) fn make_tables(connection: &Connection) -> rusqlite::Result<()> {
    connection.pragma_update(None, "application_id", APPLICATION)?;
    connection.pragma_update(None, "user_version", FORMAT)?;
    connection.execute_batch(TABLES)
}

/// Whether nothing was ever committed to the file.
pub(crate) fn is_empty(connection: &Connection) -> rusqlite::Result<bool> {
    pragma(connection, "schema_version").map(|version| version == 0)
}

/// Refuses files that are no ledgers or are too new.
pub(crate) fn check_kind(connection: &Connection, file: &Path) -> Result<(), JobError> {
    let said = |e| explain(file, e);
    let found = pragma(connection, "user_version").map_err(said)?;
    if pragma(connection, "application_id").map_err(said)? != APPLICATION || found < 1 {
        return Err(JobError::NotALedger { file: file.to_path_buf() });
    }
    if found > FORMAT {
        return Err(JobError::NewerFormat { file: file.to_path_buf(), found, known: FORMAT });
    }
    Ok(())
}

/// Refuses files with damaged pages.
pub(crate) fn check_pages(connection: &Connection, file: &Path) -> Result<(), JobError> {
    let verdict = connection
        .query_row("PRAGMA integrity_check(1)", [], |row| row.get::<_, String>(0))
        .map_err(|e| explain(file, e))?;
    if verdict == "ok" {
        return Ok(());
    }
    // A message is one line.
    Err(JobError::Damaged { file: file.to_path_buf(), what: verdict.replace('\n', " ") })
}

/// A number that SQLite keeps in the file's header.
pub(crate) fn pragma(connection: &Connection, name: &str) -> rusqlite::Result<i64> {
    connection.pragma_query_value(None, name, |row| row.get(0))
}
