//! Actions on ledgers that do not count.

use super::{run, share, text};
use crate::failure::Failure;
use crate::output::{self, Out};
use crate::signals;
use bezzel::{
    JobAnswer, JobDiscardRequest, JobExportRequest, JobImportRequest, JobMergeRequest,
    JobPauseRequest, JobSalvageRequest, JobSplitRequest, JobStatusRequest, Share, job_discard,
    job_export, job_import, job_merge, job_pause, job_salvage, job_split, job_status, shown,
};
use clap::Args;
use std::io::{self, Write};
use std::path::PathBuf;

/// A ledger.
#[derive(Args)]
pub struct File {
    /// The ledger
    #[arg(value_name = "LEDGER")]
    file: PathBuf,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

/// Prints the document if `--json` was given, otherwise the note.
fn print(job: &JobAnswer, json: bool, note: &str, out: &mut Out) -> Result<(), Failure> {
    if json {
        out.json(job)?;
    } else {
        output::note(note);
    }
    Ok(())
}

impl File {
    pub fn status(&self, out: &mut Out) -> Result<(), Failure> {
        let job = job_status(&JobStatusRequest::new(&self.file), &signals::control())?;
        if self.json {
            out.json(&job)?;
        } else {
            text::status(&job, out)?;
        }
        run::ending(job.state)
    }

    pub fn pause(&self, out: &mut Out) -> Result<(), Failure> {
        let job = job_pause(&JobPauseRequest::new(&self.file), &signals::control())?;
        print(&job, self.json, "paused; running counts of this ledger stop within a second", out)
    }

    pub fn import(&self, out: &mut Out) -> Result<(), Failure> {
        let control = signals::control();
        let request = JobImportRequest::new(&self.file);
        let job = job_import(&request, &mut io::stdin().lock(), &control)?;
        let note = format!("made {} of {} units", shown(&self.file), job.units.total);
        print(&job, self.json, &note, out)
    }
}

#[derive(Args)]
pub struct Split {
    /// The ledger of the whole job
    #[arg(value_name = "LEDGER")]
    file: PathBuf,
    /// Which share: k of m
    #[arg(value_name = "K/M", value_parser = share)]
    share: Share,
    /// The ledger to make
    #[arg(long, value_name = "FILE")]
    to: PathBuf,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

impl Split {
    pub fn run(&self, out: &mut Out) -> Result<(), Failure> {
        let request = JobSplitRequest::new(&self.file, self.share, &self.to);
        let job = job_split(&request, &signals::control())?;
        let (share, to) = (self.share, shown(&self.to));
        let note = format!("{to} is share {share}; 'bezzel job merge' merges the shares");
        print(&job, self.json, &note, out)
    }
}

#[derive(Args)]
pub struct Merge {
    /// The ledger that receives the results; it is created if it does not exist
    #[arg(value_name = "TARGET")]
    target: PathBuf,
    /// The ledgers to merge
    #[arg(value_name = "SOURCE", required = true)]
    sources: Vec<PathBuf>,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

impl Merge {
    pub fn run(&self, out: &mut Out) -> Result<(), Failure> {
        let request = JobMergeRequest::new(&self.target, &self.sources);
        let merged = job_merge(&request, &signals::control())?;
        if self.json {
            out.json(&merged)?;
        } else {
            writeln!(
                out,
                "{} of {} units done, {} results added, {} in several ledgers",
                merged.units_done,
                merged.units_total,
                merged.results_added,
                merged.results_repeated
            )?;
        }
        Ok(())
    }
}

#[derive(Args)]
pub struct Discard {
    /// The ledger
    #[arg(value_name = "LEDGER")]
    file: PathBuf,
    /// The unit's label, as 'bezzel job verify' and 'bezzel job export' print it
    #[arg(value_name = "UNIT", allow_hyphen_values = true)]
    unit: String,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

impl Discard {
    pub fn run(&self, out: &mut Out) -> Result<(), Failure> {
        let request = JobDiscardRequest::new(&self.file, &self.unit);
        let job = job_discard(&request, &signals::control())?;
        let note = "discarded; the next run counts the unit again";
        print(&job, self.json, note, out)
    }
}

#[derive(Args)]
pub struct Salvage {
    /// The damaged ledger; it is not changed
    #[arg(value_name = "LEDGER")]
    file: PathBuf,
    /// The ledger to make
    #[arg(long, value_name = "FILE")]
    to: PathBuf,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

impl Salvage {
    pub fn run(&self, out: &mut Out) -> Result<(), Failure> {
        let saved =
            job_salvage(&JobSalvageRequest::new(&self.file, &self.to), &signals::control())?;
        if self.json {
            out.json(&saved)?;
        }
        for lost in &saved.lost {
            output::note(&format!("lost: {lost}"));
        }
        output::note(&format!(
            "saved {} results to {}, {} of {} units are done",
            saved.results,
            shown(&self.to),
            saved.units_done,
            saved.units_total
        ));
        Ok(())
    }
}

#[derive(Args)]
pub struct Export {
    /// The ledger
    #[arg(value_name = "LEDGER")]
    file: PathBuf,
    /// Only the results of share k of m of the units
    #[arg(long, value_name = "K/M", value_parser = share)]
    share: Option<Share>,
}

impl Export {
    pub fn run(&self, out: &mut Out) -> Result<(), Failure> {
        let mut out = Lines { out, is_closed: false };
        let mut request = JobExportRequest::new(&self.file);
        request.share = self.share;
        match job_export(&request, &signals::control(), &mut out) {
            Err(_) if out.is_closed => Err(Failure::ClosedPipe),
            end => end.map(|_| ()).map_err(Failure::from),
        }
    }
}

/// Standard output, and whether its reader has closed it.
struct Lines<'a> {
    out: &'a mut Out,
    is_closed: bool,
}

impl Write for Lines<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes);
        let kind = written.as_ref().err().map(io::Error::kind);
        self.is_closed |= kind == Some(io::ErrorKind::BrokenPipe);
        written
    }

    fn flush(&mut self) -> io::Result<()> {
        let flushed = self.out.flush();
        let kind = flushed.as_ref().err().map(io::Error::kind);
        self.is_closed |= kind == Some(io::ErrorKind::BrokenPipe);
        flushed
    }
}
