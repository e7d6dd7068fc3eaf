//! Notes and progress of a running computation, as text for standard error.

use crate::args::ProgressMode;
use crate::output;
use crate::progress::ProgressOutput;
use crate::signals;
use bezzel::{Control, Counted, EngineRun, Note, Progress, Provenance};
use indicatif::HumanDuration;
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
                    "; it is unlikely to finish: --time SECONDS stops it, 'bezzel solve' finds one \
                         solution"
                }
                false => "",
            };
            format!("{problem}: {why}; {algorithm} counts solutions one by one{advice}")
        }
        Note::Long { problem, seconds: Some(seconds), .. } => {
            let left = HumanDuration(Duration::from_secs_f64(seconds.clamp(0.0, 1e12)));
            format!("{problem}: this count will take about {left}; --time SECONDS stops it")
        }
        Note::Long { problem, seconds: None, units } => format!(
            "{problem}: this is a long count: none of its {units} units is done yet; --time SECONDS \
             stops it"
        ),
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
        Provenance::Engine(run) => engine(run),
        Provenance::Algorithm { algorithm, seconds, .. } => {
            format!("computed now by algorithm {algorithm}, {seconds:.3} s")
        }
        Provenance::BackEnd { back_end, seconds, .. } => {
            format!("computed now by back-end {back_end}, {seconds:.3} s")
        }
        Provenance::Mirrored { column } => format!("equal to column {column} by reflection"),
        Provenance::Impossible => "no queen is allowed there".to_owned(),
    }
}

fn engine(run: &EngineRun) -> String {
    let EngineRun { engine, results_now, results_resumed, results_elsewhere, workers, .. } = run;
    let mut text = match results_resumed {
        0 => format!("computed now by engine {engine}"),
        _ => format!(
            "resumed by engine {engine}: {results_resumed} results from the ledger, \
             {results_now} now"
        ),
    };
    if *results_elsewhere > 0 {
        text.push_str(&format!(", {results_elsewhere} by other runs"));
    }
    text.push_str(&match run.results_recounted {
        0 => ", never recounted".to_owned(),
        some => format!(", {some} of {} results recounted", run.results),
    });
    if !run.devices.is_empty() {
        text.push_str(&format!(" ({})", run.devices.join("; ")));
    }
    let plural = if *workers == 1 { "" } else { "s" };
    format!("{text}, {workers} worker{plural}, {:.3} s", run.seconds)
}
