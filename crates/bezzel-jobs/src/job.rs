//! The ledger's header and its list of units: which plan the file belongs to.

use crate::digest::{Seal, digest_of, plan_digest, problem_json};
use crate::error::explain;
use crate::record::{decimal, now, parse_subtotal};
use crate::{JobError, Part};
use bezzel_board::{Problem, Stop};
use bezzel_engines::{Plan, registry};
use rusqlite::{Connection, params};
use serde::Serialize;
use std::path::Path;

/// What a ledger says about its job.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Header {
    /// The problem that is counted.
    pub problem: Problem,
    /// The engine that made the plan.
    pub engine: String,
    /// What the sum of all subtotals is divided by.
    #[serde(with = "decimal")]
    pub divisor: u128,
    /// Number of units.
    pub units: usize,
    /// Identity of the plan, see [`plan_digest`].
    pub digest: String,
    /// The only part this ledger is meant for, if the job was split.
    pub part: Option<Part>,
    /// Version of the program that made the ledger.
    pub program: String,
    /// When it was made, in seconds since 1970 (UTC).
    pub created: u64,
}

impl Header {
    /// The header of a new job.
    pub(crate) fn new(plan: &Plan, part: Option<Part>) -> Header {
        Header {
            problem: plan.problem.clone(),
            engine: plan.engine.to_string(),
            divisor: plan.divisor,
            units: plan.units.len(),
            digest: plan_digest(plan),
            part,
            program: env!("CARGO_PKG_VERSION").to_string(),
            created: now(),
        }
    }

    /// Problem, engine and the start of the digest, for messages.
    pub(crate) fn summary(&self) -> String {
        summary(&self.problem, &self.engine, self.units, &self.digest)
    }

    fn part_text(&self) -> String {
        self.part.map_or_else(String::new, |part| part.to_string())
    }

    /// Covers the costs too: they do not belong to the plan's identity but steer the ETA.
    fn checksum(&self, problem: &str, costs: &[f64]) -> String {
        let seal = Seal::new("bezzel job 1")
            .text(problem)
            .text(&self.engine)
            .number(self.divisor)
            .number(self.units)
            .text(&self.digest)
            .text(&self.part_text())
            .text(&self.program)
            .number(self.created);
        (costs.iter()).fold(seal, |seal, cost| seal.number(cost.to_bits())).hex()
    }
}

/// One line about a plan, for messages.
pub(crate) fn summary(problem: &Problem, engine: &str, units: usize, digest: &str) -> String {
    let start = digest.get(..12).unwrap_or(digest);
    format!("{problem} with engine {engine} in {units} units (plan {start})")
}

/// A header with the labels and costs of all units: everything to go on without an engine.
#[derive(Clone, Debug)]
pub(crate) struct Job {
    pub(crate) header: Header,
    pub(crate) labels: Vec<String>,
    pub(crate) costs: Vec<f64>,
}

impl Job {
    pub(crate) fn new(plan: &Plan, part: Option<Part>) -> Job {
        Job {
            header: Header::new(plan, part),
            labels: plan.units.iter().map(|unit| unit.label().to_owned()).collect(),
            costs: vec![0.0; plan.units.len()],
        }
    }

    /// The digest that the stored fields give, which must be the one in the header.
    pub(crate) fn digest(&self) -> String {
        let problem = self.problem_text();
        let labels = self.labels.iter().map(String::as_str);
        digest_of(&self.header.engine, &problem, self.header.divisor, labels)
    }

    fn problem_text(&self) -> String {
        problem_json(&self.header.problem)
    }

    /// Writes the job into the empty tables.
    pub(crate) fn write(&self, connection: &Connection) -> rusqlite::Result<()> {
        let header = &self.header;
        let problem = self.problem_text();
        connection.execute(
            "INSERT INTO job VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
            params![
                problem,
                header.engine,
                header.divisor.to_string(),
                header.units,
                header.digest,
                header.part_text(),
                header.program,
                header.created,
                header.checksum(&problem, &self.costs),
            ],
        )?;
        let mut insert =
            connection.prepare("INSERT INTO units (unit, label, cost) VALUES (?1, ?2, ?3)")?;
        for (unit, (label, cost)) in self.labels.iter().zip(&self.costs).enumerate() {
            insert.execute(params![unit, label, cost])?;
        }
        Ok(())
    }

    /// Writes the header's part anew.
    pub(crate) fn write_part(&self, connection: &Connection) -> rusqlite::Result<()> {
        let checksum = self.header.checksum(&self.problem_text(), &self.costs);
        let changed = connection.execute(
            "UPDATE job SET part = ?1, checksum = ?2",
            params![self.header.part_text(), checksum],
        )?;
        debug_assert_eq!(changed, 1, "a ledger has one job");
        Ok(())
    }

