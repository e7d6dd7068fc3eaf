//! Recorded traces: compact, bounded, read by page, by step and as a tree.

mod kind;
mod recorder;
mod recording;
mod store;
mod tally;
mod tree;

pub use kind::Kind;
pub use recorder::{Full, Recorder};
pub use recording::Bucket;
pub use store::{Kept, Store};
pub use tally::Tally;
pub use tree::{Branches, TreeView};
