//! Counts some units of a job, then opens its ledger again and counts the rest.

use bezzel::{Control, Error, JobRunRequest, JobStartRequest, Problem, job_run, job_start};

pub(crate) fn main() -> Result<(), Error> {
    let folder = tempfile::tempdir().map_err(|error| Error::bad(error.to_string()))?;
    let ledger = folder.path().join("10.ledger");
    job_start(&JobStartRequest::new(Problem::queens(10)), &ledger, &Control::new())?;
    let mut request = JobRunRequest::default();
    request.units = Some(2);
    let units = job_run(&request, &ledger, &Control::new())?.units;
    println!("{} of {} units", units.done, units.total);
    let job = job_run(&JobRunRequest::default(), &ledger, &Control::new())?;
    println!("{:?}: {} solutions", job.state, job.total.unwrap_or_default());
    Ok(())
}
