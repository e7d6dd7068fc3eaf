//! The ledger's header and its list of units: which plan the file belongs to.

use crate::digest::{Seal, digest_of, plan_digest, problem_json};
use crate::error::{explain, unreadable};
use crate::names::printable;
use crate::record::{PROGRAM, decimal, now, whole_number};
use crate::subtotals::Subtotals;
use crate::{JobError, Share};
use bezzel_board::{Problem, Stop};
use bezzel_engines::{Counted, Plan, Prepared, Unit, registry};
use rusqlite::{Connection, params};
use serde::{Deserialize, Serialize};
use std::path::Path;
use std::sync::Arc;

/// What a ledger says about its job.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// The problem that is counted.
    pub problem: Problem,
    /// The engine that made the plan.
    pub engine: String,
    /// The engine's revision.
    pub revision: u32,
    /// What is counted: `solutions`, `stacks` or `every-dimension`.
    pub counts: String,
    /// What the sum of all subtotals is divided by.
    #[serde(with = "decimal")]
    pub divisor: u128,
    /// Number of units in the plan.
    pub units: usize,
    /// Identity of the plan, see [`plan_digest`].
    pub digest: String,
    /// The only share of the units that this ledger is for, if the job was split.
    pub share: Option<Share>,
    /// Version of the program that made the ledger.
    pub program: String,
    /// When it was made, in seconds since 1970 (UTC).
    pub created: u64,
}

fn counted(word: &str) -> Result<Counted, String> {
    Counted::ALL
        .into_iter()
        .find(|counted| counted.id() == word)
        .ok_or_else(|| format!("{word:?} cannot be counted"))
}

impl Header {
    /// The header of a new job.
    pub(crate) fn new(plan: &Plan, share: Option<Share>) -> Header {
        Header {
            problem: plan.problem.clone(),
            engine: plan.engine.to_string(),
            revision: plan.revision,
            counts: plan.counted.id().to_string(),
            divisor: plan.divisor,
            units: plan.units.len(),
            digest: plan_digest(plan),
            share,
            program: PROGRAM.to_string(),
            created: now(),
        }
    }

    /// Problem, engine and the start of the digest, for messages.
    pub(crate) fn summary(&self) -> String {
        summary(&self.problem, &self.engine, self.revision, self.units, &self.digest)
    }

    /// Whether the unit at this place in the plan is for this ledger.
    pub(crate) fn has(&self, place: usize) -> bool {
        self.share.is_none_or(|share| share.contains(place))
    }

    fn share_text(&self) -> String {
        self.share.map_or_else(String::new, |share| share.to_string())
    }

    fn checksum(&self) -> String {
        Seal::new("bezzel job 2")
            .text(&problem_json(&self.problem))
            .text(&self.engine)
            .number(self.revision)
            .text(&self.counts)
            .number(self.divisor)
            .number(self.units)
            .text(&self.digest)
            .text(&self.share_text())
            .text(&self.program)
            .number(self.created)
            .hex()
    }

    /// The plan that the engine named here produces for the problem now, if it is this one.
    pub fn prepare(&self, file: &Path, stop: &Stop) -> Result<Arc<dyn Prepared>, JobError> {
        let unknown = |why: String| JobError::UnknownPlan {
            file: file.to_path_buf(),
            plan: self.summary(),
            why,
        };
        let engine = registry::find(&self.engine).map_err(|error| unknown(error.to_string()))?;
        let prepared = match engine.prepare(&self.problem, stop) {
            Err(_) if stop.is_asked() => return Err(JobError::Stopped),
            prepared => prepared.map_err(|error| unknown(error.to_string()))?,
        };
        let digest = plan_digest(prepared.plan());
        if digest != self.digest {
            let plan = prepared.plan();
            let ours =
                summary(&plan.problem, plan.engine, plan.revision, plan.units.len(), &digest);
            return Err(unknown(format!("the current plan is {ours}")));
        }
        Ok(prepared)
    }
}

/// One line about a plan, for messages.
fn summary(problem: &Problem, engine: &str, revision: u32, units: usize, digest: &str) -> String {
    let start = digest.get(..12).unwrap_or(digest);
    let engine = printable(engine);
    format!("{problem} with engine {engine} (revision {revision}) in {units} units (plan {start})")
}

