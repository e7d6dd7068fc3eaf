//! Reading and writing the rows of a ledger; each row is checked when it is read.

use crate::error::unreadable;
use crate::subtotals::Subtotals;
use crate::{Check, JobError, Row, Split};
use rusqlite::types::FromSql;
use rusqlite::{Connection, OptionalExtension, params};
use std::path::Path;

/// A kind of record, one table of the ledger.
pub(crate) trait Record: Sized {
    const TABLE: &'static str;
    /// Everything after a row, with its number and label first and its checksum last.
    const SELECT: &'static str;

    fn read(fields: &rusqlite::Row<'_>) -> Result<Self, String>;
    fn seal(&self, digest: &str) -> String;
}

/// Hands every record after this row, valid or not, to `take` in the order of writing; returns the
/// last row.
pub(crate) fn each<R: Record>(
    connection: &Connection,
    file: &Path,
    digest: &str,
    after: i64,
    mut take: impl FnMut(Damage<'_>, Result<R, JobError>) -> Result<(), JobError>,
) -> Result<i64, JobError> {
    let said = |e| unreadable(file, e);
    let mut select = connection.prepare_cached(R::SELECT).map_err(said)?;
    let last_column = select.column_count() - 1;
    let mut found = select.query([after]).map_err(said)?;
    let mut last = after;
    while let Some(fields) = found.next().map_err(said)? {
        last = fields.get(0).unwrap_or(-1);
        let label = fields.get(1).unwrap_or_else(|_| "?".to_string());
        let damage = Damage { file, table: R::TABLE, row: last, label: &label };
        let sealed = |record: &R| {
            Ok::<_, String>(record.seal(digest) == field::<String>(fields, last_column)?)
        };
        let record = R::read(fields).and_then(|record| match sealed(&record)? {
            true => Ok(record),
            false => Err("it does not match its checksum".into()),
        });
        take(damage, record.map_err(|what| damage.error(what)))?;
    }
    Ok(last)
}

/// Where a damaged record is.
#[derive(Clone, Copy)]
pub(crate) struct Damage<'a> {
    file: &'a Path,
    table: &'static str,
    pub(crate) row: i64,
    label: &'a str,
}

impl Damage<'_> {
    pub(crate) fn error(self, what: String) -> JobError {
        JobError::DamagedRow {
            file: self.file.to_path_buf(),
            table: self.table,
            row: self.row,
            label: self.label.to_string(),
            what,
        }
    }
}

fn field<T: FromSql>(fields: &rusqlite::Row<'_>, column: usize) -> Result<T, String> {
    fields.get(column).map_err(|e| e.to_string())
}

fn subtotal(fields: &rusqlite::Row<'_>, column: usize) -> Result<bezzel_engines::Subtotal, String> {
    let text = field::<String>(fields, column)?;
    text.parse().map_err(|_| format!("{text:?} is not a possible subtotal"))
}

impl Record for Row {
    const TABLE: &'static str = "results";
    const SELECT: &'static str = "SELECT row, label, subtotal, program, revision, device, host, \
        micros, processor_micros, attempt, finished, checksum FROM results WHERE row > ?1 \
        ORDER BY row";

    fn read(fields: &rusqlite::Row<'_>) -> Result<Row, String> {
        Ok(Row {
            label: field(fields, 1)?,
            subtotal: subtotal(fields, 2)?,
            program: field(fields, 3)?,
            revision: field(fields, 4)?,
            device: field(fields, 5)?,
            host: field(fields, 6)?,
            micros: field(fields, 7)?,
            processor_micros: field(fields, 8)?,
            attempt: field(fields, 9)?,
            finished: field(fields, 10)?,
        })
    }

    fn seal(&self, digest: &str) -> String {
        self.checksum(digest)
    }
}

impl Record for Split {
    const TABLE: &'static str = "splits";
    const SELECT: &'static str = "SELECT row, label, parts, program, made, checksum FROM splits \
        WHERE row > ?1 ORDER BY row";

