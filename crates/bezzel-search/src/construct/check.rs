//! Verifying a permutation of any size as a stream.
//!
//! There are three methods, all exact, tried in this order:
//!
//! 1. *Runs.* The output of a construction consists of a few runs, which are [proved](super::prove)
//!    correct in constant memory, whatever n is.
//! 2. *Bitmaps.* Otherwise one bit for each of the 5n − 2 columns and diagonals: 625 MB for n =
//!    10^9, known in advance and refused beyond the limit.
//! 3. *Passes.* If the stream can be read again, windows over those lines that fit the limit, with
//!    one pass per window.

use super::{Along, Fault, MOST_QUEENS, ReadError, Run, Runs, prove};
use bezzel_board::{Explain, Instead};
use thiserror::Error;

/// How to check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Check {
    /// Side of the board, if known in advance.
    pub n: Option<u64>,
    /// Maximum number of bytes for bitmaps.
    pub memory: u64,
    /// Maximum number of runs before switching to bitmaps. The proof takes quadratic time: a
    /// fraction of a second for 1,024 runs.
    pub runs: usize,
}

impl Default for Check {
    fn default() -> Check {
        Check { n: None, memory: 1 << 30, runs: 1024 }
    }
}

/// The result of a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckResult {
    /// Side of the board.
    pub n: u64,
    /// The first fault; none if the columns are a solution.
    pub fault: Option<Fault>,
    /// The method used.
    pub method: Method,
}

/// The method of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Proved from this many runs.
    Runs(usize),
    /// One pass with bitmaps of this many bytes.
    Bitmaps(u64),
    /// This many passes with bitmaps of this many bytes.
    Passes(u64, u64),
}

/// Why a check could not be made.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum CheckError {
    /// The columns could not be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// The bitmaps would be too large.
    #[error("checking n = {n} in one pass takes {bytes} bytes, the limit is {limit}")]
    Memory {
        /// Side of the board.
        n: u64,
        /// The bytes needed.
        bytes: u64,
        /// The bytes allowed.
        limit: u64,
    },
    /// A stream of unknown length that is not made of a few runs.
    #[error("the number of rows of the stream is not known in advance")]
    SideUnknown,
    /// A limit too small for any check.
    #[error("a limit of {limit} bytes means more than a million passes")]
    TooManyPasses {
        /// The bytes allowed.
        limit: u64,
        /// The minimum.
        least: u64,
    },
}

impl Explain for CheckError {
    fn instead(&self) -> Vec<Instead> {
        match self {
            CheckError::Read(error) => error.instead(),
            CheckError::Memory { bytes, .. } => vec![
                Instead::set("memory", bytes.to_string()),
                Instead::advice("give a file, which can be read several times"),
            ],
            CheckError::SideUnknown => {
                vec![Instead::choose("size"), Instead::advice("give a file")]
            }
            CheckError::TooManyPasses { least, .. } => {
                vec![Instead::set("memory", least.to_string())]
            }
        }
    }
}

/// Bytes of the bitmaps for a board of side n: 5n − 2 bits in complete words.
#[must_use]
pub fn bitmap_bytes(n: u64) -> u64 {
    line_count(n).div_ceil(64) * 8
}

fn line_count(n: u64) -> u64 {
    (5 * n).saturating_sub(2)
}

impl Check {
    /// Checks a stream that can be read once.
    pub fn stream(
        &self,
        columns: impl IntoIterator<Item = Result<u64, ReadError>>,
    ) -> Result<CheckResult, CheckError> {
        let mut columns = columns.into_iter();
        let mut runs = Runs::new();
        if let Some(result) = self.gather(&mut columns, &mut runs)? {
            return Ok(result);
        }
        let n = self.n.ok_or(CheckError::SideUnknown)?;
        let bytes = bitmap_bytes(n);
        if bytes > self.memory {
            return Err(CheckError::Memory { n, bytes, limit: self.memory });
        }
        let mut window = Window::new(n, 0, line_count(n));
        let gathered: Vec<Run> = runs.list().to_vec();
        let replayed = gathered.into_iter().flat_map(Run::columns).map(Ok);
        let fault = window.pass(replayed.chain(columns), u64::MAX)?;
        Ok(CheckResult { n, fault, method: Method::Bitmaps(bytes) })
    }

