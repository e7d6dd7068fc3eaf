//! QUBO, the input of annealers: minimise a quadratic function of bits.
//!
//! The function is Σ (1 − Σ x)² over the lines that take exactly one queen, plus 2·x·y for every
//! two squares of a line that takes at most one. It is never negative and 0 exactly at the
//! solutions; the constant, the number of lines of the first kind, is not in the file, so the value
//! of a solution is its negative. Where the number of pieces k is a constraint of its own, (k − Σ x)²
//! over all squares is added.
//!
//! ```text
//! # vartype=BINARY
//! # variable 0 is square 0,0
//! 0 0 -2            the linear term of variable 0
//! 0 1 2             the product of 0 and 1
//! ```

use super::Options;
use super::answer::{Claim, ReadError, Word, lines, nothing};
use crate::{Model, Need, Variable};
use bezzel_board::{Line, Square};
use std::io::{self, Write};

pub(super) fn write(model: &Model, _: Options, out: &mut dyn Write) -> io::Result<()> {
    let lines = model.groups().filter(|group| group.need == Need::ExactlyOne).count() as u64;
    let total = model.total().map(u64::from);
    let constant = lines + total.map_or(0, |total| total * total);
    writeln!(out, "# vartype=BINARY\n# {}", model.problem())?;
    writeln!(out, "# a solution has the value -{constant}, everything else a larger one")?;
    for (variable, square) in model.squares() {
        writeln!(
            out,
            "# variable {} is square {},{}",
            variable.index(),
            square.row,
            square.column
        )?;
    }
    for (variable, square) in model.squares() {
        let lines: Vec<Line> = model.lines_through(square).collect();
        let needs = lines.iter().filter(|line| model.need(line) == Need::ExactlyOne).count();
        let Some(total) = total else {
            writeln!(out, "{0} {0} -{needs}", variable.index())?;
            pairs(model, variable, square, &lines, out)?;
            continue;
        };
        writeln!(out, "{0} {0} {1}", variable.index(), 1 - 2 * total as i64)?;
        for (other, at) in model.squares().skip(variable.number() as usize) {
            let shared = model.lines_through(at).filter(|line| lines.contains(line)).count();
            writeln!(out, "{} {} {}", variable.index(), other.index(), 2 + 2 * shared)?;
        }
    }
    Ok(())
}

/// The products of a square with the later ones that it attacks.
fn pairs(
    model: &Model,
    variable: Variable,
    square: Square,
    lines: &[Line],
    out: &mut dyn Write,
) -> io::Result<()> {
    for (other, at) in model.attacked_after(variable, square) {
        let shared = model.lines_through(at).filter(|line| lines.contains(line)).count();
        writeln!(out, "{} {} {}", variable.index(), other.index(), 2 * shared)?;
    }
    Ok(())
}

/// Every bit in order, with or without spaces, commas or brackets between.
pub(super) fn read(model: &Model, _: Options, text: &str) -> Result<Claim, ReadError> {
    let mut queens = Vec::new();
    let mut bits = 0;
    for line in lines(text).filter(|line| !line.text.trim_start().starts_with('#')) {
        for (place, bit) in line.text.char_indices() {
            match bit {
                '0' => bits += 1,
                '1' => {
                    queens.push(Variable::from_index(bits));
                    bits += 1;
                }
                _ if bit.is_whitespace() || ",[](){}".contains(bit) => {}
                _ => {
                    let word: Word = line.from(place);
                    return Err(word.fault(format!("'{bit}' is not a bit")).expected("0 or 1"));
                }
            }
        }
    }
    match bits {
        0 => Err(nothing(text, "a bit for every variable")),
        _ if bits == model.variables() => Ok(Claim::Queens(queens)),
        _ => Err(nothing(text, &format!("{} bits, and there are {bits}", model.variables()))),
    }
}
