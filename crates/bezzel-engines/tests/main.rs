//! Every test of this crate in one program: linking takes longer than compiling one more file.

mod colour;
mod common;
mod conformance;
mod enumerate;
mod space;
mod splits;
mod stacks;
mod stopping;
mod symmetric;
mod torus;
mod variants;
