//! Fast exact counters: engines that cut a problem into independent units of work.
//!
//! An engine never prints, touches files or starts threads. It [prepares](Engine::prepare) a
//! problem once and then counts any [`Unit`] of the resulting [`Plan`] on whatever thread asks;
//! subtotals are plain integers, so units may be counted in any order, on any machine, and added.

mod barr_rao;
mod colour;
mod descent;
mod engine;
mod enumerate;
mod layers;
mod listing;
pub mod modular;
pub mod plain;
mod plan;
pub mod registry;
mod simd;
pub mod stacks;
mod symmetric;
mod torus;
pub mod transform;

pub use barr_rao::BarrRao;
pub use colour::Colour;
pub use engine::{Engine, EngineError, Prepared};
pub use enumerate::Enumerate;
pub use listing::Listing;
pub use plan::{Plan, Unit};
pub use simd::SimdLevel;
pub use symmetric::{
    Classes, ClassesError, LARGEST_TURNED, half_turn_solutions, quarter_turn_solutions,
};
pub use torus::Torus;
pub use transform::{Spectrum, SpectrumError, Transform};
