//! Pictures of placements: boards, orbits, galleries, graphs.

use super::Drawn;
use crate::{Control, Error, ErrorKind, motions};
use bezzel_board::{Notation, Placement, Problem, Size, Square};
use bezzel_draw::{Board, Graph, Numbers, Sheet, Stack};
use bezzel_search::{Limits, Outcome, fundamental};
use serde::{Deserialize, Serialize};

/// Above this side the fundamental solutions are more than a sheet can hold (1,787 at 12).
const LARGEST_GALLERY: u32 = 11;

/// A board with its queens, attack lines, threatened squares and numbers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct BoardPicture {
    /// The problem, flat or of three dimensions.
    pub problem: Problem,
    /// The queens; the given ones by default.
    #[serde(default)]
    pub placement: Option<String>,
    /// How the queens are written; by default in one-line notation, or as squares if a row may hold several
    /// queens.
    #[serde(default)]
    pub notation: Option<Notation>,
    /// Queens whose attack lines are drawn: `all`, or squares such as `2,1 3,7`.
    #[serde(default)]
    pub lines: Option<String>,
    /// Whether squares have Güldal's colours: the attacker (the last queen), what it threatens, the
    /// queens before it and what they have struck out.
    #[serde(default)]
    pub threatened: bool,
    /// The attacker of these colours, such as `2,1`.
    #[serde(default)]
    pub attacker: Option<String>,
    /// Numbers written on or beside the squares.
    #[serde(default)]
    pub numbers: BoardNumbers,
    /// Whether queens that attack each other are left unmarked.
    #[serde(default)]
    pub no_conflicts: bool,
    /// Title above the board.
    #[serde(default)]
    pub caption: Option<String>,
}

/// Numbers written on or beside the squares of a board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum BoardNumbers {
    /// Nothing.
    None,
    /// Rows and columns from 0.
    #[default]
    Edges,
    /// Cells from 1 to n², row by row.
    Cells,
    /// Files and ranks, as in chess.
    Algebraic,
}

impl BoardPicture {
    /// The given queens of a problem.
    #[must_use]
    pub fn new(problem: Problem) -> BoardPicture {
        BoardPicture {
            problem,
            placement: None,
            notation: None,
            lines: None,
            threatened: false,
            attacker: None,
            numbers: BoardNumbers::default(),
            no_conflicts: false,
            caption: None,
        }
    }

    pub(super) fn drawn(&self) -> Result<Drawn, Error> {
        let size = self.problem.size();
        let placement = match &self.placement {
            None => self.problem.given().clone(),
            Some(text) => read(text, usual(self.notation, &self.problem), size)?,
        };
        if size.dimension() == 3 {
            return Ok(Drawn::still(self.space(&placement)));
        }
        let mut board = Board::new(self.problem.clone(), placement);
        board.caption.clone_from(&self.caption);
        board.conflicts = !self.no_conflicts;
        board.numbers = match self.numbers {
            BoardNumbers::None => Numbers::None,
            BoardNumbers::Edges => Numbers::Edges,
            BoardNumbers::Cells => Numbers::Cells,
            BoardNumbers::Algebraic => Numbers::Algebraic,
        };
        board.lines = match self.lines.as_deref() {
            None => Vec::new(),
            Some("all") => board.placement.squares().to_vec(),
            Some(text) => squares(text, size, "lines")?,
        };
        board.attacker = self.attacker(&board.placement)?;
        Ok(Drawn::still(board))
    }

    fn attacker(&self, placement: &Placement) -> Result<Option<Square>, Error> {
        if let Some(text) = &self.attacker {
            return match squares(text, self.problem.size(), "attacker")?[..] {
                [queen] if placement.contains(queen) => Ok(Some(queen)),
                _ => Err(Error::bad(format!(
                    "attacker: '{text}' is not the square of one of the queens"
                ))),
            };
        }
        match placement.squares().last() {
            _ if !self.threatened => Ok(None),
            Some(queen) => Ok(Some(*queen)),
            None => Err(Error::bad("a board with threatened squares needs a queen")
                .advice("give a placement, for example 0,-,-,-")),
        }
    }

    /// A board of three dimensions: its layers are the floors.
    fn space(&self, placement: &Placement) -> Stack {
        let size = self.problem.size();
        let mut floors = vec![Vec::new(); size.rows() as usize];
        for &queen in placement.squares() {
            let coordinates = size.coordinates(queen);
            floors[queen.row as usize].push(Square::new(coordinates[1], coordinates[0]));
        }
        Stack { side: size.columns(), floors, caption: self.caption.clone() }
    }
}

