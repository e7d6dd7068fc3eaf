//! Engine `colour`: counting by colour, for large boards; its work grows slower than the total.
//!
//! Colour the squares like a chessboard. A diagonal stays on one colour, so queens on light squares
//! never meet queens on dark squares along a diagonal: a solution is a light half and a dark half
//! whose row sets and column sets are complementary, and nothing else has to be checked.
//!
//! ```text
//!      0 1 2 3 4 5        rows and columns by parity: four blocks
//!   0  x . x . x .        x  EE, rows A, columns B      light
//!   1  . y . y . y        y  OO, rows C, columns D      light
//!   2  x . x . x .        .  EO and OE on the rows and columns that are left: dark
//!   3  . y . y . y
//! ```
//!
//! With F(A,B;C,D) the number of pairs (x, y) without attacks and G the same for the dark squares,
//!
//! ```text
//! Q(n) = Σ F(A, B; C, D) · G(A', D'; C', B')      over all A, B, C, D; X' is the complement of X
//! ```
//!
//! A *slice* fixes A and C. One half of it fills a matrix over (B, D); the other half is never
//! stored: each of its pairs adds the matrix entry it meets. The full board uses all eight
//! symmetries (`symmetry`); any other square board runs the same code without them.
//!
//! The files, from the identity to the kernel: `block` (the four blocks), `symmetry` (which terms
//! count how often), `job` (stages, units), `cost` (what a unit will take), `slice` (matrix and
//! weights), `leads` and `partners` (the two sides of a half), `kernel` (counting pairs), `scan`
//! (finding rare pairs), `simd` and `avx512` (instructions), `recount` (the independent check).
//!
//! Time grows about 4.5 to 5 times per board size up to n = 22, against 7 to 10 for enumeration;
//! memory is about 0.6 GB at n = 22 and tens of megabytes per thread. Measurements and what was
//! tried: `docs/methods/counting-by-colour.md`. Not for rectangles, nor for listing solutions.

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

use crate::engine::Refusal;
use crate::{Engine, EngineError, Plan, Prepared, SimdLevel};
use bezzel_board::Problem;

/// The engine for square boards with walls.
#[derive(Clone, Copy, Debug, Default)]
pub struct Colour;

impl Colour {
    /// The engine's name.
    pub const ID: &'static str = "colour";

    /// Two diagonals per square in one 64-bit word, and first halves of at most eight queens.
    pub(crate) const LARGEST: u32 = 31;

    /// Counts the square board with these open columns in each row, in one go.
    pub(crate) fn count_open(open: &[u64]) -> u128 {
        let n = open.len() as u32;
        assert!(n <= Self::LARGEST);
        let plan =
            Plan { engine: Self::ID, problem: Problem::queens(n), units: Vec::new(), divisor: 1 };
        let job = job::Job::new(open.to_vec(), simd::usable(SimdLevel::best()), plan);
        (0..job.plan().units.len()).map(|unit| job.count(unit)).sum()
    }
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
        let refuse = Refusal(Self::ID);
        refuse.unless_walled(problem)?;
        refuse.unless_flat(problem)?;
        if !problem.size().is_square() {
            refuse.of("boards of unequal sides", "engine enumerate")?;
        }
        refuse.beyond(Self::LARGEST, problem.size().rows(), problem.size())?;
        let level = simd::usable(simd.available()?);
        let open = problem.open_columns().expect("31 columns fit a word");
        let plan =
            Plan { engine: Self::ID, problem: problem.clone(), units: Vec::new(), divisor: 1 };
        Ok(Box::new(job::Job::new(open, level, plan)))
    }
}
