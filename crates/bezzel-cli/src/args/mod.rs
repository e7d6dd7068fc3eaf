//! What was typed, and what it means.

mod algorithm;
mod backend;
mod engine;
mod limits;
mod model;
mod names;
mod problem;
mod sizes;
mod variant;

pub use algorithm::{AlgorithmArgs, constructions_only, needed};
pub use backend::BackendArgs;
pub use engine::{ProgressMode, ThreadArgs};
pub use limits::{LimitArgs, number, number_to, seconds, span, within};
pub use model::ModelArgs;
pub use names::Names;
pub use problem::{NotationArgs, ProblemArgs, or_range, stdin_or};
pub use sizes::sizes;
pub use variant::VariantArgs;
