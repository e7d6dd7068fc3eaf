//! A job as text.

use crate::failure::{Failure, with_hint};
use crate::notes::Origin;
use crate::output::{self, Out};
use bezzel::{JobAnswer, JobCoverage, JobState, JobVerifyAnswer};
use indicatif::HumanDuration;
use std::io::Write;
use std::time::Duration;

/// The total, the closed form, or the lower bound so far.
pub fn number(job: &JobAnswer, out: &mut Out) -> Result<(), Failure> {
    match (&job.total, &job.closed_form, &job.at_least) {
        (Some(total), _, _) => writeln!(out, "{total}")?,
        (None, Some(closed_form), _) => writeln!(out, "{closed_form}")?,
        (None, None, Some(at_least)) => writeln!(out, "at least {at_least}")?,
        // A signed sum means nothing before it is complete.
        (None, None, None) => {}
    }
    Ok(())
}

/// How a run went.
pub fn tell(job: &JobAnswer) {
    output::note(&format!("{}: {}", job.problem, Origin::from(job)));
    if let Some(because) = job.because {
        let (done, all) = (job.units.done, job.units.total);
        output::note(&format!("{done} of {all} units are counted: {because}"));
    }
}

/// The state of a job, one fact per line.
pub fn status(job: &JobAnswer, out: &mut Out) -> Result<(), Failure> {
    for (name, value) in lines(job) {
        writeln!(out, "{name:<10} {value}")?;
    }
    Ok(())
}

fn duration(seconds: f64) -> String {
    HumanDuration(Duration::from_secs_f64(seconds.clamp(0.0, 1e9))).to_string()
}

fn lines(job: &JobAnswer) -> Vec<(&'static str, String)> {
    let (done, all) = (job.units.done, job.units.total);
    let split = match job.splits {
        0 => String::new(),
        splits => format!(", {splits} split"),
    };
    let mut lines = vec![
        ("problem", job.problem.to_string()),
        ("engine", format!("{}, revision {}", job.engine, job.provenance.revision)),
        (
            "units",
            format!("{done} of {all} done{split}, {:.1} % of the work", job.fraction * 100.0),
        ),
        ("work", format!("{} of one worker", duration(job.seconds))),
    ];
    if let Some(share) = job.share {
        lines.push(("share", share.to_string()));
    }
    if job.state == JobState::Paused {
        lines.push(("paused", "yes; 'bezzel job resume' continues".to_owned()));
    }
    if let Some(eta) = job.eta.filter(|_| done < all) {
        lines.push(("left", format!("{} on this machine", duration(eta))));
    }
    lines.push(("recounted", Origin::from(job).recounted()));
    let total = match (&job.error, &job.total, &job.closed_form, &job.at_least) {
        (Some(error), ..) => format!("none: {}", with_hint(error, &job.instead)),
        (None, Some(total), ..) => total.to_string(),
        (None, None, Some(closed_form), _) => closed_form.clone(),
        (None, None, None, Some(at_least)) => match job.because {
            Some(because) => format!("at least {at_least}: {because}"),
            None => format!("at least {at_least}"),
        },
        (None, None, None, None) => "none before the end: the subtotals are signed".to_owned(),
    };
    lines.push(("total", total));
    lines
}

/// What a verification found.
pub fn verified(found: &JobVerifyAnswer, out: &mut Out) -> Result<(), Failure> {
    for mismatch in &found.mismatches {
        let (label, recorded, recount) = (&mismatch.label, &mismatch.recorded, &mismatch.recount);
        writeln!(out, "unit {label}: recorded {recorded}, recounted {recount}")?;
    }
    writeln!(
        out,
        "{} of {} units recounted by {}, {} wrong, seed {}",
        found.recounted,
        found.sample,
        found.by,
        found.mismatches.len(),
        found.seed
    )?;
    writeln!(out, "this sample: {}", coverage(&found.covered))?;
    writeln!(out, "all recounts: {}", coverage(&found.covered_so_far))?;
    Ok(())
}

fn coverage(covered: &JobCoverage) -> String {
    let JobCoverage { results, of, work, total, unseen, .. } = covered;
    let total = match total {
        Some(total) => format!(", {:.2} % of the total", 100.0 * total),
        None => String::new(),
    };
    format!(
        "{results} of {of} results agree, {:.2} % of the work{total}; a unit that went wrong by \
         chance goes unnoticed with probability {:.2} %",
        100.0 * work,
        100.0 * unseen
    )
}
