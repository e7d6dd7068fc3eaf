//! `bezzel reproduce`: what the papers print beside recomputed values.

use crate::failure::Failure;
use crate::file::{refuse_existing, replace};
use crate::output::{self, Grid, Out};
use crate::signals;
use bezzel_papers::{
    Depth, PapersAnswer, Report, ReproduceAnswer, ReproduceRequest, Row, html, list, reproduce,
};
use clap::Args;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{self, Write};
use std::path::PathBuf;

/// Recompute every table, figure and claim of the papers and compare with what they print
///
/// Everything is computed on request, by the real algorithms, engines and checkers. Each row has
/// the printed value, the recomputed value, whether they agree, how it was computed and a command
/// that shows it. Exits with 1 if anything differs from what data/ expects.
#[derive(Args)]
pub struct Reproduce {
    /// erbas, barr, chakiat, tutorial or criseno (default: all five)
    paper: Option<String>,
    /// One item of the paper, for example table1
    item: Option<String>,
    /// List the papers and their items
    #[arg(long, conflicts_with_all = ["html", "quick", "deep", "summary"])]
    list: bool,
    /// One line for each item
    #[arg(long, conflicts_with = "json")]
    summary: bool,
    /// Leave out what takes more than a few seconds (the stacks of N = 12)
    #[arg(long, conflicts_with = "deep")]
    quick: bool,
    /// Also compute what takes minutes (totals of 19 and 20 queens)
    #[arg(long)]
    deep: bool,
    /// Write a report with all pictures to this file
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Overwrite the file if it exists
    #[arg(long, requires = "html")]
    force: bool,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

impl Reproduce {
    pub fn run(&self, out: &mut Out) -> Result<(), Failure> {
        let mut request = ReproduceRequest::new();
        (request.paper, request.item) = (self.paper.clone(), self.item.clone());
        request.depth = match (self.quick, self.deep) {
            (true, _) => Depth::Quick,
            (_, true) => Depth::Deep,
            _ => Depth::Report,
        };
        if self.list {
            return Ok(self.print_list(&list(&request)?, out)?);
        }
        if let Some(file) = &self.html {
            refuse_existing(file, self.force)?;
        }
        let answer = self.compute(&request, out)?;
        if self.json {
            out.json(&answer)?;
        } else {
            print_end(&answer, self.summary, out)?;
        }
        if answer.stopped {
            return Err(Failure::Stopped);
        }
        if let Some(file) = &self.html {
            replace(file, html(&answer).as_bytes(), self.force)?;
        }
        // The answer is no if anything is not what data/ expects.
        if answer.as_expected { Ok(()) } else { Err(Failure::Negative) }
    }

    /// Computes the items one by one and prints each as soon as it is ready.
    fn compute(
        &self,
        request: &ReproduceRequest,
        out: &mut Out,
    ) -> Result<ReproduceAnswer, Failure> {
        let total: usize = request.chosen()?.iter().map(|(_, items)| items.len()).sum();
        // Only drawn on a terminal.
        let bar = ProgressBar::with_draw_target(Some(total as u64), ProgressDrawTarget::stderr());
        let style = ProgressStyle::with_template("{bar:30} {pos} of {len}, now {msg}");
        let bar = bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        let control = signals::control();
        let mut failed = Ok(());
        let answer = reproduce(request, &control, &mut |id, report| match report {
            None => bar.set_message(id),
            Some(report) => {
                bar.inc(1);
                if failed.is_ok() {
                    failed = bar.suspend(|| self.tell(report, out));
                }
                // The reader has closed the output.
                if failed.is_err() {
                    control.stop().ask();
                }
            }
        })?;
        bar.finish_and_clear();
        failed?;
        if answer.stopped {
            output::note("stopped: the remaining items were not computed");
        }
        Ok(answer)
    }

