//! Totals as text.

use crate::notes;
use crate::output::{self, Out};
use bezzel::{ClassCounts, CountAnswer, Counted, DivideAnswer};
use std::io::{self, Write};

/// `92`, `8 92` in a range, `at least 35` where the count was stopped.
pub fn print(answer: &CountAnswer, in_range: bool, oeis: bool, out: &mut Out) -> io::Result<()> {
    for counted in &answer.totals {
        let size = counted.problem.size();
        // A line of a b-file begins with the side alone.
        let prefix = match (oeis, in_range) {
            (true, _) => format!("{} ", size.rows()),
            (_, true) => format!("{size} "),
            _ => String::new(),
        };
        match (&counted.classes, number(counted)) {
            (Some(classes), _) => print_classes(counted, classes, in_range, out)?,
            (None, Some(number)) => writeln!(out, "{prefix}{number}")?,
            // A b-file cannot say "at least", so it ends before this line.
            (None, None) if oeis => {}
            (None, None) => {
                let bound = counted.fundamental_at_least.or(counted.at_least).unwrap_or_default();
                writeln!(out, "{prefix}at least {bound}")?;
            }
        }
    }
    Ok(())
}

/// The requested number, if it is known.
fn number(counted: &Counted) -> Option<String> {
    let Counted { total, nontrivial, fundamental, .. } = counted;
    let fundamental = fundamental.map(|number| number.to_string());
    let other = nontrivial.as_ref().or(total.as_ref()).map(ToString::to_string);
    fundamental.or(other)
}

fn print_classes(
    counted: &Counted,
    classes: &ClassCounts,
    in_range: bool,
    out: &mut Out,
) -> io::Result<()> {
    let size = counted.problem.size();
    let which = if in_range { format!(", {size} queens") } else { String::new() };
    let total = counted.total.clone().unwrap_or_default();
    writeln!(out, "total{which}: {total}")?;
    writeln!(out, "  fundamental   {}", counted.fundamental.unwrap_or_default())?;
    writeln!(out, "  asymmetric    {} (8 solutions each)", classes.asymmetric)?;
    writeln!(out, "  half-turn     {} (4 solutions each)", classes.half_turn)?;
    writeln!(out, "  quarter-turn  {} (2 solutions each)", classes.quarter_turn)?;
    if classes.all_symmetries.0 > 0 {
        writeln!(out, "  all symmetries  {}", classes.all_symmetries)?;
    }
    Ok(())
}

/// A line for each square of the first row, and their sum.
pub fn print_divided(answer: &DivideAnswer, out: &mut Out) -> io::Result<()> {
    for column in &answer.columns {
        writeln!(out, "{} {}", column.column, column.total)?;
        output::note(&format!("column {}: {}", column.column, notes::how(&column.provenance)));
    }
    match answer.total {
        Some(total) => writeln!(out, "total {total}"),
        None => Ok(()),
    }
}
