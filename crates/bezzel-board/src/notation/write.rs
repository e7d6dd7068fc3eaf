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
    let list = |separator: &str, one: &dyn Fn(&mut String, &Square)| {
        joined(placement.squares(), separator, one)
    };
    Ok(match notation {
        Notation::OneLine | Notation::OneBased => {
            let base = u64::from(notation == Notation::OneBased);
            let columns = placement
                .columns(size)
                .ok_or_else(|| cannot("a row holds several queens; use squares or grid"))?;
            joined(&columns, ",", &|text, column| match column {
                Some(column) => number(text, u64::from(*column) + base),
                None => text.push('-'),
            })
        }
        Notation::Squares => list(" ", &|text, square| {
            number(text, square.row.into());
            text.push(',');
            number(text, square.column.into());
        }),
        Notation::Linear => list(",", &|text, square| number(text, size.position(*square))),
        Notation::Algebraic => list(",", &|text, square| {
            text.push_str(&file(square.column));
            number(text, (size.rows() - square.row).into());
        }),
        Notation::Fen => rows(placement, size, fen_row).join("/"),
        Notation::Grid => rows(placement, size, grid_row).join("\n"),
        Notation::LeetCode => {
            let quoted =
                rows(placement, size, |queens, size| format!("\"{}\"", grid_row(queens, size)));
            format!("[{}]", quoted.join(","))
        }
    })
}

/// Writes the items one after the other. A text of its own for each of them would take eight times
/// the memory, and half the time of a list of solutions.
fn joined<T>(items: &[T], separator: &str, one: &dyn Fn(&mut String, &T)) -> String {
    let mut text = String::with_capacity(3 * items.len());
    for (place, item) in items.iter().enumerate() {
        if place > 0 {
            text.push_str(separator);
        }
        one(&mut text, item);
    }
    text
}

/// Appends a number, without the detours of the formatting machinery.
fn number(text: &mut String, number: u64) {
    if number >= 10 {
        self::number(text, number / 10);
    }
    text.push(char::from(b'0' + (number % 10) as u8));
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
