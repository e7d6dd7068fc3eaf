//! MiniZinc and FlatZinc: a variable for each row, whose value is the column of its queen.
//!
//! MiniZinc states the rules as all-different constraints. FlatZinc has no such constraint
//! that every solver supports, so every pair of rows gets its disequalities.

use super::Options;
use super::answer::{Claim, ReadError, Word, lines, nothing};
use super::names::of_square;
use crate::{Model, Variable};
use bezzel_board::{Problem, Rule, Square};
use std::io::{self, Write};

/// How the search branches: the smallest domain first, from the middle of the board.
const SEARCH: &str = "int_search(q, first_fail, indomain_median, complete)";

fn heading(model: &Model, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "% {}", model.problem())?;
    writeln!(out, "% q[R] = C: the queen of row R stands on column C (both from 0)")
}

pub(super) fn write_mzn(model: &Model, _: Options, out: &mut dyn Write) -> io::Result<()> {
    let problem = model.problem();
    let (rows, columns) = (problem.size().rows(), problem.size().columns());
    let last = rows - 1;
    heading(model, out)?;
    writeln!(out, "include \"alldifferent.mzn\";")?;
    writeln!(out, "array[0..{last}] of var 0..{}: q;", columns - 1)?;
    writeln!(out, "constraint alldifferent(q);")?;
    for slope in ['+', '-'] {
        match problem.wraps() {
            _ if problem.rule() == Rule::Touching => {}
            false => {
                writeln!(out, "constraint alldifferent([q[r] {slope} r | r in 0..{last}]);")?;
            }
            true => writeln!(
                out,
                "constraint alldifferent([(q[r] {slope} r + {columns}) mod {columns} | r in 0..{last}]);"
            )?,
        }
    }
    if problem.rule() == Rule::Touching {
        writeln!(out, "constraint forall(r in 1..{last}) (abs(q[r] - q[r - 1]) > 1);")?;
    }
    if !problem.regions().is_empty() {
        let regions: Vec<String> = (0..rows).map(|row| region_numbers(problem, row)).collect();
        let regions = regions.join(", ");
        let squares = format!("0..{last}, 0..{}", columns - 1);
        writeln!(out, "array[{squares}] of int: region = array2d({squares}, [{regions}]);")?;
        writeln!(out, "constraint alldifferent([region[r, q[r]] | r in 0..{last}]);")?;
    }
    for queen in problem.given().squares() {
        writeln!(out, "constraint q[{}] = {};", queen.row, queen.column)?;
    }
    for square in problem.blocked().squares() {
        writeln!(out, "constraint q[{}] != {};", square.row, square.column)?;
    }
    writeln!(out, "solve :: {SEARCH} satisfy;")?;
    writeln!(out, "output [\"q = \", show(q), \";\\n\"];")
}

/// `0, 0, 1, 2`: the numbers of the regions along a row.
fn region_numbers(problem: &Problem, row: u32) -> String {
    let names = problem.regions().names();
    let number = |column| {
        let name = problem.regions().of(Square::new(row, column));
        names.iter().position(|other| Some(*other) == name).unwrap_or(0).to_string()
    };
    (0..problem.size().columns()).map(number).collect::<Vec<_>>().join(", ")
}

pub(super) fn write_fzn(model: &Model, _: Options, out: &mut dyn Write) -> io::Result<()> {
    let problem = model.problem();
    let rows = problem.size().rows();
    heading(model, out)?;
    let mut infeasible = false;
    for row in 0..rows {
        infeasible |= !domain(model, row, out)?;
    }
    for row in (0..rows).filter(|_| !problem.regions().is_empty()) {
        let columns = problem.size().columns();
        writeln!(out, "var 1..{columns}: p{row};\nvar 0..{}: g{row};", rows - 1)?;
    }
    write!(out, "array [1..{rows}] of var int: q :: output_array([0..{}]) = [", rows - 1)?;
    for row in 0..rows {
        write!(out, "{}q{row}", if row > 0 { "," } else { "" })?;
    }
    writeln!(out, "];")?;
    let divided = !problem.regions().is_empty();
    if infeasible {
        // Some row has no open square; no column is -1.
        writeln!(out, "constraint int_lin_eq([1],[q0],-1);")?;
    }
    for i in 0..rows {
        for j in i + 1..rows {
            disequalities(model, i, j, out)?;
            if divided {
                writeln!(out, "constraint int_ne(g{i},g{j});")?;
            }
        }
    }
    for row in (0..rows).filter(|_| divided) {
        // Elements of an array are numbered from 1.
        writeln!(out, "constraint int_lin_eq([1,-1],[p{row},q{row}],1);")?;
        let regions = region_numbers(problem, row);
        writeln!(out, "constraint array_int_element(p{row},[{regions}],g{row});")?;
    }
    writeln!(out, "solve :: {SEARCH} satisfy;")
}