/// The images of a placement under the symmetries of the board, on one sheet.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct OrbitPicture {
    /// The problem: only motions that keep all of it count, shifts across joined edges among them.
    pub problem: Problem,
    /// The placement.
    pub placement: String,
    /// How it is written; by default in one-line notation, or as squares if a row may hold several
    /// queens.
    #[serde(default)]
    pub notation: Option<Notation>,
}

impl OrbitPicture {
    /// A placement on the board of a problem.
    #[must_use]
    pub fn new(problem: Problem, placement: impl Into<String>) -> OrbitPicture {
        OrbitPicture { problem, placement: placement.into(), notation: None }
    }

    pub(super) fn drawn(&self) -> Result<Drawn, Error> {
        let size = self.problem.size();
        flat(size)?;
        let motions = motions(&self.problem)?;
        let placement = read(&self.placement, usual(self.notation, &self.problem), size)?;
        Ok(Drawn::still(Sheet::orbit(&self.problem, &motions, &placement)))
    }
}

/// The fundamental solutions of a board, on one sheet.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct GalleryPicture {
    /// The board: `8` or `5x8`.
    pub size: Size,
}

impl GalleryPicture {
    /// The fundamental solutions of a board.
    #[must_use]
    pub fn new(size: Size) -> GalleryPicture {
        GalleryPicture { size }
    }

    pub(super) fn drawn(&self, control: &Control) -> Result<Drawn, Error> {
        let size = self.size;
        flat(size)?;
        if size.columns() > LARGEST_GALLERY {
            return Err(Error::new(
                ErrorKind::TooLarge,
                format!("the {size} board has too many fundamental solutions for a sheet"),
            )
            .advice(format!("choose a board of up to {LARGEST_GALLERY} columns")));
        }
        let (found, result) = fundamental(size, &Limits::none().with_stop(control.stop()));
        if let Outcome::AtLeast { because, .. } = result.outcome {
            return Ok(Drawn::nothing(because));
        }
        if found.is_empty() {
            return Err(Error::bad(format!("the {size} board has no solution to draw"))
                .advice("choose another size"));
        }
        let found: Vec<Placement> = found.into_iter().map(|one| one.solution).collect();
        Ok(Drawn::still(Sheet::gallery(size, &found)))
    }
}

/// The queen graph: squares are vertices, and an edge joins squares on a common line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct GraphPicture {
    /// The problem.
    pub problem: Problem,
    /// Vertices to mark: a stable set, or a clique of the complement.
    #[serde(default)]
    pub placement: Option<String>,
    /// How they are written; by default in one-line notation, or as squares if a row may hold several
    /// queens.
    #[serde(default)]
    pub notation: Option<Notation>,
    /// Whether edges join squares on no common line instead.
    #[serde(default)]
    pub complement: bool,
}

impl GraphPicture {
    /// The graph of a board.
    #[must_use]
    pub fn new(problem: Problem) -> GraphPicture {
        GraphPicture { problem, placement: None, notation: None, complement: false }
    }

    pub(super) fn drawn(&self) -> Result<Drawn, Error> {
        let marked = match &self.placement {
            Some(text) => read(text, usual(self.notation, &self.problem), self.problem.size())?,
            None => Placement::default(),
        };
        let (problem, complement) = (self.problem.clone(), self.complement);
        Ok(Drawn::still(Graph { problem, complement, marked }))
    }
}

fn flat(size: Size) -> Result<(), Error> {
    match size.dimension() {
        2 => Ok(()),
        _ => Err(Error::new(ErrorKind::Unsupported, format!("{size} is not a flat board"))
            .advice("the eight symmetries are those of a flat board, for example 8")),
    }
}

/// The notation of a request, or the problem's usual one.
fn usual(notation: Option<Notation>, problem: &Problem) -> Notation {
    notation.unwrap_or_else(|| problem.usual_notation())
}

/// The queens as written, all of them on the board.
fn read(text: &str, notation: Notation, size: Size) -> Result<Placement, Error> {
    let (placement, _) = notation.read(text.trim_end(), Some(size))?;
    match placement.squares().iter().find(|&&queen| !size.contains(queen)) {
        Some(queen) => Err(Error::bad(format!("{queen} is not on the {size} board"))
            .advice("choose a larger board")),
        None => Ok(placement),
    }
}

fn squares(text: &str, size: Size, option: &str) -> Result<Vec<Square>, Error> {
    let in_option = |mut error: Error| {
        error.what = format!("{option}: {}", error.what);
        error
    };
    let placement = read(text, Notation::Squares, size).map_err(in_option)?;
    Ok(placement.squares().to_vec())
}
