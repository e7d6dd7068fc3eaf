//! t
mod corners;
mod cover;
mod engine;
mod floors;
pub use engine::{LARGEST, PreparedStacks, StacksEngine};
