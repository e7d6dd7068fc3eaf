//! The problem as typed: size, dimension, rule, given queens, blocked squares, regions, variants.

use super::{Names, VariantArgs, sizes};
use crate::failure::{Failure, message};
use bezzel::{Notation, Placement, Problem};
use clap::{Arg, Args};
use std::io::Read;
use std::sync::OnceLock;

/// The problem; several, over a range of sizes, where a verb uses [`or_range`].
#[derive(Args)]
pub struct ProblemArgs {
    /// Board size: 8, 5x8 (rows x columns), 4^3 (side^dimension) or 1e6
    #[arg(value_name = "N", allow_hyphen_values = true)]
    pub n: String,
    /// Dimension of the board
    #[arg(long, value_name = "D", allow_hyphen_values = true)]
    pub dimension: Option<String>,
    #[arg(long, value_name = "NAME", default_value = "queen", help = Names::rules().help("Attack rule"),
          value_parser = Names::rules(), hide_possible_values = true)]
    pub rule: String,
    /// Queens already placed, as row,column pairs from 0: "0,3 2,5" ("-" reads standard input)
    #[arg(long, value_name = "SQUARES", allow_hyphen_values = true)]
    pub given: Option<String>,
    /// Squares where no queen may stand, written like --given
    #[arg(long, value_name = "SQUARES", allow_hyphen_values = true)]
    pub blocked: Option<String>,
    /// Regions that hold one queen each: a letter for each square, / between rows (AAB/ACB/CCB)
    #[arg(long, value_name = "LETTERS", allow_hyphen_values = true)]
    pub regions: Option<String>,
    #[command(flatten)]
    pub variant: VariantArgs,
    #[command(flatten)]
    pub notation: NotationArgs,
}

/// The N of a verb that also takes a range.
pub fn or_range(n: Arg) -> Arg {
    n.help("Board size: 8, 5x8 (rows x columns), 4^3 (side^dimension), 1e6, or a range 4..12 or 1..8x8")
}

/// How placements are written.
#[derive(Args)]
pub struct NotationArgs {
    #[arg(long, value_name = "NAME", help = Names::notations().help("How placements are written"),
          value_parser = Names::notations(), hide_possible_values = true)]
    pub notation: Option<String>,
}

impl NotationArgs {
    /// The notation chosen; if none is, the library decides.
    pub fn chosen(&self) -> Result<Option<Notation>, Failure> {
        Ok(self.notation.as_deref().map(str::parse).transpose()?)
    }

    /// The notation of squares in other options, such as `--given`: by default row and column.
    pub fn of_squares(&self) -> Result<Notation, Failure> {
        Ok(self.chosen()?.unwrap_or(Notation::Squares))
    }
}

impl ProblemArgs {
    /// Every problem named, in order of size.
    pub fn problems(&self) -> Result<Vec<Problem>, Failure> {
        let dimension = match &self.dimension {
            None => None,
            Some(text) => Some(text.parse::<u32>().map_err(|_| {
                Failure::Usage(format!("'{text}' is not a dimension; write a number from 2"))
            })?),
        };
        let sizes = sizes(&self.n, dimension)?;
        let squares = |option: &'static str, text: &Option<String>| -> Result<_, Failure> {
            let Some(text) = text else { return Ok(None) };
            let squares = stdin_or(text, option)?;
            if text == "-" && squares.trim().is_empty() {
                return Err(Failure::Usage(format!(
                    "{option}: standard input is empty; write squares to it, for example 0,3 2,5"
                )));
            }
            Ok(Some(squares))
        };
        let given = squares("--given", &self.given)?;
        let blocked = squares("--blocked", &self.blocked)?;
        let (numbers, pawns) = (self.variant.pieces()?, self.variant.pawns()?);
        let mut problems = Vec::new();
        for size in sizes {
            for &pieces in &numbers {
                let board = Problem::new(size).with_rule(self.rule.parse()?)?;
                let notation = self.notation.of_squares()?;
                let board = self.variant.apply(board, pieces, pawns.as_deref(), notation)?;
                problems.push(self.problem(board, given.as_deref(), blocked.as_deref())?);
            }
        }
        Ok(problems)
    }

    /// The one problem named; a range is rejected.
    pub fn one(&self) -> Result<Problem, Failure> {
        self.only(&self.problems()?).cloned()
    }

    /// The only one of these problems; a range is rejected.
    pub fn only<'p>(&self, problems: &'p [Problem]) -> Result<&'p Problem, Failure> {
        match problems {
            [problem] => Ok(problem),
            _ => Err(Failure::Usage(format!(
                "'{}' is a range; this verb takes one size, for example 8",
                if self.n.contains("..") {
                    &self.n
                } else {
                    self.variant.queens.as_ref().unwrap_or(&self.n)
                }
            ))),
        }
    }

    fn problem(
        &self,
        board: Problem,
        given: Option<&str>,
        blocked: Option<&str>,
    ) -> Result<Problem, Failure> {
        let size = board.size();
        let notation = self.notation.of_squares()?;
        let squares = |text: Option<&str>, option: &str| -> Result<Placement, Failure> {
            let Some(text) = text else { return Ok(Placement::default()) };
            let read = notation.read(text, Some(size));
            read.map(|(placement, _)| placement).map_err(|error| {
                let error = bezzel::Error::from(error);
                Failure::Usage(format!("{option}: {}", message(&error)))
            })
        };
        let regions = self.regions.as_deref().unwrap_or_default().parse()?;
        let problem = board
            .with_regions(regions)?
            .with_blocked(squares(blocked, "--blocked")?.squares().iter().copied())?
            .with_given(squares(given, "--given")?.squares().iter().copied())?;
        Ok(problem)
    }
}

/// Which argument has read standard input: it can be read only once.
static READER: OnceLock<&'static str> = OnceLock::new();

/// The text of an argument, or all of standard input for `-`. A second reader would find it empty
/// and treat that as the answer, so it is rejected.
pub fn stdin_or(text: &str, argument: &'static str) -> Result<String, Failure> {
    if text != "-" {
        return Ok(text.to_owned());
    }
    if READER.set(argument).is_err() {
        let first = READER.get().copied().unwrap_or_default();
        return Err(Failure::Usage(format!(
            "{first} and {argument} cannot both be read from standard input; write one of them out"
        )));
    }
    let mut read = String::new();
    std::io::stdin()
        .read_to_string(&mut read)
        .map_err(|error| Failure::Io(format!("standard input: {error}")))?;
    Ok(read)
}