/// Declares the variable of a row with its open columns; returns whether there are any.
fn domain(model: &Model, row: u32, out: &mut dyn Write) -> io::Result<bool> {
    let columns = model.problem().size().columns();
    let open: Vec<u32> = (0..columns).filter(|&c| model.is_open(Square::new(row, c))).collect();
    match open[..] {
        [first, .., last] if open.len() as u32 == last - first + 1 => {
            writeln!(out, "var {first}..{last}: q{row};")?;
        }
        [only] => writeln!(out, "var {only}..{only}: q{row};")?,
        [] => writeln!(out, "var 0..{}: q{row};", columns - 1)?,
        _ => {
            let list: Vec<String> = open.iter().map(u32::to_string).collect();
            writeln!(out, "var {{{}}}: q{row};", list.join(","))?;
        }
    }
    Ok(!open.is_empty())
}

/// qi and qj are not on one column or diagonal and do not touch: their difference takes none of a few values.
fn disequalities(model: &Model, i: u32, j: u32, out: &mut dyn Write) -> io::Result<()> {
    let distance = i64::from(j - i);
    let around = i64::from(model.problem().size().columns());
    let mut differences = vec![0, distance, -distance];
    if model.problem().rule() == Rule::Touching && distance > 1 {
        differences.truncate(1);
    }
    if model.problem().wraps() {
        differences.extend([distance - around, around - distance]);
    }
    differences.sort_unstable();
    differences.dedup();
    for difference in differences {
        writeln!(out, "constraint int_lin_ne([1,-1],[q{i},q{j}],{difference});")?;
    }
    Ok(())
}

/// The line after every answer.
pub(super) const END: &str = "----------";

/// `q = [2, 4, …];` or `q = array1d(0..7, [2, 4, …]);`, then `----------`.
pub(super) fn read(model: &Model, _: Options, text: &str) -> Result<Claim, ReadError> {
    let mut columns = None;
    for line in lines(text) {
        let Some((first, rest)) = line.split_first() else { continue };
        match first.text {
            "=====UNSATISFIABLE=====" => return Ok(Claim::None),
            "=====UNKNOWN=====" | "=====ERROR=====" if columns.is_none() => {
                return Ok(Claim::Unknown(first.text.trim_matches('=').to_owned()));
            }
            "q" if rest.text.starts_with('=') => columns = Some(list(model, rest.from(1))?),
            END => break,
            _ => {}
        }
    }
    columns.map(Claim::Queens).ok_or_else(|| nothing(text, "a line 'q = […];'"))
}

fn list(model: &Model, value: Word) -> Result<Vec<Variable>, ReadError> {
    let Some(open) = value.text.find('[') else {
        return Err(value.fault("expected a list '[…]'"));
    };
    let inside = value.from(open + 1);
    let Some(close) = inside.text.find(']') else {
        return Err(inside.fault("the list has no end: cut short?"));
    };
    let inside = Word { text: &inside.text[..close], ..inside };
    from_columns(model, inside.split(|c| c == ',' || c.is_whitespace()), &inside)
}

/// The variables of the queens, from the column of each row.
pub(super) fn from_columns<'t>(
    model: &Model,
    words: impl Iterator<Item = Word<'t>>,
    place: &Word,
) -> Result<Vec<Variable>, ReadError> {
    let mut queens = Vec::new();
    for (row, word) in (0..).zip(words) {
        let column = word.number("a column")?;
        queens.push(of_square(model, Square::new(row, column), &word)?);
    }
    if queens.len() as u32 != model.queens() {
        let (found, rows) = (queens.len(), model.queens());
        return Err(place.fault(format!("{found} columns for {rows} rows")));
    }
    Ok(queens)
}
