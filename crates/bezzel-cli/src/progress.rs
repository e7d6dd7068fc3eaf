//! Progress of long counts: a bar on a terminal, or lines of JSON.

use crate::args::ProgressMode;
use bezzel::UnitsProgress as Progress;
use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

/// The bar appears only after this many seconds, so that short counts show none.
const PATIENCE: f64 = 0.5;

/// Where nobody watches a bar, a line of text comes this often.
const LINE_INTERVAL: Duration = Duration::from_secs(30);

/// Lines of JSON come at most this often, and at the end.
const INTERVAL: Duration = Duration::from_millis(500);

/// Where progress goes.
pub struct ProgressOutput {
    mode: ProgressMode,
    bar: Option<ProgressBar>,
    last: Option<Instant>,
}

impl ProgressOutput {
    pub fn new(mode: ProgressMode) -> ProgressOutput {
        ProgressOutput { mode, bar: None, last: None }
    }

    /// Shows one moment.
    pub fn show(&mut self, progress: &Progress) {
        match self.mode {
            ProgressMode::None => {}
            ProgressMode::Jsonl => self.line(progress),
            ProgressMode::Auto => self.draw(progress),
        }
    }

    /// Clears the bar, so that the next output starts on a clean line.
    pub fn end(&mut self) {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
    }

    fn line(&mut self, progress: &Progress) {
        let due = self.last.is_none_or(|last| last.elapsed() >= INTERVAL);
        if due || progress.units_done == progress.units_total {
            self.last = Some(Instant::now());
            if let Ok(line) = serde_json::to_string(progress) {
                // A closed standard error must not stop the count.
                let _ = writeln!(std::io::stderr(), "{line}");
            }
        }
    }

    fn draw(&mut self, progress: &Progress) {
        if progress.elapsed < PATIENCE {
            return;
        }
        if !std::io::stderr().is_terminal() {
            return self.say(progress);
        }
        let bar = self.bar.get_or_insert_with(|| {
            let bar = ProgressBar::with_draw_target(Some(1000), ProgressDrawTarget::stderr());
            let style = ProgressStyle::with_template("{bar:30} {msg}");
            bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
        });
        bar.set_position((progress.fraction() * 1000.0) as u64);
        bar.set_message(words(progress));
    }

    /// A line of text in a log file, now and then.
    fn say(&mut self, progress: &Progress) {
        let last = self.last.get_or_insert_with(Instant::now);
        if last.elapsed() >= LINE_INTERVAL {
            *last = Instant::now();
            crate::output::note(&words(progress));
        }
    }
}

/// `1.2 %, 12 of 2048 units, 0.5/s, 40 minutes left`.
fn words(progress: &Progress) -> String {
    let percent = progress.fraction() * 100.0;
    let eta = match progress.eta {
        Some(seconds) => {
            format!("{} left", HumanDuration(Duration::from_secs_f64(seconds.clamp(0.0, 1e9))))
        }
        None => "measuring".to_owned(),
    };
    let rate = match progress.results_per_second {
        Some(rate) => format!(", {rate:.1}/s"),
        None => String::new(),
    };
    let (done, all) = (progress.units_done, progress.units_total);
    format!("{percent:.1} %, {done} of {all} units{rate}, {eta}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_in_words() {
        let mut progress = Progress::default();
        (progress.units_done, progress.units_total) = (12, 2048);
        (progress.cost_done, progress.cost_total) = (1.0, 100.0);
        (progress.eta, progress.results_per_second) = (Some(2400.0), Some(0.5));
        assert_eq!(words(&progress), "1.0 %, 12 of 2048 units, 0.5/s, 40 minutes left");
        (progress.eta, progress.results_per_second) = (None, None);
        assert_eq!(words(&progress), "1.0 %, 12 of 2048 units, measuring");
    }
}
