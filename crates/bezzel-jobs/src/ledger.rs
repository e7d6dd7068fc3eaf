//! One SQLite file that stores a counting job: its plan, each unit's result, each recount.

use crate::error::{explain, refused};
use crate::header::LabelledHeader;
use crate::seen::{News, Seen};
use crate::subtotals::Subtotals;
use crate::write::Batch;
use crate::{Check, Entry, Header, JobError, Place, Row, Share, Split, rows, schema};
use bezzel_board::Stop;
use bezzel_engines::{Plan, Prepared, Subtotal};
use rusqlite::Connection;
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

/// An open ledger whose every row has been checked.
///
/// Several processes may have the same ledger open and even count on it at once: a unit has one
/// row, a second result for it must agree with the first, and each run skips what another has
/// finished. See the [crate's introduction](crate) for the argument.
#[derive(Debug)]
pub struct Ledger {
    pub(crate) place: Place,
    pub(crate) connection: Connection,
    pub(crate) job: LabelledHeader,
    pub(crate) seen: Seen,
}

impl Ledger {
    /// Creates the ledger of a new job, or of one share of it.
    pub fn create(
        place: impl Into<Place>,
        plan: &Plan,
        share: Option<Share>,
        stop: &Stop,
    ) -> Result<Ledger, JobError> {
        Ledger::create_from(
            &place.into(),
            &LabelledHeader::new(plan, share),
            &Batch::default(),
            stop,
        )
    }

    /// Opens a ledger and checks all of it. No engine is needed for that: the ledger carries the
    /// labels of all units.
    pub fn open(place: impl Into<Place>) -> Result<Ledger, JobError> {
        let place = place.into();
        let file = place.path().to_path_buf();
        match place.look().map_err(|error| refused(&file, &error))? {
            None => Err(JobError::Missing { file }),
            Some(Entry::File { .. }) => {
                let connection = schema::connect(&place, false)?;
                Ledger::load(place, connection)
            }
            Some(_) => Err(JobError::NotALedger { file, why: String::new() }),
        }
    }

    /// Opens the plan's ledger, or creates it if there is no such file.
    pub fn open_or_create(
        place: impl Into<Place>,
        plan: &Plan,
        stop: &Stop,
    ) -> Result<Ledger, JobError> {
        let place = place.into();
        // A program killed while it created the ledger leaves an empty file, which counts as none.
        let is_empty = || matches!(place.look(), Ok(None | Some(Entry::File { length: 0, .. })));
        if is_empty() {
            match Ledger::create(place.clone(), plan, None, stop) {
                Err(JobError::Exists { .. }) => {} // another process was faster
                made => return made,
            }
        }
        match Ledger::open(place.clone()) {
            // Opening it has just rolled back a creation that was killed.
            Err(JobError::NotALedger { .. }) if is_empty() => {
                Ledger::create(place, plan, None, stop)
            }
            opened => {
                let ledger = opened?;
                ledger.belongs_to(plan)?;
                Ok(ledger)
            }
        }
    }

    /// Creates a ledger in one transaction: it exists completely or not at all. Stopped while it
    /// writes, it leaves an empty file, which counts as none.
    pub(crate) fn create_from(
        place: &Place,
        job: &LabelledHeader,
        batch: &Batch,
        stop: &Stop,
    ) -> Result<Ledger, JobError> {
        let file = place.path();
        let exists = || JobError::Exists { file: file.to_path_buf() };
        if let Some((folder, entry)) = place.look_at_folder()
            && !matches!(entry, Ok(Some(Entry::Folder)))
        {
            return Err(JobError::NoFolder { folder });
        }
        if let Some(entry) = place.look().map_err(|error| refused(file, &error))?
            && !matches!(entry, Entry::File { length: 0, .. })
        {
            return Err(exists());
        }
        let connection = schema::connect(place, true)?;
        let made = (|| {
            let transaction = schema::writing(&connection)?;
            if !schema::is_empty(&transaction)? {
                return Ok(false);
            }
            schema::make_tables(&transaction)?;
            if !job.write(&transaction, stop)? {
                return Ok(false);
            }
            let digest = &job.header.digest;
            for split in batch.splits.iter().take_while(|_| !stop.is_asked()) {
                rows::insert_split(&transaction, digest, split)?;
            }
            for row in batch.rows.iter().take_while(|_| !stop.is_asked()) {
                rows::insert_row(&transaction, digest, row)?;
            }
            for check in batch.checks.iter().take_while(|_| !stop.is_asked()) {
                rows::insert_check(&transaction, digest, check)?;
            }
            if stop.is_asked() {
                return Ok(false);
            }
            transaction.commit()?;
            Ok(true)
        })()
        .map_err(|e| explain(file, e))?;
        match made {
            true => Ledger::load(place.clone(), connection),
            false if stop.is_asked() => Err(JobError::Stopped),
            false => Err(exists()),
        }
    }

