//! `divide`: the total for each square of the first row.

use crate::count::{Counter, Spectra};
use crate::{Control, CountRequest, Decimal, Error, Provenance, Schema, SettingValues, Workers};
use crate::{ErrorKind, RunLimits};
use bezzel_board::{Problem, Square, Symmetry};
use bezzel_search::StopReason;
use serde::{Deserialize, Serialize};

/// What to divide.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct DivideRequest {
    /// The problem.
    pub problem: Problem,
    /// The engine; the fastest by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub engine: Option<String>,
    /// An algorithm instead of an engine.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub algorithm: Option<String>,
    /// Values of its settings.
    #[serde(default, skip_serializing_if = "SettingValues::is_empty")]
    #[cfg_attr(feature = "schema", schema(value_type = std::collections::BTreeMap<String, crate::SettingValue>))]
    pub settings: SettingValues,
    /// What counts.
    #[serde(default)]
    pub workers: Workers,
    /// When each of the counts stops.
    #[serde(default)]
    pub limits: RunLimits,
}

impl DivideRequest {
    /// A request with every choice left to the library.
    #[must_use]
    pub fn new(problem: Problem) -> DivideRequest {
        DivideRequest {
            problem,
            engine: None,
            algorithm: None,
            settings: SettingValues::new(),
            workers: Workers::default(),
            limits: RunLimits::default(),
        }
    }
}

/// The solutions for each square of the first row.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct DivideAnswer {
    /// `bezzel/divide/2`.
    pub schema: Schema,
    /// The problem.
    pub problem: Problem,
    /// The squares of the first row, up to the first whose count was stopped.
    pub columns: Vec<DivideColumn>,
    /// All solutions, if all squares were counted.
    pub total: Option<Decimal>,
    /// Why not all of them were.
    pub stopped: Option<StopReason>,
}

/// The solutions with a queen on one square of the first row.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct DivideColumn {
    /// The column.
    pub column: u32,
    /// Its solutions.
    pub total: Decimal,
    /// How they were counted.
    pub provenance: Provenance,
}

/// Counts the problem once for each square of the first row that may hold a queen. Squares that
/// mirror each other in a symmetric problem are counted once.
pub fn divide(request: &DivideRequest, control: &Control) -> Result<DivideAnswer, Error> {
    let DivideRequest { problem, .. } = request;
    let mut asked = CountRequest::all(Vec::new());
    asked.engine.clone_from(&request.engine);
    asked.algorithm.clone_from(&request.algorithm);
    asked.settings.clone_from(&request.settings);
    (asked.workers, asked.limits) = (request.workers.clone(), request.limits);
    if !problem.has_one_per_row() {
        let what = format!("{problem} need not have a queen in the first row");
        return Err(Error::new(ErrorKind::Unsupported, what)
            .ask("count", "counts the solutions with a given queen"));
    }
    let counter = Counter::new(&asked, control)?;
    let is_mirrored = Symmetry::of_problem(problem).contains(&Symmetry::D1);
    let width = problem.size().width();
    let mut answer = DivideAnswer {
        schema: Schema::new("bezzel/divide/2"),
        problem: problem.clone(),
        columns: Vec::new(),
        total: None,
        stopped: None,
    };
    for column in 0..width {
        let mirror = width - 1 - column;
        let (total, provenance) = if is_mirrored && mirror < column {
            let known = &answer.columns[mirror as usize];
            (known.total, Provenance::Mirrored { column: mirror })
        } else {
            match with_queen(problem, column) {
                None => (Decimal(0), Provenance::Impossible),
                Some(one) => {
                    let mut spectra = Spectra::new(&asked.workers, &asked.limits, None);
                    let counted = counter.one(&one, &mut spectra)?;
                    if counted.because.is_some() {
                        answer.stopped = counted.because;
                        return Ok(answer);
                    }
                    let total = counted.exact().ok_or_else(|| {
                        Error::new(ErrorKind::TooLarge, "the total exceeds 128 bits")
                    })?;
                    (Decimal(total), counted.provenance)
                }
            }
        };
        answer.columns.push(DivideColumn { column, total, provenance });
    }
    answer.total = Some(Decimal(answer.columns.iter().map(|column| column.total.0).sum()));
    Ok(answer)
}

/// The problem with a queen in this column of the first row, if it is allowed there.
fn with_queen(problem: &Problem, column: u32) -> Option<Problem> {
    let square = Square::new(0, column);
    if problem.size().rows() == 0 || !problem.allows(square) {
        return None;
    }
    // A queen that a given one attacks is refused.
    problem.clone().with_given([square]).ok()
}
