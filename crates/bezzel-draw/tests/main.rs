//! Every test of this crate in one program: linking takes longer than compiling one file more.

mod common;
mod formats;
mod golden;
mod pictures;
