//! `bezzel draw orbit` and `bezzel draw gallery`.

use super::board::placement;
use super::target::TargetArgs;
use crate::args::NotationArgs;
use crate::failure::Failure;
use crate::interrupt;
use crate::output::Out;
use crate::verbs::ending;
use bezzel_board::{Notation, Placement, Problem, Size};
use bezzel_draw::Sheet;
use bezzel_search::{Limits, fundamental};
use clap::Args;

/// The images of a placement under the symmetries of the board, on one sheet
#[derive(Args)]
pub struct Orbit {
    /// Board size
    #[arg(value_name = "N", allow_hyphen_values = true)]
    n: String,
    /// The placement ("-" reads standard input)
    #[arg(value_name = "PLACEMENT", allow_hyphen_values = true)]
    placement: String,
    #[command(flatten)]
    notation: NotationArgs,
    #[command(flatten)]
    target: TargetArgs,
}

/// The fundamental solutions of a board, on one sheet
#[derive(Args)]
pub struct Gallery {
    /// Board size
    #[arg(value_name = "N", allow_hyphen_values = true)]
    n: String,
    #[command(flatten)]
    target: TargetArgs,
}

/// Above this side the fundamental solutions are more than a sheet can hold (1,787 at 12).
const LARGEST: u32 = 11;

fn flat(text: &str) -> Result<Size, Failure> {
    let size: Size = text.parse()?;
    match size.dimension() {
        2 => Ok(size),
        _ => Err(Failure::Usage(
            "the eight symmetries are those of a flat board; give a size like 8".to_owned(),
        )),
    }
}

impl Orbit {
    pub fn run(&self, out: &mut Out) -> Result<(), Failure> {
        self.target.check(out, false)?;
        let size = flat(&self.n)?;
        let notation = self.notation.or(Notation::OneLine)?;
        let placement = placement(&Problem::new(size), notation, &self.placement)?;
        self.target.draw(&Sheet::orbit(size, &placement), out)
    }
}

impl Gallery {
    pub fn run(&self, out: &mut Out) -> Result<(), Failure> {
        self.target.check(out, false)?;
        let size = flat(&self.n)?;
        if size.columns() > LARGEST {
            return Err(Failure::Usage(format!(
                "the fundamental solutions of the {size} board are too many for a sheet; \
                 this goes up to {LARGEST} columns"
            )));
        }
        let limits = Limits::none().with_stop(&interrupt::flag().into());
        let (found, report) = fundamental(size, &limits);
        ending(report.outcome)?;
        if found.is_empty() {
            return Err(Failure::Usage(format!("the {size} board has no solution to draw")));
        }
        let found: Vec<Placement> = found.into_iter().map(|one| one.solution).collect();
        self.target.draw(&Sheet::gallery(size, &found), out)
    }
}
