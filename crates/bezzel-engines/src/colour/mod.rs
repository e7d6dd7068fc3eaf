//! Engine `colour`: counting by colour, for large boards; its work grows slower than the total.

#[cfg(target_arch = "x86_64")]
mod avx512;
mod block;
mod cost;
mod job;
mod kernel;
mod leads;
mod partners;
mod recount;
mod scan;
mod simd;
mod slice;
mod symmetry;

use crate::{Engine, EngineError, Plan, Prepared, SimdLevel};
use bezzel_board::{Problem, Topology};

/// The engine for square boards with walls.
#[derive(Clone, Copy, Debug, Default)]
pub struct Colour;

impl Colour {
    /// The engine's name.
    pub const ID: &'static str = "colour";

    /// Two diagonals per square in one 64-bit word, and first halves of at most eight queens.
    const LARGEST: u32 = 31;
}

impl Engine for Colour {
    fn id(&self) -> &'static str {
        Self::ID
    }

    fn prepare(
        &self,
        problem: &Problem,
        simd: SimdLevel,
    ) -> Result<Box<dyn Prepared>, EngineError> {
        let unsupported =
            |what, instead| Err(EngineError::Unsupported { engine: Self::ID, what, instead });
        if problem.topology() == Topology::Torus {
            return unsupported("boards with joined edges", "engine torus");
        }
        if !problem.is_flat() {
            return unsupported("boards of more than two dimensions", "a d-dimensional counter");
        }
        if !problem.size().is_square() {
            return unsupported("boards of unequal sides", "engine enumerate");
        }
        if problem.size().rows() > Self::LARGEST {
            return Err(EngineError::TooLarge {
                engine: Self::ID,
                largest: Self::LARGEST,
                size: problem.size().to_string(),
            });
        }
        let level = simd::usable(simd.available()?);
        let open = problem.open_columns().expect("31 columns fit a word");
        let plan =
            Plan { engine: Self::ID, problem: problem.clone(), units: Vec::new(), divisor: 1 };
        Ok(Box::new(job::Job::new(open, level, plan)))
    }
}