    /// Reads the job and checks that it is the one that was written.
    pub(crate) fn read(connection: &Connection, file: &Path) -> Result<Job, JobError> {
        let fields = Fields::read(connection).map_err(|e| unreadable(file, e))?;
        let (labels, costs) = read_units(connection).map_err(|e| unreadable(file, e))?;
        let damaged = |what: String| JobError::Damaged { file: file.to_path_buf(), what };
        let checksum = fields.checksum.clone();
        let header = fields.header().map_err(|what| damaged(format!("header: {what}")))?;
        let job = Job { header, labels, costs };
        if job.header.checksum(&job.problem_text(), &job.costs) != checksum {
            return Err(damaged("the header does not match its checksum".into()));
        }
        if job.labels.len() != job.header.units || job.digest() != job.header.digest {
            return Err(damaged("the units do not match the plan's digest".into()));
        }
        Ok(job)
    }

    /// The job by its header alone: the engine plans the problem anew, and plan and checksum must be
    /// those of the header.
    pub(crate) fn made_again(connection: &Connection) -> Option<Job> {
        let fields = Fields::read(connection).ok()?;
        let checksum = fields.checksum.clone();
        let header = fields.header().ok()?;
        let engine = registry::find(&header.engine).ok()?;
        let prepared = engine.prepare(&header.problem, &Stop::new()).ok()?;
        let job = Job { header, ..Job::new(prepared.plan(), None) };
        let sealed = job.header.checksum(&job.problem_text(), &job.costs);
        (sealed == checksum && job.digest() == job.header.digest).then_some(job)
    }

    /// Refuses another plan than the one this ledger was made for.
    pub(crate) fn belongs_to(&self, plan: &Plan, file: &Path) -> Result<(), JobError> {
        let digest = plan_digest(plan);
        if digest == self.header.digest {
            return Ok(());
        }
        Err(JobError::OtherPlan {
            file: file.to_path_buf(),
            theirs: self.header.summary(),
            ours: summary(&plan.problem, plan.engine, plan.units.len(), &digest),
        })
    }
}

/// The header as it stands in the file.
struct Fields {
    problem: String,
    engine: String,
    divisor: String,
    units: i64,
    digest: String,
    part: String,
    program: String,
    created: i64,
    checksum: String,
}

impl Fields {
    fn read(connection: &Connection) -> rusqlite::Result<Fields> {
        let sql = "SELECT problem, engine, divisor, units, digest, part, program, created, \
                   checksum FROM job";
        connection.query_one(sql, [], |row| {
            Ok(Fields {
                problem: row.get(0)?,
                engine: row.get(1)?,
                divisor: row.get(2)?,
                units: row.get(3)?,
                digest: row.get(4)?,
                part: row.get(5)?,
                program: row.get(6)?,
                created: row.get(7)?,
                checksum: row.get(8)?,
            })
        })
    }

    fn header(self) -> Result<Header, String> {
        let part = match self.part.as_str() {
            "" => None,
            text => Some(text.parse::<Part>().map_err(|e| e.to_string())?),
        };
        let divisor = parse_subtotal(&self.divisor)?;
        if divisor == 0 {
            return Err("the divisor is 0".into());
        }
        Ok(Header {
            problem: serde_json::from_str(&self.problem).map_err(|e| e.to_string())?,
            engine: self.engine,
            divisor,
            units: usize::try_from(self.units).map_err(|e| e.to_string())?,
            digest: self.digest,
            part,
            program: self.program,
            created: u64::try_from(self.created).map_err(|e| e.to_string())?,
        })
    }
}

fn read_units(connection: &Connection) -> rusqlite::Result<(Vec<String>, Vec<f64>)> {
    let mut select = connection.prepare("SELECT label, cost FROM units ORDER BY unit")?;
    let units =
        select.query_map([], |row| Ok((row.get::<_, String>(0)?, row.get::<_, f64>(1)?)))?;
    units.collect::<rusqlite::Result<_>>()
}

/// An error while reading what this program wrote: unless the file is merely out of reach, it is
/// damaged.
pub(crate) fn unreadable(file: &Path, source: rusqlite::Error) -> JobError {
    match explain(file, source) {
        JobError::Database { file, source } => JobError::Damaged { file, what: source.to_string() },
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bezzel_engines::Counted;

    #[test]
    fn a_job_knows_its_plan() {
        let plan = Plan {
            engine: "fake",
            revision: 1,
            problem: Problem::queens(5),
            units: Vec::new(),
            divisor: 2,
            counted: Counted::Solutions,
        };
        let job = Job::new(&plan, None);
        assert_eq!(job.digest(), plan_digest(&plan));
        let other = Plan { problem: Problem::queens(6), ..plan };
        let error = job.belongs_to(&other, Path::new("x.ledger")).unwrap_err().to_string();
        for word in ["x.ledger", "5 queens", "6 queens", "engine fake"] {
            assert!(error.contains(word), "{error}");
        }
    }
}
