//! Changes to a ledger: each is one commit, on the disk when the call returns.

use crate::error::explain;
use crate::rows;
use crate::seen::News;
use crate::trust::Alarm;
use crate::{Check, JobError, Ledger, Row, Split, schema};
use bezzel_board::Stop;
use bezzel_engines::Subtotal;
use rusqlite::Connection;

/// Records that are written together.
#[derive(Clone, Debug, Default)]
pub(crate) struct Batch {
    pub(crate) splits: Vec<Split>,
    pub(crate) rows: Vec<Row>,
    pub(crate) checks: Vec<Check>,
}

/// What happened to results handed to a ledger.
#[derive(Clone, Debug, Default)]
pub(crate) struct Recorded {
    /// Results written now.
    pub(crate) new: usize,
    /// What other processes did since the last read.
    pub(crate) news: News,
    /// How many results were for units that were already done.
    pub(crate) repeated: usize,
}

/// Where the rows come from.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Purpose {
    /// They are new: one that disagrees becomes a dispute, the others are kept.
    Record,
    /// They come from another ledger: if one disagrees, nothing is written.
    Merge,
}

impl Ledger {
    /// Asks every run on this ledger, in any process, to stop.
    pub fn pause(&mut self) -> Result<(), JobError> {
        self.write_paused(true)
    }

    /// Ends the pause; the caller then runs the job.
    pub fn resume(&mut self) -> Result<(), JobError> {
        self.write_paused(false)
    }

    fn write_paused(&mut self, paused: bool) -> Result<(), JobError> {
        self.commit(|connection| connection.execute("UPDATE state SET paused = ?1", [paused]))?;
        self.seen.paused = paused;
        Ok(())
    }

    /// Discards a unit's result and its recounts, so that the next run counts it again. For a unit
    /// that was split, the results of all its parts are discarded.
    pub fn discard(&mut self, label: &str) -> Result<(), JobError> {
        let subtotals = self.subtotals();
        let place = subtotals.place(label);
        let place = place.ok_or_else(|| JobError::NoSuchUnit { label: label.to_owned() })?;
        let mut with_results = Vec::new();
        let mut waiting = vec![place];
        while let Some(place) = waiting.pop() {
            if let Some(done) = subtotals.own(place) {
                with_results.push((subtotals.label(place).to_owned(), done.attempt));
            }
            waiting.extend(subtotals.below(place));
        }
        if with_results.is_empty() {
            return Err(JobError::NotCounted { label: label.to_owned() });
        }
        self.commit(|connection| {
            for (label, attempt) in &with_results {
                connection.execute("DELETE FROM results WHERE label = ?1", [label])?;
                connection.execute("DELETE FROM checks WHERE label = ?1", [label])?;
                connection.execute(
                    "INSERT INTO discarded VALUES (?1, ?2) \
                     ON CONFLICT (label) DO UPDATE SET attempts = excluded.attempts",
                    rusqlite::params![label, attempt],
                )?;
            }
            connection.execute("DELETE FROM checks WHERE label = ?1", [label])?;
            // Other processes notice the missing rows by this number.
            connection.execute("UPDATE state SET discards = discards + 1", [])
        })?;
        self.reload()
    }

    /// Writes results of this plan's units, all in one commit. When this returns they are on the
    /// disk.
    ///
    /// A unit that is done keeps its result. If the new subtotal differs, it is recorded as a
    /// dispute, which [`crate::trust`] reports. `attempt` is filled in by the ledger.
    pub(crate) fn record(&mut self, batch: &Batch) -> Result<Recorded, JobError> {
        let written = self.write(batch, Purpose::Record, &Stop::new());
        self.forget_uncommitted(written)
    }

    /// Writes a result of this plan that was counted outside a run; whether the unit was open.
    ///
    /// A result that differs from the recorded one becomes a dispute, as in a run.
    pub fn enter(&mut self, row: Row) -> Result<bool, JobError> {
        let recorded = self.record(&Batch { rows: vec![row], ..Batch::default() })?;
        Ok(recorded.new == 1)
    }

