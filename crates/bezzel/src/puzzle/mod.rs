//! `puzzle`: boards with exactly one solution for people to find, graded by how hard that is.

mod board;
mod completion;
mod date;
mod deduce;
mod regions;
#[cfg(test)]
mod tests;

pub use deduce::{PuzzleInferences, PuzzleLevel};

use crate::{Control, Error, Schema};
use bezzel_board::{Notation, Placement, Problem, Square};
use bezzel_search::{Random, StopReason};
use board::Board;
use date::Day;
use serde::{Deserialize, Serialize};
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Instant;

/// The kind of a puzzle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum PuzzleKind {
    /// A board divided into regions: one queen in each row, column and region, no two touching.
    #[default]
    Regions,
    /// Some queens are given; the others are to be found, by the ordinary rule.
    Completion,
}

impl PuzzleKind {
    /// Every kind with its name.
    pub const ALL: [(PuzzleKind, &'static str); 2] =
        [(PuzzleKind::Regions, "regions"), (PuzzleKind::Completion, "completion")];

    /// The sides that puzzles of this kind have.
    #[must_use]
    pub fn sides(self) -> RangeInclusive<u32> {
        match self {
            // Below 5 there is hardly a choice; above 12 regions take seconds to find.
            PuzzleKind::Regions => 5..=12,
            PuzzleKind::Completion => 5..=14,
        }
    }
}

impl FromStr for PuzzleKind {
    type Err = Error;

    fn from_str(text: &str) -> Result<PuzzleKind, Error> {
        let found = PuzzleKind::ALL.iter().find(|(_, name)| *name == text);
        found.map(|(kind, _)| *kind).ok_or_else(|| {
            let names = PuzzleKind::ALL.map(|(_, name)| name).join(", ");
            Error::unknown(format!("'{text}' is not a kind of puzzle"))
                .advice(format!("there are {names}"))
        })
    }
}

/// Which puzzle to make.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct PuzzleRequest {
    /// regions or completion.
    #[serde(default)]
    pub kind: PuzzleKind,
    /// The side of the board, 8 if it is missing.
    #[serde(default)]
    pub n: Option<u32>,
    /// How hard it must be; any level if it is missing.
    #[serde(default)]
    pub level: Option<PuzzleLevel>,
    /// Whether it must be solvable without guessing: at most hard.
    #[serde(default)]
    pub without_guessing: bool,
    /// Where the random numbers start, 1 if it is missing; the same seed gives the same puzzle.
    #[serde(default)]
    pub seed: Option<u64>,
    /// The puzzle of this day, `2026-11-16` or `today` (in UTC); the day alone decides side, level and seed.
    #[serde(default)]
    pub date: Option<String>,
}

impl PuzzleRequest {
    /// A puzzle of this kind with every choice left to the library.
    #[must_use]
    pub fn new(kind: PuzzleKind) -> PuzzleRequest {
        PuzzleRequest {
            kind,
            n: None,
            level: None,
            without_guessing: false,
            seed: None,
            date: None,
        }
    }
}

/// The puzzle made.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct PuzzleAnswer {
    /// `bezzel/puzzle/1`.
    pub schema: Schema,
    /// Where the random numbers started.
    pub seed: u64,
    /// The day whose puzzle it is, if it is one.
    pub date: Option<String>,
    /// The puzzle; missing if it was stopped before one was found.
    pub puzzle: Option<Puzzle>,
    /// Why there is no puzzle, if there is none.
    pub stopped: Option<StopReason>,
    /// Seconds it took.
    pub seconds: f64,
}

/// A board with exactly one solution.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct Puzzle {
    /// Its kind.
    pub kind: PuzzleKind,
    /// The problem, which has exactly one solution.
    pub problem: Problem,
    /// How hard it is.
    pub level: PuzzleLevel,
    /// How often each kind of inference was needed.
    pub inferences: PuzzleInferences,
    /// The only solution: the column of each row's queen.
    pub solution: String,
    /// The puzzle in the page, after the page's address.
    pub link: String,
}

/// Side and level of the puzzle of the day, Monday first: easy puzzles early in the week, large and
/// hard ones at its end.
const WEEK: [(u32, PuzzleLevel); 7] = [
    (7, PuzzleLevel::Easy),
    (7, PuzzleLevel::Medium),
    (8, PuzzleLevel::Easy),
    (8, PuzzleLevel::Medium),
    (9, PuzzleLevel::Medium),
    (9, PuzzleLevel::Hard),
    (10, PuzzleLevel::Hard),
];

