//! Answer set programming: rules over `queen(Row,Column)`, as short for a thousand queens as for
//! eight; the solver's grounder expands them.

use super::Options;
use super::answer::{Claim, ReadError, Word, lines, nothing};
use super::names::of_square;
use crate::{Model, Variable};
use bezzel_board::{Problem, Rule, Square};
use std::io::{self, Write};

pub(super) fn write(model: &Model, _: Options, out: &mut dyn Write) -> io::Result<()> {
    let problem = model.problem();
    let (rows, columns) = (i64::from(problem.size().rows()), i64::from(problem.size().columns()));
    writeln!(out, "% {problem}")?;
    writeln!(out, "% queen(R,C): a queen stands on row R, column C (both from 0)")?;
    writeln!(out, "row(0..{}).\ncolumn(0..{}).", rows - 1, columns - 1)?;
    writeln!(out, "{{ queen(R,C) : column(C) }} = 1 :- row(R).")?;
    let each = if rows == columns { "= 1" } else { "<= 1" };
    writeln!(out, "{{ queen(R,C) : row(R) }} {each} :- column(C).")?;
    if problem.rule() == Rule::Touching {
        writeln!(out, ":- queen(R,C), queen(R+1,C+1).\n:- queen(R,C), queen(R+1,C-1).")?;
    } else {
        diagonals(problem, out)?;
    }
    for (number, name) in problem.regions().names().into_iter().enumerate() {
        for Square { row, column } in problem.regions().squares(name) {
            writeln!(out, "region({number},{row},{column}).")?;
        }
    }
    if !problem.regions().is_empty() {
        writeln!(out, "{{ queen(R,C) : region(G,R,C) }} = 1 :- region(G,_,_).")?;
    }
    for queen in problem.given().squares() {
        writeln!(out, ":- not queen({},{}).", queen.row, queen.column)?;
    }
    for square in problem.blocked().squares() {
        writeln!(out, ":- queen({},{}).", square.row, square.column)?;
    }
    writeln!(out, "#show queen/2.")
}

fn diagonals(problem: &Problem, out: &mut dyn Write) -> io::Result<()> {
    let (rows, columns) = (i64::from(problem.size().rows()), i64::from(problem.size().columns()));
    let (first, last, last_sum) = match problem.wraps() {
        false => (1 - columns, rows - 1, rows + columns - 2),
        true => (0, rows - 1, rows - 1),
    };
    let (difference, sum, each) = match problem.wraps() {
        false => ("R-C".to_owned(), "R+C".to_owned(), "<= 1"),
        // n queens occupy all n diagonals.
        true => (format!("(R-C+{rows})\\{rows}"), format!("(R+C)\\{rows}"), "= 1"),
    };
    let squares = "queen(R,C) : row(R), column(C)";
    writeln!(out, "{{ {squares}, {difference} = D }} {each} :- D = {first}..{last}.")?;
    writeln!(out, "{{ {squares}, {sum} = S }} {each} :- S = 0..{last_sum}.")
}

/// clingo's own output, or its competition output (`--outf=1`): the last answer counts.
pub(super) fn read(model: &Model, _: Options, text: &str) -> Result<Claim, ReadError> {
    let mut answer = None;
    let mut next = false;
    for line in lines(text) {
        let word = line.text.trim();
        if next {
            answer = Some(atoms(model, line)?);
            next = false;
        } else if announces(word) {
            next = true;
        } else if ["UNSATISFIABLE", "INCONSISTENT"].contains(&word) {
            return Ok(Claim::None);
        } else if word == "UNKNOWN" && answer.is_none() {
            return Ok(Claim::Unknown(word.to_owned()));
        }
    }
    answer.map(Claim::Queens).ok_or_else(|| nothing(text, "'Answer:' with a line of atoms"))
}

/// Whether the line after this one is an answer.
pub(super) fn announces(line: &str) -> bool {
    line.starts_with("Answer:") || line == "ANSWER"
}

fn atoms(model: &Model, line: Word) -> Result<Vec<Variable>, ReadError> {
    let mut queens = Vec::new();
    for word in line.words() {
        let inside = word.text.strip_suffix('.').unwrap_or(word.text);
        let inside = inside.strip_prefix("queen(").and_then(|rest| rest.strip_suffix(')'));
        let pair = inside.and_then(|inside| inside.split_once(','));
        let square = pair
            .and_then(|(row, column)| Some(Square::new(row.parse().ok()?, column.parse().ok()?)));
        let Some(square) = square else {
            return Err(word.fault(format!("'{}' is not an atom such as queen(3,5)", word.text)));
        };
        queens.push(of_square(model, square, &word)?);
    }
    Ok(queens)
}
