//! Every test of this crate in one program: linking takes longer than compiling one more file.

mod cage;
mod definitions;
mod formats;
mod mutants;
mod solve;