/// A header with the labels of all units: everything needed without an engine.
#[derive(Clone, Debug)]
pub(crate) struct LabelledHeader {
    pub(crate) header: Header,
    pub(crate) labels: Vec<String>,
}

impl LabelledHeader {
    pub(crate) fn new(plan: &Plan, share: Option<Share>) -> LabelledHeader {
        let labels = plan.units.iter().map(|unit: &Unit| unit.label().to_owned()).collect();
        LabelledHeader { header: Header::new(plan, share), labels }
    }

    /// Nothing is counted yet.
    pub(crate) fn subtotals(&self) -> Result<Subtotals, String> {
        let header = &self.header;
        let counted = counted(&header.counts)?;
        let nothing = counted.nothing(&header.problem);
        let labels = self.labels.iter().map(String::as_str);
        Subtotals::new(labels, &header.problem, header.divisor, nothing, counted)
    }

    /// Whether the stored fields are those of the plan whose digest the header has.
    pub(crate) fn is_consistent(&self) -> bool {
        let header = &self.header;
        let labels = self.labels.iter().map(String::as_str);
        let problem = problem_json(&header.problem);
        let digest = digest_of(&header.engine, header.revision, &problem, header.divisor, labels);
        self.labels.len() == header.units && digest == header.digest
    }

    /// Writes the job into the empty tables; `false` if it was stopped before the end.
    pub(crate) fn write(&self, connection: &Connection, stop: &Stop) -> rusqlite::Result<bool> {
        let header = &self.header;
        connection.execute(
            "INSERT INTO job VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
            params![
                problem_json(&header.problem),
                header.engine,
                header.revision,
                header.counts,
                header.divisor.to_string(),
                header.units,
                header.digest,
                header.share_text(),
                header.program,
                header.created,
                header.checksum(),
            ],
        )?;
        let mut insert = connection.prepare("INSERT INTO units VALUES (?1, ?2)")?;
        for (place, label) in self.labels.iter().enumerate() {
            // Stacks of side 14 have five million units, which takes a while.
            if place % 1024 == 0 && stop.is_asked() {
                return Ok(false);
            }
            insert.execute(params![place, label])?;
        }
        Ok(true)
    }

    /// Changes the header's share.
    pub(crate) fn write_share(&self, connection: &Connection) -> rusqlite::Result<()> {
        let (share, checksum) = (self.header.share_text(), self.header.checksum());
        let changed =
            connection.execute("UPDATE job SET share = ?1, checksum = ?2", [share, checksum])?;
        debug_assert_eq!(changed, 1, "a ledger has one job");
        Ok(())
    }

    /// Reads the job and checks that it is intact.
    pub(crate) fn read(connection: &Connection, file: &Path) -> Result<LabelledHeader, JobError> {
        let damaged = |what: String| JobError::Damaged { file: file.to_path_buf(), what };
        let header = read_header(connection, file)?;
        let labels = read_units(connection).map_err(|e| unreadable(file, e))?;
        let job = LabelledHeader { header, labels };
        if !job.is_consistent() {
            return Err(damaged("the units do not match the plan's digest".into()));
        }
        Ok(job)
    }

    /// The job from its header alone: the engine plans the problem again.
    pub(crate) fn made_again(
        connection: &Connection,
        file: &Path,
        stop: &Stop,
    ) -> Result<LabelledHeader, JobError> {
        let header = read_header(connection, file)?;
        let prepared = header.prepare(file, stop)?;
        Ok(LabelledHeader { header, ..LabelledHeader::new(prepared.plan(), None) })
    }

    /// Refuses any plan other than the one this ledger was made for.
    pub(crate) fn belongs_to(&self, plan: &Plan, file: &Path) -> Result<(), JobError> {
        let digest = plan_digest(plan);
        if digest == self.header.digest {
            return Ok(());
        }
        Err(JobError::OtherPlan {
            file: file.to_path_buf(),
            theirs: self.header.summary(),
            ours: summary(&plan.problem, plan.engine, plan.revision, plan.units.len(), &digest),
        })
    }
}

