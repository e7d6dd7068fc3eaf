//! Knuth's exact cover: items are the lines of the board, options its open squares.
//!
//! ```text
//! | 4 queens
//! r0 r1 r2 r3 c0 c1 c2 c3 | d0_0 d0_1 … a0_1 …
//! r0 c0 d0_0
//! r0 c1 d0_1 a0_1
//! ```
//!
//! Lines that take exactly one queen are primary items, the others secondary. A solution is the list
//! of its options, as `dlx1` and `miniexact -p` print them.

use super::Options;
use super::answer::{Claim, ReadError, Word, lines, nothing};
use super::names::{LineName, line_names, of_square};
use crate::{Model, Need, Variable};
use bezzel_board::{Line, Square};
use std::io::{self, Write};

pub(super) fn write(model: &Model, _: Options, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "| {}", model.problem())?;
    writeln!(out, "| an option for each square; items: {}", line_names(model))?;
    let names = |need| {
        let items =
            model.lines().filter(move |line| model.need(line) == need && is_item(model, line));
        items.map(|line| LineName(model, line).to_string())
    };
    for name in names(Need::ExactlyOne) {
        write!(out, "{name} ")?;
    }
    for (place, name) in names(Need::AtMostOne).enumerate() {
        write!(out, "{}{name}", if place == 0 { "| " } else { " " })?;
    }
    writeln!(out)?;
    for (_, square) in model.squares() {
        let mut space = "";
        for line in model.lines_through(square) {
            if is_item(model, &line) {
                write!(out, "{space}{}", LineName(model, line))?;
                space = " ";
            }
        }
        writeln!(out)?;
    }
    Ok(())
}

/// Rows and columns always, so that an option determines its square; diagonals only where they are
/// constraints.
fn is_item(model: &Model, line: &Line) -> bool {
    matches!(line, Line::Row(_) | Line::Column(_)) || model.constrains(line)
}

/// Lines with a row and a column are chosen options; everything else is other output of the
/// program.
pub(super) fn read(model: &Model, _: Options, text: &str) -> Result<Claim, ReadError> {
    let mut queens: Vec<Variable> = Vec::new();
    for line in lines(text) {
        if ["Altogether 0 sol", "Found 0 sol"].iter().any(|none| line.text.starts_with(none)) {
            return Ok(Claim::None);
        }
        let words: Vec<Word> = line.split(|c| c.is_whitespace() || c == ';').collect();
        let Some(row) = words.iter().find_map(|word| item(word, 'r')) else { continue };
        let Some(column) = words.iter().find_map(|word| item(word, 'c')) else {
            return Err(line.fault("an option without a column").expected("'r0 c1 …'"));
        };
        let variable = of_square(model, Square::new(row, column), &line)?;
        // Everything after a complete solution belongs to the next one.
        if queens.len() as u32 == model.queens() {
            break;
        }
        queens.push(variable);
    }
    if queens.is_empty() {
        return Err(nothing(text, "options such as 'r0 c1 d0_1 a0_1'"));
    }
    Ok(Claim::Queens(queens))
}

/// The number of a row or column item.
/// Whether a line is an option chosen.
pub(super) fn is_option(line: &str) -> bool {
    let mut words = line.split(|c: char| c.is_whitespace() || c == ';');
    words.any(|word| word.strip_prefix('r').is_some_and(|row| row.parse::<u32>().is_ok()))
}

fn item(word: &Word, letter: char) -> Option<u32> {
    word.text.strip_prefix(letter)?.parse().ok()
}
