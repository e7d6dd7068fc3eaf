//! `bezzel doctor`: what this machine has, and whether everything gives the right answer on it.

use crate::failure::Failure;
use crate::output::{Grid, Out};
use bezzel_board::{Problem, Stop};
use bezzel_engines::{SimdLevel, plain, registry};
use bezzel_models::solve;
use bezzel_search::{Category, Limits, Outcome, Settings, algorithms, stacks};
use clap::Args;
use serde_json::json;
use std::thread::available_parallelism;

/// Check that everything works on this machine
#[derive(Args)]
pub struct Doctor {
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

struct Finding {
    what: String,
    value: String,
    well: bool,
}

impl Doctor {
    pub fn run(&self, out: &mut Out) -> Result<(), Failure> {
        let mut findings = machine();
        findings.extend(algorithms::ALL.iter().chain(stacks::ALL).map(|algorithm| {
            // Six queens: the largest board brute force finishes at once. Seven have solutions of
            // every kind, those on the torus too.
            let (n, expected) = match algorithm.info().category {
                Category::AllSolutions => (6, 4),
                Category::Fundamental => (6, 1),
                Category::SomeSolutions | Category::Constructive => (7, 1),
                Category::Stacks => (7, 4),
            };
            let total = algorithm.count(&Problem::queens(n), &Settings::default());
            let well = total == expected;
            finding(format!("algorithm {}", algorithm.info().id), total.to_string(), well)
        }));
        findings.extend(engines());
        findings.extend(backends());
        let well = findings.iter().all(|finding| finding.well);
        if self.json {
            let list: Vec<_> = (findings.iter())
                .map(|f| json!({ "what": f.what, "value": f.value, "well": f.well }))
                .collect();
            out.json(&json!({ "schema": "bezzel/doctor/1", "well": well, "findings": list }))?;
        } else {
            let mut grid = Grid::new(&["", "what", "found"]);
            for Finding { what, value, well } in findings {
                let mark = if well { "ok" } else { "WRONG" };
                grid.row([mark.to_owned(), what, value]);
            }
            grid.table(out)?;
        }
        if well { Ok(()) } else { Err(Failure::Negative) }
    }
}

fn finding(what: String, value: String, well: bool) -> Finding {
    Finding { what, value, well }
}

/// Every engine with every level of vector instructions this processor has, against the plain
/// counter.
fn engines() -> Vec<Finding> {
    let mut findings = Vec::new();
    let levels = SimdLevel::ALL.into_iter().filter(|&level| level <= SimdLevel::best());
    for level in levels {
        for engine in registry::counters() {
            let plane = Problem::queens(10);
            let torus = Problem::queens(7).on_torus();
            let (problem, total) = match (engine.prepare(&plane, &Stop::new()), torus) {
                (Err(_), Ok(torus)) => (torus, 28),
                _ => (plane, u128::from(plain::count_full(10))),
            };
            let found = engine.prepare(&problem, &Stop::new()).ok().and_then(|prepared| {
                prepared.count_all(level, &Stop::new()).ok().and_then(|total| total.count())
            });
            let value = found.map_or("nothing".to_owned(), |found| found.to_string());
            let what = format!("engine {} ({level})", engine.info().id);
            findings.push(finding(what, value, found == Some(total)));
        }
    }
    findings
}

/// Every back-end on six queens, as far as this build has them.
fn backends() -> impl Iterator<Item = Finding> {
    solve::ALL.iter().map(|backend| {
        let what = format!("back-end {}", backend.info().id);
        if !backend.info().available {
            return finding(what, "left out of this build".to_owned(), true);
        }
        match solve::run(*backend, &Problem::queens(6), &Limits::none(), &mut |_| ()) {
            Ok(report) => {
                let well = report.outcome == Outcome::Exact { total: 4 };
                finding(what, super::total_text(report.outcome), well)
            }
            Err(error) => finding(what, error.to_string(), false),
        }
    })
}

fn machine() -> Vec<Finding> {
    let cores = available_parallelism().map_or(1, usize::from);
    vec![
        finding("version".to_owned(), env!("CARGO_PKG_VERSION").to_owned(), true),
        finding("cores".to_owned(), cores.to_string(), true),
        finding("vector instructions".to_owned(), SimdLevel::best().to_string(), true),
    ]
}
