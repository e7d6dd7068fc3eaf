//! Stacks as text: level table, floors, memory map, and numbers of stacks.

use super::Form;
use crate::output::{Grid, Out};
use bezzel::{StackCountAnswer, StackTable};
use std::io::{self, Write};

pub fn print(form: Form, stack: &StackTable, out: &mut Out) -> io::Result<()> {
    match form {
        Form::Levels => write!(out, "{}", stack.stack),
        Form::Floors => stack.floors.iter().try_for_each(|floor| writeln!(out, "{floor}")),
        Form::Memory => memory(stack, out),
    }
}

/// The module of every element, and the conflicts met when reading every line.
fn memory(stack: &StackTable, out: &mut Out) -> io::Result<()> {
    let n = stack.levels.len();
    writeln!(out, "module of element (i, j), modules 0 to {}; its address there is i", n - 1)?;
    if let Some(slope) = stack.slope {
        writeln!(out, "module = (j - {slope} i) mod {n}")?;
    }
    writeln!(out)?;
    let width = (n - 1).to_string().len();
    for row in &stack.levels {
        let cells: Vec<String> = row.iter().map(|module| format!("{module:>width$}")).collect();
        writeln!(out, "{}", cells.join(" "))?;
    }
    writeln!(out)?;
    let mut grid = Grid::new(&["read at once", "lines", "in conflict", "for example"]);
    for read in &stack.reads {
        let example = read.first_conflict.clone().unwrap_or_default();
        let (lines, conflicts) = (read.lines.to_string(), read.conflicts.to_string());
        grid.row([read.lines_of.to_owned(), lines, conflicts, example]);
    }
    grid.table(out)
}

pub fn print_counts(answer: &StackCountAnswer, in_range: bool, out: &mut Out) -> io::Result<()> {
    let mut grid = Grid::new(&["n", "unordered", "ordered", "fundamental"]);
    let mut bound = None;
    for counted in &answer.counts {
        let (Some(unordered), Some(ordered), Some(fundamental)) =
            (counted.unordered, &counted.ordered, counted.fundamental)
        else {
            bound = counted.unordered_at_least;
            continue;
        };
        if in_range {
            let numbers = [unordered.to_string(), ordered.to_string(), fundamental.to_string()];
            grid.row([counted.n.to_string()].into_iter().chain(numbers));
        } else {
            writeln!(out, "unordered    {unordered}")?;
            writeln!(out, "ordered      {ordered}")?;
            writeln!(out, "fundamental  {fundamental}")?;
        }
    }
    if in_range {
        grid.table(out)?;
    }
    match bound {
        Some(bound) => writeln!(out, "unordered    at least {bound}"),
        None => Ok(()),
    }
}