    /// Adds another ledger's records unchanged, all or nothing.
    pub(crate) fn absorb(&mut self, batch: &Batch, stop: &Stop) -> Result<Recorded, JobError> {
        let written = self.write(batch, Purpose::Merge, stop);
        self.forget_uncommitted(written)
    }

    /// Makes the ledger of a share the ledger of the whole job.
    pub(crate) fn make_whole(&mut self) -> Result<(), JobError> {
        let mut job = self.job.clone();
        job.header.share = None;
        self.commit(|connection| job.write_share(connection))?;
        self.job = job;
        Ok(())
    }

    fn forget_uncommitted<T>(&mut self, written: Result<T, JobError>) -> Result<T, JobError> {
        if written.is_err() {
            // If this fails too, the first error is the one to show.
            let _ = self.reload();
        }
        written
    }

    fn write(
        &mut self,
        batch: &Batch,
        purpose: Purpose,
        stop: &Stop,
    ) -> Result<Recorded, JobError> {
        let Ledger { place, connection, job, seen } = self;
        let file = place.path();
        let said = |e| explain(file, e);
        let refused = |what| JobError::Damaged { file: file.to_path_buf(), what };
        let digest = &job.header.digest;
        let transaction = schema::writing(connection).map_err(said)?;
        // Under the write lock, so that rows from other processes are read before ours are
        // compared.
        let news = seen.look(&transaction, file, job)?;
        let mut recorded = Recorded { news, ..Recorded::default() };
        for split in &batch.splits {
            if seen.subtotals.add_split(&split.label, &split.into).map_err(refused)? {
                let row = rows::insert_split(&transaction, digest, split).map_err(said)?;
                seen.wrote_split(row);
            }
        }
        for row in &batch.rows {
            if stop.is_asked() {
                return Err(JobError::Stopped);
            }
            let there = seen.subtotals.place(&row.label);
            let there = there.ok_or_else(|| JobError::NoSuchUnit { label: row.label.clone() })?;
            if let Some(known) = seen.subtotals.value(there) {
                recorded.repeated += 1;
                if known == row.subtotal {
                    continue;
                }
                if purpose == Purpose::Merge {
                    return Err(disputed(row, &known));
                }
                let check = second_count(row, known);
                rows::insert_check(&transaction, digest, &check).map_err(said)?;
                continue;
            }
            let mut row = row.clone();
            if purpose == Purpose::Record {
                row.attempt = rows::attempt(&transaction, &row.label).map_err(said)?;
            }
            seen.subtotals.add(&row).map_err(refused)?;
            let number = rows::insert_row(&transaction, digest, &row).map_err(said)?;
            seen.wrote_row(number);
            recorded.new += 1;
        }
        for check in &batch.checks {
            rows::insert_check(&transaction, digest, check).map_err(said)?;
        }
        if stop.is_asked() {
            return Err(JobError::Stopped);
        }
        transaction.commit().map_err(said)?;
        seen.read_checks(connection, file, job)?;
        Ok(recorded)
    }

    /// Checks at the start, not after the first hour, that results can be written.
    pub(crate) fn prove_writable(&mut self) -> Result<(), JobError> {
        self.commit(|connection| connection.pragma_update(None, "user_version", schema::FORMAT))
    }

    fn commit<T>(
        &self,
        change: impl FnOnce(&Connection) -> rusqlite::Result<T>,
    ) -> Result<T, JobError> {
        (|| {
            let transaction = schema::writing(&self.connection)?;
            let value = change(&transaction)?;
            transaction.commit()?;
            Ok(value)
        })()
        .map_err(|e| explain(self.file(), e))
    }
}

/// A second result for a unit that was done, as a check.
pub(crate) fn second_count(row: &Row, recorded: Subtotal) -> Check {
    Check {
        label: row.label.clone(),
        recorded,
        recount: row.subtotal.clone(),
        by: String::new(),
        seed: None,
        program: row.program.clone(),
        device: row.device.clone(),
        host: row.host.clone(),
        micros: row.micros,
        finished: row.finished,
    }
}

fn disputed(row: &Row, recorded: &Subtotal) -> JobError {
    Alarm::Disputed {
        label: row.label.clone(),
        recorded: recorded.to_string(),
        recount: row.subtotal.to_string(),
    }
    .into()
}
