//! Engine `colour`: counting by colour, for large boards; its work grows slower than the total.
//!
//! Colour the squares like a chessboard. A diagonal stays on one colour, so queens on light squares
//! never attack queens on dark squares along a diagonal: a solution is a light half and a dark half
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
//! stored: each of its pairs adds the corresponding matrix entry. The full board uses all eight
//! symmetries (`symmetry`); any other square board runs the same code without them.
//!
//! The files, from the identity to the kernel: `block` (the four blocks), `symmetry` (which terms
//! count how often), `stages` and `stage` (the complete sum and its parts), `slices` (units),
//! `cost` (the expected cost of a unit), `worker`, `slice` and `table` (matrix and weights), `leads` and
//! `partners` (the two sides of a half), `packs` (bit maps), `kernel` and `sinks` (counting pairs), `sieve`
//! (finding rare pairs), `simd`, `avx2`, `avx512` and `neon` (instructions), `recount` (the second count),
//! `listed` (the third), `drawn` (solutions by number).
//!
//! Time grows by a factor of about 4.5 to 5 per board size up to n = 22, and by 7 to 10 for
//! enumeration; memory is about 0.6 GB at n = 22 and up to 13 GB from n = 25 on, of which each thread has up to
//! 1 GB at 26. Measurements and what was tried: `docs/methods/counting-by-colour.md`. It does
//! not handle rectangles and does not list solutions.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod block;
mod cost;
mod drawn;
mod gpu;
mod grown;
mod kernel;
mod leads;
mod listed;
#[cfg(target_arch = "aarch64")]
mod neon;
mod packs;
mod partners;
mod recount;
mod sieve;
mod simd;
mod sinks;
mod slice;
mod slices;
mod stage;
mod stages;
mod symmetry;
mod table;
mod worker;

use crate::error::Refusal;
use crate::{Counted, Engine, EngineError, Info, Plan, Prepared, SimdLevel, Unit, Worker};
use bezzel_board::{Problem, Stop};
use slice::Scratch;
use stages::Stages;
use std::sync::Arc;
use worker::Core;

/// The engine for square boards with walls.
#[derive(Clone, Copy, Debug, Default)]
pub struct Colour;

static INFO: Info = Info {
    id: Colour::ID,
    title: "Counting by colour",
    counts: Counted::Solutions,
    boards: "square boards up to side 31, with given queens and blocked squares",
    method: "light and dark squares separately, combined by row and column sets",
    recounts_by: "joint walk",
    source: "Bezzel; combining halves of a board is V. Kluev's idea",
    revision: 3,
};

impl Colour {
    /// The engine's name.
    pub const ID: &'static str = "colour";

    /// Two diagonals per square in one 64-bit word, and first halves of at most eight queens.
    pub(crate) const LARGEST: u32 = 31;

    /// Counts the square board with these open columns in each row, in one go; `None` if stopped.
    pub(crate) fn count_open(open: &[u64], stop: &Stop) -> Option<u128> {
        assert!(open.len() <= Self::LARGEST as usize);
        let stages = Stages::new(open);
        let mut scratch = Scratch::new(open.len(), simd::usable(SimdLevel::best()));
        let mut sum = 0;
        for stage in &stages.stages {
            for &c in &stage.c_sets {
                if stage.symmetry.of_c(c) != symmetry::Standing::Outside {
                    sum += scratch.count(stage, c, 0..stage.a_sets.len(), stop)?;
                }
            }
        }
        Some(sum)
    }
}

impl Engine for Colour {
    fn info(&self) -> &Info {
        &INFO
    }

    fn prepare(&self, problem: &Problem, _: &Stop) -> Result<Arc<dyn Prepared>, EngineError> {
        let refuse = Refusal(Self::ID);
        refuse.unless_walled(problem)?;
        refuse.unless_flat(problem)?;
        if !problem.size().is_square() {
            refuse.of("boards of unequal sides", &["enumerate"])?;
        }
        refuse.beyond(Self::LARGEST, problem.size().rows(), problem.size())?;
        let stages = Stages::new(&problem.open_columns().expect("31 columns fit a word"));
        let plan = Plan {
            engine: INFO.id,
            revision: revision(problem.size().rows()),
            problem: problem.clone(),
            units: stages.units(),
            divisor: 1,
            counted: INFO.counts,
        };
        Ok(Arc::new(Planned { plan, stages: Arc::new(stages) }))
    }
}

/// The revision of the units of a board of side n. Since revision 3 the stage with about as many queens in both halves
/// has its leads on odd rows: sides 3, 7, 11 and so on have such a stage. The units of other sides are as they were.
fn revision(n: u32) -> u32 {
    if n % 4 == 3 { INFO.revision } else { 2 }
}

/// A board with its plan.
struct Planned {
    plan: Plan,
    stages: Arc<Stages>,
}

impl Prepared for Planned {
    fn plan(&self) -> &Plan {
        &self.plan
    }

    fn cost(&self, unit: &Unit) -> f64 {
        self.stages.read(unit).map_or(0.0, |(_, slices)| self.stages.cost(&slices))
    }

    fn split(&self, unit: &Unit) -> Vec<Unit> {
        let Some((stage, slices)) = self.stages.read(unit) else { return Vec::new() };
        slices.split(stage).iter().map(|part| part.unit(stage)).collect()
    }

    fn worker(&self, level: SimdLevel) -> Result<Box<dyn Worker>, EngineError> {
        Ok(Box::new(Core::new(&self.stages, simd::usable(level.available()?))))
    }

    fn gpu_workers(&self) -> Result<Vec<Box<dyn Worker>>, EngineError> {
        let refuse = |why| EngineError::Gpu { engine: INFO.id, why };
        if self.stages.open.len() > gpu::LARGEST {
            return Err(refuse(format!("cards count boards up to side {}", gpu::LARGEST)));
        }
        gpu::workers(&self.stages).map_err(refuse)
    }
}