    fn read(fields: &rusqlite::Row<'_>) -> Result<Split, String> {
        Ok(Split {
            label: field(fields, 1)?,
            into: serde_json::from_str(&field::<String>(fields, 2)?).map_err(|e| e.to_string())?,
            program: field(fields, 3)?,
            made: field(fields, 4)?,
        })
    }

    fn seal(&self, digest: &str) -> String {
        self.checksum(digest)
    }
}

impl Record for Check {
    const TABLE: &'static str = "checks";
    const SELECT: &'static str = "SELECT row, label, recorded, recount, method, seed, program, \
        device, host, micros, finished, checksum FROM checks WHERE row > ?1 ORDER BY row";

    fn read(fields: &rusqlite::Row<'_>) -> Result<Check, String> {
        let seed = field::<Option<String>>(fields, 5)?.map(|seed| seed.parse());
        Ok(Check {
            label: field(fields, 1)?,
            recorded: subtotal(fields, 2)?,
            recount: subtotal(fields, 3)?,
            by: field(fields, 4)?,
            seed: seed.transpose().map_err(|_| "its seed is not a number")?,
            program: field(fields, 6)?,
            device: field(fields, 7)?,
            host: field(fields, 8)?,
            micros: field(fields, 9)?,
            finished: field(fields, 10)?,
        })
    }

    fn seal(&self, digest: &str) -> String {
        self.checksum(digest)
    }
}

/// Refuses a recount of a unit that the ledger does not have.
pub(crate) fn known(subtotals: &Subtotals, label: &str) -> Result<(), String> {
    subtotals.place(label).map(|_| ()).ok_or_else(|| format!("there is no unit {label:?}"))
}

/// Which attempt at the unit comes next.
pub(crate) fn attempt(connection: &Connection, label: &str) -> rusqlite::Result<u32> {
    let discarded = connection
        .prepare_cached("SELECT attempts FROM discarded WHERE label = ?1")?
        .query_row([label], |row| row.get::<_, u32>(0))
        .optional()?;
    Ok(discarded.unwrap_or(0) + 1)
}

/// Writes a result; returns its row.
pub(crate) fn insert_row(
    connection: &Connection,
    digest: &str,
    row: &Row,
) -> rusqlite::Result<i64> {
    let mut insert = connection.prepare_cached(
        "INSERT INTO results (label, subtotal, program, revision, device, host, micros, \
         processor_micros, attempt, finished, checksum) \
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
    )?;
    insert.insert(params![
        row.label,
        row.subtotal.to_string(),
        row.program,
        row.revision,
        row.device,
        row.host,
        row.micros,
        row.processor_micros,
        row.attempt,
        row.finished,
        row.checksum(digest),
    ])
}

/// Writes a split; returns its row.
pub(crate) fn insert_split(
    connection: &Connection,
    digest: &str,
    split: &Split,
) -> rusqlite::Result<i64> {
    let mut insert = connection.prepare_cached(
        "INSERT INTO splits (label, parts, program, made, checksum) VALUES (?1, ?2, ?3, ?4, ?5)",
    )?;
    let parts = serde_json::to_string(&split.into).expect("words always have a JSON form");
    let checksum = split.checksum(digest);
    insert.insert(params![split.label, parts, split.program, split.made, checksum])
}

/// Writes a check; a duplicate (after a merge) is ignored.
pub(crate) fn insert_check(
    connection: &Connection,
    digest: &str,
    check: &Check,
) -> rusqlite::Result<()> {
    let mut insert = connection.prepare_cached(
        "INSERT INTO checks (label, recorded, recount, method, seed, program, device, host, \
         micros, finished, checksum) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11) \
         ON CONFLICT (checksum) DO NOTHING",
    )?;
    insert.execute(params![
        check.label,
        check.recorded.to_string(),
        check.recount.to_string(),
        check.by,
        check.seed.map(|seed| seed.to_string()),
        check.program,
        check.device,
        check.host,
        check.micros,
        check.finished,
        check.checksum(digest),
    ])?;
    Ok(())
}
