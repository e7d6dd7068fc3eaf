//! What this process has seen of a ledger that other processes may be writing too.

use crate::job::{Job, unreadable};
use crate::tally::Tally;
use crate::{Check, JobError, rows, schema};
use rusqlite::Connection;
use std::path::Path;

/// The rows read so far and how far that was.
#[derive(Debug)]
pub(crate) struct Seen {
    pub(crate) tally: Tally,
    pub(crate) checks: Vec<Check>,
    pub(crate) paused: bool,
    last_row: i64,
    last_check: i64,
    data_version: i64,
    discards: i64,
}

impl Seen {
    pub(crate) fn nothing(job: &Job) -> Seen {
        let header = &job.header;
        Seen {
            tally: Tally::new(header.units, &header.problem, header.divisor),
            checks: Vec::new(),
            paused: false,
            last_row: 0,
            last_check: 0,
            data_version: -1,
            discards: 0,
        }
    }

    /// Reads what others wrote since the last look, if they did; returns the units they finished.
    pub(crate) fn look(
        &mut self,
        connection: &Connection,
        file: &Path,
        job: &Job,
    ) -> Result<Vec<usize>, JobError> {
        let said = |e| unreadable(file, e);
        // SQLite raises this number when another connection has committed: no table is read.
        let version = schema::pragma(connection, "data_version").map_err(said)?;
        if version == self.data_version {
            return Ok(Vec::new());
        }
        let (paused, discards) = connection
            .query_one("SELECT paused, discards FROM state", [], |row| {
                Ok((row.get(0)?, row.get(1)?))
            })
            .map_err(said)?;
        if discards != self.discards {
            // Rows have gone that were counted here: start over.
            *self = Seen { discards, ..Seen::nothing(job) };
        }
        let (tally, mut found) = (&mut self.tally, Vec::new());
        self.last_row = rows::each_row(connection, file, job, self.last_row, |number, row| {
            let row = row?;
            found.push(row.unit);
            rows::admit(tally, &row, file, number)
        })?;
        self.read_checks(connection, file, job)?;
        self.paused = paused;
        self.data_version = version;
        Ok(found)
    }

    /// Reads checks that were not there before.
    pub(crate) fn read_checks(
        &mut self,
        connection: &Connection,
        file: &Path,
        job: &Job,
    ) -> Result<(), JobError> {
        let checks = &mut self.checks;
        self.last_check = rows::each_check(connection, file, job, self.last_check, |check| {
            checks.push(check?);
            Ok(())
        })?;
        Ok(())
    }

    /// Takes note of a row this process wrote.
    pub(crate) fn wrote(&mut self, number: i64) {
        self.last_row = number;
    }
}
