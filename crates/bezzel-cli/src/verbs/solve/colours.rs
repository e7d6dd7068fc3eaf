//! `bezzel solve N --colours K` and `--chromatic`: the squares coloured instead of queens placed.

use super::Solve;
use crate::failure::Failure;
use crate::output::{self, Out};
use crate::verbs::ending;
use bezzel_board::Problem;
use bezzel_models::solve::{self, Chromatic, Coloured, ProofFiles};
use bezzel_models::{ColourTable, Model};
use bezzel_search::{Limits, Outcome};
use serde_json::{Value, json};
use std::io::Write;
use std::time::Instant;

/// Colours with so many colours.
pub fn with(
    asked: &Solve,
    problem: &Problem,
    colours: u32,
    limits: &Limits,
    out: &mut Out,
) -> Result<(), Failure> {
    let (model, files, start) = (Model::new(problem.clone())?, files(asked)?, Instant::now());
    let coloured = solve::colour(bezzel_solvers::backends().sat()?, &model, colours, limits, files.as_ref())?;
    let seconds = start.elapsed().as_secs_f64();
    if asked.json {
        let table = match &coloured {
            Coloured::Yes(table) => Some(rows(problem, table)),
            _ => None,
        };
        out.json(&json!({
            "schema": "bezzel/colours/1",
            "problem": problem,
            "colours": colours,
            "colouring": table,
            "proven": !matches!(coloured, Coloured::Stopped(_)),
            "proof": asked.proof.as_ref().filter(|file| file.exists()),
            "backend": "sat",
            "seconds": seconds,
        }))?;
    }
    match coloured {
        Coloured::Yes(table) => {
            if !asked.json {
                write!(out, "{table}")?;
            }
            output::note(&format!("found by sat, {seconds:.3} s"));
            Ok(())
        }
        Coloured::No => {
            if !asked.json {
                writeln!(out, "no colouring")?;
            }
            output::note(&format!("refuted by sat, {seconds:.3} s"));
            tell_files(files.as_ref());
            Err(Failure::Negative)
        }
        Coloured::Stopped(because) => {
            output::note(&format!("no colouring found: {because}; sat, {seconds:.3} s"));
            ending(Outcome::AtLeast { total: 0, because })
        }
    }
}

/// Colours with as few colours as possible.
pub fn fewest(
    asked: &Solve,
    problem: &Problem,
    limits: &Limits,
    out: &mut Out,
) -> Result<(), Failure> {
    let (model, files, start) = (Model::new(problem.clone())?, files(asked)?, Instant::now());
    let chromatic = solve::chromatic(bezzel_solvers::backends().sat()?, &model, limits, files.as_ref())?;
    let seconds = start.elapsed().as_secs_f64();
    if asked.json {
        let mut document = json!({
            "schema": "bezzel/chromatic/1",
            "problem": problem,
            "backend": "sat",
            "proof": asked.proof.as_ref().filter(|file| file.exists()),
            "seconds": seconds,
        });
        match &chromatic {
            Chromatic::Exact { number, table, by_line } => {
                document["chromatic_number"] = json!(number);
                document["colouring"] = rows(problem, table);
                document["fewer_refuted_by"] = json!(if *by_line { "line" } else { "sat" });
            }
            Chromatic::AtLeast { number, .. } => document["at_least"] = json!(number),
        }
        out.json(&document)?;
    }
    match chromatic {
        Chromatic::Exact { number, table, by_line } => {
            if !asked.json {
                write!(out, "{number}\n{table}")?;
            }
            let fewer = number - 1;
            match by_line {
                true => output::note(&format!(
                    "fewer are not enough: a line has {number} squares; found by sat, {seconds:.3} s"
                )),
                false => {
                    output::note(&format!("{fewer} colours refuted by sat, {seconds:.3} s in all"));
                    tell_files(files.as_ref());
                }
            }
            Ok(())
        }
        Chromatic::AtLeast { number, because } => {
            if !asked.json {
                writeln!(out, "at least {number}")?;
            }
            output::note(&format!("{because}; sat, {seconds:.3} s"));
            ending(Outcome::AtLeast { total: 0, because })
        }
    }
}

fn files(asked: &Solve) -> Result<Option<ProofFiles>, Failure> {
    Ok(asked.proof.as_deref().map(ProofFiles::new).transpose()?)
}

fn tell_files(files: Option<&ProofFiles>) {
    if let Some(ProofFiles { proof, formula, .. }) = files {
        output::note(&format!("{} refutes {}", proof.display(), formula.display()));
    }
}

/// The colours row by row, from 1.
fn rows(problem: &Problem, table: &ColourTable) -> Value {
    let width = problem.size().columns() as usize;
    let row = |row: &[Option<u32>]| -> Vec<Option<u32>> {
        row.iter().map(|colour| colour.map(|colour| colour + 1)).collect()
    };
    json!(table.colours().chunks(width).map(row).collect::<Vec<_>>())
}
