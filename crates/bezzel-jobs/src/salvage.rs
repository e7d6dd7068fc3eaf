//! Saves the valid records of a damaged ledger into a new one.

use crate::header::LabelledHeader;
use crate::write::Batch;
use crate::{Check, Entry, JobError, Ledger, Place, Row, Split, rows, schema};
use bezzel_board::Stop;
use serde::Serialize;

/// What could be saved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Salvaged {
    /// Units that are done in the new ledger.
    pub units_done: usize,
    /// All units of the job.
    pub units_total: usize,
    /// Results in the new ledger, of whole units and of parts.
    pub results: usize,
    /// What was left behind, and why.
    pub lost: Vec<String>,
}

/// Creates `target` from the records of `damaged` whose checksums match; the rest must be counted
/// again. The header must be intact; if necessary, the list of units is rebuilt from it by planning
/// the problem. `damaged` is not changed.
pub fn salvage(
    damaged: impl Into<Place>,
    target: impl Into<Place>,
    stop: &Stop,
) -> Result<Salvaged, JobError> {
    let damaged = damaged.into();
    let file = damaged.path();
    if !matches!(damaged.look(), Ok(Some(Entry::File { .. }))) {
        return Err(JobError::Missing { file: file.to_path_buf() });
    }
    let connection = schema::connect(&damaged, false)?;
    schema::check_kind(&connection, file)?;
    let mut lost = Vec::new();
    let job = match LabelledHeader::read(&connection, file) {
        Ok(job) => job,
        Err(error) => {
            lost.push(format!("the list of units, rebuilt from the problem ({error})"));
            LabelledHeader::made_again(&connection, file, stop).map_err(|error| match error {
                JobError::Stopped => error,
                _ => JobError::BeyondSalvage { file: file.to_path_buf() },
            })?
        }
    };
    let again = |what| JobError::Damaged { file: file.to_path_buf(), what };
    let mut subtotals = job.subtotals().map_err(again)?;
    let mut kept = Batch::default();
    let digest = &job.header.digest;
    // Pages that cannot be read end a list; what came before is still valid.
    let splits = rows::each(&connection, file, digest, 0, |damage, split: Result<Split, _>| {
        let sound = split.and_then(|split| {
            let added = subtotals.add_split(&split.label, &split.into);
            added.map_err(|what| damage.error(what)).map(|_| split)
        });
        sound.map_or_else(|error| lost.push(error.to_string()), |split| kept.splits.push(split));
        Ok(())
    });
    let results = rows::each(&connection, file, digest, 0, |damage, row: Result<Row, _>| {
        // A second row for a unit or an impossible subtotal is damage too.
        let sound =
            row.and_then(|row| subtotals.add(&row).map_err(|what| damage.error(what)).map(|_| row));
        sound.map_or_else(|error| lost.push(error.to_string()), |row| kept.rows.push(row));
        Ok(())
    });
    let checks = rows::each(&connection, file, digest, 0, |damage, check: Result<Check, _>| {
        let sound = check.and_then(|check| {
            let known = rows::known(&subtotals, &check.label);
            known.map_err(|what| damage.error(what)).map(|()| check)
        });
        sound.map_or_else(|error| lost.push(error.to_string()), |check| kept.checks.push(check));
        Ok(())
    });
    lost.extend(
        [splits, results, checks].into_iter().filter_map(Result::err).map(|it| it.to_string()),
    );
    Ledger::create_from(&target.into(), &job, &kept, stop)?;
    Ok(Salvaged {
        units_done: subtotals.units_done(),
        units_total: job.header.units,
        results: kept.rows.len(),
        lost,
    })
}
