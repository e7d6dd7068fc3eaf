//! `bezzel draw board`.

use super::target::TargetArgs;
use crate::args::{ProblemArgs, stdin_or};
use crate::failure::Failure;
use crate::output::Out;
use bezzel_board::{Notation, Placement, Problem, Size, Square};
use bezzel_draw::{Board, Numbers, Stack};
use clap::{Args, ValueEnum};

/// A board with its queens, attack lines, threatened squares and numbers
#[derive(Args)]
pub struct BoardVerb {
    #[command(flatten)]
    problem: ProblemArgs,
    /// The queens ("-" reads standard input); without them the given ones, if any
    #[arg(value_name = "PLACEMENT", allow_hyphen_values = true)]
    placement: Option<String>,
    /// Draw the lines of attack of all queens, or of those on these squares: --lines="2,1 3,7"
    #[arg(long, value_name = "SQUARES", num_args = 0..=1, require_equals = true, default_missing_value = "all")]
    lines: Option<String>,
    /// Güldal's colours: the attacker (the last queen), what it threatens, the queens before it
    /// and what they have struck out
    #[arg(long)]
    threatened: bool,
    /// The attacker for --threatened, as row,column
    #[arg(long, value_name = "SQUARE")]
    attacker: Option<String>,
    /// What is written on or beside the squares
    #[arg(long, value_enum, default_value_t = NumbersArg::Edges)]
    numbers: NumbersArg,
    /// Do not mark queens that attack each other
    #[arg(long)]
    no_conflicts: bool,
    /// Words above the board
    #[arg(long, value_name = "TEXT")]
    caption: Option<String>,
    #[command(flatten)]
    target: TargetArgs,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum NumbersArg {
    /// Nothing
    None,
    /// Rows and columns from 0
    Edges,
    /// Cells from 1 to n², row by row
    Cells,
    /// Files and ranks, as in chess
    Algebraic,
}

impl BoardVerb {
    pub fn run(&self, out: &mut Out) -> Result<(), Failure> {
        self.target.check(out, false)?;
        let problem = self.problem.one()?;
        let size = problem.size();
        let placement = match &self.placement {
            None => problem.given().clone(),
            Some(text) => {
                let notation = self.problem.notation.or(Notation::OneLine)?;
                placement(&problem, notation, text)?
            }
        };
        if size.dimension() == 3 {
            return self.target.draw(&space(size, &placement, self.caption.clone()), out);
        }
        let mut board = Board::new(problem, placement);
        board.caption = self.caption.clone();
        board.conflicts = !self.no_conflicts;
        board.numbers = match self.numbers {
            NumbersArg::None => Numbers::None,
            NumbersArg::Edges => Numbers::Edges,
            NumbersArg::Cells => Numbers::Cells,
            NumbersArg::Algebraic => Numbers::Algebraic,
        };
        board.lines = match self.lines.as_deref() {
            None => Vec::new(),
            Some("all") => board.placement.squares().to_vec(),
            Some(text) => squares(text, size, "--lines")?,
        };
        board.attacker = match &self.attacker {
            Some(text) => {
                let queens = squares(text, size, "--attacker")?;
                match queens[..] {
                    [queen] if board.placement.contains(queen) => Some(queen),
                    _ => {
                        return Err(Failure::Usage(format!(
                            "--attacker '{text}' is not the square of one of the queens"
                        )));
                    }
                }
            }
            None if self.threatened => match board.placement.squares().last() {
                Some(queen) => Some(*queen),
                None => {
                    return Err(Failure::Usage(
                        "--threatened needs a queen; give a placement, for example 0,-,-,-"
                            .to_owned(),
                    ));
                }
            },
            None => None,
        };
        self.target.draw(&board, out)
    }
}

/// The queens as typed, all of them on the board.
pub fn placement(problem: &Problem, notation: Notation, text: &str) -> Result<Placement, Failure> {
    let text = stdin_or(text, "the placement")?;
    let (placement, size) = notation.read(text.trim_end(), Some(problem.size()))?;
    let off = placement.squares().iter().find(|&&queen| !problem.size().contains(queen));
    match off {
        Some(queen) => Err(Failure::Usage(format!("{queen} is not on the {size} board"))),
        None => Ok(placement),
    }
}

fn squares(text: &str, size: Size, option: &str) -> Result<Vec<Square>, Failure> {
    let read = Notation::Squares.read(text, Some(size));
    let (placement, _) = read.map_err(|error| Failure::Usage(format!("{option}: {error}")))?;
    match placement.squares().iter().find(|&&square| !size.contains(square)) {
        Some(square) => {
            Err(Failure::Usage(format!("{option}: {square} is not on the {size} board")))
        }
        None => Ok(placement.squares().to_vec()),
    }
}

/// A board of three dimensions: its layers are the floors.
fn space(size: Size, placement: &Placement, caption: Option<String>) -> Stack {
    let mut floors = vec![Vec::new(); size.rows() as usize];
    for &queen in placement.squares() {
        let coordinates = size.coordinates(queen);
        floors[queen.row as usize].push(Square::new(coordinates[1], coordinates[0]));
    }
    Stack { side: size.columns(), floors, caption }
}
