//! `bezzel count` in more than two dimensions: totals by the transform, closed forms, the table
//! n × d beside the paper's, and modular queens.

mod modular;
mod table;

use super::Count;
use crate::args::sizes;
use crate::failure::Failure;
use crate::interrupt;
use crate::output::{self, Out};
use crate::progress::Teller;
use bezzel_board::{Problem, Rule, Stop, Topology};
use bezzel_engines::transform::LARGEST;
use bezzel_engines::{Engine, EngineError, Spectrum, Transform};
use bezzel_jobs::{SpectrumLedger, run_transform};
use clap::Args;
use serde_json::{Value, json};
use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// Largest dimension of a total by the transform: a number of some thousand digits.
const MOST_DIMENSIONS: u32 = 1000;

/// What can be asked about boards in space besides their totals.
#[derive(Args)]
pub struct SpaceArgs {
    /// Print the closed form of the totals in all dimensions, with m = d - 1
    #[arg(long, conflicts_with_all = ["algorithm", "table", "oeis"])]
    closed_form: bool,
    /// Count only solutions in which no coordinate but the layer is constant
    #[arg(long, conflicts_with_all = ["algorithm", "divide", "fundamental", "classes"])]
    nontrivial: bool,
    /// Print the table of all N and D (both may be ranges) beside Barr and Rao's, with their
    /// conjectures
    #[arg(long, conflicts_with_all = ["algorithm", "oeis", "ledger"])]
    table: bool,
    /// Print the table as comma-separated values
    #[arg(long, requires = "table", conflicts_with = "json")]
    csv: bool,
    /// Modular queens (rule hyperplane): say whether a complete solution exists, and why
    #[arg(long, conflicts_with_all = ["algorithm", "table", "ledger"])]
    exists: bool,
    /// Modular queens (rule hyperplane): count only linear solutions
    #[arg(long, conflicts_with_all = ["algorithm", "table", "ledger", "exists"])]
    linear: bool,
    /// Find the most queens that fit, one in a layer at the most, and a placement of them
    #[arg(long, conflicts_with_all = ["algorithm", "table", "ledger", "exists", "linear", "time", "visits", "solutions"])]
    maximum: bool,
}

/// The answer, if what was asked is one about sides in all dimensions.
pub fn of_sides(asked: &Count, out: &mut Out) -> Option<Result<(), Failure>> {
    match asked.space {
        SpaceArgs { table: true, .. } => Some(table::print_table(asked, out)),
        SpaceArgs { closed_form: true, .. } => Some(print_closed_forms(asked, out)),
        _ => None,
    }
}

/// The answer, if what was asked about these problems is one of space.
pub fn run(asked: &Count, problems: &[Problem], out: &mut Out) -> Option<Result<(), Failure>> {
    let SpaceArgs { nontrivial, exists, linear, maximum, .. } = asked.space;
    if exists || linear || maximum {
        return Some(modular::print_modular(asked, problems, out));
    }
    if nontrivial && (asked.engine != "auto" && asked.engine != Transform::ID) {
        return Some(Err(Failure::Usage(format!(
            "--nontrivial is counted by engine transform, not by {}; leave --engine out",
            asked.engine
        ))));
    }
    if nontrivial || asked.engine == Transform::ID {
        match asked.backend.backend() {
            Ok(None) => {}
            Ok(Some(_)) => {
                return Some(Err(Failure::Usage(
                    "solvers do not count by transform; leave out --with, or what asks for transform"
                        .to_owned(),
                )));
            }
            Err(failure) => return Some(Err(failure)),
        }
        let refused = problems.iter().find_map(|problem| refusal(problem).err());
        return Some(refused.map_or_else(|| print_totals(asked, problems, out), Err));
    }
    let limits = &asked.limits;
    let is_free = asked.engine == "auto"
        && !(asked.divide || asked.fundamental || asked.classes)
        && asked.algorithm.choice().is_ok_and(|choice| choice.is_none())
        && limits.visits.is_none()
        && limits.solutions.is_none();
    let all = problems.iter().all(|problem| {
        problem.size().dimension() > 2 && problem.size().rows() <= LARGEST && fits(problem)
    });
    (is_free && all).then(|| print_totals(asked, problems, out))
}

/// Whether the transform counts this kind of board.
fn fits(problem: &Problem) -> bool {
    problem.rule() == Rule::Queen
        && problem.topology() == Topology::Plane
        && problem.is_plain()
        && problem.size().is_square()
}

fn refusal(problem: &Problem) -> Result<(), Failure> {
    if fits(problem) {
        return Ok(());
    }
    Err(EngineError::Unsupported {
        engine: Transform::ID,
        what: "other rules, the torus, given queens or blocked squares",
        instead: "engine barr-rao, or rule queen on a full board",
    }
    .into())
}

/// A spectrum and how it was obtained.
struct Found {
    spectrum: Spectrum,
    provenance: Value,
}

