//! `bezzel reproduce`: what the papers print beside what comes out now.

use crate::failure::Failure;
use crate::file::{refuse_existing, replace};
use crate::interrupt;
use crate::output::{self, Grid, Out};
use bezzel_papers::{Depth, Item, Paper, Report, Row, Verdict, find, find_paper, html, papers};
use clap::Args;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde_json::{Value, json};
use std::io::{self, Write};
use std::path::PathBuf;

/// Compute every table, figure and claim of the papers again, beside what they print
///
/// Everything is computed when it is asked for, by the real algorithms, engines and checkers. Each
/// row has the printed value, the value now, a verdict, how it was computed and a command that
/// shows it. Exits with 1 if anything differs from what data/ expects.
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
    /// Compute also what takes minutes (totals of 19 and 20 queens)
    #[arg(long)]
    deep: bool,
    /// Write a report with all pictures to this file
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Overwrite the file if it is there
    #[arg(long, requires = "html")]
    force: bool,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

/// The papers with what was computed of each.
type Done = Vec<(&'static Paper, Vec<Report>)>;

impl Reproduce {
    pub fn run(&self, out: &mut Out) -> Result<(), Failure> {
        let chosen = self.chosen()?;
        if self.list {
            return Ok(self.print_list(&chosen, out)?);
        }
        if let Some(file) = &self.html {
            refuse_existing(file, self.force)?;
        }
        let (done, end) = self.compute(&chosen, out)?;
        if self.json {
            out.json(&self.document(&done))?;
        } else {
            print_end(&done, self.summary, out)?;
        }
        end?;
        if let Some(file) = &self.html {
            replace(file, html(&done).as_bytes(), self.force)?;
        }
        ending(done.iter().flat_map(|(_, reports)| reports))
    }

    /// Computes the items one after the other and prints each as soon as it is there.
    fn compute(
        &self,
        chosen: &[(&'static Paper, Vec<&'static Item>)],
        out: &mut Out,
    ) -> Result<(Done, Result<(), Failure>), Failure> {
        let stop = interrupt::flag();
        let total: usize = chosen.iter().map(|(_, items)| items.len()).sum();
        // Drawn on a terminal only.
        let bar = ProgressBar::with_draw_target(Some(total as u64), ProgressDrawTarget::stderr());
        let style = ProgressStyle::with_template("{bar:30} {pos} of {len}, now {msg}");
        let bar = bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        let mut done = Vec::new();
        let mut end = Ok(());
        for (paper, items) in chosen {
            let mut reports = Vec::new();
            for item in items {
                bar.set_message(item.id);
                let Ok(report) = item.compute(self.depth(), &stop) else {
                    end = Err(Failure::Interrupted);
                    break;
                };
                bar.inc(1);
                bar.suspend(|| self.tell(&report, out))?;
                reports.push(report);
            }
            done.push((*paper, reports));
            if end.is_err() {
                break;
            }
        }
        bar.finish_and_clear();
        if end.is_err() {
            output::note("interrupted: what follows was not computed");
        }
        Ok((done, end))
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

    fn depth(&self) -> Depth {
        match (self.quick, self.deep) {
            (true, _) => Depth::Quick,
            (_, true) => Depth::Deep,
            _ => Depth::Report,
        }
    }

    fn chosen(&self) -> Result<Vec<(&'static Paper, Vec<&'static Item>)>, Failure> {
        let Some(name) = &self.paper else {
            return Ok(papers()
                .iter()
                .map(|paper| (paper, paper.items.iter().collect()))
                .collect());
        };
        // `erbas/table1` is what the listing shows, so it is taken too.
        let (name, item) = match (name.split_once('/'), &self.item) {
            (Some((paper, item)), None) => (paper, Some(item)),
            (_, item) => (name.as_str(), item.as_deref()),
        };
        let paper = find_paper(name)?;
        let items = match item {
            Some(item) => vec![find(name, item)?],
            None => paper.items.iter().collect(),
        };
        Ok(vec![(paper, items)])
    }

    fn print_list(&self, chosen: &[(&Paper, Vec<&Item>)], out: &mut Out) -> io::Result<()> {
        if self.json {
            let item =
                |item: &&Item| json!({ "id": item.id, "title": item.title, "source": item.source });
            let list: Vec<Value> = (chosen.iter())
                .map(|(paper, items)| {
                    let mut document = about(paper);
                    document["items"] = items.iter().map(item).collect();
                    document
                })
                .collect();
            return out.json(&json!({ "schema": "bezzel/papers/1", "papers": list }));
        }
        let mut grid = Grid::new(&["item", "what", "where"]);
        for item in chosen.iter().flat_map(|(_, items)| items) {
            grid.row([item.id, item.title, item.source].map(str::to_owned));
        }
        grid.table(out)
    }

    fn document(&self, done: &[(&Paper, Vec<Report>)]) -> Value {
        let papers: Vec<Value> = (done.iter())
            .map(|(paper, reports)| {
                let mut document = about(paper);
                document["items"] = json!(reports);
                document
            })
            .collect();
        let all = done.iter().flat_map(|(_, reports)| reports);
        let depth = match self.depth() {
            Depth::Quick => "quick",
            Depth::Report => "report",
            Depth::Deep => "deep",
        };
        json!({
            "schema": "bezzel/reproduce/1",
            "depth": depth,
            "as_expected": all.clone().all(Report::is_as_expected),
            "papers": papers,
        })
    }
}

/// The answer is no if anything is not what data/ expects.
fn ending<'a>(mut reports: impl Iterator<Item = &'a Report>) -> Result<(), Failure> {
    if reports.all(Report::is_as_expected) { Ok(()) } else { Err(Failure::Negative) }
}

fn about(paper: &Paper) -> Value {
    json!({
        "id": paper.id,
        "title": paper.title,
        "authors": paper.authors,
        "year": paper.year,
        "published": paper.published,
    })
}

/// An item: its rows, those computed in the same way together.
fn print_report(report: &Report, out: &mut Out) -> io::Result<()> {
    writeln!(out, "{}: {} ({})", report.id, report.title, report.source)?;
    for rows in report.rows.chunk_by(|a, b| a.how == b.how) {
        writeln!(out, "\n  {}", rows[0].how)?;
        // A command that shows all rows is said once, below them.
        let shared = rows.iter().all(|row| row.command == rows[0].command);
        let mut headings = vec!["", "what", "printed", "now", "verdict"];
        headings.extend((!shared).then_some("shown by"));
        let mut grid = Grid::new(&headings);
        for row in rows {
            let cell = |value: &Option<String>| value.clone().unwrap_or_else(|| "-".to_owned());
            let mark = if row.as_expected { "  " } else { " !" };
            let mut cells = vec![mark.to_owned(), row.what.clone()];
            cells.extend([cell(&row.printed), cell(&row.computed), row.verdict.to_string()]);
            cells.extend((!shared).then(|| row.command.clone()));
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

/// Remarks, each once, and whatever data/ does not expect.
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

fn print_end(done: &[(&Paper, Vec<Report>)], summary: bool, out: &mut Out) -> io::Result<()> {
    let reports: Vec<&Report> = done.iter().flat_map(|(_, reports)| reports).collect();
    if summary {
        let mut grid = Grid::new(&["item", "what", "verdicts", "seconds"]);
        for report in &reports {
            let seconds = format!("{:.1}", report.seconds);
            grid.row([report.id.clone(), report.title.clone(), report.summary(), seconds]);
        }
        grid.table(out)?;
        writeln!(out)?;
    }
    let rows: usize = reports.iter().map(|report| report.rows.len()).sum();
    let counts = Verdict::ALL.map(|verdict| {
        let number: usize = reports.iter().map(|report| report.count(verdict)).sum();
        (number > 0).then(|| verdict.counted(number))
    });
    let counts: Vec<String> = counts.into_iter().flatten().collect();
    let items = if reports.len() == 1 { "item" } else { "items" };
    writeln!(out, "{} {items}, {rows} rows: {}", reports.len(), counts.join(", "))?;
    let wrong = reports.iter().flat_map(|report| &report.rows).filter(|row| !row.as_expected);
    match wrong.count() {
        0 => writeln!(out, "everything computed is what data/ expects"),
        number => writeln!(out, "{number} rows differ from what data/ expects, marked with !"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    #[test]
    fn a_value_that_data_does_not_expect_is_a_negative_answer() {
        let item = find("tutorial", "nodes").unwrap();
        let mut report = item.compute(Depth::Quick, &Arc::default()).unwrap();
        assert!(ending([&report].into_iter()).is_ok());
        report.rows[0].as_expected = false;
        assert!(matches!(ending([&report].into_iter()), Err(Failure::Negative)));
    }
}
