//! Splits a job over several ledgers and merges them again.

use crate::error::refused;
use crate::header::LabelledHeader;
use crate::subtotals::Subtotals;
use crate::write::Batch;
use crate::{Entry, JobError, Ledger, Place, Share};
use bezzel_board::Stop;
use serde::Serialize;
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// What a merge did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Merged {
    /// Finished units in the merged ledger.
    pub units_done: usize,
    /// All units of the job.
    pub units_total: usize,
    /// Results that were new to the target.
    pub results_added: usize,
    /// Results that more than one ledger had, with the same subtotal.
    pub results_repeated: usize,
}

/// Merges the results of several ledgers of one plan into `target`, which is created if necessary.
///
/// Everything is read and compared first. Nothing is written if any two ledgers disagree on a unit
/// or belong to different plans, or if it is stopped.
pub fn merge<P: Into<Place>>(
    target: impl Into<Place>,
    sources: impl IntoIterator<Item = P>,
    stop: &Stop,
) -> Result<Merged, JobError> {
    let target = target.into();
    let mut base = target_ledger(&target)?;
    let mut ledgers = Vec::new();
    for place in distinct(sources.into_iter().map(Into::into), &target) {
        ledgers.push(Ledger::open(place)?);
        unless_stopped(stop)?;
    }
    let first = base.as_ref().or(ledgers.first()).ok_or(JobError::NothingToMerge)?;
    for ledger in &ledgers {
        same_plan(first, ledger)?;
    }
    let mut union = Union::new(&first.job)?;
    for ledger in base.iter().chain(&ledgers) {
        union.add(ledger)?;
        unless_stopped(stop)?;
    }
    union.refuse_contradictions()?;
    let Union { batch, subtotals, repeated, .. } = union;
    let results_added = match &mut base {
        Some(base) => {
            let added = base.absorb(&batch, stop)?.new;
            let share = base.header().share;
            // If the program is killed before this, repeating the merge completes it.
            if share.is_some() && ledgers.iter().any(|ledger| ledger.header().share != share) {
                base.make_whole()?;
            }
            added
        }
        None => {
            Ledger::create_from(&target, &merged_job(&ledgers), &batch, stop)?;
            batch.rows.len()
        }
    };
    Ok(Merged {
        units_done: subtotals.units_done(),
        units_total: subtotals.plan_units(),
        results_added,
        results_repeated: repeated,
    })
}

impl Ledger {
    /// Creates a ledger for one share of this job, with the finished units of that share.
    pub fn split(
        &self,
        share: Share,
        place: impl Into<Place>,
        stop: &Stop,
    ) -> Result<Ledger, JobError> {
        self.share_to_run(Some(share))?;
        let mut job = self.job.clone();
        job.header.share = Some(share);
        let batch = self.batch(Some(share))?;
        Ledger::create_from(&place.into(), &job, &batch, stop)
    }

    /// All records of the units of a share, or of all units.
    pub(crate) fn batch(&self, share: Option<Share>) -> Result<Batch, JobError> {
        let subtotals = self.subtotals();
        let is_in = |label: &str| {
            let place = subtotals.place(label).map(|place| root(subtotals, place));
            place.is_some_and(|place| share.is_none_or(|share| share.contains(place)))
        };
        let mut batch =
            Batch { splits: self.splits()?, rows: self.rows()?, checks: self.checks().to_vec() };
        batch.splits.retain(|split| is_in(&split.label));
        batch.rows.retain(|row| is_in(&row.label));
        batch.checks.retain(|check| is_in(&check.label));
        Ok(batch)
    }
}

/// The plan's unit that a place belongs to.
fn root(subtotals: &Subtotals, place: usize) -> usize {
    subtotals.above(place).map_or(place, |above| root(subtotals, above))
}

fn unless_stopped(stop: &Stop) -> Result<(), JobError> {
    if stop.is_asked() { Err(JobError::Stopped) } else { Ok(()) }
}

/// The target, if it exists. An empty file counts as none.
fn target_ledger(target: &Place) -> Result<Option<Ledger>, JobError> {
    match target.look().map_err(|error| refused(target.path(), &error))? {
        None | Some(Entry::File { length: 0, .. }) => Ok(None),
        Some(_) => Ledger::open(target.clone()).map(Some),
    }
}

/// Each file once, without the target.
fn distinct(sources: impl Iterator<Item = Place>, target: &Place) -> Vec<Place> {
    let real = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
    let mut known = vec![real(target.path())];
    let mut places = Vec::new();
    for place in sources {
        let path = real(place.path());
        if !known.contains(&path) {
            known.push(path);
            places.push(place);
        }
    }
    places
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

/// The merged ledger is for the whole job unless all sources are for the same share.
fn merged_job(ledgers: &[Ledger]) -> LabelledHeader {
    let mut job = ledgers[0].job.clone();
    let share = job.header.share;
    if ledgers.iter().any(|ledger| ledger.header().share != share) {
        job.header.share = None;
    }
    let created = ledgers.iter().map(|ledger| ledger.header().created).min();
    job.header.created = created.unwrap_or(job.header.created);
    job
}

/// The records of all ledgers, each result with the first file that had it.
struct Union {
    batch: Batch,
    subtotals: Subtotals,
    files: HashMap<String, PathBuf>,
    repeated: usize,
    last: PathBuf,
}

impl Union {
    fn new(job: &LabelledHeader) -> Result<Union, JobError> {
        let damaged = |what| JobError::Damaged { file: PathBuf::from("merge"), what };
        let subtotals = job.subtotals().map_err(damaged)?;
        let (batch, files, last) = (Batch::default(), HashMap::new(), PathBuf::new());
        Ok(Union { batch, subtotals, files, repeated: 0, last })
    }

    fn add(&mut self, ledger: &Ledger) -> Result<(), JobError> {
        let file = ledger.file().to_path_buf();
        let damaged = |what| JobError::Damaged { file: file.clone(), what };
        let Batch { splits, rows, checks } = ledger.batch(None)?;
        for split in splits {
            if self.subtotals.add_split(&split.label, &split.into).map_err(damaged)? {
                self.batch.splits.push(split);
            }
        }
        for row in rows {
            let place = self.subtotals.place(&row.label);
            match place.and_then(|place| self.subtotals.own(place)) {
                None => {
                    self.subtotals.add(&row).map_err(damaged)?;
                    self.files.insert(row.label.clone(), file.clone());
                    self.batch.rows.push(row);
                }
                Some(known) if known.subtotal == row.subtotal => self.repeated += 1,
                Some(known) => {
                    return Err(JobError::MergeConflict {
                        first: Box::new(known.subtotal.clone()),
                        first_file: self.files[&row.label].clone(),
                        second: Box::new(row.subtotal),
                        second_file: file,
                        label: row.label,
                    });
                }
            }
        }
        self.batch.checks.extend(checks);
        self.last = file;
        Ok(())
    }

    /// A unit counted as a whole in one ledger and in parts in another must give the same subtotal.
    fn refuse_contradictions(&self) -> Result<(), JobError> {
        let Some((label, own, sum)) = self.subtotals.contradiction() else {
            return Ok(());
        };
        Err(JobError::MergeConflict {
            label: label.to_owned(),
            first: Box::new(own),
            first_file: self.files[label].clone(),
            second: Box::new(sum),
            second_file: self.last.clone(),
        })
    }
}
