//! One SQLite file that remembers a counting job: its plan, each unit's result, each recount.

use crate::job::Job;
use crate::rows::{self, Recorded};
use crate::seen::Seen;
use crate::{Check, Header, JobError, Part, Row};
use crate::{error::explain, schema};
use bezzel_engines::Plan;
use rusqlite::Connection;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// An open ledger whose every row has been checked.
///
/// Several processes may have the same ledger open and even count on it at once: a unit has one
/// row, a second result for it must agree with the first, and each run skips what another has
/// finished. See the [crate's introduction](crate) for the argument.
#[derive(Debug)]
pub struct Ledger {
    pub(crate) file: PathBuf,
    pub(crate) connection: Connection,
    pub(crate) job: Job,
    pub(crate) seen: Seen,
}

/// What rows are written for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Purpose {
    /// They are fresh: one that disagrees becomes a dispute, the others are kept.
    Record,
    /// They come from another ledger: one that disagrees stops everything.
    Merge,
}

impl Ledger {
    /// Makes the ledger of a new job, or of one part of it.
    pub fn create(file: &Path, plan: &Plan, part: Option<Part>) -> Result<Ledger, JobError> {
        Ledger::create_from(file, &Job::new(plan, part), &[], &[])
    }

    /// Opens a ledger and checks all of it. No engine is needed for that: the ledger carries the
    /// labels of all units.
    pub fn open(file: &Path) -> Result<Ledger, JobError> {
        if !file.exists() {
            return Err(JobError::Missing {
                file: file.to_path_buf(),
            });
        }
        if !file.is_file() {
            return Err(JobError::NotALedger {
                file: file.to_path_buf(),
            });
        }
        Ledger::load(file, schema::connect(file, false)?)
    }

    /// Opens the plan's ledger, or makes it if there is no such file.
    pub fn open_or_create(file: &Path, plan: &Plan) -> Result<Ledger, JobError> {
        // A program killed while it made the ledger leaves an empty file: as good as none.
        let empty = file
            .metadata()
            .map_or(true, |meta| meta.is_file() && meta.len() == 0);
        if empty {
            match Ledger::create(file, plan, None) {
                Err(JobError::Exists { .. }) => {} // another process was faster
                made => return made,
            }
        }
        let ledger = Ledger::open(file)?;
        ledger.belongs_to(plan)?;
        Ok(ledger)
    }

    /// Makes a ledger with everything in one transaction: it is there in full or not at all.
    pub(crate) fn create_from(
        file: &Path,
        job: &Job,
        rows: &[Row],
        checks: &[Check],
    ) -> Result<Ledger, JobError> {
        let folder = file
            .parent()
            .filter(|folder| !folder.as_os_str().is_empty());
        if let Some(folder) = folder.filter(|folder| !folder.is_dir()) {
            return Err(JobError::NoFolder {
                folder: folder.to_path_buf(),
            });
        }
        if file
            .metadata()
            .is_ok_and(|meta| meta.len() > 0 || !meta.is_file())
        {
            return Err(JobError::Exists {
                file: file.to_path_buf(),
            });
        }
        let connection = schema::connect(file, true)?;
        let made = (|| {
            let transaction = schema::writing(&connection)?;
            if !schema::is_empty(&transaction)? {
                return Ok(false);
            }
            schema::make_tables(&transaction)?;
            job.write(&transaction)?;
            for row in rows {
                rows::insert_row(&transaction, &job.header.digest, row)?;
            }
            for check in checks {
                rows::insert_check(&transaction, &job.header.digest, check)?;
            }
            transaction.commit()?;
            Ok(true)
        })()
        .map_err(|e| explain(file, e))?;
        if made {
            Ledger::load(file, connection)
        } else {
            Err(JobError::Exists {
                file: file.to_path_buf(),
            })
        }
    }

    fn load(file: &Path, connection: Connection) -> Result<Ledger, JobError> {
        // Readers of a ledger on read-only media cannot switch modes and need not.
        let _ = schema::use_rollback_journal(&connection);
        schema::check_file(&connection, file)?;
        let snapshot = schema::reading(&connection).map_err(|e| explain(file, e))?;
        let job = Job::read(&snapshot, file)?;
        drop(snapshot);
        let seen = Seen::nothing(&job);
        let mut ledger = Ledger {
            file: file.to_path_buf(),
            connection,
            job,
            seen,
        };
        ledger.refresh()?;
        Ok(ledger)
    }

