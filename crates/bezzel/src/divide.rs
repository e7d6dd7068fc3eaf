//! `divide`: the total for each square of the first row.

use crate::count::{Counter, Spectra};
use crate::{Control, CountRequest, Decimal, Error, Provenance, Schema, SettingValues, Workers};
use crate::{ErrorKind, RunLimits};
use bezzel_board::{Motion, Problem, Square};
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
    /// `bezzel/divide/3`.
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

/// Counts the problem once for each square of the first row that may hold a queen. Squares that a motion of the
/// problem exchanges, a reflection or a shift across joined edges, are counted once. If all are exchanged, each has an
/// equal share of the total, which engines count faster than a problem with a given queen.
pub fn divide(request: &DivideRequest, control: &Control) -> Result<DivideAnswer, Error> {
    let DivideRequest { problem, .. } = request;
    let mut asked = CountRequest::all(Vec::new());
    asked.engine.clone_from(&request.engine);
    asked.algorithm.clone_from(&request.algorithm);
    asked.settings.clone_from(&request.settings);
    (asked.workers, asked.limits) = (request.workers.clone(), request.limits);
    if !problem.has_one_per_row() || problem.size().rows() == 0 {
        let refused = |what| Error::new(ErrorKind::Unsupported, format!("{problem} {what}"));
        return Err(match problem.size().rows() {
            0 => refused("have no first row"),
            _ => refused("need not have a queen in the first row")
                .ask("count", "counts the solutions with a given queen"),
        });
    }
    let counter = Counter::new(&asked, control)?;
    let least = least_images(problem);
    let is_shared = least.len() > 1 && least.iter().all(|&image| image == 0);
    let mut answer = DivideAnswer {
        schema: Schema::new("bezzel/divide/3"),
        problem: problem.clone(),
        columns: Vec::new(),
        total: None,
        stopped: None,
    };
    for column in 0..problem.size().width() {
        let image = least.get(column as usize).copied().unwrap_or(column);
        let (total, provenance) = if image < column {
            let known = &answer.columns[image as usize];
            (known.total, Provenance::Moved { column: image })
        } else {
            let counted = match is_shared {
                true => Some(problem.clone()),
                false => with_queen(problem, column),
            };
            match counted {
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
                    let share = if is_shared { total / least.len() as u128 } else { total };
                    (Decimal(share), counted.provenance)
                }
            }
        };
        answer.columns.push(DivideColumn { column, total, provenance });
    }
    answer.total = Some(Decimal(answer.columns.iter().map(|column| column.total.0).sum()));
    Ok(answer)
}

/// Motions are looked for up to so many images of squares: no board beyond can be counted in any case.
const MOST_IMAGES: u64 = 100_000_000;

/// By column of the first row: the least column that motions of the problem send it to. Nothing on very large boards.
fn least_images(problem: &Problem) -> Vec<u32> {
    let width = problem.size().width();
    if Motion::number(problem).saturating_mul(u64::from(width)) > MOST_IMAGES {
        return Vec::new();
    }
    let mut least: Vec<u32> = (0..width).collect();
    for motion in Motion::in_turn(problem) {
        // Among thousands of motions of a torus one of the first, a shift by one column, is enough.
        if least.iter().all(|&image| image == 0) {
            break;
        }
        // Two motions in turn are a motion too, so every column of an orbit is sent to the least one by one of them.
        for (column, least) in (0..).zip(&mut least) {
            let image = motion.apply(Square::new(0, column), problem);
            if image.row == 0 {
                *least = image.column.min(*least);
            }
        }
    }
    least
}

/// The problem with a queen in this column of the first row, if it is allowed there.
fn with_queen(problem: &Problem, column: u32) -> Option<Problem> {
    let square = Square::new(0, column);
    if !problem.allows(square) {
        return None;
    }
    // A queen that a given one attacks is refused.
    problem.clone().with_given([square]).ok()
}
