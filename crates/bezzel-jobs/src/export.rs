//! A ledger as lines of JSON, and back.
//!
//! ```text
//! {"line":"job", …the header…}
//! {"line":"unit","label":"a=5 C=0,3,7"}                       every unit of the plan, in order
//! {"line":"split","label":"a=5 C=0,3,7","into":["…","…"],…,"checksum":"…"}
//! {"line":"result","label":"…","subtotal":"120",…,"checksum":"…"}
//! {"line":"recount","label":"…","recorded":"120","recount":"120",…,"checksum":"…"}
//! {"line":"end","lines":412,"sha256":"…"}                      over all bytes before this line
//! ```
//!
//! Every number that may pass 2^53 is a string, and there are no fractions, so that an export read
//! back gives exactly the same records. They keep their checksums, so an export is as trustworthy
//! as its ledger.

use crate::digest::hex;
use crate::header::LabelledHeader;
use crate::write::Batch;
use crate::{Check, Header, JobError, Ledger, Place, Row, Share, Split};
use bezzel_board::Stop;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::io::{BufRead, Read, Write};

/// Increased when a field changes its meaning.
const FORMAT: u32 = 2;

/// The longest line that is read back; a spectrum of side 10 takes several hundred kilobytes.
const LONGEST_LINE: u64 = 64 << 20;

#[derive(Serialize, Deserialize)]
#[serde(tag = "line", rename_all = "kebab-case")]
enum Line {
    Job(JobLine),
    Unit { label: String },
    Split(Sealed<Split>),
    Result(Sealed<Row>),
    Recount(Sealed<Check>),
    End { lines: usize, sha256: String },
}

#[derive(Serialize, Deserialize)]
struct JobLine {
    format: u32,
    #[serde(flatten)]
    header: Header,
}

#[derive(Serialize, Deserialize)]
struct Sealed<T> {
    #[serde(flatten)]
    record: T,
    checksum: String,
}

impl Ledger {
    /// Writes the ledger as lines of JSON. With a share, only the records of its units.
    ///
    /// If it is stopped, the last line is missing, so that nobody takes the rest for the whole.
    pub fn export(
        &self,
        share: Option<Share>,
        out: &mut dyn Write,
        stop: &Stop,
    ) -> Result<(), JobError> {
        let share = self.share_to_run(share)?;
        let header = Header { share, ..self.header().clone() };
        let digest = header.digest.clone();
        let mut out = Writer { out, hash: Sha256::new(), lines: 0, stop };
        out.line(&Line::Job(JobLine { format: FORMAT, header }))?;
        for label in &self.job.labels {
            out.line(&Line::Unit { label: label.clone() })?;
        }
        let Batch { splits, rows, checks } = self.batch(share)?;
        for record in splits {
            out.line(&Line::Split(Sealed { checksum: record.checksum(&digest), record }))?;
        }
        for record in rows {
            out.line(&Line::Result(Sealed { checksum: record.checksum(&digest), record }))?;
        }
        for record in checks {
            out.line(&Line::Recount(Sealed { checksum: record.checksum(&digest), record }))?;
        }
        let (lines, sha256) = (out.lines, hex(out.hash.clone()));
        out.line(&Line::End { lines, sha256 })?;
        out.out.flush()?;
        Ok(())
    }

    /// Creates a ledger from an export; every checksum, the plan's digest and the last line must
    /// match.
    pub fn import(
        place: impl Into<Place>,
        lines: &mut dyn BufRead,
        stop: &Stop,
    ) -> Result<Ledger, JobError> {
        let mut reader = Reader { lines, hash: Sha256::new(), number: 0, stop };
        let (job, batch) = reader.read_all().map_err(|error| match error {
            Trouble::Stream(error) => JobError::Stream(error),
            Trouble::Stopped => JobError::Stopped,
            Trouble::Line(what) => JobError::BadExport { line: reader.number, what },
        })?;
        Ledger::create_from(&place.into(), &job, &batch, stop)
    }
}

