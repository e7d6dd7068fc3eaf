//! Writing placements.

use super::Notation;
use crate::{BoardError, Placement, Size, Square};

pub(super) fn write(
    notation: Notation,
    placement: &Placement,
    size: Size,
) -> Result<String, BoardError> {
    let cannot = |why: &'static str| BoardError::NoNotation { notation: notation.name(), why };
    notation.admits(size)?;
    let list = |one: &dyn Fn(&Square) -> String, separator: &str| {
        joined(placement.squares().iter().map(one), separator)
    };
    Ok(match notation {
        Notation::OneLine | Notation::OneBased => {
            let base = u64::from(notation == Notation::OneBased);
            let columns = placement
                .columns(size)
                .ok_or_else(|| cannot("a row holds several queens; use squares or grid"))?;
            let entry = |column: Option<u32>| {
                column.map_or("-".to_owned(), |column| (u64::from(column) + base).to_string())
            };
            joined(columns.into_iter().map(entry), ",")
        }
        Notation::Squares => list(&|s| format!("{},{}", s.row, s.column), " "),
        Notation::Linear => list(&|s| size.position(*s).to_string(), ","),
        Notation::Algebraic => list(&|s| format!("{}{}", file(s.column), size.rows() - s.row), ","),
        Notation::Fen => rows(placement, size, fen_row).join("/"),
        Notation::Grid => rows(placement, size, grid_row).join("\n"),
        Notation::LeetCode => {
            let quoted =
                rows(placement, size, |queens, size| format!("\"{}\"", grid_row(queens, size)));
            format!("[{}]", quoted.join(","))
        }
    })
}

/// Joins the pieces into one text. Collecting them in a list first would take eight times the
/// memory of the text.
fn joined(pieces: impl Iterator<Item = String>, separator: &str) -> String {
    let mut text = String::new();
    for (place, piece) in pieces.enumerate() {
        if place > 0 {
            text.push_str(separator);
        }
        text.push_str(&piece);
    }
    text
}

/// Writes every row with `one`, which gets the row's queens.
fn rows(placement: &Placement, size: Size, one: fn(&[Square], Size) -> String) -> Vec<String> {
    let mut rest = placement.squares();
    (0..size.rows())
        .map(|row| {
            let (queens, others) = rest.split_at(rest.partition_point(|queen| queen.row == row));
            rest = others;
            one(queens, size)
        })
        .collect()
}

fn grid_row(queens: &[Square], size: Size) -> String {
    let mut row = vec![b'.'; size.columns() as usize];
    for queen in queens {
        row[queen.column as usize] = b'Q';
    }
    row.into_iter().map(char::from).collect()
}

fn fen_row(queens: &[Square], size: Size) -> String {
    let mut row = String::new();
    let mut next = 0;
    let mut gap = |row: &mut String, until: u32| {
        if until > next {
            row.push_str(&(until - next).to_string());
        }
        next = until + 1;
    };
    for queen in queens {
        gap(&mut row, queen.column);
        row.push('Q');
    }
    gap(&mut row, size.columns());
    row
}

/// `a` … `z`, `aa`, `ab`, …: the letters of a file.
fn file(column: u32) -> String {
    let mut letters = Vec::new();
    let mut rest = u64::from(column) + 1;
    while rest > 0 {
        rest -= 1;
        letters.push(char::from(b'a' + (rest % 26) as u8));
        rest /= 26;
    }
    letters.iter().rev().collect()
}
