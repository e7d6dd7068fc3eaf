//! How many stacks there are: on all threads, with a ledger where asked.

use super::StackVerb;
use super::stopping::Stopping;
use crate::counting::{self, Bounds};
use crate::failure::Failure;
use crate::output::{self, Grid, Out};
use bezzel_board::Problem;
use bezzel_engines::stacks::{PreparedStacks, StackCount};
use bezzel_engines::{EngineError, Prepared};
use bezzel_jobs::{Ledger, Outcome};
use bezzel_search::Limits;
use serde_json::{Value, json};
use std::io::Write;
use std::sync::Arc;

/// From this side on a count takes hours, and a ledger is worth its file.
const LONG: u32 = 13;

pub fn run(verb: &StackVerb, sides: &[u32], limits: &Limits, out: &mut Out) -> Result<(), Failure> {
    if verb.ledger.is_some() && sides.len() > 1 {
        return Err(Failure::Usage("a ledger keeps one count; give one side".to_owned()));
    }
    let mut documents = Vec::new();
    let mut grid = Grid::new(&["n", "unordered", "ordered", "fundamental"]);
    let mut end = Ok(());
    for &n in sides {
        if n >= LONG && verb.ledger.is_none() {
            output::note(&format!("side {n} takes hours; --ledger FILE keeps what is counted"));
        }
        let stopping = Stopping::new(limits);
        let stop = stopping.flag.clone().into();
        let counted = match PreparedStacks::new(&Problem::queens(n), &stop) {
            Err(EngineError::Stopped) => Counted::Some(0, stopping.failure()),
            prepared => one(verb, &Arc::new(prepared?), limits)?,
        };
        match counted {
            Counted::All(count) => {
                let ordered = count.ordered().map_or("> 2^128".to_owned(), |o| o.to_string());
                let cells = [count.unordered.to_string(), ordered, count.fundamental.to_string()];
                documents.push(document(n, Some(&cells), None));
                let [unordered, ordered, fundamental] = cells;
                if sides.len() > 1 {
                    grid.row([n.to_string(), unordered, ordered, fundamental]);
                } else if !verb.json {
                    writeln!(out, "unordered    {unordered}")?;
                    writeln!(out, "ordered      {ordered}")?;
                    writeln!(out, "fundamental  {fundamental}")?;
                }
            }
            Counted::Some(total, failure) => {
                documents.push(document(n, None, Some(total)));
                if !verb.json {
                    writeln!(out, "unordered    at least {total}")?;
                }
                end = Err(failure);
                break;
            }
        }
    }
    if verb.json {
        out.json(&json!({ "schema": "bezzel/stack-count/1", "counts": documents }))?;
    } else if sides.len() > 1 {
        grid.table(out)?;
    }
    end
}

enum Counted {
    All(StackCount),
    Some(u128, Failure),
}

fn one(
    verb: &StackVerb,
    prepared: &Arc<PreparedStacks>,
    limits: &Limits,
) -> Result<Counted, Failure> {
    let stopping = Stopping::new(limits);
    let interrupted = limits.stop.flag().clone();
    let bounds = Bounds { interrupted, time: limits.time, part: None, units: None };
    let plan = prepared.plan();
    let mut ledger = match &verb.ledger {
        Some(file) => Some(Ledger::open_or_create(file, plan)?),
        None => None,
    };
    let shared: Arc<dyn Prepared> = prepared.clone();
    let report = counting::count(&shared, ledger.as_mut(), &verb.threads, &bounds)?;
    counting::tell(&format!("stacks of side {}", plan.problem.size()), &report);
    match report.outcome {
        Outcome::Exact { total } => match prepared.counts(total, &stopping.flag.clone().into()) {
            Ok(count) => Ok(Counted::All(count)),
            Err(_) => Ok(Counted::Some(total, stopping.failure())),
        },
        Outcome::AtLeast { total, .. } => {
            let failure = counting::ending(&report.outcome, &bounds).err();
            Ok(Counted::Some(total, failure.unwrap_or(Failure::Limit)))
        }
    }
}

fn document(n: u32, cells: Option<&[String; 3]>, at_least: Option<u128>) -> Value {
    match (cells, at_least) {
        (Some([unordered, ordered, fundamental]), _) => json!({
            "n": n,
            "unordered": unordered,
            "ordered": ordered,
            "fundamental": fundamental,
            "provenance": "computed",
        }),
        (None, at_least) => {
            json!({ "n": n, "unordered_at_least": at_least.unwrap_or(0).to_string() })
        }
    }
}
