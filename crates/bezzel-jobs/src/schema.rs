//! The tables of a ledger and how its file is opened.
//!
//! Why a rollback journal and not a write-ahead log: between two commits the ledger is *one* file
//! that can be copied, mailed and merged, also after the program was killed between commits; a
//! write-ahead log keeps finished units in a second file that is easily forgotten in a copy. A job
//! commits at most a few times a second, so the log's speed does not matter.
//!
//! Why `synchronous = EXTRA`: a commit returns only after the journal, the file and the removal
//! of the journal (a change of the folder) have reached the disk. With `FULL` a power cut just
//! after a commit could bring the old journal back and undo it.
//!
//! A kill in the middle of a commit leaves `FILE-journal` beside the ledger; the next open rolls
//! that commit back. Until then the two files belong together.
//!
//! A file is accepted as a ledger only if the definitions of its tables are exactly those used
//! here: a view, a trigger or a generated column in a foreign file could make a simple query run
//! forever.

use crate::error::{explain, refused};
use crate::header::older_program;
use crate::{JobError, Place};
use rusqlite::{Connection, OpenFlags, Transaction, TransactionBehavior};
use std::path::Path;
use std::time::Duration;

/// "Bezl": marks the file as a ledger.
pub(crate) const APPLICATION: i64 = 0x4265_7a6c;

/// Increased when an older program could misread the tables.
pub(crate) const FORMAT: i64 = 2;

/// How long to wait for another process's commit; commits take milliseconds.
const PATIENCE: Duration = Duration::from_secs(10);

const TABLES: [&str; 7] = [
    "CREATE TABLE job (
    problem TEXT NOT NULL, engine TEXT NOT NULL, revision INTEGER NOT NULL, counts TEXT NOT NULL,
    divisor TEXT NOT NULL, units INTEGER NOT NULL, digest TEXT NOT NULL, share TEXT NOT NULL,
    program TEXT NOT NULL, created INTEGER NOT NULL, checksum TEXT NOT NULL
) STRICT",
    "CREATE TABLE units (place INTEGER PRIMARY KEY, label TEXT NOT NULL UNIQUE) STRICT",
    "CREATE TABLE splits (
    row INTEGER PRIMARY KEY AUTOINCREMENT, label TEXT NOT NULL UNIQUE, parts TEXT NOT NULL,
    program TEXT NOT NULL, made INTEGER NOT NULL, checksum TEXT NOT NULL
) STRICT",
    "CREATE TABLE results (
    row INTEGER PRIMARY KEY AUTOINCREMENT, label TEXT NOT NULL UNIQUE, subtotal TEXT NOT NULL,
    program TEXT NOT NULL, revision INTEGER NOT NULL, device TEXT NOT NULL, host TEXT NOT NULL,
    micros INTEGER NOT NULL, processor_micros INTEGER NOT NULL, attempt INTEGER NOT NULL,
    finished INTEGER NOT NULL, checksum TEXT NOT NULL
) STRICT",
    "CREATE TABLE checks (
    row INTEGER PRIMARY KEY AUTOINCREMENT, label TEXT NOT NULL, recorded TEXT NOT NULL,
    recount TEXT NOT NULL, method TEXT NOT NULL, seed TEXT, program TEXT NOT NULL,
    device TEXT NOT NULL, host TEXT NOT NULL, micros INTEGER NOT NULL, finished INTEGER NOT NULL,
    checksum TEXT NOT NULL UNIQUE
) STRICT",
    "CREATE TABLE discarded (label TEXT PRIMARY KEY, attempts INTEGER NOT NULL) STRICT",
    "CREATE TABLE state (paused INTEGER NOT NULL, discards INTEGER NOT NULL) STRICT",
];

/// What SQLite itself adds for AUTOINCREMENT.
const SEQUENCE: &str = "CREATE TABLE sqlite_sequence(name,seq)";

/// Opens the file, which must exist unless `create`.
pub(crate) fn connect(place: &Place, create: bool) -> Result<Connection, JobError> {
    let file = place.path();
    let mut flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    if create {
        flags |= OpenFlags::SQLITE_OPEN_CREATE;
        if place.is_private() {
            place.disk().make_private_file(file).map_err(|error| refused(file, &error))?;
        }
    }
    let connection = match place.disk().vfs() {
        None => Connection::open_with_flags(file, flags),
        Some(vfs) => Connection::open_with_flags_and_vfs(file, flags, vfs),
    };
    let connection = connection.map_err(|e| explain(file, e))?;
    (|| {
        connection.busy_timeout(PATIENCE)?;
        // Damage in the schema or in a page must give an error, and nothing in it may be executed.
        connection.pragma_update(None, "trusted_schema", false)?;
        connection.pragma_update(None, "cell_size_check", true)?;
        connection.pragma_update(None, "synchronous", "EXTRA")?;
        // Only macOS needs this to get past the drive's own cache; elsewhere it does nothing.
        connection.pragma_update(None, "fullfsync", true)
    })()
    .map_err(|e| explain(file, e))?;
    Ok(connection)
}

