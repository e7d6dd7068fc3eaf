//! Reading and writing the rows of a ledger, each checked on the way in.

use crate::job::{Job, unreadable};
use crate::record::parse_subtotal;
use crate::tally::Tally;
use crate::{Check, JobError, Row};
use rusqlite::types::FromSql;
use rusqlite::{Connection, OptionalExtension, params};
use std::path::Path;

/// What became of results handed to a ledger.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Recorded {
    /// Units written now.
    pub new: Vec<usize>,
    /// Units that another process had finished since the last look.
    pub elsewhere: Vec<usize>,
    /// How many results were for units that already had a row, and agreed with it.
    pub repeated: usize,
}

/// Hands every row after this one, sound or not, to `take` in the order of writing; returns the
/// last number.
pub(crate) fn each_row(
    connection: &Connection,
    file: &Path,
    job: &Job,
    after: i64,
    mut take: impl FnMut(i64, Result<Row, JobError>) -> Result<(), JobError>,
) -> Result<i64, JobError> {
    let said = |e| unreadable(file, e);
    let mut select = connection
        .prepare_cached(
            "SELECT row, unit, label, subtotal, engine, simd, micros, host, attempt, finished, \
             checksum FROM results WHERE row > ?1 ORDER BY row",
        )
        .map_err(said)?;
    let mut found = select.query([after]).map_err(said)?;
    let mut last = after;
    while let Some(fields) = found.next().map_err(said)? {
        let number = fields.get(0).unwrap_or(-1);
        let row = read_row(fields, job).map_err(|what| JobError::DamagedRow {
            file: file.to_path_buf(),
            table: "results",
            row: number,
            unit: fields.get(1).unwrap_or(-1),
            what,
        });
        take(number, row)?;
        last = number;
    }
    Ok(last)
}

/// Hands every check after this one, sound or not, to `take`; returns the last number.
pub(crate) fn each_check(
    connection: &Connection,
    file: &Path,
    job: &Job,
    after: i64,
    mut take: impl FnMut(Result<Check, JobError>) -> Result<(), JobError>,
) -> Result<i64, JobError> {
    let said = |e| unreadable(file, e);
    let mut select = connection
        .prepare_cached(
            "SELECT row, unit, recorded, recount, seed, micros, host, finished, checksum \
             FROM checks WHERE row > ?1 ORDER BY row",
        )
        .map_err(said)?;
    let mut found = select.query([after]).map_err(said)?;
    let mut last = after;
    while let Some(fields) = found.next().map_err(said)? {
        last = fields.get(0).unwrap_or(-1);
        let check = read_check(fields, job).map_err(|what| JobError::DamagedRow {
            file: file.to_path_buf(),
            table: "checks",
            row: last,
            unit: fields.get(1).unwrap_or(-1),
            what,
        });
        take(check)?;
    }
    Ok(last)
}

fn read_row(fields: &rusqlite::Row<'_>, job: &Job) -> Result<Row, String> {
    let row = Row {
        unit: unit_index(fields, job)?,
        label: field(fields, 2)?,
        subtotal: parse_subtotal(&field::<String>(fields, 3)?)?,
        engine: field(fields, 4)?,
        simd: field(fields, 5)?,
        micros: field(fields, 6)?,
        host: field(fields, 7)?,
        attempt: field(fields, 8)?,
        finished: field(fields, 9)?,
    };
    let label = &job.labels[row.unit];
    if row.label != *label {
        return Err(format!("it says {:?}, the plan says {label:?}", row.label));
    }
    if row.checksum(&job.header.digest) != field::<String>(fields, 10)? {
        return Err("it does not match its checksum".into());
    }
    Ok(row)
}

fn read_check(fields: &rusqlite::Row<'_>, job: &Job) -> Result<Check, String> {
    let seed = field::<Option<String>>(fields, 4)?.map(|seed| seed.parse());
    let check = Check {
        unit: unit_index(fields, job)?,
        recorded: parse_subtotal(&field::<String>(fields, 2)?)?,
        recount: parse_subtotal(&field::<String>(fields, 3)?)?,
        seed: seed.transpose().map_err(|_| "its seed is not a number")?,
        micros: field(fields, 5)?,
        host: field(fields, 6)?,
        finished: field(fields, 7)?,
    };
    if check.checksum(&job.header.digest) != field::<String>(fields, 8)? {
        return Err("it does not match its checksum".into());
    }
    Ok(check)
}

