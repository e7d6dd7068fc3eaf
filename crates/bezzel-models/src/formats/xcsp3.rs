//! XCSP3, the format of the constraint competitions.
//!
//! ```text
//! <array id="q" size="[8]"> 0..7 </array>        s SATISFIABLE
//! <allDifferent> q[] </allDifferent>             v <instantiation> <list> q[] </list>
//! <allDifferent> add(q[0],0) … </allDifferent>   v <values> 2 4 1 7 0 6 3 5 </values> …
//! ```

use super::Options;
use super::answer::{Claim, ReadError, Word, lines, nothing};
use super::minizinc::from_columns;
use crate::Model;
use bezzel_board::{Problem, Rule, Square};
use std::io::{self, Write};

pub(super) fn write(model: &Model, _: Options, out: &mut dyn Write) -> io::Result<()> {
    let problem = model.problem();
    let (rows, columns) = (problem.size().rows(), problem.size().columns());
    writeln!(out, "<instance format=\"XCSP3\" type=\"CSP\">")?;
    writeln!(out, "  <!-- {problem} -->")?;
    writeln!(out, "  <!-- q[R] = C: the queen of row R stands on column C (both from 0) -->")?;
    writeln!(out, "  <variables>")?;
    writeln!(out, "    <array id=\"q\" size=\"[{rows}]\"> 0..{} </array>", columns - 1)?;
    writeln!(out, "  </variables>\n  <constraints>")?;
    if rows == 1 {
        // All-different has no effect here, but ACE rejects a variable without a constraint.
        writeln!(out, "    <intension> ge(q[0],0) </intension>")?;
    } else {
        writeln!(out, "    <allDifferent> q[] </allDifferent>")?;
        let slopes = if problem.rule() == Rule::Touching { &[][..] } else { &["add", "sub"] };
        for slope in slopes {
            write!(out, "    <allDifferent>")?;
            for row in 0..rows {
                match problem.wraps() {
                    false => write!(out, " {slope}(q[{row}],{row})")?,
                    true => {
                        write!(out, " mod(add({slope}(q[{row}],{row}),{columns}),{columns})")?;
                    }
                }
            }
            writeln!(out, " </allDifferent>")?;
        }
    }
    if !problem.is_flat() {
        conflicts(problem, out)?;
    }
    for queen in problem.given().squares() {
        writeln!(out, "    <intension> eq(q[{}],{}) </intension>", queen.row, queen.column)?;
    }
    for square in problem.blocked().squares() {
        writeln!(out, "    <intension> ne(q[{}],{}) </intension>", square.row, square.column)?;
    }
    writeln!(out, "  </constraints>\n</instance>")
}

/// For every two rows the pairs of columns that touch or share a region.
fn conflicts(problem: &Problem, out: &mut dyn Write) -> io::Result<()> {
    let (rows, columns) = (problem.size().rows(), problem.size().columns());
    for i in 0..rows {
        for j in i + 1..rows {
            let pairs = (0..columns).flat_map(|a| (0..columns).map(move |b| (a, b)));
            // Equal columns are excluded already.
            let attacking = pairs.filter(|&(a, b)| {
                a != b && problem.attack(Square::new(i, a), Square::new(j, b)).is_some()
            });
            let pairs: String = attacking.map(|(a, b)| format!("({a},{b})")).collect();
            if !pairs.is_empty() {
                writeln!(
                    out,
                    "    <extension> <list> q[{i}] q[{j}] </list> <conflicts> {pairs} </conflicts> </extension>"
                )?;
            }
        }
    }
    Ok(())
}

pub(super) fn read(model: &Model, _: Options, text: &str) -> Result<Claim, ReadError> {
    let mut satisfiable = false;
    let mut values: Vec<Word> = Vec::new();
    let mut inside = false;
    for line in lines(text) {
        let Some((first, rest)) = line.split_first() else { continue };
        match (first.text, rest.text) {
            ("s", "SATISFIABLE" | "OPTIMUM FOUND") => satisfiable = true,
            ("s", "UNSATISFIABLE") => return Ok(Claim::None),
            ("s", "UNKNOWN" | "UNSUPPORTED") => return Ok(Claim::Unknown(line.text.to_owned())),
            ("s", other) => return Err(rest.fault(format!("'{other}' is not a status"))),
            _ => {
                let body = if first.text == "v" { rest } else { line };
                inside = collect(body, inside, &mut values)?;
            }
        }
    }
    let Some(place) = values.first().copied() else {
        return Err(nothing(text, "'s SATISFIABLE' with '<values> … </values>'"));
    };
    if inside {
        return Err(nothing(text, "</values>"));
    }
    if !satisfiable {
        return Err(place.fault("values without 's SATISFIABLE'"));
    }
    let values = repeated(&values)?;
    Ok(Claim::Queens(from_columns(model, values.into_iter(), &place)?))
}

/// Adds the words between `<values>` and `</values>`; returns whether the element is still open.
fn collect<'t>(
    body: Word<'t>,
    inside: bool,
    values: &mut Vec<Word<'t>>,
) -> Result<bool, ReadError> {
    let body = match (inside, body.text.find("<values>")) {
        (true, _) => body,
        (false, Some(start)) if !values.is_empty() => {
            return Err(body.from(start).fault("a second list of values").expected("one"));
        }
        (false, Some(start)) => body.from(start + "<values>".len()),
        (false, None) => return Ok(false),
    };
    let end = body.text.find("</values>");
    let text = &body.text[..end.unwrap_or(body.text.len())];
    values.extend(Word { text, ..body }.words());
    Ok(end.is_none())
}

/// Equal values in a row may be written `3x2`: the value 3 twice.
fn repeated<'t>(words: &[Word<'t>]) -> Result<Vec<Word<'t>>, ReadError> {
    let mut values = Vec::new();
    for word in words {
        let Some((value, times)) = word.text.split_once('x') else {
            values.push(*word);
            continue;
        };
        let times = Word { text: times, ..*word }.number::<u16>("a number of times")?;
        let value = Word { text: value, ..*word };
        values.extend(std::iter::repeat_n(value, times.into()));
    }
    Ok(values)
}
