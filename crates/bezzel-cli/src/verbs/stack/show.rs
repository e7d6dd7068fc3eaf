//! Stacks for people and programs: level table, floors, memory map.

use super::stopping::Stopping;
use super::{Form, StackVerb};
use crate::failure::Failure;
use crate::output::{self, Grid, Out};
use bezzel_board::{Access, Problem, Stack};
use bezzel_engines::EngineError;
use bezzel_engines::stacks::{self, PreparedStacks, StackError};
use bezzel_search::Limits;
use serde_json::{Value, json};
use std::io::{self, Write};
use std::time::Instant;

pub fn one(verb: &StackVerb, n: u32, limits: &Limits, out: &mut Out) -> Result<(), Failure> {
    let started = Instant::now();
    let stopping = Stopping::new(limits);
    let found = stacks::one(n, &stopping.flag.clone().into());
    let seconds = started.elapsed().as_secs_f64();
    let error = match found {
        Ok(found) => {
            if verb.json {
                let mut document = document(&found.stack);
                document["schema"] = json!("bezzel/stack/1");
                document["way"] = json!(found.way.to_string());
                document["seconds"] = json!(seconds);
                out.json(&document)?;
            } else {
                print(verb.form, &found.stack, out)?;
            }
            output::note(&format!("{}, checked, {seconds:.3} s", found.way));
            return Ok(());
        }
        Err(error @ StackError::TooLarge { .. }) => return Err(Failure::Usage(error.to_string())),
        Err(error) => error,
    };
    let proven = matches!(error, StackError::None { .. });
    if verb.json {
        let levels: Option<u8> = None;
        out.json(&json!({
            "schema": "bezzel/stack/1",
            "n": n,
            "levels": levels,
            "proven": proven,
            "seconds": seconds,
        }))?;
    } else if proven {
        writeln!(out, "no stack")?;
    }
    output::note(&format!("{error}, {seconds:.3} s"));
    Err(match error {
        StackError::None { .. } => Failure::Negative,
        StackError::Stopped { .. } => stopping.failure(),
        _ => Failure::Limit,
    })
}

pub fn all(verb: &StackVerb, n: u32, limits: &Limits, out: &mut Out) -> Result<(), Failure> {
    let started = Instant::now();
    let stopping = Stopping::new(limits);
    let stop = stopping.flag.clone().into();
    let found = match PreparedStacks::new(&Problem::queens(n), &stop) {
        Err(EngineError::Stopped) => None,
        prepared => prepared?.all(&stop).ok(),
    };
    let Some(found) = found else {
        output::note("stopped before all stacks were found; nothing is listed");
        return Err(stopping.failure());
    };
    if verb.json {
        let list: Vec<Value> = found.iter().map(document).collect();
        let total = found.len().to_string();
        out.json(
            &json!({ "schema": "bezzel/stacks/1", "n": n, "unordered": total, "stacks": list }),
        )?;
    } else {
        for (place, stack) in found.iter().enumerate() {
            if place > 0 {
                writeln!(out)?;
            }
            print(verb.form, stack, out)?;
        }
    }
    let seconds = started.elapsed().as_secs_f64();
    output::note(&format!("{} stacks of side {n}, each checked, {seconds:.3} s", found.len()));
    if found.is_empty() { Err(Failure::Negative) } else { Ok(()) }
}

fn document(stack: &Stack) -> Value {
    let floors: Vec<String> = stack.floors().iter().map(|floor| line(floor, ",")).collect();
    json!({
        "n": stack.side(),
        "levels": stack.rows().collect::<Vec<_>>(),
        "floors": floors,
        "toroidal": stack.is_toroidal(),
        "slope": stack.slope(),
        "proven": true,
    })
}

fn print(form: Form, stack: &Stack, out: &mut Out) -> io::Result<()> {
    match form {
        Form::Levels => write!(out, "{stack}"),
        Form::Floors => {
            stack.floors().iter().try_for_each(|floor| writeln!(out, "{}", line(floor, ",")))
        }
        Form::Memory => memory(stack, out),
    }
}

/// The module of every element, and what reading every line met.
fn memory(stack: &Stack, out: &mut Out) -> io::Result<()> {
    let n = stack.side();
    writeln!(out, "module of element (i, j), modules 0 to {}; its address there is i", n - 1)?;
    if let Some(slope) = stack.slope() {
        writeln!(out, "module = (j - {slope} i) mod {n}")?;
    }
    writeln!(out)?;
    let width = (n - 1).to_string().len();
    for row in stack.rows() {
        let cells: Vec<String> = row.iter().map(|module| format!("{module:>width$}")).collect();
        writeln!(out, "{}", cells.join(" "))?;
    }
    writeln!(out)?;
    let mut grid = Grid::new(&["read at once", "lines", "in conflict", "for example"]);
    for access in Access::ALL {
        let reading = access.read(stack);
        let example = match &reading.first {
            None => String::new(),
            Some((line, first, second)) => {
                format!("{line}: {first} and {second} in module {}", stack.level(*first))
            }
        };
        let (lines, conflicts) = (reading.lines.to_string(), reading.conflicts.to_string());
        grid.row([access.name().to_owned(), lines, conflicts, example]);
    }
    grid.table(out)
}

pub fn line(columns: &[u32], between: &str) -> String {
    columns.iter().map(ToString::to_string).collect::<Vec<_>>().join(between)
}