    fn load(place: Place, connection: Connection) -> Result<Ledger, JobError> {
        let file = place.path();
        schema::check_kind(&connection, file)?;
        // On read-only media the mode cannot be switched, and need not be.
        let _ = schema::use_rollback_journal(&connection);
        schema::check_pages(&connection, file)?;
        let snapshot = schema::reading(&connection).map_err(|e| explain(file, e))?;
        let job = LabelledHeader::read(&snapshot, file)?;
        drop(snapshot);
        let seen = Seen::nothing(&job, file)?;
        let mut ledger = Ledger { place, connection, job, seen };
        ledger.refresh()?;
        Ok(ledger)
    }

    /// The file.
    #[must_use]
    pub fn file(&self) -> &Path {
        self.place.path()
    }

    /// What the ledger says about its job.
    #[must_use]
    pub fn header(&self) -> &Header {
        &self.job.header
    }

    /// Refuses a plan that is not the one this ledger was made for.
    pub fn belongs_to(&self, plan: &Plan) -> Result<(), JobError> {
        self.job.belongs_to(plan, self.file())
    }

    /// The ledger's plan as the engine produces it now: needed to run, verify and trust the ledger.
    pub fn prepare(&self, stop: &Stop) -> Result<Arc<dyn Prepared>, JobError> {
        self.header().prepare(self.file(), stop)
    }

    pub(crate) fn subtotals(&self) -> &Subtotals {
        &self.seen.subtotals
    }

    /// The subtotal of a unit, by its label, if it is done: its own, or the sum of what it was
    /// split into.
    #[must_use]
    pub fn subtotal(&self, label: &str) -> Option<Subtotal> {
        self.subtotals().value(self.subtotals().place(label)?)
    }

    /// All results, in the order in which they were finished.
    pub fn rows(&self) -> Result<Vec<Row>, JobError> {
        self.all()
    }

    /// All splits, in the order in which they were made.
    pub fn splits(&self) -> Result<Vec<Split>, JobError> {
        self.all()
    }

    fn all<R: rows::Record>(&self) -> Result<Vec<R>, JobError> {
        let mut found = Vec::new();
        let digest = &self.job.header.digest;
        rows::each(&self.connection, self.file(), digest, 0, |_, record| {
            found.push(record?);
            Ok(())
        })?;
        Ok(found)
    }

    /// All recounts so far, oldest first.
    #[must_use]
    pub fn checks(&self) -> &[Check] {
        &self.seen.checks
    }

    /// Labels of units that a recount by the other method has confirmed.
    #[must_use]
    pub fn confirmed(&self) -> BTreeSet<&str> {
        confirmed(self.subtotals(), self.checks())
    }

    /// The share to run: a ledger made for one runs no other.
    pub(crate) fn share_to_run(&self, asked: Option<Share>) -> Result<Option<Share>, JobError> {
        match (self.job.header.share, asked) {
            (Some(has), Some(asked)) if has != asked => {
                Err(JobError::OtherShare { file: self.file().to_path_buf(), has, asked })
            }
            (has, asked) => Ok(has.or(asked)),
        }
    }

    /// Whether someone asked the job to pause.
    #[must_use]
    pub fn is_paused(&self) -> bool {
        self.seen.paused
    }

    /// Reads what other processes wrote since the last time.
    pub(crate) fn refresh(&mut self) -> Result<News, JobError> {
        let file = self.place.path();
        // All reads see one state of the file: a result must not be seen without its split.
        let snapshot = schema::reading(&self.connection).map_err(|e| explain(file, e))?;
        self.seen.look(&snapshot, file, &self.job)
    }

    /// Reads and checks all rows again.
    pub fn reload(&mut self) -> Result<(), JobError> {
        self.seen = Seen::nothing(&self.job, self.place.path())?;
        self.refresh().map(|_| ())
    }
}

/// Labels of units that a recount by the other method has confirmed as they stand.
pub(crate) fn confirmed<'a>(subtotals: &Subtotals, checks: &'a [Check]) -> BTreeSet<&'a str> {
    (checks.iter())
        .filter(|check| check.is_recount() && check.agrees())
        .filter(|check| {
            let place = subtotals.place(&check.label);
            place.and_then(|place| subtotals.value(place)).is_some_and(|it| it == check.recount)
        })
        .map(|check| check.label.as_str())
        .collect()
}
