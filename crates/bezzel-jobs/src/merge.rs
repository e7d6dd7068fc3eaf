//! Splits a job over several ledgers and brings them together again.

use crate::job::Job;
use crate::{Check, JobError, Ledger, Part, Row};
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// What a merge did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Merged {
    /// Finished units in the merged ledger.
    pub units_done: usize,
    /// All units of the job.
    pub units_total: usize,
    /// Units that were new to the target.
    pub units_added: usize,
    /// Units that more than one ledger had, with the same subtotal.
    pub units_repeated: usize,
}

/// Brings the units of several ledgers of one plan into `target`, which is made if need be.
///
/// Everything is read and compared first: if any two ledgers disagree on a unit or belong to
/// different plans, nothing is written.
pub fn merge(target: &Path, sources: &[PathBuf]) -> Result<Merged, JobError> {
    let mut base = target_ledger(target)?;
    let mut ledgers = Vec::new();
    for file in distinct(sources, target) {
        ledgers.push(Ledger::open(file)?);
    }
    let first = base.as_ref().or(ledgers.first()).ok_or(JobError::NothingToMerge)?;
    for ledger in &ledgers {
        same_plan(first, ledger)?;
    }
    let units_total = first.header().units;
    let mut union = Union::default();
    for ledger in base.iter().chain(&ledgers) {
        union.add(ledger)?;
    }
    let Union { rows, checks, repeated } = union;
    let rows: Vec<Row> = rows.into_values().map(|(row, _)| row).collect();
    let units_done = rows.len();
    let units_added = match &mut base {
        Some(base) => {
            let added = base.absorb(&rows, &checks)?.new.len();
            let part = base.header().part;
            // Killed before this, the same merge again does it.
            if part.is_some() && ledgers.iter().any(|ledger| ledger.header().part != part) {
                base.make_whole()?;
            }
            added
        }
        None => {
            Ledger::create_from(target, &merged_job(&ledgers), &rows, &checks)?;
            units_done
        }
    };
    Ok(Merged { units_done, units_total, units_added, units_repeated: repeated })
}

impl Ledger {
    /// Makes a ledger for one part of this job, with the units of that part that are finished.
    pub fn split(&self, part: Part, file: &Path) -> Result<Ledger, JobError> {
        self.part_to_run(Some(part))?;
        let mut job = self.job.clone();
        job.header.part = Some(part);
        let mut rows = self.rows()?;
        rows.retain(|row| part.contains(row.unit));
        let mut checks = self.checks().to_vec();
        checks.retain(|check| part.contains(check.unit));
        Ledger::create_from(file, &job, &rows, &checks)
    }
}

/// The target as it is, if it is there. An empty file is as good as none.
fn target_ledger(target: &Path) -> Result<Option<Ledger>, JobError> {
    match target.metadata() {
        Ok(meta) if meta.len() > 0 => Ledger::open(target).map(Some),
        _ => Ok(None),
    }
}

/// Each file once, and the target not at all.
fn distinct<'a>(sources: &'a [PathBuf], target: &Path) -> Vec<&'a PathBuf> {
    let place = |file: &Path| file.canonicalize().unwrap_or_else(|_| file.to_path_buf());
    let mut known = vec![place(target)];
    let mut files = Vec::new();
    for file in sources {
        if !known.contains(&place(file)) {
            known.push(place(file));
            files.push(file);
        }
    }
    files
}

fn same_plan(first: &Ledger, other: &Ledger) -> Result<(), JobError> {
    if first.header().digest == other.header().digest {
        return Ok(());
    }
    Err(JobError::OtherPlan {
        file: other.file().to_path_buf(),
        theirs: other.header().summary(),
        ours: first.header().summary(),
    })
}

/// The merged ledger is for the whole job unless all sources are for the same part.
fn merged_job(ledgers: &[Ledger]) -> Job {
    let mut job = ledgers[0].job.clone();
    let part = job.header.part;
    if ledgers.iter().any(|ledger| ledger.header().part != part) {
        job.header.part = None;
    }
    let created = ledgers.iter().map(|ledger| ledger.header().created).min();
    job.header.created = created.unwrap_or(job.header.created);
    job
}

/// The rows of all ledgers, each with the file it came from first.
#[derive(Default)]
struct Union {
    rows: BTreeMap<usize, (Row, PathBuf)>,
    checks: Vec<Check>,
    repeated: usize,
}

impl Union {
    fn add(&mut self, ledger: &Ledger) -> Result<(), JobError> {
        for row in ledger.rows()? {
            match self.rows.get(&row.unit) {
                None => {
                    self.rows.insert(row.unit, (row, ledger.file().to_path_buf()));
                }
                Some((known, _)) if known.subtotal == row.subtotal => self.repeated += 1,
                Some((known, file)) => {
                    return Err(JobError::MergeConflict {
                        unit: row.unit,
                        label: row.label,
                        first: known.subtotal,
                        first_file: file.clone(),
                        second: row.subtotal,
                        second_file: ledger.file().to_path_buf(),
                    });
                }
            }
        }
        self.checks.extend_from_slice(ledger.checks());
        Ok(())
    }
}
