//! Reading placements; every error has a position and says what is expected.

use super::Notation;
use crate::{Explain, Instead, NotationError, Placement, Size, Square};
use std::iter::Peekable;
use std::str::Chars;

pub(super) fn read(
    notation: Notation,
    text: &str,
    size: Option<Size>,
) -> Result<(Placement, Size), NotationError> {
    let mut reader = Reader { notation, chars: text.chars().peekable(), at: 1 };
    if notation.is_flat() && size.is_some_and(|size| size.dimension() > 2) {
        let instead = vec![Instead::set("notation", "squares")];
        return Err(NotationError { instead, ..reader.wrong("it shows two dimensions only") });
    }
    match notation {
        Notation::OneLine => reader.columns(size, 0),
        Notation::OneBased => reader.columns(size, 1),
        Notation::Squares => {
            let size = reader.known(size)?;
            reader.list(size, |reader, size| {
                let bracketed = reader.take('(');
                let row = reader.number("a row")?;
                reader.spaces();
                reader.expect(',', "a comma between row and column")?;
                reader.spaces();
                let column = reader.number("a column")?;
                if bracketed {
                    reader.expect(')', "the closing parenthesis")?;
                }
                reader.square(row, column, size)
            })
        }
        Notation::Linear => {
            let size = reader.known(size)?;
            reader.list(size, |reader, size| {
                let position = reader.number("a square number")?;
                size.at_position(position).ok_or_else(|| {
                    reader.wrong(&format!(
                        "square {position} is not on the {size} board of {} squares from 0",
                        size.squares()
                    ))
                })
            })
        }
        Notation::Algebraic => {
            let size = reader.known(size)?;
            reader.list(size, |reader, size| {
                let column = reader.file()?;
                let rank = reader.number("a rank")?;
                let row = u64::from(size.rows()).checked_sub(rank).filter(|_| rank > 0);
                match row {
                    Some(row) => reader.square(row, column, size),
                    None => Err(reader.wrong_but(
                        &format!("rank {rank} is not on the board"),
                        format!("ranks go from 1 to {}", size.rows()),
                    )),
                }
            })
        }
        Notation::Fen => reader.rows(size, '/', Reader::fen_row),
        Notation::Grid => reader.rows(size, '\n', Reader::grid_row),
        Notation::LeetCode => {
            reader.spaces();
            reader.expect('[', "the opening bracket of a list of rows")?;
            let board = reader.rows(size, ',', |reader, row, queens| {
                reader.spaces();
                if row == 0 && reader.chars.peek() == Some(&']') {
                    return Ok(0);
                }
                reader.expect('"', "a row in double quotes")?;
                let width = reader.grid_row(row, queens)?;
                reader.expect('"', "the closing quote")?;
                reader.spaces();
                Ok(width)
            })?;
            reader.expect(']', "the closing bracket")?;
            reader.end()?;
            Ok(board)
        }
    }
}

struct Reader<'a> {
    notation: Notation,
    chars: Peekable<Chars<'a>>,
    /// Position of the next character, from 1.
    at: usize,
}

type Read<T> = Result<T, NotationError>;