/// Leaves write-ahead mode, in case another tool has switched it on.
pub(crate) fn use_rollback_journal(connection: &Connection) -> rusqlite::Result<()> {
    connection.pragma_update_and_check(None, "journal_mode", "DELETE", |_| Ok(()))
}

/// A transaction that holds the write lock from the start, so that what it reads stays valid until
/// it commits.
pub(crate) fn writing(connection: &Connection) -> rusqlite::Result<Transaction<'_>> {
    Transaction::new_unchecked(connection, TransactionBehavior::Immediate)
}

/// A transaction in which all reads see the same state.
pub(crate) fn reading(connection: &Connection) -> rusqlite::Result<Transaction<'_>> {
    Transaction::new_unchecked(connection, TransactionBehavior::Deferred)
}

/// Creates the tables of an empty file, inside the caller's transaction.
pub(crate) fn make_tables(connection: &Connection) -> rusqlite::Result<()> {
    connection.pragma_update(None, "application_id", APPLICATION)?;
    connection.pragma_update(None, "user_version", FORMAT)?;
    for table in TABLES {
        connection.execute(table, [])?;
    }
    connection.execute("INSERT INTO state VALUES (0, 0)", [])?;
    Ok(())
}

/// Whether nothing was ever committed to the file.
pub(crate) fn is_empty(connection: &Connection) -> rusqlite::Result<bool> {
    pragma(connection, "schema_version").map(|version| version == 0)
}

/// Refuses files that are not ledgers, or ledgers of another format. Reads only what SQLite answers
/// from the file's header and the list of its tables.
pub(crate) fn check_kind(connection: &Connection, file: &Path) -> Result<(), JobError> {
    let said = |e| explain(file, e);
    let not_a_ledger = |why: String| JobError::NotALedger { file: file.to_path_buf(), why };
    let found = pragma(connection, "user_version").map_err(said)?;
    if pragma(connection, "application_id").map_err(said)? != APPLICATION || found < 1 {
        return Err(not_a_ledger(String::new()));
    }
    if found > FORMAT {
        return Err(JobError::NewerFormat { file: file.to_path_buf(), found, known: FORMAT });
    }
    let objects = objects(connection).map_err(said)?;
    if found < FORMAT {
        // A query of a real table ends; anything else is not queried.
        let is_table = |name: &str| {
            let starts = format!("CREATE TABLE {name} ");
            objects
                .iter()
                .any(|(_, sql)| sql.as_deref().is_some_and(|sql| sql.starts_with(&starts)))
        };
        let by = match is_table("job") && is_table("results") {
            true => older_program(connection, file)?,
            false => "an older program (ledger format 1)".to_string(),
        };
        return Err(JobError::OlderFormat { file: file.to_path_buf(), by });
    }
    for table in TABLES {
        if !objects.iter().any(|(_, sql)| sql.as_deref() == Some(table)) {
            let name = table.split(' ').nth(2).unwrap_or_default();
            let what = format!("table {name} is missing or changed");
            return Err(JobError::Damaged { file: file.to_path_buf(), what });
        }
    }
    let foreign = |sql: &Option<String>| match sql.as_deref() {
        // Indexes that SQLite creates for UNIQUE have no definition.
        None => false,
        Some(sql) => !TABLES.contains(&sql) && sql != SEQUENCE,
    };
    match objects.iter().find(|(_, sql)| foreign(sql)) {
        None => Ok(()),
        Some((name, _)) => Err(not_a_ledger(format!("it has {name:?}, which no ledger has"))),
    }
}

/// Name and definition of everything in the database.
fn objects(connection: &Connection) -> rusqlite::Result<Vec<(String, Option<String>)>> {
    let mut select = connection.prepare("SELECT name, sql FROM sqlite_schema")?;
    select.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect()
}

/// Refuses files with damaged pages.
pub(crate) fn check_pages(connection: &Connection, file: &Path) -> Result<(), JobError> {
    let report = connection
        .query_row("PRAGMA integrity_check(1)", [], |row| row.get::<_, String>(0))
        .map_err(|e| explain(file, e))?;
    if report == "ok" {
        return Ok(());
    }
    // A message is one line.
    Err(JobError::Damaged { file: file.to_path_buf(), what: report.replace('\n', " ") })
}

/// A number that SQLite keeps in the file's header.
pub(crate) fn pragma(connection: &Connection, name: &str) -> rusqlite::Result<i64> {
    connection.pragma_query_value(None, name, |row| row.get(0))
}