fn read_header(connection: &Connection, file: &Path) -> Result<Header, JobError> {
    let damaged = |what: String| JobError::Damaged { file: file.to_path_buf(), what };
    let (header, checksum) = connection
        .query_one(
            "SELECT problem, engine, revision, counts, divisor, units, digest, share, program, \
             created, checksum FROM job",
            [],
            |row| Ok((read_fields(row), row.get::<_, String>(10)?)),
        )
        .map_err(|e| unreadable(file, e))?;
    let header = header.map_err(|what| damaged(format!("header: {what}")))?;
    if header.checksum() != checksum {
        return Err(damaged("the header does not match its checksum".into()));
    }
    Ok(header)
}

fn read_fields(row: &rusqlite::Row<'_>) -> Result<Header, String> {
    fn field<T: rusqlite::types::FromSql>(
        row: &rusqlite::Row<'_>,
        column: usize,
    ) -> Result<T, String> {
        row.get(column).map_err(|e| e.to_string())
    }
    let share = match field::<String>(row, 7)?.as_str() {
        "" => None,
        text => Some(text.parse::<Share>().map_err(|e| e.to_string())?),
    };
    let header = Header {
        problem: serde_json::from_str(&field::<String>(row, 0)?).map_err(|e| e.to_string())?,
        engine: field(row, 1)?,
        revision: field(row, 2)?,
        counts: field(row, 3)?,
        divisor: whole_number(&field::<String>(row, 4)?)?,
        units: field(row, 5)?,
        digest: field(row, 6)?,
        share,
        program: field(row, 8)?,
        created: field(row, 9)?,
    };
    header.validate()?;
    Ok(header)
}

impl Header {
    /// Says what is wrong with an impossible header.
    pub(crate) fn validate(&self) -> Result<(), String> {
        if self.divisor == 0 {
            return Err("the divisor is 0".into());
        }
        counted(&self.counts).map(|_| ())
    }
}

fn read_units(connection: &Connection) -> rusqlite::Result<Vec<String>> {
    let mut select = connection.prepare("SELECT label FROM units ORDER BY place")?;
    select.query_map([], |row| row.get(0))?.collect()
}

/// What a ledger of the first format was made by, and how far it got.
pub(crate) fn older_program(connection: &Connection, file: &Path) -> Result<String, JobError> {
    let said = |e| explain(file, e);
    let (program, engine, units): (String, String, i64) = connection
        .query_one("SELECT program, engine, units FROM job", [], |row| {
            Ok((row.get(0)?, row.get(1)?, row.get(2)?))
        })
        .map_err(said)?;
    let done: i64 =
        connection.query_one("SELECT count(*) FROM results", [], |row| row.get(0)).map_err(said)?;
    Ok(format!("bezzel {program} (ledger format 1, engine {engine}, {done} of {units} units done)"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(n: u32) -> Plan {
        Plan {
            engine: "fake",
            revision: 3,
            problem: Problem::queens(n),
            units: vec![Unit::new("a"), Unit::new("b")],
            divisor: 2,
            counted: Counted::Solutions,
        }
    }

    #[test]
    fn a_job_belongs_to_its_plan() {
        let job = LabelledHeader::new(&plan(5), None);
        assert!(job.is_consistent());
        assert_eq!(job.header.digest, plan_digest(&plan(5)));
        let error = job.belongs_to(&plan(6), Path::new("x.ledger")).unwrap_err().to_string();
        for word in ["x.ledger", "5 queens", "6 queens", "engine fake (revision 3)"] {
            assert!(error.contains(word), "{error}");
        }
        let newer = Plan { revision: 4, ..plan(5) };
        assert!(job.belongs_to(&newer, Path::new("x.ledger")).is_err());
    }

    #[test]
    fn a_plan_without_an_engine_is_unknown() {
        let header = Header::new(&plan(5), None);
        let error = header.prepare(Path::new("x.ledger"), &Stop::new()).err().unwrap();
        assert!(matches!(error, JobError::UnknownPlan { .. }), "{error}");
        assert!(error.to_string().contains("'fake' is not an engine"), "{error}");
    }
}