impl Reader<'_> {
    fn wrong(&self, problem: &str) -> NotationError {
        let (notation, problem) = (self.notation.name(), problem.to_owned());
        NotationError { notation, at: self.at, problem, instead: Vec::new() }
    }

    /// The same with what would be right.
    fn wrong_but(&self, problem: &str, advice: impl Into<String>) -> NotationError {
        NotationError { instead: vec![Instead::advice(advice)], ..self.wrong(problem) }
    }

    fn unexpected(&mut self, expected: &str) -> NotationError {
        let found = match self.chars.peek() {
            Some(char) => format!("found '{}'", char.escape_debug()),
            None => "the text ends".to_owned(),
        };
        self.wrong(&format!("expected {expected}, {found}"))
    }

    fn next(&mut self) -> Option<char> {
        self.at += 1;
        self.chars.next()
    }

    fn take(&mut self, wanted: char) -> bool {
        let here = self.chars.peek() == Some(&wanted);
        if here {
            self.next();
        }
        here
    }

    fn expect(&mut self, wanted: char, name: &str) -> Read<()> {
        if self.take(wanted) { Ok(()) } else { Err(self.unexpected(name)) }
    }

    /// Skips white space; returns whether it contained a line break.
    fn spaces(&mut self) -> bool {
        let mut line_ends = false;
        while let Some(char) = self.chars.next_if(|char| char.is_whitespace()) {
            self.at += 1;
            line_ends |= char == '\n';
        }
        line_ends
    }

    fn end(&mut self) -> Read<()> {
        self.spaces();
        if self.chars.peek().is_none() { Ok(()) } else { Err(self.unexpected("the end")) }
    }

    fn number(&mut self, name: &str) -> Read<u64> {
        let Some(mut value) = self.chars.peek().and_then(|char| char.to_digit(10)).map(u64::from)
        else {
            return Err(self.unexpected(name));
        };
        self.next();
        while let Some(digit) = self.chars.peek().and_then(|char| char.to_digit(10)) {
            value = value
                .checked_mul(10)
                .and_then(|tens| tens.checked_add(u64::from(digit)))
                .ok_or_else(|| self.wrong("the number is too long for any board"))?;
            self.next();
        }
        Ok(value)
    }

    /// File letters: `a` is 0, `z` 25, `aa` 26.
    fn file(&mut self) -> Read<u64> {
        let mut value = 0_u64;
        while let Some(letter) = self.chars.peek().filter(|char| char.is_ascii_alphabetic()) {
            let digit = u64::from(letter.to_ascii_lowercase()) - u64::from('a') + 1;
            value = value
                .checked_mul(26)
                .and_then(|v| v.checked_add(digit))
                .ok_or_else(|| self.wrong("no board has such a file"))?;
            self.next();
        }
        if value == 0 { Err(self.unexpected("a file letter")) } else { Ok(value - 1) }
    }

    fn square(&self, row: u64, column: u64, size: Size) -> Read<Square> {
        let inside = |value: u64, end: u32| u32::try_from(value).ok().filter(|&v| v < end);
        match (inside(row, size.rows()), inside(column, size.width())) {
            (Some(row), Some(column)) => Ok(Square::new(row, column)),
            _ => Err(self.wrong_but(
                &format!("row {row}, column {column} is not on the {size} board"),
                "both start at 0",
            )),
        }
    }

    fn known(&self, size: Option<Size>) -> Read<Size> {
        size.ok_or_else(|| NotationError {
            instead: vec![Instead::choose("size")],
            ..self.wrong("these squares do not determine the board's size")
        })
    }

    /// Squares separated by spaces, commas or semicolons.
    fn list(
        &mut self,
        size: Size,
        mut one: impl FnMut(&mut Self, Size) -> Read<Square>,
    ) -> Read<(Placement, Size)> {
        let mut squares = Vec::new();
        self.spaces();
        while self.chars.peek().is_some() {
            squares.push(one(self, size)?);
            let before = self.at;
            self.spaces();
            if self.take(',') || self.take(';') {
                self.spaces();
            } else if self.at == before && self.chars.peek().is_some() {
                return Err(self.unexpected("a space or comma between squares"));
            }
        }
        Ok((squares.into(), size))
    }

    /// One column per row, counted from `base`; `-` leaves a row empty.
    fn columns(&mut self, size: Option<Size>, base: u64) -> Read<(Placement, Size)> {
        let mut columns = Vec::new();
        self.spaces();
        let bracketed = self.take('[');
        self.spaces();
        while !matches!(self.chars.peek(), None | Some(']')) {
            let entry = if self.take('-') {
                if self.chars.peek().is_some_and(char::is_ascii_digit) {
                    return Err(
                        self.wrong_but("columns are not negative", "- alone is an empty row")
                    );
                }
                None
            } else {
                let start = self.at;
                let number = self.number("a column or - for an empty row")?;
                Some((number, start))
            };
            columns.push(entry);
            let line_ends = self.spaces();
            if !bracketed && line_ends && self.chars.peek().is_some() {
                return Err(self.wrong_but("a second line", "a placement takes one line"));
            }
            if self.take(',') {
                self.spaces();
            }
        }
        if bracketed {
            self.expect(']', "the closing bracket")?;
        }
        self.end()?;
        let size = match size {
            Some(size) => size,
            None => u32::try_from(columns.len())
                .ok()
                .and_then(|n| Size::square(n).ok())
                .ok_or_else(|| self.wrong("too many rows for any board"))?,
        };
        if columns.len() != size.rows() as usize {
            let (rows, given) = (size.rows(), columns.len());
            return Err(self.wrong_but(
                &format!("the {size} board has {rows} rows but {given} entries are given"),
                "write - for an empty row",
            ));
        }
        let mut squares = Vec::new();
        for (row, entry) in (0..).zip(columns) {
            let Some((number, start)) = entry else {
                continue;
            };
            let column = number.checked_sub(base).filter(|&c| c < u64::from(size.width()));
            let Some(column) = column else {
                self.at = start;
                let last = u64::from(size.width()) + base - 1;
                return Err(self.wrong_but(
                    &format!("column {number} is not on the {size} board"),
                    format!("columns go from {base} to {last}"),
                ));
            };
            squares.push(Square::new(row, column as u32));
        }
        Ok((squares.into(), size))
    }

    /// Rows separated by `separator`, each read by `one`, which returns the row's width.
    fn rows(
        &mut self,
        size: Option<Size>,
        separator: char,
        mut one: impl FnMut(&mut Self, u32, &mut Vec<Square>) -> Read<u32>,
    ) -> Read<(Placement, Size)> {
        let mut squares = Vec::new();
        let mut width = size.map(Size::columns);
        let mut rows = 0;
        loop {
            let found = one(self, rows, &mut squares)?;
            // A final line break ends the last row; it does not start an empty one.
            let trailing = separator == '\n' && found == 0 && self.chars.peek().is_none();
            if !(trailing && rows > 0) {
                if found != *width.get_or_insert(found) {
                    return Err(self.wrong(&format!(
                        "row {rows} has {found} squares where {} are expected",
                        width.unwrap_or(0)
                    )));
                }
                rows += 1;
            }
            if !self.take(separator) {
                break;
            }
        }
        if separator != ',' {
            self.end()?;
        }
        let width = width.unwrap_or(0);
        let found = Size::rectangle(if width == 0 { 0 } else { rows }, width).map_err(|error| {
            NotationError { instead: error.instead(), ..self.wrong(&error.to_string()) }
        })?;
        match size {
            Some(size) if size != found => {
                Err(self.wrong(&format!("the text shows a {found} board, not {size}")))
            }
            _ => Ok((squares.into(), found)),
        }
    }

    fn grid_row(&mut self, row: u32, queens: &mut Vec<Square>) -> Read<u32> {
        let mut width = 0;
        loop {
            match self.chars.peek() {
                Some('Q' | 'q') => queens.push(Square::new(row, width)),
                Some('.') => {}
                Some(' ' | '\r' | '\t') => {
                    self.next();
                    continue;
                }
                None | Some('\n' | '"') => return Ok(width),
                Some(_) => return Err(self.unexpected("Q or .")),
            }
            width += 1;
            self.next();
        }
    }

    fn fen_row(&mut self, row: u32, queens: &mut Vec<Square>) -> Read<u32> {
        let mut width = 0_u32;
        loop {
            let run = match self.chars.peek() {
                Some('Q' | 'q') => {
                    queens.push(Square::new(row, width));
                    self.next();
                    1
                }
                Some('0'..='9') => self.number("a number of empty squares")?,
                None | Some('/') => return Ok(width),
                Some(c) if c.is_whitespace() => return Ok(width),
                Some(_) => return Err(self.unexpected("Q, a number of empty squares or /")),
            };
            let longer = u32::try_from(run).ok().and_then(|run| width.checked_add(run));
            width = longer.ok_or_else(|| self.wrong("the row is too long for any board"))?;
        }
    }
}
