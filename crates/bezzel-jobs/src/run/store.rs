//! Where the results of a run go: into a ledger, or only into memory.

use crate::header::LabelledHeader;
use crate::ledger::confirmed;
use crate::seen::News;
use crate::subtotals::Subtotals;
use crate::trust::Case;
use crate::write::{Batch, Recorded, second_count};
use crate::{Check, Header, JobError, Ledger};
use bezzel_engines::Plan;
use std::path::Path;

/// Where results go.
pub(crate) enum Store<'a> {
    Memory(Box<Memory>),
    Ledger(&'a mut Ledger),
}

/// Results of a run without a ledger.
pub(crate) struct Memory {
    header: Header,
    subtotals: Subtotals,
    checks: Vec<Check>,
}

impl<'a> Store<'a> {
    pub(crate) fn new(plan: &Plan, ledger: Option<&'a mut Ledger>) -> Result<Store<'a>, JobError> {
        if let Some(ledger) = ledger {
            ledger.belongs_to(plan)?;
            ledger.reload()?;
            return Ok(Store::Ledger(ledger));
        }
        let job = LabelledHeader::new(plan, None);
        let subtotals = job.subtotals().map_err(damaged)?;
        let memory = Memory { header: job.header, subtotals, checks: Vec::new() };
        Ok(Store::Memory(Box::new(memory)))
    }

    pub(crate) fn subtotals(&self) -> &Subtotals {
        match self {
            Store::Memory(memory) => &memory.subtotals,
            Store::Ledger(ledger) => ledger.subtotals(),
        }
    }

    pub(crate) fn checks(&self) -> &[Check] {
        match self {
            Store::Memory(memory) => &memory.checks,
            Store::Ledger(ledger) => ledger.checks(),
        }
    }

    pub(crate) fn is_paused(&self) -> bool {
        matches!(self, Store::Ledger(ledger) if ledger.is_paused())
    }

    /// Everything that a total is checked against.
    pub(crate) fn case(&self) -> Case<'_> {
        let (file, header) = match self {
            Store::Memory(memory) => (Path::new("memory"), &memory.header),
            Store::Ledger(ledger) => (ledger.file(), ledger.header()),
        };
        Case { file, header, subtotals: self.subtotals(), checks: self.checks() }
    }

    /// Results that a recount has confirmed.
    pub(crate) fn recounted(&self) -> usize {
        confirmed_results(self.subtotals(), self.checks())
    }

    /// Reads what other processes did to the ledger.
    pub(crate) fn look(&mut self) -> Result<News, JobError> {
        match self {
            Store::Memory(_) => Ok(News::default()),
            Store::Ledger(ledger) => match ledger.refresh() {
                Err(JobError::Busy { .. }) => Ok(News::default()),
                news => news,
            },
        }
    }

    pub(crate) fn record(&mut self, batch: &Batch) -> Result<Recorded, JobError> {
        match self {
            Store::Ledger(ledger) => ledger.record(batch),
            Store::Memory(memory) => memory.record(batch),
        }
    }
}

impl Memory {
    fn record(&mut self, batch: &Batch) -> Result<Recorded, JobError> {
        let mut recorded = Recorded::default();
        for split in &batch.splits {
            self.subtotals.add_split(&split.label, &split.into).map_err(damaged)?;
        }
        for row in &batch.rows {
            let place = self.subtotals.place(&row.label);
            match place.and_then(|place| self.subtotals.value(place)) {
                None => {
                    self.subtotals.add(row).map_err(damaged)?;
                    recorded.new += 1;
                }
                Some(known) => {
                    recorded.repeated += 1;
                    if known != row.subtotal {
                        self.checks.push(second_count(row, known));
                    }
                }
            }
        }
        self.checks.extend_from_slice(&batch.checks);
        Ok(recorded)
    }
}

/// A plan or a result that contradicts itself, in a run without a file.
fn damaged(what: String) -> JobError {
    JobError::Damaged { file: "memory".into(), what }
}

/// How many of the results in a sum a recount has confirmed, by themselves or with the unit they
/// are part of.
pub(crate) fn confirmed_results(subtotals: &Subtotals, checks: &[Check]) -> usize {
    let confirmed = confirmed(subtotals, checks);
    let is_confirmed = |mut place: usize| loop {
        if confirmed.contains(subtotals.label(place)) {
            return true;
        }
        match subtotals.above(place) {
            Some(above) => place = above,
            None => return false,
        }
    };
    subtotals.counting().filter(|(place, _)| is_confirmed(*place)).count()
}
