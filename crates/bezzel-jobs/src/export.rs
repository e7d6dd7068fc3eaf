//! A ledger as lines of JSON, and back.
//!
//! The first line is the header, then comes one line per unit, finished or not. Counts are
//! strings. A row keeps its checksum, so an export is as trustworthy as its ledger.

use crate::job::Job;
use crate::record::decimal;
use crate::{Check, Header, JobError, Ledger, Part, Row};
use bezzel_board::Problem;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::io::{BufRead, Write};
use std::path::Path;

/// Raised when a field changes its meaning.
const FORMAT: u32 = 1;
const KIND: &str = "bezzel-ledger";

#[derive(Serialize, Deserialize)]
struct HeaderLine {
    kind: String,
    format: u32,
    problem: Problem,
    engine: String,
    #[serde(with = "decimal")]
    divisor: u128,
    units: usize,
    digest: String,
    part: Option<String>,
    program: String,
    created: u64,
}

#[derive(Serialize, Deserialize)]
struct UnitLine {
    unit: usize,
    label: String,
    cost: f64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    result: Option<Sealed<Row>>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    checks: Vec<Sealed<Check>>,
}

#[derive(Serialize, Deserialize)]
struct Sealed<T> {
    #[serde(flatten)]
    record: T,
    checksum: String,
}

impl Ledger {
    /// Writes the ledger, or one part of its units, as lines of JSON.
    pub fn export(&self, part: Option<Part>, out: &mut dyn Write) -> Result<(), JobError> {
        let header = self.header();
        let part_text = part.or(header.part).map(|part| part.to_string());
        let line = HeaderLine {
            kind: KIND.to_string(),
            format: FORMAT,
            problem: header.problem.clone(),
            engine: header.engine.clone(),
            divisor: header.divisor,
            units: header.units,
            digest: header.digest.clone(),
            part: part_text,
            program: header.program.clone(),
            created: header.created,
        };
        write_line(out, &line)?;
        let mut rows: BTreeMap<usize, Row> =
            self.rows()?.into_iter().map(|row| (row.unit, row)).collect();
        let mut checks: BTreeMap<usize, Vec<Check>> = BTreeMap::new();
        for check in self.checks() {
            checks.entry(check.unit).or_default().push(check.clone());
        }
        let digest = &header.digest;
        for (unit, (label, &cost)) in self.job.labels.iter().zip(&self.job.costs).enumerate() {
            if part.is_some_and(|part| !part.contains(unit)) {
                continue;
            }
            let result = rows
                .remove(&unit)
                .map(|record| Sealed { checksum: record.checksum(digest), record });
            let checks = (checks.remove(&unit).unwrap_or_default().into_iter())
                .map(|record| Sealed { checksum: record.checksum(digest), record })
                .collect();
            write_line(out, &UnitLine { unit, label: label.clone(), cost, result, checks })?;
        }
        out.flush()?;
        Ok(())
    }

    /// Makes a ledger from an export of all units; every checksum and the digest must fit.
    pub fn import(file: &Path, lines: &mut dyn BufRead) -> Result<Ledger, JobError> {
        let mut lines = lines.lines().enumerate();
        let bad = |line: usize, what: String| JobError::BadExport { line, what };
        let (_, first) = lines.next().ok_or_else(|| bad(1, "it is empty".into()))?;
        let header: HeaderLine =
            serde_json::from_str(&first?).map_err(|e| bad(1, e.to_string()))?;
        let mut job = header.job().map_err(|what| bad(1, what))?;
        let (mut rows, mut checks) = (Vec::new(), Vec::new());
        for (index, line) in lines {
            let unit: UnitLine =
                serde_json::from_str(&line?).map_err(|e| bad(index + 1, e.to_string()))?;
            unit.add_to(&mut job, &mut rows, &mut checks).map_err(|what| bad(index + 1, what))?;
        }
        if job.labels.len() != job.header.units || job.digest() != job.header.digest {
            let what = "the units do not make up the plan; only an export of all units can be read";
            return Err(bad(job.labels.len() + 1, what.into()));
        }
        Ledger::create_from(file, &job, &rows, &checks)
    }
}

impl HeaderLine {
    fn job(self) -> Result<Job, String> {
        if self.kind != KIND || self.format != FORMAT || self.divisor == 0 {
            return Err(format!("it is not the header of a {KIND} of format {FORMAT}"));
        }
        let part = self.part.map(|part| part.parse::<Part>()).transpose();
        Ok(Job {
            header: Header {
                problem: self.problem,
                engine: self.engine,
                divisor: self.divisor,
                units: self.units,
                digest: self.digest,
                part: part.map_err(|e| e.to_string())?,
                program: self.program,
                created: self.created,
            },
            labels: Vec::new(),
            costs: Vec::new(),
        })
    }
}

impl UnitLine {
    fn add_to(
        self,
        job: &mut Job,
        rows: &mut Vec<Row>,
        checks: &mut Vec<Check>,
    ) -> Result<(), String> {
        if self.unit != job.labels.len() {
            return Err(format!("unit {} stands in the place of {}", self.unit, job.labels.len()));
        }
        let digest = &job.header.digest;
        if let Some(Sealed { record, checksum }) = self.result {
            if record.unit != self.unit
                || record.label != self.label
                || record.checksum(digest) != checksum
            {
                return Err(format!("the result of unit {} is damaged", self.unit));
            }
            rows.push(record);
        }
        for Sealed { record, checksum } in self.checks {
            if record.unit != self.unit || record.checksum(digest) != checksum {
                return Err(format!("a recount of unit {} is damaged", self.unit));
            }
            checks.push(record);
        }
        job.labels.push(self.label);
        job.costs.push(self.cost);
        Ok(())
    }
}

fn write_line(out: &mut dyn Write, line: &impl Serialize) -> Result<(), JobError> {
    serde_json::to_writer(&mut *out, line).map_err(std::io::Error::from)?;
    out.write_all(b"\n")?;
    Ok(())
}
