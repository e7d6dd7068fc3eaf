//! `bezzel draw orbit` and `bezzel draw gallery`.

use super::target::TargetArgs;
use crate::args::{ProblemArgs, stdin_or};
use crate::failure::Failure;
use crate::output::Out;
use bezzel::{GalleryPicture, OrbitPicture, PictureRequest};
use clap::Args;

/// The images of a placement under the symmetries of the board, on one sheet
///
/// Where edges are joined (--torus, --cylinder, --mobius), shifts across them count too, and each
/// image is shown once.
#[derive(Args)]
pub struct Orbit {
    #[command(flatten)]
    problem: ProblemArgs,
    /// The placement ("-" reads standard input)
    #[arg(value_name = "PLACEMENT", allow_hyphen_values = true)]
    placement: String,
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

impl Orbit {
    pub fn run(&self, out: &mut Out) -> Result<(), Failure> {
        self.target.check(out, false)?;
        let placement = stdin_or(&self.placement, "the placement")?;
        let mut orbit = OrbitPicture::new(self.problem.one()?, placement);
        orbit.notation = self.problem.notation.chosen()?;
        self.target.draw(PictureRequest::Orbit(orbit), out)?;
        Ok(())
    }
}

impl Gallery {
    pub fn run(&self, out: &mut Out) -> Result<(), Failure> {
        self.target.check(out, false)?;
        let gallery = GalleryPicture::new(self.n.parse()?);
        let answer = self.target.draw(PictureRequest::Gallery(gallery), out)?;
        Failure::unless_finished(answer.stopped)
    }
}
