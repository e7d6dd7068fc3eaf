//! `bezzel draw board`.

use super::target::TargetArgs;
use crate::args::{ProblemArgs, stdin_or};
use crate::failure::Failure;
use crate::output::Out;
use bezzel::{BoardNumbers, BoardPicture, PictureRequest};
use clap::{Args, ValueEnum};

/// A board with its queens, attack lines, threatened squares and numbers
#[derive(Args)]
pub struct BoardVerb {
    #[command(flatten)]
    problem: ProblemArgs,
    /// The queens ("-" reads standard input); without them the given ones, if any
    #[arg(value_name = "PLACEMENT", allow_hyphen_values = true)]
    placement: Option<String>,
    /// Draw the attack lines of all queens, or of those on these squares: --lines="2,1 3,7"
    #[arg(long, value_name = "SQUARES", num_args = 0..=1, require_equals = true, default_missing_value = "all")]
    lines: Option<String>,
    /// Güldal's colours: the attacker (the last queen), what it threatens, the queens before it
    /// and what they have struck out
    #[arg(long)]
    threatened: bool,
    /// The attacker for --threatened, as row,column
    #[arg(long, value_name = "SQUARE")]
    attacker: Option<String>,
    /// Numbers written on or beside the squares
    #[arg(long, value_enum, default_value_t = NumbersArg::Edges)]
    numbers: NumbersArg,
    /// Do not mark queens that attack each other
    #[arg(long)]
    no_conflicts: bool,
    /// Title above the board
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
        let mut board = BoardPicture::new(self.problem.one()?);
        board.placement = typed(self.placement.as_deref())?;
        board.notation = self.problem.notation.chosen()?;
        board.lines.clone_from(&self.lines);
        board.threatened = self.threatened;
        board.attacker.clone_from(&self.attacker);
        board.numbers = match self.numbers {
            NumbersArg::None => BoardNumbers::None,
            NumbersArg::Edges => BoardNumbers::Edges,
            NumbersArg::Cells => BoardNumbers::Cells,
            NumbersArg::Algebraic => BoardNumbers::Algebraic,
        };
        board.no_conflicts = self.no_conflicts;
        board.caption.clone_from(&self.caption);
        self.target.draw(PictureRequest::Board(board), out)?;
        Ok(())
    }
}

/// The queens as typed, or from standard input.
pub fn typed(placement: Option<&str>) -> Result<Option<String>, Failure> {
    placement.map(|text| stdin_or(text, "the placement")).transpose()
}
