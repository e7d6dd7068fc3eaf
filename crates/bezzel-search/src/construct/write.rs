//! Streaming runs out: text and binary, in constant memory.
//!
//! Writing a number costs more than computing it, so the text writer formats as little as it can:
//! as long as a run stays within one thousand, the leading digits are copied as they are and the
//! last three come, together with the separator, from a table of 1,000 four-byte entries. With the
//! usual step of 2 that is one division for 500 queens.

use super::{MOST_QUEENS, Run, Runs};
use crate::SearchError;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::io::{self, Write};
use std::str::FromStr;

/// How a stream of columns is written, one for each row from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = StreamFormat))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Format {
    /// One-line notation: columns from 0 with commas between, and a line end.
    Commas,
    /// One column per line.
    Lines,
    /// Four bytes each, least significant first; no header.
    U32,
    /// Eight bytes each, least significant first; no header.
    U64,
}

impl Format {
    /// Every format with its name.
    pub const ALL: [(Format, &'static str); 4] = [
        (Format::Commas, "commas"),
        (Format::Lines, "lines"),
        (Format::U32, "u32"),
        (Format::U64, "u64"),
    ];
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(Format::ALL.iter().find(|(format, _)| format == self).expect("listed").1)
    }
}

impl FromStr for Format {
    type Err = SearchError;

    fn from_str(text: &str) -> Result<Format, SearchError> {
        let found = Format::ALL.iter().find(|(_, name)| *name == text);
        found.map(|(format, _)| *format).ok_or_else(|| SearchError::UnknownFormat {
            text: text.to_owned(),
            known: Format::ALL.map(|(_, name)| name).join(", "),
        })
    }
}

/// Bytes written at a time: large enough that the calls cost little, small enough to stay in the
/// second-level cache.
const CHUNK: usize = 1 << 17;

/// Room for one more entry after the last: a copied prefix of 16 bytes and a table entry of 4.
const SLACK: usize = 32;

/// Writes every column of the runs; returns the number of bytes written. Columns too large for the
/// format are refused before anything is written.
pub fn write(runs: &Runs, format: Format, out: &mut dyn Write) -> io::Result<u64> {
    let ends = runs.list().iter().flat_map(|run| [run.column, run.column_at(run.count - 1)]);
    let most = if format == Format::U32 { u64::from(u32::MAX) } else { MOST_QUEENS - 1 };
    if let Some(column) = ends.max().filter(|&column| column > most) {
        let why = format!("column {column} does not fit format {format}, which goes to {most}");
        return Err(io::Error::new(io::ErrorKind::InvalidInput, why));
    }
    match format {
        Format::Commas => Text::new(b',', out).write(runs),
        Format::Lines => Text::new(b'\n', out).write(runs),
        Format::U32 => {
            binary(runs, out, |column, slot: &mut [u8; 4]| *slot = (column as u32).to_le_bytes())
        }
        Format::U64 => binary(runs, out, |column, slot: &mut [u8; 8]| *slot = column.to_le_bytes()),
    }
}

fn binary<const WIDTH: usize>(
    runs: &Runs,
    out: &mut dyn Write,
    store: impl Fn(u64, &mut [u8; WIDTH]),
) -> io::Result<u64> {
    let mut buffer = vec![[0; WIDTH]; CHUNK / WIDTH];
    for run in runs.list() {
        let mut left = run.count;
        let mut column = run.column;
        while left > 0 {
            let here = left.min(buffer.len() as u64) as usize;
            for slot in &mut buffer[..here] {
                store(column, slot);
                column = column.wrapping_add_signed(run.step);
            }
            out.write_all(buffer[..here].as_flattened())?;
            left -= here as u64;
        }
    }
    Ok(runs.queens() * WIDTH as u64)
}

struct Text<'a> {
    out: &'a mut dyn Write,
    buffer: Vec<u8>,
    /// Bytes of the buffer in use.
    at: usize,
    written: u64,
    /// The last three digits of a number and the separator.
    tails: Vec<[u8; 4]>,
}

