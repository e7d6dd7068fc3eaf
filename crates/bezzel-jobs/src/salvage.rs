//! Saves the sound rows of a damaged ledger into a new one.

use crate::job::Job;
use crate::tally::Tally;
use crate::{JobError, Ledger, rows, schema};
use serde::Serialize;
use std::path::Path;

/// What could be saved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Salvaged {
    /// Units with a sound row.
    pub units_done: usize,
    /// All units of the job.
    pub units_total: usize,
    /// What was left behind, and why.
    pub lost: Vec<String>,
}

/// Makes `target` from the rows of `damaged` whose checksums fit; the rest is to be counted
/// again. The header must be sound; the list of units is made again from it if need be. `damaged` is
/// not changed.
pub fn salvage(damaged: &Path, target: &Path) -> Result<Salvaged, JobError> {
    if !damaged.is_file() {
        return Err(JobError::Missing { file: damaged.to_path_buf() });
    }
    let connection = schema::connect(damaged, false)?;
    schema::check_kind(&connection, damaged)?;
    let mut lost = Vec::new();
    let job = match Job::read(&connection, damaged) {
        Ok(job) => job,
        Err(error) => {
            let hopeless = || JobError::Hopeless { file: damaged.to_path_buf() };
            lost.push(format!("the list of units, made again from the problem ({error})"));
            Job::made_again(&connection).ok_or_else(hopeless)?
        }
    };
    let header = &job.header;
    let mut tally = Tally::new(header.units, &header.problem, header.divisor);
    let (mut kept, mut checks) = (Vec::new(), Vec::new());
    let read = rows::each_row(&connection, damaged, &job, 0, |number, row| {
        // A second row for a unit or an impossible sum is damage too.
        let sound =
            row.and_then(|row| rows::admit(&mut tally, &row, damaged, number).map(|()| row));
        match sound {
            Ok(row) => kept.push(row),
            Err(error) => lost.push(error.to_string()),
        }
        Ok(())
    });
    let read_checks = rows::each_check(&connection, damaged, &job, 0, |check| {
        match check {
            Ok(check) => checks.push(check),
            Err(error) => lost.push(error.to_string()),
        }
        Ok(())
    });
    // Pages that cannot be read end the list; what came before is still sound.
    lost.extend(read.err().into_iter().chain(read_checks.err()).map(|error| error.to_string()));
    Ledger::create_from(target, &job, &kept, &checks)?;
    Ok(Salvaged { units_done: kept.len(), units_total: job.header.units, lost })
}
