//! Streaming columns in: text and binary, a chunk at a time.

use super::{Format, MOST_QUEENS};
use bezzel_board::{Explain, Instead};
use std::io::{self, Read};
use thiserror::Error;

/// A stream that cannot be read as columns.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ReadError {
    /// The file or pipe failed.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// Something that is not a number.
    #[error("byte {at}: {found:?} is not a digit")]
    NotANumber {
        /// Position in the stream, from 0.
        at: u64,
        /// The byte found there.
        found: char,
    },
    /// A number too large for any board.
    #[error("byte {at}: the column is too large")]
    TooLarge {
        /// Position in the stream where the number ends, from 0.
        at: u64,
    },
    /// Binary data that ends in the middle of a number.
    #[error("the stream ends within a number: {bytes} bytes are not a multiple of {width}")]
    Torn {
        /// Length of the stream.
        bytes: u64,
        /// Bytes per number.
        width: usize,
    },
}

impl Explain for ReadError {
    fn instead(&self) -> Vec<Instead> {
        vec![Instead::advice(match self {
            ReadError::NotANumber { .. } => {
                "write columns from 0 with commas or spaces between".to_owned()
            }
            ReadError::TooLarge { .. } => format!("boards have up to {MOST_QUEENS} columns"),
            ReadError::Io(_) | ReadError::Torn { .. } => return Vec::new(),
        })]
    }
}

const CHUNK: usize = 1 << 16;

/// The columns of a stream, row by row.
///
/// Text may use commas, spaces and line ends between numbers, whichever of the text formats is
/// requested.
pub struct Columns<R> {
    from: R,
    format: Format,
    buffer: Vec<u8>,
    /// The bytes of the buffer not yet processed.
    at: usize,
    end: usize,
    /// Bytes of the stream before the buffer.
    before: u64,
    /// Whether a comma is allowed: one after each number.
    comma: bool,
}

impl<R: Read> Columns<R> {
    /// The columns in this stream.
    pub fn new(from: R, format: Format) -> Columns<R> {
        Columns { from, format, buffer: vec![0; CHUNK], at: 0, end: 0, before: 0, comma: false }
    }

    #[inline]
    fn peek(&mut self) -> io::Result<Option<u8>> {
        if self.at == self.end && !self.refill()? {
            return Ok(None);
        }
        Ok(Some(self.buffer[self.at]))
    }

    /// Reads more bytes after those not yet processed; false at the end of the stream.
    #[cold]
    fn refill(&mut self) -> io::Result<bool> {
        self.buffer.copy_within(self.at..self.end, 0);
        self.before += self.at as u64;
        self.end -= self.at;
        self.at = 0;
        loop {
            match self.from.read(&mut self.buffer[self.end..]) {
                Ok(read) => {
                    self.end += read;
                    return Ok(read > 0);
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }

    fn number(&mut self) -> Result<Option<u64>, ReadError> {
        let first = loop {
            match self.peek()? {
                None => return Ok(None),
                Some(b' ' | b'\n' | b'\r' | b'\t') => self.at += 1,
                // Two commas without a number between them mean a missing row.
                Some(b',') if self.comma => {
                    self.comma = false;
                    self.at += 1;
                }
                Some(byte) => break byte,
            }
        };
        if !first.is_ascii_digit() {
            return Err(self.not_a_number(first));
        }
        let mut number = 0_u64;
        while let Some(byte) = self.peek()? {
            if !byte.is_ascii_digit() {
                break;
            }
            number = number.saturating_mul(10).saturating_add(u64::from(byte - b'0'));
            self.at += 1;
        }
        self.comma = true;
        self.in_range(number)
    }

    fn not_a_number(&self, byte: u8) -> ReadError {
        ReadError::NotANumber { at: self.before + self.at as u64, found: char::from(byte) }
    }

    fn in_range(&self, number: u64) -> Result<Option<u64>, ReadError> {
        if number >= MOST_QUEENS {
            return Err(ReadError::TooLarge { at: self.before + self.at as u64 });
        }
        Ok(Some(number))
    }

    fn word<const WIDTH: usize>(&mut self) -> Result<Option<[u8; WIDTH]>, ReadError> {
        while self.end - self.at < WIDTH {
            if !self.refill()? {
                if self.end == 0 {
                    return Ok(None);
                }
                return Err(ReadError::Torn { bytes: self.before + self.end as u64, width: WIDTH });
            }
        }
        let word =
            self.buffer[self.at..self.at + WIDTH].try_into().expect("the slice has WIDTH bytes");
        self.at += WIDTH;
        Ok(Some(word))
    }

    fn column(&mut self) -> Result<Option<u64>, ReadError> {
        match self.format {
            Format::Commas | Format::Lines => self.number(),
            Format::U32 => Ok(self.word()?.map(|word| u64::from(u32::from_le_bytes(word)))),
            Format::U64 => match self.word()? {
                Some(word) => self.in_range(u64::from_le_bytes(word)),
                None => Ok(None),
            },
        }
    }
}

impl<R: Read> Iterator for Columns<R> {
    type Item = Result<u64, ReadError>;

    #[inline]
    fn next(&mut self) -> Option<Result<u64, ReadError>> {
        self.column().transpose()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::construct::{Runs, write};

    /// Delivers one byte at a time, so that every number is split somewhere.
    struct Drip<'a>(&'a [u8]);

    impl Read for Drip<'_> {
        fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
            let take = self.0.len().min(1);
            into[..take].copy_from_slice(&self.0[..take]);
            self.0 = &self.0[take..];
            Ok(take)
        }
    }

    #[test]
    fn what_is_written_is_read_back() {
        let runs = Runs::new().run(1, 30_000, 0, 3).run(1, 500, 1_000_000, -7);
        for (format, name) in Format::ALL {
            let mut bytes = Vec::new();
            write(&runs, format, &mut bytes).unwrap();
            let whole: Vec<u64> = Columns::new(&bytes[..], format).map(Result::unwrap).collect();
            assert!(whole.iter().copied().eq(runs.columns()), "{name}");
            let drops: Vec<u64> = Columns::new(Drip(&bytes), format).map(Result::unwrap).collect();
            assert_eq!(drops, whole, "{name}");
        }
    }

    #[test]
    fn wrong_input_is_reported_with_its_position() {
        let error = |text: &str, format| {
            Columns::new(text.as_bytes(), format).find_map(Result::err).unwrap().to_string()
        };
        assert!(error("1,3,x", Format::Commas).starts_with("byte 4: 'x' is not a digit"));
        assert!(error("1,-3", Format::Commas).starts_with("byte 2: '-'"));
        assert!(error("1,,3", Format::Commas).starts_with("byte 2: ','"));
        assert!(error(",1", Format::Commas).starts_with("byte 0: ','"));
        assert!(error("1,99999999999999999999", Format::Lines).contains("too large"));
        assert!(error("abcde", Format::U32).contains("5 bytes are not a multiple of 4"));
    }
}
