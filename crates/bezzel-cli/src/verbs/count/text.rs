//! Totals as text.

use crate::notes;
use crate::output::{self, Grid, Out};
use bezzel::{ClassCounts, CountAnswer, Counted, DivideAnswer, Problem, TorusClassCount};
use std::io::{self, Write};

/// `92`, `8 92` in a range, `at least 35` where the count was stopped.
pub fn print(answer: &CountAnswer, in_range: bool, oeis: bool, out: &mut Out) -> io::Result<()> {
    let is_one_board = of_one_board(answer);
    let has_numbers = has_numbers(answer);
    for counted in &answer.totals {
        let (size, pieces) = (counted.problem.size(), counted.problem.pieces());
        // A line of a b-file begins with one number: the side, or that of the pieces.
        let prefix = match (oeis, in_range) {
            (_, true) if is_one_board => format!("{pieces} "),
            (true, _) => format!("{} ", size.rows()),
            (_, true) if has_numbers => format!("{size} {pieces} "),
            (_, true) => format!("{size} "),
            _ => String::new(),
        };
        if let Some(classes) = &counted.torus_classes {
            print_torus_classes(counted, classes, in_range, out)?;
            continue;
        }
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

/// Whether several numbers of pieces were counted on one board.
fn of_one_board(answer: &CountAnswer) -> bool {
    let mut sizes = answer.totals.iter().map(|counted| counted.problem.size());
    let first = sizes.next();
    answer.totals.len() > 1 && sizes.all(|size| Some(size) == first)
}

/// Whether some number of pieces is not that of the rows.
fn has_numbers(answer: &CountAnswer) -> bool {
    let is_other = |problem: &Problem| problem.pieces() != problem.size().rows();
    answer.totals.iter().any(|counted| is_other(&counted.problem))
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

/// On the torus a class has its images under shifts, turns and reflections.
fn print_torus_classes(
    counted: &Counted,
    classes: &[TorusClassCount],
    in_range: bool,
    out: &mut Out,
) -> io::Result<()> {
    let size = counted.problem.size();
    let which = if in_range { format!(", {size} queens") } else { String::new() };
    writeln!(out, "total{which}: {}", counted.total.clone().unwrap_or_default())?;
    writeln!(out, "  fundamental   {}", counted.fundamental.unwrap_or_default())?;
    for TorusClassCount { images, classes, .. } in classes {
        let plural = if *images == 1 { "" } else { "s" };
        writeln!(out, "  {images} solution{plural} each   {classes}")?;
    }
    Ok(())
}

/// The number requested of each size, its classes if they were asked for, and whether it is exact.
pub fn csv(answer: &CountAnswer) -> Grid {
    let any = |has: fn(&Counted) -> bool| answer.totals.iter().any(has);
    let has_total = any(|counted| counted.total.is_some() || counted.at_least.is_some());
    let has_nontrivial = any(|counted| counted.nontrivial.is_some());
    let is_up_to_symmetry =
        |counted: &Counted| counted.fundamental.is_some() || counted.fundamental_at_least.is_some();
    let has_fundamental = any(is_up_to_symmetry);
    let has_classes = any(|counted| counted.classes.is_some());
    let columns = [
        (true, "n"),
        (has_numbers(answer), "queens"),
        (has_total, "total"),
        (has_nontrivial, "nontrivial"),
        (has_fundamental, "fundamental"),
        (has_classes, "asymmetric"),
        (has_classes, "half_turn"),
        (has_classes, "quarter_turn"),
        (has_classes, "all_symmetries"),
        (true, "exact"),
    ];
    let shown = |place: &usize| columns[*place].0;
    let headings: Vec<&'static str> =
        columns.iter().filter(|(is_shown, _)| *is_shown).map(|(_, name)| *name).collect();
    let mut grid = Grid::new(&headings);
    for counted in &answer.totals {
        let Counted { total, at_least, fundamental, fundamental_at_least, classes, .. } = counted;
        let word = |number: Option<String>| number.unwrap_or_default();
        let of = |part: fn(&ClassCounts) -> bezzel::Decimal| {
            word(classes.as_ref().map(|classes| part(classes).to_string()))
        };
        let total = total.as_ref().map(ToString::to_string);
        let cells = [
            counted.problem.size().to_string(),
            counted.problem.pieces().to_string(),
            word(total.or(at_least.map(|bound| bound.to_string()))),
            word(counted.nontrivial.as_ref().map(ToString::to_string)),
            word(fundamental.or(*fundamental_at_least).map(|number| number.to_string())),
            of(|classes| classes.asymmetric),
            of(|classes| classes.half_turn),
            of(|classes| classes.quarter_turn),
            of(|classes| classes.all_symmetries),
            if counted.because.is_none() { "yes" } else { "no" }.to_owned(),
        ];
        let cells = cells.into_iter().enumerate().filter(|(place, _)| shown(place));
        grid.row(cells.map(|(_, cell)| cell));
    }
    grid
}

/// The squares of the first row.
pub fn divided_csv(answer: &DivideAnswer) -> Grid {
    let mut grid = Grid::new(&["column", "total"]);
    for column in &answer.columns {
        grid.row([column.column.to_string(), column.total.to_string()]);
    }
    grid
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