impl<'a> Text<'a> {
    fn new(separator: u8, out: &'a mut dyn Write) -> Text<'a> {
        let digit = |number: usize| b'0' + (number % 10) as u8;
        let tail = |t: usize| [digit(t / 100), digit(t / 10), digit(t), separator];
        let tails = (0..1000).map(tail).collect();
        Text { out, buffer: vec![0; CHUNK + SLACK], at: 0, written: 0, tails }
    }

    fn write(mut self, runs: &Runs) -> io::Result<u64> {
        for run in runs.list() {
            self.write_run(*run)?;
        }
        // The last separator is still in the buffer: it is emptied only to make room for more.
        if self.at > 0 {
            self.buffer[self.at - 1] = b'\n';
        } else {
            self.buffer[0] = b'\n';
            self.at = 1;
        }
        self.empty()?;
        Ok(self.written)
    }

    fn write_run(&mut self, mut run: Run) -> io::Result<()> {
        while run.count > 0 {
            let (thousands, rest) = (run.column / 1000, run.column % 1000);
            let alike = match run.step {
                0 => u64::MAX,
                step @ 1.. => (999 - rest) / step as u64 + 1,
                step => rest / step.unsigned_abs() + 1,
            };
            let here = alike.min(run.count);
            if thousands == 0 {
                self.small(Run { count: here, ..run })?;
            } else {
                self.large(thousands, rest, here, run.step)?;
            }
            run.column = run.column_at(here);
            run.count -= here;
        }
        Ok(())
    }

    /// Numbers below 1000, which have fewer digits.
    fn small(&mut self, run: Run) -> io::Result<()> {
        for column in run.columns() {
            self.make_room()?;
            let skip = if column < 10 {
                2
            } else if column < 100 {
                1
            } else {
                0
            };
            let tail = &self.tails[column as usize][skip..];
            self.buffer[self.at..self.at + tail.len()].copy_from_slice(tail);
            self.at += tail.len();
        }
        Ok(())
    }

    /// Numbers with these thousands: the same leading digits, tails from the table.
    fn large(&mut self, thousands: u64, rest: u64, count: u64, step: i64) -> io::Result<()> {
        let (prefix, length) = digits(thousands);
        let width = length + 4;
        let (mut left, mut rest) = (count, rest as usize);
        while left > 0 {
            self.make_room()?;
            let fits = (CHUNK - self.at).div_ceil(width) as u64;
            let here = left.min(fits);
            let mut at = self.at;
            for _ in 0..here {
                let slot: &mut [u8; 20] =
                    (&mut self.buffer[at..at + 20]).try_into().expect("20 bytes");
                slot[..16].copy_from_slice(&prefix);
                slot[length..length + 4].copy_from_slice(&self.tails[rest]);
                at += width;
                rest = rest.wrapping_add_signed(step as isize);
            }
            self.at = at;
            left -= here;
        }
        Ok(())
    }

    fn make_room(&mut self) -> io::Result<()> {
        if self.at >= CHUNK { self.empty() } else { Ok(()) }
    }

    fn empty(&mut self) -> io::Result<()> {
        self.out.write_all(&self.buffer[..self.at])?;
        self.written += self.at as u64;
        self.at = 0;
        Ok(())
    }
}

/// The decimal digits of a number below 10^16, left-aligned, and how many there are.
fn digits(mut number: u64) -> ([u8; 16], usize) {
    let mut text = [0; 16];
    let length = number.ilog10() as usize + 1;
    for slot in text[..length].iter_mut().rev() {
        *slot = b'0' + (number % 10) as u8;
        number /= 10;
    }
    (text, length)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(runs: &Runs, format: Format) -> Vec<u8> {
        let mut out = Vec::new();
        let bytes = write(runs, format, &mut out).unwrap();
        assert_eq!(bytes, out.len() as u64);
        out
    }

    /// Every digit count, both directions, and steps that jump over thousands, against `format!`.
    #[test]
    fn text_is_what_formatting_number_by_number_gives() {
        let runs = (Runs::new().run(1, 60_000, 0, 2))
            .run(1, 60_000, 119_999, -2)
            .run(1, 5, 7, 0)
            .run(1, 3_000, 999_000, 1)
            .run(1, 50, 1_000_000, 4_321)
            .run(1, 50, 1_000_000, -19_997)
            .run(1, 30_000, 999_999_999_999_900_000, 3)
            .run(1, 999, 998, -1);
        let numbers: Vec<String> = runs.columns().map(|column| column.to_string()).collect();
        assert_eq!(text(&runs, Format::Commas), (numbers.join(",") + "\n").into_bytes());
        assert_eq!(text(&runs, Format::Lines), (numbers.join("\n") + "\n").into_bytes());
        assert_eq!(text(&Runs::new(), Format::Commas), b"\n");
    }

    #[test]
    fn binary_is_little_endian() {
        let runs = Runs::new().run(1, 70_000, 140_000, -2).run(1, 3, 258, 1);
        let narrow: Vec<u8> = runs.columns().flat_map(|c| (c as u32).to_le_bytes()).collect();
        let wide: Vec<u8> = runs.columns().flat_map(u64::to_le_bytes).collect();
        assert_eq!(text(&runs, Format::U32), narrow);
        assert_eq!(text(&runs, Format::U64), wide);
        let large = Runs::new().run(1, 2, 1 << 32, -1);
        let error = write(&large, Format::U32, &mut Vec::new()).unwrap_err().to_string();
        assert_eq!(error, "column 4294967296 does not fit format u32, which goes to 4294967295");
        let beyond = Runs::new().run(1, 2, 0, -1);
        assert!(write(&beyond, Format::Commas, &mut Vec::new()).is_err(), "below column 0");
    }
}
