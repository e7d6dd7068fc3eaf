//! Every test of this crate in one program: linking takes longer than compiling one more file.

mod checker;
mod conformance;
mod constructions;
mod descents;
mod fundamental;
mod papers;
mod some;
mod stacks;
