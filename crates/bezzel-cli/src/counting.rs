//! Running a prepared problem under limits, with progress and Ctrl-C: shared by `count` and `job`.

use crate::args::{Telling, ThreadArgs};
use crate::failure::Failure;
use crate::output;
use crate::progress::Teller;
use bezzel::{Control, CountRequest, Stop};
use bezzel_board::Problem;
use bezzel_engines::Prepared;
use bezzel_jobs::{
    JobError, Ledger, Outcome, Part, Progress, Provenance, Report, RunOptions, StopReason, run,
};
use indicatif::HumanDuration;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// What bounds a count.
pub struct Bounds {
    /// Raised by Ctrl-C.
    pub interrupted: Arc<AtomicBool>,
    /// Longest time.
    pub time: Option<Duration>,
    /// Only this part of the units.
    pub part: Option<Part>,
    /// Most units to begin.
    pub units: Option<usize>,
}

/// Counts what is missing. A limit or Ctrl-C ends the count at once; units in flight are lost, the
/// others are in the ledger.
pub fn count(
    prepared: &Arc<dyn Prepared>,
    ledger: Option<&mut Ledger>,
    threads: &ThreadArgs,
    bounds: &Bounds,
) -> Result<Report, Failure> {
    let abandon = AtomicBool::new(false);
    let options = RunOptions {
        threads: threads.threads()?,
        simd: threads.simd()?,
        part: bounds.part,
        max_units: bounds.units,
        abandon: &abandon,
        ..RunOptions::default()
    };
    let mut teller = Teller::new(threads.progress);
    let mut forecast = Forecast::default();
    let mut late = false;
    let report = run(prepared, ledger, &options, &mut |progress| {
        late = bounds.time.is_some_and(|time| progress.elapsed >= time.as_secs_f64());
        if late || bounds.interrupted.load(Ordering::Relaxed) {
            abandon.store(true, Ordering::Relaxed);
        }
        if threads.progress == Telling::Auto
            && let Some(words) = forecast.words(progress)
        {
            teller.end();
            output::note(&words);
        }
        teller.tell(progress);
    });
    teller.end();
    let mut report = report?;
    if let Outcome::AtLeast { because, .. } = &mut report.outcome
        && *because == StopReason::Abandoned
        && late
        && !bounds.interrupted.load(Ordering::Relaxed)
    {
        *because = StopReason::TimeLimit;
    }
    Ok(report)
}

/// Says once that a count will take long.
#[derive(Default)]
pub struct Forecast {
    is_told: bool,
}

impl Forecast {
    /// Seconds until the measured pace is believed, and until no pace at all is worth a word.
    const SOON: f64 = 2.0;
    const LATE: f64 = 5.0;
    /// Seconds that nobody needs to be warned of.
    const SHORT: f64 = 60.0;

    /// The words, when they are due.
    pub fn words(&mut self, progress: &Progress) -> Option<String> {
        let Progress { elapsed, units_total, .. } = progress;
        let outlook = match progress.eta {
            Some(eta) if *elapsed >= Forecast::SOON && eta >= Forecast::SHORT => {
                let eta = HumanDuration(Duration::from_secs_f64(eta.min(1e12)));
                format!("this count will take about {eta}")
            }
            None if *elapsed >= Forecast::LATE => {
                format!("this count is long: none of its {units_total} units is done yet")
            }
            _ => return None,
        };
        let is_new = !std::mem::replace(&mut self.is_told, true);
        is_new.then(|| format!("{outlook}; --time SECONDS stops it"))
    }
}

/// The total, by the fastest way.
pub fn total(problem: &Problem, stop: &Arc<AtomicBool>) -> Result<u128, String> {
    let control = Control::new().with_stop(Stop::from(Arc::clone(stop)));
    let answer = bezzel::count(&CountRequest::new(problem.clone()), &control);
    let answer = answer.map_err(|error| error.to_string())?;
    answer.totals[0].exact().ok_or_else(|| "the count was stopped".to_owned())
}

/// The failure an unfinished count ends with.
pub fn ending(outcome: &Outcome, bounds: &Bounds) -> Result<(), Failure> {
    match outcome {
        Outcome::Exact { .. } => Ok(()),
        _ if bounds.interrupted.load(Ordering::Relaxed) => Err(Failure::Interrupted),
        // A part that is done is all that was asked for.
        Outcome::AtLeast { because: StopReason::PartDone(_), .. } => Ok(()),
        Outcome::AtLeast { .. } => Err(Failure::Limit),
    }
}

/// How a number was obtained, in one line.
pub fn provenance(provenance: &Provenance) -> String {
    let Provenance { engine, units_now, units_resumed, units_elsewhere, elapsed, .. } = provenance;
    let simd = provenance.simd.join("+");
    let threads = provenance.threads;
    let plural = if threads == 1 { "" } else { "s" };
    let mut text = match units_resumed {
        0 => format!("computed now by engine {engine}"),
        _ => format!(
            "resumed by engine {engine}: {units_resumed} units from the ledger, {units_now} now"
        ),
    };
    if *units_elsewhere > 0 {
        text.push_str(&format!(", {units_elsewhere} by other runs"));
    }
    if provenance.units_recounted > 0 {
        text.push_str(&format!(", {} recounted", provenance.units_recounted));
    }
    let simd = if simd.is_empty() { String::new() } else { format!(" ({simd})") };
    format!("{text}{simd}, {threads} thread{plural}, {elapsed:.3} s")
}

/// Says how a count went.
pub fn tell(what: &str, report: &Report) {
    output::note(&format!("{what}: {}", provenance(&report.provenance)));
    if let Outcome::AtLeast { units_done, units_total, because, .. } = report.outcome {
        output::note(&format!(
            "{what}: at least, because only {units_done} of {units_total} units are counted ({because})"
        ));
    }
}

impl From<JobError> for Failure {
    fn from(error: JobError) -> Failure {
        match error {
            // An export into a closed pipe.
            JobError::Stream(error) => error.into(),
            // Nothing is wrong with the files: something else was meant.
            JobError::Exists { .. }
            | JobError::OtherPlan { .. }
            | JobError::OtherPart { .. }
            | JobError::NothingToMerge
            | JobError::NotCounted { .. } => Failure::Usage(error.to_string()),
            // A label comes from a file, a number alone from the user.
            JobError::NoSuchUnit { ref label, .. } if label.is_empty() => {
                Failure::Usage(error.to_string())
            }
            error => Failure::Io(error.to_string()),
        }
    }
}