/// Makes a puzzle with exactly one solution.
///
/// ```
/// use bezzel::{Control, PuzzleKind, PuzzleLevel, PuzzleRequest, puzzle};
///
/// let mut request = PuzzleRequest::new(PuzzleKind::Regions);
/// request.n = Some(6);
/// request.without_guessing = true;
/// let answer = puzzle(&request, &Control::new())?;
/// let puzzle = answer.puzzle.unwrap();
/// assert_eq!(puzzle.problem.regions().names().len(), 6);
/// assert!(puzzle.level <= PuzzleLevel::Hard);
/// # Ok::<(), bezzel::Error>(())
/// ```
pub fn puzzle(request: &PuzzleRequest, control: &Control) -> Result<PuzzleAnswer, Error> {
    let wanted = wanted(request)?;
    let (started, mut random) = (Instant::now(), Random::seeded(wanted.seed));
    let mut puzzle = None;
    while puzzle.is_none() && !control.stop().is_asked() {
        puzzle = attempt(&wanted, &mut random)?;
    }
    Ok(PuzzleAnswer {
        schema: Schema::new("bezzel/puzzle/1"),
        seed: wanted.seed,
        date: wanted.day.map(|day| day.to_string()),
        stopped: puzzle.is_none().then_some(StopReason::Stopped),
        puzzle,
        seconds: started.elapsed().as_secs_f64(),
    })
}

/// A puzzle as wanted; `None` if this attempt failed.
fn attempt(wanted: &Wanted, random: &mut Random) -> Result<Option<Puzzle>, Error> {
    let (n, hardest) = (wanted.n as usize, *wanted.levels.end());
    let problem = match wanted.kind {
        PuzzleKind::Regions => regions::attempt(n, random),
        PuzzleKind::Completion => completion::attempt(n, hardest, random),
    };
    let Some(problem) = problem else { return Ok(None) };
    let board = Board::new(&problem);
    let inferences = deduce::solve(&board, hardest);
    let Some(inferences) = inferences.filter(|used| wanted.levels.contains(&used.level())) else {
        return Ok(None);
    };
    let solution = board.solutions(1, random).pop().expect("it was found before");
    let squares = solution.iter().map(|s| Square::new((s / n) as u32, (s % n) as u32));
    let solution: Placement = squares.collect();
    Ok(Some(Puzzle {
        kind: wanted.kind,
        level: inferences.level(),
        inferences,
        solution: Notation::OneLine.write(&solution, problem.size())?,
        link: link(&problem, inferences.level()),
        problem,
    }))
}

/// What is wanted, with defaults filled in.
struct Wanted {
    kind: PuzzleKind,
    n: u32,
    levels: RangeInclusive<PuzzleLevel>,
    seed: u64,
    /// The day whose puzzle it is.
    day: Option<Day>,
}

fn wanted(request: &PuzzleRequest) -> Result<Wanted, Error> {
    let PuzzleRequest { kind, n, level, without_guessing, seed, date } = request;
    if let Some(date) = date {
        let day = Day::read(date)?;
        let is_free = *kind == PuzzleKind::Regions && n.is_none() && level.is_none();
        if !is_free || seed.is_some() {
            let what = "the day alone decides kind, side, level and seed of its puzzle";
            return Err(Error::bad(what).leave_out("date"));
        }
        let (n, level) = WEEK[day.weekday() as usize];
        let (levels, seed) = (level..=level, day.number());
        return Ok(Wanted { kind: *kind, n, levels, seed, day: Some(day) });
    }
    let n = n.unwrap_or(8);
    if !kind.sides().contains(&n) {
        let (least, most) = (kind.sides().start().to_owned(), *kind.sides().end());
        return Err(Error::bad(format!("n is {n}"))
            .advice(format!("such puzzles have sides from {least} to {most}")));
    }
    let hardest = if *without_guessing { PuzzleLevel::Hard } else { PuzzleLevel::Expert };
    let levels = match *level {
        None => PuzzleLevel::Easy..=hardest,
        Some(PuzzleLevel::Expert) if *without_guessing => {
            let what = "an expert puzzle is one that needs a guess";
            return Err(Error::bad(what).set("level", "hard"));
        }
        Some(level) => level..=level,
    };
    Ok(Wanted { kind: *kind, n, levels, seed: seed.unwrap_or(1), day: None })
}

/// The address of a puzzle within the page.
fn link(problem: &Problem, level: PuzzleLevel) -> String {
    let mut link = format!("#play?size={}", problem.size());
    if problem.regions().is_empty() {
        let given = problem.given().squares().iter();
        let given: Vec<String> = given.map(|s| format!("{},{}", s.row, s.column)).collect();
        link.push_str(&format!("&given={}", given.join("+")));
    } else {
        link.push_str(&format!("&rule={}&regions={}", problem.rule(), problem.regions()));
    }
    link + &format!("&level={level}")
}