    /// Checks a stream that can be opened as often as needed.
    pub fn passes<I>(
        &self,
        mut open: impl FnMut() -> Result<I, ReadError>,
    ) -> Result<CheckResult, CheckError>
    where
        I: Iterator<Item = Result<u64, ReadError>>,
    {
        let mut columns = open()?;
        let mut runs = Runs::new();
        if let Some(result) = self.gather(&mut columns, &mut runs)? {
            return Ok(result);
        }
        let n = match self.n {
            Some(n) => n,
            None => columns.try_fold(runs.queens(), |rows, column| column.map(|_| rows + 1))?,
        };
        let lines = line_count(n);
        // Complete words, and at least one.
        let width = (self.memory / 8).clamp(1, lines.div_ceil(64).max(1)) * 64;
        let passes = lines.div_ceil(width);
        if passes > 1_000_000 {
            let least = (lines / 1_000_000).div_ceil(64) * 8 + 8;
            return Err(CheckError::TooManyPasses { limit: self.memory, least });
        }
        let mut first: Option<Fault> = None;
        for pass in 0..passes {
            let mut window = Window::new(n, pass * width, width);
            // Only a row before the fault already known can still be the first.
            let until = first.as_ref().map_or(u64::MAX, |fault| row_of(fault) + 1);
            if let Some(fault) = window.pass(open()?, until)? {
                first = Some(match first {
                    Some(known) if row_of(&known) <= row_of(&fault) => known,
                    _ => fault,
                });
            }
        }
        if let Some(Fault::Clash { row, column, along, earlier }) = &mut first {
            *earlier = earlier_row(open()?, *row, *column, *along)?;
        }
        let method = match passes {
            0 | 1 => Method::Bitmaps(width / 8),
            _ => Method::Passes(passes, width / 8),
        };
        Ok(CheckResult { n, fault: first, method })
    }

    /// Collects runs; returns the result if the stream ends before there are too many.
    fn gather(
        &self,
        columns: &mut impl Iterator<Item = Result<u64, ReadError>>,
        runs: &mut Runs,
    ) -> Result<Option<CheckResult>, CheckError> {
        let most = self.n.unwrap_or(MOST_QUEENS);
        let mut rows = 0;
        // One row past the last is enough to detect that there are too many.
        while rows <= most {
            if runs.list().len() > self.runs {
                return Ok(None);
            }
            let Some(column) = columns.next() else { break };
            runs.append(column?);
            rows += 1;
        }
        let n = self.n.unwrap_or(rows);
        let method = Method::Runs(runs.list().len());
        Ok(Some(CheckResult { n, fault: prove(runs, n).err(), method }))
    }
}

fn row_of(fault: &Fault) -> u64 {
    match fault {
        Fault::OffBoard { row, .. } | Fault::Clash { row, .. } => *row,
        Fault::TooManyRows { n } => *n,
        Fault::TooFewRows { rows, .. } => *rows,
    }
}

/// The row whose queen stands on the same line as the one on (row, column).
fn earlier_row(
    columns: impl Iterator<Item = Result<u64, ReadError>>,
    row: u64,
    column: u64,
    along: Along,
) -> Result<Option<u64>, CheckError> {
    let line = along.through(row, column);
    for (other, their) in (0..row).zip(columns) {
        if along.through(other, their?) == line {
            return Ok(Some(other));
        }
    }
    Ok(None)
}

/// The occupied lines within a window: columns first, then diagonals, then anti-diagonals.
struct Window {
    n: u64,
    from: u64,
    taken: Vec<u64>,
}

impl Window {
    fn new(n: u64, from: u64, width: u64) -> Window {
        Window { n, from, taken: vec![0; width.div_ceil(64) as usize] }
    }

    /// Reads rows until the end, a fault or `until`.
    fn pass(
        &mut self,
        columns: impl Iterator<Item = Result<u64, ReadError>>,
        until: u64,
    ) -> Result<Option<Fault>, CheckError> {
        let n = self.n;
        let mut row = 0;
        for column in columns {
            let column = column?;
            if row == until {
                return Ok(None);
            }
            if row == n {
                return Ok(Some(Fault::TooManyRows { n }));
            }
            if column >= n {
                return Ok(Some(Fault::OffBoard { row, column, n }));
            }
            // The order of `Along::ALL`.
            let lines = [column, n + (row + n - 1 - column), 3 * n - 1 + (row + column)];
            let clash = lines.map(|line| self.take(line));
            if let Some(place) = clash.iter().position(|&taken| taken) {
                let along = Along::ALL[place];
                return Ok(Some(Fault::Clash { row, column, along, earlier: None }));
            }
            row += 1;
        }
        Ok((row < n).then_some(Fault::TooFewRows { rows: row, n }))
    }

    /// Marks a line as occupied; returns whether it already was. Lines outside the window never
    /// are.
    #[inline]
    fn take(&mut self, line: u64) -> bool {
        let place = line.wrapping_sub(self.from);
        let Some(word) = self.taken.get_mut((place / 64) as usize) else {
            return false;
        };
        let bit = 1 << (place % 64);
        let was = *word & bit != 0;
        *word |= bit;
        was
    }
}
