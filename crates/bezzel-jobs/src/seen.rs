//! What this process has read of a ledger that other processes may also be writing.

use crate::error::unreadable;
use crate::header::LabelledHeader;
use crate::subtotals::Subtotals;
use crate::{Check, JobError, Row, Split, rows, schema};
use rusqlite::Connection;
use std::path::Path;

/// The rows read so far and the last of them.
#[derive(Debug)]
pub(crate) struct Seen {
    pub(crate) subtotals: Subtotals,
    pub(crate) checks: Vec<Check>,
    pub(crate) paused: bool,
    last_split: i64,
    last_row: i64,
    last_check: i64,
    data_version: i64,
    discards: i64,
}

/// What other processes wrote since the last read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct News {
    /// Units they finished.
    pub(crate) done: Vec<String>,
    /// Units they split.
    pub(crate) split: Vec<String>,
}

impl Seen {
    pub(crate) fn nothing(job: &LabelledHeader, file: &Path) -> Result<Seen, JobError> {
        let subtotals =
            job.subtotals().map_err(|what| JobError::Damaged { file: file.to_path_buf(), what })?;
        Ok(Seen {
            subtotals,
            checks: Vec::new(),
            paused: false,
            last_split: 0,
            last_row: 0,
            last_check: 0,
            data_version: -1,
            discards: 0,
        })
    }

    /// Reads what others wrote since the last read, if anything.
    pub(crate) fn look(
        &mut self,
        connection: &Connection,
        file: &Path,
        job: &LabelledHeader,
    ) -> Result<News, JobError> {
        let said = |e| unreadable(file, e);
        // SQLite increases this number when another connection has committed; reading it reads no
        // table.
        let version = schema::pragma(connection, "data_version").map_err(said)?;
        if version == self.data_version {
            return Ok(News::default());
        }
        let (paused, discards) = connection
            .query_one("SELECT paused, discards FROM state", [], |row| {
                Ok((row.get(0)?, row.get(1)?))
            })
            .map_err(said)?;
        if discards != self.discards {
            // Rows that were read before were removed, so start over.
            *self = Seen { discards, ..Seen::nothing(job, file)? };
        }
        let (subtotals, mut news) = (&mut self.subtotals, News::default());
        let digest = &job.header.digest;
        let after = self.last_split;
        self.last_split = rows::each(connection, file, digest, after, |damage, split| {
            let split: Split = split?;
            subtotals.add_split(&split.label, &split.into).map_err(|what| damage.error(what))?;
            news.split.push(split.label);
            Ok(())
        })?;
        let after = self.last_row;
        self.last_row = rows::each(connection, file, digest, after, |damage, row| {
            let row: Row = row?;
            subtotals.add(&row).map_err(|what| damage.error(what))?;
            news.done.push(row.label);
            Ok(())
        })?;
        self.read_checks(connection, file, job)?;
        self.paused = paused;
        self.data_version = version;
        Ok(news)
    }

    /// Reads new checks.
    pub(crate) fn read_checks(
        &mut self,
        connection: &Connection,
        file: &Path,
        job: &LabelledHeader,
    ) -> Result<(), JobError> {
        let (subtotals, checks) = (&self.subtotals, &mut self.checks);
        let (digest, after) = (&job.header.digest, self.last_check);
        self.last_check = rows::each(connection, file, digest, after, |damage, check| {
            let check: Check = check?;
            rows::known(subtotals, &check.label).map_err(|what| damage.error(what))?;
            checks.push(check);
            Ok(())
        })?;
        Ok(())
    }

    /// Records a result that this process wrote.
    pub(crate) fn wrote_row(&mut self, row: i64) {
        self.last_row = row;
    }

    /// Records a split that this process wrote.
    pub(crate) fn wrote_split(&mut self, row: i64) {
        self.last_split = row;
    }
}
