//! Notes and progress of a running computation, as text for standard error.

use crate::args::ProgressMode;
use crate::output;
use crate::progress::ProgressOutput;
use crate::signals;
use bezzel::{Control, Counted, EngineRun, JobAnswer, Note, Progress, Provenance};
use indicatif::HumanDuration;
use std::fmt;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// A control that Ctrl-C stops, and whose progress and notes go to standard error.
pub fn control(mode: ProgressMode) -> Control {
    let shown = Mutex::new(ProgressOutput::new(mode));
    signals::control().with_progress(move |progress| {
        let mut shown = shown.lock().unwrap_or_else(PoisonError::into_inner);
        match progress {
            Progress::Units(units) => {
                shown.show(units);
                if units.units_done == units.units_total || units.stopping.is_some() {
                    shown.end();
                }
            }
            Progress::Note(Note::Long { .. }) if mode != ProgressMode::Auto => {}
            Progress::Note(note) => {
                shown.end();
                output::note(&words(note));
            }
            Progress::Counted(counted) => {
                shown.end();
                tell(counted);
            }
            _ => {}
        }
    })
}

/// A note as text.
fn words(note: &Note) -> String {
    match note {
        Note::OneByOne { problem, algorithm, why, endless } => {
            let advice = match endless {
                true => {
                    "; it is unlikely to finish: --time TIME stops it, 'bezzel solve' finds one \
                         solution"
                }
                false => "",
            };
            format!("{problem}: {why}; {algorithm} counts solutions one by one{advice}")
        }
        Note::Long { problem, seconds: Some(seconds), .. } => {
            let left = HumanDuration(Duration::from_secs_f64(seconds.clamp(0.0, 1e12)));
            format!(
                "{problem}: this count will take about {left}; --time TIME stops it, --ledger FILE \
                 keeps what is counted"
            )
        }
        Note::Long { problem, seconds: None, units } => format!(
            "{problem}: this is a long count: none of its {units} units is done yet; --time TIME \
             stops it"
        ),
        Note::Trouble(trouble) => trouble.to_string(),
        Note::WorthALedger { n } => {
            format!("side {n} takes hours; --ledger FILE keeps what is counted")
        }
        // A note added by a newer library.
        other => format!("{other:?}"),
    }
}

/// Says how a problem was counted.
fn tell(counted: &Counted) {
    let Counted { problem, provenance, .. } = counted;
    output::note(&format!("{problem}: {}", how(provenance)));
    let Some(because) = counted.because else { return };
    let units = match provenance {
        Provenance::Engine(run) => {
            format!(", {} of {} units are counted", run.units_done, run.units_total)
        }
        _ => String::new(),
    };
    output::note(&format!("{problem}: at least, because {because}{units}"));
}

/// How a number was obtained, in one line.
pub fn how(provenance: &Provenance) -> String {
    match provenance {
        Provenance::Engine(run) => Origin::from(run).to_string(),
        Provenance::Algorithm { algorithm, seconds, .. } => {
            format!("computed now by algorithm {algorithm}, {seconds:.3} s")
        }
        Provenance::BackEnd { back_end, seconds, .. } => {
            format!("computed now by back-end {back_end}, {seconds:.3} s")
        }
        Provenance::Moved { column } => format!("equal to column {column} by symmetry"),
        Provenance::Impossible => "no queen is allowed there".to_owned(),
        Provenance::Theorem { theorem } => format!("not counted: {theorem}"),
        // A method of a newer library.
        other => format!("{other:?}"),
    }
}

/// Where the number of an engine comes from; displays as one line.
pub struct Origin<'a> {
    how: &'static str,
    engine: &'a str,
    resumed: usize,
    now: usize,
    elsewhere: usize,
    recounted: usize,
    results: usize,
    devices: &'a [String],
    workers: usize,
    seconds: Option<f64>,
}

impl<'a> From<&'a EngineRun> for Origin<'a> {
    fn from(run: &'a EngineRun) -> Origin<'a> {
        Origin {
            how: if run.results_resumed == 0 { "computed now" } else { "resumed" },
            engine: &run.engine,
            resumed: run.results_resumed,
            now: run.results_now,
            elsewhere: run.results_elsewhere,
            recounted: run.results_recounted,
            results: run.results,
            devices: &run.devices,
            workers: run.workers,
            seconds: Some(run.seconds),
        }
    }
}

impl<'a> From<&'a JobAnswer> for Origin<'a> {
    fn from(job: &'a JobAnswer) -> Origin<'a> {
        let from = &job.provenance;
        Origin {
            how: from.how,
            engine: &from.engine,
            resumed: from.results_resumed.unwrap_or_default(),
            now: from.results_now.unwrap_or_default(),
            elsewhere: from.results_elsewhere.unwrap_or_default(),
            recounted: from.results_recounted,
            results: from.results,
            devices: &from.devices,
            workers: from.workers.unwrap_or_default(),
            seconds: job.elapsed,
        }
    }
}

impl Origin<'_> {
    /// How much of the number was recounted, if any.
    pub fn recounted(&self) -> String {
        match (self.recounted, self.results) {
            (0, _) => "never recounted".to_owned(),
            (some, all) => format!("{some} of {all} results recounted"),
        }
    }
}

impl fmt::Display for Origin<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Origin { how, engine, resumed, now, elsewhere, devices, workers, .. } = self;
        write!(f, "{how} by engine {engine}")?;
        if *resumed > 0 {
            write!(f, ": {resumed} results from the ledger, {now} now")?;
        }
        if *elsewhere > 0 {
            write!(f, ", {elsewhere} by other runs")?;
        }
        write!(f, ", {}", self.recounted())?;
        if !devices.is_empty() {
            write!(f, " ({})", devices.join("; "))?;
        }
        if *workers > 0 {
            let plural = if *workers == 1 { "" } else { "s" };
            write!(f, ", {workers} worker{plural}")?;
        }
        match self.seconds {
            Some(seconds) => write!(f, ", {seconds:.3} s"),
            None => Ok(()),
        }
    }
}
