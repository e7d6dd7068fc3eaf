//! Changes to a ledger: each is one commit, on the disk when the call returns.

use crate::error::explain;
use crate::rows::{self, Recorded};
use crate::{Check, JobError, Ledger, Row, schema};
use rusqlite::Connection;

/// What rows are written for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Purpose {
    /// They are fresh: one that disagrees becomes a dispute, the others are kept.
    Record,
    /// They come from another ledger: one that disagrees stops everything.
    Merge,
}

impl Ledger {
    /// Asks every run on this ledger, in any process, to stop after the units in flight.
    pub fn pause(&mut self) -> Result<(), JobError> {
        self.write_paused(true)
    }

    /// Lets the job run again; running it is the caller's next step.
    pub fn resume(&mut self) -> Result<(), JobError> {
        self.write_paused(false)
    }

    fn write_paused(&mut self, paused: bool) -> Result<(), JobError> {
        self.commit(|connection| connection.execute("UPDATE state SET paused = ?1", [paused]))?;
        self.seen.paused = paused;
        Ok(())
    }

    /// Forgets a unit's result and its recounts, so that the next run counts it again.
    pub fn discard(&mut self, unit: usize) -> Result<(), JobError> {
        let units = self.seen.tally.len();
        if unit >= units {
            return Err(JobError::NoSuchUnit { unit, label: String::new(), units });
        }
        let attempt = self.seen.tally.done(unit).ok_or(JobError::NotCounted { unit })?.attempt;
        self.commit(|connection| {
            connection.execute("DELETE FROM results WHERE unit = ?1", [unit])?;
            connection.execute("DELETE FROM checks WHERE unit = ?1", [unit])?;
            // Other processes notice the missing row by this number.
            connection.execute("UPDATE state SET discards = discards + 1", [])?;
            connection.execute(
                "UPDATE units SET discarded = ?2 WHERE unit = ?1",
                [unit, attempt as usize],
            )
        })?;
        self.reload()
    }

    /// Writes results of this plan's units, all in one commit. When this returns they are on the
    /// disk.
    ///
    /// A unit that already has a row keeps it. If the new subtotal differs, that is remembered
    /// as a dispute, the other rows are still written, and the first difference is the error.
    /// `attempt` is filled in by the ledger.
    pub fn record(&mut self, rows: &[Row]) -> Result<Recorded, JobError> {
        let written = self.write(rows, &[], Purpose::Record);
        self.forget_uncommitted(written)
    }

    /// Adds another ledger's rows and recounts as they are, all or nothing.
    pub(crate) fn absorb(&mut self, rows: &[Row], checks: &[Check]) -> Result<Recorded, JobError> {
        let written = self.write(rows, checks, Purpose::Merge);
        self.forget_uncommitted(written)
    }

    /// Makes the ledger of a part the ledger of the whole job.
    pub(crate) fn make_whole(&mut self) -> Result<(), JobError> {
        let mut job = self.job.clone();
        job.header.part = None;
        self.commit(|connection| job.write_part(connection))?;
        self.job = job;
        Ok(())
    }

    fn forget_uncommitted<T>(&mut self, written: Result<T, JobError>) -> Result<T, JobError> {
        if written.is_err() {
            // Should this fail as well, the first error is the one to show.
            let _ = self.reload();
        }
        written
    }

    fn write(
        &mut self,
        rows: &[Row],
        checks: &[Check],
        purpose: Purpose,
    ) -> Result<Recorded, JobError> {
        let Ledger { file, connection, job, seen } = self;
        let said = |e| explain(file, e);
        let digest = &job.header.digest;
        let transaction = schema::writing(connection).map_err(said)?;
        // Under the write lock: what other processes added is seen before ours is compared.
        let elsewhere = seen.look(&transaction, file, job)?;
        let mut recorded = Recorded { elsewhere, ..Recorded::default() };
        let mut dispute = Ok(());
        for row in rows {
            rows::fits(job, row)?;
            if let Some(done) = seen.tally.done(row.unit) {
                recorded.repeated += 1;
                if done.subtotal == row.subtotal {
                    continue;
                }
                let disagreement = rows::disagreement(row, done.subtotal);
                if purpose == Purpose::Merge {
                    return Err(disagreement);
                }
                let check = rows::second_count(row, done.subtotal);
                rows::insert_check(&transaction, digest, &check).map_err(said)?;
                dispute = dispute.and(Err(disagreement));
                continue;
            }
            rows::possible(&seen.tally, row)?;
            let mut row = row.clone();
            if purpose == Purpose::Record {
                row.attempt = rows::attempt(&transaction, row.unit).map_err(said)?;
            }
            let number = rows::insert_row(&transaction, digest, &row).map_err(said)?;
            rows::admit(&mut seen.tally, &row, file, number)?;
            seen.wrote(number);
            recorded.new.push(row.unit);
        }
        for check in checks {
            rows::insert_check(&transaction, digest, check).map_err(said)?;
        }
        transaction.commit().map_err(said)?;
        seen.read_checks(connection, file, job)?;
        dispute.map(|()| recorded)
    }

    /// Writes recounts, all in one commit.
    pub(crate) fn record_checks(&mut self, checks: &[Check]) -> Result<(), JobError> {
        let digest = self.job.header.digest.clone();
        self.commit(|connection| {
            (checks.iter()).try_for_each(|check| rows::insert_check(connection, &digest, check))
        })?;
        self.seen.read_checks(&self.connection, &self.file, &self.job)
    }

    /// Finds out now, not after the first hour, that results could not be written.
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
        .map_err(|e| explain(&self.file, e))
    }
}
