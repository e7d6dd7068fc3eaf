//! `construct`: a solution of any size, without search.

use crate::algorithm::{self, SettingValues};
use crate::stoppable::until_stopped;
use crate::{Conclusion, Control, Decimal, Error, ErrorKind, MOST_QUEENS, Schema, StreamFormat};
use bezzel_board::{Notation, Size};
use bezzel_search::algorithms::magic_square::{BREAK_MOVE, STEP};
use bezzel_search::construct::{Runs, write};
use bezzel_search::{Category, Choice, MagicSquare, SearchError, Settings, algorithms};
use serde::{Deserialize, Serialize};
use std::io::Write;
use std::time::Instant;

/// Largest side of a magic square.
const LARGEST_MAGIC: u64 = 1_000;

/// What to construct.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct ConstructRequest {
    /// Number of queens, up to 10^18.
    pub n: Decimal,
    /// The construction; Bernhardsson's by default.
    #[serde(default)]
    pub algorithm: Option<String>,
    /// Values of its settings.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(value_type = std::collections::BTreeMap<String, crate::SettingValue>))]
    pub settings: SettingValues,
    /// How the columns are written, row by row; without it nothing is written.
    #[serde(default)]
    pub format: Option<StreamFormat>,
    /// Asks for a magic square, made from a solution on the torus: this one in one-line notation, or
    /// the algorithm's if it is empty. Without either, the uniform step method makes it.
    #[serde(default)]
    pub magic: Option<String>,
}

/// A solution as runs of queens, or that there is none.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct ConstructAnswer {
    /// `bezzel/construct/2`.
    pub schema: Schema,
    /// Number of queens.
    pub n: Decimal,
    /// Whether there is a solution; this is always known.
    pub conclusion: Conclusion,
    /// The construction with its settings.
    pub by: String,
    /// The theorem that leaves no solution, if there is none.
    pub why: Option<String>,
    /// Queens in arithmetic progression, from the first row to the last. They are proved to be a
    /// solution before they are returned.
    pub runs: Option<Vec<QueenRun>>,
    /// The magic square, if requested.
    pub magic: Option<Magic>,
    /// Bytes written.
    pub bytes: Decimal,
    /// Whether everything was written.
    pub complete: bool,
    /// Seconds it took.
    #[serde(skip)]
    pub seconds: f64,
}

/// Queens in consecutive rows whose columns advance by a constant step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct QueenRun {
    /// The first row.
    pub row: Decimal,
    /// Number of queens, so of rows.
    pub count: Decimal,
    /// Column of the first.
    pub column: Decimal,
    /// From each column to the next.
    #[cfg_attr(feature = "schema", schema(value_type = String))]
    #[serde(serialize_with = "as_text")]
    pub step: i64,
}

/// A square of the numbers 0 to n² − 1 whose rows, columns and both diagonals have the same sum.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct Magic {
    /// The sum of every row, column and diagonal.
    pub constant: u64,
    /// The numbers, row by row.
    pub rows: Vec<Vec<u64>>,
    /// How many solutions on the torus it hides: squares with n consecutive numbers, or with numbers
    /// equal modulo n.
    pub solutions: usize,
}

fn as_text<S: serde::Serializer>(step: &i64, to: S) -> Result<S::Ok, S::Error> {
    to.collect_str(step)
}

impl ConstructRequest {
    /// A request for the runs only.
    #[must_use]
    pub fn new(n: u64) -> ConstructRequest {
        ConstructRequest {
            n: n.into(),
            algorithm: None,
            settings: SettingValues::new(),
            format: None,
            magic: None,
        }
    }
}

/// Constructs a solution; it is written to `out` only if the request names a format. Errors in the
/// request are reported before anything is written.
///
/// ```
/// use bezzel::{ConstructRequest, Control, StreamFormat, construct};
///
/// let mut request = ConstructRequest::new(8);
/// request.algorithm = Some("pauls".to_owned());
/// request.format = Some(StreamFormat::Commas);
/// let mut text = Vec::new();
/// construct(&request, &Control::new(), &mut text)?;
/// assert_eq!(text, b"3,5,7,1,6,0,2,4\n");
/// # Ok::<(), bezzel::Error>(())
/// ```
pub fn construct(
    request: &ConstructRequest,
    control: &Control,
    out: &mut dyn Write,
) -> Result<ConstructAnswer, Error> {
    let prepared = Prepared::new(request)?;
    prepared.write(out, control)
}

/// A validated request.
struct Prepared {
    answer: ConstructAnswer,
    runs: Option<Runs>,
    format: Option<StreamFormat>,
    started: Instant,
}

