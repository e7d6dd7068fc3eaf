//! Draws solutions of large boards from random walks: approximately uniform, with diagnostics.

use super::numbered::Unfinished;
use crate::{Control, Error, ErrorKind, SampleRequest};
use bezzel_board::Problem;
use bezzel_search::{Chain, Draws, Mixing};
use serde::Serialize;
use std::ops::ControlFlow;

/// Most columns.
pub(super) const MOST_COLUMNS: u32 = 2_000;

/// How solutions were drawn from random walks, and what there is to judge them by.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct SampleWalks {
    /// The method, in words.
    pub method: &'static str,
    /// Walks with different random numbers, looked at in turn.
    pub walks: u64,
    /// A swap that adds d collisions is kept with probability e^(−dβ), with β the inverse temperature.
    pub beta: f64,
    /// Sweeps of the burn-in, each of one swap per queen.
    pub burn_in: u64,
    /// Sweeps from one sample of a walk to the next.
    pub apart: u64,
    /// Samples; those that are solutions are drawn.
    pub samples: u64,
    /// The share of samples that are solutions.
    pub at_solutions: f64,
    /// The share of the swaps that were kept.
    pub kept: f64,
    /// The share of the queens on the same square in consecutive samples of a walk.
    pub unmoved: f64,
    /// The same for samples of different walks, which are independent.
    pub unmoved_apart: f64,
    /// Gelman and Rubin's ratio of the mean distance from the centre: near 1 if the walks agree.
    /// Missing with fewer than ten samples of each walk.
    pub ratio: Option<f64>,
}

impl From<Mixing> for SampleWalks {
    fn from(mixing: Mixing) -> SampleWalks {
        SampleWalks {
            method: "Metropolis walks on permutations, looked at after equal numbers of sweeps",
            walks: mixing.walks,
            beta: mixing.beta,
            burn_in: mixing.burn_in,
            apart: mixing.apart,
            samples: mixing.samples,
            at_solutions: mixing.at_solutions,
            kept: mixing.kept,
            unmoved: mixing.unmoved,
            unmoved_apart: mixing.unmoved_apart,
            ratio: mixing.ratio,
        }
    }
}

/// Takes a solution, by the column of each row, and says whether to go on.
type Taker<'a> = dyn FnMut(&[u32]) -> Result<ControlFlow<()>, Error> + 'a;

/// Draws solutions one by one, and says how it went.
pub(super) fn draw(
    request: &SampleRequest,
    control: &Control,
    each: &mut Taker<'_>,
) -> Result<SampleWalks, Unfinished> {
    let SampleRequest { problem, number, seed, .. } = request;
    let stop = || control.stop().is_asked();
    let Some(mut draws) = Draws::new(problem, *seed, stop) else {
        if stop() {
            return Err(Unfinished::Stopped);
        }
        let what = format!("the walks met no solution of {problem}");
        let error = Error::new(ErrorKind::Failed, what);
        return Err(error.ask("count", "says whether there is one").into());
    };
    for _ in 0..*number {
        let columns = draws.draw(stop).ok_or(Unfinished::Stopped)?;
        if each(&columns)?.is_break() {
            break;
        }
    }
    Ok(draws.mixing().into())
}

/// Refuses boards that have no permutations to walk on.
pub(super) fn check(problem: &Problem) -> Result<(), Error> {
    if Chain::fits(problem) && problem.size().columns() <= MOST_COLUMNS {
        return Ok(());
    }
    let what = format!(
        "an approximate sample is for flat square boards of up to {MOST_COLUMNS} columns without \
         regions, not for {problem}"
    );
    Err(Error::new(ErrorKind::Unsupported, what).ask("solve", "finds one solution"))
}
