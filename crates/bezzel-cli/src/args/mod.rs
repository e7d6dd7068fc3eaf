//! What was typed, and what it means.

mod algorithm;
mod backend;
mod engine;
mod limits;
mod model;
mod problem;
mod sizes;

pub use algorithm::AlgorithmArgs;
pub use backend::BackendArgs;
pub use engine::{Telling, ThreadArgs, engine, prepare};
pub use limits::{LimitArgs, number, seconds};
pub use model::ModelArgs;
pub use problem::{NotationArgs, ProblemArgs, stdin_or};
pub use sizes::sizes;