impl Prepared {
    fn new(request: &ConstructRequest) -> Result<Prepared, Error> {
        let started = Instant::now();
        let most = u128::from(MOST_QUEENS);
        let n = match request.n.0 {
            n @ 1.. if n <= most => n as u64,
            n => {
                let what = format!("{n} is not a number of queens from 1 to {most}");
                return Err(Error::new(ErrorKind::TooLarge, what).advice("ask for fewer, as 1e9"));
            }
        };
        if let (Some(_), Some(_)) = (request.format, &request.magic) {
            let error = Error::bad("a magic square is not written as a stream of columns");
            return Err(error.leave_out("format"));
        }
        if request.format == Some(StreamFormat::U32) && n > 1 << 32 {
            return Err(Error::bad(format!("{n} columns do not fit u32")).set("format", "u64"));
        }
        let choice = match algorithm::choice(request.algorithm.as_deref(), &request.settings)? {
            Some(choice) => choice,
            None if request.magic.is_some() => Choice::plain(algorithms::find("magic-square")?),
            None => Choice::plain(algorithms::find("bernhardsson")?),
        };
        let mut answer = ConstructAnswer {
            schema: Schema::new("bezzel/construct/2"),
            n: n.into(),
            conclusion: Conclusion::Solution,
            by: choice.name(),
            why: None,
            runs: None,
            magic: None,
            bytes: Decimal(0),
            complete: true,
            seconds: 0.0,
        };
        if let Some(text) = &request.magic {
            let square = magic_square(n, text, &choice, request.algorithm.is_some())?;
            answer.magic = Some(square.into());
            return Ok(Prepared { answer, runs: None, format: None, started });
        }
        let runs = match constructed(&choice, n) {
            Ok(runs) => Some(runs?),
            Err(why) => {
                (answer.conclusion, answer.why) = (Conclusion::None, Some(why));
                None
            }
        };
        answer.runs = runs.as_ref().map(listed);
        Ok(Prepared { answer, runs, format: request.format, started })
    }

    fn write(self, out: &mut dyn Write, control: &Control) -> Result<ConstructAnswer, Error> {
        let Prepared { mut answer, runs, format, started } = self;
        if let (Some(runs), Some(format)) = (runs, format) {
            let written = until_stopped(out, control, |out| write(&runs, format, out).map(|_| ()))?;
            answer.bytes = written.bytes.into();
            answer.complete = written.complete;
        }
        answer.seconds = started.elapsed().as_secs_f64();
        Ok(answer)
    }
}

/// The runs of a construction; the outer error is the theorem that rules out a solution.
fn constructed(choice: &Choice, n: u64) -> Result<Result<Runs, Error>, String> {
    match choice.algorithm.construct(n, &choice.settings) {
        Some(Err(none @ SearchError::NoSolution { .. })) => Err(none.to_string()),
        Some(runs) => Ok(runs.map_err(Error::from)),
        None => Ok(Err(searches(choice))),
    }
}

fn searches(choice: &Choice) -> Error {
    let infos = algorithms::ALL.iter().map(|algorithm| algorithm.info());
    let constructive = infos.filter(|info| info.category == Category::Constructive);
    let names: Vec<&str> = constructive.map(|info| info.id).collect();
    let error = Error::new(ErrorKind::Unsupported, format!("{} searches", choice.name()));
    error.advice(format!("constructions are {}", names.join(", ")))
}

fn listed(runs: &Runs) -> Vec<QueenRun> {
    let mut row = 0;
    let list = runs.list().iter().map(|run| {
        let first = row;
        row += run.count;
        QueenRun {
            row: first.into(),
            count: run.count.into(),
            column: run.column.into(),
            step: run.step,
        }
    });
    list.collect()
}

/// The magic square of a solution on the torus, or by uniform steps if neither a solution nor an
/// algorithm is named, checked line by line.
fn magic_square(n: u64, text: &str, choice: &Choice, is_named: bool) -> Result<MagicSquare, Error> {
    let side = u32::try_from(n).ok().filter(|_| n <= LARGEST_MAGIC).ok_or_else(|| {
        let what = format!("a magic square of side {n} is too large");
        Error::new(ErrorKind::TooLarge, what).advice(format!("they go to side {LARGEST_MAGIC}"))
    })?;
    let columns: Vec<u32> = if text.is_empty() {
        let Some(runs) = choice.algorithm.construct(n, &Settings::default()) else {
            return Err(searches(choice));
        };
        runs?.columns().map(|column| column as u32).collect()
    } else {
        let (placement, _) = Notation::OneLine.read(text, Some(Size::square(side)?))?;
        placement.squares().iter().map(|queen| queen.column).collect()
    };
    let square = match text.is_empty() && !is_named {
        true => MagicSquare::uniform_step(side, (0, 0), STEP, BREAK_MOVE),
        false => MagicSquare::from_solution(&columns),
    };
    square.map_err(|error| Error::of(ErrorKind::BadRequest, &error))
}

impl From<MagicSquare> for Magic {
    fn from(square: MagicSquare) -> Magic {
        let side = square.side();
        let row = |row| (0..side).map(|column| square.number(row, column)).collect();
        Magic {
            constant: square.constant(),
            rows: (0..side).map(row).collect(),
            solutions: square.solutions().len(),
        }
    }
}
