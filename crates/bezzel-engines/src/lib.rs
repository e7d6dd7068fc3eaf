//! Fast exact counters: engines that split a problem into independent units of work.
//!
//! An engine never prints, touches files or starts threads. It [plans](Engine::prepare) a problem
//! as independent [units](Unit), which can be split further, and creates [workers](Worker) that
//! count them, one for each thread. Subtotals add up, so units may be counted in any order, on any
//! machine; a worker can recount each unit by another method.
//!
//! ```
//! use bezzel_board::{Problem, Stop};
//! use bezzel_engines::{Engine, Enumerate, SimdLevel, Subtotal};
//!
//! let (problem, stop) = (Problem::queens(8), Stop::new());
//! let prepared = Enumerate.prepare(&problem, &stop)?;
//! let mut worker = prepared.worker(SimdLevel::best())?;
//! let mut sum = prepared.plan().nothing();
//! for unit in &prepared.plan().units {
//!     let subtotal = worker.count(unit, &stop)?;
//!     assert_eq!(worker.recount(unit, &stop)?, subtotal);
//!     sum = sum.plus(&subtotal).unwrap();
//! }
//! assert_eq!(prepared.plan().total(&sum), Some(Subtotal::Count(92)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod barr_rao;
mod colour;
mod descent;
mod device;
mod dice;
mod engine;
mod enumerate;
mod error;
pub mod gpu;
mod info;
mod layers;
mod listing;
mod memory;
pub mod modular;
mod pieces;
pub mod plain;
mod plan;
pub mod registry;
mod simd;
pub mod stacks;
mod subtotal;
mod symmetric;
mod torus;
pub mod transform;

pub use barr_rao::BarrRao;
pub use colour::Colour;
pub use device::{Device, DeviceKind};
pub use engine::{Elsewhere, Engine, Prepared, Worker};
pub use enumerate::Enumerate;
pub use error::{EngineError, WorkError};
pub use info::{Counted, Info};
pub use listing::Listing;
pub use pieces::Pieces;
pub use plan::{Plan, Unit};
pub use simd::SimdLevel;
pub use subtotal::{Subtotal, SubtotalError};
pub use symmetric::{
    Classes, ClassesError, LARGEST_TURNED, half_turn_solutions, quarter_turn_solutions,
};
pub use torus::{LARGEST_TORUS_CLASSES, Torus, TorusClasses, torus_classes};
pub use transform::{Spectrum, SpectrumError, Transform};
