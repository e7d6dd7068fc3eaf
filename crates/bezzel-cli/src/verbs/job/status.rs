//! How far a job is.

use crate::failure::Failure;
use crate::output::Out;
use bezzel_jobs::{Ledger, Status};
use clap::Args;
use indicatif::HumanDuration;
use serde_json::json;
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

#[derive(Args)]
pub struct StatusVerb {
    /// The ledger
    #[arg(value_name = "LEDGER")]
    file: PathBuf,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

impl StatusVerb {
    pub fn run(&self, out: &mut Out) -> Result<(), Failure> {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let status = Ledger::open(&self.file)?.status(threads)?;
        if self.json {
            out.json(&json!({ "schema": "bezzel/job-status/1", "status": status }))?;
        } else {
            for (name, value) in lines(&status) {
                writeln!(out, "{name:<10} {value}")?;
            }
        }
        Ok(())
    }
}

fn lines(status: &Status) -> Vec<(&'static str, String)> {
    let duration =
        |seconds: f64| HumanDuration(Duration::from_secs_f64(seconds.clamp(0.0, 1e9))).to_string();
    let mut lines = vec![
        ("problem", status.problem.to_string()),
        ("engine", status.engine.clone()),
        (
            "units",
            format!(
                "{} of {} done, {:.1} % of the work",
                status.units_done,
                status.units_total,
                status.fraction * 100.0
            ),
        ),
        ("work", format!("{} of one thread", duration(status.seconds))),
    ];
    if let Some(part) = status.part {
        lines.push(("part", part.to_string()));
    }
    if status.paused {
        lines.push(("paused", "yes; 'bezzel job resume' goes on".to_owned()));
    }
    if let Some(eta) = status.eta.filter(|_| status.units_done < status.units_total) {
        lines.push(("left", format!("{} on this machine", duration(eta))));
    }
    lines.push(("recounted", format!("{} units", status.units_recounted)));
    if !status.disputed.is_empty() {
        let units: Vec<String> = status.disputed.iter().map(ToString::to_string).collect();
        lines.push(("disputed", format!("units {}", units.join(", "))));
    }
    match &status.outcome {
        Some(outcome) => lines.push(("total", outcome.to_string())),
        None => lines.push(("total", "none while units are disputed".to_owned())),
    }
    lines
}
