//! Writing placements.

use super::Notation;
use crate::{BoardError, Placement, Size, Square};

/// Appends a placement. Nothing is allocated for the notations that lists of solutions are usually
/// written in: that would take half of a list's time.
pub(super) fn write(
    notation: Notation,
    placement: &Placement,
    size: Size,
    text: &mut String,
) -> Result<(), BoardError> {
    notation.admits(size)?;
    let squares = placement.squares();
    match notation {
        Notation::OneLine => columns(notation, placement, size, 0, text)?,
        Notation::OneBased => columns(notation, placement, size, 1, text)?,
        Notation::Squares => join(squares, ' ', text, |text, square| {
            number(text, square.row.into());
            text.push(',');
            number(text, square.column.into());
        }),
        Notation::Linear => {
            join(squares, ',', text, |text, square| number(text, size.position(*square)));
        }
        Notation::Algebraic => join(squares, ',', text, |text, square| {
            text.push_str(&file(square.column));
            number(text, (size.rows() - square.row).into());
        }),
        Notation::Fen => text.push_str(&rows(placement, size, fen_row).join("/")),
        Notation::Grid => text.push_str(&rows(placement, size, grid_row).join("\n")),
        Notation::LeetCode => {
            let quoted =
                rows(placement, size, |queens, size| format!("\"{}\"", grid_row(queens, size)));
            text.push('[');
            text.push_str(&quoted.join(","));
            text.push(']');
        }
    }
    Ok(())
}

/// Appends the column of each row, counted from `base`.
fn columns(
    notation: Notation,
    placement: &Placement,
    size: Size,
    base: u64,
    text: &mut String,
) -> Result<(), BoardError> {
    let start = text.len();
    let mut queens = placement.squares().iter().peekable();
    for row in 0..size.rows() {
        if row > 0 {
            text.push(',');
        }
        match queens.next_if(|queen| queen.row == row) {
            Some(queen) => number(text, u64::from(queen.column) + base),
            None => text.push('-'),
        }
    }
    // A queen is left over only if its row has another one, or if it is not on the board.
    if queens.peek().is_some() {
        text.truncate(start);
        let why = "a row holds several queens";
        return Err(BoardError::NoNotation { notation: notation.name(), why });
    }
    Ok(())
}

/// Appends the squares, each written by `one`.
fn join(
    squares: &[Square],
    separator: char,
    text: &mut String,
    one: impl Fn(&mut String, &Square),
) {
    for (place, square) in squares.iter().enumerate() {
        if place > 0 {
            text.push(separator);
        }
        one(text, square);
    }
}

/// Appends a number, without the overhead of the formatting machinery.
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