fn unit_index(fields: &rusqlite::Row<'_>, job: &Job) -> Result<usize, String> {
    let unit = field::<i64>(fields, 1)?;
    (usize::try_from(unit).ok().filter(|&unit| unit < job.labels.len()))
        .ok_or_else(|| format!("there is no unit {unit} among {}", job.labels.len()))
}

fn field<T: FromSql>(fields: &rusqlite::Row<'_>, column: usize) -> Result<T, String> {
    fields.get(column).map_err(|e| e.to_string())
}

/// Adds a row that came from the file to the tally.
pub(crate) fn admit(
    tally: &mut Tally,
    row: &Row,
    file: &Path,
    number: i64,
) -> Result<(), JobError> {
    let added = match tally.done(row.unit) {
        Some(_) => Err("the unit has another row already".to_string()),
        None => tally.add(row),
    };
    added.map_err(|what| JobError::DamagedRow {
        file: file.to_path_buf(),
        table: "results",
        row: number,
        unit: row.unit as i64,
        what,
    })
}

/// Refuses a result that is not of this plan.
pub(crate) fn fits(job: &Job, row: &Row) -> Result<(), JobError> {
    let units = job.labels.len();
    if job.labels.get(row.unit).is_some_and(|label| *label == row.label) {
        return Ok(());
    }
    Err(JobError::NoSuchUnit { unit: row.unit, label: row.label.clone(), units })
}

/// Refuses a fresh result that cannot be right, before it is written.
pub(crate) fn possible(tally: &Tally, row: &Row) -> Result<(), JobError> {
    tally.sum_with(row.subtotal).map(|_| ()).map_err(|_| JobError::Impossible {
        unit: row.unit,
        label: row.label.clone(),
        subtotal: row.subtotal,
    })
}

/// A result for a unit that already has one is as good as a recount.
pub(crate) fn second_count(row: &Row, recorded: u128) -> Check {
    Check {
        unit: row.unit,
        recorded,
        recount: row.subtotal,
        seed: None,
        micros: row.micros,
        host: row.host.clone(),
        finished: row.finished,
    }
}

/// Says that a result differs from the one in the ledger.
pub(crate) fn disagreement(row: &Row, recorded: u128) -> JobError {
    JobError::Disagreement {
        unit: row.unit,
        label: row.label.clone(),
        recorded,
        counted: row.subtotal,
    }
}

/// Which attempt at the unit comes next.
pub(crate) fn attempt(connection: &Connection, unit: usize) -> rusqlite::Result<u32> {
    let discarded = connection
        .prepare_cached("SELECT discarded FROM units WHERE unit = ?1")?
        .query_row([unit], |row| row.get::<_, u32>(0))
        .optional()?;
    Ok(discarded.unwrap_or(0) + 1)
}

/// Writes a row; returns its number.
pub(crate) fn insert_row(
    connection: &Connection,
    digest: &str,
    row: &Row,
) -> rusqlite::Result<i64> {
    let mut insert = connection.prepare_cached(
        "INSERT INTO results (unit, label, subtotal, engine, simd, micros, host, attempt, \
         finished, checksum) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
    )?;
    insert.insert(params![
        row.unit,
        row.label,
        row.subtotal.to_string(),
        row.engine,
        row.simd,
        row.micros,
        row.host,
        row.attempt,
        row.finished,
        row.checksum(digest),
    ])
}

/// Writes a check; one that is there already (after a merge) stays single.
pub(crate) fn insert_check(
    connection: &Connection,
    digest: &str,
    check: &Check,
) -> rusqlite::Result<()> {
    let mut insert = connection.prepare_cached(
        "INSERT INTO checks (unit, recorded, recount, seed, micros, host, finished, checksum) \
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8) ON CONFLICT (checksum) DO NOTHING",
    )?;
    insert.execute(params![
        check.unit,
        check.recorded.to_string(),
        check.recount.to_string(),
        check.seed.map(|seed| seed.to_string()),
        check.micros,
        check.host,
        check.finished,
        check.checksum(digest),
    ])?;
    Ok(())
}
