//! The density of queens in random solutions beside that of very large boards.

use super::Drawn;
use crate::{Control, Error, ErrorKind, SquaresRequest, squares};
use bezzel_board::Problem;
use bezzel_draw::DensityTable;
use serde::{Deserialize, Serialize};

/// Where the queens of random solutions stand.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct DensityPicture {
    /// The problem: a square board.
    pub problem: Problem,
    /// How many random solutions to look at; without it all solutions of boards of up to 18 rows, and
    /// 2000 random ones of larger boards.
    #[serde(default)]
    pub number: Option<u64>,
    /// Seed of the random numbers.
    #[serde(default = "seed")]
    pub seed: u64,
    /// Draw them from random walks: for large boards, and only approximately uniform.
    #[serde(default)]
    pub approximate: bool,
}

fn seed() -> u64 {
    1
}

impl DensityPicture {
    /// The density on this board.
    #[must_use]
    pub fn new(problem: Problem) -> DensityPicture {
        DensityPicture { problem, number: None, seed: seed(), approximate: false }
    }

    pub(super) fn drawn(&self, control: &Control) -> Result<Drawn, Error> {
        if !self.problem.size().is_square() {
            let what = format!("the density is drawn for square boards, not for {}", self.problem);
            return Err(Error::new(ErrorKind::Unsupported, what).ask("count", "counts it"));
        }
        let mut request = SquaresRequest::new(self.problem.clone());
        (request.number, request.seed) = (self.number, self.seed);
        request.approximate = self.approximate;
        let answer = squares(&request, control)?;
        if let Some(stopped) = answer.stopped {
            return Ok(Drawn::nothing(stopped));
        }
        let Some(density) = answer.density else {
            let what = format!("{} has no solution to look at", self.problem);
            return Err(Error::bad(what).advice("choose a side of 1, or of 4 or more"));
        };
        let looked_at = match (answer.seed, answer.walks.is_some()) {
            (None, _) => format!("all {} solutions", answer.looked_at),
            (Some(_), false) => format!("{} random solutions", answer.looked_at),
            (Some(_), true) => format!("{} solutions from random walks", answer.looked_at),
        };
        Ok(Drawn::still(DensityTable {
            title: format!("Density of queens, {}", self.problem),
            names: [looked_at, "Simkin's limit".to_owned()],
            boards: [density.board, density.board_limit],
            diagonals: [density.diagonals, density.diagonals_limit],
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{DrawRequest, PictureRequest, StopReason, draw};

    #[test]
    fn a_density_is_drawn_and_its_numbers_are_there() {
        let picture = PictureRequest::Density(DensityPicture::new(Problem::queens(8)));
        let answer = draw(&DrawRequest::new(picture), &Control::new()).unwrap();
        let svg = String::from_utf8(answer.picture).unwrap();
        assert!(svg.contains("all 92 solutions") && svg.contains("limit"));
        // 8 by 8 cells and 16 places along the diagonals, under a heading.
        assert_eq!(answer.data.unwrap().lines().count(), 1 + 64 + 16);
        for problem in [Problem::queens(3), Problem::new("4x6".parse().unwrap())] {
            let picture = PictureRequest::Density(DensityPicture::new(problem));
            assert!(draw(&DrawRequest::new(picture), &Control::new()).is_err());
        }
        let control = Control::new();
        control.stop().ask();
        let picture = PictureRequest::Density(DensityPicture::new(Problem::queens(14)));
        let answer = draw(&DrawRequest::new(picture), &control).unwrap();
        assert_eq!(answer.stopped, Some(StopReason::Stopped));
    }
}
