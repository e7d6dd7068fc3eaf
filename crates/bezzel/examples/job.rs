//! Counts a part of a job, then opens its ledger again and counts the rest.

use bezzel::{Control, Error, JobRunRequest, JobStartRequest, Problem, job_run, job_start};

fn main() -> Result<(), Error> {
    let ledger = std::env::temp_dir().join(format!("bezzel-{}.ledger", std::process::id()));
    let control = Control::new();
    job_start(&JobStartRequest::new(Problem::queens(12)), &ledger, &control)?;
    let mut request = JobRunRequest::default();
    request.units = Some(2);
    let part = job_run(&request, &ledger, &control)?;
    println!("{} of {} units, at least {:?}", part.units.done, part.units.total, part.at_least);
    let rest = job_run(&JobRunRequest::default(), &ledger, &control)?;
    println!("{:?}: {:?} solutions", rest.state, rest.total);
    std::fs::remove_file(&ledger).map_err(|error| Error::bad(error.to_string()))
}