    /// The file.
    #[must_use]
    pub fn file(&self) -> &Path {
        &self.file
    }

    /// What the ledger says about its job.
    #[must_use]
    pub fn header(&self) -> &Header {
        &self.job.header
    }

    /// Refuses a plan that is not the one this ledger was made for.
    pub fn belongs_to(&self, plan: &Plan) -> Result<(), JobError> {
        self.job.belongs_to(plan, &self.file)
    }

    /// The subtotal of a unit, if it is finished.
    #[must_use]
    pub fn subtotal(&self, unit: usize) -> Option<u128> {
        (unit < self.seen.tally.len())
            .then(|| self.seen.tally.done(unit))?
            .map(|done| done.subtotal)
    }

    /// All finished units, in the order in which they were finished.
    pub fn rows(&self) -> Result<Vec<Row>, JobError> {
        let mut found = Vec::with_capacity(self.seen.tally.units_done());
        rows::each_row(&self.connection, &self.file, &self.job, 0, |_, row| {
            found.push(row);
            Ok(())
        })?;
        Ok(found)
    }

    /// All recounts so far, oldest first.
    #[must_use]
    pub fn checks(&self) -> &[Check] {
        &self.seen.checks
    }

    /// Units that a recount by the other algorithm has confirmed.
    #[must_use]
    pub fn confirmed(&self) -> BTreeSet<usize> {
        (self.seen.checks.iter())
            .filter(|check| check.seed.is_some())
            .filter(|check| self.subtotal(check.unit) == Some(check.recount))
            .map(|check| check.unit)
            .collect()
    }

    /// Recounts that differ from the subtotal in the ledger. While there is one, the job has no
    /// exact total.
    pub fn disputed(&self) -> impl Iterator<Item = &Check> {
        (self.seen.checks.iter()).filter(|check| {
            self.subtotal(check.unit)
                .is_some_and(|it| it != check.recount)
        })
    }

    pub(crate) fn refuse_disputes(&self) -> Result<(), JobError> {
        match self.disputed().next() {
            None => Ok(()),
            Some(check) => Err(JobError::Disputed {
                unit: check.unit,
                label: self.job.labels[check.unit].clone(),
                recorded: self.subtotal(check.unit).unwrap_or_default(),
                recount: check.recount,
            }),
        }
    }

    /// The part to run: a ledger made for one runs no other.
    pub(crate) fn part_to_run(&self, asked: Option<Part>) -> Result<Option<Part>, JobError> {
        match (self.job.header.part, asked) {
            (Some(has), Some(asked)) if has != asked => Err(JobError::OtherPart {
                file: self.file.clone(),
                has,
                asked,
            }),
            (has, asked) => Ok(has.or(asked)),
        }
    }

    /// Whether someone asked the job to pause.
    #[must_use]
    pub fn is_paused(&self) -> bool {
        self.seen.paused
    }

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
            return Err(JobError::NoSuchUnit {
                unit,
                label: String::new(),
                units,
            });
        }
        let attempt = self
            .seen
            .tally
            .done(unit)
            .ok_or(JobError::NotCounted { unit })?
            .attempt;
        self.commit(|connection| {
            connection.execute("DELETE FROM results WHERE unit = ?1", [unit])?;
            connection.execute("DELETE FROM checks WHERE unit = ?1", [unit])?;
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
        let Ledger {
            file,
            connection,
            job,
            seen,
        } = self;
        let said = |e| explain(file, e);
        let digest = &job.header.digest;
        let transaction = schema::writing(connection).map_err(said)?;
        // Under the write lock: what other processes added is seen before ours is compared.
        let elsewhere = seen.read_rows(&transaction, file, job)?;
        let mut recorded = Recorded {
            elsewhere,
            ..Recorded::default()
        };
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
        self.seen
            .read_checks(&self.connection, &self.file, &self.job)
    }

    /// Sees what other processes wrote: returns the units they finished since the last look.
    pub fn refresh(&mut self) -> Result<Vec<usize>, JobError> {
        self.seen.look(&self.connection, &self.file, &self.job)
    }

    /// Reads and checks all rows again.
    pub fn reload(&mut self) -> Result<(), JobError> {
        self.seen = Seen::nothing(&self.job);
        self.refresh().map(|_| ())
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
