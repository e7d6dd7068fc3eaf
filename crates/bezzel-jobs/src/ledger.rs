//! One SQLite file that remembers a counting job: its plan, each unit's result, each recount.

use crate::job::Job;
use crate::rows;
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

impl Ledger {
    /// Makes the ledger of a new job, or of one part of it.
    pub fn create(file: &Path, plan: &Plan, part: Option<Part>) -> Result<Ledger, JobError> {
        Ledger::create_from(file, &Job::new(plan, part), &[], &[])
    }

    /// Opens a ledger and checks all of it. No engine is needed for that: the ledger carries the
    /// labels of all units.
    pub fn open(file: &Path) -> Result<Ledger, JobError> {
        if !file.exists() {
            return Err(JobError::Missing { file: file.to_path_buf() });
        }
        if !file.is_file() {
            return Err(JobError::NotALedger { file: file.to_path_buf() });
        }
        Ledger::load(file, schema::connect(file, false)?)
    }

    /// Opens the plan's ledger, or makes it if there is no such file.
    pub fn open_or_create(file: &Path, plan: &Plan) -> Result<Ledger, JobError> {
        // A program killed while it made the ledger leaves an empty file: as good as none.
        let empty = file.metadata().map_or(true, |meta| meta.is_file() && meta.len() == 0);
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
        let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
        if let Some(folder) = folder.filter(|folder| !folder.is_dir()) {
            return Err(JobError::NoFolder { folder: folder.to_path_buf() });
        }
        if file.metadata().is_ok_and(|meta| meta.len() > 0 || !meta.is_file()) {
            return Err(JobError::Exists { file: file.to_path_buf() });
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
            Err(JobError::Exists { file: file.to_path_buf() })
        }
    }

    fn load(file: &Path, connection: Connection) -> Result<Ledger, JobError> {
        // Readers of a ledger on read-only media cannot switch modes and need not.
        let _ = schema::use_rollback_journal(&connection);
        schema::check_kind(&connection, file)?;
        schema::check_pages(&connection, file)?;
        let snapshot = schema::reading(&connection).map_err(|e| explain(file, e))?;
        let job = Job::read(&snapshot, file)?;
        drop(snapshot);
        let seen = Seen::nothing(&job);
        let mut ledger = Ledger { file: file.to_path_buf(), connection, job, seen };
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
            found.push(row?);
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
        (self.seen.checks.iter())
            .filter(|check| self.subtotal(check.unit).is_some_and(|it| it != check.recount))
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
            (Some(has), Some(asked)) if has != asked => {
                Err(JobError::OtherPart { file: self.file.clone(), has, asked })
            }
            (has, asked) => Ok(has.or(asked)),
        }
    }

    /// Whether someone asked the job to pause.
    #[must_use]
    pub fn is_paused(&self) -> bool {
        self.seen.paused
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
}