struct Writer<'a> {
    out: &'a mut dyn Write,
    hash: Sha256,
    lines: usize,
    stop: &'a Stop,
}

impl Writer<'_> {
    fn line(&mut self, line: &Line) -> Result<(), JobError> {
        if self.stop.is_asked() {
            return Err(JobError::Stopped);
        }
        let mut text = serde_json::to_vec(line).map_err(std::io::Error::from)?;
        text.push(b'\n');
        self.hash.update(&text);
        self.lines += 1;
        self.out.write_all(&text)?;
        Ok(())
    }
}

/// Why reading ended.
enum Trouble {
    Stream(std::io::Error),
    Stopped,
    Line(String),
}

impl From<String> for Trouble {
    fn from(what: String) -> Trouble {
        Trouble::Line(what)
    }
}

struct Reader<'a> {
    lines: &'a mut dyn BufRead,
    hash: Sha256,
    number: usize,
    stop: &'a Stop,
}

impl Reader<'_> {
    /// The next line; none at the end.
    fn line(&mut self) -> Result<Option<(Line, Vec<u8>)>, Trouble> {
        if self.stop.is_asked() {
            return Err(Trouble::Stopped);
        }
        let mut text = Vec::new();
        let mut limited = (&mut *self.lines).take(LONGEST_LINE);
        limited.read_until(b'\n', &mut text).map_err(Trouble::Stream)?;
        self.number += 1;
        if text.is_empty() {
            return Ok(None);
        }
        let line = serde_json::from_slice(&text).map_err(|error| error.to_string())?;
        Ok(Some((line, text)))
    }

    fn read_all(&mut self) -> Result<(LabelledHeader, Batch), Trouble> {
        let Some((Line::Job(JobLine { format: FORMAT, header }), text)) = self.line()? else {
            return Err(format!("it is not the header of a ledger of format {FORMAT}").into());
        };
        self.hash.update(text);
        header.validate()?;
        let mut job = LabelledHeader { header, labels: Vec::new() };
        let mut batch = Batch::default();
        loop {
            let (line, text) = self.line()?.ok_or("the last line is missing".to_string())?;
            let digest = &job.header.digest;
            match line {
                Line::Job(_) => return Err("there is a second header".to_string().into()),
                Line::Unit { label } => job.labels.push(label),
                Line::Split(Sealed { record, checksum }) => {
                    sealed(record.checksum(digest) == checksum, &record.label)?;
                    batch.splits.push(record);
                }
                Line::Result(Sealed { record, checksum }) => {
                    sealed(record.checksum(digest) == checksum, &record.label)?;
                    batch.rows.push(record);
                }
                Line::Recount(Sealed { record, checksum }) => {
                    sealed(record.checksum(digest) == checksum, &record.label)?;
                    batch.checks.push(record);
                }
                Line::End { lines, sha256 } => {
                    if lines + 1 != self.number || sha256 != hex(self.hash.clone()) {
                        return Err("the lines before it were changed".to_string().into());
                    }
                    check(&job, &batch)?;
                    return Ok((job, batch));
                }
            }
            self.hash.update(text);
        }
    }
}

fn sealed(fits: bool, label: &str) -> Result<(), String> {
    if fits { Ok(()) } else { Err(format!("the checksum of {label:?} does not match")) }
}

/// Refuses what no ledger would accept, before a file is created.
fn check(job: &LabelledHeader, batch: &Batch) -> Result<(), String> {
    if !job.is_consistent() {
        return Err("the units do not make up the plan".to_string());
    }
    let mut subtotals = job.subtotals()?;
    for split in &batch.splits {
        subtotals.add_split(&split.label, &split.into)?;
    }
    for row in &batch.rows {
        subtotals.add(row)?;
    }
    batch.checks.iter().try_for_each(|check| crate::rows::known(&subtotals, &check.label))
}