/// The spectrum of a side, on all threads, in a ledger where one is named.
fn spectrum(asked: &Count, n: u32) -> Result<Found, Failure> {
    let start = Instant::now();
    let simd = asked.threads.simd()?;
    let threads = asked.threads.threads()?;
    let prepared = Transform::default().prepare(&Problem::queens(n), &Stop::new())?;
    let mut ledger = match &asked.ledger {
        Some(file) => Some(SpectrumLedger::open_or_create(file, prepared.plan())?),
        None => None,
    };
    let resumed = ledger.as_ref().map_or(0, SpectrumLedger::units_done);
    let limits = asked.limits.limits(interrupt::flag())?;
    let interrupted = limits.stop.flag().clone();
    let stop = AtomicBool::new(false);
    let mut teller = Teller::new(asked.threads.progress);
    let found = run_transform(&prepared, ledger.as_mut(), threads, &stop, &mut |progress| {
        let late = limits.time.is_some_and(|time| progress.elapsed >= time.as_secs_f64());
        if late || interrupted.load(Ordering::Relaxed) {
            stop.store(true, Ordering::Relaxed);
        }
        teller.tell(progress);
    });
    teller.end();
    let Some(spectrum) = found? else {
        output::note("stopped: the sum has no meaning before its end, so nothing is printed");
        return Err(match interrupted.load(Ordering::Relaxed) {
            true => Failure::Interrupted,
            false => Failure::Limit,
        });
    };
    let seconds = start.elapsed().as_secs_f64();
    let units = prepared.plan().units.len();
    let (how, which) = match resumed {
        0 => ("computed", format!("computed now by engine {}", Transform::ID)),
        _ => ("resumed", format!("resumed by engine {}, {resumed} from the ledger", Transform::ID)),
    };
    output::note(&format!(
        "side {n}, all dimensions: {which}; units: {units}, terms: {}, threads: {threads}, \
         {seconds:.3} s",
        spectrum.terms().len(),
    ));
    let provenance = json!({
        "how": how,
        "engine": {
            "engine": Transform::ID,
            "units_now": units - resumed,
            "units_resumed": resumed,
            "threads": threads,
            "simd": [simd.to_string()],
            "elapsed": seconds,
        },
    });
    Ok(Found { spectrum, provenance })
}

fn print_totals(asked: &Count, problems: &[Problem], out: &mut Out) -> Result<(), Failure> {
    one_side_for_the_ledger(asked, problems.len())?;
    let mut documents = Vec::new();
    for problem in problems {
        let size = problem.size();
        let found = spectrum(asked, size.rows())?;
        let total = match asked.space.nontrivial {
            true => found.spectrum.nontrivial(size.dimension()),
            false => found.spectrum.total(size.dimension()),
        };
        if asked.json {
            let key = if asked.space.nontrivial { "nontrivial" } else { "total" };
            documents.push(json!({
                "problem": problem,
                key: total.to_string(),
                "provenance": found.provenance,
            }));
        } else if problems.len() > 1 || asked.oeis {
            // A b-file has the side alone in front.
            let name = if asked.oeis { size.rows().to_string() } else { size.to_string() };
            writeln!(out, "{name} {total}")?;
        } else {
            writeln!(out, "{total}")?;
        }
    }
    if asked.json {
        out.json(&json!({ "schema": "bezzel/count/1", "totals": documents }))?;
    }
    Ok(())
}

fn one_side_for_the_ledger(asked: &Count, sides: usize) -> Result<(), Failure> {
    if asked.ledger.is_some() && sides > 1 {
        return Err(Failure::Usage("a ledger keeps one count; give one size".to_owned()));
    }
    Ok(())
}

/// The sides named, with the kind of board that has a closed form.
fn sides(asked: &Count) -> Result<Vec<u32>, Failure> {
    let mut sides = Vec::new();
    for size in sizes(&asked.problem.n, None)? {
        let problem = Problem::new(size).with_rule(asked.problem.rule.parse()?)?;
        let problem = if asked.problem.torus { problem.on_torus()? } else { problem };
        refusal(&problem)?;
        if asked.problem.given.is_some() || asked.problem.blocked.is_some() {
            return Err(Failure::Usage("a closed form is that of the full board".to_owned()));
        }
        sides.push(size.rows());
    }
    Ok(sides)
}

fn print_closed_forms(asked: &Count, out: &mut Out) -> Result<(), Failure> {
    let sides = sides(asked)?;
    one_side_for_the_ledger(asked, sides.len())?;
    let mut documents = Vec::new();
    for &n in &sides {
        let found = spectrum(asked, n)?;
        if asked.json {
            let terms: Vec<Value> = (found.spectrum.terms().iter())
                .map(|(value, multiplicity)| {
                    json!({ "value": value.to_string(), "multiplicity": multiplicity.to_string() })
                })
                .collect();
            documents.push(json!({ "n": n, "terms": terms, "provenance": found.provenance }));
        } else if sides.len() > 1 {
            writeln!(out, "Q({n},d) = {}", found.spectrum)?;
        } else {
            writeln!(out, "{}", found.spectrum)?;
        }
    }
    if asked.json {
        out.json(&json!({ "schema": "bezzel/closed-form/1", "sides": documents }))?;
    } else {
        output::note("m = d - 1, for every dimension d");
    }
    Ok(())
}
