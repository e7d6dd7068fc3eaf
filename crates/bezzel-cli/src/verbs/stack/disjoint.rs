//! The largest number of solutions that share no square.

use super::stopping::Stopping;
use super::{Form, StackVerb, show};
use crate::failure::Failure;
use crate::output::{self, Out};
use bezzel_board::Stop;
use bezzel_engines::stacks::{self, StackError};
use bezzel_search::Limits;
use serde_json::json;
use std::io::Write;
use std::time::Instant;

pub fn run(verb: &StackVerb, sides: &[u32], limits: &Limits, out: &mut Out) -> Result<(), Failure> {
    let mut documents = Vec::new();
    let mut end = Ok(());
    for &n in sides {
        let stopping = Stopping::new(limits);
        let started = Instant::now();
        let floors = match largest(n, &stopping.flag.clone().into()) {
            Ok(floors) => floors,
            Err(StackError::Stopped { .. }) => {
                output::note(&format!("side {n}: stopped before the maximum was proven"));
                end = Err(stopping.failure());
                break;
            }
            Err(error) => {
                output::note(&format!("side {n}: {error}"));
                end = Err(Failure::Limit);
                break;
            }
        };
        let lines: Vec<String> = floors.iter().map(|floor| show::line(floor, ",")).collect();
        let number = floors.len();
        if verb.json {
            documents
                .push(json!({ "n": n, "max_disjoint": number.to_string(), "solutions": lines }));
        } else if verb.form == Form::Floors && number == 0 {
            writeln!(out, "no solution of side {n}")?;
        } else if verb.form == Form::Floors {
            lines.iter().try_for_each(|line| writeln!(out, "{line}"))?;
        } else if sides.len() > 1 {
            writeln!(out, "{n} {number}")?;
        } else {
            writeln!(out, "{number}")?;
        }
        let seconds = started.elapsed().as_secs_f64();
        let what = if number == n as usize { "a stack" } else { "proven: no more fit" };
        output::note(&format!("side {n}: {number} disjoint solutions, {what}, {seconds:.3} s"));
    }
    if verb.json {
        out.json(&json!({ "schema": "bezzel/stack-disjoint/1", "sides": documents }))?;
    }
    end
}

/// A stack where there is one, the search otherwise.
fn largest(n: u32, stop: &Stop) -> Result<Vec<Vec<u32>>, StackError> {
    match stacks::one(n, stop) {
        Ok(found) => Ok(found.stack.floors()),
        Err(StackError::None { .. }) => {
            let found = stacks::largest_disjoint(n, stop).ok_or(StackError::Stopped { n })?;
            let columns = |solution: &bezzel_board::Placement| {
                solution.squares().iter().map(|queen| queen.column).collect()
            };
            Ok(found.solutions.iter().map(columns).collect())
        }
        Err(error) => Err(error),
    }
}
