//! The table n × d, Barr and Rao's printed values beside ours, and both conjectures.

use super::{MOST_DIMENSIONS, sides, spectrum};
use crate::failure::Failure;
use crate::output::{Grid, Out};
use crate::verbs::count::Count;
use bezzel_engines::transform::barr::{self, Conjecture, Entry, Verdict};
use serde_json::{Value, json};
use std::io::Write;

/// `3` or `2..8`; 2 to 8 if nothing is said.
fn dimensions(asked: &Count) -> Result<Vec<u32>, Failure> {
    let text = asked.problem.dimension.as_deref().unwrap_or("2..8");
    let (first, last) = text.split_once("..").unwrap_or((text, text));
    let number = |text: &str| text.parse::<u32>().ok();
    match (number(first), number(last)) {
        (Some(first), Some(last)) if 2 <= first && first <= last && last <= MOST_DIMENSIONS => {
            Ok((first..=last).collect())
        }
        _ => Err(Failure::Usage(format!(
            "'{text}' is not a range of dimensions; write for example 2..8, from 2 to \
             {MOST_DIMENSIONS}"
        ))),
    }
}

/// Prints the table for the sides and dimensions asked for.
pub fn print_table(asked: &Count, out: &mut Out) -> Result<(), Failure> {
    let (sides, dimensions) = (sides(asked)?, dimensions(asked)?);
    let mut spectra = Vec::new();
    for &n in &sides {
        spectra.push(spectrum(asked, n)?.spectrum);
    }
    let entries: Vec<Entry> = (dimensions.iter())
        .flat_map(|&d| spectra.iter().map(move |spectrum| Entry::of(spectrum, d)))
        .collect();
    let most = dimensions.last().copied().unwrap_or(2).max(3);
    let conjectures = [barr::conjecture_5_2(&spectra, most), barr::conjecture_5_3(&spectra)];
    if asked.json {
        return Ok(out.json(&table_document(&entries, &conjectures))?);
    }
    if asked.space.csv {
        let mut list = Grid::new(&["n", "d", "total", "nontrivial", "printed", "verdict"]);
        for entry in &entries {
            list.row(cells(entry));
        }
        return Ok(list.csv(out)?);
    }
    let what = if asked.space.nontrivial { "Non-trivial solutions" } else { "Solutions" };
    writeln!(out, "{what} of n queens in d dimensions, one line for each d and n")?;
    let mut list = Grid::new(&["d", "n", "solutions", "Barr and Rao print", "which is"]);
    for entry in &entries {
        let number = if asked.space.nontrivial { &entry.nontrivial } else { &entry.total };
        let [printed, verdict] = match entry.verdict() {
            Verdict::New => [String::new(), String::new()],
            verdict => [printed(entry), verdict.to_string()],
        };
        list.row([
            entry.dimension.to_string(),
            entry.n.to_string(),
            number.to_string(),
            printed,
            verdict,
        ]);
    }
    list.table(out)?;
    for conjecture in &conjectures {
        writeln!(out)?;
        print_conjecture(conjecture, out)?;
    }
    Ok(())
}

fn printed(entry: &Entry) -> String {
    entry.printed.map_or_else(String::new, |printed| printed.to_string())
}

fn cells(entry: &Entry) -> [String; 6] {
    [
        entry.n.to_string(),
        entry.dimension.to_string(),
        entry.total.to_string(),
        entry.nontrivial.to_string(),
        printed(entry),
        entry.verdict().to_string(),
    ]
}

fn print_conjecture(conjecture: &Conjecture, out: &mut Out) -> Result<(), Failure> {
    let Conjecture { number, claim, cases, counterexamples } = conjecture;
    let fails = counterexamples.len();
    writeln!(out, "Conjecture {number}: {claim}: fails in {fails} of {cases} cases looked at")?;
    for counterexample in counterexamples {
        writeln!(out, "  {counterexample}")?;
    }
    Ok(())
}

fn table_document(entries: &[Entry], conjectures: &[Conjecture]) -> Value {
    let entry = |entry: &Entry| {
        json!({
            "n": entry.n,
            "d": entry.dimension,
            "total": entry.total.to_string(),
            "nontrivial": entry.nontrivial.to_string(),
            "printed": entry.printed.map(|printed| printed.to_string()),
            "verdict": entry.verdict().to_string(),
        })
    };
    let conjecture = |conjecture: &Conjecture| {
        let texts: Vec<String> =
            conjecture.counterexamples.iter().map(ToString::to_string).collect();
        json!({
            "number": conjecture.number,
            "claim": conjecture.claim,
            "cases": conjecture.cases,
            "counterexamples": texts,
        })
    };
    json!({
        "schema": "bezzel/space-table/1",
        "entries": entries.iter().map(entry).collect::<Vec<_>>(),
        "conjectures": conjectures.iter().map(conjecture).collect::<Vec<_>>(),
    })
}
