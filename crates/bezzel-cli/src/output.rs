//! Standard output that survives a closed pipe, tables, and notes on standard error.

use bezzel::{Notation, Placement, Size};
use comfy_table::{CellAlignment, Table, presets};
use serde::Serialize;
use std::io::{self, BufWriter, IsTerminal, Stdout, Write};
use std::ops::ControlFlow;

/// Buffered standard output. A closed pipe comes back as an error, never as a panic.
pub struct Out {
    stdout: BufWriter<Stdout>,
    /// Whether a person is reading.
    pub is_terminal: bool,
}

impl Out {
    pub fn new() -> Out {
        let stdout = io::stdout();
        let is_terminal = stdout.is_terminal();
        Out { stdout: BufWriter::new(stdout), is_terminal }
    }

    /// One JSON document.
    pub fn json(&mut self, document: &impl Serialize) -> io::Result<()> {
        serde_json::to_writer_pretty(&mut *self, document)?;
        writeln!(self)
    }

    /// One line of JSON.
    pub fn json_line(&mut self, document: &impl Serialize) -> io::Result<()> {
        serde_json::to_writer(&mut *self, document)?;
        writeln!(self)
    }
}

impl Write for Out {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.stdout.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stdout.flush()
    }
}

/// Items that are written as they come: the first that cannot be written ends the computation.
#[derive(Default)]
pub struct Written(Option<io::Error>);

impl Written {
    /// Whether to continue after this item.
    pub fn item(&mut self, written: io::Result<()>) -> ControlFlow<()> {
        match written {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                self.0 = Some(error);
                ControlFlow::Break(())
            }
        }
    }

    /// The error that ended it, if any.
    pub fn end(self) -> io::Result<()> {
        self.0.map_or(Ok(()), Err)
    }
}

/// A remark for the person at the terminal; never part of the answer.
pub fn note(text: &str) {
    // A closed standard error is not a failure.
    let _ = writeln!(io::stderr(), "{text}");
}

/// Rows of text under headings, printed as an aligned table or as CSV.
pub struct Grid {
    headings: Vec<&'static str>,
    rows: Vec<Vec<String>>,
}

impl Grid {
    pub fn new(headings: &[&'static str]) -> Grid {
        Grid { headings: headings.to_vec(), rows: Vec::new() }
    }

    pub fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        self.rows.push(cells.into_iter().collect());
    }

    /// Aligned columns, numbers right-aligned unless a sentence stands among them: that would move them out of sight.
    pub fn table(&self, out: &mut Out) -> io::Result<()> {
        let mut table = Table::new();
        table.load_style(presets::NOTHING).set_header(self.headings.clone());
        table.add_rows(self.rows.clone());
        for (place, column) in table.column_iter_mut().enumerate() {
            let is_number = |cell: &String| cell.trim_start_matches(">= ").parse::<f64>().is_ok();
            let cells = || self.rows.iter().filter_map(|row| row.get(place));
            let is_sentence = |cell: &String| cell.split_whitespace().count() > 4;
            if cells().any(is_number) && !cells().any(is_sentence) {
                column.set_cell_alignment(CellAlignment::Right);
            }
            column.set_padding((0, 2));
        }
        for line in table.lines() {
            writeln!(out, "{}", line.trim_end())?;
        }
        Ok(())
    }

    /// Comma-separated values with a header line.
    pub fn csv(&self, out: &mut Out) -> io::Result<()> {
        let mut lines = csv::Writer::from_writer(out);
        lines.write_record(&self.headings)?;
        for row in &self.rows {
            lines.write_record(row)?;
        }
        lines.flush()
    }
}

/// A solution of several: a line of JSON, or its text.
pub fn solution(
    out: &mut Out,
    document: Option<&impl Serialize>,
    text: &str,
    notation: Option<Notation>,
) -> io::Result<()> {
    if let Some(document) = document {
        return out.json_line(document);
    }
    // Not formatted: lists have millions of lines.
    out.write_all(text.as_bytes())?;
    out.write_all(b"\n")?;
    // Boards that take several lines are separated by an empty line.
    if notation == Some(Notation::Grid) { writeln!(out) } else { Ok(()) }
}

/// A board of dots and queens, with spaces between squares.
pub fn drawing(placement: &Placement, size: Size) -> String {
    let mut text = String::new();
    for row in 0..size.rows() {
        for column in 0..size.width() {
            let queen = placement.contains(bezzel::Square::new(row, column));
            text.push_str(if column > 0 { " " } else { "" });
            text.push(if queen { 'Q' } else { '.' });
        }
        text.push('\n');
    }
    text
}