    fn tell(&self, report: &Report, out: &mut Out) -> io::Result<()> {
        let Report { id, seconds, .. } = report;
        output::note(&format!("{id}: {}, {seconds:.1} s", report.summary()));
        if self.json || self.summary {
            return Ok(());
        }
        print_report(report, out)?;
        out.flush()
    }

    fn print_list(&self, answer: &PapersAnswer, out: &mut Out) -> io::Result<()> {
        if self.json {
            return out.json(answer);
        }
        let mut grid = Grid::new(&["item", "what", "where"]);
        for item in answer.papers.iter().flat_map(|paper| &paper.items) {
            grid.row([item.id, item.title, item.source].map(str::to_owned));
        }
        grid.table(out)
    }
}

/// An item: its rows, grouped by how they were computed.
fn print_report(report: &Report, out: &mut Out) -> io::Result<()> {
    writeln!(out, "{}: {} ({})", report.id, report.title, report.source)?;
    for rows in report.rows.chunk_by(|a, b| a.how == b.how) {
        writeln!(out, "\n  {}", rows[0].how)?;
        // A command that shows all rows is printed once, below them.
        let shared = rows.iter().all(|row| row.command == rows[0].command);
        let mut headings = vec!["", "what", "printed", "now", "agreement"];
        headings.extend((!shared).then_some("shown by"));
        // What the command prints, where that is not the value itself.
        let in_words = rows.iter().any(|row| !row.shown.is_empty());
        headings.extend(in_words.then_some("shown as"));
        let mut grid = Grid::new(&headings);
        for row in rows {
            let cell = |value: &Option<String>| value.clone().unwrap_or_else(|| "-".to_owned());
            let mark = if row.as_expected { "  " } else { " !" };
            let mut cells = vec![mark.to_owned(), row.what.clone()];
            cells.extend([cell(&row.printed), cell(&row.computed), row.agreement.to_string()]);
            cells.extend((!shared).then(|| row.command.clone()));
            cells.extend(in_words.then(|| shortened(&row.shown.join(" … "))));
            grid.row(cells);
        }
        grid.table(out)?;
        print_notes(rows, out)?;
        if shared {
            writeln!(out, "    $ {}", rows[0].command)?;
        }
    }
    writeln!(out)
}

/// The beginning of long words: whole matrices would make the table too wide to read.
fn shortened(words: &str) -> String {
    const MOST: usize = 60;
    if words.chars().count() <= MOST {
        return words.to_owned();
    }
    words.chars().take(MOST).chain([' ', '…']).collect()
}

/// Remarks, each once, and every row that differs from data/.
fn print_notes(rows: &[Row], out: &mut Out) -> io::Result<()> {
    let mut last = None;
    for row in rows {
        if row.note.is_some() && row.note != last {
            writeln!(out, "    {}: {}", row.what, row.note.as_deref().unwrap_or_default())?;
            last.clone_from(&row.note);
        }
        if !row.as_expected {
            let expected = row.expected.as_deref().unwrap_or("nothing");
            writeln!(out, "  ! {}: data/ expects {expected}", row.what)?;
        }
    }
    Ok(())
}

fn print_end(answer: &ReproduceAnswer, summary: bool, out: &mut Out) -> io::Result<()> {
    let reports = answer.reports();
    if summary {
        let mut grid = Grid::new(&["item", "what", "agreement", "seconds"]);
        for report in &reports {
            let seconds = format!("{:.1}", report.seconds);
            grid.row([report.id.clone(), report.title.clone(), report.summary(), seconds]);
        }
        grid.table(out)?;
        writeln!(out)?;
    }
    let items = if reports.len() == 1 { "item" } else { "items" };
    let rows = answer.rows().count();
    writeln!(out, "{} {items}, {rows} rows: {}", reports.len(), answer.summary())?;
    match answer.unexpected() {
        0 => writeln!(out, "everything computed matches data/"),
        number => writeln!(out, "{number} rows differ from what data/ expects, marked with !"),
    }
}
